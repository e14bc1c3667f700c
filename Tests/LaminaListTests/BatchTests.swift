import LaminaList
import Testing

/// Random batches against a model that deletes from the end and inserts from the beginning, row by row.
struct BatchTests {
    private struct Made {
        var batch = Batch()
        var old: [[Int]]
        var new: [[Int]] = []
    }

    private func make(_ random: inout ListRandom) -> Made {
        var next = 1000
        let fresh = { (count: Int) -> [Int] in
            next += count
            return Array(next - count..<next)
        }
        var made = Made(old: (0..<random.below(6)).map { _ in fresh(random.below(8)) })
        var survivors: [[Int]] = []
        for (section, rows) in made.old.enumerated() {
            switch random.below(8) {
            case 0: made.batch.deleteSections.insert(section)
            default:
                var kept: [Int] = []
                for (row, identity) in rows.enumerated() {
                    switch random.below(6) {
                    case 0: made.batch.deleteRows.insert(RowPath(section, row))
                    case 1:
                        made.batch.reloadRows.insert(RowPath(section, row))
                        kept.append(identity)
                    default: kept.append(identity)
                    }
                }
                survivors.append(kept)
            }
        }
        // New sections, ascending, then new rows within those that survive.
        made.new = survivors
        var isNew = [Bool](repeating: false, count: survivors.count)
        for _ in 0..<random.below(3) {
            let at = random.below(made.new.count + 1)
            made.new.insert(fresh(random.below(5)), at: at)
            isNew.insert(true, at: at)
        }
        made.batch.insertSections = Set(isNew.indices.filter { isNew[$0] })
        for section in made.new.indices where !isNew[section] {
            var into: Set<Int> = []
            for _ in 0..<random.below(4) {
                let at = random.below(made.new[section].count + 1)
                made.new[section].insert(contentsOf: fresh(1), at: at)
                into = Set(into.map { $0 >= at ? $0 + 1 : $0 }).union([at])
            }
            for row in into { made.batch.insertRows.insert(RowPath(section, row)) }
        }
        return made
    }

    @Test func randomBatchesMapAsTheModelSays() throws {
        for seed in ListRandom.seeds(10_000) {
            var random = ListRandom(seed: seed)
            let made = make(&random)
            let result = try made.batch.resolve(old: made.old.map(\.count), new: made.new.map(\.count))
            var places: [Int: RowPath] = [:]
            for (section, rows) in made.new.enumerated() {
                for (row, identity) in rows.enumerated() { places[identity] = RowPath(section, row) }
            }
            for (section, rows) in made.old.enumerated() {
                for (row, identity) in rows.enumerated() {
                    let path = RowPath(section, row)
                    let new = result.newRow(path)
                    #expect(new == places[identity], "seed \(seed), \(path)")
                    if let new { #expect(result.oldRow(new) == path, "seed \(seed), \(new)") }
                }
            }
        }
    }

    @Test func aWrongCountIsRefusedAndNamed() {
        var batch = Batch()
        batch.deleteRows = [RowPath(1, 0)]
        do throws(BatchError) {
            _ = try batch.resolve(old: [3, 2], new: [3, 2])
            Issue.record("accepted")
        } catch {
            #expect(error.kind == .rowCountMismatch)
            #expect(
                error.message
                    == "section 1 has 2 items after the update, not 1: 2 before it, 0 inserted, 1 deleted")
        }
    }

    @Test func numbersOutOfAllRangesAreRefused() {
        for wild in [Int.min, -1, 7, Int.max] {
            for change in 0..<8 {
                var batch = Batch()
                switch change {
                case 0: batch.deleteSections = [wild]
                case 1: batch.insertSections = [wild]
                case 2: batch.reloadSections = [wild]
                case 3: batch.moveSections = [Move(from: wild, to: 0)]
                case 4: batch.deleteRows = [RowPath(0, wild)]
                case 5: batch.insertRows = [RowPath(wild, 0)]
                case 6: batch.reloadRows = [RowPath(wild, wild)]
                default: batch.moveRows = [Move(from: RowPath(0, 0), to: RowPath(wild, wild))]
                }
                #expect(throws: BatchError.self) { try batch.resolve(old: [3, 2], new: [3, 2]) }
            }
        }
    }

    @Test func nestedBatchesBecomeOne() throws {
        var nesting = BatchNesting<String>()
        nesting.begin()
        var outer = Batch()
        outer.deleteRows = [RowPath(0, 0)]
        nesting.add(outer)
        nesting.begin()
        var inner = Batch()
        inner.insertRows = [RowPath(0, 2)]
        nesting.add(inner)
        let early = nesting.end("inner")
        #expect(early == nil)
        #expect(nesting.isOpen)
        let end = nesting.end("outer")
        let ended = try #require(end)
        #expect(ended.completions == ["inner", "outer"])
        #expect(ended.batch.deleteRows == [RowPath(0, 0)] && ended.batch.insertRows == [RowPath(0, 2)])
        let late = nesting.end("too often")
        #expect(late == nil)
    }
}
