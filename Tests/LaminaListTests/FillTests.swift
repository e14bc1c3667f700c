import LaminaList
import Testing

/// The first rows of a list come in one go.
struct FillTests {
    @Test func rowsThatComeAtOnceAreThoseThatComeOneByOne() {
        for count in [1, 255, 256, 257, 20_000] {
            let kinds = (0..<count).map { UInt16($0 % 700 / 300) }
            var filled = Extents(estimate: 30)
            filled.insert(kinds: kinds, at: 0)
            var grown = Extents(estimate: 30)
            for (index, kind) in kinds.enumerated() { grown.insert(kind: kind, at: index) }
            for extents in [filled, grown] {
                #expect(extents.count == count && extents.total == Double(count) * 30)
                #expect(extents.kind(count - 1) == kinds[count - 1])
                #expect(extents.top(count / 2) == Double(count / 2) * 30)
            }
            filled.measure(0, 50)
            #expect(filled.measuredCount == 1 && (count == 1 || !filled.isMeasured(count - 1)))
            #expect(filled.length(0) == 50 && filled.length(count - 1) == (kinds[count - 1] == 0 ? 50 : 30))
        }
    }

    @Test func onlyAListThatFollowsItsEndBeginsThere() {
        for follows in [false, true] {
            var scroll = AnchoredScroll(extents: Extents(estimate: 10), view: 100)
            scroll.settings.endAnchor = true
            scroll.settings.follow = follows
            scroll.fill(Rows(count: 50, version: 0))
            #expect(scroll.offset == (follows ? 400 : 0))
        }
    }
}
