/// What a change did to the order of rows.
public struct RowChange: Equatable, Sendable {
    /// Where rows lie now. Moved rows count as deleted and inserted here: they are no anchor for that change.
    public var map: IndexMap
    public var moves: [Move<Int>]

    public init(map: IndexMap, moves: [Move<Int>] = []) {
        self.map = map
        self.moves = moves
    }

    public init(_ diff: Diff) { self.init(map: diff.map, moves: diff.moves) }

    /// Where an old row lies now, moved or not.
    public func newIndex(_ old: Int) -> Int? { map.newIndex(old) ?? moves.first { $0.from == old }?.to }

    /// More rows than before, and the last one is new.
    var isAppend: Bool {
        let last = map.newCount - 1
        return map.newCount > map.oldCount && map.oldIndex(last) == nil && !moves.contains { $0.to == last }
    }
}

extension AnchoredScroll {
    /// The row that keeps its place in a change: its new index, and its distance to the offset.
    private struct Keeper {
        var index: Int
        var distance: Double
    }

    /// Other rows, or another order: `apply` does to the extents what `change` says. `view`: another extent of the view
    /// with them.
    public mutating func change(_ change: RowChange, view: Double? = nil, apply: (inout Extents) -> Void) {
        let written = offset
        let was = written + pending
        let (pinned, excess) = (isPinned, settings.staysWithSeen ? excess : 0)
        let keeper = anchor(at: was).flatMap { successor(of: $0, was, change) }
        apply(&extents)
        extents.arrange()
        self.view = view ?? self.view
        focus = focus.flatMap(change.newIndex)
        kept = keeper?.index
        let isAnimating = target != nil
        target = target.flatMap(change.newIndex)
        var goal = was
        if isAnimating {
            // Nothing is compensated on the way to a row.
        } else if pinned && (settings.follow || !change.isAppend) {
            goal = maxOffset + excess
        } else if let keeper {
            goal = extents.top(keeper.index) - keeper.distance
        }
        finish(goal, written: written, excess: excess)
    }

    /// A copy for a change that is made elsewhere: the extents note what is measured until they adopt it.
    public mutating func lendExtents() -> Extents {
        let copy = extents
        extents.noted = []
        return copy
    }

    /// What was lent is not wanted any more.
    public mutating func endLending() { extents.noted = nil }

    /// The first rows of a list that has none: an append, which only a list that follows its end goes along with.
    public mutating func fill(_ rows: Rows, wideRows: Set<Int> = []) {
        precondition(extents.count == 0, "the list has rows")
        let follows = isPinned && settings.follow
        extents.fill(rows)
        extents.wideRows = wideRows
        extents.arrange()
        pending = 0
        offset = follows ? maxOffset : 0
    }

    /// Rows were measured: `lengths` by index.
    public mutating func measure(_ lengths: [(index: Int, length: Double)]) {
        measure(lengths.map { ($0.index, $0.length, 0) })
    }

    /// The same with breadths, for layouts that leave them to the rows.
    public mutating func measure(_ sizes: [(index: Int, length: Double, breadth: Double)]) {
        let written = offset
        let was = written + pending
        let (pinned, maxBefore, excess) = (isPinned, maxOffset, excess)
        let anchor = anchor(at: was)
        let anchorLength = anchor.map { extents.length($0.index) } ?? 0
        let wasMeasured = anchor.map { extents.isMeasured($0.index) } ?? true
        for (index, length, breadth) in sizes { extents.measure(index, length, breadth: breadth) }
        extents.arrange()
        var goal = was
        if target != nil {
            // As above.
        } else if pinned {
            goal = maxOffset + excess
        } else if let anchor {
            goal = extents.top(anchor.index) - (anchor.top - was)
            // The first time a row across the fold is measured its end stays, for the reader came from there or sees
            // nothing else of it. Later its beginning stays. The end of the list stays in view while it is guessed.
            let isEnd = anchor.index == focus && was >= maxBefore
            let isAcross = anchor.top < was + settings.inset && extents.isMeasured(anchor.index)
            if !wasMeasured && (isEnd || isAcross) { goal += extents.length(anchor.index) - anchorLength }
        }
        finish(goal, written: written, excess: excess)
    }

    /// A row is of another kind now, and nothing is known of its extent.
    public mutating func replaceKind(of index: Int, with kind: UInt16) {
        keepingAnchor { $0.replaceKind(of: index, with: kind) }
    }

    /// What was measured is but a guess from now on: rows have another width.
    public mutating func forgetMeasurements() { keepingAnchor { $0.forgetMeasurements() } }

    /// The same of rows whose content is another one, in ascending order: they keep their lengths until they are
    /// measured again.
    public mutating func forgetMeasurements(of rows: [Int]) { extents.forgetMeasurements(of: rows) }

    /// Another layout, of the host's own, with where all rows stand in it.
    public mutating func setFrames(_ frames: RowFrames, _ layout: RowLayout, breadth: Double, length: Double) {
        keepingAnchor {
            $0.setLayout(layout, breadth: breadth, length: length)
            $0.setFrames(frames)
        }
    }

    /// The same rows with other extents.
    mutating func keepingAnchor(view: Double? = nil, _ body: (inout Extents) -> Void) {
        change(RowChange(map: IndexMap(oldCount: extents.count, deleted: [], inserted: [])), view: view, apply: body)
    }

    /// The anchor itself, else the next survivor after it, else the nearest before it; each keeps its own distance. Of
    /// rows that are moved, as when all are sorted, only one in view, where no other survives there.
    private func successor(of anchor: (index: Int, top: Double), _ was: Double, _ change: RowChange) -> Keeper? {
        let map = change.map
        if let index = map.newIndex(anchor.index) { return Keeper(index: index, distance: anchor.top - was) }
        if settings.staysWithSeen, let seen = survivor(inViewFrom: anchor, was, change) { return seen }
        let after = (anchor.index + 1)..<max(anchor.index + 1, extents.count)
        let before = (0..<anchor.index).reversed()
        let survives = { (old: Int) in map.newIndex(old) != nil && extents.mayBeAnchor(old) }
        guard let old = after.first(where: survives) ?? before.first(where: survives) else { return nil }
        // A page that follows takes the place of the one that goes.
        let isPage = extents.layout.form == .pages && old > anchor.index
        return map.newIndex(old).map { Keeper(index: $0, distance: (isPage ? anchor.top : extents.top(old)) - was) }
    }

    /// The first row in view that survives, from the anchor on or at all; else the first that is moved.
    private func survivor(
        inViewFrom anchor: (index: Int, top: Double), _ was: Double, _ change: RowChange
    ) -> Keeper? {
        var moved: Keeper?
        for start in [anchor, extents.firstRow(endingAfter: was + settings.inset) ?? anchor] {
            var (index, top) = start
            while index < extents.count && top < was + view {
                if extents.mayBeAnchor(index) && extents.length(index) > 0 {
                    if let new = change.map.newIndex(index) { return Keeper(index: new, distance: top - was) }
                    if moved == nil, let new = change.newIndex(index) {
                        moved = Keeper(index: new, distance: top - was)
                    }
                }
                index += 1
                top = extents.top(index)
            }
        }
        return moved
    }

    /// `excess`: how far it was scrolled beyond an end before.
    private mutating func finish(_ goal: Double, written: Double, excess: Double) {
        let goal = clamped(goal, excess: excess)
        if isHeld {
            offset = clamped(written, excess: excess)
            pending = goal - offset
        } else {
            offset = goal
        }
    }
}
