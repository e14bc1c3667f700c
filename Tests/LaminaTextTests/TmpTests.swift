import Testing
@testable import LaminaText
@Suite struct TmpTests {
    @Test func tmp() throws {
        let s = "ظج 习亼仧仈仟. m (s) קטתזוצוגתי זעהףאזףמנף. שוא ט zhyvarjz. oidt طحت nuzqk 👍🏽👍🏽❤️👨‍👩‍👧🎉🎉1️⃣ (👍🏽) 乃乺买亻丗临亸伀仇"
        for w in [130.0, 170, 200, 250] {
        let raw = RawPango("DejaVu Sans 14px", width: w)
        let e = raw.lay(s)
        let m = TextEngine(try makeFonts()).measure(makeText(s), options(), maximumWidth: w)
        print("W", w, difference(m.raw, e) ?? "same")
        for (i, l) in m.lines.enumerated() { print(i, l.bytes, l.width, i < e.lines.count ? e.lines[i].width/1024 : -1) }
        }
    }
}
