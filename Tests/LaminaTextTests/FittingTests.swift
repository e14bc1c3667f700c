import LaminaGeometry
import LaminaText
import Testing

/// Content widths, balance, factors and frames.
@Suite struct FittingTests {
    static let words = "The width of what cannot be broken is that of the longest word, incomprehensibilities"

    @Test(arguments: Script.allCases) func contentWidths(script: Script) throws {
        var random = SeededRandom(seed: 17)
        let engine = TextEngine(try makeFonts())
        for _ in 0..<10 {
            let text = makeText(script.text(100, &random))
            let widths = engine.contentWidths(text, options())
            #expect(widths.minimum <= widths.maximum)
            #expect(engine.measure(text, options(), maximumWidth: widths.maximum).lineCount == 1)
            let word = options { $0.wrap = .word }
            #expect(engine.measure(text, word, maximumWidth: widths.minimum).size.width <= widths.minimum)
            #expect(engine.measure(text, word, maximumWidth: widths.minimum - 1).size.width > widths.minimum - 1)
        }
    }

    /// A text that is given the width it reported breaks its lines in the same places, whatever the options.
    @Test(arguments: Script.allCases) func measuredWidthIsStable(script: Script) throws {
        var random = SeededRandom(seed: 19)
        let engine = TextEngine(try makeFonts())
        for round in 0..<25 {
            let text = makeText(script.text(Int.random(in: 5...200, using: &random), &random))
            let options = options {
                $0.maximumLines = Int.random(in: 0...3, using: &random)
                $0.wrap = [.word, .wordCharacter, .character, .none].randomElement(using: &random)!
                $0.truncation = [.end, .clip, .start, .middle].randomElement(using: &random)!
                $0.rare.isBalanced = Bool.random(using: &random)
                $0.rare.truncatesAtWords = Bool.random(using: &random)
                $0.rare.insets = EdgeInsets(top: 1, left: 2.5, bottom: 3, right: 4.25)
            }
            let limit = Double(Int.random(in: 60...400, using: &random))
            let first = engine.fit(text, options, within: Size(width: limit, height: .infinity))
            let again = engine.place(
                try copy(text), options, in: Size(width: min(first.size.width.rounded(.up), limit), height: 1000))
            #expect(again.measured.lines.map(\.bytes) == first.measured.lines.map(\.bytes), "\(script) round \(round)")
            #expect(again.measured.isTruncated == first.measured.isTruncated)
        }
    }

