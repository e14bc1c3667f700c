import LaminaGeometry

/// A picture stretched over a rectangle, in pixman's numbers: 16 bits of whole pixels and 16 of fractions.
struct PixelStretch {
    /// One axis.
    struct Axis {
        /// Pixels of the picture to a pixel of the rectangle.
        private let scale: Double
        /// The same, as pixman counts.
        let step: Int
        private let origin: Int
        private let isShort: Bool

        init(_ source: Int, _ origin: Int, _ length: Int) {
            scale = Double(source) / Double(length)
            step = Int((scale * 65536).rounded())
            self.origin = origin
            isShort = length <= PixelBuffer.maximumSide
        }

        /// Where in the picture a pixel of the rectangle begins. It is where pixman comes to from the first pixel, step
        /// by step, so that a part is drawn as in the whole; in rectangles that are too large to be drawn whole, where
        /// rounding each step adds up, it is exact.
        func start(_ pixel: Int) -> Int {
            isShort ? (pixel - origin) * step : Int((Double(pixel - origin) * scale * 65536).rounded())
        }

        /// The pixels of the picture that a run of pixels shows, and their neighbours.
        func window(_ first: Int, _ count: Int, of length: Int) -> (first: Int, count: Int) {
            let low = min(max((start(first) >> 16) - 2, 0), length - 1)
            let high = min(max((start(first + count) >> 16) + 3, low + 1), length)
            return (low, high - low)
        }

        /// The longest run whose window is no longer than what pixman takes.
        var longestRun: Int { max(1, min(Self.limit / 2, (Self.limit / 2) << 16 / max(step, 1))) }

        /// pixman paints nothing at all where a picture has more than 32,766 pixels a side, or a rectangle a few less:
        /// its sums must fit in 16 bits.
        static let limit = 32_000
    }

    let across: Axis
    let down: Axis

    init(_ width: Int, _ height: Int, over rect: PixelRect) {
        across = Axis(width, rect.x, rect.width)
        down = Axis(height, rect.y, rect.height)
    }

    /// What is visible, in parts that pixman can draw from a picture of `bounds`: nearly always one.
    func parts(of visible: PixelRect, from bounds: PixelRect) -> [PixelRect] {
        func runs(_ start: Int, _ length: Int, _ source: Int, _ axis: Axis) -> [(start: Int, length: Int)] {
            if max(length, source) <= Axis.limit { return [(start, length)] }
            return stride(from: start, to: start + length, by: axis.longestRun).map {
                ($0, min(axis.longestRun, start + length - $0))
            }
        }
        let columns = runs(visible.x, visible.width, bounds.width, across)
        return runs(visible.y, visible.height, bounds.height, down).flatMap { row in
            columns.map { PixelRect(x: $0.start, y: row.start, width: $0.length, height: row.length) }
        }
    }

    /// The pixels of a picture that a part shows: all of them where that is no more than pixman takes.
    func window(of part: PixelRect, in bounds: PixelRect) -> PixelRect {
        var window = bounds
        if bounds.width > Axis.limit {
            (window.x, window.width) = across.window(part.x, part.width, of: bounds.width)
        }
        if bounds.height > Axis.limit {
            (window.y, window.height) = down.window(part.y, part.height, of: bounds.height)
        }
        return window
    }
}
