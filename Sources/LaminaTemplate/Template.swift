import LaminaDisplay
import LaminaDraw
public import LaminaGeometry
import LaminaLayout
import LaminaNode

/// A tree given as data, with slots that rows fill. An immutable value.
public final class Template: Sendable {
    /// Nil for a tree that depends on its rows.
    let plan: TreePlan?
    /// That tree.
    let growth: GrowingTree?
    /// Its defaults, also for members of repeated parts.
    let growingDefaults: [String: JSON]
    /// Elements.
    let size: Int
    let bindings: [TemplateBinding]
    /// Whether a row needs nodes of its own: for parts laid out by flexbox, and for directions that it sets.
    let needsNodes: Bool
    /// The slots, in the order of the template.
    public let slots: [String]
    private let numbers: SlotNames
    let defaults: [TemplateValue?]
    /// Logical units; nil for the size of the content.
    let width: Double?
    let height: Double?
    let background: Color

    /// Reads a template. Fails with `invalidArgument`, naming the wrong member and what would be right, or the line of
    /// invalid JSON.
    public init(json bytes: [UInt8], limits: WorkLimits) throws(LaminaError) {
        let json = try JSON.parse(bytes, "the template")
        let given = try JSONReader(
            json, "template", allowing: ["width", "height", "background", "defaults", "root"])
        width = try given.number("width", Limits.lengths)
        height = try given.number("height", Limits.lengths)
        background = try given.color("background") ?? .clear
        guard let root = given["root"] else {
            throw LaminaError(.invalidArgument, "template has no \"root\": the node that is drawn")
        }
        growth = try GrowingTree(root)
        var reader = TemplateReader(limits, growth: growth)
        try reader.read(root, "template.root", parent: -1)
        let ordered = reader.slots.inOrder(of: root)
        if ordered != reader.slots {
            // Callers count slots in the order of the text; members are read in another order.
            reader = TemplateReader(limits, growth: growth)
            reader.slots = ordered
            try reader.read(root, "template.root", parent: -1)
        }
        plan = growth == nil ? try TreePlan(reader.records, rootIsSpec: false) : nil
        size = reader.records.count
        bindings = reader.bindings
        needsNodes = reader.needsNodes
        let defaults =
            try given["defaults"].map { (json) throws(LaminaError) in try Self.defaults(json, reader) }
            ?? [TemplateValue?](repeating: nil, count: reader.slots.names.count)
        var growingDefaults: [String: JSON] = [:]
        guard let growth else {
            slots = reader.slots.names
            numbers = reader.slots
            self.defaults = defaults
            self.growingDefaults = growingDefaults
            return
        }
        if case .object(let members)? = given["defaults"] {
            for case let (name, value) in members {
                if case .null = value { continue }
                growingDefaults[name] = value
            }
        }
        // Members of repeated parts come with these.
        let repeated = growth.repeatedNames
        let isPart = { (name: String) in repeated.contains { name.hasPrefix("\($0).") } }
        numbers = reader.slots.without(isPart)
        slots = numbers.names
        self.defaults = zip(reader.slots.names, defaults).filter { !isPart($0.0) }.map(\.1)
        self.growingDefaults = growingDefaults
    }

    /// The tree of a template that grows, written out for a shape.
    init(_ root: JSON, of template: Template, _ paths: [String: RowPath], limits: WorkLimits) throws(LaminaError) {
        growth = nil
        growingDefaults = [:]
        (width, height, background) = (template.width, template.height, template.background)
        var reader = TemplateReader(limits)
        reader.slots.isWrittenOut = true
        try reader.read(root, "template.root", parent: -1)
        plan = try TreePlan(reader.records, rootIsSpec: false)
        size = reader.records.count
        bindings = reader.bindings
        needsNodes = reader.needsNodes
        slots = reader.slots.names
        numbers = reader.slots
        var defaults: [TemplateValue?] = []
        for name in slots {
            guard let path = paths[name], let json = template.growingDefaults[path.name] else {
                defaults.append(nil)
                continue
            }
            defaults.append(try TemplateValue.read(json, path.name, limits))
        }
        self.defaults = defaults
    }

    /// The number of a slot, or nil.
    public func slot(_ name: String) -> Int? { numbers[name] }

    /// The values of a row, for all slots. Fails for unknown slots, and for one given twice.
    public func values(_ given: [(name: String, value: TemplateValue?)]) throws(LaminaError) -> [TemplateValue?] {
        var values = defaults
        var isGiven = [Bool](repeating: false, count: slots.count)
        for (number, pair) in given.enumerated() {
            guard let slot = numbers[pair.name] else {
                throw LaminaError(
                    .invalidArgument,
                    "values[\(number)].slot is \"\(pair.name.prefix(60))\"; the template's slots are \(slotList)")
            }
            if isGiven[slot] {
                throw LaminaError(
                    .invalidArgument,
                    "values[\(number)].slot is \"\(pair.name)\", which an earlier value sets already")
            }
            isGiven[slot] = true
            if let value = pair.value { values[slot] = value }
        }
        return values
    }

