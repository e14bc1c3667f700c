import LaminaGeometry
import LaminaLayout

// Specs and styles, with the names of lamina.h.

extension TemplateReader {
    /// The specs and their short forms; nil for what is no spec.
    static func descriptor(_ kind: String) -> SpecDescriptor? { descriptors[kind] }

    private static let descriptors: [String: SpecDescriptor] = {
        let all = Spec.descriptors + Spec.shortForms
        return Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    }()

    /// The kinds, for messages.
    static let kinds = {
        let names = ["node", "text", "image"] + (Spec.shortForms + Spec.descriptors).map(\.name)
        return names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }()

    func spec(_ descriptor: SpecDescriptor, _ given: JSONReader) throws(LaminaError) -> Spec {
        try descriptor.spec { (index) throws(LaminaError) in
            let field = descriptor.fields[index]
            if let value = try given.value(of: field) { return value }
            guard let missing = field.missing else { return nil }
            throw LaminaError(.invalidArgument, "\(given.path) has no \"\(field.name)\", \(missing)")
        }
    }

    // MARK: Styles

    /// The members of a node's style that may be slots.
    enum StyleMember: String, CaseIterable, Sendable {
        case width, height
        case layoutDirection = "layout_direction"

        /// The change that a row makes. Fails if it has no value, or another kind of value.
        func change(_ values: TemplateValues, _ slot: Int) throws(LaminaError) -> (inout ElementStyle) -> Void {
            switch self {
            case .width:
                let length = try values.dimension(slot)
                return { $0.width = length }
            case .height:
                let length = try values.dimension(slot)
                return { $0.height = length }
            case .layoutDirection:
                let direction = try values.direction(slot)
                return { $0.layoutDirection = direction }
            }
        }
    }

    /// The "style" of an element. Some members may be slots in nodes, which are returned.
    mutating func style(
        _ owner: JSONReader, isNode: Bool
    ) throws(LaminaError) -> (style: ElementStyle, slots: [(member: StyleMember, slot: Int)])? {
        guard let json = owner["style"] else { return nil }
        let given = try JSONReader(json, owner.place("style"), allowing: Self.styleNames)
        var style = ElementStyle()
        var slots: [(member: StyleMember, slot: Int)] = []
        func isSlot(_ member: StyleMember) -> Bool { slots.contains { $0.member == member } }
        for member in isNode ? StyleMember.allCases : [] {
            if let slot = try onlySlot(given, member.rawValue) { slots.append((member, slot)) }
        }
        if !isSlot(.width) { style.width = try given.dimension("width") ?? .auto }
        if !isSlot(.height) { style.height = try given.dimension("height") ?? .auto }
        if !isSlot(.layoutDirection) {
            style.layoutDirection = try given.keyword("layout_direction", TemplateValue.directions) ?? .inherit
        }
        style.minWidth = try given.dimension("min_width") ?? .auto
        style.maxWidth = try given.dimension("max_width") ?? .auto
        style.minHeight = try given.dimension("min_height") ?? .auto
        style.maxHeight = try given.dimension("max_height") ?? .auto
        style.flexGrow = try given.number("flex_grow", Limits.lengths) ?? 0
        style.flexShrink = try given.number("flex_shrink", Limits.lengths) ?? 0
        style.flexBasis = try given.dimension("flex_basis") ?? .auto
        style.alignSelf =
            try given.keyword(
                "align_self",
                ["auto": .auto, "start": .start, "end": .end, "center": .center, "stretch": .stretch]) ?? .auto
        style.spacingBefore = try given.number("spacing_before", JSONReader.coordinates) ?? 0
        style.spacingAfter = try given.number("spacing_after", JSONReader.coordinates) ?? 0
        style.ascender = try given.number("ascender", JSONReader.coordinates) ?? 0
        style.descender = try given.number("descender", JSONReader.coordinates) ?? 0
        if let place = try given.numbers("layout_position", 2...2) {
            style.layoutPosition = Point(x: place[0], y: place[1])
        }
        return (style, slots)
    }

    private static let styleNames = [
        "width", "height", "min_width", "max_width", "min_height", "max_height", "flex_grow", "flex_shrink",
        "flex_basis", "align_self", "spacing_before", "spacing_after", "ascender", "descender", "layout_position",
        "layout_direction",
    ]
}

extension JSONReader {
    /// The value of a spec's field; nil when it is left out.
    fileprivate func value(of field: SpecField) throws(LaminaError) -> SpecValue? {
        switch field.kind {
        case .number(let range): try number(field.name, range, needed: field.needed).map { .number($0) }
        case .flag: try bool(field.name).map { .flag($0) }
        case .insets: try insets(field.name, mayPush: true).map { .insets($0) }
        case .point: try numbers(field.name, 2...2).map { .point(Point(x: $0[0], y: $0[1])) }
        case .keyword: try index(field.name, field.keywords).map { .keyword($0) }
        }
    }
}
