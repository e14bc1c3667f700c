import Testing

@testable import LaminaList

/// Rows that stand where a host says, and pages of rows.
struct OwnLayoutTests {
    private func frame(_ top: Double, _ side: Double = 0, _ length: Double = 10, _ breadth: Double = 10) -> RowFrame {
        RowFrame(top: top, side: side, length: length, breadth: breadth)
    }

    private func extents(_ frames: [RowFrame], measures: Bool = false) -> Extents {
        var extents = Extents(estimate: 44)
        extents.insert(kinds: [UInt16](repeating: 0, count: frames.count), at: 0)
        var layout = RowLayout()
        (layout.form, layout.measuresRows) = (.own, measures)
        extents.setLayout(layout, breadth: 100, length: 50)
        extents.setFrames(RowFrames(frames))
        return extents
    }

    @Test func framesSayWhereRowsStandAndWhatTheyMeasure() {
        let own = extents([frame(0), frame(30, 5, 20, 7), frame(8)])
        #expect(own.total == 50)
        #expect(own.length(1) == 20)
        #expect(own.isMeasured(1))
        #expect(own.constraint(1) == .size(breadth: 7, length: 20))
        #expect(extents([frame(0)], measures: true).constraint(0) == .breadth(10))
        #expect(own.rows(from: 5, to: 12) == 0..<3)
        #expect((0..<3).filter { own.isWithin($0, from: 5, to: 12) } == [0, 2])
    }

    @Test func rowsThatComeHaveNoPlace() {
        var own = extents([frame(0), frame(20), frame(40)])
        let map = IndexMap(oldCount: 3, deleted: [0], inserted: [1])
        own.apply(RowChange(map: map)) { _ in 0 }
        own.arrange()
        #expect(own.frame(0) == frame(20))
        #expect(!own.hasPlace(1))
        #expect(own.frame(2) == frame(40))
        #expect(own.total == 50)
        #expect(own.measuredCount == 2)
    }

    @Test func movedRowsKeepTheirFrames() {
        var own = extents([frame(0), frame(20), frame(40)])
        let map = IndexMap(oldCount: 3, deleted: [0], inserted: [2])
        own.apply(RowChange(map: map, moves: [Move(from: 0, to: 2)])) { _ in 0 }
        own.arrange()
        #expect((0..<3).map { own.frame($0).top } == [20, 40, 0])
    }

    @Test func pagesOfTheViewAreAsLongBeforeTheyAreMeasured() {
        var extents = Extents(estimate: 44)
        extents.insert(kinds: [UInt16](repeating: 0, count: 1000), at: 0)
        extents.measure(3, 70)
        var layout = RowLayout()
        layout.form = .pages
        extents.setLayout(layout, breadth: 100, length: 200)
        #expect(extents.total == 200_000)
        #expect(extents.top(500) == 100_000)
        extents.setLayout(layout, breadth: 100, length: 300)
        #expect(extents.total == 300_000)
        extents.setLayout(RowLayout(), breadth: 100, length: 300)
        #expect(extents.top(2) != 600)
    }

    @Test func pagesEndBeforeWhatTheyWouldCut() {
        let rows = (0..<10).map { frame(Double($0) * 30, 0, 30) }
        #expect(PageBreaks.spans(rows, total: 300, page: 100) == [0..<90, 90..<180, 180..<270, 270..<300])
        // A row that is longer than half a page is cut.
        #expect(
            PageBreaks.spans([frame(0, 0, 250), frame(250)], total: 260, page: 100) == [0..<100, 100..<200, 200..<260])
        #expect(PageBreaks.spans([], total: 0, page: 100).isEmpty)
        // Of a line of several, none is cut.
        let line = [frame(0, 0, 80), frame(0, 10, 40), frame(80, 0, 50), frame(80, 10, 20)]
        #expect(PageBreaks.spans(line, total: 130, page: 100) == [0..<80, 80..<130])
    }

    @Test func whatIsAddedBehindAllIsAsMadeAnew() {
        let roles: [RowRole] = [.item, .header, .item, .footer, .item, .start, .item, .header]
        for count in 1..<60 {
            for kept in 1..<count {
                let rows = Rows(
                    (0..<count).map {
                        Row(identity: UInt64($0), role: count % 3 == 0 ? .item : roles[($0 * 7 + count) % 8])
                    })
                var table = SectionTable(Rows(Array(rows[..<kept])))
                table.apply(IndexMap(oldCount: kept, deleted: [], inserted: Array(kept..<count)), rows)
                #expect(table == SectionTable(rows))
            }
        }
    }
}
