import LaminaGeometry
import LaminaLayout

// Specs and styles, with the names of lamina.h.

extension TemplateReader {
    /// The members that a spec of some kind has beside "kind", "style" and "children"; nil for what is no spec.
    static func specMembers(_ kind: String) -> [String]? {
        let stack = [
            "spacing", "justify", "align_items", "line_spacing", "wrap", "align_content", "horizontal_alignment",
            "vertical_alignment",
        ]
        return switch kind {
        case "stack": stack + ["direction"]
        case "row", "column": stack
        case "wrapper", "spacer", "overlay", "background": []
        case "absolute": ["sizing"]
        case "inset", "directional_inset": ["insets"]
        case "center": ["centering", "sizing"]
        case "relative": ["horizontal", "vertical", "sizing"]
        case "ratio": ["ratio"]
        case "corner": ["location", "offset", "wraps_corner"]
        default: nil
        }
    }

    /// The kinds, for messages.
    static let kinds =
        "node, text, image, row, column, stack, spacer, wrapper, absolute, inset, directional_inset, center, relative, ratio,"
        + " overlay, background or corner"

    func spec(_ kind: String, _ given: JSONReader) throws(LaminaError) -> Spec {
        switch kind {
        case "stack", "row", "column": return .stack(try stack(kind, given))
        case "absolute":
            let sizing: AbsoluteSizing? = try given.word("sizing", ["default": .default, "fit": .sizeToFit])
            return .absolute(sizing ?? .default)
        case "inset": return .inset(try given.insets("insets", mayPush: true) ?? .zero)
        case "directional_inset": return .directionalInset(try given.insets("insets", mayPush: true) ?? .zero)
        case "center":
            let axes: Centering? = try given.word("centering", ["xy": .xy, "x": .x, "y": .y, "none": Centering.none])
            return .center(CenterParameters(centering: axes ?? .xy, sizing: try minimumSizing(given)))
        case "relative":
            return .relative(
                RelativeParameters(
                    horizontal: try position("horizontal", given), vertical: try position("vertical", given),
                    sizing: try minimumSizing(given)))
        case "ratio":
            guard let ratio = try given.number("ratio", 1e-6...1e6) else {
                throw LaminaError(.invalidArgument, "\(given.path) has no \"ratio\", its height divided by its width")
            }
            return .ratio(ratio)
        case "overlay": return .overlay
        case "background": return .background
        case "corner": return .corner(try corner(given))
        default: return .wrapper
        }
    }

    private func minimumSizing(_ given: JSONReader) throws(LaminaError) -> MinimumSizing {
        try given.word(
            "sizing",
            ["default": .default, "min_x": .minimumX, "min_y": .minimumY, "min_xy": .minimumXY])
            ?? .default
    }

    private func position(_ name: String, _ given: JSONReader) throws(LaminaError) -> RelativePosition {
        try given.word(
            name, ["none": RelativePosition.none, "start": .start, "center": .center, "end": .end]) ?? .none
    }

    private func stack(_ kind: String, _ given: JSONReader) throws(LaminaError) -> StackParameters {
        var stack = StackParameters()
        stack.direction = kind == "column" ? .vertical : .horizontal
        if let direction = try given.word(
            "direction", ["horizontal": StackDirection.horizontal, "vertical": .vertical])
        {
            stack.direction = direction
        }
        stack.justify =
            try given.word(
                "justify",
                [
                    "start": .start, "center": .center, "end": .end, "space_between": .spaceBetween,
                    "space_around": .spaceAround,
                ]) ?? .start
        stack.alignItems =
            try given.word(
                "align_items",
                [
                    "auto": .stretch, "stretch": .stretch, "start": .start, "end": .end, "center": .center,
                    "baseline_first": .baselineFirst, "baseline_last": .baselineLast,
                ]) ?? .stretch
        stack.spacing = try given.number("spacing", JSONReader.coordinates) ?? 0
        stack.lineSpacing = try given.number("line_spacing", JSONReader.coordinates) ?? 0
        stack.wraps = try given.bool("wrap") ?? false
        stack.alignContent =
            try given.word(
                "align_content",
                [
                    "start": .start, "center": .center, "end": .end, "space_between": .spaceBetween,
                    "space_around": .spaceAround, "stretch": .stretch,
                ]) ?? .start
        stack.horizontalAlignment =
            try given.word(
                "horizontal_alignment",
                [
                    "none": HorizontalAlignment.none, "left": .left, "middle": .middle, "right": .right,
                    "start": .start, "end": .end,
                ]) ?? .none
        stack.verticalAlignment =
            try given.word(
                "vertical_alignment",
                ["none": VerticalAlignment.none, "top": .top, "center": .center, "bottom": .bottom]) ?? .none
        return stack
    }

