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

    /// Whether a string has the form of a language tag (RFC 3066).
    public static func isLanguage(_ string: String) -> Bool {
        let bytes = string.utf8
        if bytes.isEmpty || bytes.count > 35 { return false }
        return bytes.allSatisfy {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
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
