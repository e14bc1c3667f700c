import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode

// The appearance of nodes, with the names of lamina_tree_record, lamina_node_appearance and lamina_image_options.

/// A colour inside an appearance, which rows may set.
enum AppearancePart: Sendable {
    case border, shadow, stop(Int)

    func set(_ color: Color, in appearance: inout NodeAppearance) {
        switch self {
        case .border: appearance.border?.color = color
        case .shadow: appearance.shadow?.color = color
        case .stop(let number): appearance.gradient?.stops[number].color = color
        }
    }
}

extension TemplateReader {
    static let lookNames = [
        "name", "background", "opacity", "corner_radius", "corner_radii", "hidden", "clips", "frame", "border",
        "shadow",
        "gradient", "transform", "anchor", "z_position", "flex_profile", "flex_style",
    ]

    mutating func readAppearance(
        _ given: JSONReader, _ number: Int, _ record: inout TreeRecord
    ) throws(LaminaError) {
        record.name = Array((try given.string("name") ?? "").utf8)
        if let slot = try onlySlot(given, "background") {
            bindings.append(TemplateBinding(record: number, use: .background(slot: slot)))
        } else if let color = try given.color("background") {
            record.background = color
        }
        if let slot = try onlySlot(given, "opacity") {
            bindings.append(TemplateBinding(record: number, use: .opacity(slot: slot)))
        } else if let opacity = try given.number("opacity", 0...1) {
            record.opacity = opacity
        }
        if let slot = try onlySlot(given, "corner_radius") {
            bindings.append(TemplateBinding(record: number, use: .cornerRadius(slot: slot)))
        } else if let radius = try given.number("corner_radius", Limits.lengths) {
            record.cornerRadius = radius
        }
        if let slot = try onlySlot(given, "hidden") {
            bindings.append(TemplateBinding(record: number, use: .hidden(slot: slot)))
        } else if try given.bool("hidden") ?? false {
            record.flags.insert(.hidden)
        }
        if try given.bool("clips") ?? false { record.flags.insert(.clips) }
        if let frame = try given.numbers("frame", 4...4) {
            guard frame[2] >= 0 && frame[3] >= 0 else {
                throw given.failure("frame", "x, y, width and height are needed, the last two not negative")
            }
            record.frame = Rect(x: frame[0], y: frame[1], width: frame[2], height: frame[3])
        }
        let appearance = try appearance(given, number)
        if appearance != NodeAppearance() { record.appearance = AppearanceBox(appearance) }
        try readFlex(given, &record)
    }

    /// The rare parts of an appearance.
    private mutating func appearance(_ given: JSONReader, _ number: Int) throws(LaminaError) -> NodeAppearance {
        var appearance = NodeAppearance()
        if let radii = try given.numbers("corner_radii", 4...4, Limits.lengths) {
            if given["corner_radius"] != nil {
                throw LaminaError(
                    .invalidArgument,
                    "\(given.path) has \"corner_radius\" and \"corner_radii\"; give only one of them")
            }
            appearance.radii = CornerRadii(
                topLeft: radii[0], topRight: radii[1], bottomRight: radii[2], bottomLeft: radii[3])
        }
        if let json = given["border"] {
            let border = try JSONReader(json, given.place("border"), allowing: ["width", "color"])
            let width = try border.number("width", Limits.lengths) ?? 0
            let color = try color(border, for: .border, of: number)
            if width > 0 { appearance.border = BoxBorder(width: width, color: color) }
        }
        if let json = given["shadow"] {
            let shadow = try JSONReader(
                json, given.place("shadow"), allowing: ["color", "x", "y", "blur", "spread"])
            appearance.shadow = BoxShadow(
                color: try color(shadow, for: .shadow, of: number),
                x: try shadow.number("x", JSONReader.coordinates) ?? 0,
                y: try shadow.number("y", JSONReader.coordinates) ?? 0,
                blur: try shadow.number("blur", Limits.lengths) ?? 0,
                spread: try shadow.number("spread", JSONReader.coordinates) ?? 0)
        }
        appearance.gradient = try gradient(given, number)
        if let matrix = try given.numbers("transform", 6...6) {
            appearance.transform = AffineTransform(
                xx: matrix[0], yx: matrix[1], xy: matrix[2], yy: matrix[3], x0: matrix[4], y0: matrix[5])
        }
        if let anchor = try given.numbers("anchor", 2...2, Limits.shares) {
            appearance.anchor = Point(x: anchor[0], y: anchor[1])
        }
        appearance.zPosition = try given.number("z_position", JSONReader.coordinates) ?? 0
        return appearance
    }

