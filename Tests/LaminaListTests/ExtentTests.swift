import LaminaList
import Testing

/// The tree of extents against a plain array of numbers.
struct ExtentTests {
    private struct Model {
        var rows: [(extent: Extent, kind: UInt16)] = []

        func length(_ index: Int, _ estimates: KindEstimates) -> Double {
            switch rows[index].extent {
            case .measured(let length), .estimated(let length): length
            case .ofKind: estimates[rows[index].kind]
            }
        }
    }

    private func extent(_ random: inout ListRandom) -> Extent {
        let length = Double(random.below(4) == 0 ? 0 : random.below(300))
        switch random.below(3) {
        case 0: return .measured(length)
        case 1: return .estimated(length)
        default: return .ofKind
        }
    }

    private func compare(_ extents: Extents, _ model: Model, _ random: inout ListRandom, _ seed: UInt64) {
        let lengths = model.rows.indices.map { model.length($0, extents.estimates) }
        #expect(extents.count == lengths.count, "seed \(seed)")
        #expect(extents.total == lengths.reduce(0, +), "seed \(seed)")
        let measured = model.rows.count {
            if case .measured = $0.extent { true } else { false }
        }
        #expect(extents.measuredCount == measured, "seed \(seed)")
        let some = lengths.indices.filter { _ in random.below(3) == 0 }
        #expect(extents.frames(of: some) == some.map(extents.frame), "seed \(seed)")
        #expect(extents.unmeasured(some) == some.filter { !extents.isMeasured($0) }, "seed \(seed)")
        for _ in 0..<5 where !lengths.isEmpty {
            let index = random.below(lengths.count)
            #expect(extents.top(index) == lengths[..<index].reduce(0, +), "seed \(seed), row \(index)")
            #expect(extents.length(index) == lengths[index], "seed \(seed), row \(index)")
            #expect(extents.extent(index) == model.rows[index].extent, "seed \(seed), row \(index)")
            #expect(extents.kind(index) == model.rows[index].kind, "seed \(seed), row \(index)")
            let offset = Double(random.below(Int(extents.total) + 10))
            var top = 0.0
            let found = lengths.indices.first { index in
                top += lengths[index]
                return lengths[index] > 0 && top > offset
            }
            #expect(extents.row(at: offset) == found, "seed \(seed), offset \(offset)")
        }
    }

    /// Whole numbers, so that sums are exact in any order.
    @Test func randomChangesAreThoseOfAnArray() {
        for seed in ListRandom.seeds(15) {
            var random = ListRandom(seed: seed)
            var extents = Extents(estimate: 50)
            var model = Model()
            for _ in 0..<100 {
                let count = model.rows.count
                switch random.below(7) {
                case 0, 1:
                    let at = random.below(count + 1)
                    let rows = (0..<random.below(seed % 4 == 0 ? 900 : 60)).map { _ in
                        (extent: extent(&random), kind: UInt16(random.below(3)))
                    }
                    extents.insert(rows.map(\.extent), kinds: rows.map(\.kind), at: at)
                    model.rows.insert(contentsOf: rows, at: at)
                case 2 where count > 0:
                    let first = random.below(count)
                    let range = first..<min(count, first + random.below(seed % 5 == 0 ? 700 : 40))
                    extents.remove(range)
                    model.rows.removeSubrange(range)
                case 3 where count > 0:
                    let index = random.below(count)
                    let extent = extent(&random)
                    extents.set(index, extent)
                    model.rows[index].extent = extent
                case 4 where count > 0:
                    let index = random.below(count)
                    let length = Double(random.below(200))
                    extents.measure(index, length)
                    model.rows[index].extent = .measured(length)
                case 5 where count > 0:
                    let from = random.below(count)
                    let to = random.below(count)
                    extents.move(from: from, to: to)
                    model.rows.insert(model.rows.remove(at: from), at: to)
                case 6:
                    let share = 1 + random.below(9)
                    let rows = (0..<count).filter { _ in random.below(share) == 0 }
                    extents.forgetMeasurements(of: rows)
                    for row in rows {
                        if case .measured(let length) = model.rows[row].extent {
                            model.rows[row].extent = .estimated(length)
                        }
                    }
                default: break
                }
                compare(extents, model, &random, seed)
            }
        }
    }

    @Test func fractionsLeaveNothingBehind() {
        var extents = Extents()
        for _ in 0..<1000 { extents.append(.measured(0.1)) }
        for index in 0..<1000 { extents.set(index, .measured(0)) }
        #expect(extents.total == 0)
    }

    @Test func estimatesLearnFromRowsOfAKind() {
        var extents = Extents(estimate: 40)
        extents.insert(kinds: (0..<1000).map { UInt16($0 % 2) }, at: 0)
        #expect(extents.total == 40_000)
        var lengths: [Double] = []
        var changes: [Bool] = []
        for (row, length) in [(0, 100.0), (2, 200), (4, 600), (4, 300)] {
            changes.append(extents.measure(row, length))
            lengths.append(extents.length(6))
        }
        // The second changes the mean, the third alone does not yet, and measured again is nothing new.
        #expect(changes == [true, true, false, false])
        #expect(lengths == [100, 150, 150, 150])
        #expect(extents.length(1) == 40)
    }

    @Test func nothingHasNoRows() {
        let extents = Extents()
        #expect(extents.total == 0 && extents.top(0) == 0 && extents.row(at: 0) == nil)
        #expect(extents.rows(from: 0, to: 100) == nil)
    }
}
