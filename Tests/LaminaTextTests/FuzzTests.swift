import Glibc
import LaminaGeometry
import LaminaText
import Testing

/// Random Unicode, attributes and limits: nothing may crash, and what comes out must hang together. `LAMINA_FUZZ_COUNT`
/// texts from `LAMINA_FUZZ_SEED`.
@Suite struct FuzzTests {
    private static func number(_ name: String, _ standard: Int) -> Int {
        getenv(name).flatMap { Int(String(cString: $0)) } ?? standard
    }

    private static let special: [UInt32] = [
        0, 1, 9, 0xA, 0xB, 0xC, 0xD, 0x20, 0x85, 0xA0, 0xAD, 0x300, 0x301, 0x20E3, 0x200B, 0x200C, 0x200D, 0x200E,
        0x200F, 0x2028, 0x2029,
        0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF, 0xFFFC,
        0xFFFD, 0xFFFF,
        0xE000, 0x1F3FB, 0x1F468, 0x1F1E9, 0xE0001, 0xE0061, 0x10FFFF, 0xFDFD, 0x1100, 0x1161, 0x11A8,
    ]

    private func scalar(_ random: inout SeededRandom) -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x20...0x7E, 0xA0...0x24F, 0x590...0x6FF, 0x900...0xDFF, 0xE01...0xE5B, 0x2000...0x2BFF, 0x3000...0x30FF,
            0x4E00...0x4EFF, 0xAC00...0xACFF, 0x1F300...0x1F6FF, 0x10000...0x1FFFF,
        ]
        let value =
            Int.random(in: 0..<4, using: &random) == 0
            ? Self.special.randomElement(using: &random)!
            : UInt32.random(in: ranges.randomElement(using: &random)!, using: &random)
        return Unicode.Scalar(value) ?? " "
    }

    private func text(_ random: inout SeededRandom) -> AttributedText {
        var builder = AttributedTextBuilder()
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            var part = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...30, using: &random) { part.append(scalar(&random)) }
            builder.append(
                String(part),
                attributes: CharacterAttributes(
                    family: [nil, "DejaVu Sans", "DejaVu Serif", "Noto Sans"].randomElement(using: &random)!,
                    size: [nil, 8, 14, 20, 33.3].randomElement(using: &random)!,
                    weight: [nil, 700].randomElement(using: &random)!,
                    slant: [nil, .italic].randomElement(using: &random)!,
                    color: [nil, .white].randomElement(using: &random)!,
                    underline: [nil, .single].randomElement(using: &random)!,
                    strikethrough: [nil, true].randomElement(using: &random)!))
        }
        return builder.build()
    }

    @Test func anythingGoes() throws {
        let seed = Self.number("LAMINA_FUZZ_SEED", 1)
        print("fuzz seed \(seed)")
        var random = SeededRandom(seed: UInt64(seed))
        let engine = TextEngine(try makeFonts())
        for round in 0..<Self.number("LAMINA_FUZZ_COUNT", 60) {
            let text = text(&random)
            let options = options {
                $0.maximumLines = Int.random(in: -1...4, using: &random)
                $0.truncation = Bool.random(using: &random) ? .clip : .end
                $0.wrap = [.word, .wordCharacter, .character].randomElement(using: &random)!
                $0.lineSpacingFactor = [0, 1.2, -3, .nan].randomElement(using: &random)!
            }
            let width = [
                0, 1, .infinity, Double.random(in: 0...100, using: &random),
                Double.random(in: 40...600, using: &random),
            ].randomElement(using: &random)!
            let result = engine.measure(text, options, maximumWidth: width)
            #expect(isSound(result, text, options), "seed \(seed) round \(round)")
        }
    }

    private func rare(_ random: inout SeededRandom) -> RareAttributes {
        var rare = RareAttributes()
        func sometimes<T>(_ values: [T], _ random: inout SeededRandom) -> T? {
            Int.random(in: 0..<3, using: &random) == 0 ? values.randomElement(using: &random) : nil
        }
        rare.sizeFactor = sometimes([0.3, 2, 0, -1, .nan], &random)
        rare.stretch = sometimes([1, 9, 0, 100], &random)
        rare.caps = sometimes([.small, .allSmall], &random)
        rare.features = sometimes(["liga=0", "smcp, tnum", "", "@"], &random)
        rare.variations = sometimes(["wght=700", ""], &random)
        rare.language = sometimes(["ja", "ar", "zh-tw", "", "??"], &random)
        rare.letterSpacing = sometimes([3, -3, -40, 1e9, .nan], &random)
        rare.wordSpacing = sometimes([10, -20, .infinity], &random)
        rare.rise = sometimes([5, -200, .nan], &random)
        rare.link = sometimes([1, 2], &random)
        rare.background = sometimes([.white], &random)
        rare.overline = sometimes([true], &random)
        rare.shadows = sometimes([[TextShadow(color: .black, x: 1, y: .nan, blur: 3)], []], &random)
        return rare
    }

    private func rareText(_ random: inout SeededRandom) throws -> AttributedText {
        var builder = AttributedTextBuilder()
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            var part = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 0...25, using: &random) { part.append(scalar(&random)) }
            builder.append(
                String(part),
                attributes: CharacterAttributes(
                    family: [nil, "Noto Sans CJK JP"].randomElement(using: &random)!,
                    size: [nil, 9, 30].randomElement(using: &random)!,
                    underline: [nil, .wavy, .double].randomElement(using: &random)!, rare: rare(&random)))
            if Int.random(in: 0..<4, using: &random) == 0 {
                let sides: [Double] = [0, 10, 300, -5, .nan, 1e9]
                builder.append(
                    TextAttachment(
                        width: sides.randomElement(using: &random)!, height: sides.randomElement(using: &random)!,
                        rise: sides.randomElement(using: &random)!))
            }
        }
        var style = ParagraphStyle()
        style.direction = [nil, .rightToLeft].randomElement(using: &random)!
        style.firstLineIndent = [0, 30, 1e9, -10].randomElement(using: &random)!
        style.indent = [0, 50, .nan].randomElement(using: &random)!
        style.tailIndent = [0, 500].randomElement(using: &random)!
        style.lineHeight = [0, 3, -1].randomElement(using: &random)!
        style.lineGap = [0, -100, 10].randomElement(using: &random)!
        style.tabStops = [[], [TabStop(position: 20, alignment: .decimal), TabStop(position: 20, alignment: .right)]]
            .randomElement(using: &random)!
        if Bool.random(using: &random) { try builder.set(style, bytes: 0..<0) }
        // What cannot be seen, often more of it than fits into a line.
        let blank = ["", "", " ", "\t", "\u{2028}", "\u{2029}", "\u{A0}"].randomElement(using: &random)!
        builder.append(String(repeating: blank, count: Int.random(in: 1...90, using: &random)))
        return builder.build()
    }

    /// The same with everything that few texts have, in frames of any size, and questions about places.
    @Test func anythingRareGoes() throws {
        let seed = Self.number("LAMINA_FUZZ_SEED", 1)
        print("fuzz seed \(seed)")
        var random = SeededRandom(seed: UInt64(seed) &+ 1000)
        let engine = TextEngine(try makeFonts())
        for round in 0..<Self.number("LAMINA_FUZZ_COUNT", 60) / 3 {
            let text = try rareText(&random)
            let options = options {
                $0.maximumLines = Int.random(in: 0...3, using: &random)
                $0.truncation = [.end, .clip, .start, .middle].randomElement(using: &random)!
                $0.wrap = [.word, .wordCharacter, .character, .none].randomElement(using: &random)!
                $0.alignment = [.natural, .center, .justify, .opposite].randomElement(using: &random)!
                $0.rare.truncatesAtWords = Bool.random(using: &random)
                $0.rare.isBalanced = Int.random(in: 0..<4, using: &random) == 0
                $0.rare.fitsHeight = Bool.random(using: &random)
                if Bool.random(using: &random) { $0.rare.token = makeText("→ more\nש") }
                if Int.random(in: 0..<4, using: &random) == 0 { $0.rare.message = makeText("read on") }
                if Int.random(in: 0..<4, using: &random) == 0 { $0.rare.scaleFactors = [0.5, 0.1] }
                if Int.random(in: 0..<4, using: &random) == 0 {
                    $0.rare.exclusions = [
                        Rect(x: 0, y: 0, width: 60, height: 40), Rect(x: -5, y: 30, width: 1e6, height: 20),
                    ]
                }
            }
            let sides = [0, 1, 30, 100, 300, Double.infinity]
            let size = Size(width: sides.randomElement(using: &random)!, height: sides.randomElement(using: &random)!)
            _ = engine.fit(text, options, within: size)
            _ = engine.contentWidths(text, options)
            let frame = engine.withCharacters(engine.place(text, options, in: size))
            let measured = frame.measured
            #expect(measured.lineCount > 0 && measured.size.width.isFinite && measured.size.height.isFinite)
            #expect(measured.hidden.upperBound <= text.utf8.count, "seed \(seed) round \(round)")
            if options.maximumLines > 0 { #expect(measured.lineCount <= options.maximumLines) }
            for byte in stride(from: 0, through: text.utf8.count, by: 7) {
                let start = text.boundary(from: byte, .character, forward: true)
                for movement in [TextMovement.left, .right, .up, .down, .lineStart, .lineEnd] {
                    #expect((0...text.utf8.count).contains(frame.move(start, movement)))
                }
                #expect(frame.caret(at: start).strong.minX.isFinite)
                let hit = frame.hit(Point(x: Double(byte), y: Double(byte) / 2))
                #expect(hit.character.upperBound <= text.utf8.count)
                _ = frame.link(at: Point(x: Double(byte), y: 5))
            }
            _ = frame.rects(of: 0..<text.utf8.count)
        }
    }

    private func isSound(_ result: MeasuredText, _ text: AttributedText, _ options: TextLayoutOptions) -> Bool {
        var (run, glyph, decoration, byte) = (0, 0, 0, 0)
        for line in result.lines {
            if line.runs.lowerBound != run || line.decorations.lowerBound != decoration || line.bytes.lowerBound < byte
            {
                return false
            }
            if line.bytes.upperBound > text.utf8.count || line.width > result.size.width { return false }
            (run, decoration, byte) = (line.runs.upperBound, line.decorations.upperBound, line.bytes.upperBound)
        }
        for each in result.runs {
            if each.glyphs.lowerBound != glyph || each.glyphs.isEmpty { return false }
            glyph = each.glyphs.upperBound
        }
        if run != result.runs.count || glyph != result.glyphs.count || decoration != result.decorations.count {
            return false
        }
        if options.maximumLines > 0 && result.lineCount > options.maximumLines { return false }
        return result.lineCount > 0 && result.isTruncated == (result.isTruncated && options.maximumLines > 0)
    }
}
