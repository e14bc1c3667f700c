import LaminaGeometry
import Testing

@testable import LaminaText

/// Texts that were made from others: laid out as if nobody had seen those.
@Suite struct ChangedTextTests {
    /// All that is drawn and asked for, whatever shares what.
    private struct Shown: Equatable {
        struct Run: Equatable {
            var font: FontID
            var color: Color?
            var glyphs: [PositionedGlyph]
            var look: RareAttributes?
        }
        struct Line: Equatable {
            var line: TextLine
            var runs: [Run]
            var decorations: [Decoration]
            var graphemes: [PlacedGrapheme]
        }
        var size: Size
        var missing: Int
        var lines: [Line]
        var attachments: [PlacedAttachment]

        init(_ text: MeasuredText) {
            (size, missing) = (text.size, text.missingGlyphs)
            attachments = Array(text.attachments)
            lines = text.lines.map { line in
                var bare = line
                (bare.runs, bare.decorations, bare.graphemes) = (0..<0, 0..<0, 0..<0)
                return Line(
                    line: bare,
                    runs: text.runs[line.runs].map { run in
                        Run(
                            font: run.font, color: run.color, glyphs: Array(text.glyphs[run.glyphs]),
                            look: run.look < 0 ? nil : text.looks[Int(run.look)])
                    },
                    decorations: text.decorations[line.decorations].map { decoration in
                        var decoration = decoration
                        if decoration.look >= 0 { decoration.look = 0 }
                        return decoration
                    },
                    graphemes: Array(text.graphemes[line.graphemes]))
            }
        }

        func difference(_ other: Shown) -> String? {
            if self == other { return nil }
            if let index = zip(lines, other.lines).enumerated().first(where: { $1.0 != $1.1 })?.offset {
                let (a, b) = (lines[index], other.lines[index])
                return a.line != b.line
                    ? "line \(index): \(a.line), not \(b.line)"
                    : "line \(index): \(a.runs), \(a.decorations), not \(b.runs), \(b.decorations)"
            }
            return "\(size), \(lines.count) lines, not \(other.size), \(other.lines.count)"
        }
    }

    private static func look(_ number: Int) -> CharacterAttributes {
        var look = CharacterAttributes()
        switch number % 5 {
        case 0: look.weight = 700
        case 1: look.size = 20
        case 2: look.rare.background = Color(red: 1, green: 0, blue: 0, alpha: 1)
        case 3: look.rare.letterSpacing = 2
        default: look.underline = .single
        }
        return look
    }

    private static func style(_ number: Int) -> ParagraphStyle {
        var style = ParagraphStyle()
        switch number % 4 {
        case 0: style.spaceAfter = 7
        case 1: style.firstLineIndent = 12
        case 2: style.direction = .rightToLeft
        default: (style.lineGap, style.alignment) = (2, .justify)
        }
        return style
    }

    private static let separators = ["\n", "\n", "\n", "\r\n", "\u{2029}", "\r", "\n\n", "\n12\n"]

    private func document(_ random: inout SeededRandom, isStyled: Bool) throws -> AttributedText {
        var builder = AttributedTextBuilder()
        for _ in 0..<90 {
            let script = [Script.latin, .latin, .arabic, .hebrew, .cjk, .mixed].randomElement(using: &random)!
            builder.append(script.text(Int.random(in: 0...60, using: &random), &random))
            if isStyled && Int.random(in: 0..<9, using: &random) == 0 {
                builder.append(TextAttachment(width: 30, height: 20, rise: 2))
            }
            builder.append(Self.separators.randomElement(using: &random)!)
        }
        if !isStyled { return builder.build() }
        let characters = builder.build().breaks.characters
        for number in 0..<40 {
            let place = Int.random(in: 0..<characters.count - 12, using: &random)
            try builder.set(Self.look(number), bytes: characters[place]..<characters[place + 11])
            if number % 2 == 0 {
                try builder.set(Self.style(number / 2), bytes: characters[place]..<characters[place + 2])
            }
        }
        return builder.build()
    }

