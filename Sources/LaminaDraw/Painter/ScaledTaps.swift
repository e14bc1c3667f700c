public import LaminaGeometry

/// Which two neighbours of a picture, on one axis, a pixel is mixed from.
struct ScaledTap: Equatable {
    /// The first; -1 for what is beyond the edge.
    let place: Int
    /// Of the second, in 256ths; the first has the rest.
    let weight: UInt32

    /// For a position in the middles of pixels; nil where neither is in the picture.
    @inline(__always)
    init?(_ position: Double, length: Int) {
        // Not a number is outside, too.
        guard position > -1, position < Double(length) else { return nil }
        // Rounded by cutting off what is positive: to round is a call where the processor may be an old one.
        let fixed = Int(position * 256 + 256.5) - 256
        // What is rounded up to the edge is beyond it.
        if fixed >= length << 8 { return nil }
        (place, weight) = (fixed >> 8, UInt32(fixed & 255))
    }

    /// How much of the two is in a picture of this length, in 256ths.
    @inline(__always)
    func share(length: Int) -> UInt32 {
        (place >= 0 && place < length ? 256 - weight : 0) + (place + 1 < length ? weight : 0)
    }
}

/// How the axes of a picture lie on those of the device, where rows stay rows.
struct ScaledAxes {
    struct Axis {
        let factor: Double
        let offset: Double
        let origin: Int
        /// Of the picture's first pixel, from `origin`.
        let first: Double

        /// What the pixel at `place` of the device is mixed from.
        @inline(__always)
        func tap(at place: Int, length: Int) -> ScaledTap? {
            // From the middle of a pixel to the corner of the four around it.
            ScaledTap(factor * (Double(place - origin) + 0.5) + offset - 0.5 - first, length: length)
        }
    }
    let x: Axis
    let y: Axis

    init(_ back: AffineTransform, x: Int, y: Int, origin: (x: Int, y: Int)) {
        self.x = Axis(factor: back.xx, offset: back.x0, origin: origin.x, first: Double(x - origin.x))
        self.y = Axis(factor: back.yy, offset: back.y0, origin: origin.y, first: Double(y - origin.y))
    }
}

/// What the pixels of a row are mixed from, and a row of the picture that they are mixed of; kept for their memory.
struct ScaledTaps {
    /// Of the pixels from `first` on; those before and behind have none.
    private(set) var all: ContiguousArray<ScaledTap> = []
    private(set) var first = 0
    /// The pixels of the picture that they name.
    private(set) var reach = 0..<0
    /// A row of the picture, as far as `reach`: four components of 16 bits a word.
    var line: ContiguousArray<UInt64> = []

    mutating func set(_ axis: ScaledAxes.Axis, from start: Int, count: Int, length: Int) {
        all.removeAll(keepingCapacity: true)
        first = 0
        for column in 0..<count {
            if let tap = axis.tap(at: start + column, length: length) {
                if all.isEmpty { first = column }
                all.append(tap)
            } else if !all.isEmpty {
                break
            }
        }
        guard let one = all.first?.place, let other = all.last?.place else { return reach = 0..<0 }
        // Two are named: a place and the next.
        reach = min(one, other)..<max(one, other) + 2
        line.removeAll(keepingCapacity: true)
        line.append(contentsOf: repeatElement(0, count: reach.count))
    }

    /// The pixels that are in the picture with all they are mixed from.
    func whole(length: Int) -> Range<Int> {
        guard let start = all.firstIndex(where: { $0.share(length: length) == 256 }) else { return 0..<0 }
        let end = all[start...].firstIndex { $0.share(length: length) < 256 } ?? all.count
        return start..<end
    }
}

extension AffineTransform {
    /// Whether rows stay rows, and columns columns.
    public var isUpright: Bool { xy == 0 && yx == 0 }
}
