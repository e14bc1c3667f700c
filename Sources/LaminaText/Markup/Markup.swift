public import LaminaGeometry

/// Reads markup: a subset of Pango's, and links. Tags change the attributes of what is inside them.
struct MarkupReader {
    private struct Element {
        var name: String
        /// Relative to the element around it; resolved sizes multiply.
        var attributes: CharacterAttributes
        var factor: Double
    }

    private let bytes: [UInt8]
    private var index = 0
    private var open: [Element] = []
    /// What was read: by itself, so that a mistake costs nothing but this, and reading no copy of what was there
    /// before.
    private var builder = AttributedTextBuilder()

    /// Elements within one another; more is a mistake or an attack.
    private static let depthLimit = 256

    /// Appends what `markup`, well-formed UTF-8, says to `builder`. Fails with `invalidArgument`, naming line and
    /// column, and changes nothing then.
    static func append(_ markup: [UInt8], to builder: inout AttributedTextBuilder) throws(LaminaError) {
        var reader = MarkupReader(bytes: markup)
        try reader.read()
        builder.append(reader.builder)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func read() throws(LaminaError) {
        var text: [UInt8] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "<"):
                try flush(&text)
                try readTag()
            case UInt8(ascii: "&"): text += try readEntity()
            default:
                text.append(bytes[index])
                index += 1
            }
        }
        try flush(&text)
        if let last = open.last { throw failure("<\(last.name)> is not closed", at: bytes.count) }
    }

    private mutating func flush(_ text: inout [UInt8]) throws(LaminaError) {
        if text.isEmpty { return }
        try builder.append(utf8: text, attributes: open.last?.attributes)
        text = []
    }

    private mutating func readTag() throws(LaminaError) {
        let start = index
        index += 1
        if peek == UInt8(ascii: "/") {
            index += 1
            let name = readName()
            skipSpaces()
            guard peek == UInt8(ascii: ">") else { throw failure("</\(name)> does not end with '>'", at: start) }
            index += 1
            guard let last = open.popLast() else { throw failure("</\(name)> closes nothing", at: start) }
            if last.name != name { throw failure("</\(name)> closes <\(last.name)>", at: start) }
            return
        }
        let name = readName()
        if name.isEmpty { throw failure("a tag's name must follow '<'; write &lt; for the character", at: start) }
        var element = Element(
            name: name, attributes: open.last?.attributes ?? CharacterAttributes(), factor: open.last?.factor ?? 1)
        guard MarkupTags.apply(name, to: &element.attributes, &element.factor) else {
            throw failure("there is no tag <\(name)>; there are \(MarkupTags.names)", at: start)
        }
        let hasAttributes = try readAttributes(of: &element)
        if name == "a" && !hasAttributes {
            throw failure("<a> has no href: its value is a whole number, your name for the link", at: start)
        }
        if open.count >= Self.depthLimit {
            throw failure("more than \(Self.depthLimit) tags are open", at: start)
        }
        if peek == UInt8(ascii: "/") {
            index += 1
        } else {
            open.append(element)
        }
        guard peek == UInt8(ascii: ">") else { throw failure("<\(name)> does not end with '>'", at: start) }
        index += 1
    }

    /// Whether there were any.
    private mutating func readAttributes(of element: inout Element) throws(LaminaError) -> Bool {
        var hasAttributes = false
        while true {
            skipSpaces()
            guard let next = peek else { throw failure("<\(element.name)> does not end", at: index) }
            if next == UInt8(ascii: ">") || next == UInt8(ascii: "/") { return hasAttributes }
            let start = index
            let key = readName()
            skipSpaces()
            guard !key.isEmpty, peek == UInt8(ascii: "=") else {
                throw failure("an attribute of <\(element.name)> is not of the form name=\"value\"", at: start)
            }
            index += 1
            skipSpaces()
            guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
                throw failure("the value of \(key) must stand in quotes", at: index)
            }
            index += 1
            var value: [UInt8] = []
            while let byte = peek, byte != quote {
                if byte == UInt8(ascii: "<") {
                    throw failure("'<' stands in the value of \(key); write &lt;", at: index)
                }
                if byte == UInt8(ascii: "&") {
                    value += try readEntity()
                } else {
                    value.append(byte)
                    index += 1
                }
            }
            guard peek == quote else { throw failure("the value of \(key) does not end", at: start) }
            index += 1
            hasAttributes = true
            let text = String(decoding: value, as: UTF8.self)
            guard MarkupTags.knows(key, of: element.name) else {
                throw failure(
                    "<\(element.name)> has no attribute \(key); \(MarkupTags.keys(of: element.name))", at: start)
            }
            guard MarkupTags.set(key, text, on: &element.attributes, &element.factor) else {
                throw failure(
                    "\"\(text)\" is no value for \(key), which takes \(MarkupTags.values(of: key))", at: start)
            }
        }
    }

    /// The bytes that an entity stands for.
    private mutating func readEntity() throws(LaminaError) -> [UInt8] {
        let start = index
        guard let end = bytes[index...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw failure("'&' begins no entity that ends with ';'; write &amp; for the character", at: start)
        }
        let name = String(decoding: bytes[index + 1..<end], as: UTF8.self)
        index = end + 1
        switch name {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        case "apos": return [UInt8(ascii: "'")]
        default: break
        }
        if name.hasPrefix("#") {
            let digits = name.dropFirst()
            let value = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            if let value, let scalar = Unicode.Scalar(value) { return Array(String(Character(scalar)).utf8) }
        }
        throw failure("there is no entity &\(name);", at: start)
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func skipSpaces() {
        while let byte = peek, byte == 0x20 || (0x09...0x0D).contains(byte) { index += 1 }
    }

    private mutating func readName() -> String {
        let start = index
        while let byte = peek,
            (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) || byte == 0x5F || byte == 0x2D
        {
            index += 1
        }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Lines and columns count from 1, columns in code points.
    private func failure(_ what: String, at offset: Int) -> LaminaError {
        let before = bytes[..<min(offset, bytes.count)]
        let line = before.count { $0 == 0x0A } + 1
        let lineStart = (before.lastIndex(of: 0x0A) ?? -1) + 1
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        return LaminaError(.invalidArgument, "markup, line \(line), column \(column): \(what)")
    }
}

extension AttributedTextBuilder {
    /// Appends what markup says. Fails with `invalidArgument`, naming line and column (or the byte that is not UTF-8),
    /// and changes nothing then.
    public mutating func append(markup: [UInt8]) throws(LaminaError) {
        try UTF8Check.check(markup, "the markup")
        try MarkupReader.append(markup, to: &self)
    }
}
