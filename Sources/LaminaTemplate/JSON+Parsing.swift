internal import CJansson
public import LaminaGeometry

// Parsing by jansson: it reports line and column of an error, conforms to RFC 8259 and has been in Debian since 2010.

extension JSON {
    /// The maximum length of JSON text.
    public static let byteLimit = 16 << 20
    /// The maximum nesting of arrays and objects: parsing and freeing recurse.
    static let depthLimit = 200

    /// Reads one value. Fails with `invalidArgument`, naming line and column, and `outOfRange` beyond the limits.
    /// `what` begins the message.
    public static func parse(_ bytes: [UInt8], _ what: StaticString) throws(LaminaError) -> JSON {
        if bytes.count > byteLimit {
            throw LaminaError(.outOfRange, "\(what) has \(bytes.count) bytes of JSON; at most \(byteLimit) are read")
        }
        try checkDepth(bytes, what)
        var problem = json_error_t()
        // Out of memory, jansson reports a string as invalid. A second attempt shows whether it is.
        var found = unsafe read(bytes, &problem) ?? read(bytes, &problem)
        if unsafe found == nil, code(problem) == json_error_numeric_overflow.rawValue {
            unsafe found = read(withLongNumbersQuoted(bytes), &problem)
        }
        guard let value = unsafe found else { throw failure(problem, bytes.isEmpty, what) }
        defer { unsafe json_decref(value) }
        return unsafe JSON(value)
    }

    /// A reference.
    private static func read(_ bytes: [UInt8], _ problem: inout json_error_t) -> UnsafeMutablePointer<json_t>? {
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL)
        return unsafe bytes.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe json_loadb(characters.baseAddress, characters.count, flags, &problem)
            }
        }
    }

    private static func failure(_ problem: json_error_t, _ isEmpty: Bool, _ what: StaticString) -> LaminaError {
        if isEmpty { return LaminaError(.invalidArgument, "\(what) is empty; JSON is needed") }
        let text = unsafe withUnsafeBytes(of: problem.text) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        // Without a message it had no memory either.
        if code(problem) == json_error_out_of_memory.rawValue || text.isEmpty {
            return LaminaError(.outOfMemory, "there is no memory to read \(what)")
        }
        return LaminaError(
            .invalidArgument, "\(what) is not JSON: line \(problem.line), column \(problem.column): \(text)")
    }

    /// Jansson keeps its code in the last byte of the text.
    private static func code(_ problem: json_error_t) -> UInt32 {
        unsafe withUnsafeBytes(of: problem.text) { unsafe UInt32($0.last ?? 0) }
    }

    /// The same with whole numbers as strings if they may not fit in jansson's 64 bits. JSON has no limit, and rows
    /// have such members (identifiers of other systems), which are useful only as text.
    private static func withLongNumbersQuoted(_ bytes: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + 16)
        var isString = false
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            if isString {
                result.append(byte)
                at += 1
                if byte == UInt8(ascii: "\\"), at < bytes.count {
                    result.append(bytes[at])
                    at += 1
                }
                if byte == UInt8(ascii: "\"") { isString = false }
                continue
            }
            isString = byte == UInt8(ascii: "\"")
            var end = at
            while end < bytes.count, "+-.eE".utf8.contains(bytes[end]) || 48...57 ~= bytes[end] { end += 1 }
            let number = bytes[at..<max(end, at + 1)]
            let digits = byte == UInt8(ascii: "-") ? number.dropFirst() : number
            // Anything that is not a JSON number, or is in place of a name, stays unchanged for jansson to report.
            let isLong =
                digits.count >= 19 && digits.first != 48 && digits.allSatisfy { 48...57 ~= $0 }
                && bytes[number.endIndex...].first { !" \t\r\n".utf8.contains($0) } != UInt8(ascii: ":")
            if isLong { result.append(UInt8(ascii: "\"")) }
            result += number
            if isLong { result.append(UInt8(ascii: "\"")) }
            at += number.count
        }
        return result
    }

    private static func checkDepth(_ bytes: [UInt8], _ what: StaticString) throws(LaminaError) {
        var depth = 0
        var line = 1
        var isString = false
        var isEscaped = false
        for byte in bytes {
            if byte == UInt8(ascii: "\n") { line += 1 }
            if isString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                if depth > depthLimit {
                    throw LaminaError(
                        .outOfRange,
                        "\(what) nests deeper than \(depthLimit) levels at line \(line), which is the limit")
                }
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
    }

    private init(_ value: UnsafeMutablePointer<json_t>) {
        switch unsafe value.pointee.type {
        case JSON_OBJECT:
            var members: [(name: String, value: JSON)] = []
            unsafe members.reserveCapacity(json_object_size(value))
            var place = unsafe json_object_iter(value)
            while let member = unsafe place {
                if let name = unsafe json_object_iter_key(member), let inner = unsafe json_object_iter_value(member) {
                    unsafe members.append((String(cString: name), JSON(inner)))
                }
                unsafe place = json_object_iter_next(value, member)
            }
            self = .object(members)
        case JSON_ARRAY:
            var values: [JSON] = []
            for index in unsafe 0..<json_array_size(value) {
                if let inner = unsafe json_array_get(value, index) { unsafe values.append(JSON(inner)) }
            }
            self = .array(values)
        case JSON_STRING:
            let start = unsafe json_string_value(value)
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: json_string_length(value))
            self = unsafe .string(String(decoding: bytes, as: UTF8.self))
        case JSON_INTEGER:
            let integer = unsafe json_integer_value(value)
            // Beyond that, a Double would be another number: keep the digits.
            self =
                integer.magnitude <= TemplateValue.exactLimit ? .number(Double(integer)) : .string("\(integer)")
        case JSON_REAL: self = unsafe .number(json_real_value(value))
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        default: self = .null
        }
    }
}
