import LaminaGeometry
import LaminaText
import Testing

/// Texts that end in what cannot be seen, cut after a number of lines.
@Suite struct BlankEndTests {
    static let wraps = [TextWrap.wordCharacter, .word, .character, .none]

    private func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.allSatisfy {
            (0x09...0x0D).contains($0.value) || $0 == " " || $0.value == 0x2028 || $0.value == 0x2029
        }
    }

    private func marks(_ change: (inout TextLayoutOptions) -> Void) -> [TextLayoutOptions] {
        var all: [TextLayoutOptions] = []
        for truncation in [TextTruncation.end, .clip, .start, .middle] {
            for mark in 0..<4 {
                all.append(
                    options {
                        $0.truncation = truncation
                        if mark == 1 { $0.rare.token = makeText("more") }
                        if mark == 2 { $0.rare.message = makeText("more") }
                        if mark == 3 { $0.rare.truncatesAtWords = true }
                        change(&$0)
                    })
            }
        }
        return all
    }

    /// Where nothing visible is left out, nothing is marked as left out; an ellipsis at the end is Pango's, who may set
    /// one for blanks.
    @Test(arguments: wraps) func blanksAreNotCut(wrap: TextWrap) throws {
        let engine = TextEngine(try makeFonts())
        for blank in [" ", "\t", "\u{2028}", "\u{2029}", "\u{A0}", "\r\n"] {
            for start in ["", "Hello", "Hello wide world", "a\n", "a\u{2028}b"] {
                let text = makeText(start + String(repeating: blank, count: 70))
                for lines in 1...3 {
                    for options in marks({
                        $0.maximumLines = lines; $0.wrap = wrap
                    }) {
                        check(text, options, engine, "\(start.debugDescription) and \(blank.debugDescription)")
                    }
                }
            }
        }
    }

    private func check(_ text: AttributedText, _ options: TextLayoutOptions, _ engine: TextEngine, _ name: String) {
        let cut = engine.measure(text, options, maximumWidth: 100)
        #expect(cut.lineCount <= options.maximumLines)
        let isPangos = options.truncation == .end && (!options.hasRare || options.wrap == .none)
        if isPangos { return }
        var free = options
        free.maximumLines = 0
        let whole = engine.measure(text, free, maximumWidth: 100)
        let hasMore = whole.lineCount > options.maximumLines
        let rest = hasMore ? text.utf8[whole.lines[options.maximumLines].bytes.lowerBound...] : []
        #expect(
            cut.isTruncated == !isBlank(rest),
            "\(name), \(options.maximumLines) lines, \(options.truncation), \(options.wrap)")
    }
}
