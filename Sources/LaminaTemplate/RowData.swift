import LaminaGeometry

/// Where a value is in a row.
struct RowPath: Sendable {
    enum Step: Sendable {
        case member(String)
        case item(Int)
    }

    /// As the template has it, which is what its defaults have.
    let name: String
    let steps: [Step]
}

/// What a row gives, before it is known which slots there are.
struct RowData {
    let members: [(name: String, value: JSON)]
    /// Of a row that came as values.
    var values: [String: TemplateValue] = [:]
    let defaults: [String: JSON]

    /// A row as JSON.
    init(json bytes: [UInt8], defaults: [String: JSON]) throws(LaminaError) {
        let json = try JSON.parse(bytes, "the row")
        guard case .object(let members) = json else {
            throw JSONReader.failure("the row", json, "an object with a value for each slot is needed")
        }
        self.members = members
        self.defaults = defaults
    }

    /// A row as values, without parts to repeat.
    init(_ values: [TemplateValue?], of names: [String], defaults: [String: JSON]) {
        members = []
        self.defaults = defaults
        for (name, value) in zip(names, values) { self.values[name] = value }
    }

    /// The member with this name; where there is none, dots in the name lead to members of members.
    static func member(_ name: String, of members: [(name: String, value: JSON)]) -> JSON? {
        if let found = members.first(where: { $0.name.utf8.elementsEqual(name.utf8) }) { return found.value }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let (outer, inner) = (name[..<dot], name[name.utf8.index(after: dot)...])
        guard case .object(let members)? = members.first(where: { $0.name.utf8.elementsEqual(outer.utf8) })?.value
        else { return nil }
        return member(String(inner), of: members)
    }

    /// The JSON at a path, or that of the template's defaults; nil for neither. Fails on the way through what has no
    /// members.
    private func json(_ path: RowPath, _ title: String) throws(LaminaError) -> JSON? {
        var found = JSON.object(members)
        for step in path.steps {
            var next: JSON?
            switch (step, found) {
            case (.member(let name), .object(let members)):
                next = Self.member(name, of: members)
            case (.item(let number), .array(let values)): next = values.indices.contains(number) ? values[number] : nil
            case (.item, .null), (.member, .null): break
            default:
                throw JSONReader.failure(
                    "in the row, what has \"\(title)\"", found, "an object with that member is needed")
            }
            if case .null? = next { next = nil }
            guard let next else { return try fallback(path) }
            found = next
        }
        return found
    }

    /// The default of a part's member, or of a part of a default.
    private func fallback(_ path: RowPath) throws(LaminaError) -> JSON? {
        if let found = defaults[path.name], case .member? = path.steps.last { return found }
        // A part of an array that is a default itself.
        guard case .member(let first)? = path.steps.first, var found = defaults[first], path.steps.count > 1,
            !members.contains(where: { member in
                if case .null = member.value { return false }
                return member.name.utf8.elementsEqual(first.utf8)
            })
        else { return nil }
        for step in path.steps.dropFirst() {
            switch (step, found) {
            case (.item(let number), .array(let values)) where values.indices.contains(number): found = values[number]
            case (.member(let name), .object(let members)):
                guard let next = members.first(where: { $0.name.utf8.elementsEqual(name.utf8) })?.value else {
                    return nil
                }
                found = next
            default: return nil
            }
        }
        if case .null = found { return nil }
        return found
    }

    private func given(_ path: RowPath) -> TemplateValue? {
        guard path.steps.count == 1, case .member(let name) = path.steps[0] else { return nil }
        return values[name]
    }

    /// How many parts there are.
    func count(of path: RowPath, _ title: String) throws(LaminaError) -> Int {
        let needed = "an array is needed, for \"repeat\"; rows of JSON may have one"
        if let value = given(path) {
            throw LaminaError(.invalidArgument, "the slot \"\(title)\" is \(value.title); \(needed)")
        }
        switch try json(path, title) {
        case .array(let values)?: return values.count
        case let other?: throw JSONReader.failure("the slot \"\(title)\"", other, needed)
        case nil:
            throw LaminaError(
                .invalidArgument,
                "the row has no value for the slot \"\(title)\", and the template's \"defaults\" have none; \(needed)")
        }
    }

    /// Whether an "if" holds: neither missing nor null, false, 0, "" or an empty array.
    func holds(_ path: RowPath, _ title: String) throws(LaminaError) -> Bool {
        switch given(path) {
        case .text(let text)?: return !text.isEmpty
        case .number(let number)?: return number != 0
        case .bool(let value)?: return value
        case .color?, .image?, .drawing?: return true
        case nil: break
        }
        switch try json(path, title) {
        case nil, .null?: return false
        case .bool(let value)?: return value
        case .number(let number)?: return number != 0
        case .string(let string)?: return !string.isEmpty
        case .array(let values)?: return !values.isEmpty
        case .object?: return true
        }
    }

    /// The value for a slot, or nil.
    func value(_ path: RowPath, _ title: String, _ limits: WorkLimits) throws(LaminaError) -> TemplateValue? {
        if let value = given(path) { return value }
        guard let json = try json(path, title) else { return nil }
        if let value = try TemplateValue.read(json, title, limits) { return value }
        throw JSONReader.failure("the slot \"\(title)\"", json, TemplateValue.needed)
    }
}
