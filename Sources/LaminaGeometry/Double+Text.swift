extension Double {
    /// The number without ".0" behind whole ones; infinity is "inf".
    public var plainText: String {
        let text = description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    /// The same with commas between thousands where the number is whole and has five digits or more, as sentences have
    /// it.
    public var sentenceText: String {
        let text = plainText
        guard magnitude >= 10_000, text.allSatisfy({ $0 == "-" || $0.isNumber }) else { return text }
        var grouped = ""
        for (place, digit) in text.reversed().enumerated() {
            if place > 0 && place % 3 == 0 && digit != "-" { grouped.append(",") }
            grouped.append(digit)
        }
        return String(grouped.reversed())
    }
}

extension ClosedRange<Double> {
    /// "0 to 10,000,000"
    public var sentenceText: String { "\(lowerBound.sentenceText) to \(upperBound.sentenceText)" }
}
