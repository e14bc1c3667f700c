/// How rows stand to each other. Lengths run along the axis that scrolls, breadths across it.
public struct RowLayout: Equatable, Sendable {
    public enum Form: Int32, Sendable, CaseIterable {
        /// One behind the other, each as broad as the view.
        case column = 0
        /// In lanes of equal breadth; a line is as long as its longest row.
        case grid
        /// In lanes of equal breadth, each row in the lane that is shortest.
        case masonry
        /// As broad as they are, line by line.
        case flow
        /// All of one size, as many beside each other as there is room for.
        case gallery
        /// Each of the size of the view: pages.
        case pages
        /// Where the host says.
        case own
    }

    public var form = Form.column
    /// 0: as many lanes of `itemBreadth` or more as there is room for.
    public var laneCount = 0
    public var itemBreadth = 0.0
    public var itemLength = 0.0
    /// Between lines, or rows of a lane.
    public var lineSpacing = 0.0
    /// Between lanes, or rows of a line.
    public var laneSpacing = 0.0
    /// Before the first row and behind the last.
    public var lead = 0.0
    public var trail = 0.0
    /// Beside all rows.
    public var near = 0.0
    public var far = 0.0
    /// Of the host's own: rows are as long as they measure in the breadth that they are given.
    public var measuresRows = false

    public init() {}

    /// What a row may measure.
    public enum Constraint: Hashable, Sendable {
        /// So broad, and as long as it is.
        case breadth(Double)
        /// At most so broad.
        case upTo(Double)
        case size(breadth: Double, length: Double)
    }

    /// `isWide`: a header or footer, which is as broad as there is room.
    public func constraint(isWide: Bool, breadth: Double, length: Double) -> Constraint {
        let room = max(0, breadth - near - far)
        if form == .pages { return .size(breadth: room, length: pageLength(length)) }
        if isWide { return .breadth(room) }
        switch form {
        case .column, .pages: return .breadth(room)
        case .grid, .masonry: return .breadth(lanes(room).breadth)
        case .flow, .own: return .upTo(room)
        case .gallery: return .size(breadth: itemBreadth, length: itemLength)
        }
    }

    /// How long all items are, where the layout alone says so; `length` is the view's.
    func fixedLength(_ length: Double) -> Double? {
        switch form {
        case .pages: pageLength(length)
        case .gallery: itemLength
        default: nil
        }
    }

    private func pageLength(_ length: Double) -> Double { max(0, length - lead - trail) }

    /// How many lanes there are in a breadth, and how broad they are.
    func lanes(_ room: Double) -> (count: Int, breadth: Double) {
        var count = laneCount
        if count <= 0 {
            let fits = (room + laneSpacing) / max(1, itemBreadth + laneSpacing)
            count = fits >= 1 ? Int(min(fits, 10_000)) : 1
        }
        if form == .gallery { return (count, itemBreadth) }
        return (count, max(0, (room - laneSpacing * Double(count - 1)) / Double(count)))
    }
}

/// Where a row stands.
public struct RowFrame: Equatable, Sendable {
    /// From the beginning of the content, and of the view's breadth.
    public var top: Double
    public var side: Double
    public var length: Double
    public var breadth: Double

    public init(top: Double, side: Double, length: Double, breadth: Double) {
        self.top = top
        self.side = side
        self.length = length
        self.breadth = breadth
    }

    public var end: Double { top + length }
}
