import Testing
@testable import LaminaText
@Suite struct TmpTests {
    @Test func tmp() throws {
        let fonts = try makeFonts()
        for script in Script.allCases {
            var random = SeededRandom(seed: 7)
            let a = TextEngine(fonts), b = TextEngine(fonts, keepsWords: false)
            var bad = 0
            for _ in 0..<200 {
                let s = script.text(60, &random)
                for w in [100.0, 200, 300] {
                    let x = a.measure(makeText(s), options(), maximumWidth: w)
                    let y = b.measure(makeText(s), options(), maximumWidth: w)
                    if x != y { bad += 1
                        if bad < 3 { print("BAD", script, w, difference(x.raw, y.raw) ?? "same raw", x.lines == y.lines, x.runs == y.runs, x.glyphs == y.glyphs, x.validWidths, y.validWidths, s) }
                    }
                }
            }
            print("SUM", script, bad, a.composedPieces)
        }
    }
}