    /// The values of a row whose first slots have these texts; nil is the default.
    public func values(texts: [String?]) -> [TemplateValue?] {
        var values = defaults
        for (slot, text) in zip(values.indices, texts) {
            if let text { values[slot] = .text(text) }
        }
        return values
    }

    private var slotList: String {
        slots.isEmpty ? "none" : slots.prefix(20).joined(separator: ", ") + (slots.count > 20 ? ", ..." : "")
    }

    /// The values of a row of JSON. Members that name no slot are ignored.
    func values(json bytes: [UInt8], _ limits: WorkLimits) throws(LaminaError) -> [TemplateValue?] {
        let json = try JSON.parse(bytes, "the row")
        guard case .object(let members) = json else {
            throw JSONReader.failure("the row", json, "an object with a value for each slot is needed")
        }
        var values = defaults
        for member in members {
            guard let slot = numbers[member.name] else { continue }
            if case .null = member.value { continue }
            guard let value = try TemplateValue.read(member.value, member.name, limits) else {
                throw JSONReader.failure(member.name, member.value, TemplateValue.needed)
            }
            values[slot] = value
        }
        for slot in slots.indices where slots[slot].utf8.contains(UInt8(ascii: ".")) {
            let name = slots[slot]
            if members.contains(where: { $0.name.utf8.elementsEqual(name.utf8) }) { continue }
            guard let found = RowData.member(name, of: members) else { continue }
            if case .null = found { continue }
            guard let value = try TemplateValue.read(found, name, limits) else {
                throw JSONReader.failure(name, found, TemplateValue.needed)
            }
            values[slot] = value
        }
        return values
    }
}

/// The values of one row.
struct TemplateValues {
    /// Of the slots.
    let names: [String]
    let values: [TemplateValue?]

    /// For templates without slots.
    static let none = TemplateValues(names: [], values: [])

    func value(_ slot: Int) throws(LaminaError) -> TemplateValue {
        if let value = values[slot] { return value }
        throw LaminaError(
            .invalidArgument,
            "the row has no value for the slot \"\(name(slot))\", and the template's \"defaults\" have none")
    }

    func failure(_ slot: Int, _ needed: String) -> LaminaError {
        LaminaError(
            .invalidArgument, "the slot \"\(name(slot))\" is \(values[slot]?.title ?? "nothing"); \(needed)")
    }

    func number(_ slot: Int, _ range: ClosedRange<Double>) throws(LaminaError) -> Double {
        if case .number(let number) = try value(slot), range.contains(number) { return number }
        throw failure(
            slot,
            "a number from \(TemplateValue.text(range.lowerBound)) to \(TemplateValue.text(range.upperBound)) is needed"
        )
    }

    func color(_ slot: Int) throws(LaminaError) -> Color {
        if let color = try value(slot).color { return color }
        throw failure(slot, TemplateValue.colorNeeded)
    }

    /// The value in a text.
    func string(_ slot: Int, _ format: SlotFormat? = nil) throws(LaminaError) -> String {
        let value = try value(slot)
        guard let format else {
            if let string = value.string { return string }
            throw failure(slot, "text or a number is needed")
        }
        do throws(LaminaError) {
            return try format.string(value)
        } catch {
            throw failure(slot, error.message)
        }
    }

    func bool(_ slot: Int) throws(LaminaError) -> Bool {
        if case .bool(let value) = try value(slot) { return value }
        throw failure(slot, "true or false is needed")
    }

    func drawing(_ slot: Int) throws(LaminaError) -> RecordedDrawing {
        if case .drawing(let drawing) = try value(slot) { return drawing }
        throw failure(slot, "a drawing is needed")
    }

    func dimension(_ slot: Int) throws(LaminaError) -> Dimension {
        if let dimension = try value(slot).dimension { return dimension }
        throw failure(slot, TemplateValue.dimensionNeeded)
    }

    func direction(_ slot: Int) throws(LaminaError) -> LayoutDirection {
        let directions = TemplateValue.directions
        if case .text(let text) = try value(slot), let found = directions.first(where: { $0.key == text }) {
            return found.value
        }
        throw failure(slot, "one of \(directions.map { "\"\($0.key)\"" }.joined(separator: ", ")) is needed")
    }

    func name(_ slot: Int) -> String { names.indices.contains(slot) ? names[slot] : "" }
}
