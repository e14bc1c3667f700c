import LaminaGeometry

/// Names for people: descriptions, drawings and explanations use them.
extension Spec {
    /// What the spec is, with those of its settings that are not the defaults.
    public var title: String {
        switch self {
        case .wrapper: "wrapper"
        case .stack(let stack): stack.title
        case .inset(let edges): "inset (\(edges.text))"
        case .directionalInset(let edges): "directional inset (\(edges.text))"
        case .overlay: "overlay"
        case .background: "background"
        case .center(let center): Self.title("center", [center.centering.text, center.sizing.text])
        case .relative(let relative):
            Self.title("relative", ["\(relative.horizontal) \(relative.vertical)", relative.sizing.text])
        case .ratio(let ratio): "ratio (\(ratio.shortText))"
        case .absolute(let sizing): sizing == .sizeToFit ? "absolute, as its children reach" : "absolute"
        case .corner(let corner):
            Self.title(
                "corner",
                [
                    corner.location.text, corner.offset == .zero ? "" : "offset (\(corner.offset.text))",
                    corner.wrapsCorner ? "wraps" : "",
                ])
        }
    }

    /// Whether its children stand beside each other.
    public var isRow: Bool {
        if case .stack(let stack) = self { return stack.direction == .horizontal }
        return false
    }

    static func title(_ name: String, _ details: [String]) -> String {
        ([name] + details.filter { !$0.isEmpty }).joined(separator: ", ")
    }
}

extension StackParameters {
    fileprivate var title: String {
        Spec.title(
            direction == .horizontal ? "row" : "column",
            [
                spacing == 0 ? "" : "spacing \(spacing.shortText)", justify == .start ? "" : "justify \(justify.text)",
                alignItems == .stretch ? "" : "align \(alignItems.text)", wraps ? "wraps" : "",
                wraps && lineSpacing != 0 ? "line spacing \(lineSpacing.shortText)" : "",
                wraps && alignContent != .start ? "lines \(alignContent.asJustify.text)" : "",
            ])
    }
}

extension Justify {
    fileprivate var text: String {
        switch self {
        case .start: "start"
        case .center: "center"
        case .end: "end"
        case .spaceBetween: "space between"
        case .spaceAround: "space around"
        }
    }
}

extension AlignItems {
    var text: String {
        switch self {
        case .start: "start"
        case .end: "end"
        case .center: "center"
        case .stretch: "stretch"
        case .baselineFirst: "first baseline"
        case .baselineLast: "last baseline"
        }
    }
}

extension Centering {
    fileprivate var text: String {
        switch self {
        case .none: "on no axis"
        case .x: "x only"
        case .y: "y only"
        case .xy: ""
        }
    }
}

extension MinimumSizing {
    fileprivate var text: String {
        switch self {
        case .default: ""
        case .minimumX: "as wide as its child"
        case .minimumY: "as high as its child"
        case .minimumXY: "as large as its child"
        }
    }
}

extension CornerLocation {
    fileprivate var text: String {
        switch self {
        case .topLeft: "top left"
        case .topRight: "top right"
        case .bottomLeft: "bottom left"
        case .bottomRight: "bottom right"
        case .topStart: "top start"
        case .topEnd: "top end"
        case .bottomStart: "bottom start"
        case .bottomEnd: "bottom end"
        }
    }
}
