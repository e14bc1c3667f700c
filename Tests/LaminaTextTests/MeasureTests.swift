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

    @Test func wraps() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("The quick brown fox jumps over the lazy dog")
        let measured = engine.measure(text, options(), maximumWidth: 100)
        #expect(measured.lineCount == 4)
        #expect(measured.size.width <= 100)
        #expect(engine.measure(text, options(), maximumWidth: measured.size.width) === measured)
    }
}
