import LaminaDraw
public import LaminaGeometry

// The defaults of a template for rows without a value for a slot.

extension Template {
    /// Reads "defaults". Each must be valid for the uses of its slot: otherwise it would fail row by row, or go
    /// unnoticed.
    static func defaults(_ json: JSON, _ reader: TemplateReader) throws(LaminaError) -> [TemplateValue?] {
        guard case .object(let members) = json else {
            throw JSONReader.failure("template.defaults", json, "an object with values of slots is needed")
        }
        let repeated = Set(reader.growth?.repeatedNames ?? [])
        var defaults = [TemplateValue?](repeating: nil, count: reader.slots.names.count)
        for member in members {
            let path = "template.defaults.\(member.name.prefix(60))"
            guard let slot = reader.slots[member.name] else {
                throw LaminaError(.invalidArgument, "\(path): the template has no such slot")
            }
            if case .null = member.value { continue }
            if repeated.contains(member.name) {
                guard case .array = member.value else {
                    throw JSONReader.failure(path, member.value, "an array is needed, for \"repeat\"")
                }
                continue
            }
            guard let value = try TemplateValue.read(member.value, path, reader.limits) else {
                throw JSONReader.failure(path, member.value, TemplateValue.needed)
            }
            defaults[slot] = value
        }
        let values = TemplateValues(names: reader.slots.names, values: defaults)
        do throws(LaminaError) {
            for binding in reader.bindings { try binding.use.checkGiven(values, reader.limits) }
        } catch {
            throw LaminaError(error.code, "template.defaults: \(error.message)")
        }
        return defaults
    }
}

extension Template {
    /// Fails for a value that its slot cannot take. What a template that grows does with it depends on the row, and
    /// pictures on what their files are.
    public func check(_ values: [TemplateValue?], _ limits: WorkLimits) throws(LaminaError) {
        if growth != nil { return }
        let values = TemplateValues(names: slots, values: values)
        for binding in bindings { try binding.use.checkGiven(values, limits, readsPictures: false) }
    }
}

extension TemplateBinding.Use {
    /// Fails if a value is invalid for this use of its slot.
    func checkGiven(
        _ values: TemplateValues, _ limits: WorkLimits, readsPictures: Bool = true
    ) throws(LaminaError) {
        func isGiven(_ slot: Int) -> Bool { values.values[slot] != nil }
        switch self {
        case .text(let text):
            for case .slot(let slot, let format) in text.runs.flatMap(\.string.parts) where isGiven(slot) {
                _ = try values.string(slot, format)
            }
        case .image(let image): try image.checkGiven(values, limits, readsPictures)
        case .drawing(let slot): if isGiven(slot) { _ = try values.drawing(slot) }
        case .background(let slot), .appearanceColor(_, let slot): if isGiven(slot) { _ = try values.color(slot) }
        case .opacity(let slot): if isGiven(slot) { _ = try values.number(slot, 0...1) }
        case .cornerRadius(let slot): if isGiven(slot) { _ = try values.number(slot, Limits.lengths) }
        case .hidden(let slot): if isGiven(slot) { _ = try values.bool(slot) }
        case .style(let member, let slot): if isGiven(slot) { _ = try member.change(values, slot) }
        }
    }
}

extension TemplateImage {
    /// Reads the header of a file that is a whole value, if it `readsPictures`.
    fileprivate func checkGiven(
        _ values: TemplateValues, _ limits: WorkLimits, _ readsPictures: Bool
    ) throws(LaminaError) {
        if case .slot(let slot)? = tint, values.values[slot] != nil { _ = try values.color(slot) }
        for case .string(let string)? in [source, dark] {
            for case .slot(let slot, let format) in string.parts where values.values[slot] != nil {
                if case .image? = values.values[slot], string.onlySlot != nil { continue }
                let text = try values.string(slot, format)
                guard readsPictures, string.onlySlot != nil, let bytes = try Self.data(text) else { continue }
                try Self.check(bytes, limits)
            }
        }
    }
}
