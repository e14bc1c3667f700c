/// What a declaration such as `margin-left` sets.
enum FlexDeclaredProperty {
    case length(FlexLengthProperty)
    /// Four edges at once, as CSS shorthands do; the raw value of the family's first edge.
    case edges(FlexLengthProperty)
    /// row-gap and column-gap.
    case gaps
    case number(FlexNumberProperty)
    case aspectRatio
    case lineCount
    /// Grow, shrink and basis.
    case flex
    case keyword(FlexKeywordProperty, values: [String: UInt8])
}

extension FlexDeclaredProperty {
    /// The property of a name as CSS has it; nil for an unknown one.
    static func named(_ name: String) -> FlexDeclaredProperty? { table[name] }

    private static let table: [String: FlexDeclaredProperty] = {
        var table = lengths
        table.merge(keywords) { _, new in new }
        table.merge(edges("margin", suffix: "", first: .marginLeft)) { _, new in new }
        table.merge(edges("padding", suffix: "", first: .paddingLeft)) { _, new in new }
        table.merge(edges("border", suffix: "-width", first: .borderLeft)) { _, new in new }
        table.merge(edges("inset", suffix: "", first: .insetLeft)) { _, new in new }
        return table
    }()

    private static let lengths: [String: FlexDeclaredProperty] = [
        "width": .length(.width), "height": .length(.height),
        "min-width": .length(.minWidth), "min-height": .length(.minHeight),
        "max-width": .length(.maxWidth), "max-height": .length(.maxHeight),
        "flex-basis": .length(.flexBasis),
        "gap": .gaps, "row-gap": .length(.rowGap), "column-gap": .length(.columnGap),
        "left": .length(.insetLeft), "top": .length(.insetTop), "right": .length(.insetRight),
        "bottom": .length(.insetBottom),
        "flex": .flex, "flex-grow": .number(.flexGrow), "flex-shrink": .number(.flexShrink),
        "aspect-ratio": .aspectRatio, "scrollbar-width": .number(.scrollbarWidth),
        "flex-line-count": .lineCount,
    ]

    /// The names of one family: `margin`, `margin-left`, `margin-inline-start`, `margin-inline`, `margin-block` and so
    /// on.
    private static func edges(
        _ name: String, suffix: String, first: FlexLengthProperty
    ) -> [String: FlexDeclaredProperty] {
        var table: [String: FlexDeclaredProperty] = [name + suffix: .edges(first)]
        let edges = [
            "left", "top", "right", "bottom", "inline-start", "inline-end", "inline", "block",
        ]
        for (number, edge) in edges.enumerated() {
            table["\(name)-\(edge)\(suffix)"] = first.edge(number).map { .length($0) }
        }
        table["\(name)-start\(suffix)"] = first.edge(4).map { .length($0) }
        table["\(name)-end\(suffix)"] = first.edge(5).map { .length($0) }
        return table
    }

    private static let alignments: [String: UInt8] = [
        "auto": 0, "normal": 0, "flex-start": 1, "center": 2, "flex-end": 3, "stretch": 4, "baseline": 5,
        "space-between": 6, "space-around": 7, "space-evenly": 8, "start": 9, "end": 10, "self-start": 11,
        "self-end": 12, "safe center": 13, "safe flex-end": 14, "safe end": 15,
    ]

    /// Other ways to write values of `keywords`.
    static let synonyms = [
        "wrap balance": "balance", "balance wrap": "balance", "balance wrap-reverse": "wrap-reverse balance",
    ]

    static let keywords: [String: FlexDeclaredProperty] = [
        "flex-direction": .keyword(
            .flexDirection, values: ["row": 1, "row-reverse": 2, "column": 3, "column-reverse": 4]),
        "flex-wrap": .keyword(
            .flexWrap,
            values: ["nowrap": 0, "wrap": 1, "wrap-reverse": 2, "balance": 3, "wrap-reverse balance": 4]),
        "justify-content": .keyword(.justifyContent, values: alignments),
        "align-items": .keyword(.alignItems, values: alignments),
        "align-self": .keyword(.alignSelf, values: alignments),
        "align-content": .keyword(.alignContent, values: alignments),
        "display": .keyword(.display, values: ["flex": 0, "none": 1, "contents": 2]),
        "position": .keyword(.positionType, values: ["relative": 0, "static": 1, "absolute": 2]),
        "box-sizing": .keyword(.boxSizing, values: ["border-box": 0, "content-box": 1]),
        "overflow": .keyword(
            .overflow, values: ["visible": 0, "hidden": 1, "scroll": 2, "scroll hidden": 3, "hidden scroll": 4]),
        "direction": .keyword(.direction, values: ["inherit": 0, "ltr": 1, "rtl": 2]),
    ]
}

extension FlexLengthProperty {
    /// The property `number` places after this one, the first of a family of edges.
    func edge(_ number: Int) -> FlexLengthProperty? {
        FlexLengthProperty(rawValue: rawValue + UInt8(number))
    }
}
