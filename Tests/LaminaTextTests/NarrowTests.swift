import LaminaGeometry
import LaminaText
import Testing

/// Lines that are hardly wider than a letter.
@Suite struct NarrowTests {
    private func lines(_ string: String, _ engine: TextEngine, _ width: Double, _ wrap: TextWrap) -> MeasuredText {
        engine.measure(
            makeText(string, CharacterAttributes(family: "DejaVu Sans", size: 20)), options { $0.wrap = wrap },
            maximumWidth: width)
    }

    /// A line is as wide as it may be, whatever that is: words stay whole where they fit, and what sticks out is one
    /// character.
    @Test(arguments: ["it is on", "the cat sat on it", "世界你好", "Ёж и", "ab cd\nef gh i", "a deadbeefcafe b"])
    func onlyACharacterSticksOut(_ string: String) throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(string)
        for width in stride(from: 0.0, to: 60, by: 1.5) {
            let found = lines(string, engine, width, .wordCharacter)
            for line in found.lines where line.width > width {
                let shown = String(decoding: text.utf8[line.bytes], as: UTF8.self)
                #expect(shown.filter { $0 != " " }.count == 1, "\(shown.debugDescription) at \(width)")
            }
            let byWords = lines(string, engine, width, .word)
            if byWords.size.width <= width {
                #expect(found.lines.map(\.bytes) == byWords.lines.map(\.bytes), "\(width)")
            }
            #expect(found.lines.first?.bytes.lowerBound == 0 && found.lines.last?.bytes.upperBound == text.utf8.count)
        }
    }
}
