import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText

/// A string with slots in braces: "Hello {name}", also with a format, "{price:.2f}". Two braces are a literal one.
struct SlottedString: Sendable {
    enum Part: Sendable {
        case literal([UInt8])
        case slot(Int, SlotFormat?)
    }

    let parts: [Part]

    /// Fails if braces do not match.
    init(_ string: String, _ path: String, _ slots: inout SlotNames) throws(LaminaError) {
        var parts: [Part] = []
        var literal: [UInt8] = []
        let bytes = Array(string.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let isDoubled = index + 1 < bytes.count && bytes[index + 1] == byte
            if (byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")) && isDoubled {
                literal.append(byte)
                index += 2
            } else if byte == UInt8(ascii: "{") {
                guard let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")), end > index + 1 else {
                    throw LaminaError(
                        .invalidArgument,
                        "\(path): the brace at byte \(index) does not begin a slot; write {name} for a slot, {{ for a brace"
                    )
                }
                if !literal.isEmpty { parts.append(.literal(literal)) }
                literal = []
                let (name, format) = try Self.slot(bytes[index + 1..<end], path)
                parts.append(.slot(try slots.index(name, path), format))
                index = end + 1
            } else if byte == UInt8(ascii: "}") {
                throw LaminaError(
                    .invalidArgument, "\(path): the brace at byte \(index) does not end a slot; write }} for a brace")
            } else {
                literal.append(byte)
                index += 1
            }
        }
        if !literal.isEmpty { parts.append(.literal(literal)) }
        self.parts = parts
    }

    /// The name of a slot, and the format after a colon.
    private static func slot(_ bytes: ArraySlice<UInt8>, _ path: String) throws(LaminaError) -> (String, SlotFormat?) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else { return (text, nil) }
        let name = String(decoding: bytes[..<colon], as: UTF8.self)
        let format = String(decoding: bytes[(colon + 1)...], as: UTF8.self)
        guard !name.isEmpty, let format = SlotFormat(format) else {
            throw LaminaError(
                .invalidArgument,
                "\(path): {\(text.prefix(60))} has no format after its colon that is known; \(SlotFormat.needed)")
        }
        return (name, format)
    }

    /// The slot, if it is the whole string and has no format.
    var onlySlot: Int? {
        if parts.count == 1, case .slot(let slot, nil) = parts[0] { slot } else { nil }
    }

    var hasSlots: Bool { parts.contains { if case .slot = $0 { true } else { false } } }

    /// The slots, in their order.
    var slots: [Int] { parts.compactMap { if case .slot(let slot, _) = $0 { slot } else { nil } } }

    /// The string with its values. In markup values are escaped, so that no value can be markup.
    func bytes(_ values: TemplateValues, isMarkup: Bool) throws(LaminaError) -> [UInt8] {
        var bytes: [UInt8] = []
        for part in parts {
            switch part {
            case .literal(let literal): bytes += literal
            case .slot(let slot, let format):
                let string = try values.string(slot, format)
                if isMarkup {
                    for byte in string.utf8 { Self.append(byte, escapedTo: &bytes) }
                } else {
                    bytes += string.utf8
                }
            }
        }
        return bytes
    }

    /// What is in the string by its slots, for the end of a sentence about a mistake in it.
    fileprivate func sources(_ values: TemplateValues) -> String {
        var told: [String] = []
        for slot in slots.prefix(4) where values.values.indices.contains(slot) {
            let value = values.values[slot]?.title ?? "nothing"
            told.append("\(told.isEmpty ? "; in it, the slot" : "") \"\(values.name(slot))\" is \(value)")
        }
        return told.joined(separator: ",")
    }

    private static func append(_ byte: UInt8, escapedTo bytes: inout [UInt8]) {
        switch byte {
        case UInt8(ascii: "&"): bytes += "&amp;".utf8
        case UInt8(ascii: "<"): bytes += "&lt;".utf8
        case UInt8(ascii: ">"): bytes += "&gt;".utf8
        case UInt8(ascii: "\""): bytes += "&quot;".utf8
        case UInt8(ascii: "'"): bytes += "&apos;".utf8
        default: bytes.append(byte)
        }
    }
}

/// A text node's text, as far as it is in the template.
struct TemplateText: Sendable {
    struct Run: Sendable {
        let string: SlottedString
        let attributes: CharacterAttributes?
    }

    let runs: [Run]
    let isMarkup: Bool
    let attributes: CharacterAttributes
    let options: TextLayoutOptions

    var hasSlots: Bool { runs.contains { $0.string.hasSlots } }

    /// The text of a row, as from `lamina_text_create` and the builder. If it equals the previous row's, as labels and
    /// states often do, it is that row's text, which is already laid out.
    func content(
        _ values: TemplateValues, _ limits: WorkLimits? = nil, _ traits: ResolvedTraits = ResolvedTraits(),
        last: inout LastText
    ) throws(LaminaError) -> TextContent {
        let strings = try runs.map { (run) throws(LaminaError) in try run.string.bytes(values, isMarkup: isMarkup) }
        if let known = last.content(saying: strings) { return known }
        for string in strings { try limits?.checkText(string) }
        var builder = AttributedTextBuilder(attributes: attributes)
        for (run, bytes) in zip(runs, strings) {
            if isMarkup {
                do throws(LaminaError) {
                    try builder.append(markup: bytes)
                } catch {
                    throw LaminaError(error.code, error.message + run.string.sources(values))
                }
            } else {
                try builder.append(utf8: bytes, attributes: run.attributes)
            }
        }
        let made = TextContent(text: builder.build(), options: options)
        let content = made.adapted(to: traits, textColor: nil)?.content as? TextContent ?? made
        last.keep(content, saying: strings)
        return content
    }
}

/// The last content of a text node.
struct LastText: Sendable {
    /// Longer texts are rarely the same, and take memory.
    private static let longest = 256
    private var strings: [[UInt8]] = []
    private var content: TextContent?

    /// The last content, if it was created from these strings.
    func content(saying strings: [[UInt8]]) -> TextContent? { self.strings == strings ? content : nil }

    mutating func keep(_ content: TextContent, saying strings: [[UInt8]]) {
        if strings.reduce(0, { $0 + $1.count }) > Self.longest { return }
        self.strings = strings
        self.content = content
    }
}
