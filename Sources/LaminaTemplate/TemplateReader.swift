import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode

/// The names of a template's slots, numbered in order of appearance.
struct SlotNames: Sendable, Equatable {
    private(set) var names: [String] = []
    private var numbers: [Name: Int] = [:]
    static let limit = 10_000
    /// Of a tree that was written out for a row: its names are longer, and bounded with its elements.
    var isWrittenOut = false
    private static let writtenOutLimit = 1_000_000

    mutating func index(_ name: String, _ path: String) throws(LaminaError) -> Int {
        if let number = self[name] { return number }
        if let wrong = wrong(with: name) {
            throw LaminaError(.invalidArgument, "\(path): the slot {\(name.prefix(60))} \(wrong)")
        }
        add(name)
        return names.count - 1
    }

    /// What is wrong with a new slot.
    private func wrong(with name: String) -> String? {
        if name.contains("{") { return "has a brace in its name; {{ and }} are braces in a text" }
        if name.utf8.count > 100 && !isWrittenOut {
            return "has a name of \(name.utf8.count) bytes; at most 100 are allowed"
        }
        if names.count >= (isWrittenOut ? Self.writtenOutLimit : Self.limit) {
            return "is one too many; a template has at most \(Double(Self.limit).sentenceText) slots"
        }
        return nil
    }

    /// The same names in the order of the template, in whatever order its members were read.
    func inOrder(of json: JSON) -> SlotNames {
        var (found, ordered) = (SlotNames(), SlotNames())
        found.addAll(in: json)
        for name in found.names where self[name] != nil { ordered.add(name) }
        return ordered
    }

    private mutating func addAll(in json: JSON) {
        switch json {
        case .string(let string): _ = try? SlottedString(string, "", &self)
        case .array(let values): for value in values { addAll(in: value) }
        case .object(let members): for member in members { addAll(in: member.value) }
        case .null, .bool, .number: break
        }
    }

    private mutating func add(_ name: String) {
        numbers[Name(string: name)] = names.count
        names.append(name)
    }

    /// Those that `isLeftOut` does not hold for.
    func without(_ isLeftOut: (String) -> Bool) -> SlotNames {
        var kept = SlotNames()
        for name in names where !isLeftOut(name) { kept.add(name) }
        return kept
    }

    /// The number of a slot, or nil.
    subscript(_ name: String) -> Int? { numbers[Name(string: name)] }

    static func == (a: SlotNames, b: SlotNames) -> Bool {
        a.names.elementsEqual(b.names) { Name(string: $0) == Name(string: $1) }
    }

    /// Names are equal if their bytes are. A String is also equal to other spellings of the same characters, which are
    /// other members of a row.
    private struct Name: Hashable {
        let string: String

        static func == (a: Name, b: Name) -> Bool { a.string.utf8.elementsEqual(b.string.utf8) }

        func hash(into hasher: inout Hasher) {
            hasher.combine(string)  // equal bytes are equal strings
        }
    }
}

/// The use of a slot's value, or of a text with slots.
struct TemplateBinding: Sendable {
    enum Use: Sendable {
        case text(TemplateText)
        case image(TemplateImage)
        case drawing(slot: Int)
        case appearanceColor(AppearancePart, slot: Int)
        case background(slot: Int)
        case opacity(slot: Int)
        case cornerRadius(slot: Int)
        case hidden(slot: Int)
        case style(TemplateReader.StyleMember, slot: Int)
    }

    /// The index of the node's record.
    let record: Int
    let use: Use
}

/// Reads the tree of a template into records.
struct TemplateReader {
    private(set) var records: [TreeRecord] = []
    var bindings: [TemplateBinding] = []
    var slots = SlotNames()
    let limits: WorkLimits
    /// The tree, if it depends on its rows. Then this only looks for mistakes and slots.
    let growth: GrowingTree?
    private var depth = 0

    /// Whether a row needs nodes of its own, see `Template`.
    var needsNodes: Bool {
        records.contains { $0.flexProfile != nil }
            || bindings.contains { if case .style(.layoutDirection, _) = $0.use { true } else { false } }
    }

