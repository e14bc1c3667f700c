import Foundation
import LaminaGeometry
import LaminaText
import Testing

/// Running Chinese and Japanese, whose lines are put together from characters seen before, is what Pango makes of it.
@Suite struct UnspacedTextTests {
    struct Language: CustomTestStringConvertible, Sendable {
        var script: String
        var family: String
        var testDescription: String { "\(script), \(family)" }

        /// The paragraphs of the corpus.
        var paragraphs: [[Character]] {
            let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .appendingPathComponent("Corpus/paragraphs.tsv")
            return try! String(contentsOf: file, encoding: .utf8).split(separator: "\n")
                .map { $0.split(separator: "\t") }.filter { $0[0] == script }.map { Array($0[3]) }
        }
    }

    static let languages = [
        Language(script: "HanSimplified", family: "Noto Sans CJK SC"),
        Language(script: "HanSimplified", family: "DejaVu Sans"),
        Language(script: "HanTraditional", family: "Noto Serif CJK TC"),
        Language(script: "HanTraditional", family: "DejaVu Serif"),
        Language(script: "Kana", family: "Noto Sans CJK JP"),
        Language(script: "Kana", family: "Noto Sans"),
        Language(script: "Kana", family: "Noto Serif CJK JP"),
        Language(script: "Hangul", family: "Noto Sans CJK KR"),
    ]

    @Test(arguments: languages) func sameAsPango(_ language: Language) throws {
        let seed: UInt64 = 83
        var random = SeededRandom(seed: seed)
        let engine = TextEngine(try makeFonts())
        let raw = RawPango("\(language.family) 15px", width: 100)
        let paragraphs = language.paragraphs
        for round in 0..<rounds(150, sanitized: 15) {
            let paragraph = paragraphs.randomElement(using: &random)!
            let start = Int.random(in: 0..<paragraph.count, using: &random)
            let end = Int.random(in: start...paragraph.count, using: &random)
            var text = String(paragraph[start..<end])
            if Int.random(in: 0..<3, using: &random) == 0 { text.removeAll { $0 == " " } }
            if text.isEmpty { continue }
            // Not less than three letters, below which no line goes.
            let width = Double(Int.random(in: 180...1600, using: &random)) / 4
            raw.width = width
            var expected = raw.lay(text)
            expected.width = expected.lines.map(\.width).max()!
            let measured = engine.measure(
                makeText(text, CharacterAttributes(family: language.family, size: 15)), options(),
                maximumWidth: width)
            #expect(
                movesWord(text) || difference(measured.raw, expected) == nil,
                "seed \(seed) round \(round): \(text.debugDescription) at \(width)")
        }
    }
}
