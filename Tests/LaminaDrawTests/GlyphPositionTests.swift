import LaminaDraw
import LaminaGeometry
import LaminaText
import Testing

/// Where glyphs stand between pixels.
struct GlyphPositionTests {
    private static func fonts(_ change: (inout FontConfiguration) -> Void = { _ in }) -> FontSystem {
        var configuration = FontConfiguration()
        configuration.defaultFamily = "DejaVu Sans"
        change(&configuration)
        return try! FontSystem(configuration)
    }

    private static let between = fonts()
    private static let whole = fonts { $0.glyphPositions = .wholePixels }

    private func plain(_ text: String) -> AttributedText {
        var builder = AttributedTextBuilder(attributes: CharacterAttributes())
        builder.append(text)
        return builder.build()
    }

    private func draw(
        _ text: String, x: Double, y: Double = 4, scale: Double = 1, fonts: FontSystem = between,
        _ change: (inout CharacterAttributes) -> Void = { _ in }
    ) -> Canvas {
        var attributes = CharacterAttributes()
        change(&attributes)
        var builder = AttributedTextBuilder(attributes: attributes)
        builder.append(text)
        let measured = TextEngine(fonts).measure(builder.build(), TextLayoutOptions(), maximumWidth: 900)
        let canvas = Canvas(240, 100, fill: 0xffff_ffff)
        Painter(pool: BitmapPool()).draw(
            measured, at: Point(x: x, y: y), width: 900, alignment: .left, color: .black, scale: scale,
            clip: canvas.bounds, on: canvas.buffer)
        return canvas
    }

    /// The ink, and the column in whose middle it is: in the mean of many edges, for within a pixel it may be anywhere.
    private func mass(_ canvas: Canvas) -> (ink: Double, column: Double) {
        var (ink, moment) = (0.0, 0.0)
        for (index, word) in canvas.words.enumerated() {
            let dark = Double(255 - (word >> 8 & 255))
            ink += dark
            moment += dark * (Double(index % canvas.width) + 0.5)
        }
        return (ink, moment / ink)
    }

    static let moving = ["Hillwater", "نص", "世界", "slanted", "bold", "faded", "graded", "stroked"]

    private static func dress(_ attributes: inout CharacterAttributes, for text: String) {
        switch text {
        case "نص": attributes.family = "Noto Sans Arabic"
        case "世界": attributes.family = "Noto Sans CJK JP"
        // Of a family that has no such face.
        case "slanted": (attributes.family, attributes.slant) = ("Noto Sans CJK JP", .italic)
        case "bold": (attributes.family, attributes.weight) = ("Noto Nastaliq Urdu", 900)
        case "faded": attributes.color = Color(0x8000_0000)
        case "graded":
            attributes.rare.gradient = Gradient(
                start: .zero, end: Point(x: 0, y: 1),
                stops: [.init(offset: 0, color: .black), .init(offset: 1, color: Color(0xff40_4040))])
        case "stroked":
            attributes.color = .clear
            attributes.rare.stroke = TextStroke(color: .black, width: 1)
        default: break
        }
    }

    @Test(arguments: moving) func glyphsMoveByQuarters(_ text: String) {
        let drawn = [0, 0.25, 0.5, 0.75, 1].map { draw(text, x: 10 + $0) { Self.dress(&$0, for: text) } }
        let masses = drawn.map(mass)
        for quarter in 1...4 {
            #expect(drawn[quarter].words != drawn[quarter - 1].words)
            #expect(abs(masses[quarter].column - masses[0].column - Double(quarter) / 4) < 1.0 / 32)
            #expect(abs(masses[quarter].ink / masses[0].ink - 1) < 0.01)
        }
    }

    @Test func theNearestQuarterIsTaken() {
        func isSame(_ a: Double, _ b: Double) -> Bool { draw("H", x: a).words == draw("H", x: b).words }
        #expect(isSame(10.1, 10) && isSame(10.2, 10.25) && isSame(10.9, 11) && isSame(9.9, 10))
        // Halves go to the right.
        #expect(isSame(10.125, 10.25) && isSame(10.375, 10.5) && isSame(9.875, 10) && isSame(10.12499, 10))
        #expect(isSame(-0.125, 0) && isSame(-0.13, -0.25))
    }

