/// Some hundred rows that follow each other: their extents, and the sum.
struct ExtentBlock {
    /// A block that grows beyond this is split, one that shrinks below a quarter joins a neighbour.
    static let capacity = 256
    /// In `kinds`: this row is never an anchor.
    static let neverAnchor: UInt16 = 1 << 15

    private(set) var extents: [PackedExtent]
    private(set) var kinds: [UInt16]
    /// Of the rows whose own extent is known or guessed.
    private(set) var ownSum = 0.0
    /// The others, by kind.
    private(set) var ofKind: [(kind: UInt16, count: Int)] = []
    private(set) var measuredCount = 0
    /// Of all rows, with the estimates of the list.
    private(set) var sum = 0.0

    var count: Int { extents.count }

    init(extents: [PackedExtent], kinds: [UInt16], estimates: KindEstimates) {
        self.extents = extents
        self.kinds = kinds
        add(estimates)
    }

    /// Rows that go by their kind.
    init(ofKinds kinds: ArraySlice<UInt16>, _ estimates: KindEstimates) {
        extents = [PackedExtent](repeating: PackedExtent(.ofKind), count: kinds.count)
        self.kinds = Array(kinds)
        guard let first = kinds.first else { return }
        if kinds.allSatisfy({ $0 == first }) {
            ofKind = [(first, kinds.count)]
        } else {
            for kind in kinds { count(kind) }
        }
        reestimate(estimates)
    }

    /// Adds everything up anew, so that no rounding is left of what was.
    private mutating func add(_ estimates: KindEstimates) {
        ownSum = 0
        measuredCount = 0
        ofKind.removeAll(keepingCapacity: true)
        for index in extents.indices {
            let packed = extents[index]
            if packed.isOfKind {
                count(kinds[index] & ~Self.neverAnchor)
                continue
            }
            ownSum += packed.value
            if packed.isMeasured { measuredCount += 1 }
        }
        reestimate(estimates)
    }

    private mutating func count(_ kind: UInt16) {
        if let index = ofKind.firstIndex(where: { $0.kind == kind }) {
            ofKind[index].count += 1
        } else {
            ofKind.append((kind, 1))
        }
    }

    /// Takes new estimates for rows that go by their kind.
    mutating func reestimate(_ estimates: KindEstimates) {
        sum = ofKind.reduce(ownSum) { $0 + Double($1.count) * estimates[$1.kind] }
    }

    func length(_ index: Int, _ estimates: KindEstimates) -> Double {
        extents[index].isOfKind ? estimates[kinds[index] & ~Self.neverAnchor] : extents[index].value
    }

    /// The sum of the first `count` rows.
    func prefix(_ count: Int, _ estimates: KindEstimates) -> Double {
        if count == self.count { return sum }
        var sum = 0.0
        for index in 0..<count { sum += length(index, estimates) }
        return sum
    }

    mutating func set(_ index: Int, _ extent: PackedExtent, _ estimates: KindEstimates) {
        if extents[index] == extent { return }
        extents[index] = extent
        add(estimates)
    }

    /// What was measured is a guess from now on.
    mutating func forgetMeasurements(_ estimates: KindEstimates) {
        if measuredCount == 0 { return }
        for index in extents.indices where extents[index].isMeasured { extents[index].forgetMeasurement() }
        add(estimates)
    }

    /// The same of some rows, counted in the block; returns those that were measured.
    mutating func forgetMeasurements(of rows: [Int], _ estimates: KindEstimates) -> [Int] {
        let found = rows.filter { extents[$0].isMeasured }
        if found.isEmpty { return [] }
        for index in found { extents[index].forgetMeasurement() }
        add(estimates)
        return found
    }

    mutating func goByKind(_ estimates: KindEstimates) {
        // Blocks that share their memory go on doing so.
        if extents.allSatisfy(\.isOfKind) { return reestimate(estimates) }
        for index in extents.indices { extents[index] = PackedExtent(.ofKind) }
        add(estimates)
    }

    mutating func setAnchor(_ index: Int, _ may: Bool) {
        if may { kinds[index] &= ~Self.neverAnchor } else { kinds[index] |= Self.neverAnchor }
    }

    mutating func replace(
        _ range: Range<Int>, with newExtents: ArraySlice<PackedExtent>, kinds newKinds: ArraySlice<UInt16>,
        _ estimates: KindEstimates
    ) {
        extents.replaceSubrange(range, with: newExtents)
        kinds.replaceSubrange(range, with: newKinds)
        add(estimates)
    }
}
