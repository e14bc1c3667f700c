import LaminaGeometry
import Testing

@testable import LaminaText

@Suite struct FontSystemTests {
    private let dejaVu = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"
    private let mono = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf"

    @Test func missingAndWrongFiles() throws {
        let missing = #expect(throws: LaminaError.self) { try makeFonts { $0.fontFiles = ["/nowhere/x.ttf"] } }
        #expect(missing?.code == .io && missing?.message.contains("/nowhere/x.ttf") == true)
        let wrong = #expect(throws: LaminaError.self) { try makeFonts { $0.fontFiles = ["/etc/passwd"] } }
        #expect(wrong?.code == .io && wrong?.message.contains("/etc/passwd") == true)
        let folder = #expect(throws: LaminaError.self) { try makeFonts { $0.fontFiles = ["/etc"] } }
        #expect(folder?.code == .io)
        let fonts = try makeFonts()
        let added = #expect(throws: LaminaError.self) { try fonts.addFontFile("/nowhere/y.ttf") }
        #expect(added?.code == .io)
        #expect(throws: LaminaError.self) { try makeFonts(size: .nan) }
    }

    @Test func onlyTheGivenFiles() throws {
        let system = TextEngine(try makeFonts())
        let alone = TextEngine(
            try makeFonts {
                $0.usesSystemFonts = false; $0.fontFiles = [self.dejaVu]
            })
        let text = "Hello world"
        let a = system.measure(makeText(text), options(), maximumWidth: 50)
        let b = alone.measure(makeText(text), options(), maximumWidth: 50)
        #expect(a.size == b.size && a.glyphs == b.glyphs)
    }

    @Test func addedFilesAreUsed() throws {
        let fonts = try makeFonts {
            $0.usesSystemFonts = false; $0.fontFiles = [self.dejaVu]
        }
        let engine = TextEngine(fonts)
        let text = makeText("Hello world", CharacterAttributes(family: "DejaVu Sans Mono"))
        let before = engine.measure(text, options(), maximumWidth: .infinity)
        try fonts.addFontFile(mono)
        let after = engine.measure(text, options(), maximumWidth: .infinity)
        #expect(before !== after && before.size != after.size)
        #expect(Set(zip(after.glyphs, after.glyphs.dropFirst()).map { $1.x - $0.x }).count == 1)
        #expect(fonts.rasterize(font: before.runs[0].font, glyph: before.glyphs[0].glyph, scale: 1).height == 10)
    }

    @Test func sameFontFromTwoEnginesIsOne() throws {
        let fonts = try makeFonts()
        let text = makeText("Hello 漢字 שלום 😀 ä")
        let a = TextEngine(fonts).measure(text, options(), maximumWidth: 100)
        let b = TextEngine(fonts).measure(try copy(text), options(), maximumWidth: 100)
        #expect(a == b && a !== b)
        #expect(a.runs.allSatisfy { $0.font.rawValue < 10 })
    }

    @Test func measurementsAreKept() throws {
        let fonts = try makeFonts()
        let text = makeText("Hello world, this wraps somewhere")
        let a = TextEngine(fonts).measure(text, options(), maximumWidth: 100)
        let engine = TextEngine(fonts)
        #expect(engine.measure(text, options(), maximumWidth: 100) === a)
        #expect(engine.measure(text, options { $0.alignment = .right }, maximumWidth: a.size.width) === a)
        #expect(engine.measure(text, options(), maximumWidth: 60) !== a)
        #expect(TextEngine(try makeFonts()).measure(text, options(), maximumWidth: 100) !== a)
    }

    /// A size that grows with each frame makes a font for each: all can be drawn, and few are open.
    @Test func fewFontsAreOpen() throws {
        let fonts = try makeFonts()
        let engine = TextEngine(fonts)
        var first: (font: FontID, glyph: UInt32, image: GlyphImage)?
        for step in 0..<600 {
            let size = 10 + Double(step) / 16
            let found = engine.measure(
                makeText("n", CharacterAttributes(size: size)), options(), maximumWidth: .infinity)
            let (font, glyph) = (found.runs[0].font, found.glyphs[0].glyph)
            if step == 0 { first = (font, glyph, fonts.rasterize(font: font, glyph: glyph, scale: 1)) }
        }
        #expect(fonts.openFonts <= 256)
        let known = try #require(first)
        #expect(fonts.rasterize(font: known.font, glyph: known.glyph, scale: 1) == known.image)
        #expect(known.image.width > 0 && fonts.openFonts <= 256)
    }

    @Test func rasterizesAtScale() throws {
        let fonts = try makeFonts()
        let measured = TextEngine(fonts).measure(makeText("H"), options(), maximumWidth: 100)
        let (font, glyph) = (measured.runs[0].font, measured.glyphs[0].glyph)
        let (one, two) = (
            fonts.rasterize(font: font, glyph: glyph, scale: 1), fonts.rasterize(font: font, glyph: glyph, scale: 2)
        )
        #expect(one.height == 10 && (20...21).contains(two.height) && two.top == -two.height)
        let large = fonts.rasterize(font: font, glyph: glyph, scale: 40)
        #expect(abs(large.height - 408) < 4 && large.pixels.count == large.width * large.height)
    }

    @Test func largeColorGlyphs() throws {
        let fonts = try makeFonts()
        let measured = TextEngine(fonts).measure(makeText("😀"), options(), maximumWidth: 100)
        for scale in [0.5, 1, 3, 30] {
            let image = fonts.rasterize(font: measured.runs[0].font, glyph: measured.glyphs[0].glyph, scale: scale)
            #expect(image.isColor && Double(image.width) > 10 * scale && Double(image.width) < 24 * scale)
            #expect(image.pixels.count == image.width * image.height * 4)
        }
    }

    @Test func renderingOptions() throws {
        func coverage(_ change: @escaping (inout FontConfiguration) -> Void) throws -> [UInt8] {
            let fonts = try makeFonts(size: 15, change)
            let measured = TextEngine(fonts).measure(makeText("S"), options(), maximumWidth: 100)
            return fonts.rasterize(font: measured.runs[0].font, glyph: measured.glyphs[0].glyph, scale: 1).pixels
        }
        let hard = try coverage { $0.antialias = .none }
        #expect(Set(hard) == [0, 255])
        let unhinted = try coverage { $0.hintStyle = .none }
        let hinted = try coverage { $0.hintStyle = .full }
        #expect(unhinted != hinted)
    }
}
