import CPango
import LaminaDraw
import LaminaGeometry
import LaminaText
import Testing

struct TextDrawingTests {
    static let latin =
        "Softly dog quick window an boats wooden while window lazy together window summer towers over rain kites brown quick over small wooden tall falls quick of carry coffee everyone tod."
    static let cases = [
        TextCase(name: "body of the card", text: latin),
        TextCase(name: "kerning", text: "AVAVAVA To Ty Wa fi ffi V.V, 'T' LT"),
        TextCase(
            name: "serif italic-like overlap", text: "fjord fly off jjj fff Wolf", family: "DejaVu Serif", size: 23),
        TextCase(name: "Noto Sans", text: latin, family: "Noto Sans", size: 13),
        TextCase(name: "small", text: latin, family: "Noto Sans", size: 8),
        TextCase(name: "large", text: "Large Type", family: "Noto Sans", size: 90, width: 600),
        TextCase(
            name: "Arabic", text: "مرحبا بالعالم، هذا نص عربي طويل بما يكفي لسطرين اثنين على الأقل في هذا العرض",
            family: "Noto Sans Arabic"),
        TextCase(name: "Nastaliq", text: "یہ اردو کا ایک جملہ ہے", family: "Noto Nastaliq Urdu", size: 20),
        TextCase(name: "Hebrew", text: "שלום עולם, זהו משפט בעברית"),
        TextCase(name: "Devanagari", text: "नमस्ते दुनिया, यह हिन्दी का एक वाक्य है", family: "Noto Sans Devanagari", size: 16),
        TextCase(name: "CJK", text: "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。", family: "Noto Sans CJK JP", size: 16),
        TextCase(name: "emoji", text: "😀😁🎉👍🏽❤️🚀👨‍👩‍👧", family: "Noto Color Emoji", size: 20),
        TextCase(name: "mixed", text: "Hello 😀 世界 مرحبا z̶a̶l̷g̸o e\u{301}a\u{308}\u{323} done", size: 15),
    ]

    let painter = Painter(pool: BitmapPool())

    private func compare(
        _ text: TextCase, x: Double, y: Double, color: Color, alignment: TextAlignment = .left,
        pango: PangoAlignment = PANGO_ALIGN_LEFT
    ) -> Int {
        let ours = Canvas(640, 160)
        let theirs = Canvas(640, 160)
        ours.scramble(opaque: true)
        theirs.scramble(opaque: true)
        painter.draw(
            text.measured, at: Point(x: x, y: y), width: text.width, alignment: alignment, color: color, scale: 1,
            clip: ours.bounds, on: ours.buffer)
        text.show(on: theirs, x: x, y: y, color: color, alignment: pango)
        return ours.difference(theirs)
    }

    @Test(arguments: cases) func opaqueTextIsPangosToTheByte(_ text: TextCase) {
        #expect(compare(text, x: 12, y: 5, color: .black, alignment: .natural) == 0)
        #expect(compare(text, x: 3, y: 2, color: Color(0xff80_c0e0), alignment: .natural) == 0)
    }

    /// What stands on one colour takes a shorter way, which must not show: each pixel is drawn over by itself.
    @Test(arguments: [0xffff_ffff, 0xfff0_f2f5, 0xff00_0000, 0, 0x8040_2010] as [UInt32])
    func evenGroundIsLikeAnyOther(_ ground: UInt32) {
        for color in [Color.black, Color(0xff80_c0e0), Color(0x8012_3456), Color(0xffff_ffff)] {
            for text in Self.cases.prefix(6) {
                func draw(_ prepare: (Canvas) -> Void) -> Canvas {
                    let canvas = Canvas(640, 160, fill: ground)
                    prepare(canvas)
                    painter.draw(
                        text.measured, at: Point(x: 12, y: 5), width: text.width, alignment: .left, color: color,
                        scale: 1, clip: canvas.bounds, on: canvas.buffer)
                    return canvas
                }
                let even = draw { _ in }
                let uneven = draw { canvas in
                    for y in 0..<160 { for x in stride(from: y % 3, to: 640, by: 3) { canvas[x, y] = 0xff20_4060 } }
                }
                var differences = 0
                for y in 0..<160 {
                    for x in 0..<640 where x % 3 != y % 3 && even[x, y] != uneven[x, y] { differences += 1 }
                }
                #expect(differences == 0, "\(text.name)")
            }
        }
    }

