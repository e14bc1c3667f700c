/// The extents of all rows of a list: where each begins, and which lies at an offset. Rows stand in blocks and blocks
/// in groups, each with its sum and count, so that a question or a change looks at some hundred numbers, whatever the
/// length of the list. Ten bytes a row.
public struct Extents: Sendable {
    /// Between two rows; none before the first or after the last.
    public var gap = 0.0
    /// Before the first row.
    public var lead = 0.0

    private struct Group {
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
    private struct Place {
        var group: Int
        var block: Int
        var row: Int
    }
    private var groups: [Group] = []
    private(set) public var estimates: KindEstimates
    private(set) public var count = 0

    /// `estimate`: the extent of rows of a kind of which none was measured yet.
    public init(estimate: Double = 44) {
        estimates = KindEstimates(initial: estimate)
    }

    // MARK: - Questions

    public var measuredCount: Int { groups.reduce(0) { $0 + $1.measuredCount } }

    /// The extent of everything: the lead, all rows and the gaps between them.
    public var total: Double {
        count == 0 ? 0 : lead + groups.reduce(0) { $0 + $1.sum } + gap * Double(count - 1)
    }

    /// Where a row begins; `index` may be the number of rows, where the next one would begin.
    public func top(_ index: Int) -> Double {
        var left = index
        var top = lead + gap * Double(index)
        for group in groups {
            if left >= group.count {
                left -= group.count
                top += group.sum
                continue
            }
            for block in group.blocks {
                if left < block.count { return top + block.prefix(left, estimates) }
                left -= block.count
                top += block.sum
            }
        }
        return top
    }

    public func length(_ index: Int) -> Double {
        let place = place(index)
        return groups[place.group].blocks[place.block].length(place.row, estimates)
    }

    public func extent(_ index: Int) -> Extent {
        let place = place(index)
        return groups[place.group].blocks[place.block].extents[place.row].extent
    }