    @Test func balancedLinesAreAboutEquallyLong() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("A headline of a few words that takes two lines")
        let greedy = engine.measure(text, options(), maximumWidth: 280)
        let balanced = engine.measure(text, options { $0.rare.isBalanced = true }, maximumWidth: 280)
        #expect(greedy.lineCount == 2 && balanced.lineCount == 2)
        let (a, b) = (balanced.lines[0].width, balanced.lines[1].width)
        #expect(abs(a - b) < abs(greedy.lines[0].width - greedy.lines[1].width))
        #expect(balanced.size.width < greedy.size.width)
    }

    /// Broken between characters, lines may be others at the width of the widest one: such a width is not what
    /// balances.
    @Test func balancedWidthHolds() throws {
        let text = makeText(
            "漢字かな交じり文 – Ωραία \u{2068}שלום\u{2069} été తెలుగు क्षत्रिय ۱۲۳ क्षत्रिय क्षत्रिय",
            CharacterAttributes(size: 14.5, weight: 700))
        let engine = TextEngine(try makeFonts())
        func lines(_ width: Double, _ isBalanced: Bool) throws -> (lines: [Range<Int>], width: Double) {
            let options = options {
                $0.wrap = .character; $0.maximumLines = 2; $0.rare.isBalanced = isBalanced
            }
            let measured = engine.measure(try copy(text), options, maximumWidth: width)
            return (measured.lines.map(\.bytes), measured.size.width)
        }
        var balanced = 0
        for width in [327.682] + Array(stride(from: 180.0, through: 400, by: 8.2)) {
            let (plain, found) = (try lines(width, false), try lines(width, true))
            if found.width == plain.width { continue }
            balanced += 1
            #expect(try lines(found.width, true).lines == found.lines, "at \(width)")
        }
        #expect(balanced > 3)
    }

    /// Blanks at the end, soft hyphens and letter spacing, which take more room in lines that do not stick out.
    @Test func nothingSticksOutAtTheMinimum() throws {
        let engine = TextEngine(try makeFonts())
        var wide = RareAttributes()
        wide.letterSpacing = 6
        var tight = RareAttributes()
        tight.letterSpacing = -2
        var texts = [
            "3.14 x² ", "zero\u{200B}width, http://example.org/a/b?c=d 3.14 ", "the quick extraordinarily \nbrown ",
        ]
        .map { makeText($0) }
        texts += ["the quick brown fox", "co-operate 3.14"].map { makeText($0, CharacterAttributes(rare: tight)) }
        var builder = AttributedTextBuilder(attributes: CharacterAttributes())
        builder.append("soft\u{AD}hyphen\u{AD}")
        builder.append("ated and", attributes: CharacterAttributes(rare: wide))
        texts.append(builder.build())
        for text in texts {
            for wrap in [TextWrap.word, .wordCharacter] {
                let options = options { $0.wrap = wrap }
                let minimum = engine.contentWidths(text, options).minimum
                let there = engine.measure(try copy(text), options, maximumWidth: minimum).size.width
                #expect(there <= minimum, "\(String(decoding: text.utf8, as: UTF8.self).debugDescription), \(wrap)")
            }
        }
    }

    /// What fits without breaking a word is at least as wide as the widest one, which layouts rely on.
    @Test(arguments: [
        "the quick brown fox", "a Wolkenkratzer b", "Straße naïve 12,345.67", "世界你好今天", "abc שלום 12",
    ]) func whatBreaksNoWordIsWideEnough(string: String) throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(string)
        let minimum = engine.contentWidths(text, options()).minimum
        var broken = 0
        for width in stride(from: 4.0, through: 160, by: 3.1) {
            let measured = engine.measure(text, options(), maximumWidth: width)
            #expect(measured.breaksWords == (width < minimum), "\(string) at \(width)")
            if measured.breaksWords { broken += 1 }
            let cut = engine.measure(text, options { $0.maximumLines = 1 }, maximumWidth: width)
            #expect(!cut.isTruncated || cut.breaksWords)
        }
        #expect(broken > 0)
    }

    /// Pango widens the spaces of a line by the hyphen at its end, too.
    @Test(arguments: [
        "soft\u{AD}hyphen\u{AD}ated soft\u{AD}hyphen\u{AD}ated soft\u{AD}hyphen\u{AD}ated",
        "12,345.67 and soft\u{AD}hyphen\u{AD}ated Straße naïve soft\u{AD}hyphen\u{AD}ated words of more than one line",
    ]) func justifiedLinesHaveRoomForTheirHyphens(string: String) throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(string)
        let justified = options { $0.alignment = .justify }
        for width in stride(from: 60.0, through: 300, by: 7.3) {
            let first = engine.measure(text, justified, maximumWidth: width)
            let natural = engine.measure(text, options(), maximumWidth: width)
            #expect(first.size.width <= max(width, natural.size.width), "at \(width)")
            #expect(first.lines.map(\.bytes) == natural.lines.map(\.bytes))
            for (line, same) in zip(first.lines, natural.lines) { #expect(line.width >= same.width - 0.001) }
            let again = engine.measure(try copy(text), justified, maximumWidth: first.size.width)
            #expect(again.lines.map(\.bytes) == first.lines.map(\.bytes), "at \(width)")
        }
    }

    @Test func largestFactorThatFits() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(Self.words, CharacterAttributes(size: 20))
        let options = options { $0.rare.scaleFactors = [0.9, 0.8, 0.7, 0.5, 0.3] }
        let wide = engine.fit(text, options, within: Size(width: 2000, height: 1000))
        #expect(wide.scale == 1)
        let narrow = engine.fit(text, options, within: Size(width: 150, height: 1000))
        #expect(narrow.scale < 1 && narrow.size.width <= 150)
        let full = engine.contentWidths(text, options).minimum
        #expect(full > 150)
        let again = engine.place(text, options, in: narrow.size)
        #expect(again.scale == narrow.scale && again.measured.lines == narrow.measured.lines)
        let tiny = engine.fit(text, options, within: Size(width: 20, height: 10))
        #expect(tiny.scale == 0.3)
    }

    @Test func linesThatAFrameIsTooLowForAreCut() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText(Self.words)
        let options = options { $0.rare.fitsHeight = true }
        let all = engine.measure(text, options, maximumWidth: 150)
        let frame = engine.place(text, options, in: Size(width: 150, height: all.lines[2].bottom + 1))
        #expect(frame.measured.lineCount == 3 && frame.measured.isTruncated)
    }

    @Test func placementAndInsets() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("one")
        let insets = EdgeInsets(top: 3, left: 5, bottom: 7, right: 11)
        let plain = engine.fit(text, options(), within: .infinite).size
        var options = options { $0.rare.insets = insets }
        let fitted = engine.fit(text, options, within: .infinite)
        #expect(fitted.size == Size(width: plain.width + 16, height: plain.height + 10))
        #expect(fitted.origin == Point(x: 5, y: 3))
        options.rare.placement = .bottom
        #expect(engine.place(text, options, in: Size(width: 100, height: 100)).origin.y == 93 - plain.height)
        options.rare.placement = .center
        #expect(engine.place(text, options, in: Size(width: 100, height: 100)).origin.y == 3 + (90 - plain.height) / 2)
    }

    @Test func shadowsCanBePartOfTheSize() throws {
        var rare = RareAttributes()
        rare.shadows = [TextShadow(color: .black, x: 4, y: -2, blur: 6)]
        let engine = TextEngine(try makeFonts())
        let text = makeText("shadow", CharacterAttributes(rare: rare))
        let plain = engine.fit(text, options(), within: .infinite).size
        let padded = engine.fit(text, options { $0.rare.includesShadows = true }, within: .infinite)
        #expect(padded.size == Size(width: plain.width + 12, height: plain.height + 12))
        #expect(padded.origin == Point(x: 2, y: 8))
    }

    @Test func contentWidthsHaveRoomForShadows() throws {
        var rare = RareAttributes()
        rare.shadows = [TextShadow(color: .black, x: 4, y: 0, blur: 6)]
        let engine = TextEngine(try makeFonts())
        let text = makeText("some shadows", CharacterAttributes(rare: rare))
        let padded = options { $0.rare.includesShadows = true }
        let widths = engine.contentWidths(text, padded)
        let widest = engine.fit(text, padded, within: Size(width: widths.maximum, height: .infinity))
        #expect(widest.measured.lineCount == 1 && widest.size.width == widths.maximum)
        let narrowest = engine.fit(text, padded, within: Size(width: widths.minimum, height: .infinity))
        #expect(narrowest.measured.lineCount == 2 && narrowest.size.width == widths.minimum)
    }

    /// Tabs between words of both directions, which Pango sets otherwise where a line sticks out.
    @Test func noWordWithATabIsBrokenAtTheMinimum() throws {
        var random = SeededRandom(seed: 23)
        let engine = TextEngine(try makeFonts())
        let words = ["שלום", "עולם", "ספר", "quick", "fox", "12.5", "(a)", "مرحبا"]
        for round in 0..<200 {
            let parts = (0..<Int.random(in: 2...5, using: &random)).map { _ in words.randomElement(using: &random)! }
            let text = makeText(parts.joined(separator: "\t"))
            let minimum = engine.contentWidths(text, options()).minimum
            let lines = engine.measure(try copy(text), options(), maximumWidth: minimum).lines
            for line in lines.dropLast() {
                #expect(text.utf8[line.bytes.upperBound - 1] == 0x09, "round \(round): \(parts)")
            }
        }
    }
}
