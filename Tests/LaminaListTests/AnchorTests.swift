import LaminaList
import Testing

struct AnchorTests {
    private func scroll(_ count: Int, offset: Double, gap: Double = 0) -> AnchoredScroll {
        var extents = Extents(estimate: 50)
        extents.gap = gap
        extents.insert(kinds: [UInt16](repeating: 0, count: count), at: 0)
        return AnchoredScroll(extents: extents, view: 500, offset: offset)
    }

    /// What is measured later above a row that was jumped to does not move it.
    @Test func aJumpStaysWhateverIsMeasuredAboveIt() throws {
        var scroll = scroll(10_000, offset: 0)
        scroll.scroll(toRow: 9_000)
        let distance = scroll.extents.top(9_000) - scroll.offset
        #expect(distance == 0)
        var random = ListRandom(seed: 7)
        for _ in 0..<2_000 {
            let row = random.below(9_000)
            scroll.measure([(index: row, length: Double(random.below(400)))])
            #expect(abs(scroll.extents.top(9_000) - scroll.offset) < 1e-6)
        }
        #expect(position(scroll) == Position(row: 9_000, within: 0))
    }

    private struct Position: Equatable {
        var row: Int
        var within: Double
    }

    /// The row at the offset, and how far into it.
    private func position(_ scroll: AnchoredScroll) -> Position {
        let found = scroll.extents.firstRow(endingAfter: scroll.offset)
        return Position(row: found?.index ?? -1, within: scroll.offset - (found?.top ?? 0))
    }

    /// A hundred million units down, fractions are as exact as at the top.
    @Test func placesFarDownKeepTheirFractions() {
        var scroll = scroll(2_000_000, offset: 0)
        scroll.scroll(toRow: 1_999_000)
        scroll.scroll(by: 0.125)
        let within = position(scroll).within
        scroll.measure([(index: 3, length: 50.1)])
        #expect(position(scroll).row == 1_999_000)
        #expect(abs(position(scroll).within - within) < 1e-7)
    }

    @Test func gapsBelongToTheRowBefore() {
        var scroll = scroll(100, offset: 0, gap: 10)
        scroll.scroll(to: 55)
        #expect(position(scroll) == Position(row: 0, within: 55))
        #expect(scroll.extents.total == 100 * 50 + 99 * 10)
    }

    @Test func anEmptyListIsNowhere() {
        var scroll = scroll(0, offset: 100)
        #expect(scroll.offset == 0 && scroll.maxOffset == 0 && scroll.anchor == nil)
        scroll.measure([(index: Int, length: Double)]())
        scroll.scrollToEnd()
        scroll.resize(view: 0)
        #expect(scroll.offset == 0)
    }

    /// Pulled beyond an end it stays as far beyond it, whatever is measured or comes at the other end.
    @Test func whatIsPulledBeyondAnEndStaysThere() {
        var scroll = scroll(100, offset: 0)
        scroll.overscroll(to: -30)
        scroll.measure([(index: 0, length: 80), (index: 40, length: 10)])
        #expect(scroll.offset == -30)
        scroll.resize(view: 400)
        #expect(scroll.offset == -30)
        scroll.overscroll(to: scroll.maxOffset + 20)
        scroll.measure([(index: 3, length: 500)])
        #expect(scroll.offset == scroll.maxOffset + 20)
        scroll.settings.endAnchor = true
        scroll.measure([(index: 99, length: 90)])
        #expect(scroll.offset == scroll.maxOffset + 20)
        scroll.resize(view: 300)
        #expect(scroll.offset == scroll.maxOffset + 20)
    }

    /// The row that the list stays at, as one that it was scrolled to, is moved away: what is seen else stays.
    @Test func aRowThatIsMovedAwayIsNotFollowedWhileOthersAreSeen() {
        var scroll = scroll(100, offset: 4400)
        scroll.settings.staysWithSeen = true
        scroll.focus = 97
        let top = scroll.extents.top(95) - scroll.offset
        let change = RowChange(
            map: IndexMap(oldCount: 100, deleted: [97], inserted: [10]), moves: [Move(from: 97, to: 10)])
        scroll.change(change) { $0.apply(change) { _ in 0 } }
        #expect(scroll.extents.top(96) - scroll.offset == top)
    }
}
