internal import CJansson
internal import LaminaGeometry

/// A value of a Lottie file.
indirect enum LottieValue {
    case object([String: LottieValue])
    case array([LottieValue])
    case number(Double)
    case text(String)
    case other

    subscript(_ name: String) -> LottieValue? {
        if case .object(let members) = self { return members[name] }
        return nil
    }

    var number: Double? {
        if case .number(let number) = self { return number }
        return nil
    }

    var text: String? {
        if case .text(let text) = self { return text }
        return nil
    }

    var elements: [LottieValue]? {
        if case .array(let elements) = self { return elements }
        return nil
    }
}

extension LottieValue {
    /// Pictures within are refused, and all else takes few bytes.
    private static let byteLimit = 4 << 20
    private static let depthLimit = 128

    /// Fails with `io` for what is no JSON, or has a member twice, which readers would take for different things, and
    /// with `outOfRange` for what is too long or too deep.
    @safe init(_ bytes: PictureBytes) throws(LaminaError) {
        if bytes.count > Self.byteLimit {
            throw LaminaError(
                .outOfRange, "the Lottie file has \(bytes.count) bytes; at most \(Self.byteLimit) are read")
        }
        var problem = json_error_t()
        let start = unsafe bytes.raw.baseAddress?.assumingMemoryBound(to: CChar.self)
        guard let found = unsafe json_loadb(start, bytes.count, Int(JSON_REJECT_DUPLICATES), &problem) else {
            let text = unsafe withUnsafeBytes(of: problem.text) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            throw LaminaError(
                .io,
                "the Lottie file is incomplete or damaged: line \(problem.line), column \(problem.column): \(text)")
        }
        defer { unsafe json_decref(found) }
        try unsafe self.init(found, depth: 0)
    }

    private init(_ value: UnsafeMutablePointer<json_t>, depth: Int) throws(LaminaError) {
        if depth > Self.depthLimit {
            throw LaminaError(.outOfRange, "the Lottie file is deeper than \(Self.depthLimit) levels")
        }
        switch unsafe value.pointee.type {
        case JSON_OBJECT:
            var members: [String: LottieValue] = [:]
            var place = unsafe json_object_iter(value)
            while unsafe place != nil {
                if let name = unsafe json_object_iter_key(place), let member = unsafe json_object_iter_value(place) {
                    members[unsafe String(cString: name)] = try unsafe LottieValue(member, depth: depth + 1)
                }
                unsafe place = json_object_iter_next(value, place)
            }
            self = .object(members)
        case JSON_ARRAY:
            var elements: [LottieValue] = []
            for index in unsafe 0..<json_array_size(value) {
                if let element = unsafe json_array_get(value, index) {
                    elements.append(try unsafe LottieValue(element, depth: depth + 1))
                }
            }
            self = .array(elements)
        case JSON_INTEGER, JSON_REAL: self = .number(unsafe json_number_value(value))
        case JSON_STRING: self = .text(unsafe json_string_value(value).map { unsafe String(cString: $0) } ?? "")
        default: self = .other
        }
    }
}
