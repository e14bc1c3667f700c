import LaminaGeometry
import LaminaText
import Testing

/// Paragraphs in several scripts or fonts that end in an ellipsis, put together from words seen before, are what Pango
/// makes of them.
@Suite struct CutMixturesTests {
    static let vocabularies =
        MixedWordsTests.vocabularies
        + StyledWordsTests.vocabularies.filter { styled in
            !MixedWordsTests.vocabularies.contains { $0.name == styled.name }
        }

    @Test(arguments: vocabularies, [false, true])
    func sameAsPango(_ vocabulary: KnownWordsTests.Vocabulary, isStyled: Bool) throws {
        let seed: UInt64 = 97
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        var unlike: [String] = []
        for lines in 1...3 {
            let raw = RawPango("\(vocabulary.family) 14px", ellipsizes: true, lines: Int32(lines), width: 100)
            let options = options { $0.maximumLines = lines }
            for round in 0..<rounds(30, sanitized: 6) {
                let text = KnownWordsTests.text(vocabulary.words, &random).replacing("\n", with: " ")
                var made = StyledWordsTests.Styled(
                    text: makeText(text, CharacterAttributes(family: vocabulary.family)),
                    markup: StyledWordsTests.escape(text))
                if isStyled { made = StyledWordsTests.style(text, vocabulary, &random) }
                raw.width = Double(Int.random(in: 260...1600, using: &random)) / 4
                var expected = raw.lay(markup: made.markup)
                expected.width = expected.lines.map(\.width).max()!
                let measured = engine.measure(made.text, options, maximumWidth: raw.width)
                if let found = differenceOfCut(measured.raw, expected, runsBothWays: hasRightToLeft(text)) {
                    unlike.append(
                        "\(found): seed \(seed), \(lines) lines, round \(round): \(made.markup) at \(raw.width)")
                }
            }
        }
        // Pango lets a line stick out, or keeps the blank at its end, where that is of another style than the words.
        #expect(unlike.count <= (isStyled ? 2 : 0), "\(unlike)")
    }

    /// The same with colours and other spacing, against an engine that knows no word.
    @Test(arguments: vocabularies)
    func sameAsAFreshEngine(_ vocabulary: KnownWordsTests.Vocabulary) throws {
        let seed: UInt64 = 101
        var random = SeededRandom(seed: seed)
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        var fresh = FreshEngine(fonts)
        for round in 0..<rounds(25, sanitized: 5) {
            let text = KnownWordsTests.text(vocabulary.words, &random)
            let made = StyledWordsTests.style(text, vocabulary, colored: true, &random).text
            let options = options {
                $0.maximumLines = Int.random(in: 1...3, using: &random)
                $0.lineSpacingFactor = round % 3 == 0 ? 1.3 : 0
                $0.wrap = round % 4 == 0 ? .word : .wordCharacter
            }
            let width = Double(Int.random(in: 40...1200, using: &random)) / 4
            let first = engine.measure(made, options, maximumWidth: width)
            let again = try fresh.measure(made, options, maximumWidth: width)
            #expect(first == again, "seed \(seed) round \(round): \(text.debugDescription) at \(width)")
        }
    }
}