    @Test func fractionsOfAPixelRoundAsCairos() {
        // Multiples of 1/256: cairo keeps its current point in those.
        for (x, y) in [(0.5, 0.5), (-0.5, -1.5), (10.25, 3.75), (1.0 / 256, 7.49609375), (-3.5, 0.50390625)] {
            #expect(compare(Self.cases[0], x: x, y: y, color: .black) == 0, "at \(x), \(y)")
        }
    }

    /// A text on a surface has a bitmap of its own, in a picture it is drawn where it stands.
    @Test(arguments: [1, 1.1, 1.25, 1.5, 5 / 3.0, 2, 3]) func looksTheSameOnEveryWholePixel(_ scale: Double) throws {
        var attributes = CharacterAttributes(underline: .wavy)
        attributes.family = "DejaVu Sans"
        attributes.size = 13.7
        var builder = AttributedTextBuilder(attributes: attributes)
        builder.append("window lazy together")
        let fonts = try FontSystem(FontConfiguration())
        let text = TextEngine(fonts).measure(builder.build(), TextLayoutOptions(), maximumWidth: 60)
        func draw(_ x: Double, _ y: Double) -> Canvas {
            let canvas = Canvas(460, 400, fill: 0xffff_ffff)
            painter.draw(
                text, at: Point(x: x / scale, y: y / scale), width: 60, alignment: .left, color: .black,
                scale: scale, clip: canvas.bounds, on: canvas.buffer)
            return canvas
        }
        let still = draw(0, 0)
        for (x, y) in [(40, 20), (265, 8), (101, 33), (253, 7), (7, 211)] {
            let moved = draw(Double(x), Double(y))
            var differences = 0
            for row in 0..<180 {
                for column in 0..<190 where moved[x + column, y + row] != still[column, row] { differences += 1 }
            }
            #expect(differences == 0, "at \(x), \(y)")
        }
    }

    @Test func alignments() {
        #expect(compare(Self.cases[0], x: 4, y: 4, color: .black, alignment: .center, pango: PANGO_ALIGN_CENTER) == 0)
        #expect(compare(Self.cases[0], x: 4, y: 4, color: .black, alignment: .right, pango: PANGO_ALIGN_RIGHT) == 0)
    }

    @Test func translucentTextIsPangosWithinOne() {
        for text in Self.cases where text.name != "emoji" && text.name != "mixed" {
            #expect(compare(text, x: 12, y: 5, color: Color(0x80a0_2040), alignment: .natural) <= 1)
        }
    }

    @Test func aClipChangesNoPixelInside() {
        let text = TextCase(name: "", text: "AVAfjordWolf 😀 مرحبا", size: 40, width: 500)
        let measured = text.measured
        let whole = Canvas(300, 80)
        painter.draw(
            measured, at: Point(x: -20, y: -8), width: 500, alignment: .left, color: Color(0xff10_4020), scale: 1,
            clip: whole.bounds, on: whole.buffer)
        for clip in [
            PixelRect(0, 0, 7, 80), PixelRect(33, 11, 50, 20), PixelRect(100, 0, 1, 80), PixelRect(290, 3, 900, 30),
        ] {
            let part = Canvas(300, 80, padding: 4)
            painter.draw(
                measured, at: Point(x: -20, y: -8), width: 500, alignment: .left, color: Color(0xff10_4020), scale: 1,
                clip: clip, on: part.buffer)
            for y in 0..<80 {
                for x in 0..<300 {
                    let inside = x >= clip.x && x < clip.maxX && y >= clip.y && y < clip.maxY
                    #expect(part[x, y] == (inside ? whole[x, y] : 0))
                }
            }
            #expect(part.paddingIsIntact)
        }
    }

