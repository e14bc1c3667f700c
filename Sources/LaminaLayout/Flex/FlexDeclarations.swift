public import LaminaGeometry

/// Flex properties as text, `flex-direction: row; padding: 4px 8px; width: 50%`: what they set, in their order.
///
/// Names, shorthands and keywords are those of CSS; lengths are numbers with `px`, `%` or no unit.
public struct FlexDeclarations: Sendable {
    private enum Edit {
        case length(FlexLengthProperty, FlexLength)
        case number(FlexNumberProperty, Double?)
        case keyword(FlexKeywordProperty, UInt8)
    }

    private var edits: [Edit] = []

    /// Reads declarations; fails with `invalidArgument`, naming the one that is wrong.
    public init(_ text: [UInt8]) throws(LaminaError) {
        for part in text.split(separator: UInt8(ascii: ";")) {
            let parts = part.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
            let name = FlexTokens(parts[0])
            if parts.count == 1 && name.all.isEmpty { continue }
            guard parts.count == 2, name.all.count == 1 else {
                throw FlexTokens(part).refusal("a declaration is a name, a colon and a value")
            }
            do throws(FlexValueError) {
                try set(name.all[0], FlexTokens(parts[1]).all)
            } catch {
                throw FlexTokens(part).refusal(error.reason)
            }
        }
    }

    /// Sets what the declarations say and leaves the rest of `style`.
    public func apply(to style: inout FlexStyle) {
        for edit in edits {
            switch edit {
            case .length(let property, let length): style.setLength(property, length)
            case .number(let property, let value): style.setNumber(property, value)
            case .keyword(let property, let value): style.setKeyword(property, value)
            }
        }
    }

    private mutating func setLength(_ property: FlexLengthProperty, _ length: FlexLength) {
        edits.append(.length(property, length))
    }

    private mutating func setNumber(_ property: FlexNumberProperty, _ value: Double?) {
        edits.append(.number(property, value))
    }

    private mutating func set(_ name: String, _ tokens: [String]) throws(FlexValueError) {
        guard let property = FlexDeclaredProperty.named(name) else {
            throw FlexValueError("there is no flex property of this name")
        }
        if tokens.isEmpty { throw FlexValueError("the value is missing") }
        switch property {
        case .length(let property):
            setLength(property, try Self.length(Self.only(tokens), for: property))
        case .edges(let first): try setEdges(first, tokens)
        case .gaps:
            if tokens.count > 2 { throw FlexValueError("one or two lengths are needed") }
            setLength(.gap, .undefined)
            setLength(.rowGap, try Self.length(tokens[0], for: .rowGap))
            setLength(.columnGap, try Self.length(tokens[tokens.count - 1], for: .columnGap))
        case .number(let property): setNumber(property, try Self.number(Self.only(tokens)))
        case .aspectRatio: setNumber(.aspectRatio, try Self.ratio(tokens))
        case .lineCount: setNumber(.lineCount, try Self.lineCount(Self.only(tokens)))
        case .flex: try setFlex(tokens)
        case .keyword(let property, let table):
            let written = tokens.joined(separator: " ")
            guard let raw = table[FlexDeclaredProperty.synonyms[written] ?? written] else {
                throw FlexValueError("the keywords are " + table.keys.sorted().joined(separator: ", "))
            }
            edits.append(.keyword(property, raw))
        }
    }

    /// One to four lengths: all, or vertical and horizontal, or top, horizontal and bottom, or top, right, bottom and
    /// left.
    private mutating func setEdges(_ first: FlexLengthProperty, _ tokens: [String]) throws(FlexValueError) {
        if tokens.count > 4 { throw FlexValueError("one to four lengths are needed") }
        let all = first.edge(8) ?? first
        for number in 0...8 { setLength(first.edge(number) ?? first, .undefined) }
        if tokens.count == 1 {
            setLength(all, try Self.length(tokens[0], for: all))
            return
        }
        // Left, top, right, bottom: which of the tokens.
        let places = tokens.count == 2 ? [1, 0, 1, 0] : tokens.count == 3 ? [1, 0, 1, 2] : [3, 0, 1, 2]
        for (number, place) in places.enumerated() {
            let edge = first.edge(number) ?? first
            setLength(edge, try Self.length(tokens[place], for: edge))
        }
    }

