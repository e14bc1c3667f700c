import Foundation
import LaminaGeometry
import LaminaText
import Testing

/// What holds of every text that is cut, whatever its script: some hundred cases here, and as many as
/// LAMINA_TRUNCATION_CASES says.
@Suite struct TruncationPropertyTests {
    static let cases = ProcessInfo.processInfo.environment["LAMINA_TRUNCATION_CASES"].flatMap { Int($0) } ?? 660

    private struct Case {
        var script: Script
        var seed: UInt64
        var text: AttributedText
        var width: Double
        var lines: Int

        init(_ script: Script, _ seed: UInt64) {
            var random = SeededRandom(seed: seed)
            self.script = script
            self.seed = seed
            text = makeText(script.text(Int.random(in: 1...200, using: &random), &random))
            width = Double(Int.random(in: 200...1400, using: &random)) / 4
            lines = Int.random(in: 1...4, using: &random)
        }
    }

    @Test(arguments: Script.allCases) func holds(script: Script) throws {
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("DejaVu Sans 14px", ellipsizes: true, lines: 1, width: 100)
        let share = (Self.cases + Script.allCases.count - 1) / Script.allCases.count
        for number in 0..<share {
            let made = Case(script, 0x7000_0000 + UInt64(number))
            let whole = engine.measure(made.text, options(), maximumWidth: made.width)
            clips(made, whole, engine)
            ellipsizes(made, whole, engine, raw)
            shows(made, whole, engine)
        }
    }

    /// Rows of pictures longer than what is looked at beyond the cut, between letters of two directions.
    @Test(arguments: [1_879_050_740, 1_879_054_099, 1_879_056_890] as [UInt64])
    func foundAmongAHundredThousand(seed: UInt64) throws {
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("DejaVu Sans 14px", ellipsizes: true, lines: 1, width: 100)
        let made = Case(.mixed, seed)
        ellipsizes(made, engine.measure(made.text, options(), maximumWidth: made.width), engine, raw)
    }

    private func name(_ made: Case) -> String {
        "\(made.script) seed \(made.seed), \(made.lines) lines at \(made.width): "
            + String(decoding: made.text.utf8, as: UTF8.self).debugDescription
    }

    private func clips(_ made: Case, _ whole: MeasuredText, _ engine: TextEngine) {
        let cut = engine.measure(
            made.text,
            options {
                $0.maximumLines = made.lines; $0.truncation = .clip
            }, maximumWidth: made.width)
        let isRight =
            Array(cut.lines) == Array(whole.lines.prefix(made.lines))
            && Array(cut.glyphs) == Array(whole.glyphs.prefix(cut.glyphs.count))
            && cut.isTruncated == (whole.lineCount > made.lines)
        #expect(isRight, "\(name(made))")
    }

    /// An ellipsis at the end is as Pango's.
    private func ellipsizes(_ made: Case, _ whole: MeasuredText, _ engine: TextEngine, _ raw: RawPango) {
        raw.width = made.width
        raw.lines = Int32(made.lines)
        let expected = raw.lay(String(decoding: made.text.utf8, as: UTF8.self))
        let cut = engine.measure(made.text, options { $0.maximumLines = made.lines }, maximumWidth: made.width)
        let runsBothWays = hasRightToLeft(String(decoding: made.text.utf8, as: UTF8.self))
        #expect(differenceOfCut(cut.raw, expected, runsBothWays: runsBothWays) == nil, "\(name(made))")
        if whole.lineCount <= made.lines { #expect(cut == whole, "\(name(made))") }
    }

    /// With a token: within the width, at a character's end, and one character more would not fit.
    private func shows(_ made: Case, _ whole: MeasuredText, _ engine: TextEngine) {
        var choice = options { $0.maximumLines = made.lines }
        choice.rare.token = makeText("…")
        let cut = engine.measure(made.text, choice, maximumWidth: made.width)
        #expect(cut.isTruncated == (whole.lineCount > made.lines), "\(name(made))")
        #expect(cut.lineCount <= made.lines && cut.size.width <= max(made.width, whole.size.width), "\(name(made))")
        guard cut.isTruncated, let last = cut.lines.last else { return }
        let (utf8, end) = (made.text.utf8, last.bytes.upperBound)
        #expect(cut.hidden == end..<utf8.count, "\(name(made))")
        let character = made.text.position(end, in: .byte, as: .character) ?? -1
        #expect(made.text.position(character, in: .character, as: .byte) == end, "\(name(made))")
        var more = made.text.boundary(from: end, .character, forward: true)
        while more < utf8.count && utf8[more - 1] == 0x20 {
            more = made.text.boundary(from: more, .character, forward: true)
        }
        let shown = String(decoding: utf8[last.bytes.lowerBound..<more], as: UTF8.self) + "…"
        var plain = options()
        // The part by itself might begin with other letters than the text.
        plain.rare.paragraph.direction = last.isRightToLeft ? .rightToLeft : .leftToRight
        let tooLong = engine.measure(makeText(shown), plain, maximumWidth: .infinity)
        #expect(tooLong.size.width > made.width, "\(name(made)) shows \(shown.debugDescription)")
    }
}