    private func change(_ text: AttributedText, _ random: inout SeededRandom) throws -> AttributedText {
        let characters = text.breaks.characters
        let start = Int.random(in: 0..<characters.count, using: &random)
        let length = [0, 0, 1, 3, 40].randomElement(using: &random)!
        let end = min(start + length, characters.count - 1)
        let script = [Script.latin, .hebrew, .cjk].randomElement(using: &random)!
        var new = script.text(Int.random(in: 0...12, using: &random), &random)
        if Int.random(in: 0..<4, using: &random) == 0 { new += Self.separators.randomElement(using: &random)! }
        if Int.random(in: 0..<8, using: &random) == 0 { new += "\u{E123}" }
        let look = Int.random(in: 0..<6, using: &random) == 0 ? Self.look(start) : nil
        return try text.replacing(
            characters[min(start, end)]..<characters[end], with: Array(new.utf8), attributes: look)
    }

    /// As if it had been built so.
    private func anew(_ text: AttributedText) throws -> AttributedText {
        var builder = try AttributedTextBuilder(utf8: text.utf8, attributes: text.baseAttributes)
        for span in text.spans { try builder.set(span.attributes, bytes: span.bytes) }
        let built = builder.build()
        #expect(built.spans.map(\.bytes) == text.spans.map(\.bytes) || text.utf8.isEmpty)
        return AttributedText(
            utf8: built.utf8, spans: Array(text.spans), paragraphs: Array(text.paragraphs),
            baseAttributes: text.baseAttributes)
    }

    @Test(arguments: [false, true], [0.0, 1.3]) func asIfBuiltSo(isStyled: Bool, spacing: Double) throws {
        var random = SeededRandom(seed: isStyled ? 91 : 92)
        let engine = TextEngine(try makeFonts())
        for round in 0..<rounds(3, sanitized: 1) {
            var text = try document(&random, isStyled: isStyled)
            var options = options { $0.lineSpacingFactor = spacing }
            if round % 3 == 2 { options.rare.keepsGraphemes = true }
            let width = [180.0, 333.25, .infinity][round % 3]
            _ = engine.measure(text, options, maximumWidth: width)
            for step in 0..<60 {
                text = try change(text, &random)
                if step % 5 == 3 { continue }
                let found = engine.measure(text, options, maximumWidth: width)
                let expected = engine.measure(try anew(text), options, maximumWidth: width)
                let difference = Shown(found).difference(Shown(expected))
                #expect(difference == nil, "round \(round), step \(step): \(difference ?? "")")
                if difference != nil { return }
            }
        }
        #expect(engine.updatedTexts > rounds(3, sanitized: 1) * 24)
    }

    @Test func paragraphsKeepTheirStyles() throws {
        var builder = AttributedTextBuilder()
        builder.append("one\ntwo\nthree\n")
        try builder.set(Self.style(0), bytes: 4..<7)
        try builder.set(Self.style(1), bytes: 8..<13)
        let text = builder.build()
        func ranges(_ bytes: Range<Int>, _ new: String) throws -> [Range<Int>] {
            try text.replacing(bytes, with: Array(new.utf8)).paragraphs.map(\.bytes)
        }
        #expect(try ranges(5..<6, "WWW") == [4..<10, 10..<16])
        // Parted: both are set so. Joined: as the first.
        #expect(try ranges(5..<5, "\n") == [4..<9, 9..<15])
        #expect(try ranges(7..<8, "") == [4..<13])
        #expect(try ranges(3..<4, "") == [7..<13])
        #expect(try ranges(4..<8, "") == [4..<10])
        #expect(try ranges(0..<0, "x\n") == [6..<10, 10..<16])
        #expect(try ranges(0..<14, "") == [])
    }

    @Test func whatCannotBeReplaced() throws {
        let text = makeText("aé\nb")
        #expect(throws: LaminaError.self) { try text.replacing(2..<3, with: []) }
        #expect(throws: LaminaError.self) { try text.replacing(3..<9, with: []) }
        #expect(throws: LaminaError.self) { try text.replacing(0..<1, with: [0xFF]) }
        #expect(try text.replacing(0..<1, with: [0]).utf8 == Array(" é\nb".utf8))
        #expect(try text.replacing(0..<text.utf8.count, with: []) == makeText(""))
        #expect(try text.replacing(0..<1, with: [0x78]).spans.count == 1)
    }
}
