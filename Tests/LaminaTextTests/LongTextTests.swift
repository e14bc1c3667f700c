import LaminaGeometry
import LaminaText
import Testing

/// Texts that are longer than anybody reads.
@Suite struct LongTextTests {
    /// A run without a break is laid out in parts, which nobody may notice.
    @Test(arguments: [Script.latin, .greek, .arabic, .hebrew, .cjk, .thai])
    func runsWithoutSpacesBreakAsPangos(script: Script) throws {
        var random = SeededRandom(seed: 51)
        let engine = TextEngine(try makeFonts())
        for (words, width) in [("", 120.0), ("some words before ", 333.25), ("", 250)] {
            let run = script.text(9000, &random).filter { $0.isLetter }
            let text = words + run
            let raw = RawPango("DejaVu Sans 14px", width: width)
            var expected = raw.lay(text)
            expected.width = expected.lines.map(\.width).max()!
            let measured = engine.measure(makeText(text), options(), maximumWidth: width)
            #expect(difference(measured.raw, expected) == nil, "\(script) at \(width)")
        }
    }

    @Test(arguments: [("", ""), ("some words before", "and behind"), ("", "x")])
    func runsOfSpacesBreakAsPangos(before: String, behind: String) throws {
        let engine = TextEngine(try makeFonts())
        for width in [120.0, 333.25] {
            let text = before + String(repeating: " ", count: 9000) + behind
            if movesWord(text) { continue }
            let raw = RawPango("DejaVu Sans 14px", width: width)
            var expected = raw.lay(text)
            expected.width = expected.lines.map(\.width).max()!
            let measured = engine.measure(makeText(text), options(), maximumWidth: width)
            #expect(difference(measured.raw, expected) == nil, "\(before.debugDescription) at \(width)")
        }
    }

    @Test(arguments: ["abcdefghij", "          "]) func aLongRunTakesTimeInItsLength(part: String) throws {
        let engine = TextEngine(try makeFonts())
        var times: [Duration] = []
        for length in [20_000, 80_000] {
            times.append(
                threadTime(rounds: 3) {
                    let text = makeText(String(repeating: part, count: length / 10))
                    let measured = engine.measure(text, options(), maximumWidth: 300)
                    #expect(measured.lines.reduce(0) { $0 + $1.bytes.count } == length)
                })
        }
        #expect(times[1] < times[0] * 12)
    }

    /// What is not shown is not laid out.
    @Test func twentyLinesOfAHundredThousand() throws {
        let engine = TextEngine(try makeFonts())
        let twenty = makeText((0..<20).map { "Line \($0) of a document" }.joined(separator: "\n"))
        let all = makeText((0..<100_000).map { "Line \($0) of a document" }.joined(separator: "\n"))
        var times: [Duration] = []
        for text in [twenty, all] {
            var best = Duration.seconds(9)
            for round in 0..<5 {
                let width = 300 + Double(round)
                best = min(
                    best,
                    threadTime {
                        let measured = engine.measure(
                            text,
                            options {
                                $0.maximumLines = 20; $0.truncation = .clip
                            }, maximumWidth: width)
                        #expect(measured.lineCount == 20)
                    })
            }
            times.append(best)
        }
        // A look through all lines is allowed; under valgrind that takes as many times longer.
        #expect(times[1] < times[0] * 5 + .milliseconds(isSanitized ? 250 : 5))
    }
}