    /// `none`, `auto`, `initial`, or grow, shrink and basis as CSS Flexbox 7.1.1 fills them in.
    private mutating func setFlex(_ tokens: [String]) throws(FlexValueError) {
        var grow = 1.0
        var shrink = 1.0
        var basis = FlexLength.percent(0)
        switch tokens {
        case ["none"]: (grow, shrink, basis) = (0, 0, .auto)
        case ["auto"]: basis = .auto
        case ["initial"]: (grow, basis) = (0, .auto)
        default:
            if tokens.count > 3 { throw FlexValueError("grow, shrink and basis are at most three values") }
            var numbers: [Double] = []
            for (place, token) in tokens.enumerated() {
                if numbers.count < 2, numbers.count == place, let number = Double(token), number >= 0 {
                    numbers.append(number)
                } else if place == tokens.count - 1 {
                    basis = try Self.length(token, for: .flexBasis)
                } else {
                    throw FlexValueError("'\(token)' is neither grow nor shrink")
                }
            }
            if let first = numbers.first { grow = first }
            if numbers.count > 1 { shrink = numbers[1] }
        }
        setNumber(.flexGrow, grow)
        setNumber(.flexShrink, shrink)
        setLength(.flexBasis, basis)
    }
}

extension FlexDeclarations {
    private static func only(_ tokens: [String]) throws(FlexValueError) -> String {
        if tokens.count > 1 { throw FlexValueError("one value is needed") }
        return tokens[0]
    }

    private static func number(_ token: String) throws(FlexValueError) -> Double {
        guard let number = Double(token), number >= 0, number <= Pixels.coordinateLimit else {
            throw FlexValueError("'\(token)' is not a number from 0 to 10,000,000")
        }
        return number
    }

    private static func lineCount(_ token: String) throws(FlexValueError) -> Double {
        guard let count = Int(token), FlexStyle.isLineCount(Double(count)) else {
            throw FlexValueError("'\(token)' is not a whole number from 1 to 65,535")
        }
        return Double(count)
    }

    /// `1.5`, `16/9` or `16 / 9`; `auto` is none.
    private static func ratio(_ tokens: [String]) throws(FlexValueError) -> Double? {
        if tokens == ["auto"] { return nil }
        let parts = tokens.joined().split(separator: "/", omittingEmptySubsequences: false)
        let width = try number(String(parts[0]))
        let height = parts.count > 1 ? try number(String(parts[1])) : 1
        if parts.count > 2 || height <= 0 { throw FlexValueError("width / height is needed") }
        return width / height
    }

    private static func length(
        _ token: String, for property: FlexLengthProperty
    ) throws(FlexValueError) -> FlexLength {
        let length: FlexLength
        switch token {
        case "auto": length = .auto
        case "none" where property.family == .limit: length = .undefined
        case "min-content": length = .minContent
        case "max-content": length = .maxContent
        case "fit-content": length = .fitContent
        case "stretch": length = .stretch
        case "content": length = .content
        default:
            let isPercent = token.hasSuffix("%")
            let digits = isPercent ? token.dropLast() : token.hasSuffix("px") ? token.dropLast(2) : token[...]
            guard let value = Double(digits), value.magnitude <= Pixels.coordinateLimit,
                value >= 0 || property.family.canBeNegative
            else { throw FlexValueError("'\(token)' is not a valid length for it") }
            length = isPercent ? .percent(value) : .points(value)
        }
        if !property.accepts(length) { throw FlexValueError("'\(token)' is not a valid length for it") }
        return length
    }
}

private struct FlexValueError: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// A piece of a declaration, cut at white space.
private struct FlexTokens {
    let all: [String]

    init(_ bytes: ArraySlice<UInt8>) {
        all = bytes.split { $0 == 0x20 || (0x09...0x0D).contains($0) }
            .map { String(decoding: $0, as: UTF8.self).lowercased() }
    }

    func refusal(_ reason: String) -> LaminaError {
        LaminaError(.invalidArgument, "declarations: in '\(all.joined(separator: " "))': \(reason)")
    }
}
