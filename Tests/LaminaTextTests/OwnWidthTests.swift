import LaminaGeometry
import LaminaText
import Testing

/// A text measured anew at the width that it said before comes out as it was: who asks for a size and gives it to
/// another text with the same words (a layout, a second process) sees no other lines.
@Suite struct OwnWidthTests {
    private static let words = ["Fox", "12.5", "(a)", "spaced", "OUT", "heading", "a", "–", "мир"]

    /// Stretches with letters pushed apart or together beside others.
    private func text(_ random: inout SeededRandom) -> AttributedText {
        var builder = AttributedTextBuilder()
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            var rare = RareAttributes()
            rare.letterSpacing = [nil, 0.3, 1.5, 2, 7, -0.5].randomElement(using: &random)!
            let words = (0..<Int.random(in: 1...5, using: &random)).map { _ in Self.words.randomElement(using: &random)!
            }
            let end = Bool.random(using: &random) ? " " : ""
            builder.append(words.joined(separator: " ") + end, attributes: CharacterAttributes(rare: rare))
        }
        return builder.build()
    }

    private func lines(_ measured: MeasuredText) -> [Range<Int>] { measured.lines.map(\.bytes) }

    private func describe(_ text: AttributedText) -> String {
        let spacings = text.spans.map {
            "\($0.bytes): \($0.attributes.rare.letterSpacing ?? 0)"
        }
        return "\(String(decoding: text.utf8, as: UTF8.self).debugDescription), \(spacings)"
    }

    @Test func oneLineStaysOne() throws {
        var random = SeededRandom(seed: 51)
        let engine = TextEngine(try makeFonts())
        for round in 0..<400 {
            let text = text(&random)
            let first = engine.measure(text, options(), maximumWidth: .infinity)
            let again = engine.measure(try copy(text), options(), maximumWidth: first.size.width)
            #expect(lines(again) == lines(first), "round \(round): \(describe(text))")
        }
    }

    /// What stands among spaced letters has a width of its own.
    @Test(arguments: [0, 4, 9]) func aLineWithAnAttachmentStaysOne(place: Int) throws {
        var rare = RareAttributes()
        rare.letterSpacing = 4
        let spaced = CharacterAttributes(rare: rare)
        var builder = AttributedTextBuilder(attributes: spaced)
        builder.append(String("some here".prefix(place)))
        builder.append(TextAttachment(width: 10, height: 8, rise: 0), attributes: spaced)
        builder.append(String("some here".dropFirst(place)))
        let text = builder.build()
        let engine = TextEngine(try makeFonts())
        let first = engine.measure(text, options(), maximumWidth: .infinity)
        let again = engine.measure(try copy(text), options(), maximumWidth: first.size.width)
        #expect(again.lineCount == 1 && again.size == first.size)
    }

    /// Where characters stand is told of the lines that are drawn, also where Pango would break others at the width of
    /// the frame.
    @Test func charactersStandInTheLinesThatAreDrawn() throws {
        var random = SeededRandom(seed: 53)
        let engine = TextEngine(try makeFonts())
        for round in 0..<400 {
            let text = text(&random)
            let width = Double.random(in: 60...250, using: &random)
            let first = engine.fit(text, options(), within: Size(width: width, height: .infinity))
            let drawn = engine.place(text, options(), in: first.size)
            let told = engine.withCharacters(drawn)
            #expect(lines(told.measured) == lines(drawn.measured), "round \(round): \(describe(text))")
        }
    }

    /// Where a line would stick out with the room that spacing needs, Pango's own breaks are taken, which may not be
    /// found again.
    @Test func severalLinesStayAsTheyAre() throws {
        var random = SeededRandom(seed: 52)
        let engine = TextEngine(try makeFonts())
        var changed = 0
        for _ in 0..<400 {
            let text = text(&random)
            let width = Double.random(in: 60...250, using: &random)
            let first = engine.measure(text, options(), maximumWidth: width)
            let again = engine.measure(try copy(text), options(), maximumWidth: first.size.width)
            if lines(again) != lines(first) { changed += 1 }
        }
        #expect(changed <= 8)
    }
}