    @Test func partOfALargerPictureIsTheSame() {
        let measured = Self.cases[0].measured
        let whole = Canvas(400, 60)
        let part = Canvas(100, 30)
        var buffer = part.buffer
        buffer.originX = 150
        buffer.originY = 10
        for (canvas, target) in [(whole, whole.buffer), (part, buffer)] {
            _ = canvas
            painter.draw(
                measured, at: Point(x: 6.3, y: 2.2), width: 188, alignment: .left, color: .black, scale: 2,
                clip: target.bounds, on: target)
        }
        for y in 0..<30 { for x in 0..<100 { #expect(part[x, y] == whole[x + 150, y + 10]) } }
        #expect(part.words.contains { $0 != 0 })
    }

    @Test func decorationsAreDrawn() {
        var attributes = CharacterAttributes()
        attributes.family = "DejaVu Sans"
        attributes.size = 14
        attributes.underline = .single
        attributes.color = Color(0xffff_0000)
        var builder = AttributedTextBuilder(attributes: attributes)
        builder.append("mmmm")
        let measured = TextEngine(TextCase.fonts).measure(builder.build(), TextLayoutOptions(), maximumWidth: 100)
        let canvas = Canvas(60, 20)
        painter.draw(
            measured, at: .zero, width: 100, alignment: .left, color: .black, scale: 1, clip: canvas.bounds,
            on: canvas.buffer)
        let rows = (0..<20).filter { y in (2..<40).allSatisfy { canvas[$0, y] == 0xffff_0000 } }
        #expect(rows.count == 1)
    }

    /// Pango's are blurred over the pixels that they touch; ours stand on the nearest whole ones.
    @Test func decorationsAreSharp() {
        var attributes = CharacterAttributes()
        attributes.family = "DejaVu Sans"
        attributes.size = 32
        attributes.underline = .single
        attributes.strikethrough = true
        var builder = AttributedTextBuilder(attributes: attributes)
        builder.append("Underlined")
        let measured = TextEngine(TextCase.fonts).measure(builder.build(), TextLayoutOptions(), maximumWidth: 600)
        let canvas = Canvas(300, 60, fill: 0xffff_ffff)
        painter.draw(
            measured, at: Point(x: 4, y: 4.2), width: 600, alignment: .left, color: .black, scale: 1,
            clip: canvas.bounds, on: canvas.buffer)
        let rows = (0..<60).filter { y in (4..<4 + Int(measured.size.width)).allSatisfy { canvas[$0, y] == 0xff00_0000 }
        }
        #expect(rows == [26, 27, 35])
        #expect(canvas[3, 35] == 0xffff_ffff && canvas[5 + Int(measured.size.width), 35] == 0xffff_ffff)
    }

    @Test func manySizesDoNotFillMemory() {
        let canvas = Canvas(400, 300)
        for size in 0..<120 {
            let text = TextCase(name: "", text: "The quick brown fox jumps", size: 40, width: 600).measured
            painter.draw(
                text, at: .zero, width: 600, alignment: .left, color: .black, scale: 1 + Double(size) / 16,
                clip: canvas.bounds, on: canvas.buffer)
        }
        #expect(compare(Self.cases[0], x: 4, y: 4, color: .black) == 0)
        painter.trim()
        #expect(compare(Self.cases[0], x: 4, y: 4, color: .black) == 0)
    }

    @Test func hostileNumbersDoNoHarm() {
        let canvas = Canvas(50, 20, padding: 4)
        let measured = Self.cases[12].measured
        let numbers = [0, -0.5, 1e9, -1e9, 1e300, .infinity, -.infinity, .nan, 10_000_000, -10_000_000]
        for x in numbers {
            for y in numbers {
                for scale in [1, 0, -1, .nan, .infinity, 1e-300, 1e6] {
                    painter.draw(
                        measured, at: Point(x: x, y: y), width: x, alignment: .center, color: .black, scale: scale,
                        clip: PixelRect(-1000, Int.min, Int.max, Int.max), on: canvas.buffer)
                    painter.draw(
                        measured, at: Point(x: x, y: y), width: y, alignment: .right, color: .black, scale: scale,
                        clip: canvas.bounds, on: canvas.buffer)
                }
            }
        }
        #expect(canvas.paddingIsIntact)
    }

    /// Twenty lines cost what twenty lines cost, of however many.
    @Test func partOfALongTextIsDrawnFromThatPart() {
        let long = TextCase(name: "", text: (0..<20_000).map { "Line \($0)" }.joined(separator: "\n")).measured
        let height = long.lines[1].baseline - long.lines[0].baseline
        let part = TextCase(name: "", text: (9000..<9020).map { "Line \($0)" }.joined(separator: "\n")).measured
        let (ours, theirs) = (Canvas(200, Int(20 * height)), Canvas(200, Int(20 * height)))
        func draw(_ text: MeasuredText, y: Double, on canvas: Canvas) {
            painter.draw(
                text, at: Point(x: 4, y: y), width: 190, alignment: .left, color: .black, scale: 1,
                clip: canvas.bounds, on: canvas.buffer)
        }
        draw(part, y: 0, on: theirs)
        draw(long, y: -9000 * height, on: ours)
        #expect(ours.difference(theirs) == 0)
        let drawn = long.lines(from: 9000 * height, to: 9020 * height)
        #expect(drawn.contains(9000) && drawn.contains(9019) && drawn.count < 25)
        #expect(long.lines(from: -.infinity, to: .infinity) == long.lines.indices)
        #expect(long.lines(from: .nan, to: .nan).isEmpty)
    }
}
