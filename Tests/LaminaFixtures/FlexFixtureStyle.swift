import LaminaLayout

/// Why a case cannot be run: it needs what flex trees do not have.
public struct UnsupportedFixture: Error, CustomStringConvertible {
    public let description: String
}

extension FlexStyle {
    /// The style of a fixture's node, in the words of CSS.
    init(_ json: JSON) throws {
        self.init()
        for key in json.keys where !key.hasPrefix("overflow") { try set(key, json[key]) }
        let overflow = try ["overflow-x", "overflow-y"].map { key in
            let word = json[key].string ?? json["overflow"].string ?? "visible"
            if !["visible", "hidden", "scroll"].contains(word) {
                throw UnsupportedFixture(description: "\(key): \(word)")
            }
            return word
        }
        let scrolls = (overflow[0] == "scroll", overflow[1] == "scroll")
        let found: FlexOverflow =
            switch scrolls {
            case (true, true): .scroll
            case (true, false): .scrollHorizontally
            case (false, true): .scrollVertically
            case (false, false): overflow.contains("hidden") ? .hidden : .visible
            }
        setKeyword(.overflow, found.rawValue)
    }

    private mutating func set(_ key: String, _ value: JSON) throws {
        if let property = Self.lengths[key] {
            let length = try Self.length(value)
            guard property.accepts(length) else { throw UnsupportedFixture(description: "\(key): \(length)") }
            setLength(property, length)
        } else if let property = Self.numbers[key] {
            setNumber(property, value.number)
        } else if let words = Self.keywords[key] {
            guard let word = value.string, let raw = words.values[word] else {
                throw UnsupportedFixture(description: "\(key): \(value.string ?? "?")")
            }
            setKeyword(words.property, raw)
        } else if key != "contain" {
            throw UnsupportedFixture(description: key)
        }
    }

    private static func length(_ value: JSON) throws -> FlexLength {
        if let number = value.number { return .points(number) }
        switch value.string ?? "" {
        case "auto": return .auto
        case "min-content": return .minContent
        case "max-content": return .maxContent
        case "fit-content": return .fitContent
        case "stretch": return .stretch
        case "content": return .content
        case let word where word.hasSuffix("%"):
            guard let number = Double(word.dropLast()) else { fallthrough }
            return .percent(number)
        default: throw UnsupportedFixture(description: "length \(value.string ?? "?")")
        }
    }

    private static let numbers: [String: FlexNumberProperty] = [
        "flex-grow": .flexGrow, "flex-shrink": .flexShrink, "aspect-ratio": .aspectRatio,
        "scrollbar-width": .scrollbarWidth, "flex-line-count": .lineCount,
    ]

    private static let lengths: [String: FlexLengthProperty] = {
        var names: [String: FlexLengthProperty] = [
            "width": .width, "height": .height, "min-width": .minWidth, "min-height": .minHeight,
            "max-width": .maxWidth, "max-height": .maxHeight, "flex-basis": .flexBasis, "gap": .gap,
            "gap-row": .rowGap, "gap-column": .columnGap,
        ]
        let edges = ["-left", "-top", "-right", "-bottom", "-start", "-end", "-horizontal", "-vertical", ""]
        let families: [(String, FlexLengthProperty)] = [
            ("margin", .marginLeft), ("padding", .paddingLeft), ("position", .insetLeft), ("border", .borderLeft),
        ]
        for (family, first) in families {
            for (offset, edge) in edges.enumerated() {
                names[family + edge] = FlexLengthProperty(rawValue: first.rawValue + UInt8(offset))
            }
        }
        return names
    }()

    private struct Words {
        let property: FlexKeywordProperty
        let values: [String: UInt8]
    }

    private static let keywords: [String: Words] = {
        [
            "flex-direction": Words(
                property: .flexDirection, values: ["row": 1, "row-reverse": 2, "column": 3, "column-reverse": 4]),
            "flex-wrap": Words(
                property: .flexWrap,
                values: ["nowrap": 0, "wrap": 1, "wrap-reverse": 2, "balance": 3, "wrap-reverse balance": 4]),
            "justify-content": Words(property: .justifyContent, values: alignments),
            "align-items": Words(property: .alignItems, values: alignments),
            "align-self": Words(property: .alignSelf, values: alignments),
            "align-content": Words(property: .alignContent, values: alignments),
            "display": Words(property: .display, values: ["flex": 0, "none": 1, "contents": 2]),
            "position-type": Words(property: .positionType, values: ["relative": 0, "static": 1, "absolute": 2]),
            "box-sizing": Words(property: .boxSizing, values: ["border-box": 0, "content-box": 1]),
            "direction": Words(property: .direction, values: ["inherit": 0, "ltr": 1, "rtl": 2]),
        ]
    }()

    private static let alignments: [String: UInt8] = {
        let words: [String: FlexAlignment] = [
            "auto": .auto, "flex-start": .flexStart, "center": .center, "flex-end": .flexEnd, "stretch": .stretch,
            "baseline": .baseline, "space-between": .spaceBetween, "space-around": .spaceAround,
            "space-evenly": .spaceEvenly, "start": .start, "end": .end, "self-start": .selfStart,
            "self-end": .selfEnd, "unsafe end": .end, "unsafe center": .center, "safe center": .safeCenter,
            "safe end": .safeEnd, "safe flex-end": .safeFlexEnd,
        ]
        return words.mapValues(\.rawValue)
    }()
}
