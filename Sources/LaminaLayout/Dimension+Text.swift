import LaminaGeometry

/// Lengths as text: "auto", "12pt", "12" and "50%" (as in Texture).
extension Dimension {
    /// The length that `text` stands for; nil for anything else. "" is "auto", in upper or lower case.
    ///
    /// Texture takes whatever it does not understand for "auto"; here the caller hears of it.
    public init?(text: some StringProtocol) {
        let lower = text.lowercased()
        if lower.isEmpty || lower == "auto" {
            self = .auto
        } else if lower.hasSuffix("%") {
            guard let share = Self.share(lower.dropLast()), share >= 0, share <= 1 else { return nil }
            self = .fraction(share)
        } else {
            let digits = lower.hasSuffix("pt") ? lower.dropLast(2) : lower[...]
            guard let points = Self.number(digits), Limits.lengths.contains(points) else { return nil }
            self = .points(points)
        }
    }

    /// The length as text from which the same length can be read back.
    public var text: String {
        switch self {
        case .auto: return "auto"
        case .points(let points): return points.plainText + "pt"
        case .fraction(let share): return Self.percentage(share) + "%"
        }
    }

    /// A share as a percentage: the point is moved in the text, since multiplying would round once more (0.07 to
    /// 7.000000000000001).
    private static func percentage(_ share: Double) -> String {
        let parts = share.description.split(separator: ".")
        guard parts.count == 2, parts[0] == "0", !parts[1].contains("e") else { return (share * 100).plainText }
        let digits = parts[1].count < 2 ? parts[1] + "0" : parts[1]
        let whole = digits.prefix(2).drop { $0 == "0" }
        let rest = digits.dropFirst(2)
        return (whole.isEmpty ? "0" : String(whole)) + (rest.isEmpty ? "" : "." + rest)
    }

    /// A percentage as a share, the other way round.
    private static func share(_ text: Substring) -> Double? {
        text.contains("e") ? number(text).map { $0 / 100 } : number(text + "e-2")
    }

    /// Decimal digits only: what Swift reads besides them ("nan", "0x1p3") is no length.
    private static func number(_ text: Substring) -> Double? {
        text.allSatisfy { "0123456789.e+-".contains($0) } ? Double(text) : nil
    }
}
