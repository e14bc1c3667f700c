public import LaminaGeometry

/// A speed with a direction, in logical units a second.
public struct Velocity: Equatable, Hashable, Sendable {
    public var x: Double
    public var y: Double

    public static var zero: Velocity { Velocity(x: 0, y: 0) }

    public init(x: Double, y: Double) {
        (self.x, self.y) = (x, y)
    }

    public static func + (a: Velocity, b: Velocity) -> Velocity { Velocity(x: a.x + b.x, y: a.y + b.y) }
    public static func - (a: Velocity, b: Velocity) -> Velocity { Velocity(x: a.x - b.x, y: a.y - b.y) }
    public static prefix func - (a: Velocity) -> Velocity { Velocity(x: -a.x, y: -a.y) }
    public static func * (a: Velocity, factor: Double) -> Velocity { Velocity(x: a.x * factor, y: a.y * factor) }

    /// Each axis within plus or minus `limit`: a diagonal fling is as fast along each axis as a straight one.
    public func clamped(to limit: Double) -> Velocity {
        Velocity(x: min(max(x, -limit), limit), y: min(max(y, -limit), limit))
    }
}

/// The latest places of a pointer, at most 20, in the order of their times.
public struct PointerSamples: Equatable, Sendable {
    public struct Sample: Equatable, Sendable {
        /// Seconds on any clock that only goes forward.
        public var time: Double
        public var position: Point

        public init(time: Double, position: Point) {
            (self.time, self.position) = (time, position)
        }
    }

    public static let capacity = 20
    private var ring: [Sample] = []
    private var next = 0

    public init() {}

    public var count: Int { ring.count }

    /// The sample that is `index` places before the newest one.
    public subscript(back index: Int) -> Sample {
        ring[(next - 1 - index + 2 * Self.capacity) % Self.capacity]
    }

    /// Takes a sample. False, and nothing is taken, when its time lies before that of the newest one or a number is not
    /// finite.
    public mutating func add(time: Double, position: Point) -> Bool {
        guard time.isFinite, position.x.isFinite, position.y.isFinite, ring.isEmpty || time >= self[back: 0].time else {
            return false
        }
        let sample = Sample(time: time, position: position)
        if ring.count < Self.capacity { ring.append(sample) } else { ring[next] = sample }
        next = (next + 1) % Self.capacity
        return true
    }

    public mutating func removeAll() {
        ring.removeAll(keepingCapacity: true)
        next = 0
    }
}
