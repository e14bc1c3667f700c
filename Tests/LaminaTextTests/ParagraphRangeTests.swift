import LaminaGeometry
import LaminaText
import Testing

/// Which paragraphs a style is set for, whatever was set before.
@Suite struct ParagraphRangeTests {
    /// What a builder holds, kept in the simplest way: the styles of all bytes, by the numbers of the calls that set
    /// them.
    private struct Expected {
        var text: [UInt8] = []
        var calls: [Int] = []
        var styles: [ParagraphStyle] = []
        /// A paragraph of no bytes stays until the next one is set.
        var isLastEmpty = false

        mutating func append(_ bytes: [UInt8]) {
            text += bytes
            calls += [Int](repeating: -1, count: bytes.count)
        }

        mutating func set(_ style: ParagraphStyle, _ bytes: Range<Int>) -> Range<Int> {
            var (start, end) = (bytes.lowerBound, max(bytes.lowerBound, bytes.upperBound - 1))
            while start > 0 && text[start - 1] != 0x0A && text[start - 1] != 0x0D { start -= 1 }
            while end < text.count && text[end] != 0x0A && text[end] != 0x0D { end += 1 }
            end = max(min(end + 1, text.count), start)
            for place in start..<end { calls[place] = styles.count }
            styles.append(style)
            return start..<end
        }

        /// Where each run of bytes of one call ends, and its style.
        var paragraphs: [(bytes: Range<Int>, style: ParagraphStyle)] {
            var result: [(bytes: Range<Int>, style: ParagraphStyle)] = []
            var start = 0
            for end in 1...max(text.count, 1)
            where end == text.count || (end < text.count && calls[end] != calls[start]) {
                if calls[start] >= 0 { result.append((start..<end, styles[calls[start]])) }
                start = end
            }
            return result
        }
    }

    private func style(_ number: Int) -> ParagraphStyle {
        var style = ParagraphStyle()
        style.indent = Double(number)
        return style
    }

    @Test(arguments: 0..<40) func anythingSetInAnyOrder(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var builder = AttributedTextBuilder()
        var expected = Expected()
        func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
        for call in 0..<120 {
            if below(3) == 0 {
                let bytes = (0..<below(9)).map { _ in Array("ab\n\rc".utf8)[below(5)] }
                try builder.append(utf8: bytes)
                expected.append(bytes)
            }
            let start = below(builder.count + 1)
            let length = below(4) == 0 ? builder.count - start : min(below(12), builder.count - start)
            // Now and then the last style again: equal neighbours stay apart.
            let style = style(below(4) == 0 ? 0 : call)
            try builder.set(style, bytes: start..<start + length)
            let range = expected.set(style, start..<start + length)
            var found = Array(builder.build().paragraphs)
            if range.isEmpty {
                #expect(found.last?.bytes == range && found.last?.style == style)
                found.removeLast()
            }
            #expect(found.map(\.bytes) == expected.paragraphs.map(\.bytes))
            #expect(found.map(\.style) == expected.paragraphs.map(\.style))
        }
    }

    @Test func inOrderAndFromTheLast() throws {
        for backwards in [false, true] {
            var builder = AttributedTextBuilder()
            for _ in 0..<200 { builder.append("some words\n") }
            for number in 0..<200 {
                let place = backwards ? 199 - number : number
                try builder.set(style(place), bytes: place * 11..<place * 11 + 10)
            }
            let found = builder.build().paragraphs
            #expect(found.map(\.bytes) == (0..<200).map { $0 * 11..<$0 * 11 + 11 })
            #expect(found.map(\.style) == (0..<200).map { style($0) })
        }
    }
}
