import LaminaGeometry
import LaminaText
import Testing

extension MeasuredText {
    /// In the form that `RawPango` gives.
    var raw: RawPango.Result {
        var result = RawPango.Result(width: Int32(size.width * 1024), height: Int32(size.height * 1024))
        for line in lines {
            let positioned = runs[line.runs].flatMap { glyphs[$0.glyphs] }
            result.lines.append(
                RawPango.Line(
                    baseline: Int32(line.baseline * 1024), width: Int32(line.width * 1024),
                    glyphs: positioned.map { [Int32($0.glyph), $0.x, $0.y] }))
        }
        return result
    }
}

/// The first thing in which the two differ, or nil.
func difference(_ a: RawPango.Result, _ b: RawPango.Result) -> String? {
    if a.lines.count != b.lines.count { return "\(a.lines.count) lines, not \(b.lines.count)" }
    for (i, (x, y)) in zip(a.lines, b.lines).enumerated() {
        if x.baseline != y.baseline { return "line \(i): baseline \(x.baseline), not \(y.baseline)" }
        if x.width != y.width { return "line \(i): width \(x.width), not \(y.width)" }
        if x.glyphs.count != y.glyphs.count { return "line \(i): \(x.glyphs.count) glyphs, not \(y.glyphs.count)" }
        for (j, (g, h)) in zip(x.glyphs, y.glyphs).enumerated() where g != h {
            return "line \(i) glyph \(j): \(g), not \(h)"
        }
    }
    return a == b ? nil : "size \(a.width) x \(a.height), not \(b.width) x \(b.height)"
}

/// The same for a text that may end in an ellipsis. Where text runs both ways Pango puts that between words, by the
/// directions of what is hidden; ours stands at the end that the paragraph runs to, so that the glyphs of such a line
/// are the same ones, in other places.
func differenceOfCut(_ a: RawPango.Result, _ b: RawPango.Result, runsBothWays: Bool) -> String? {
    guard runsBothWays, a.lines.count == b.lines.count, let mine = a.lines.last, let theirs = b.lines.last else {
        return difference(a, b)
    }
    func glyphs(_ line: RawPango.Line) -> [Int32] { line.glyphs.map { $0[0] }.sorted() }
    if glyphs(mine) != glyphs(theirs) { return "other glyphs in the last line" }
    var same = a
    same.lines[a.lines.count - 1].glyphs = theirs.glyphs
    return difference(same, b)
}

/// Whether some character of a text runs to the left.
func hasRightToLeft(_ text: String) -> Bool {
    text.unicodeScalars.contains { (0x590...0x8FF).contains($0.value) || (0xFB1D...0xFEFC).contains($0.value) }
}

/// What we measure is what Pango gives to a C program that uses it directly.
@Suite struct RawPangoTests {
    static let body =
        "Shipped the new layout engine today. It measures text once, keeps every glyph and never blocks the main loop, which makes long lists feel like butter even on small machines. https://lamina.dev/x"

    @Test(arguments: [0, 1, 3, 4])
    func cardBody(lines: Int32) throws {
        let raw = RawPango("DejaVu Sans 14px", spacing: 1.2, ellipsizes: true, lines: lines, width: 376).lay(Self.body)
        let engine = TextEngine(try makeFonts())
        let measured = engine.measure(
            makeText(Self.body),
            options {
                $0.maximumLines = Int(lines == 0 ? 1 : lines); $0.lineSpacingFactor = 1.2
            }, maximumWidth: 376)
        #expect(difference(measured.raw, raw) == nil)
    }

    @Test func boldLabel() throws {
        let raw = RawPango("DejaVu Sans Bold 13px", ellipsizes: true, width: 88).lay("Comment")
        let engine = TextEngine(try makeFonts())
        let measured = engine.measure(
            makeText("Comment", CharacterAttributes(size: 13, weight: 700)), options { $0.maximumLines = 1 },
            maximumWidth: 88)
        #expect(difference(measured.raw, raw) == nil)
        #expect(
            measured.lineOffset(0, alignment: .center, width: 88) == ((88 - measured.size.width) * 512).rounded(
                .towardZero) / 1024)
    }

    @Test(arguments: [Float(0), 1, 1.5])
    func paragraphs(spacing: Float) throws {
        let text =
            "First paragraph, long enough to wrap.\n\nSecond one\r\nשלום עולם\n123 4\u{2029}last\u{2028}line  end "
        var raw = RawPango("DejaVu Sans 14px", spacing: spacing, width: 150).lay(text)
        // Pango's extents include the space to the left of lines that stand at the right.
        raw.width = raw.lines.map(\.width).max()!
        let engine = TextEngine(try makeFonts())
        let measured = engine.measure(
            makeText(text), options { $0.lineSpacingFactor = Double(spacing) }, maximumWidth: 150)
        #expect(difference(measured.raw, raw) == nil)
        #expect(measured.lines.map(\.isRightToLeft).contains(true))
    }

    @Test(arguments: Script.allCases)
    func randomTexts(script: Script) throws {
        var random = SeededRandom(seed: 7)
        let engine = TextEngine(try makeFonts())
        for _ in 0..<rounds(60, sanitized: 20) {
            let text = script.text(Int.random(in: 1...300, using: &random), &random)
            let width = Double(Int.random(in: 200...1600, using: &random)) / 4
            let lines = Int32.random(in: 0...4, using: &random)
            let raw = RawPango("DejaVu Sans 14px", ellipsizes: lines > 0, lines: lines, width: width).lay(text)
            let measured = engine.measure(makeText(text), options { $0.maximumLines = Int(lines) }, maximumWidth: width)
            #expect(
                difference(measured.raw, raw) == nil, "\(script) \(text.debugDescription) at \(width), \(lines) lines")
        }
    }
}
