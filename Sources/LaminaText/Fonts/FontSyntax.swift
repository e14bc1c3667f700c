/// The strings that go to font libraries as they are: checked first, because those report nothing.
public enum FontSyntax {
    /// Longer ones are refused.
    private static let lengthLimit = 1000

    /// Whether a string is a list of OpenType features: `tnum`, `"ss01" 1`, `kern=0`, `liga off`, `+smcp`, separated by
    /// commas.
    public static func isFeatures(_ string: String) -> Bool {
        isList(string) { item in
            var rest = Substring(item)
            if let sign = rest.first, sign == "+" || sign == "-" { rest = rest.dropFirst() }
            rest = Substring(rest.filter { $0 != "\"" && $0 != "'" })
            guard isTag(rest.prefix(4)) else { return false }
            let value = trimmed(rest.dropFirst(4))
            if value.isEmpty || value == "on" || value == "off" { return true }
            let number = value.hasPrefix("=") ? trimmed(value.dropFirst()) : value
            return UInt32(number) != nil
        }
    }

    /// Whether a string is a list of axes and their values: `wght=350, wdth=87.5`.
    public static func isVariations(_ string: String) -> Bool {
        isList(string) { item in
            let parts = item.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, trimmed(parts[0]).count == 4, isTag(trimmed(parts[0])) else { return false }
            return Double(trimmed(parts[1]))?.isFinite == true
        }
    }

    /// Whether a string has the form of a language tag (BCP 47), or of a locale without a character set.
    public static func isLanguage(_ string: String) -> Bool {
        if string.utf8.count > 35 { return false }
        let parts = string.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x5F }
        let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte | 0x20) }
        return parts[0].allSatisfy(isLetter)
            && parts.allSatisfy { part in
                1...8 ~= part.count && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
            }
    }

    private static func isList(_ string: String, _ isItem: (Substring) -> Bool) -> Bool {
        if string.utf8.count > lengthLimit { return false }
        let items = string.split(separator: ",")
        return !items.isEmpty && items.allSatisfy { isItem(trimmed($0)) }
    }

    private static func isTag(_ tag: Substring) -> Bool {
        tag.utf8.count == 4
            && tag.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) }
    }

    private static func trimmed(_ string: Substring) -> Substring {
        var result = string
        while result.first == " " { result.removeFirst() }
        while result.last == " " { result.removeLast() }
        return result
    }
}
