import Testing

@testable import LaminaText

/// That fribidi is not harmed shows under valgrind only: `test_text_bidi.c` and the fuzz tests of this module run
/// there.
struct BidiGuardTests {
    /// What is laid out in place of the text.
    private func guarded(_ text: String) -> String {
        let bytes = Array(text.utf8)
        let harmless = unsafe bytes.withUnsafeBytes { unsafe BidiGuard.harmless($0) }
        guard let harmless else { return text }
        #expect(harmless != bytes, "a copy only where something is changed")
        #expect(harmless.count == bytes.count)
        let result = String(decoding: harmless, as: UTF8.self)
        #expect(result.unicodeScalars.count == text.unicodeScalars.count)
        return result
    }

    @Test(arguments: [
        "", "plain", "שלום (a)", "\u{202B}a\u{202C}\u{85}b", "\u{2067}a\u{2069}\u{85}b", "\u{2067}a\nb\u{85}c",
        "\u{2067}a\u{2029}b\u{85}c", "\u{2069}\u{202C}\u{2069}\u{85}", "a\u{85}\u{1C}\u{2068}b",
        String(repeating: "\u{2068}a\u{2069} ", count: 500),
        String(repeating: "\u{2067}", count: 60) + "a" + String(repeating: "\u{2069}", count: 60),
        String(repeating: "\u{202B}", count: 500) + "a" + String(repeating: "\u{202C}", count: 500),
        "\u{2067}\u{202B}a\u{2069}\u{85}", "cut off \u{2067}\u{E2}",
    ])
    func leavesAlone(_ text: String) {
        #expect(guarded(text) == text)
    }

    @Test func separatorsInOpenIsolatesAreNone() {
        #expect(guarded("\u{2067}!\u{85}(") == "\u{2067}!\u{A0}(")
        #expect(
            guarded("\u{2066}a\u{1C}b\u{1D}c\u{1E}d\u{2069}\u{1E}") == "\u{2066}a\u{1F}b\u{1F}c\u{1F}d\u{2069}\u{1E}")
        #expect(guarded("\u{2068}\u{202B}a\u{202C}\u{85}") == "\u{2068}\u{202B}a\u{202C}\u{A0}")
        // An embedding does not end the isolate around it.
        #expect(guarded("\u{2068}\u{202C}\u{85}") == "\u{2068}\u{202C}\u{A0}")
    }

    @Test func whatIsTooDeepIsLeftOutWithItsEnd() {
        func repeated(_ scalar: Unicode.Scalar, _ count: Int) -> String {
            String(repeating: String(scalar), count: count)
        }
        #expect(
            guarded(repeated("\u{2067}", 62) + "a" + repeated("\u{2069}", 62) + "\u{85}")
                == repeated("\u{2067}", 60) + "\u{2060}\u{2060}a\u{2060}\u{2060}" + repeated("\u{2069}", 60) + "\u{85}")
        #expect(
            guarded("\u{2066}" + repeated("\u{202E}", 61) + "a" + repeated("\u{202C}", 61) + "\u{2069}")
                == "\u{2066}" + repeated("\u{202E}", 59) + "\u{2060}\u{2060}a\u{2060}\u{2060}"
                + repeated("\u{202C}", 59)
                + "\u{2069}")
        // An end of an isolate ends the embeddings in it, those that are too deep as well.
        #expect(
            guarded("\u{2066}" + repeated("\u{202D}", 70) + "\u{2069}\u{202C}\u{2067}a\u{85}")
                == "\u{2066}" + repeated("\u{202D}", 59) + repeated("\u{2060}", 11) + "\u{2069}\u{202C}\u{2067}a\u{A0}")
    }

    @Test(arguments: 0..<20)
    func isDoneAtOnce(seed: Int) {
        var random = SeededRandom(seed: UInt64(seed))
        let alphabet: [Unicode.Scalar] = [
            "a", "\u{5D0}", "\u{2066}", "\u{2067}", "\u{2068}", "\u{2069}", "\u{202A}", "\u{202B}", "\u{202C}",
            "\u{202D}",
            "\u{85}", "\u{1D}", "\n", "\u{2029}", "(",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<400 {
            let scalar = alphabet.randomElement(using: &random)!
            for _ in 0..<(Int.random(in: 0..<20, using: &random) == 0 ? 50 : 1) { text.append(scalar) }
        }
        let once = guarded(String(text))
        #expect(guarded(once) == once)
    }
}