    init(_ limits: WorkLimits, growth: GrowingTree? = nil) {
        self.limits = limits
        self.growth = growth
    }

    /// Reads an element and its descendants.
    mutating func read(_ json: JSON, _ path: String, parent: Int) throws(LaminaError) {
        guard case .object(let members) = json else { throw JSONReader.failure(path, json, "an object is needed") }
        try limits.checkElements(records.count + 1, "\(path): the template")
        depth += 1
        defer { depth -= 1 }
        try limits.checkDepth(depth, path)
        let kindValue = members.first { $0.name == "kind" }?.value ?? .string("node")
        guard case .string(let kind) = kindValue else {
            throw JSONReader.failure("\(path).kind", kindValue, "one of \(Self.kinds) is needed")
        }
        let number = records.count
        var json = json
        if growth != nil {
            // What they say is checked already.
            for member in members where GrowingTree.memberNames.contains(member.name) {
                guard case .string(let string) = member.value else { continue }
                _ = try SlottedString(string, "\(path).\(member.name)", &slots)
            }
            json = .object(members.filter { !GrowingTree.memberNames.contains($0.name) })
        }
        let given: JSONReader
        if let descriptor = Self.descriptor(kind) {
            if parent < 0 { throw JSONReader.failure("\(path).kind", kindValue, "the root is a node, text or image") }
            given = try JSONReader(json, path, allowing: descriptor.fields.map(\.name) + ["kind", "style", "children"])
            let style = try style(given, isNode: false)
            records.append(
                TreeRecord(
                    parent: Int32(parent), kind: .spec(try spec(descriptor, given)),
                    style: StyleBox(style?.style ?? descriptor.style)))
        } else {
            given = try readNode(kind, kindValue, json, path, parent)
        }
        let children = try given.array("children") ?? []
        try checkChildren(kind, children, given)
        for (index, child) in children.enumerated() {
            try read(child, "\(given.place("children"))[\(index)]", parent: number)
        }
    }

    private mutating func readNode(
        _ kind: String, _ kindValue: JSON, _ json: JSON, _ path: String, _ parent: Int
    ) throws(LaminaError) -> JSONReader {
        var names = ["kind", "style", "children"] + Self.lookNames
        switch kind {
        case "node": names += ["drawing"]
        case "text": names += ["text", "markup", "runs", "attributes", "options"]
        case "image": names += ["image", "options"]
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
            bindings.append(TemplateBinding(record: number, use: .image(try image(given))))
            // A placeholder for the row's picture, which has a size.
            content = ImageExtent(Size(width: 1, height: 1))
        }
        if kind == "node", let drawing = given["drawing"] {
            if case .array = drawing {
                content = RecordedContent(try DrawingReader.read(drawing, given.place("drawing"), limits))
            } else if let slot = try onlySlot(given, "drawing") {
                bindings.append(TemplateBinding(record: number, use: .drawing(slot: slot)))
            } else {
                throw given.failure("drawing", "an array of steps or a slot, \"{name}\", is needed")
            }
        }
        let style = try style(given, isNode: true)
        for (member, slot) in style?.slots ?? [] {
            bindings.append(TemplateBinding(record: number, use: .style(member, slot: slot)))
        }
        var record = TreeRecord(
            parent: Int32(parent), kind: .node(isText: kind == "text", content: content),
            style: style.map { StyleBox($0.style) })
        try readAppearance(given, number, &record)
        records.append(record)
        return given
    }

    /// "image" and "options" of an image node.
    private mutating func image(_ given: JSONReader) throws(LaminaError) -> TemplateImage {
        guard let file = try given.string("image") else {
            throw LaminaError(
                .invalidArgument,
                "\(given.path) has no \"image\": a slot, the path of a picture's file, or data:image/png;base64,...")
        }
        var image = TemplateImage(source: try imageSource(file, given.place("image")), options: ImageOptions())
        guard let json = given["options"] else { return image }
        let options = try JSONReader(
            json, given.place("options"), allowing: ["gravity", "scale", "source", "stretch", "tinted", "dark"])
        image.options = try imageOptions(options)
        if let dark = try options.string("dark") { image.dark = try imageSource(dark, options.place("dark")) }
        if let slot = try onlySlot(options, "tinted") {
            image.tint = .slot(slot)
        } else if case .bool(let isTinted)? = options["tinted"] {
            image.tint = isTinted ? .inherited : nil
        } else if let color = try options.color("tinted") {
            image.tint = .color(color)
        }
        return image
    }

