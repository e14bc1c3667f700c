/// Digits of 3 x 5 dots, for numbers on overlays: without fonts, and so the same everywhere.
enum OverlayDigits {
    /// Rows of three bits, from the top.
    private static let digits: [[UInt8]] = [
        [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
        [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
    ]
    private static let point: [UInt8] = [0, 0, 0, 0, 2]
    private static let times: [UInt8] = [0, 5, 2, 5, 0]

    /// A factor such as 0.50x, of two decimals, up to 99.99.
    static func text(_ factor: Double) -> [[UInt8]] {
        let hundredths = max(1, Int(min((factor * 100).rounded(), 9999)))
        var text = [digits[hundredths / 100 % 10], point, digits[hundredths / 10 % 10], digits[hundredths % 10], times]
        if hundredths >= 1000 { text.insert(digits[hundredths / 1000], at: 0) }
        return text
    }

    /// The dots of a glyph.
    static func dots(_ glyph: [UInt8]) -> [(column: Int, row: Int)] {
        var dots: [(column: Int, row: Int)] = []
        for (row, bits) in glyph.enumerated() {
            for column in 0..<3 where bits & (4 >> UInt8(column)) != 0 { dots.append((column, row)) }
        }
        return dots
    }
}
