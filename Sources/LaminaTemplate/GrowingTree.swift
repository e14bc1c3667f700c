import LaminaGeometry
import LaminaLayout

/// A tree with parts that a row repeats ("repeat") or leaves out ("if"). For the row's numbers of parts, its shape, it
/// is written out as a tree without any; rows of the same shape share that.
struct GrowingTree: Sendable {
    /// An element with what is below it.
    private struct Element: Sendable {
        /// Without "children", "repeat" and "if".
        let members: [(name: String, value: JSON)]
        let place: String
        let repeats: String?
        let condition: Condition?
        let children: [Element]?
        /// How many it takes, where that is said.
        let childCount: Int?
        /// Whether something at or below it depends on the row.
        let grows: Bool
        /// Elements, unless it grows.
        let size: Int
    }

    private struct Condition: Sendable {
        let name: String
        let isNegated: Bool
    }

    /// For each "repeat" that a walk comes to, how often; for each "if", 1 or 0.
    typealias Shape = [Int32]

    private let root: Element

    /// Nil for a tree that does not depend on its rows. Fails for a "repeat" or "if" that is none.
    init?(_ json: JSON) throws(LaminaError) {
        if !Self.hasGrowth(json) { return nil }
        root = try Self.element(json, "template.root", around: [])
        guard root.repeats == nil, root.condition == nil else {
            throw LaminaError(
                .invalidArgument, "template.root is one node, without \"repeat\" and \"if\"; its children may have them"
            )
        }
    }

    static let memberNames = ["repeat", "if"]

    /// Whether an element is repeated or may be left out.
    static func isGrowing(_ json: JSON) -> Bool {
        guard case .object(let members) = json else { return false }
        return members.contains { memberNames.contains($0.name) }
    }

    private static func hasGrowth(_ json: JSON) -> Bool {
        guard case .object(let members) = json else { return false }
        for member in members {
            if memberNames.contains(member.name) { return true }
            if member.name == "children", case .array(let children) = member.value, children.contains(where: hasGrowth)
            {
                return true
            }
        }
        return false
    }

    /// Other mistakes in the element are left to the reader of templates.
    private static func element(_ json: JSON, _ place: String, around: [String]) throws(LaminaError) -> Element {
        guard case .object(let members) = json else {
            throw JSONReader.failure(place, json, "an object is needed")
        }
        var (kept, children): ([(name: String, value: JSON)], [Element]?) = ([], nil)
        var (repeats, condition): (String?, Condition?)
        for member in members where member.name == "repeat" {
            let name = try slot(member.value, "\(place).repeat", mayNegate: false).name
            if around.contains(name) {
                throw LaminaError(
                    .invalidArgument, "\(place).repeat: {\(name.prefix(60))} is repeated around it already")
            }
            repeats = name
        }
        let inside = around + (repeats.map { [$0] } ?? [])
        for member in members {
            switch member.name {
            case "repeat": break
            case "if": condition = try slot(member.value, "\(place).if", mayNegate: true)
            case "children":
                guard case .array(let list) = member.value else {
                    kept.append(member)
                    continue
                }
                var found: [Element] = []
                for (number, child) in list.enumerated() {
                    found.append(try element(child, "\(place).children[\(number)]", around: inside))
                }
                children = found
            default: kept.append(member)
            }
        }
        var childCount: Int?
        if case .string(let kind)? = kept.first(where: { $0.name == "kind" })?.value {
            childCount = TemplateReader.descriptor(kind)?.childCount
        }
        let below = children ?? []
        return Element(
            members: kept, place: place, repeats: repeats, condition: condition, children: children,
            childCount: childCount,
            grows: repeats != nil || condition != nil || below.contains { $0.grows },
            size: below.reduce(1) { $0 + $1.size })
    }

