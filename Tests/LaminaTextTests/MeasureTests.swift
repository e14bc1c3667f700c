import LaminaGeometry
import LaminaText
import Testing

@Suite struct MeasureTests {
    @Test func oneLine() throws {
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        let measured = engine.measure(makeText("Hello"), options(), maximumWidth: .infinity)
        #expect(measured.lineCount == 1)
        #expect(measured.glyphs.count == 5)
        #expect(measured.runs.count == 1)
        #expect(measured.size.width > 30 && measured.size.width < 45)
        #expect(measured.size.height > 14 && measured.size.height < 20)
        #expect(measured.firstBaseline > 10 && measured.firstBaseline < 15)
        #expect(measured.lines[0].bytes == 0..<5)
        #expect(!measured.isTruncated)
    }

    @Test func rasterizes() throws {
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        let measured = engine.measure(makeText("Hg 😀"), options(), maximumWidth: .infinity)
        let images = measured.runs.flatMap { run in
            measured.glyphs[run.glyphs].map { fonts.rasterize(font: run.font, glyph: $0.glyph, scale: 1) }
        }
        #expect(images.count == 4)
        #expect(images[0].height == 10 && !images[0].isColor)
        #expect(images[0].top == -10)
        #expect(images[2] == .empty)
        #expect(images[3].isColor && images[3].pixels.count == images[3].width * images[3].height * 4)
    }

    /// Sizes are what was asked for: points at 96 units to the inch, and fractions of a unit.
    @Test func sizesAreExact() throws {
        let engine = TextEngine(try makeFonts())
        let string = "The quick brown fox jumps over the lazy dog, 0123456789"
        let sizes = [10 * 96 / 72.0, 7.3, 9.1, 11.4, 13.37, 14.1, 15.9, 17.77, 0.3]
        for size in sizes {
            let raw = RawPango("DejaVu Sans 14px", size: size).lay(string)
            let measured = engine.measure(
                makeText(string, CharacterAttributes(size: size)), options(), maximumWidth: .infinity)
            #expect(difference(measured.raw, raw) == nil, "\(size)")
        }
        let point = engine.measure(makeText("m", CharacterAttributes(size: 1e9)), options(), maximumWidth: .infinity)
        let largest = engine.measure(makeText("m", CharacterAttributes(size: 2000)), options(), maximumWidth: .infinity)
        #expect(point.size == largest.size)
    }

    /// Letters are as wide as the font has them at every size, and drawn at every scale where they are at the first.
    @Test func widthsAreLinear() throws {
        let engine = TextEngine(try makeFonts())
        func width(_ text: String, _ size: Double) -> Double {
            engine.measure(makeText(text, CharacterAttributes(size: size)), options(), maximumWidth: .infinity).size
                .width
        }
        let letters = String(repeating: "n", count: 20)
        let em = width(letters, 1000) / 1000
        #expect(abs(em - 20 * 0.6338) < 0.01)
        for size in stride(from: 8.0, through: 12, by: 0.25) {
            #expect(abs(width(letters, size) - em * size) < 20.0 / 1024, "\(size)")
            #expect(abs(width("n", size) - em * size / 20) <= 1.0 / 1024, "\(size)")
        }
    }

    /// Full hinting and whole pixels change where letters are drawn, and not where they are laid out.
    @Test func layoutIsTheSameHoweverLettersAreDrawn() throws {
        let text = makeText("Whether letters stand on whole pixels, AVAfjord Wolf مرحبا")
        let expected = TextEngine(try makeFonts()).measure(text, options(), maximumWidth: 120)
        for change: (inout FontConfiguration) -> Void in [
            { $0.glyphPositions = .wholePixels }, { $0.hintStyle = .full }, { $0.hintStyle = .none },
            { $0.antialias = .none },
        ] {
            let found = TextEngine(try makeFonts(change)).measure(text, options(), maximumWidth: 120)
            #expect(found.size == expected.size && found.glyphs == expected.glyphs)
            #expect(found.lines.map(\.baseline) == expected.lines.map(\.baseline))
        }
    }

    /// The box of a character that no font has is a square within its line, at every size, raised or not.
    @Test(arguments: [4.0, 6, 9, 14, 40, 200]) func aMissingGlyphStaysInItsLine(size: Double) throws {
        let engine = TextEngine(try makeFonts())
        for rise in [0.0, 5] {
            var rare = RareAttributes()
            rare.rise = rise == 0 ? nil : rise
            let text = makeText("a\u{10FFFD}b", CharacterAttributes(size: size, rare: rare))
            let measured = engine.measure(text, options(), maximumWidth: .infinity)
            #expect(measured.missingGlyphs == 1 && measured.decorations.count == 4 && measured.glyphs.count == 2)
            let line = measured.lines[0]
            for side in measured.decorations {
                let top = line.baseline + Double(side.y) / 1024
                #expect(top >= line.top && top + Double(side.height) / 1024 <= line.bottom, "\(size)")
                #expect(side.x > measured.glyphs[0].x && side.x + side.width < measured.glyphs[1].x && side.width > 0)
            }
            let (left, right) = (
                measured.decorations.map(\.x).min()!, measured.decorations.map { $0.x + $0.width }.max()!
            )
            let (top, bottom) = (
                measured.decorations.map(\.y).min()!, measured.decorations.map { $0.y + $0.height }.max()!
            )
            #expect(right - left == bottom - top && Double(right - left) / 1024 > size * 0.4)
        }
    }

    /// Of the font that a line begins with, whatever else stands in it, also where it is empty.
    @Test func heightsOfLetters() throws {
        let engine = TextEngine(try makeFonts())
        func line(_ text: AttributedText) -> TextLine {
            engine.measure(text, options(), maximumWidth: .infinity).lines[0]
        }
        // DejaVu Sans: 1493 and 1120 of 2048 units, which it does not say; HarfBuzz asks letters then, the round O.
        for text in ["Hx", "", "(", "x 世界"] {
            let found = line(makeText(text, CharacterAttributes(size: 20)))
            #expect(abs(found.capHeight - 20 * 1493.0 / 2048) < 0.1 && abs(found.xHeight - 20 * 1120.0 / 2048) < 0.1)
        }
        var builder = AttributedTextBuilder(attributes: CharacterAttributes(size: 10))
        builder.append("small ")
        builder.append("large", attributes: CharacterAttributes(size: 40))
        #expect(abs(line(builder.build()).capHeight - 7.29) < 0.1)
    }

    @Test func wraps() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("The quick brown fox jumps over the lazy dog")
        let measured = engine.measure(text, options(), maximumWidth: 100)
        #expect(measured.lineCount == 4)
        #expect(measured.size.width <= 100)
        #expect(engine.measure(text, options(), maximumWidth: measured.size.width) === measured)
    }
}
