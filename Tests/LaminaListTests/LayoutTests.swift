import Testing

@testable import LaminaList

/// Layouts of rows, as functions of their sizes.
struct LayoutTests {
    private func frames(
        _ layout: RowLayout, _ sizes: [(length: Double, breadth: Double)], breadth: Double = 100, wide: Set<Int> = []
    ) -> (frames: [RowFrame], end: Double) {
        var arranger = RowArranger(layout, breadth: breadth)
        let frames = sizes.enumerated().map { row, size in
            arranger.place(length: size.length, breadth: size.breadth, isWide: wide.contains(row))
        }
        return (frames, arranger.end)
    }

    private func layout(_ form: RowLayout.Form, lanes: Int = 0, spacing: Double = 0) -> RowLayout {
        var layout = RowLayout()
        layout.form = form
        layout.laneCount = lanes
        (layout.lineSpacing, layout.laneSpacing) = (spacing, spacing)
        return layout
    }

    @Test func gridLinesAreAsLongAsTheirLongestRow() {
        let (found, end) = frames(layout(.grid, lanes: 2, spacing: 10), [(20, 0), (30, 0), (5, 0)])
        #expect(found.map(\.top) == [0, 0, 40])
        #expect(found.map(\.side) == [0, 55, 0])
        #expect(found.allSatisfy { $0.breadth == 45 })
        #expect(end == 45)
    }

    @Test func masonryFillsTheShortestLane() {
        let (found, end) = frames(layout(.masonry, lanes: 2), [(20, 0), (5, 0), (10, 0), (30, 0)])
        #expect(found.map(\.top) == [0, 0, 5, 15])
        #expect(found.map(\.side) == [0, 50, 50, 50])
        #expect(end == 45)
    }

    @Test func flowWrapsWhatDoesNotFit() {
        let (found, end) = frames(layout(.flow, spacing: 5), [(10, 40), (20, 40), (10, 40), (7, 500)])
        #expect(found.map(\.top) == [0, 0, 25, 40])
        #expect(found.map(\.side) == [0, 45, 0, 0])
        #expect(found.map(\.breadth) == [40, 40, 40, 100])
        #expect(end == 47)
    }

    @Test func headersEndLines() {
        let (found, _) = frames(layout(.grid, lanes: 3), [(10, 0), (8, 0), (10, 0), (10, 0)], wide: [1])
        #expect(found.map(\.top) == [0, 10, 18, 18])
        #expect(found[1].breadth == 100)
    }

    @Test func insetsAndRoom() {
        var gallery = layout(.gallery)
        (gallery.itemBreadth, gallery.itemLength) = (30, 10)
        (gallery.near, gallery.far, gallery.lead, gallery.trail) = (5, 5, 7, 9)
        let (found, end) = frames(gallery, [(10, 0), (10, 0), (10, 0), (10, 0)])
        #expect(found.map(\.side) == [5, 35, 65, 5])
        #expect(found.map(\.top) == [7, 7, 7, 17])
        #expect(end == 36)
        #expect(frames(gallery, []).end == 16)
    }

    /// Questions of an arrangement against a search through all frames.
    @Test func spansAgreeWithASearch() {
        for seed in ListRandom.seeds(40) {
            var random = ListRandom(seed: seed)
            let form = RowLayout.Form.allCases[1 + random.below(3)]
            var sizes: [(Double, Double)] = []
            for _ in 0..<random.below(60) { sizes.append((Double(1 + random.below(30)), Double(5 + random.below(60)))) }
            let (found, end) = frames(layout(form, lanes: 1 + random.below(4), spacing: 3), sizes)
            let arrangement = Arrangement(found, total: end)
            for _ in 0..<20 {
                let begin = Double(random.below(300)) - 20
                let stop = begin + Double(1 + random.below(80))
                let first = found.firstIndex { $0.end > begin }
                #expect(arrangement.firstRow(endingAfter: begin) == first, "seed \(seed)")
                let inside = found.indices.filter { found[$0].end > begin && found[$0].top < stop }
                let span = arrangement.rows(from: begin, to: stop)
                #expect(inside.allSatisfy { span?.contains($0) ?? false }, "seed \(seed)")
                if let span { #expect(inside.contains(span.lowerBound) || inside.isEmpty, "seed \(seed)") }
            }
        }
    }
}

/// Sections that rows say, and batches over them.
struct SectionTests {
    private func rows(_ text: String) -> [Row] {
        text.enumerated().map { number, letter in
            let role: RowRole =
                switch letter {
                case "h": .header
                case "f": .footer
                case "s": .start
                default: .item
                }
            return Row(identity: UInt64(number), role: role)
        }
    }

    @Test func rolesMakeSections() {
        let table = SectionTable(Rows(rows("iihiififsi")))
        #expect(table.counts == [2, 2, 1, 1])
        #expect(table.sections[1].header == 2)
        #expect(table.sections[1].footer == 5)
        #expect(table.sections[2].header == nil)
        #expect(table.sections[3].rows == 8..<10)
        #expect(table.path(of: 4) == RowPath(1, 1))
        #expect(table.path(of: 5) == nil)
        #expect(table.section(of: 5) == 1)
        #expect(table.row(at: RowPath(3, 0)) == 9)
        #expect(table.row(at: RowPath(3, 1)) == nil)
        #expect(SectionTable(Rows(rows(""))).counts == [0])
    }

    @Test func batchesSpeakOfItems() throws {
        let old = rows("hiihif")
        var batch = Batch()
        batch.deleteRows = [RowPath(0, 0)]
        batch.moveSections = [Move(from: 1, to: 0)]
        let new = [old[3], old[4], old[5], old[0], old[2]]
        let found = try BatchRows(batch, old: Rows(old), new: Rows(new))
        for (index, row) in old.enumerated() {
            let to = new.firstIndex(of: row)
            #expect(found.change.newIndex(index) == to)
        }
        #expect(found.change.map.newCount == 5)
    }

    /// Counts add up, but another row goes than the batch says.
    @Test func rowsThatAreOthersThanTheBatchSaysAreRefused() throws {
        let old = rows("iii")
        var batch = Batch()
        batch.deleteRows = [RowPath(0, 0)]
        _ = try BatchRows(batch, old: Rows(old), new: Rows([old[1], old[2]]))
        do {
            _ = try BatchRows(batch, old: Rows(old), new: Rows([old[0], old[1]]))
            Issue.record("taken")
        } catch {
            #expect(error.kind == .identityMismatch && error.section == 0 && error.row == 1)
            #expect(error.message.contains("item 1 of section 0"))
        }
        batch.deleteRows = []
        batch.reloadRows = [RowPath(0, 1)]
        _ = try BatchRows(batch, old: Rows(old), new: Rows([old[0], Row(identity: 99, role: .item), old[2]]))
    }

    @Test func numbersThatDoNotAddUpAreRefused() {
        var batch = Batch()
        batch.insertRows = [RowPath(0, 0)]
        #expect(throws: BatchError.self) { try BatchRows(batch, old: Rows(rows("hii")), new: Rows(rows("hii"))) }
        #expect(throws: BatchError.self) { try BatchRows(batch, old: Rows(rows("hii")), new: Rows(rows("hiihi"))) }
    }
}
