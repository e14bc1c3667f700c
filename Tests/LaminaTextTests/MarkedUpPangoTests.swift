import CPango
import LaminaGeometry
import LaminaText
import Testing

/// The attributes that Pango knows, against Pango's own markup.
@Suite struct MarkedUpPangoTests {
    static let body = "The quick brown fox (1st of 20) jumps over fifty lazy dogs."

    struct Case: CustomTestStringConvertible, Sendable {
        let name: String
        let span: String
        let attributes: CharacterAttributes
        var testDescription: String { name }

        init(_ name: String, _ span: String, _ change: (inout RareAttributes) -> Void) {
            self.name = name
            self.span = span
            var rare = RareAttributes()
            change(&rare)
            attributes = CharacterAttributes(rare: rare)
        }
    }

    static let cases = [
        Case("letter spacing", "letter_spacing=\"2048\"") { $0.letterSpacing = 2 },
        Case("negative letter spacing", "letter_spacing=\"-512\"") { $0.letterSpacing = -0.5 },
        Case("rise", "rise=\"5120\"") { $0.rise = 5 },
        Case("features", "font_features=\"liga=0, tnum=1\"") { $0.features = "liga=0, tnum=1" },
        Case("small capitals", "variant=\"smallcaps\"") { $0.caps = .small },
        Case("all small capitals", "variant=\"all-small-caps\"") { $0.caps = .allSmall },
        Case("condensed", "stretch=\"condensed\"") { $0.stretch = 3 },
        Case("language", "lang=\"tr\"") { $0.language = "tr" },
    ]

    @Test(arguments: cases) func attribute(_ item: Case) throws {
        let raw = RawPango("DejaVu Sans 14px", width: 180)
        let expected = raw.lay(
            markup: "The <span \(item.span)>quick brown fox (1st of 20) jumps</span> over fifty lazy dogs.")
        var builder = AttributedTextBuilder()
        builder.append(Self.body)
        try builder.set(item.attributes, bytes: 4..<37)
        let measured = TextEngine(try makeFonts()).measure(builder.build(), options(), maximumWidth: 180)
        #expect(difference(measured.raw, expected) == nil)
    }

    @Test(arguments: Script.allCases) func justified(script: Script) throws {
        var random = SeededRandom(seed: 5)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("DejaVu Sans 14px", width: 250)
        pango_layout_set_justify(raw.layout, 1)
        for _ in 0..<20 {
            let text = script.text(200, &random)
            let expected = raw.lay(text)
            let measured = engine.measure(makeText(text), options { $0.alignment = .justify }, maximumWidth: 250)
            let found = measured.raw
            // Pango leaves some lines short of the edge by the blank at their end, and rounds other blanks.
            for (line, wanted) in zip(found.lines.dropLast(), expected.lines) where line != wanted {
                #expect(line.width == 250 * 1024 && wanted.width <= line.width, "\(script)")
            }
            #expect(found.lines.last == expected.lines.last, "\(script)")
        }
    }

    @Test(arguments: [(0.0, 30.0), (30.0, 0.0), (12.0, 24.0)])
    func indents(first: Double, rest: Double) throws {
        let text = "A paragraph that is long enough to take three lines or more of this width.\nAnd a second one."
        let raw = RawPango("DejaVu Sans 14px", width: 200 - min(first, rest))
        pango_layout_set_indent(raw.layout, Int32((first - rest) * 1024))
        let expected = raw.lay(text)
        var builder = AttributedTextBuilder()
        builder.append(text)
        var style = ParagraphStyle()
        style.firstLineIndent = first
        style.indent = rest
        try builder.set(style, bytes: 0..<builder.count)
        let measured = TextEngine(try makeFonts()).measure(builder.build(), options(), maximumWidth: 200)
        #expect(measured.raw.lines == expected.lines)
        #expect(measured.lineOffset(0, alignment: .left, width: 200) == first)
        #expect(measured.lineOffset(1, alignment: .left, width: 200) == rest)
        #expect(measured.size.width <= 200)
    }

    @Test func tabs() throws {
        let text = "a\tbb\t3.25\nccc\td\t10.5"
        let raw = RawPango("DejaVu Sans 14px", width: 400)
        let array = pango_tab_array_new(2, 0)
        pango_tab_array_set_tab(array, 0, PANGO_TAB_LEFT, 60 * 1024)
        pango_tab_array_set_tab(array, 1, PANGO_TAB_DECIMAL, 150 * 1024)
        pango_layout_set_tabs(raw.layout, array)
        pango_tab_array_free(array)
        let expected = raw.lay(text)
        var options = TextLayoutOptions()
        options.rare.paragraph.tabStops = [
            TabStop(position: 60, alignment: .left), TabStop(position: 150, alignment: .decimal),
        ]
        let measured = TextEngine(try makeFonts()).measure(makeText(text), options, maximumWidth: 400)
        #expect(difference(measured.raw, expected) == nil)
    }

    @Test func softHyphensShow() throws {
        let text = "Donau\u{AD}dampf\u{AD}schiff\u{AD}fahrt"
        let expected = RawPango("DejaVu Sans 14px", width: 110).lay(text)
        let engine = TextEngine(try makeFonts())
        let measured = engine.measure(makeText(text), options(), maximumWidth: 110)
        #expect(difference(measured.raw, expected) == nil)
        let plain = engine.measure(makeText("Donaudampfschifffahrt"), options(), maximumWidth: .infinity)
        #expect(measured.lineCount > 1 && measured.glyphs.count > plain.glyphs.count)
    }

    @Test func wordSpacingWidensSpacesOnly() throws {
        var rare = RareAttributes()
        rare.wordSpacing = 7
        let engine = TextEngine(try makeFonts())
        func width(_ text: String, _ rare: RareAttributes) -> Double {
            engine.measure(
                makeText(text, CharacterAttributes(rare: rare)), options(), maximumWidth: .infinity
            ).size.width
        }
        #expect(abs(width("one two three", rare) - width("one two three", RareAttributes()) - 14) < 0.01)
        #expect(width("onetwothree", rare) == width("onetwothree", RareAttributes()))
    }
}
