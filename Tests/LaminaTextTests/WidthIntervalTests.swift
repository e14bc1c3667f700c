import LaminaGeometry
import LaminaText
import Testing

/// A measurement holds for every width in `validWidths`.
@Suite struct WidthIntervalTests {
    @Test(arguments: Script.allCases, [TextWrap.wordCharacter, .word, .character])
    func sameLinesInside(script: Script, wrap: TextWrap) throws {
        let seed: UInt64 = 3
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        for round in 0..<rounds(150, sanitized: 30) {
            let text = makeText(script.text(Int.random(in: 1...200, using: &random), &random))
            let options = options {
                $0.wrap = wrap
                $0.maximumLines = Int.random(in: 0...5, using: &random)
                $0.truncation = Bool.random(using: &random) ? .clip : .end
            }
            let width = Double.random(in: 0...400, using: &random)
            let first = engine.measure(text, options, maximumWidth: width)
            #expect(first.validWidths.contains(width) || abs(first.validWidths.upperBound - width) < 0.001)
            let upper = min(first.validWidths.upperBound, 2000)
            let middle = Double.random(
                in: first.validWidths.lowerBound...max(upper, first.validWidths.lowerBound), using: &random)
            for probe in [first.validWidths.lowerBound, middle, upper] {
                let again = engine.measure(try copy(text), options, maximumWidth: probe)
                #expect(
                    again.lines == first.lines && again.glyphs == first.glyphs,
                    "seed \(seed) round \(round) \(script) \(wrap): \(width) and \(probe)")
                #expect(again.isTruncated == first.isTruncated && again.size == first.size)
            }
            // Sizes rounded up to pixels must not be laid out again.
            for scale in [1.0, 1.25, 1.5, 2, 3] where !first.isTruncated && first.size.width <= width {
                let rounded = Pixels.ceil(first.size.width, scale: scale)
                if rounded <= width { #expect(engine.measure(text, options, maximumWidth: rounded) === first) }
            }
        }
    }

    @Test func onlyExactWhenEllipsized() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("One two three four five six seven eight nine ten")
        let measured = engine.measure(text, options { $0.maximumLines = 2 }, maximumWidth: 90)
        #expect(measured.isTruncated)
        #expect(measured.validWidths == 90...90)
    }

    @Test func unwrappedHoldsForever() throws {
        let engine = TextEngine(try makeFonts())
        let text = makeText("One two")
        let measured = engine.measure(text, options(), maximumWidth: 90)
        #expect(measured.validWidths.upperBound == .infinity)
        #expect(engine.measure(text, options(), maximumWidth: .infinity) === measured)
        #expect(engine.measure(text, options(), maximumWidth: measured.size.width) === measured)
    }
}
