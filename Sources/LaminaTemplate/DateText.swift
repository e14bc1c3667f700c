/// A date of the Gregorian calendar with a time, as it was written: times in other zones are not converted.
struct DateText: Sendable {
    private let year: Int
    private let month: Int
    private let day: Int
    private let hour: Int
    private let minute: Int
    private let second: Int

    /// A piece of a format.
    enum Part: Sendable, Equatable {
        case literal(String)
        case field(Character)
    }

    private static let fields = "YymdHMSjbBaAeIp%"
    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    private static let days = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"]

    /// The pieces of a format; nil for one that is no date's: one without a field, or with an unknown one.
    static func parts(_ format: String) -> [Part]? {
        var parts: [Part] = []
        var literal = ""
        var rest = Substring(format)
        while let character = rest.popFirst() {
            if character != "%" {
                literal.append(character)
                continue
            }
            guard let field = rest.popFirst(), fields.contains(field) else { return nil }
            if field == "%" {
                literal.append("%")
                continue
            }
            if !literal.isEmpty { parts.append(.literal(literal)) }
            literal = ""
            parts.append(.field(field))
        }
        if parts.isEmpty { return nil }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        return parts
    }

    /// ISO 8601 text, or seconds since the beginning of 1970 (UTC). Nil for anything else, and outside of the years 1
    /// to 9999.
    init?(_ value: TemplateValue) {
        switch value {
        case .text(let text): self.init(text)
        case .number(let seconds): self.init(seconds: seconds)
        default: return nil
        }
    }

    private init?(seconds: Double) {
        guard seconds.isFinite, (-62_135_596_800..<253_402_300_800).contains(seconds) else { return nil }
        let whole = Int(seconds.rounded(.down))
        let time = whole - Self.floor(whole, 86_400) * 86_400
        (hour, minute, second) = (time / 3600, time / 60 % 60, time % 60)
        // Howard Hinnant, "chrono-compatible low-level date algorithms": civil_from_days.
        let days = Self.floor(whole, 86_400) + 719_468
        let era = Self.floor(days, 146_097)
        let ofEra = days - era * 146_097
        let yearOfEra = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shifted = (5 * ofYear + 2) / 153
        day = ofYear - (153 * shifted + 2) / 5 + 1
        month = shifted < 10 ? shifted + 3 : shifted - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    private static func floor(_ value: Int, _ divisor: Int) -> Int {
        value >= 0 ? value / divisor : -((divisor - 1 - value) / divisor)
    }

    /// "2026-02-28", also with "T13:05", "T13:05:09", "T13:05:09.25" and a zone; a space may stand in place of the T.
    private init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        func number(_ count: Int, _ range: ClosedRange<Int>) -> Int? {
            let digits = bytes.prefix(count)
            guard digits.count == count, digits.allSatisfy({ 48...57 ~= $0 }) else { return nil }
            bytes = bytes.dropFirst(count)
            let value = digits.reduce(0) { $0 * 10 + Int($1) - 48 }
            return range.contains(value) ? value : nil
        }
        func take(_ letters: String) -> Bool {
            guard let first = bytes.first, letters.utf8.contains(first) else { return false }
            bytes = bytes.dropFirst()
            return true
        }
        guard let year = number(4, 1...9999), take("-"), let month = number(2, 1...12), take("-"),
            let day = number(2, 1...Self.length(of: month, year))
        else { return nil }
        var time = (hour: 0, minute: 0, second: 0)
        if take("T t") {
            guard let hour = number(2, 0...23), take(":"), let minute = number(2, 0...59) else { return nil }
            time = (hour, minute, 0)
            if take(":") {
                guard let second = number(2, 0...60) else { return nil }
                time.second = second
                if take(".,") { bytes = bytes.drop { 48...57 ~= $0 } }
            }
            if !take("Zz"), take("+-") {
                guard number(2, 0...23) != nil else { return nil }
                _ = take(":")
                if !bytes.isEmpty, number(2, 0...59) == nil { return nil }
            }
        }
        if !bytes.isEmpty { return nil }
        (self.year, self.month, self.day) = (year, month, day)
        (hour, minute, second) = time
    }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func length(of month: Int, _ year: Int) -> Int {
        month == 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private var dayOfYear: Int { (1..<month).reduce(day) { $0 + Self.length(of: $1, year) } }

    /// Days since a Thursday.
    private var weekday: Int {
        let before = year - 1
        // The first of January of the year 1 was a Monday.
        return (before * 365 + before / 4 - before / 100 + before / 400 + dayOfYear - 1 + 4) % 7
    }

    func string(_ parts: [Part]) -> String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .field(let field): text += string(field)
            }
        }
        return text
    }

    private func string(_ field: Character) -> String {
        func padded(_ value: Int, _ count: Int) -> String {
            let digits = String(value)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        switch field {
        case "Y": return padded(year, 4)
        case "y": return padded(year % 100, 2)
        case "m": return padded(month, 2)
        case "d": return padded(day, 2)
        case "e": return String(day)
        case "H": return padded(hour, 2)
        case "I": return padded((hour + 11) % 12 + 1, 2)
        case "p": return hour < 12 ? "AM" : "PM"
        case "M": return padded(minute, 2)
        case "S": return padded(second, 2)
        case "j": return padded(dayOfYear, 3)
        case "B": return Self.months[month - 1]
        case "b": return String(Self.months[month - 1].prefix(3))
        case "A": return Self.days[weekday]
        default: return String(Self.days[weekday].prefix(3))
        }
    }
}
