import CPango
import LaminaGeometry
import LaminaText
import Testing

/// Carets where numbers stand in text of the other direction, and the way through all positions.
@Suite struct CaretWalkTests {
    static let words = ["١٢٣", "۴۵۶", "12.5", "abc", "x", "שלום", "ספר", "(a)", "-"]

    private func text(_ words: [String], _ random: inout SeededRandom) -> String {
        (0..<Int.random(in: 1...7, using: &random)).map { _ in words.randomElement(using: &random)! }
            .joined(separator: " ")
    }

    private func frame(_ text: AttributedText, _ engine: TextEngine, width: Double = .infinity) -> TextFrame {
        engine.withCharacters(engine.place(text, options(), in: Size(width: width, height: .infinity)))
    }

    @Test func caretsBesideNumbersArePangos() throws {
        var random = SeededRandom(seed: 61)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("DejaVu Sans 14px")
        for string in ["١٢٣ ١٢٣", "١٢٣ ١٢٣ abc"] + (0..<150).map({ _ in text(Self.words, &random) }) {
            _ = raw.lay(string)
            let text = makeText(string)
            let frame = frame(text, engine)
            var byte = 0
            while true {
                var (strong, weak) = (PangoRectangle(), PangoRectangle())
                withFontLock { pango_layout_get_cursor_pos(raw.layout, Int32(byte), &strong, &weak) }
                let caret = frame.caret(at: byte)
                let name = "\(string.debugDescription) at \(byte)"
                #expect(abs(caret.strong.minX - Double(strong.x) / 1024) < 0.01, "\(name)")
                #expect(abs(caret.weak.minX - Double(weak.x) / 1024) < 0.01, "\(name), weak")
                if byte == text.utf8.count { break }
                byte = text.boundary(from: byte, .character, forward: true)
            }
        }
    }

    /// All the way from `byte`.
    private func way(_ frame: TextFrame, from byte: Int, _ movement: TextMovement) -> [Int] {
        var result = [byte]
        while result.count <= frame.text.utf8.count + 2 {
            let next = frame.move(result[result.count - 1], movement)
            if next == result[result.count - 1] { break }
            result.append(next)
        }
        return result
    }

    /// To the right from one end to the other every position is passed once, and to the left the same ones.
    @Test func everyPositionIsReached() throws {
        var random = SeededRandom(seed: 62)
        let engine = TextEngine(try makeFonts())
        let invisible = Self.words + ["a\u{200B}\u{200B}b", "so\u{AD}\u{AD}ft", "ש\u{200B}ל", "\u{200F}\u{200F}"]
        for string in ["١٢٣ ١٢٣", "\u{AD}\u{AD}\u{AD}"] + (0..<150).map({ _ in text(invisible, &random) }) {
            let text = makeText(string)
            let frame = frame(text, engine)
            let first = way(frame, from: 0, .left).last!
            let right = way(frame, from: first, .right)
            var all: Set<Int> = [0]
            var byte = 0
            while byte < text.utf8.count {
                byte = text.boundary(from: byte, .character, forward: true)
                all.insert(byte)
            }
            #expect(Set(right) == all && right.count == all.count, "\(string.debugDescription): \(right)")
            #expect(way(frame, from: right.last!, .left) == right.reversed(), "\(string.debugDescription)")
        }
    }

    @Test func aKeyPressTakesTimeInTheLengthOfItsLine() throws {
        let engine = TextEngine(try makeFonts())
        var times: [Duration] = []
        for length in [2000, 8000] {
            let frame = frame(makeText(String(repeating: "a", count: length)), engine)
            times.append(threadTime(rounds: 5) { #expect(frame.move(length / 2, .right) == length / 2 + 1) })
        }
        #expect(times[1] < times[0] * 12)
    }
}
