import LaminaGeometry

extension FlexStyle {
    /// What the style sets, as CSS writes it: "flex-grow: 1; width: 50%"; "" when it sets nothing.
    public var text: String {
        var parts: [String] = []
        for property in FlexKeywordProperty.allCases {
            if let word = FlexDeclaredProperty.word(of: property, keyword(property)) { parts.append(word) }
        }
        for property in FlexLengthProperty.allCases where length(property) != .undefined {
            parts.append("\(property.text): \(length(property).text)")
        }
        for (property, name) in [
            (FlexNumberProperty.flexGrow, "flex-grow"), (.flexShrink, "flex-shrink"), (.aspectRatio, "aspect-ratio"),
            (.scrollbarWidth, "scrollbar-width"), (.lineCount, "flex-line-count"),
        ] {
            if let value = number(property) { parts.append("\(name): \(value.shortText)") }
        }
        return parts.joined(separator: "; ")
    }
}

extension FlexLength {
    /// As CSS writes it, without "px".
    var text: String {
        switch self {
        case .undefined: "none"
        case .auto: "auto"
        case .points(let value): value.shortText
        case .percent(let value): value.shortText + "%"
        case .minContent: "min-content"
        case .maxContent: "max-content"
        case .fitContent: "fit-content"
        case .stretch: "stretch"
        case .content: "content"
        }
    }
}

extension FlexLengthProperty {
    /// The property's name in CSS.
    var text: String {
        if rawValue < 10 {
            return [
                "width", "height", "min-width", "min-height", "max-width", "max-height", "flex-basis", "gap", "row-gap",
                "column-gap",
            ][Int(rawValue)]
        }
        let edge = ["left", "top", "right", "bottom", "inline-start", "inline-end", "inline", "block", ""][
            Int(rawValue - 10) % 9]
        let (name, suffix) = [("margin", ""), ("padding", ""), ("inset", ""), ("border", "-width")][
            Int(rawValue - 10) / 9]
        if name == "inset" && (rawValue - 10) % 9 < 4 { return edge }
        return name + (edge.isEmpty ? "" : "-" + edge) + suffix
    }
}

extension FlexDeclaredProperty {
    /// "align-items: center"; nil for a property that is not set.
    static func word(of property: FlexKeywordProperty, _ value: UInt8) -> String? {
        if value == 0 { return nil }
        for (name, declared) in keywords {
            guard case .keyword(property, let words) = declared else { continue }
            if let word = words.first(where: { $0.value == value })?.key { return "\(name): \(word)" }
        }
        return nil
    }
}
