import LaminaGeometry
import LaminaText
import Testing

/// What once crashed or hung Pango, and what a caller may get wrong.
@Suite struct HostileTextTests {
    static let malformed: [([UInt8], Int)] = [
        ([0x61, 0xFF], 1), ([0xC0, 0x80], 0), ([0x61, 0x62, 0xE2, 0x82], 2), ([0xED, 0xA0, 0x80], 0),
        ([0xF5, 0x80, 0x80, 0x80], 0),
        ([0xE0, 0x80, 0x80], 0), ([0xF0, 0x80, 0x80, 0x80], 0), ([0xF4, 0x90, 0x80, 0x80], 0), ([0x80], 0),
        ([0x61, 0xC3, 0x28], 1),
        ([0xF0, 0x9F, 0x98], 0),
    ]

    @Test(arguments: malformed)
    func malformedUTF8(bytes: [UInt8], offset: Int) {
        let error = #expect(throws: LaminaError.self) { try AttributedTextBuilder(utf8: bytes) }
        #expect(error?.code == .invalidArgument)
        #expect(error?.message.contains("byte \(offset) ") == true)
    }

    @Test func rangesEndBetweenCodePoints() throws {
        var builder = AttributedTextBuilder()
        builder.append("aä😀")
        let bold = CharacterAttributes(weight: 700)
        for range in [0..<2, 2..<3, 3..<5, 4..<7] {
            let error = #expect(throws: LaminaError.self) { try builder.set(bold, bytes: range) }
            #expect(error?.code == .invalidArgument)
        }
        for range in [-1..<1, 0..<8] {
            let error = #expect(throws: LaminaError.self) { try builder.set(bold, bytes: range) }
            #expect(error?.code == .outOfRange)
        }
        try builder.set(bold, bytes: 1..<3)
        #expect(builder.build().spans.map(\.bytes) == [0..<1, 1..<3, 3..<7])
    }

    @Test func nulBecomesSpace() throws {
        let engine = TextEngine(try makeFonts())
        let text = try AttributedTextBuilder(utf8: [0x61, 0, 0x62]).build()
        #expect(text.utf8 == [0x61, 0x20, 0x62])
        #expect(engine.measure(text, options(), maximumWidth: .infinity).glyphs.count == 3)
    }

    @Test(arguments: [0, 1, -5, .nan, -.infinity, 0.0001], [TextWrap.wordCharacter, .word, .character])
    func narrowWidths(width: Double, wrap: TextWrap) throws {
        let engine = TextEngine(try makeFonts())
        for string in ["", "a", "Hello wide world", "שלום عليكم", "漢字かな", "👨‍👩‍👧👨‍👩‍👧", "\u{301}\u{301}"] {
            for lines in [0, 1, 2] {
                let measured = engine.measure(
                    makeText(string),
                    options {
                        $0.wrap = wrap; $0.maximumLines = lines
                    }, maximumWidth: width)
                #expect(measured.lineCount >= 1 && measured.size.width.isFinite && measured.size.height > 0)
                #expect(lines == 0 || measured.lineCount <= lines)
            }
        }
    }

    @Test func emptyText() throws {
        let engine = TextEngine(try makeFonts())
        let measured = engine.measure(makeText(""), options(), maximumWidth: 100)
        #expect(measured.lineCount == 1 && measured.size.width == 0 && measured.size.height > 10)
        #expect(measured.lines[0].bytes == 0..<0)
    }

    @Test func hugeFontsHarmNobody() throws {
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        let before = engine.measure(makeText("Hello"), options(), maximumWidth: .infinity)
        let huge = engine.measure(
            makeText("Hello", CharacterAttributes(size: 100_000)), options(), maximumWidth: .infinity)
        let limit = engine.measure(
            makeText("Hello", CharacterAttributes(size: 2000)), options(), maximumWidth: .infinity)
        #expect(huge.size == limit.size)
        for size in [Double.nan, -1, 0, .infinity] {
            #expect(
                engine.measure(makeText("Hello", CharacterAttributes(size: size)), options(), maximumWidth: .infinity)
                    .size == before.size)
        }
        for scale in [0.001, 1, 100, 1e9, .infinity, .nan, -1] {
            _ = fonts.rasterize(font: before.runs[0].font, glyph: before.glyphs[0].glyph, scale: scale)
        }
        #expect(fonts.rasterize(font: huge.runs[0].font, glyph: huge.glyphs[0].glyph, scale: 1).height > 1000)
        #expect(
            engine.measure(makeText("Hello "), options(), maximumWidth: .infinity).glyphs.prefix(5)
                == before.glyphs.prefix(5))
        #expect(fonts.rasterize(font: before.runs[0].font, glyph: before.glyphs[0].glyph, scale: 1).height == 10)
        #expect(fonts.rasterize(font: FontID(rawValue: 12345), glyph: 1, scale: 1) == .empty)
    }

    @Test func longParagraphDoesNotVanish() throws {
        let engine = TextEngine(try makeFonts())
        let unbroken = makeText(String(repeating: "x", count: 400_000))
        let measured = engine.measure(unbroken, options(), maximumWidth: .infinity)
        #expect(measured.glyphs.count == 400_000)
        #expect(measured.lines.last?.bytes.upperBound == 400_000)
    }

    @Test func manyLinesWithoutLimit() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(String(repeating: "forty characters in every line of this.\n", count: 26_000))
        let time = threadTime {
            #expect(engine.measure(text, options(), maximumWidth: 300).lineCount == 26_001)
        }
        print("1 MB of 26,000 short lines, no limit: \(time)")
        #expect(time < .seconds(30))
    }

    @Test func manyStyles() throws {
        let engine = TextEngine(try makeFonts())
        let before = engine.measure(makeText("Hello"), options(), maximumWidth: 300)
        var builder = AttributedTextBuilder()
        for i in 0..<300 { builder.append("ab ", attributes: CharacterAttributes(size: 8 + Double(i) / 4)) }
        #expect(engine.measure(builder.build(), options(), maximumWidth: 300).lineCount > 1)
        for i in 0..<400 {
            _ = engine.measure(
                makeText("ab", CharacterAttributes(size: 8 + Double(i) / 4)), options(), maximumWidth: 300)
        }
        #expect(engine.measure(makeText("Hello"), options(), maximumWidth: 300) == before)
    }

    @Test func noFontsAtAll() throws {
        let fonts = try makeFonts { $0.usesSystemFonts = false }
        let engine = TextEngine(fonts)
        let measured = engine.measure(makeText("Hello wide world 漢字 😀"), options(), maximumWidth: 60)
        #expect(measured.lineCount >= 1 && measured.size.height == Double(measured.lineCount) * 17.5)
        for run in measured.runs {
            for glyph in measured.glyphs[run.glyphs] {
                _ = fonts.rasterize(font: run.font, glyph: glyph.glyph, scale: 1)
            }
        }
    }
}
