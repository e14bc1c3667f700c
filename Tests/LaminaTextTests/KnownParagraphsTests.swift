import LaminaGeometry
import LaminaText
import Testing

/// Paragraphs that are the same as before; `CorpusTests` compares them with those that went through all stages.
@Suite struct KnownParagraphsTests {
    private static let texts = [
        "سماء صافية فوق المدينة", "世界你好，今天天气很好。世界你好，今天天气很好。", "abc שלום 12 עולם",
        "ไทยไม่มีช่องว่างไทยไม่มีช่องว่าง",
    ]

    private func recalled(_ engine: TextEngine, _ body: () throws -> Void) rethrows -> Int {
        let before = engine.recalledPieces
        try body()
        return engine.recalledPieces - before
    }

    /// The third time, at another width and in another text.
    @Test(arguments: texts) func areRecalled(_ string: String) throws {
        let engine = TextEngine(try makeFonts())
        func measure(_ string: String, _ width: Double) {
            _ = engine.measure(makeText(string), options(), maximumWidth: width)
        }
        #expect(recalled(engine) { for width in [.infinity, 300] { measure(string, width) } } == 0)
        #expect(recalled(engine) { measure(string, 90) } == 1)
        #expect(recalled(engine) { measure("\(string)\n\(string)", 50) } == 2)
        // Not in another style, nor behind other bytes.
        #expect(recalled(engine) { measure("x" + string, 90) } == 0)
        let bold = makeText(string, CharacterAttributes(weight: 700))
        #expect(recalled(engine) { _ = engine.measure(bold, options(), maximumWidth: 90) } == 0)
        engine.trim()
        #expect(recalled(engine) { measure(string, 90) } == 0)
        let forgetting = TextEngine(try makeFonts(), keepsWords: false)
        for width in [90.0, 80, 70] { _ = forgetting.measure(makeText(string), options(), maximumWidth: width) }
        #expect(forgetting.recalledPieces == 0)
    }

    /// What is spaced, raised or set otherwise is another paragraph, and colours are not part of it.
    @Test func followFromTheirStyles() throws {
        let engine = TextEngine(try makeFonts())
        let plain = TextEngine(try makeFonts(), keepsWords: false)
        let string = "abc שלום 12 עולם"
        func text(_ change: (inout CharacterAttributes) -> Void) throws -> AttributedText {
            var builder = AttributedTextBuilder()
            builder.append(string)
            var attributes = CharacterAttributes()
            change(&attributes)
            try builder.set(attributes, bytes: 0..<8)
            return builder.build()
        }
        let changes: [(inout CharacterAttributes) -> Void] = [
            { $0.rare.letterSpacing = 2 }, { $0.rare.rise = 3 }, { $0.rare.wordSpacing = 4 },
            { $0.rare.features = "kern=0" }, { $0.weight = 700 }, { $0.color = .black },
        ]
        for _ in 0..<4 {
            for change in changes {
                let found = engine.measure(try text(change), options(), maximumWidth: 90)
                #expect(found.raw == plain.measure(try text(change), options(), maximumWidth: 90).raw)
            }
        }
        #expect(engine.recalledPieces == 2 * changes.count)
    }

    /// Where a tab goes depends on its line, and nothing is kept without bounds.
    @Test func someAreNotKept() throws {
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        for width in [300.0, 200, 100, 50] {
            _ = engine.measure(makeText("שלום\tabc"), options(), maximumWidth: width)
        }
        #expect(engine.recalledPieces == 0)
        for number in 0..<(isSanitized ? 100 : 300) {
            let string = String(repeating: "世界\(number)", count: 150)
            for _ in 0..<2 { _ = engine.measure(makeText(string), options(), maximumWidth: 300) }
            #expect(fonts.wordBytes < 4 << 20)
        }
        #expect(fonts.wordBytes > 100_000)
        engine.trim()
        #expect(fonts.wordBytes == 0)
    }
}
