import LaminaGeometry

/// How far around what is seen of a node its children are displayed, preloaded and measured (Texture's tuning
/// parameters, RG1).
public struct Ranges: Equatable, Sendable {
    /// How far one reaches beyond what is seen, in screenfuls of the node: in the direction of the last move, and
    /// behind.
    public struct Reach: Equatable, Sendable {
        public var leading: Double
        public var trailing: Double

        public init(_ leading: Double, _ trailing: Double) { (self.leading, self.trailing) = (leading, trailing) }
    }

    public let display: Reach
    /// Not less than `display`.
    public let preload: Reach
    /// Not less than `preload`.
    public let measured: Reach
    /// What is seen of a node that is not visible itself is preloaded, and nothing displayed.
    public let sparesMemory: Bool

    public init(display: Reach, preload: Reach, measured: Reach, sparesMemory: Bool = false) {
        func larger(_ one: Reach, _ other: Reach) -> Reach {
            Reach(max(one.leading, other.leading), max(one.trailing, other.trailing))
        }
        self.display = display
        self.preload = larger(preload, display)
        self.measured = larger(measured, self.preload)
        self.sparesMemory = sparesMemory
    }

    /// Texture's range modes.
    public static let full = Ranges(
        display: Reach(1, 0.5), preload: Reach(2.5, 1.5), measured: Reach(2.5, 2))
    public static let minimum = Ranges(
        display: Reach(0.25, 0.25), preload: Reach(0.5, 0.25), measured: Reach(2, 2))
    public static let visibleOnly = Ranges(display: Reach(0, 0), preload: Reach(0, 0), measured: Reach(0, 0))
    public static let lowMemory = Ranges(
        display: Reach(0, 0), preload: Reach(0, 0), measured: Reach(0, 0), sparesMemory: true)
}

/// What is seen of a node that manages its children, and where that went last.
struct RangeViewport: Equatable {
    private(set) var rect: Rect
    /// Whether it moves towards higher coordinates; at first it does.
    private(set) var movesRight = true
    private(set) var movesDown = true

    init(_ rect: Rect) { self.rect = rect }

    mutating func move(to rect: Rect) {
        if rect.minX != self.rect.minX { movesRight = rect.minX > self.rect.minX }
        if rect.minY != self.rect.minY { movesDown = rect.minY > self.rect.minY }
        self.rect = rect
    }

    /// The windows in which children are visible, displayed, preloaded and measured: each lies within the next.
    func windows(_ ranges: Ranges) -> [RangeWindow] {
        [Ranges.Reach(0, 0), ranges.display, ranges.preload, ranges.measured].map { reach in
            RangeWindow(
                x: span(rect.minX, rect.size.width, reach, ahead: movesRight),
                y: span(rect.minY, rect.size.height, reach, ahead: movesDown))
        }
    }

    private func span(_ start: Double, _ length: Double, _ reach: Ranges.Reach, ahead: Bool) -> RangeWindow.Span {
        let (before, after) = ahead ? (reach.trailing, reach.leading) : (reach.leading, reach.trailing)
        return RangeWindow.Span(start: start - before * length, end: start + length + after * length)
    }

    /// How far a frame stands from what is seen, in screenfuls; what lies behind counts double.
    func screens(to frame: Rect) -> Double {
        func away(
            _ start: Double, _ end: Double, _ from: Double, _ length: Double, ahead: Bool
        ) -> Double {
            let (before, after) = (from - end, start - (from + length))
            let distance = max(before, after, 0) / max(length, 1)
            return (after > 0) == ahead ? distance : 2 * distance
        }
        return away(frame.minX, frame.maxX, rect.minX, rect.size.width, ahead: movesRight)
            + away(frame.minY, frame.maxY, rect.minY, rect.size.height, ahead: movesDown)
    }
}

/// A rectangle in which children have one interface state at least.
struct RangeWindow {
    struct Span: Equatable {
        let start: Double
        let end: Double
    }
    let x: Span
    let y: Span

    /// Whether a frame reaches into it; an empty one reaches nowhere.
    func overlaps(_ frame: Rect) -> Bool {
        frame.size.width > 0 && frame.size.height > 0 && frame.minX < x.end && frame.maxX > x.start
            && frame.minY < y.end && frame.maxY > y.start
    }
}
