/// What changes extents. Where a layout places rows, `arrange` is to follow.
extension Extents {
    public mutating func set(_ index: Int, _ extent: Extent, breadth: Double = 0) {
        set(index, PackedExtent(extent, breadth: breadth))
    }

    private mutating func set(_ index: Int, _ extent: PackedExtent) {
        noted?.append(index)
        let place = place(index)
        groups[place.group].blocks[place.block].set(place.row, extent, estimates)
        groups[place.group].add()
    }

    /// Keeps what a row measured, and learns from it. Whether estimates of other rows changed.
    @discardableResult
    public mutating func measure(_ index: Int, _ length: Double, breadth: Double = 0) -> Bool {
        let isFirst = !isMeasured(index)
        let kind = kind(index)
        set(index, .measured(length), breadth: breadth)
        guard isFirst, estimates.learn(length, kind: kind) else { return false }
        reestimate()
        return true
    }

    /// Estimates are others.
    mutating func reestimate() {
        for group in groups.indices {
            for block in groups[group].blocks.indices { groups[group].blocks[block].reestimate(estimates) }
            groups[group].add()
        }
    }

    public mutating func setMayBeAnchor(_ index: Int, _ may: Bool) {
        noted = nil
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
    mutating func fill(_ rows: Rows) {
        if !rows.isCounted { return fill(rows.array.map(\.kind)) }
        // All blocks but the last are one.
        let (step, count) = (ExtentBlock.capacity, rows.count)
        let kinds = [UInt16](repeating: 0, count: step)
        var blocks = [ExtentBlock](repeating: ExtentBlock(ofKinds: kinds[...], estimates), count: count / step)
        if count % step > 0 { blocks.append(ExtentBlock(ofKinds: kinds[..<(count % step)], estimates)) }
        fill(blocks, count: count)
    }

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
        fill(blocks, count: kinds.count)
    }

    private mutating func fill(_ blocks: [ExtentBlock], count: Int) {
        noted = nil
        groups = stride(from: 0, to: blocks.count, by: Group.capacity).map {
            var group = Group(blocks: Array(blocks[$0..<min($0 + Group.capacity, blocks.count)]))
            group.add()
            return group
        }
        self.count = count
    }

    /// Puts rows before `index`, with as many kinds.
    public mutating func insert(_ extents: [Extent], kinds: [UInt16], at index: Int) {
        insert(extents.map { PackedExtent($0) }, kinds: kinds, at: index)
    }

    mutating func insert(_ extents: [PackedExtent], kinds: [UInt16], at index: Int) {
        if extents.isEmpty { return }
        noted = nil
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
        let extent = packed(from)
        let kind = kind(from)
        let mayBeAnchor = mayBeAnchor(from)
        remove(from..<from + 1)
        insert([extent], kinds: [kind], at: to)
        setMayBeAnchor(to, mayBeAnchor)
    }

    /// Does what a change of rows did: kept and moved rows keep their extents, new ones go by their kind.
    public mutating func apply(_ change: RowChange, kind: (Int) -> UInt16) {
        let map = change.map
        if isOwn { moveFrames(change) }
        let changed = map.deleted.count + map.inserted.count
        if changed > 64 && changed * 16 > map.oldCount {
            rebuild(change, kind)
            return
        }
        let origins = Dictionary(change.moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        let moved = origins.mapValues { (packed($0), mayBeAnchor($0)) }
        for range in map.deleted.runs.reversed() { remove(range) }
        for range in map.inserted.runs {
            insert(kinds: range.map(kind), at: range.lowerBound)
            for row in range {
                guard let (extent, mayBeAnchor) = moved[row] else { continue }
                set(row, extent)
                setMayBeAnchor(row, mayBeAnchor)
            }
        }
    }

    // MARK: - Changes that are made elsewhere

    /// Takes over what `change` made of a copy that was lent, with what was measured since. False where more than that
    /// has changed, and nothing is taken over.
    public mutating func adopt(_ made: Extents, _ change: RowChange) -> Bool {
        guard let noted, made.count == change.map.newCount, change.map.oldCount == count else { return false }
        if isOwn { moveFrames(change) }
        var made = made
        (made.estimates, made.arrangement, made.noted) = (estimates, arrangement, nil)
        if !noted.isEmpty { made.reestimate() }
        for row in Set(noted) {
            if let to = change.newIndex(row) { made.set(to, packed(row)) }
        }
        self = made
        return true
    }

    /// All rows anew, for changes of many.
    mutating func rebuild(_ change: RowChange, _ kind: (Int) -> UInt16) {
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

    var rows: [(PackedExtent, UInt16)] {
        groups.flatMap { group in group.blocks.flatMap { zip($0.extents, $0.kinds) } }
    }

    /// The row is of another kind now, and nothing is known of its extent.
    public mutating func replaceKind(of index: Int, with kind: UInt16) {
        remove(index..<index + 1)
        insert(.ofKind, kind: kind, at: index)
    }

    /// All rows go by their kind: where all are as long, nothing is worth a guess.
    mutating func goByKind() {
        noted = nil
        for group in groups.indices {
            for block in groups[group].blocks.indices { groups[group].blocks[block].goByKind(estimates) }
            groups[group].add()
        }
    }

    /// What was measured is but a guess from now on: rows have another width.
    public mutating func forgetMeasurements() {
        noted = nil
        for group in groups.indices where groups[group].measuredCount > 0 {
            for block in groups[group].blocks.indices {
                groups[group].blocks[block].forgetMeasurements(estimates)
            }
            groups[group].add()
        }
    }

    /// The same of some rows, in ascending order; they keep their lengths.
    public mutating func forgetMeasurements(of rows: [Int]) {
        var next = 0
        while next < rows.count {
            let place = place(rows[next])
            let first = rows[next] - place.row
            let end = first + groups[place.group].blocks[place.block].count
            let within = rows[next...].prefix { $0 < end }
            let found = groups[place.group].blocks[place.block].forgetMeasurements(
                of: within.map { $0 - first }, estimates)
            noted?.append(contentsOf: found.map { first + $0 })
            if !found.isEmpty { groups[place.group].add() }
            next += within.count
        }
    }

    public mutating func remove(_ range: Range<Int>) {
        noted = nil
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
