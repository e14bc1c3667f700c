import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode

/// The names of a template's slots, numbered in the order in which they come.
struct SlotNames: Sendable {
    private(set) var names: [String] = []
    private(set) var numbers: [String: Int] = [:]
    static let limit = 10_000

    mutating func index(_ name: String, _ path: String) throws(LaminaError) -> Int {
        if let number = numbers[name] { return number }
        guard name.utf8.count <= 100, !name.contains("{"), names.count < Self.limit else {
            throw LaminaError(
                .invalidArgument,
                "\(path): the slot {\(name.prefix(60))} has \(name.utf8.count) bytes or is one too many; names have up to 100"
                    + " bytes and no braces, and there are at most \(Self.limit)")
        }
        numbers[name] = names.count
        names.append(name)
        return names.count - 1
    }
}

/// What a slot's value, or a text with slots, is for.
struct TemplateBinding: Sendable {
    enum Use: Sendable {
        case text(TemplateText)
        case image(SlottedString)
        case background(slot: Int)
        case opacity(slot: Int)
        case cornerRadius(slot: Int)
        case hidden(slot: Int)
        case length(TemplateReader.Side, slot: Int)
    }

    /// The index of the record that the node is made from.
    let record: Int
    let use: Use
}

/// Reads the tree of a template into records.
struct TemplateReader {
    private(set) var records: [TreeRecord] = []
    private(set) var bindings: [TemplateBinding] = []
    var slots = SlotNames()

    static let recordLimit = 100_000

    /// Reads an element and all below it.
    mutating func read(_ json: JSON, _ path: String, parent: Int) throws(LaminaError) {
        guard case .object(let members) = json else { throw JSONReader.failure(path, json, "an object is needed") }
        guard records.count < Self.recordLimit else {
            throw LaminaError(.outOfRange, "\(path): a template has at most \(Self.recordLimit) elements")
        }
        let kindValue = members.first { $0.name == "kind" }?.value ?? .string("node")
        guard case .string(let kind) = kindValue else {
            throw JSONReader.failure("\(path).kind", kindValue, "one of \(Self.kinds) is needed")
        }
        let number = records.count
        let given: JSONReader
        if let members = Self.specMembers(kind) {
            if parent < 0 { throw JSONReader.failure("\(path).kind", kindValue, "the root is a node, text or image") }
            given = try JSONReader(json, path, allowing: members + ["kind", "style", "children"])
            let style = try style(given, isNode: false)
            records.append(
                TreeRecord(
                    parent: Int32(parent), kind: .spec(try spec(kind, given)),
                    style: StyleBox(style?.style ?? Self.plainStyle(kind))))
        } else {
            given = try readNode(kind, kindValue, json, path, parent)
        }
        let children = try given.array("children") ?? []
        try checkChildren(kind, children, given)
        for (index, child) in children.enumerated() {
            try read(child, "\(given.place("children"))[\(index)]", parent: number)
        }
    }

    /// A spacer grows and shrinks, as that of lamina_spec_create_spacer() does.
    private static func plainStyle(_ kind: String) -> ElementStyle {
        kind == "spacer" ? ElementStyle(flexGrow: 1, flexShrink: 1) : ElementStyle()
    }

    private mutating func readNode(
        _ kind: String, _ kindValue: JSON, _ json: JSON, _ path: String, _ parent: Int
    ) throws(LaminaError) -> JSONReader {
        var names = [
            "kind", "style", "children", "name", "background", "opacity", "corner_radius", "hidden", "clips", "frame",
        ]
        switch kind {
        case "node": break
        case "text": names += ["text", "markup", "runs", "attributes", "options"]
        case "image": names += ["image"]
        default: throw JSONReader.failure("\(path).kind", kindValue, "one of \(Self.kinds) is needed")
        }
        let given = try JSONReader(json, path, allowing: names)
        let number = records.count
        var content: (any NodeContent)?
        if kind == "text" {
            let text = try text(given)
            content = try fixedContent(text, given)
            if text.hasSlots { bindings.append(TemplateBinding(record: number, use: .text(text))) }
        } else if kind == "image" {
            guard let file = try given.string("image") else {
                throw LaminaError(.invalidArgument, "\(path) has no \"image\": a slot, or the path of a PNG file")
            }
            let string = try SlottedString(file, given.place("image"), &slots)
            bindings.append(TemplateBinding(record: number, use: .image(string)))
        }
        let style = try style(given, isNode: true)
        for (side, slot) in style?.slots ?? [] {
            bindings.append(TemplateBinding(record: number, use: .length(side, slot: slot)))
        }
        var record = TreeRecord(
            parent: Int32(parent), kind: .node(isText: kind == "text", content: content),
            style: style.map { StyleBox($0.style) })
        try readLook(given, number, &record)
        records.append(record)
        return given
    }

    /// The content of a text without slots, and an empty one for a text that rows complete.
    private func fixedContent(_ text: TemplateText, _ given: JSONReader) throws(LaminaError) -> TextContent {
        if text.hasSlots { return TextContent(text: nil, options: text.options) }
        do throws(LaminaError) {
            return try text.content(.none)
        } catch {
            throw LaminaError(error.code, "\(given.place(text.isMarkup ? "markup" : "text")): \(error.message)")
        }
    }

    private mutating func readLook(
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
        } else if let radius = try given.number("corner_radius", JSONReader.lengths) {
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
    }

    /// The slot, when the member is a string that is nothing but one.
    mutating func onlySlot(_ given: JSONReader, _ name: String) throws(LaminaError) -> Int? {
        guard case .string(let string) = given[name], string.first == "{" else { return nil }
        return try SlottedString(string, given.place(name), &slots).onlySlot
    }

    /// What `TreePlan` demands, said in the words of the template.
    private func checkChildren(_ kind: String, _ children: [JSON], _ given: JSONReader) throws(LaminaError) {
        let wanted: Int?
        switch kind {
        case "inset", "directional_inset", "center", "relative", "ratio": wanted = 1
        case "overlay", "background", "corner": wanted = 2
        case "spacer": wanted = 0
        default: wanted = nil
        }
        if let wanted, children.count != wanted {
            throw LaminaError(
                .invalidArgument, "\(given.path): \(kind) takes \(wanted) children, and there are \(children.count)")
        }
        if Self.specMembers(kind) != nil { return }
        var specs = 0
        for case .object(let members) in children {
            if case .string(let kind)? = members.first(where: { $0.name == "kind" })?.value,
                Self.specMembers(kind) != nil
            {
                specs += 1
            }
        }
        if specs > 1 {
            throw LaminaError(
                .invalidArgument,
                "\(given.path) has \(specs) specs among its children; a node has one, which may hold the others")
        }
    }
}