    @Test func quartersAreOfDevicePixels() {
        func isSame(_ a: Double, _ b: Double) -> Bool {
            draw("H", x: a, scale: 2).words == draw("H", x: b, scale: 2).words
        }
        #expect(!isSame(10, 10.125) && !isSame(10.125, 10.25) && isSame(10.05, 10) && isSame(10.1, 10.125))
        let columns = [10, 10.125].map { mass(draw("H", x: $0, scale: 2)).column }
        #expect(abs(columns[1] - columns[0] - 0.25) < 1.0 / 32)
    }

    /// The baseline goes to the nearest row; halves go down.
    @Test func rowsAreWhole() {
        let measured = TextEngine(Self.between).measure(
            plain("H"), TextLayoutOptions(),
            maximumWidth: 900)
        let half = 17.5 - measured.firstBaseline
        func isSame(_ a: Double, _ b: Double) -> Bool { draw("H", x: 10, y: a).words == draw("H", x: 10, y: b).words }
        #expect(isSame(half, half + 0.9) && isSame(half - 0.01, half - 1) && !isSame(half, half - 0.01))
    }

    @Test func wholePixelsAreWhatIsAskedForOrFollowsFromTheRest() {
        let systems = [
            Self.whole, Self.fonts { $0.hintStyle = .medium }, Self.fonts { $0.hintStyle = .full },
            Self.fonts { $0.antialias = .none },
        ]
        for fonts in systems {
            // One letter: those behind it begin between pixels.
            func isSame(_ a: Double, _ b: Double) -> Bool {
                draw("H", x: a, fonts: fonts).words == draw("H", x: b, fonts: fonts).words
            }
            #expect(isSame(10.25, 10) && isSame(10.49, 10) && isSame(10.5, 11) && isSame(9.5, 10) && !isSame(10, 11))
        }
        #expect(draw("H", x: 10, fonts: Self.whole).words == draw("H", x: 10).words)
        let unhinted = Self.fonts { $0.hintStyle = .none }
        #expect(draw("Hill", x: 10, fonts: unhinted).words != draw("Hill", x: 10.25, fonts: unhinted).words)
    }

    @Test func picturesStandOnWholePixels() {
        func picture(_ x: Double) -> [UInt32] {
            draw("😀", x: x) { ($0.family, $0.size) = ("Noto Color Emoji", 20) }.words
        }
        let (still, next) = (picture(10), picture(11))
        #expect(still != next)
        for x in [9.5, 9.75, 10.25, 10.4, 10.49] { #expect(picture(x) == still, "\(x)") }
        for x in [10.5, 10.75, 11.2] { #expect(picture(x) == next, "\(x)") }
    }

    @Test func everyThreadDrawsTheSame() async {
        func draw(_ fonts: FontSystem) -> [[UInt32]] {
            (0..<40).map { self.draw("Quarters of a pixel", x: 5 + Double($0) / 16, fonts: fonts).words }
        }
        let expected = draw(Self.between)
        let fresh = Self.fonts()
        await withTaskGroup(of: [[UInt32]].self) { group in
            for _ in 0..<4 { group.addTask { draw(fresh) } }
            for await words in group { #expect(words == expected) }
        }
    }

    /// What glyphs between pixels take must count, or the cache would grow without end.
    @Test func manySizesBetweenPixelsDoNotFillMemory() {
        let painter = Painter(pool: BitmapPool())
        var builder = AttributedTextBuilder(attributes: CharacterAttributes(size: 40))
        builder.append("The quick brown fox jumps")
        let text = TextEngine(Self.between).measure(builder.build(), TextLayoutOptions(), maximumWidth: 900)
        let canvas = Canvas(400, 300)
        for size in 0..<160 {
            painter.draw(
                text, at: Point(x: Double(size % 4) / 4, y: 0), width: 900, alignment: .left, color: .black,
                scale: 1 + Double(size) / 32, clip: canvas.bounds, on: canvas.buffer)
        }
        #expect(painter.glyphBytes > 1 << 20 && painter.glyphBytes <= 20 << 20)
    }
}
