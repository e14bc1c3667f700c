/// The header fields of a message, in the order in which they came. Names are compared without regard to case.
public struct HTTPHeaders: Hashable, Sendable {
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    public private(set) var fields: [Field]

    public init(_ fields: [Field] = []) { self.fields = fields }

    /// The first value of a field.
    public subscript(name: String) -> String? { fields.first { isSameToken($0.name, name) }?.value }

    public func has(_ name: String) -> Bool { self[name] != nil }

    public func values(_ name: String) -> [String] {
        fields.compactMap { isSameToken($0.name, name) ? $0.value : nil }
    }

    /// The elements of a field whose value is a list: cut at commas that are outside of quoted strings, without the
    /// space around them and without empty ones (RFC 9110 5.6.1).
    public func list(_ name: String) -> [String] { values(name).flatMap(listElements) }

    public mutating func append(_ name: String, _ value: String) { fields.append(Field(name, value)) }

    /// Adds to the value of the last field.
    mutating func continueLast(_ text: String) {
        guard !fields.isEmpty else { return }
        fields[fields.count - 1].value = trimmed("\(fields[fields.count - 1].value) \(text)".utf8)
    }

    public mutating func remove(_ name: String) { fields.removeAll { isSameToken($0.name, name) } }

    /// Puts one value in the place of all that a field has.
    public mutating func set(_ name: String, _ value: String) {
        remove(name)
        append(name, value)
    }

    public mutating func removeAll(named names: [String]) {
        for name in names { remove(name) }
    }

    /// Takes every field of `newer` in place of those of the same name.
    public mutating func replaceFields(by newer: HTTPHeaders) {
        fields.removeAll { newer.has($0.name) }
        fields += newer.fields
    }
}

/// Whether two names or keywords are the same but for the case of ASCII letters.
func isSameToken(_ a: String, _ b: String) -> Bool {
    a.utf8.count == b.utf8.count && zip(a.utf8, b.utf8).allSatisfy { lowercase($0) == lowercase($1) }
}

func lowercase(_ byte: UInt8) -> UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte ? byte | 0x20 : byte
}

/// ASCII letters in lower case; everything else as it is.
func lowercasedToken(_ text: String) -> String { String(decoding: text.utf8.map(lowercase), as: UTF8.self) }

/// Without the spaces and tabs at both ends.
func trimmed(_ text: some Sequence<UInt8>) -> String {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var bytes = Array(text)[...]
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}

/// A list cut at commas outside of quoted strings; empty elements are left out.
func listElements(_ value: String) -> [String] { split(value, at: UInt8(ascii: ",")).filter { !$0.isEmpty } }

/// A value cut at a separator outside of quoted strings, each part without the space around it.
func split(_ value: String, at separator: UInt8) -> [String] {
    var parts: [String] = []
    var part: [UInt8] = []
    var isQuoted = false
    var isEscaped = false
    for byte in value.utf8 {
        if byte == separator && !isQuoted {
            parts.append(trimmed(part))
            part.removeAll()
            continue
        }
        if isEscaped {
            isEscaped = false
        } else if byte == UInt8(ascii: "\\") && isQuoted {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
            isQuoted.toggle()
        }
        part.append(byte)
    }
    return parts + [trimmed(part)]
}

/// What a quoted string says; nil when `text` is none.
func unquoted(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else { return nil }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in bytes.dropFirst().dropLast() {
        if byte == UInt8(ascii: "\\") && !isEscaped {
            isEscaped = true
        } else if byte == UInt8(ascii: "\"") && !isEscaped {
            return nil
        } else {
            isEscaped = false
            result.append(byte)
        }
    }
    return isEscaped ? nil : String(decoding: result, as: UTF8.self)
}

/// A number of digits only; more than fits is as much as fits (RFC 9111 1.2.2 asks for 2^31 at least).
func digits(_ text: String) -> Int? {
    guard !text.isEmpty else { return nil }
    var number = 0
    for byte in text.utf8 {
        guard UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte else { return nil }
        number = min(number * 10 + Int(byte - UInt8(ascii: "0")), HTTPCacheRules.endlessSeconds)
    }
    return number
}