    private mutating func imageSource(_ file: String, _ path: String) throws(LaminaError) -> TemplateImage.Source {
        let string = try SlottedString(file, path, &slots)
        do throws(LaminaError) {
            if !string.hasSlots, let bytes = try TemplateImage.data(file) {
                try TemplateImage.check(bytes, limits)
                return .file(bytes)
            }
        } catch {
            throw LaminaError(error.code, "\(path): \(error.message)")
        }
        return .string(string)
    }

    private func imageOptions(_ given: JSONReader) throws(LaminaError) -> ImageOptions {
        var options = ImageOptions()
        options.gravity =
            try given.keyword(
                "gravity",
                [
                    "resize": Gravity.resize, "aspect_fit": .aspectFit, "aspect_fill": .aspectFill, "center": .center,
                    "top": .top, "bottom": .bottom, "left": .left, "right": .right, "top_left": .topLeft,
                    "top_right": .topRight, "bottom_left": .bottomLeft, "bottom_right": .bottomRight,
                ]) ?? .resize
        options.scale = try given.number("scale", Limits.scale) ?? 1
        if let part = try given.numbers("source", 4...4, 0...1) {
            options.source = Rect(x: part[0], y: part[1], width: part[2], height: part[3])
            guard ImageOptions.isPart(options.source) else {
                throw given.failure("source", "a part of (0, 0) to (1, 1) is needed: x, y, width and height")
            }
        }
        if let slices = try given.insets("stretch") {
            guard slices.top >= 0 && slices.left >= 0 && slices.bottom >= 0 && slices.right >= 0 else {
                throw given.failure("stretch", "pixels that are not negative are needed")
            }
            options.slices = slices
        }
        return options
    }

    /// The content of a text without slots; empty for a text with slots.
    private func fixedContent(_ text: TemplateText, _ given: JSONReader) throws(LaminaError) -> TextContent {
        if text.hasSlots { return TextContent(text: nil, options: text.options) }
        do throws(LaminaError) {
            var last = LastText()
            return try text.content(.none, last: &last)
        } catch {
            throw LaminaError(error.code, "\(given.place(text.isMarkup ? "markup" : "text")): \(error.message)")
        }
    }

    /// The slot, if it is the whole string of the member.
    mutating func onlySlot(_ given: JSONReader, _ name: String) throws(LaminaError) -> Int? {
        guard case .string(let string) = given[name], string.first == "{" else { return nil }
        let slotted = try SlottedString(string, given.place(name), &slots)
        if slotted.parts.count == 1, case .slot(_, .some) = slotted.parts[0] {
            throw given.failure(name, "the value itself is needed, \"{name}\" without a format")
        }
        return slotted.onlySlot
    }

    /// The same rule as in `TreePlan`, with the places of the template in the messages.
    private func checkChildren(_ kind: String, _ children: [JSON], _ given: JSONReader) throws(LaminaError) {
        // How many there will be depends on the row.
        if growth != nil && children.contains(where: GrowingTree.isGrowing) { return }
        let descriptor = Self.descriptor(kind)
        if let wanted = descriptor?.childCount, children.count != wanted {
            throw LaminaError(
                .invalidArgument, "\(given.path): \(kind) takes \(wanted) children, but there are \(children.count)")
        }
        if descriptor != nil { return }
        var specs = 0
        for case .object(let members) in children {
            if case .string(let kind)? = members.first(where: { $0.name == "kind" })?.value,
                Self.descriptor(kind) != nil
            {
                specs += 1
            }
        }
        if specs > 1 {
            throw LaminaError(
                .invalidArgument,
                "\(given.path) has \(specs) specs among its children; a node has one, which may contain the others")
        }
    }
}
