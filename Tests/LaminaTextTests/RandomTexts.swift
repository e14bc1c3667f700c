/// SplitMix64; the seed is printed by the tests that use it.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

enum Script: CaseIterable {
    case latin, greek, arabic, hebrew, devanagari, tamil, korean, cjk, thai, emoji, mixed

    private static let pictures = ["😀", "👍🏽", "👨‍👩‍👧", "🇩🇪", "❤️", "1️⃣", "🎉", "🏳️‍🌈"]

    private func letter(_ random: inout SeededRandom) -> String {
        func scalar(_ range: ClosedRange<UInt32>, _ random: inout SeededRandom) -> String {
            String(Character(Unicode.Scalar(UInt32.random(in: range, using: &random))!))
        }
        /// A consonant, perhaps with a sign that changes or joins it.
        func syllable(_ letters: ClosedRange<UInt32>, _ signs: [UInt32], _ random: inout SeededRandom) -> String {
            let letter = scalar(letters, &random)
            guard Bool.random(using: &random) else { return letter }
            return letter + String(Unicode.Scalar(signs.randomElement(using: &random)!)!)
        }
        switch self {
        case .latin: return scalar(0x61...0x7A, &random)
        case .greek: return scalar(0x3B1...0x3C9, &random)
        case .devanagari: return syllable(0x915...0x939, [0x93E, 0x93F, 0x940, 0x941, 0x947, 0x94B, 0x94D], &random)
        case .tamil: return syllable(0xB95...0xB95, [0xBBE, 0xBBF, 0xBC6, 0xBC8, 0xBCA, 0xBCD], &random)
        case .korean: return scalar(0xAC00...0xD7A3, &random)
        case .arabic: return scalar(0x627...0x63A, &random)
        case .hebrew: return scalar(0x5D0...0x5EA, &random)
        case .cjk: return scalar(0x4E00...0x4F00, &random)
        case .thai: return scalar(0xE01...0xE2E, &random)
        case .emoji: return Self.pictures.randomElement(using: &random)!
        case .mixed:
            let script = [Script.latin, .arabic, .hebrew, .cjk, .emoji].randomElement(using: &random)!
            return script.letter(&random)
        }
    }

    /// About `length` letters in words, with some punctuation and digits.
    func text(_ length: Int, _ random: inout SeededRandom) -> String {
        var text = ""
        var left = length
        while left > 0 {
            let source: Script
            if self == .mixed {
                source = [Script.latin, .arabic, .hebrew, .cjk, .emoji].randomElement(using: &random)!
            } else {
                source = self
            }
            let word = Int.random(in: 1...10, using: &random)
            for _ in 0..<min(word, left) { text += source.letter(&random) }
            left -= word + 1
            switch Int.random(in: 0..<12, using: &random) {
            case 0: text += ", "
            case 1: text += ". "
            case 2: text += " \(Int.random(in: 0..<1000, using: &random)) "
            case 3: text += " (" + source.letter(&random) + ") "
            default: text += " "
            }
        }
        while text.last == " " { text.removeLast() }
        return text
    }
}
