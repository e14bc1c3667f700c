import LaminaGeometry
import LaminaText
import Testing

/// Line heights, gaps and space between paragraphs; alignment and direction of paragraphs of their own.
@Suite struct ParagraphTests {
    private func measure(
        _ text: String, width: Double = 200, lines: Int = 0, _ change: (inout ParagraphStyle) -> Void
    ) throws -> MeasuredText {
        var options = TextLayoutOptions()
        options.maximumLines = lines
        change(&options.rare.paragraph)
        return TextEngine(try makeFonts()).measure(makeText(text), options, maximumWidth: width)
    }

    @Test func fixedLineHeightWhateverStandsInTheLine() throws {
        let measured = try measure("plain\n😀 emoji\n漢字\nप्र") { $0.lineHeight = 24 }
        #expect(measured.size.height == 96)
        #expect(measured.lines.map(\.top) == [0, 24, 48, 72])
    }

    @Test func gapNeverCountsAfterTheLastLine() throws {
        let plain = try measure("one\ntwo\nthree") { _ in }
        let spaced = try measure("one\ntwo\nthree") { $0.lineGap = 10 }
        #expect(spaced.size.height == plain.size.height + 20)
        #expect(try measure("one") { $0.lineGap = 10 }.size.height == measure("one") { _ in }.size.height)
        // As in Texture, a gap does not cost a line when text is cut.
        let cut = try measure("one two three four five six seven", width: 60, lines: 3) { $0.lineGap = 10 }
        #expect(cut.lineCount == 3 && cut.isTruncated)
    }

    @Test func spaceBetweenParagraphsOnly() throws {
        let plain = try measure("one\ntwo") { _ in }
        let spaced = try measure("one\ntwo") { ($0.spaceBefore, $0.spaceAfter) = (3, 4) }
        #expect(spaced.size.height == plain.size.height + 7)
        #expect(spaced.lines[0].top == 0)
    }

    /// Soft hyphens are places to break, with a hyphen, unless hyphens are switched off; a word that fills a line is
    /// broken without one then.
    @Test func hyphensAreSwitchedOnAndOff() throws {
        let text = "in\u{AD}com\u{AD}pre\u{AD}hen\u{AD}si\u{AD}ble words"
        let manual = try measure(text, width: 70) { _ in }
        let none = try measure(text, width: 70) { $0.hyphens = TextHyphens.none }
        #expect(try measure(text, width: 70) { $0.hyphens = .manual }.raw == manual.raw)
        #expect(manual.lines[0].bytes == 0..<9 || manual.lines[0].bytes == 0..<14)
        #expect(none.lines[0].bytes != manual.lines[0].bytes)
        // A hyphen is a glyph that no byte of the text has.
        func shown(_ measured: MeasuredText, _ line: Int) -> Int {
            let glyphs = measured.lines[line].runs.reduce(0) { $0 + measured.runs[$1].glyphs.count }
            let bytes = Array(text.utf8)[measured.lines[line].bytes]
            return glyphs
                - String(decoding: bytes, as: UTF8.self).unicodeScalars.count { $0.value != 0xAD && $0 != " " }
        }
        #expect(shown(manual, 0) == 1 && shown(none, 0) <= 0)
        // Between words nothing changes; a base style can be switched back.
        let words = try measure(text, width: 400) { $0.hyphens = TextHyphens.none }
        let same = try measure(text, width: 400) { _ in }
        #expect(words.lineCount == 1 && words.size == same.size)
        var builder = AttributedTextBuilder()
        builder.append(text)
        var own = ParagraphStyle()
        own.hyphens = .manual
        try builder.set(own, bytes: 0..<builder.count)
        var options = TextLayoutOptions()
        options.rare.paragraph.hyphens = TextHyphens.none
        let back = TextEngine(try makeFonts()).measure(builder.build(), options, maximumWidth: 70)
        #expect(back.lines.map(\.bytes) == manual.lines.map(\.bytes))
    }

    /// A line whose spaces would become too wide is as wide as it is.
    @Test func justifiedLinesHaveALimit() throws {
        let text = "a few words in here, and incomprehensibilities that leave a line with little in it"
        func lines(_ limit: Double) throws -> [Double] {
            try measure(text, width: 170) { ($0.alignment, $0.justifyLimit) = (.justify, limit) }.lines.map(\.width)
        }
        let free = try measure(text, width: 170) { _ in }.lines.map(\.width)
        #expect(try lines(0).dropLast().allSatisfy { abs($0 - 170) < 0.01 })
        var full: [Int] = []
        for limit in stride(from: 1.0, through: 40, by: 0.5) {
            let widths = try lines(limit)
            full.append(widths.count { abs($0 - 170) < 0.01 })
            for (width, own) in zip(widths, free) {
                #expect(abs(width - 170) < 0.01 || width <= own + 0.01, "\(limit)")
            }
        }
        // Two lines have one word, and the last is none of them.
        #expect(
            full.first == 0 && full.last == free.count - 3 && full == full.sorted() && Set(full).count > 1, "\(full)")
    }

    @Test func lineHeightFactorKeepsLettersInTheMiddle() throws {
        let plain = try measure("one\ntwo") { _ in }
        let high = try measure("one\ntwo") { $0.lineHeightFactor = 2 }
        #expect(high.size.height == plain.size.height * 2)
        let extra = plain.lines[0].bottom - plain.lines[0].top
        #expect(abs(high.firstBaseline - plain.firstBaseline - extra / 2) < 0.01)
    }

    @Test func directionAndAlignmentOfTheirOwn() throws {
        var builder = AttributedTextBuilder()
        builder.append("first\nsecond\nthird")
        var style = ParagraphStyle()
        style.direction = .rightToLeft
        try builder.set(style, bytes: 6..<7)
        style = ParagraphStyle()
        style.alignment = .center
        try builder.set(style, bytes: 13..<18)
        let measured = TextEngine(try makeFonts()).measure(builder.build(), options(), maximumWidth: 200)
        #expect(measured.lines.map(\.isRightToLeft) == [false, true, false])
        #expect(measured.lineOffset(0, alignment: .natural, width: 200) == 0)
        #expect(measured.lineOffset(1, alignment: .natural, width: 200) == 200 - measured.lines[1].width)
        #expect(abs(measured.lineOffset(2, alignment: .natural, width: 200) * 2 - (200 - measured.lines[2].width)) <= 1)
    }

    @Test func laterParagraphStylesReplaceEarlierOnes() throws {
        var builder = AttributedTextBuilder()
        builder.append("a\nb\nc")
        var style = ParagraphStyle()
        style.indent = 1
        try builder.set(style, bytes: 0..<5)
        style.indent = 2
        try builder.set(style, bytes: 2..<3)
        let paragraphs = builder.build().paragraphs
        #expect(paragraphs.map(\.bytes) == [0..<2, 2..<4, 4..<5])
        #expect(paragraphs.map(\.style.indent) == [1, 2, 1])
    }

    @Test func noWrapIsOneLinePerParagraph() throws {
        var options = TextLayoutOptions()
        options.wrap = .none
        let engine = TextEngine(try makeFonts())
        let text = makeText("a long line that would wrap\nsecond")
        let measured = engine.measure(text, options, maximumWidth: 40)
        #expect(measured.lineCount == 2 && measured.size.width > 100)
        options.maximumLines = 1
        let cut = engine.measure(copyOf(text), options, maximumWidth: 60)
        #expect(cut.lineCount == 1 && cut.isTruncated && cut.size.width <= 60)
    }

    private func copyOf(_ text: AttributedText) -> AttributedText { (try? copy(text)) ?? text }
}
