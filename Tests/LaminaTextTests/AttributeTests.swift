import LaminaGeometry
import LaminaText
import Testing

/// Attributes change what they must, and nothing else.
@Suite struct AttributeTests {
    private let red = Color(red: 1, green: 0, blue: 0, alpha: 1)

    private func measure(_ change: (inout AttributedTextBuilder) throws -> Void) throws -> MeasuredText {
        var builder = AttributedTextBuilder()
        try change(&builder)
        return TextEngine(try makeFonts()).measure(builder.build(), options(), maximumWidth: .infinity)
    }

    @Test func sizeWeightAndStyle() throws {
        let engine = TextEngine(try makeFonts())
        func size(_ attributes: CharacterAttributes) -> Size {
            engine.measure(makeText("Hello world", attributes), options(), maximumWidth: .infinity).size
        }
        let plain = size(CharacterAttributes())
        #expect(size(CharacterAttributes(size: 28)).width > plain.width * 1.8)
        #expect(size(CharacterAttributes(size: 28)).height > plain.height * 1.8)
        #expect(size(CharacterAttributes(weight: 700)).width > plain.width)
        #expect(size(CharacterAttributes(family: "DejaVu Sans Mono")).width != plain.width)
        #expect(size(CharacterAttributes(size: 14.0001)) == plain)
        #expect(size(CharacterAttributes(color: red, underline: .single)) == plain)
    }

    @Test func widthsGrowWithText() throws {
        let engine = TextEngine(try makeFonts())
        var width = -1.0
        for length in 0...20 {
            let now = engine.measure(
                makeText(String(repeating: "m", count: length)), options(), maximumWidth: .infinity
            ).size.width
            #expect(now > width)
            width = now
        }
    }

    @Test func colorSplitsRunsOnly() throws {
        let plain = try measure { $0.append("Hello world") }
        let colored = try measure {
            $0.append("Hello world")
            try $0.set(CharacterAttributes(color: red), bytes: 6..<11)
        }
        #expect(colored.glyphs == plain.glyphs && colored.size == plain.size)
        #expect(colored.runs.map(\.color) == [nil, red])
        #expect(colored.runs.map(\.glyphs) == [0..<6, 6..<11])
    }

    @Test func colorInRightToLeftText() throws {
        let colored = try measure {
            $0.append("שלום עולם")
            try $0.set(CharacterAttributes(color: red), bytes: 0..<8)
        }
        #expect(colored.runs.map(\.color) == [nil, red])
        #expect(colored.runs.map(\.glyphs.count) == [5, 4])
        #expect(colored.lines[0].isRightToLeft)
    }

    @Test func underlineAndStrikethrough() throws {
        let measured = try measure {
            $0.append("Hello world")
            try $0.set(CharacterAttributes(color: red, underline: .single), bytes: 6..<11)
            try $0.set(CharacterAttributes(strikethrough: true), bytes: 0..<5)
        }
        #expect(measured.decorations.count == 2)
        let strike = measured.decorations[0]
        let underline = measured.decorations[1]
        #expect(underline.color == red && strike.color == nil)
        #expect(underline.x == measured.glyphs[6].x && strike.x == 0)
        #expect(underline.y >= 0 && underline.height > 0 && strike.y < 0)
        #expect(Double(underline.x + underline.width) / 1024 == measured.size.width)
        #expect(measured.lines[0].decorations == 0..<2)
    }

    @Test func laterAttributesWinAndNilInherits() throws {
        var builder = AttributedTextBuilder(attributes: CharacterAttributes(size: 20))
        builder.append("abcdef")
        try builder.set(CharacterAttributes(weight: 700, color: red), bytes: 0..<4)
        try builder.set(CharacterAttributes(color: .white), bytes: 2..<6)
        let spans = builder.build().spans
        #expect(spans.map(\.bytes) == [0..<2, 2..<4, 4..<6])
        #expect(spans[1].attributes == CharacterAttributes(size: 20, weight: 700, color: .white))
        #expect(spans[2].attributes == CharacterAttributes(size: 20, color: .white))
    }

    @Test func equalTextsAreEqual() throws {
        let a = makeText("Hello", CharacterAttributes(size: 20))
        let b = try copy(a)
        #expect(a == b && a.hashValue == b.hashValue)
        #expect(a != makeText("Hello") && a != makeText("Hellp", CharacterAttributes(size: 20)))
    }

    @Test func alignment() throws {
        let engine = TextEngine(try makeFonts())
        let latin = engine.measure(makeText("Hello"), options(), maximumWidth: 100)
        let hebrew = engine.measure(makeText("שלום"), options(), maximumWidth: 100)
        let (l, h) = (latin.size.width, hebrew.size.width)
        #expect(latin.lineOffset(0, alignment: .natural, width: 100) == 0)
        #expect(hebrew.lineOffset(0, alignment: .natural, width: 100) == 100 - h)
        #expect(hebrew.lineOffset(0, alignment: .left, width: 100) == 0)
        #expect(latin.lineOffset(0, alignment: .right, width: 100) == 100 - l)
        #expect(hebrew.lineOffset(0, alignment: .natural, width: .infinity) == 0)
        #expect(hebrew.glyphs.map(\.x).min() == 0)
    }
}
