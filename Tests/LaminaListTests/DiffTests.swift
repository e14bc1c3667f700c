import LaminaList
import Testing

struct DiffTests {
    /// Rows of few identities, so that some come twice, with few versions.
    private func rows(_ random: inout ListRandom, _ identities: Int) -> [Row] {
        (0..<random.below(30)).map { _ in
            Row(identity: UInt64(random.below(identities)), version: UInt64(random.below(3)))
        }
    }

    /// The length of the longest run of ascending numbers, by trying all (slow and plain).
    private func longestRun(_ numbers: [Int]) -> Int {
        var best = [Int](repeating: 1, count: numbers.count)
        for index in numbers.indices {
            for before in 0..<index where numbers[before] < numbers[index] {
                best[index] = max(best[index], best[before] + 1)
            }
        }
        return best.max() ?? 0
    }

    @Test(arguments: [4, 20, 1000]) func randomDiffsMakeTheNewRowsWithTheFewestMoves(identities: Int) {
        for seed in ListRandom.seeds(2_000) {
            var random = ListRandom(seed: seed)
            let old = rows(&random, identities)
            var new = rows(&random, identities)
            if seed % 3 == 0 { new = old.shuffled(using: &random) }
            for rule in [Diff.MoveRule.minimal, .displaced, .indexChanged] {
                let diff = Diff(old: old, new: new, moves: rule)
                let made = diff.apply(to: old) { new[$0] }
                #expect(made.map(\.identity) == new.map(\.identity), "seed \(seed), \(rule)")
                #expect(diff.matched == old.count - diff.deletes.count, "seed \(seed)")
            }
            // Rows of equal identity matched in order, by counting them.
            let diff = Diff(old: old, new: new)
            var places: [UInt64: [Int]] = [:]
            for (index, row) in old.enumerated() { places[row.identity, default: []].append(index) }
            var partners: [Int] = []
            for row in new where !(places[row.identity] ?? []).isEmpty {
                partners.append(places[row.identity]!.removeFirst())
            }
            #expect(diff.moves.count == partners.count - longestRun(partners), "seed \(seed)")
            #expect(diff.deletes == places.values.flatMap { $0 }.sorted(), "seed \(seed)")
        }
    }

    /// What stands at the end of both is not looked up: the answer must be that of the rules that look up all.
    @Test(arguments: [40, 1000]) func rowsThatStayAtTheEndChangeNothing(identities: Int) {
        for seed in ListRandom.seeds(500) {
            var random = ListRandom(seed: seed)
            let end = (0..<150).map {
                Row(identity: identities < 100 ? UInt64(random.below(identities)) : UInt64(2000 + $0))
            }
            let old = Array(rows(&random, identities).prefix(9)) + end
            var new = Array(rows(&random, identities).prefix(9)) + end
            if seed % 3 == 0 { new[new.count - 1 - random.below(100)].version = 9 }
            let (diff, whole) = (Diff(old: old, new: new), Diff(old: old, new: new, moves: .indexChanged))
            #expect(diff.deletes == whole.deletes && diff.inserts == whole.inserts, "seed \(seed)")
            #expect(diff.updates == whole.updates && diff.matched == whole.matched, "seed \(seed)")
            #expect(diff.apply(to: old) { new[$0] }.map(\.identity) == new.map(\.identity), "seed \(seed)")
        }
    }

    @Test func stagesLeadToTheNewRows() {
        for seed in ListRandom.seeds(500) {
            var random = ListRandom(seed: seed)
            let old = rows(&random, 20)
            let new = rows(&random, 20)
            let stages = Diff(old: old, new: new).stages(old: old, new: new)
            #expect(stages.last?.after ?? old == new, "seed \(seed)")
        }
    }

    @Test func sectionedStagesLeadToTheNewSections() {
        for seed in ListRandom.seeds(500) {
            var random = ListRandom(seed: seed)
            let sections = { () -> [Section] in
                (0..<random.below(5)).map { _ in
                    Section(
                        identity: UInt64(random.below(6)), version: UInt64(random.below(2)),
                        rows: self.rows(&random, 30))
                }
            }
            let old = sections()
            let new = sections()
            let stages = SectionedDiff(old: old, new: new).stages(old: old, new: new)
            #expect(stages.last?.after ?? old == new, "seed \(seed)")
        }
    }

    @Test func nothingChangedIsNothing() {
        let rows = (0..<1000).map { Row(identity: $0) }
        #expect(Diff(old: rows, new: rows).isEmpty)
        #expect(Diff(old: [], new: []).isEmpty)
    }

    @Test func onlyVersionsChanged() {
        let old = (0..<5).map { Row(identity: $0, version: 1) }
        var new = old
        new[0].version = 2
        new[4].version = 2
        let diff = Diff(old: old, new: new)
        #expect(diff.updates == [0, 4])
        #expect(diff.moves.isEmpty && diff.inserts.isEmpty && diff.deletes.isEmpty)
        #expect(diff.matched == 5)
    }

    /// Identities whose lowest bits are all the same, as addresses and counters have them.
    @Test(arguments: [0, 12, 32, 48]) func regularIdentitiesAreNoTrouble(shift: UInt64) {
        let old = (0..<20_000 as Range<UInt64>).map { Row(identity: $0 << shift) }
        let new = Array(old.reversed())
        let diff = Diff(old: old, new: new)
        let distinct = Set(old.map(\.identity)).count
        #expect(diff.matched == old.count)
        #expect(distinct < old.count || diff.moves.count == old.count - 1)
    }
}
