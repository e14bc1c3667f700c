public import LaminaGeometry

/// The velocity of a pointer by a quadratic fit of its last samples (Flutter's estimator): those of the last 100 ms, at
/// most 20, up to a pause of more than 40 ms; fewer than three give none.
public struct VelocityTracker: Equatable, Sendable {
    private var samples = PointerSamples()
    private static let horizon = 0.1
    private static let pause = 0.04
    private static let leastSamples = 3

    public init() {}

    /// Takes a place of the pointer at a time in seconds. False, and it is not taken, when the time runs backwards or a
    /// number is not finite.
    @discardableResult
    public mutating func add(time: Double, position: Point) -> Bool { samples.add(time: time, position: position) }

    public mutating func removeAll() { samples.removeAll() }

    /// How many samples the fit takes.
    public var samplesUsed: Int {
        guard samples.count > 0 else { return 0 }
        let newest = samples[back: 0].time
        var previous = newest
        for index in 0..<samples.count {
            let time = samples[back: index].time
            // Times come as milliseconds from most sources: a bound that is met is not missed by a rounding error.
            if newest - time > Self.horizon + 1e-9 || previous - time > Self.pause + 1e-9 { return index }
            previous = time
        }
        return samples.count
    }

    /// The velocity now. `asked`: the time at which the pointer went up or the question is asked; when the newest
    /// sample is more than 40 ms older the pointer has stopped.
    public func velocity(asked time: Double? = nil) -> Velocity {
        let count = samplesUsed
        guard count >= Self.leastSamples else { return .zero }
        let newest = samples[back: 0].time
        if let time, time - newest > Self.pause + 1e-9 { return .zero }
        let used = (0..<count).map { samples[back: $0] }
        let ages = used.map { $0.time - newest }
        guard let x = PolynomialFit(x: ages, y: used.map(\.position.x), degree: 2),
            let y = PolynomialFit(x: ages, y: used.map(\.position.y), degree: 2)
        else { return .zero }
        return Velocity(x: x.coefficients[1], y: y.coefficients[1])
    }
}

/// The velocity of a pointer as the weighted mean of its last three steps, as the scroll views of Apple's systems seem
/// to take it when the finger goes up.
public struct WeightedVelocityTracker: Equatable, Sendable {
    /// Of the newest step, the one before, and the third.
    public struct Weights: Equatable, Sendable {
        public var newest, second, third: Double

        public init(newest: Double, second: Double, third: Double) {
            (self.newest, self.second, self.third) = (newest, second, third)
        }

        public static var touch: Weights { Weights(newest: 0.05, second: 0.35, third: 0.6) }
        public static var desktop: Weights { Weights(newest: 0.2, second: 0.65, third: 0.15) }
    }

    private let weights: Weights
    private var samples = PointerSamples()

    public init(weights: Weights = .touch) { self.weights = weights }

    /// Takes a place of the pointer at a time in seconds. False, and it is not taken, when the time runs backwards or a
    /// number is not finite.
    @discardableResult
    public mutating func add(time: Double, position: Point) -> Bool { samples.add(time: time, position: position) }

    public mutating func removeAll() { samples.removeAll() }

    /// Steps that are missing count as no movement.
    public var velocity: Velocity {
        step(0) * weights.newest + step(1) * weights.second + step(2) * weights.third
    }

    private func step(_ index: Int) -> Velocity {
        guard index + 1 < samples.count else { return .zero }
        let (end, start) = (samples[back: index], samples[back: index + 1])
        let time = end.time - start.time
        guard time > 0 else { return .zero }
        let way = end.position - start.position
        return Velocity(x: way.x / time, y: way.y / time)
    }
}