    private static func slot(_ json: JSON, _ place: String, mayNegate: Bool) throws(LaminaError) -> Condition {
        let needed = "a slot, \"{name}\"\(mayNegate ? " or, for the opposite, \"!{name}\"" : ""), is needed"
        guard case .string(let string) = json else { throw JSONReader.failure(place, json, needed) }
        let isNegated = mayNegate && string.hasPrefix("!")
        let name = string.dropFirst(isNegated ? 1 : 0)
        guard name.utf8.count > 2, name.first == "{", name.last == "}",
            !name.dropFirst().dropLast().contains(where: { "{}:".contains($0) })
        else { throw JSONReader.failure(place, json, needed) }
        return Condition(name: String(name.dropFirst().dropLast()), isNegated: isNegated)
    }

    /// The names after "repeat", and those with a member of a repeated part.
    var repeatedNames: [String] {
        var names: [String] = []
        func collect(_ element: Element) {
            if let name = element.repeats { names.append(name) }
            for child in element.children ?? [] where child.grows { collect(child) }
        }
        collect(root)
        return names
    }

    // MARK: Scopes

    /// What a name stands for inside of repeated parts.
    private struct Scope {
        let name: String
        /// Of the part, "lines[2]".
        let title: String
        let path: RowPath
    }

    /// The name with the numbers of the parts in it, and where its value is in a row.
    private static func resolve(_ name: String, _ scopes: [Scope]) -> (title: String, path: RowPath) {
        for scope in scopes.reversed() {
            if name.utf8.elementsEqual(scope.name.utf8) { return (scope.title, scope.path) }
            guard name.utf8.starts(with: "\(scope.name).".utf8) else { continue }
            let rest = String(decoding: name.utf8.dropFirst(scope.name.utf8.count + 1), as: UTF8.self)
            let steps = rest.split(separator: ".", omittingEmptySubsequences: false).map {
                RowPath.Step.member(String($0))
            }
            return ("\(scope.title).\(rest)", RowPath(name: name, steps: scope.path.steps + steps))
        }
        return (name, RowPath(name: name, steps: [.member(name)]))
    }

    private static func part(_ number: Int, of name: String, _ scopes: [Scope]) -> Scope {
        let array = resolve(name, scopes)
        return Scope(
            name: name, title: "\(array.title)[\(number)]",
            path: RowPath(name: name, steps: array.path.steps + [.item(number)]))
    }

    // MARK: Shapes

    /// The shape for a row. Fails where an array is needed and for more elements than `limits` allow.
    func shape(of row: RowData, _ limits: WorkLimits) throws(LaminaError) -> Shape {
        var shape: Shape = []
        var count = 0
        try walk(root, [], row, limits, &shape, &count)
        return shape
    }

    private func walk(
        _ element: Element, _ scopes: [Scope], _ row: RowData, _ limits: WorkLimits, _ shape: inout Shape,
        _ count: inout Int
    ) throws(LaminaError) {
        guard let name = element.repeats else { return try walkOnce(element, scopes, row, limits, &shape, &count) }
        let (title, path) = Self.resolve(name, scopes)
        let parts = try row.count(of: path, title)
        shape.append(Int32(clamping: parts))
        for number in 0..<parts {
            try walkOnce(element, scopes + [Self.part(number, of: name, scopes)], row, limits, &shape, &count)
        }
    }

    private func walkOnce(
        _ element: Element, _ scopes: [Scope], _ row: RowData, _ limits: WorkLimits, _ shape: inout Shape,
        _ count: inout Int
    ) throws(LaminaError) {
        // What is left out takes its time, too.
        count += element.grows ? 1 : element.size
        try limits.checkElements(count, "the row with \(element.place)")
        if let condition = element.condition {
            let (title, path) = Self.resolve(condition.name, scopes)
            let holds = try row.holds(path, title) != condition.isNegated
            shape.append(holds ? 1 : 0)
            if !holds { return }
        }
        if !element.grows { return }
        for child in element.children ?? [] { try walk(child, scopes, row, limits, &shape, &count) }
    }

    // MARK: Writing out

    /// The tree for a shape, without "repeat" and "if", and where the values of its slots are in a row.
    func written(_ shape: Shape) -> (root: JSON, paths: [String: RowPath]) {
        var writer = Writer(rest: shape[...])
        var written: [JSON] = []
        writer.write(root, [], to: &written)
        return (written.first ?? .null, writer.paths)
    }

    private struct Writer {
        var rest: ArraySlice<Int32>
        var paths: [String: RowPath] = [:]

        mutating func write(_ element: Element, _ scopes: [Scope], to list: inout [JSON]) {
            guard let name = element.repeats else { return writeOnce(element, scopes, to: &list) }
            for number in 0..<Int(rest.popFirst() ?? 0) {
                writeOnce(element, scopes + [GrowingTree.part(number, of: name, scopes)], to: &list)
            }
        }

        private mutating func writeOnce(_ element: Element, _ scopes: [Scope], to list: inout [JSON]) {
            if element.condition != nil, rest.popFirst() != 1 {
                list.append(.null)
                return
            }
            var members = element.members
            for index in members.indices where members[index].name != "name" {
                members[index].value = value(members[index].value, scopes)
            }
            if let children = element.children {
                var written: [JSON] = []
                for child in children { write(child, scopes, to: &written) }
                members.append(("children", .array(Self.filled(written, element.childCount))))
            }
            list.append(.object(members))
        }

        /// Without what was left out, but for empty elements in its place, as far as a spec needs those.
        private static func filled(_ children: [JSON], _ count: Int?) -> [JSON] {
            var missing = (count ?? 0) - children.count { if case .null = $0 { false } else { true } }
            return children.compactMap { child in
                guard case .null = child else { return child }
                missing -= 1
                return missing < 0 ? nil : .object([(name: "kind", value: .string("wrapper"))])
            }
        }

        /// Braces in the steps of a drawing are no slots, and nothing that looks like one there does harm.
        private mutating func value(_ json: JSON, _ scopes: [Scope]) -> JSON {
            switch json {
            case .string(let string): return .string(renamed(string, scopes))
            case .array(let values):
                if DrawingReader.isDrawing(json), !isList(values) { return json }
                var result: [JSON] = []
                for value in values { result.append(self.value(value, scopes)) }
                return .array(result)
            case .object(var members):
                for index in members.indices { members[index].value = value(members[index].value, scopes) }
                return .object(members)
            case .null, .bool, .number: return json
            }
        }

        /// Whether objects in an array are runs or stops, which have no kind, and no steps.
        private func isList(_ values: [JSON]) -> Bool {
            guard case .object(let members)? = values.first else { return true }
            return !members.contains { $0.name == "kind" }
        }

        private mutating func renamed(_ string: String, _ scopes: [Scope]) -> String {
            if !string.utf8.contains(UInt8(ascii: "{")) { return string }
            var result: [UInt8] = []
            var rest = Array(string.utf8)[...]
            while let byte = rest.popFirst() {
                result.append(byte)
                if byte != UInt8(ascii: "{") { continue }
                if rest.first == byte {
                    result.append(byte)
                    rest.removeFirst()
                    continue
                }
                let token = rest.prefix { $0 != UInt8(ascii: "}") }
                let name = String(decoding: token.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
                let (title, path) = GrowingTree.resolve(name, scopes)
                paths[title] = path
                result += title.utf8
                rest = rest.dropFirst(name.utf8.count)
            }
            return String(decoding: result, as: UTF8.self)
        }
    }
}
