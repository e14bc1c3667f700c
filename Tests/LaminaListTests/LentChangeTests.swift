import LaminaList
import Testing

/// Changes that are made with a copy elsewhere, while rows are measured here.
struct LentChangeTests {
    private func scroll(_ rows: [Row], _ random: inout ListRandom) -> AnchoredScroll {
        var scroll = AnchoredScroll(extents: Extents(estimate: 20), view: 100)
        scroll.fill(Rows(rows))
        for _ in 0..<20 where !rows.isEmpty {
            scroll.measure([(random.below(rows.count), Double(1 + random.below(90)))])
        }
        return scroll
    }

    private func other(_ rows: [Row], _ random: inout ListRandom) -> [Row] {
        var rows = rows
        for number in 0..<random.below(300) {
            switch random.below(3) {
            case 0 where !rows.isEmpty: rows.remove(at: random.below(rows.count))
            case 1 where !rows.isEmpty:
                let row = rows.remove(at: random.below(rows.count))
                rows.insert(row, at: random.below(rows.count + 1))
            default:
                let row = Row(identity: UInt64(10_000 + number), kind: UInt16(random.below(3)))
                rows.insert(row, at: random.below(rows.count + 1))
            }
        }
        return rows
    }

    @Test(arguments: ListRandom.seeds(60))
    func whatIsMadeOfACopyIsWhatTheChangeMakes(seed: UInt64) {
        var random = ListRandom(seed: seed)
        let old = (0..<random.below(900)).map { Row(identity: UInt64($0), kind: UInt16(random.below(3))) }
        let new = other(old, &random)
        let change = RowChange(Diff(old: old, new: new))
        var lent = scroll(old, &random)
        var made = lent.lendExtents()
        made.apply(change) { new[$0].kind }
        for _ in 0..<random.below(40) where !old.isEmpty {
            lent.measure([(random.below(old.count), Double(1 + random.below(200)))])
        }
        var plain = lent
        lent.change(change) { extents in
            let isMade = extents.adopt(made, change)
            #expect(isMade)
        }
        plain.change(change) { $0.apply(change) { new[$0].kind } }
        #expect(lent.extents.count == new.count && lent.extents.measuredCount == plain.extents.measuredCount)
        #expect(lent.offset == plain.offset && lent.extents.total == plain.extents.total)
        for row in new.indices {
            #expect(lent.extents.extent(row) == plain.extents.extent(row))
            #expect(lent.extents.kind(row) == plain.extents.kind(row))
        }
    }

    @Test func whatElseChangedTakesNothingOver() {
        let rows = (0..<10).map { Row(identity: UInt64($0)) }
        let change = RowChange(Diff(old: rows, new: Array(rows.dropLast())))
        let others: [(inout AnchoredScroll) -> Void] = [
            { $0.forgetMeasurements() }, { $0.replaceKind(of: 3, with: 1) }, { $0.endLending() },
            { $0.setLayout(RowLayout(), breadth: 100, length: 100) }, { $0.setMayBeAnchor(2, false) },
        ]
        for edit in others {
            var random = ListRandom(seed: 1)
            var scroll = scroll(rows, &random)
            var made = scroll.lendExtents()
            made.apply(change) { rows[$0].kind }
            edit(&scroll)
            scroll.change(change) { extents in
                let isMade = extents.adopt(made, change)
                #expect(!isMade)
                extents.apply(change) { rows[$0].kind }
            }
            #expect(scroll.extents.count == 9)
        }
    }

    @Test func rowsThatWereCountedAreRows() {
        var rows = Rows(count: 5, version: 7)
        #expect(rows.array == (0..<5).map { Row(identity: UInt64($0), version: 7) })
        #expect(rows == Rows(rows.array) && rows != Rows(count: 5, version: 8) && rows != Rows(count: 4, version: 7))
        #expect(rows.countChange(to: Rows(count: 7, version: 7))?.map.inserted == [5, 6])
        #expect(rows.countChange(to: Rows(count: 3, version: 7))?.map.deleted == [3, 4])
        #expect(rows.countChange(to: Rows(count: 5, version: 8)) == nil)
        #expect(rows.countChange(to: Rows(rows.array)) == nil)
        rows[2].version = 9
        #expect(!rows.isCounted && rows.map(\.version) == [7, 7, 9, 7, 7])
        rows.remove(at: 0)
        rows.insert(contentsOf: [Row(identity: 50)], at: 4)
        #expect(rows.map(\.identity) == [1, 2, 3, 4, 50])
    }
}
