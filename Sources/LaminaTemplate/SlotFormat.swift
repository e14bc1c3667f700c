import LaminaGeometry

/// How a value is written in a text: what follows the colon in `{price:,.2f}`. A part of Python's format language, or a
/// date with `%Y-%m-%d` and the like; without a locale.
struct SlotFormat: Sendable, Equatable {
    enum Alignment: UInt8, Sendable {
        case left = 0x3C, right = 0x3E, center = 0x5E, afterSign = 0x3D
    }

    enum Kind: Sendable, Equatable {
        /// As without a format.
        case plain
        case string, whole, fixed, percent, hexadecimal(isUpper: Bool)
        case date([DateText.Part])
    }

    private let text: String
    private var kind = Kind.plain
    private var fill: Character = " "
    private var alignment: Alignment?
    private var sign: Character = "-"
    private var width = 0
    private var isGrouped = false
    private var precision: Int?

    static let widthLimit = 1000

    static let needed =
        "[[fill]<>^=][+ -][0][width][,][.decimals][d f % s x X], as in \",.2f\", or a date such as \"%Y-%m-%d\" is needed"

    /// Nil for what is no format.
    init?(_ text: String) {
        self.text = text
        if let parts = DateText.parts(text) {
            kind = .date(parts)
            return
        }
        var rest = Substring(text)
        func alignment(_ character: Character?) -> Alignment? {
            character?.asciiValue.flatMap { Alignment(rawValue: $0) }
        }
        if let found = alignment(rest.dropFirst().first), let first = rest.first {
            (fill, self.alignment) = (first, found)
            rest = rest.dropFirst(2)
        } else if let found = alignment(rest.first) {
            self.alignment = found
            rest = rest.dropFirst()
        }
        if let first = rest.first, "+- ".contains(first) {
            sign = first
            rest = rest.dropFirst()
        }
        if rest.first == "0" {
            if self.alignment == nil { (fill, self.alignment) = ("0", .afterSign) }
            rest = rest.dropFirst()
        }
        guard let width = Self.number(&rest, Self.widthLimit) else { return nil }
        self.width = width ?? 0
        if rest.first == "," {
            isGrouped = true
            rest = rest.dropFirst()
        }
        if rest.first == "." {
            rest = rest.dropFirst()
            guard let found = Self.number(&rest, Self.widthLimit), let precision = found else { return nil }
            self.precision = precision
        }
        switch rest {
        case "": if isGrouped || precision != nil { kind = precision == nil ? .whole : .fixed }
        case "d": kind = .whole
        case "f", "F": kind = .fixed
        case "%": kind = .percent
        case "s": kind = .string
        case "x": kind = .hexadecimal(isUpper: false)
        case "X": kind = .hexadecimal(isUpper: true)
        default: return nil
        }
        if !isConsistent { return nil }
    }

    /// Whether the parts go together.
    private var isConsistent: Bool {
        switch kind {
        case .fixed, .percent: (precision ?? 6) <= DecimalText.decimalLimit
        case .whole: precision == nil
        case .hexadecimal: precision == nil && !isGrouped
        case .string: !isGrouped && sign == "-" && alignment != .afterSign
        case .plain: sign == "-"
        case .date: true
        }
    }

    /// The digits at the beginning; nil inside for none, and outside beyond the limit.
    private static func number(_ rest: inout Substring, _ limit: Int) -> Int?? {
        let digits = rest.prefix { ("0"..."9").contains($0) }
        rest = rest.dropFirst(digits.count)
        if digits.isEmpty { return .some(nil) }
        guard digits.count <= 4, let number = Int(digits), number <= limit else { return nil }
        return .some(number)
    }

    // MARK: Writing

    /// The value as text. Fails for one that the format does not fit; the message ends a sentence that names the value.
    func string(_ value: TemplateValue) throws(LaminaError) -> String {
        switch kind {
        case .plain, .string:
            guard var text = value.string else { throw failure("text or a number") }
            if let precision { text = String(text.prefix(precision)) }
            var alignment = alignment
            if case .number = value { alignment = alignment ?? .right }
            return padded("", text, alignment ?? .left)
        case .date(let parts):
            guard let date = DateText(value) else {
                throw failure("a date such as \"2026-02-28\" or \"2026-02-28T13:05:00\", or seconds since 1970")
            }
            return date.string(parts)
        case .whole, .fixed, .percent, .hexadecimal:
            guard let number = Self.number(value) else { throw failure("a number") }
            return try string(number)
        }
    }

    private func failure(_ needed: String) -> LaminaError {
        LaminaError(.invalidArgument, "\(needed) is needed for the format \"\(text)\"")
    }

    /// Numbers in a table are texts.
    private static func number(_ value: TemplateValue) -> Double? {
        switch value {
        case .number(let number): number
        case .text(let text): isNumber(text) ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
        default: nil
        }
    }

    /// Whether it is written as in JSON: Double() also takes "nan" and hexadecimal numbers.
    private static func isNumber(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { 48...57 ~= $0 || "+-.eE".utf8.contains($0) }
    }

    private func string(_ number: Double) throws(LaminaError) -> String {
        let magnitude: String
        var isNegative = number < 0
        switch kind {
        case .whole, .hexadecimal:
            guard number == number.rounded(), number.magnitude <= Double(TemplateValue.exactLimit) else {
                throw failure("a whole number up to 2^53")
            }
            if case .hexadecimal(let isUpper) = kind {
                magnitude = String(Int64(number.magnitude), radix: 16, uppercase: isUpper)
            } else {
                magnitude = grouped(DecimalText.digits(number, decimals: 0).whole)
            }
        default:
            let isPercent = kind == .percent
            let scaled = isPercent ? number * 100 : number
            guard scaled.isFinite else { throw failure("a number below 1e306") }
            let (whole, fraction) = DecimalText.digits(scaled, decimals: precision ?? 6)
            // Unlike Python: nobody wants "-0.00" on a receipt.
            if whole.allSatisfy({ $0 == 0 }) && fraction.allSatisfy({ $0 == 0 }) { isNegative = false }
            let point = fraction.isEmpty ? "" : "."
            magnitude = grouped(whole) + point + Self.text(fraction) + (isPercent ? "%" : "")
        }
        return padded(isNegative ? "-" : sign == "-" ? "" : String(sign), magnitude, alignment ?? .right)
    }

    private static func text(_ digits: some Collection<UInt8>) -> String {
        String(decoding: digits.map { $0 + 48 }, as: UTF8.self)
    }

    private func grouped(_ digits: [UInt8]) -> String {
        if !isGrouped { return Self.text(digits) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0 && (digits.count - index) % 3 == 0 { text.append(",") }
            text += Self.text(CollectionOfOne(digit))
        }
        return text
    }

    private func padded(_ sign: String, _ body: String, _ alignment: Alignment) -> String {
        let missing = width - sign.count - body.count
        if missing <= 0 { return sign + body }
        func fill(_ count: Int) -> String { String(repeating: self.fill, count: count) }
        switch alignment {
        case .left: return sign + body + fill(missing)
        case .right: return fill(missing) + sign + body
        case .center: return fill(missing / 2) + sign + body + fill(missing - missing / 2)
        case .afterSign: return sign + fill(missing) + body
        }
    }
}
