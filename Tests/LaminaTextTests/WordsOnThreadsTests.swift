import LaminaGeometry
import LaminaText
import Testing

/// What engines learn changes nothing, whoever learns it and when.
@Suite struct WordsOnThreadsTests {
    /// Engines that learn in turns, against one that keeps to itself.
    @Test(arguments: KnownWordsTests.vocabularies)
    func engineInTurns(_ vocabulary: KnownWordsTests.Vocabulary) throws {
        let seed: UInt64 = 47
        var random = SeededRandom(seed: seed)
        let fonts = try makeFonts()
        let alone = TextEngine(fonts, keepsWords: false)
        var engines = (0..<3).map { _ in TextEngine(fonts) }
        for round in 0..<rounds(150, sanitized: 40) {
            let n = Int.random(in: 0..<engines.count, using: &random)
            // Engines come and go, forget, and meet other sizes.
            if round % 20 == 19 { engines[n] = TextEngine(fonts) }
            if round % 31 == 30 { engines[n].trim() }
            let text = KnownWordsTests.text(vocabulary.words, &random)
            let size = [13.0, 14, 19].randomElement(using: &random)!
            let made = makeText(text, CharacterAttributes(family: vocabulary.family, size: size))
            let options = KnownWordsTests.anyOptions(&random)
            let width = Double(Int.random(in: 40...1600, using: &random)) / 4
            let first = engines[n].measure(made, options, maximumWidth: width)
            let expected = alone.measure(try copy(made), options, maximumWidth: width)
            #expect(
                first == expected, "seed \(seed) round \(round): \(text.debugDescription) at \(width), size \(size)")
        }
    }

    /// The same on threads at once.
    @Test func enginesAtOnce() throws {
        let fonts = try makeFonts()
        let words = KnownWordsTests.vocabularies[0].words + KnownWordsTests.vocabularies[6].words
        let alone = TextEngine(fonts, keepsWords: false)
        var random = SeededRandom(seed: 48)
        let cases = (0..<120).map { _ in
            let text = KnownWordsTests.text(words, &random)
            let size = [12.0, 15, 21].randomElement(using: &random)!
            return (
                text, size,
                alone.measure(
                    makeText(text, CharacterAttributes(size: size)), options(), maximumWidth: 170)
            )
        }
        onThreads(4) { thread in
            var random = SeededRandom(seed: UInt64(thread))
            let engine = TextEngine(fonts)
            for _ in 0..<200 {
                let (text, size, expected) = cases.randomElement(using: &random)!
                let made = makeText(text, CharacterAttributes(size: size))
                if engine.measure(made, options(), maximumWidth: 170) != expected { Issue.record("\(text) at \(size)") }
            }
        }
    }

    /// Long texts are met part by part, whatever is new in them.
    @Test func longTextsInParts() throws {
        var random = SeededRandom(seed: 49)
        for vocabulary in KnownWordsTests.vocabularies.prefix(7) {
            let fonts = try makeFonts()
            let raw = RawPango("\(vocabulary.family) 14px", width: 200)
            for _ in 0..<4 {
                let words = (0..<400).map { _ in vocabulary.words.randomElement(using: &random)! }
                let text = words.joined(separator: " ") + " ÄÖ 12 Ω"
                var expected = raw.lay(text)
                expected.width = expected.lines.map(\.width).max()!
                let measured = TextEngine(fonts).measure(
                    makeText(text, CharacterAttributes(family: vocabulary.family)), options(), maximumWidth: 200)
                #expect(difference(measured.raw, expected) == nil, "\(vocabulary.name)")
            }
        }
    }

    /// However many words there are, what is kept of them is bounded, and can be forgotten.
    @Test func bounded() throws {
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        _ = engine.measure(makeText("The first abcdefghijklmnopqrstuvwxyz"), options(), maximumWidth: 500)
        _ = engine.measure(makeText("abcdefghijklmnopqrstuvwxyz The first"), options(), maximumWidth: 500)
        let before = fonts.wordBytes
        #expect(!keepsMostWords || before > 0)
        var random = SeededRandom(seed: 50)
        for _ in 0..<400 {
            let words = (0..<100).map { _ in
                String((0..<9).map { _ in "abcdefghijklmnopqrstuvwxyz".randomElement(using: &random)! })
            }
            _ = engine.measure(makeText(words.joined(separator: " ")), options(), maximumWidth: 500)
            #expect(fonts.wordBytes <= (1 << 20) + (64 << 10))
        }
        engine.trim()
        #expect(fonts.wordBytes == 0)
    }
}