    private func corner(_ given: JSONReader) throws(LaminaError) -> CornerParameters {
        let location: CornerLocation? = try given.word(
            "location",
            [
                "top_start": .topStart, "top_end": .topEnd, "bottom_start": .bottomStart, "bottom_end": .bottomEnd,
                "top_left": .topLeft, "top_right": .topRight, "bottom_left": .bottomLeft, "bottom_right": .bottomRight,
            ])
        var corner = CornerParameters(location: location ?? .topStart)
        if let offset = try given.numbers("offset", 2...2) { corner.offset = Point(x: offset[0], y: offset[1]) }
        corner.wrapsCorner = try given.bool("wraps_corner") ?? false
        return corner
    }

    // MARK: Styles

    /// The lengths of a style that a row may say, too.
    enum Side: String, CaseIterable, Sendable {
        case width, height

        func set(_ length: Dimension, in style: inout ElementStyle) {
            switch self {
            case .width: style.width = length
            case .height: style.height = length
            }
        }
    }

    /// "style" of an element. Of nodes, width and height may be slots, which come back.
    mutating func style(
        _ owner: JSONReader, isNode: Bool
    ) throws(LaminaError) -> (style: ElementStyle, slots: [(side: Side, slot: Int)])? {
        guard let json = owner["style"] else { return nil }
        let given = try JSONReader(json, owner.place("style"), allowing: Self.styleNames)
        var style = ElementStyle()
        var slotted: [(side: Side, slot: Int)] = []
        for side in Side.allCases {
            if isNode, let slot = try onlySlot(given, side.rawValue) {
                slotted.append((side, slot))
            } else {
                side.set(try given.dimension(side.rawValue) ?? .auto, in: &style)
            }
        }
        style.minWidth = try given.dimension("min_width") ?? .auto
        style.maxWidth = try given.dimension("max_width") ?? .auto
        style.minHeight = try given.dimension("min_height") ?? .auto
        style.maxHeight = try given.dimension("max_height") ?? .auto
        style.flexGrow = try given.number("flex_grow", Limits.lengths) ?? 0
        style.flexShrink = try given.number("flex_shrink", Limits.lengths) ?? 0
        style.flexBasis = try given.dimension("flex_basis") ?? .auto
        style.alignSelf =
            try given.word(
                "align_self",
                ["auto": .auto, "start": .start, "end": .end, "center": .center, "stretch": .stretch]) ?? .auto
        style.spacingBefore = try given.number("spacing_before", JSONReader.coordinates) ?? 0
        style.spacingAfter = try given.number("spacing_after", JSONReader.coordinates) ?? 0
        style.ascender = try given.number("ascender", JSONReader.coordinates) ?? 0
        style.descender = try given.number("descender", JSONReader.coordinates) ?? 0
        if let place = try given.numbers("layout_position", 2...2) {
            style.layoutPosition = Point(x: place[0], y: place[1])
        }
        style.layoutDirection =
            try given.word(
                "layout_direction",
                ["inherit": .inherit, "left_to_right": .leftToRight, "right_to_left": .rightToLeft]) ?? .inherit
        return (style, slotted)
    }

    private static let styleNames = [
        "width", "height", "min_width", "max_width", "min_height", "max_height", "flex_grow", "flex_shrink",
        "flex_basis", "align_self", "spacing_before", "spacing_after", "ascender", "descender", "layout_position",
        "layout_direction",
    ]
}
