/// Dates of HTTP (RFC 9110 5.6.7) as seconds since 1970, UTC.
public enum HTTPDate {
    private static let dayNames = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"]
    private static let longDayNames = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    private static let monthNames = [
        "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]

    /// Reads the three forms that a recipient must read: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37
    /// GMT` and `Sun Nov  6 08:49:37 1994`. Names are read in any case; anything else is no date. `now` tells the
    /// century of years with two digits: a date more than 50 years ahead is one of the century before.
    public static func parse(_ text: String, now: Int) -> Int? {
        let words = lowercasedToken(text).utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let day = words.first else { return nil }
        if day.utf8.last != UInt8(ascii: ",") { return parseAsctime(words) }
        let name = String(day.dropLast())
        if words.count == 6, dayNames.contains(name), words[5] == "gmt", words[3].utf8.count == 4 {
            return seconds(year: digits(words[3]), month: words[2], day: words[1], time: words[4])
        }
        let date = words.count == 4 ? words[1].split(separator: "-", omittingEmptySubsequences: false) : []
        guard date.count == 3, longDayNames.contains(name), words[3] == "gmt", date[2].utf8.count == 2,
            let year = digits(String(date[2]))
        else { return nil }
        let month = String(date[1])
        let century = yearOf(day: floorDivide(now, 86400)) / 100 * 100
        // The year that is not beyond 50 years from now, of this century or those beside it.
        let candidates = [century + 100 + year, century + year, century - 100 + year].compactMap {
            seconds(year: $0, month: month, day: String(date[0]), time: words[2])
        }
        return candidates.first { $0 - now <= 50 * 31_556_952 }
    }

    /// The form in which dates are written: `Sun, 06 Nov 1994 08:49:37 GMT`.
    public static func format(_ seconds: Int) -> String {
        let day = floorDivide(seconds, 86400)
        let second = seconds - day * 86400
        let year = yearOf(day: day)
        var rest = day - dayNumber(year: year, month: 1, day: 1)
        var month = 1
        while month < 12, rest >= daysIn(month: month, year: year) {
            rest -= daysIn(month: month, year: year)
            month += 1
        }
        let weekday = capitalised(dayNames[((day + 4) % 7 + 7) % 7])
        let time = [second / 3600, second / 60 % 60, second % 60].map { padded($0, to: 2) }.joined(separator: ":")
        let date = "\(padded(rest + 1, to: 2)) \(capitalised(monthNames[month - 1])) \(padded(year, to: 4))"
        return "\(weekday), \(date) \(time) GMT"
    }

    private static func parseAsctime(_ words: [String]) -> Int? {
        // A day below 10 is written with a space before it, which makes an empty word.
        var words = words
        if words.count == 6, words[2].isEmpty, words[3].utf8.count == 1 { words.remove(at: 2) }
        guard words.count == 5, dayNames.contains(words[0]), words[4].utf8.count == 4 else { return nil }
        let day = words[2].utf8.count == 1 ? "0" + words[2] : words[2]
        return seconds(year: digits(words[4]), month: words[1], day: day, time: words[3])
    }

    private static func seconds(year: Int?, month: String, day: String, time: String) -> Int? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        guard let year, let month = monthNames.firstIndex(of: month).map({ $0 + 1 }), day.utf8.count == 2,
            let day = digits(day), 1...daysIn(month: month, year: year) ~= day, parts.count == 3,
            parts.allSatisfy({ $0.utf8.count == 2 }), let hour = digits(parts[0]), let minute = digits(parts[1]),
            // 60 is a leap second.
            let second = digits(parts[2]), hour < 24, minute < 60, second <= 60
        else { return nil }
        return dayNumber(year: year, month: month, day: day) * 86400 + hour * 3600 + minute * 60 + second
    }

    /// Days since 1970-01-01 in the Gregorian calendar.
    private static func dayNumber(year: Int, month: Int, day: Int) -> Int {
        let past = year - 1
        let leapDays = past / 4 - past / 100 + past / 400 - (1969 / 4 - 1969 / 100 + 1969 / 400)
        let months = (1..<month).reduce(0) { $0 + daysIn(month: $1, year: year) }
        return (year - 1970) * 365 + leapDays + months + day - 1
    }

    private static func yearOf(day: Int) -> Int {
        var year = 1970 + floorDivide(day, day < 0 ? 365 : 366)
        while dayNumber(year: year + 1, month: 1, day: 1) <= day { year += 1 }
        return year
    }

    private static func daysIn(month: Int, year: Int) -> Int {
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
    }

    private static func floorDivide(_ a: Int, _ b: Int) -> Int { a / b - (a % b < 0 ? 1 : 0) }

    private static func padded(_ number: Int, to length: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, length - text.utf8.count)) + text
    }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }
}