    private mutating func gradient(_ owner: JSONReader, _ number: Int) throws(LaminaError) -> Gradient? {
        guard let json = owner["gradient"] else { return nil }
        let given = try JSONReader(
            json, owner.place("gradient"), allowing: ["kind", "start", "end", "center", "radii", "angle", "stops"])
        let shape = try Self.shape(given)
        let list = try given.array("stops") ?? []
        guard Limits.gradientStops.contains(list.count) else {
            throw given.failure("stops", "1 to \(Limits.gradientStops.upperBound) stops are needed")
        }
        var stops: [Gradient.Stop] = []
        for (index, json) in list.enumerated() {
            let stop = try JSONReader(json, "\(given.place("stops"))[\(index)]", allowing: ["offset", "color"])
            guard let offset = try stop.number("offset", (stops.last?.offset ?? 0)...1) else {
                throw LaminaError(.invalidArgument, "\(stop.path) has no \"offset\", a position from 0 to 1")
            }
            stops.append(.init(offset: offset, color: try color(stop, for: .stop(index), of: number)))
        }
        return Gradient(shape, stops: stops)
    }

    private static func shape(_ given: JSONReader) throws(LaminaError) -> Gradient.Shape {
        func pair(_ name: String, _ range: ClosedRange<Double>, or other: [Double]) throws(LaminaError) -> Point {
            let pair = try given.numbers(name, 2...2, range) ?? other
            return Point(x: pair[0], y: pair[1])
        }
        func center() throws(LaminaError) -> Point { try pair("center", Limits.shares, or: [0.5, 0.5]) }
        let kind = try given.index("kind", ["linear", "radial", "conic"]) ?? 0
        try given.allow([["start", "end"], ["center", "radii"], ["center", "angle"]][kind] + ["kind", "stops"])
        switch kind {
        case 1:
            let radii = try pair("radii", Limits.radiusShares, or: [0.5, 0.5])
            return .radial(center: try center(), radii: Size(width: radii.x, height: radii.y))
        case 2:
            return .conic(center: try center(), angle: try given.number("angle", JSONReader.coordinates) ?? 0)
        default:
            return .linear(
                from: try pair("start", Limits.shares, or: [0, 0]), to: try pair("end", Limits.shares, or: [0, 1]))
        }
    }

    /// A "gradient" without slots.
    static func plainGradient(_ owner: JSONReader) throws(LaminaError) -> Gradient? {
        var reader = TemplateReader(WorkLimits())
        let gradient = try reader.gradient(owner, 0)
        if reader.bindings.isEmpty { return gradient }
        throw LaminaError(
            .invalidArgument,
            "\(owner.place("gradient")) has a slot for a colour; only the gradient of a node has slots")
    }

    /// The required "color" of a part of an appearance; clear for now if rows set it.
    private mutating func color(
        _ given: JSONReader, for part: AppearancePart, of number: Int
    ) throws(LaminaError) -> Color {
        if let slot = try onlySlot(given, "color") {
            bindings.append(TemplateBinding(record: number, use: .appearanceColor(part, slot: slot)))
            return .clear
        }
        guard let color = try given.color("color") else {
            throw LaminaError(.invalidArgument, "\(given.path) has no \"color\"; \(TemplateValue.colorNeeded)")
        }
        return color
    }

    // MARK: Flexbox

    private func readFlex(_ given: JSONReader, _ record: inout TreeRecord) throws(LaminaError) {
        if let profile: FlexProfile? = try given.keyword("flex_profile", ["none": nil, "css": .css, "yoga": .yoga]) {
            record.flexProfile = profile
        }
        switch given["flex_style"] {
        case nil: break
        case .string(let css)?:
            do throws(LaminaError) {
                record.flexStyle = try FlexDeclarations(Array(css.utf8))
            } catch {
                throw LaminaError(error.code, "\(given.place("flex_style")): \(error.message)")
            }
        case .object(let members)?:
            var declarations: [String] = []
            for member in members {
                let path = "\(given.place("flex_style")).\(member.name.prefix(60))"
                let declaration = try Self.declaration(member, path)
                do throws(LaminaError) {
                    _ = try FlexDeclarations(Array(declaration.utf8))
                } catch {
                    throw LaminaError(error.code, "\(path): \(error.message)")
                }
                declarations.append(declaration)
            }
            record.flexStyle = try FlexDeclarations(Array(declarations.joined(separator: ";").utf8))
        case let other?:
            throw JSONReader.failure(
                given.place("flex_style"), other, "a string of declarations or an object of properties is needed")
        }
    }

    /// A property in CSS syntax.
    private static func declaration(
        _ member: (name: String, value: JSON), _ path: String
    ) throws(LaminaError) -> String {
        let name = String(member.name.map { $0 == "_" ? "-" : $0 })
        switch member.value {
        case .number(let value): return "\(name): \(TemplateValue.text(value))"
        case .string(let value):
            if !value.utf8.contains(UInt8(ascii: ";")) { return "\(name): \(value)" }
        default: break
        }
        throw JSONReader.failure(path, member.value, "a number or the value of one property is needed")
    }
}