    public func isMeasured(_ index: Int) -> Bool {
        let place = place(index)
        return groups[place.group].blocks[place.block].extents[place.row].isMeasured
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

    // MARK: - Changes

    public mutating func set(_ index: Int, _ extent: Extent) {
        let place = place(index)
        groups[place.group].blocks[place.block].set(place.row, PackedExtent(extent), estimates)
        groups[place.group].add()
    }

    /// Keeps what a row measured, and learns from it. Whether estimates of other rows changed.
    @discardableResult
    public mutating func measure(_ index: Int, _ length: Double) -> Bool {
        let isFirst = !isMeasured(index)
        let kind = kind(index)
        set(index, .measured(length))
        guard isFirst, estimates.learn(length, kind: kind) else { return false }
        for group in groups.indices {
            for block in groups[group].blocks.indices { groups[group].blocks[block].reestimate(estimates) }
            groups[group].add()
        }
        return true
    }

    public mutating func setMayBeAnchor(_ index: Int, _ may: Bool) {
        let place = place(index)
        groups[place.group].blocks[place.block].setAnchor(place.row, may)
    }

    public mutating func append(_ extent: Extent = .ofKind, kind: UInt16 = 0) { insert(extent, kind: kind, at: count) }

    public mutating func insert(_ extent: Extent = .ofKind, kind: UInt16 = 0, at index: Int) {
        insert([PackedExtent(extent)], kinds: [kind], at: index)
    }

    /// Puts rows that go by their kind before `index`.
    public mutating func insert(kinds: [UInt16], at index: Int) {
        if count == 0 { return fill(kinds) }
        insert([PackedExtent](repeating: PackedExtent(.ofKind), count: kinds.count), kinds: kinds, at: index)
    }

    /// The rows of an empty list, which may be millions.
    private mutating func fill(_ kinds: [UInt16]) {
        let step = ExtentBlock.capacity
        var blocks: [ExtentBlock] = []
        blocks.reserveCapacity(kinds.count / step + 1)
        // Blocks of one kind share their memory until one of their rows is measured.
        var shared: (kind: UInt16, block: ExtentBlock)?
        for first in stride(from: 0, to: kinds.count, by: step) {
            let part = kinds[first..<min(first + step, kinds.count)]
            let kind = kinds[first]
            if part.count < step || !part.allSatisfy({ $0 == kind }) {
                blocks.append(ExtentBlock(ofKinds: part, estimates))
            } else if let shared, shared.kind == kind {
                blocks.append(shared.block)
            } else {
                let block = ExtentBlock(ofKinds: part, estimates)
                shared = (kind, block)
                blocks.append(block)
            }
        }
        groups = stride(from: 0, to: blocks.count, by: Group.capacity).map {
            var group = Group(blocks: Array(blocks[$0..<min($0 + Group.capacity, blocks.count)]))
            group.add()
            return group
        }
        count = kinds.count
    }

    /// Puts rows before `index`, with as many kinds.
    public mutating func insert(_ extents: [Extent], kinds: [UInt16], at index: Int) {
        insert(extents.map(PackedExtent.init), kinds: kinds, at: index)
    }

    private mutating func insert(_ extents: [PackedExtent], kinds: [UInt16], at index: Int) {
        if extents.isEmpty { return }
        if groups.isEmpty {
            groups = [Group(blocks: [ExtentBlock(extents: [], kinds: [], estimates: estimates)])]
        }
        count += extents.count
        var place = index == count - extents.count ? end : place(index)
        for first in stride(from: 0, to: extents.count, by: ExtentBlock.capacity) {
            let part = first..<min(first + ExtentBlock.capacity, extents.count)
            groups[place.group].blocks[place.block].replace(
                place.row..<place.row, with: extents[part], kinds: kinds[part], estimates)
            place.row += part.count
            split(&place)
        }
        groups[place.group].add()
    }

    /// Takes a row out and puts it where `to` counts without it.
    public mutating func move(from: Int, to: Int) {
        let extent = extent(from)
        let kind = kind(from)
        let mayBeAnchor = mayBeAnchor(from)
        remove(from..<from + 1)
        insert(extent, kind: kind, at: to)
        setMayBeAnchor(to, mayBeAnchor)
    }

    /// Does what a change of rows did: kept and moved rows keep their extents, new ones go by their kind.
    public mutating func apply(_ change: RowChange, kind: (Int) -> UInt16) {
        let map = change.map
        let changed = map.deleted.count + map.inserted.count
        if changed > 64 && changed * 16 > map.oldCount {
            rebuild(change, kind)
            return
        }
        let origins = Dictionary(change.moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        let moved = origins.mapValues { (extent($0), self.kind($0), mayBeAnchor($0)) }
        for range in map.deleted.runs.reversed() { remove(range) }
        for range in map.inserted.runs {
            insert(kinds: range.map(kind), at: range.lowerBound)
            for row in range {
                guard let (extent, _, mayBeAnchor) = moved[row] else { continue }
                set(row, extent)
                setMayBeAnchor(row, mayBeAnchor)
            }
        }
    }

    /// All rows anew, for changes of many.
    private mutating func rebuild(_ change: RowChange, _ kind: (Int) -> UInt16) {
        let map = change.map
        let old = rows
        var new = [(PackedExtent, UInt16)]()
        new.reserveCapacity(map.newCount)
        let origins = Dictionary(change.moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        var (inserted, deleted) = (map.inserted[...], map.deleted[...])
        var from = 0
        for to in 0..<map.newCount {
            if inserted.first == to {
                inserted.removeFirst()
                new.append(origins[to].map { old[$0] } ?? (PackedExtent(.ofKind), kind(to)))
                continue
            }
            while deleted.first == from {
                deleted.removeFirst()
                from += 1
            }
            new.append(old[from])
            from += 1
        }
        groups = []
        count = 0
        insert(new.map(\.0), kinds: new.map(\.1), at: 0)
    }

    private var rows: [(PackedExtent, UInt16)] {
        groups.flatMap { group in group.blocks.flatMap { zip($0.extents, $0.kinds) } }
    }

    /// The row is of another kind now, and nothing is known of its extent.
    public mutating func replaceKind(of index: Int, with kind: UInt16) {
        remove(index..<index + 1)
        insert(.ofKind, kind: kind, at: index)
    }

    /// What was measured is but a guess from now on: rows have another width.
    public mutating func forgetMeasurements() {
        let old = rows
        groups = []
        count = 0
        let guesses = old.map { $0.0.isMeasured ? PackedExtent(.estimated($0.0.value)) : $0.0 }
        insert(guesses, kinds: old.map(\.1), at: 0)
    }

    public mutating func remove(_ range: Range<Int>) {
        var left = range.count
        while left > 0 {
            let place = place(range.lowerBound)
            let block = groups[place.group].blocks[place.block]
            let taken = min(left, block.count - place.row)
            if taken == block.count {
                groups[place.group].blocks.remove(at: place.block)
            } else {
                groups[place.group].blocks[place.block].replace(
                    place.row..<place.row + taken, with: [], kinds: [], estimates)
                joinIfSmall(place)
            }
            groups[place.group].add()
            if groups[place.group].blocks.isEmpty { groups.remove(at: place.group) }
            left -= taken
            count -= taken
        }
    }
}

// MARK: - The tree

extension Extents {
    private var end: Place {
        let group = groups.count - 1
        let block = groups[group].blocks.count - 1
        return Place(group: group, block: block, row: groups[group].blocks[block].count)
    }

    private func place(_ index: Int) -> Place {
        precondition(index >= 0 && index < count, "no such row")
        var left = index
        var group = 0
        while left >= groups[group].count {
            left -= groups[group].count
            group += 1
        }
        var block = 0
        while left >= groups[group].blocks[block].count {
            left -= groups[group].blocks[block].count
            block += 1
        }
        return Place(group: group, block: block, row: left)
    }

    /// Splits the block and the group at `place` where they have grown too large; the place moves with its row.
    private mutating func split(_ place: inout Place) {
        let block = groups[place.group].blocks[place.block]
        if block.count <= ExtentBlock.capacity { return }
        // What is appended fills blocks; what comes between rows halves them, so that there is room for more.
        let cut = place.row == block.count ? ExtentBlock.capacity : block.count / 2
        groups[place.group].blocks[place.block] = ExtentBlock(
            extents: Array(block.extents[..<cut]), kinds: Array(block.kinds[..<cut]), estimates: estimates)
        let rest = ExtentBlock(
            extents: Array(block.extents[cut...]), kinds: Array(block.kinds[cut...]), estimates: estimates)
        groups[place.group].blocks.insert(rest, at: place.block + 1)
        if place.row >= cut {
            place.row -= cut
            place.block += 1
        }
        groups[place.group].add()
        splitGroup(&place)
    }

    private mutating func splitGroup(_ place: inout Place) {
        let blocks = groups[place.group].blocks
        if blocks.count <= Group.capacity { return }
        let cut = place.block == blocks.count - 1 ? Group.capacity : blocks.count / 2
        groups[place.group].blocks = Array(blocks[..<cut])
        groups[place.group].add()
        var rest = Group(blocks: Array(blocks[cut...]))
        rest.add()
        groups.insert(rest, at: place.group + 1)
        if place.block >= cut {
            place.block -= cut
            place.group += 1
        }
    }

    private mutating func joinIfSmall(_ place: Place) {
        let blocks = groups[place.group].blocks
        guard blocks[place.block].count < ExtentBlock.capacity / 4, blocks.count > 1 else { return }
        let first = place.block > 0 ? place.block - 1 : 0
        guard blocks[first].count + blocks[first + 1].count <= ExtentBlock.capacity else { return }
        groups[place.group].blocks[first] = ExtentBlock(
            extents: blocks[first].extents + blocks[first + 1].extents,
            kinds: blocks[first].kinds + blocks[first + 1].kinds, estimates: estimates)
        groups[place.group].blocks.remove(at: first + 1)
    }
}

extension [Int] {
    /// Numbers that follow each other, as ranges; the numbers ascend.
    var runs: [Range<Int>] {
        var runs: [Range<Int>] = []
        for number in self {
            if let last = runs.last, last.upperBound == number {
                runs[runs.count - 1] = last.lowerBound..<number + 1
            } else {
                runs.append(number..<number + 1)
            }
        }
        return runs
    }
}
