import LaminaGeometry
import LaminaText
import Testing

/// Lines that are narrower than three ems, where Pango breaks no word.
@Suite struct NarrowTests {
    private func lines(_ string: String, _ engine: TextEngine, _ width: Double, _ wrap: TextWrap) -> MeasuredText {
        engine.measure(
            makeText(string, CharacterAttributes(family: "DejaVu Sans", size: 20)), options { $0.wrap = wrap },
            maximumWidth: width)
    }

    @Test(arguments: ["it is on", "the cat sat on it", "世界你好", "Ёж и", "a\tb c", "ab cd\nef gh i"])
    func wordsThatAreNarrowerStandInLinesOfTheirOwn(_ string: String) throws {
        let engine = TextEngine(try makeFonts())
        for width in stride(from: 1.0, to: 60, by: 1.5) {
            let byWords = lines(string, engine, width, .word)
            if byWords.size.width > 60 { continue }
            let found = lines(string, engine, width, .wordCharacter)
            // What sticks out is as wide as the widest word, at which all of it is set.
            let expected = byWords.size.width <= width ? byWords : lines(string, engine, byWords.size.width, .word)
            #expect(found.lines.map(\.bytes) == expected.lines.map(\.bytes) && found.size == expected.size, "\(width)")
            let again = lines(string, engine, found.size.width, .wordCharacter)
            #expect(again.lines.map(\.bytes) == found.lines.map(\.bytes), "\(width), then \(found.size.width)")
        }
    }

    @Test func aWiderWordIsBrokenAtThreeEms() throws {
        let engine = TextEngine(try makeFonts())
        let found = lines("a deadbeefcafe b", engine, 10, .wordCharacter)
        let wider = lines("a deadbeefcafe b", engine, 60, .wordCharacter)
        #expect(found.lines.map(\.bytes) == wider.lines.map(\.bytes) && found.lineCount > 2)
        #expect(found.size == wider.size && found.size.width <= 60)
    }
}
