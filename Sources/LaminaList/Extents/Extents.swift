/// The extents of all rows of a list: where each begins, and which lies at an offset. Rows stand in blocks and blocks
/// in groups, each with its sum and count, so that a question or a change looks at some hundred numbers, whatever the
/// length of the list. Ten bytes a row.
public struct Extents: Sendable {
    /// Between two rows; none before the first or after the last.
    public var gap = 0.0
    /// Before the first row, and behind the last.
    public var lead = 0.0
    public var trail = 0.0

    struct Group {
        var blocks: [ExtentBlock]
        var count = 0
        var measuredCount = 0
        var sum = 0.0

        static let capacity = 64

        mutating func add() {
            count = blocks.reduce(0) { $0 + $1.count }
            measuredCount = blocks.reduce(0) { $0 + $1.measuredCount }
            sum = blocks.reduce(0) { $0 + $1.sum }
        }
    }
    struct Place {
        var group: Int
        var block: Int
        var row: Int
    }
    var groups: [Group] = []
    public internal(set) var estimates: KindEstimates
    public internal(set) var count = 0
    /// How rows stand to each other.
    public internal(set) var layout = RowLayout()
    /// The breadth that they have, and the length of the view.
    var room = (breadth: 0.0, length: 0.0)
    /// Headers and footers, which are as broad as there is room.
    public var wideRows: Set<Int> = []
    /// Rows that were measured since a copy was lent; nil when more has changed, or none was.
    var noted: [Int]?
    /// Where rows stand; nil for one below the other, which takes no frames.
    var arrangement: Arrangement?

    /// `estimate`: the extent of rows of a kind of which none was measured yet.
    public init(estimate: Double = 44) {
        estimates = KindEstimates(initial: estimate)
    }

    // MARK: - Questions

    public var measuredCount: Int {
        if hasOwnLengths { return arrangement?.placedCount ?? 0 }
        return groups.reduce(0) { $0 + $1.measuredCount }
    }

    /// Whether a row is known to be of a size.
    public func isMeasured(_ index: Int, length: Double, breadth: Double) -> Bool {
        if hasOwnLengths { return true }
        let known = packed(index)
        return known.isMeasured && known.value == length && (layout.form != .flow || frame(index).breadth == breadth)
    }

    /// The extent of everything: the lead, all rows and the gaps between them.
    public var total: Double {
        if let arrangement { return arrangement.total }
        return count == 0 ? 0 : lead + groups.reduce(0) { $0 + $1.sum } + gap * Double(count - 1) + trail
    }

    /// Where a row begins; `index` may be the number of rows, where the next one would begin.
    public func top(_ index: Int) -> Double {
        if let arrangement {
            return index < count ? arrangement.frames[index].top : arrangement.total
        }
        let (place, before, _) = find(index)
        let within = index < count ? groups[place.group].blocks[place.block].prefix(place.row, estimates) : 0
        return top(index, lengths: before + within)
    }

    /// Where a row begins, by the lengths of all before it.
    private func top(_ index: Int, lengths: Double) -> Double { lead + gap * Double(index) + lengths }

    /// Where rows stand, whose numbers ascend: those of a block are looked up in one pass.
    public func frames(of rows: [Int]) -> [RowFrame] {
        if let arrangement { return rows.map { arrangement.frames[$0] } }
        var frames: [RowFrame] = []
        frames.reserveCapacity(rows.count)
        var (place, before, within, block) = (Place(group: 0, block: 0, row: 0), 0.0, 0.0, 0..<0)
        for row in rows {
            if !block.contains(row) {
                (place, before, block) = find(row)
                within = groups[place.group].blocks[place.block].prefix(place.row, estimates)
            }
            while block.lowerBound + place.row < row {
                within += groups[place.group].blocks[place.block].length(place.row, estimates)
                place.row += 1
            }
            frames.append(
                RowFrame(
                    top: top(row, lengths: before + within), side: column.side,
                    length: groups[place.group].blocks[place.block].length(place.row, estimates),
                    breadth: column.breadth))
        }
        return frames
    }

    public func length(_ index: Int) -> Double {
        if isOwn, let arrangement { return arrangement.frames[index].length }
        let place = place(index)
        return groups[place.group].blocks[place.block].length(place.row, estimates)
    }

    public func extent(_ index: Int) -> Extent { packed(index).extent }

    func packed(_ index: Int) -> PackedExtent {
        let place = place(index)
        return groups[place.group].blocks[place.block].extents[place.row]
    }

    public func isMeasured(_ index: Int) -> Bool {
        if hasOwnLengths { return hasPlace(index) }
        let place = place(index)
        return groups[place.group].blocks[place.block].extents[place.row].isMeasured
    }

    /// Those of some rows, in ascending order, whose sizes are not known.
    public func unmeasured(_ rows: [Int]) -> [Int] {
        if hasOwnLengths { return rows.filter { !hasPlace($0) } }
        var (place, block) = (Place(group: 0, block: 0, row: 0), 0..<0)
        return rows.filter { row in
            if !block.contains(row) { (place, _, block) = find(row) }
            return !groups[place.group].blocks[place.block].extents[row - block.lowerBound].isMeasured
        }
    }

    public func kind(_ index: Int) -> UInt16 {
        let place = place(index)
        return groups[place.group].blocks[place.block].kinds[place.row] & ~ExtentBlock.neverAnchor
    }

    public func mayBeAnchor(_ index: Int) -> Bool {
        let place = place(index)
        return groups[place.group].blocks[place.block].kinds[place.row] & ExtentBlock.neverAnchor == 0
    }

    /// The first row that ends beyond `offset`, and where it begins; nil when all end before. A row of no extent is
    /// never found; a gap belongs to the row before it.
    public func firstRow(endingAfter offset: Double) -> (index: Int, top: Double)? {
        if let arrangement {
            return arrangement.firstRow(endingAfter: offset).map { ($0, arrangement.frames[$0].top) }
        }
        var index = 0
        var top = lead
        for group in groups {
            if top + group.sum + gap * Double(group.count) <= offset {
                index += group.count
                top += group.sum + gap * Double(group.count)
                continue
            }
            for block in group.blocks {
                let end = top + block.sum + gap * Double(block.count)
                if end <= offset {
                    index += block.count
                    top = end
                    continue
                }
                for row in 0..<block.count {
                    let length = block.length(row, estimates)
                    if length > 0 && top + length + gap > offset { return (index, top) }
                    top += length + gap
                    index += 1
                }
            }
        }
        return nil
    }

    /// The row at an offset of the content; nil before the first and after the last.
    public func row(at offset: Double) -> Int? {
        offset < lead ? nil : firstRow(endingAfter: offset)?.index
    }
}
