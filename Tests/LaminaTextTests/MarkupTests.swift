import LaminaGeometry
import LaminaText
import Testing

@Suite struct MarkupTests {
    private func read(_ markup: String) throws -> AttributedText {
        var builder = AttributedTextBuilder()
        try builder.append(markup: Array(markup.utf8))
        return builder.build()
    }

    private func failure(_ markup: String) -> String {
        do {
            _ = try read(markup)
            return ""
        } catch {
            return (error as? LaminaError)?.message ?? ""
        }
    }

    @Test func tagsNest() throws {
        let text = try read("a<b>b<i>c</i></b><s>d</s> &lt;&amp;&#233;&#x1F600;")
        #expect(String(decoding: text.utf8, as: UTF8.self) == "abcd <&é😀")
        #expect(text.spans.map(\.bytes) == [0..<1, 1..<2, 2..<3, 3..<4, 4..<13])
        #expect(text.spans[2].attributes == CharacterAttributes(weight: 700, slant: .italic))
        #expect(text.spans[3].attributes.strikethrough == true)
    }

    @Test func spansSetEverything() throws {
        let text = try read(
            """
            <span font_family='Serif' size="12" weight="bold" style="oblique" variant="small-caps" stretch="3" \
            foreground="#f00" background="#00ff0080" underline="error" underline_color="#0000ff" strikethrough="true" \
            overline="single" letter_spacing="1.5" word_spacing="2" rise="-3" font_features="tnum, liga=0" \
            font_variations="wght=350" lang="pt-BR" link="42">x</span>
            """)
        let found = text.spans[0].attributes
        #expect(found.family == "Serif" && found.size == 16 && found.weight == 700 && found.slant == .oblique)
        #expect(found.color == Color(red: 1, green: 0, blue: 0, alpha: 1) && found.underline == .wavy)
        let rare = found.rare
        #expect(rare.caps == .small && rare.stretch == 3 && rare.overline == true && rare.link == 42)
        #expect(rare.background?.alpha == 128.0 / 255 && rare.letterSpacing == 1.5 && rare.rise == -3)
        #expect(rare.features == "tnum, liga=0" && rare.variations == "wght=350" && rare.language == "pt-BR")
    }

    @Test func sizesMultiply() throws {
        let text = try read(
            "<big><big>a</big></big><span size='150%'>b<small>c</small></span><span size='18px'>d</span>")
        #expect(abs((text.spans[0].attributes.rare.sizeFactor ?? 0) - 1.44) < 1e-9)
        #expect(text.spans[1].attributes.rare.sizeFactor == 1.5)
        #expect(abs((text.spans[2].attributes.rare.sizeFactor ?? 0) - 1.25) < 1e-9)
        #expect(text.spans[3].attributes.size == 18)
        let engine = TextEngine(try makeFonts())
        func width(_ markup: String) throws -> Double {
            engine.measure(try read(markup), options(), maximumWidth: .infinity).size.width
        }
        #expect(try width("<span size='200%'>mmmm</span>") > 1.9 * width("mmmm"))
    }

    @Test(arguments: [
        ("a<b>c", "line 1, column 6: <b> is not closed"),
        ("a</b>", "line 1, column 2: </b> closes nothing"),
        ("<b>x</i>", "line 1, column 5: </i> closes <b>"),
        ("é\n  <blink>x</blink>", "line 2, column 3: there is no tag <blink>; there are a, b,"),
        ("x & y", "line 1, column 3: '&' begins no entity"),
        ("&nope;", "line 1, column 1: there is no entity &nope;"),
        ("&#xD800;", "there is no entity"),
        ("<span foo=\"1\">", "<span> has no attribute foo"),
        ("<span size=\"huge\">x</span>", "\"huge\" is no value for size"),
        (
            "<span color=\"reddish\">x</span>",
            "\"reddish\" is no value for color, which takes a colour such as #2f7ed8 or navy"
        ),
        (
            "<a href=\"https://example.org\">x</a>",
            "line 1, column 4: \"https://example.org\" is no value for href, which takes a whole number"
        ),
        ("x <a>y</a>", "line 1, column 3: <a> has no href: its value is a whole number, your name for the link"),
        ("<a href='3'>y<a >z</a></a>", "line 1, column 14: <a> has no href"), ("<a/>", "<a> has no href"),
        ("<b size=\"3\">x</b>", "<b> has no attribute size; <span> takes attributes"),
        ("<span size=12>x</span>", "column 12: the value of size must stand in quotes"),
        ("<span size=\"12>x</span>", "'<' stands in the value"),
        ("<b", "<b> does not end"), ("<", "a tag's name must follow '<'"), ("<a href=\"x\">y</a>", "no value for href"),
    ])
    func mistakesNameTheirPlace(markup: String, message: String) {
        #expect(failure(markup).contains(message), "\(failure(markup))")
    }

    @Test func coloursHaveNames() throws {
        let text = try read("<span color='Navy'>a</span><span color='#000080'>b</span><span color='#00f'>c</span>")
        let colors = text.spans.map(\.attributes.color)
        #expect(colors.count == 2 && colors[0] == Color(red: 0, green: 0, blue: 128.0 / 255, alpha: 1))
        #expect(colors[1] == Color(red: 0, green: 0, blue: 1, alpha: 1))
    }

    @Test func linksAreWhole() throws {
        let text = try read("<a href='3'>b<b>c</b></a><a href='4'>d</a> e <a href='4'>f</a>")
        var (found, next) = ([TextLink](), 0)
        while let link = text.link(from: next) { (found, next) = (found + [link], link.bytes.upperBound) }
        #expect(found.map(\.link) == [3, 4, 4] && found.map(\.bytes) == [0..<2, 2..<3, 6..<7])
        #expect(text.link(from: 1)?.bytes == 0..<2 && text.link(from: 99) == nil)
        #expect(try read("<b>none</b>").link(from: 0) == nil)
    }

    @Test func aMistakeChangesNothing() throws {
        var builder = AttributedTextBuilder()
        builder.append("before")
        #expect(throws: LaminaError.self) { try builder.append(markup: Array("<b>x".utf8)) }
        #expect(builder.count == 6)
        #expect(builder.build().spans == makeText("before").spans)
        #expect(failure(String(repeating: "<b>", count: 300)).contains("256 tags"))
    }

    /// What was there stays, and what comes is as it would be by itself.
    @Test func markupAfterMarkup() throws {
        let base = CharacterAttributes(size: 20)
        let pieces = ["<b>b</b> <i>é</i>", "", "plain", "<s>s<u>\n</u></s>", "<b>not closed", "<b>b</b>"]
        var (builder, expected) = (AttributedTextBuilder(attributes: base), AttributedTextBuilder(attributes: base))
        for _ in 0..<3 {
            for piece in pieces {
                guard let text = try? read(piece) else {
                    #expect(throws: LaminaError.self) { try builder.append(markup: Array(piece.utf8)) }
                    continue
                }
                try builder.append(markup: Array(piece.utf8))
                for span in text.spans {
                    try expected.append(utf8: Array(text.utf8[span.bytes]), attributes: span.attributes)
                }
            }
            builder.append("!", attributes: CharacterAttributes(weight: 300))
            expected.append("!", attributes: CharacterAttributes(weight: 300))
            #expect(builder.build() == expected.build())
        }
    }
}
