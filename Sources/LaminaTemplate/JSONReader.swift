import LaminaGeometry
import LaminaLayout

/// Reads the members of one object. Every failure names its path.
struct JSONReader {
    let path: String
    private let members: [(name: String, value: JSON)]

    /// Fails if the value is not an object, or has other members.
    init(_ json: JSON, _ path: String, allowing names: [String]) throws(LaminaError) {
        guard case .object(let members) = json else {
            throw Self.failure(path, json, "an object is needed")
        }
        self.path = path
        self.members = members
        try allow(names)
    }

    /// Fails if there are other members.
    func allow(_ names: [String]) throws(LaminaError) {
        for member in members where !names.contains(member.name) {
            throw LaminaError(
                .invalidArgument,
                "\(path).\(member.name.prefix(60)): there is no such member; it may be \(names.sorted().joined(separator: ", "))"
            )
        }
    }

    static func failure(_ path: String, _ json: JSON, _ needed: String) -> LaminaError {
        LaminaError(.invalidArgument, "\(path) is \(json.title); \(needed)")
    }

    func failure(_ name: String, _ needed: String) -> LaminaError {
        if case .string(let slot) = self[name], slot.hasPrefix("{") && slot.hasSuffix("}") {
            return Self.failure(place(name), .string(slot), "\(needed); a slot is not allowed here")
        }
        return Self.failure(place(name), self[name] ?? .null, needed)
    }

    func place(_ name: String) -> String { "\(path).\(name)" }

    /// The member of that name, or nil.
    subscript(_ name: String) -> JSON? { members.first { $0.name == name }?.value }

    func string(_ name: String) throws(LaminaError) -> String? {
        guard let json = self[name] else { return nil }
        guard case .string(let value) = json else { throw failure(name, "a string is needed") }
        return value
    }

    func bool(_ name: String) throws(LaminaError) -> Bool? {
        guard let json = self[name] else { return nil }
        guard case .bool(let value) = json else { throw failure(name, "true or false is needed") }
        return value
    }

    func number(
        _ name: String, _ range: ClosedRange<Double>, needed: String? = nil
    ) throws(LaminaError) -> Double? {
        guard let json = self[name] else { return nil }
        guard case .number(let value) = json, range.contains(value) else {
            throw failure(name, needed ?? "a number from \(range.sentenceText) is needed")
        }
        return value
    }

    func integer(_ name: String, _ range: ClosedRange<Int>) throws(LaminaError) -> Int? {
        guard let value = try number(name, Double(range.lowerBound)...Double(range.upperBound)) else { return nil }
        guard value == value.rounded() else { throw failure(name, "a whole number is needed") }
        return Int(value)
    }

    func array(_ name: String) throws(LaminaError) -> [JSON]? {
        guard let json = self[name] else { return nil }
        guard case .array(let values) = json else { throw failure(name, "an array is needed") }
        return values
    }

    func numbers(
        _ name: String, _ counts: ClosedRange<Int>, _ range: ClosedRange<Double> = JSONReader.coordinates
    ) throws(LaminaError) -> [Double]? {
        guard let values = try array(name) else { return nil }
        var numbers: [Double] = []
        for case .number(let number) in values where range.contains(number) { numbers.append(number) }
        guard numbers.count == values.count, counts.contains(numbers.count) else {
            let count = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
            throw failure(name, "an array of \(count) numbers from \(range.sentenceText) is needed")
        }
        return numbers
    }

    func color(_ name: String) throws(LaminaError) -> Color? {
        guard let json = self[name] else { return nil }
        guard let color = TemplateValue(json)?.color else { throw failure(name, TemplateValue.colorNeeded) }
        return color
    }

    /// The value of a keyword.
    func keyword<T>(_ name: String, _ values: KeyValuePairs<String, T>) throws(LaminaError) -> T? {
        try index(name, values.map(\.key)).map { values[$0].value }
    }

    /// Which of the keywords it is.
    func index(_ name: String, _ keywords: [String]) throws(LaminaError) -> Int? {
        guard let json = self[name] else { return nil }
        if case .string(let keyword) = json, let found = keywords.firstIndex(of: keyword) { return found }
        throw failure(name, "one of \(keywords.map { "\"\($0)\"" }.joined(separator: ", ")) is needed")
    }

    func dimension(_ name: String) throws(LaminaError) -> Dimension? {
        guard let json = self[name] else { return nil }
        guard let length = TemplateValue(json)?.dimension else { throw failure(name, TemplateValue.dimensionNeeded) }
        return length
    }

    /// Four sides, or one number for all. If they may push, "auto" is an infinite side.
    func insets(_ name: String, mayPush: Bool = false) throws(LaminaError) -> EdgeInsets? {
        guard let json = self[name] else { return nil }
        if mayPush, case .array(let sides) = json, sides.count == 4, sides.contains(where: Self.isAuto) {
            func side(_ index: Int) throws(LaminaError) -> Double {
                if Self.isAuto(sides[index]) { return .infinity }
                guard case .number(let length) = sides[index], Self.coordinates.contains(length) else {
                    throw failure(name, "a number or \"auto\" is needed for each side")
                }
                return length
            }
            return EdgeInsets(top: try side(0), left: try side(1), bottom: try side(2), right: try side(3))
        }
        if case .number(let all) = json, Self.coordinates.contains(all) {
            return EdgeInsets(top: all, left: all, bottom: all, right: all)
        }
        guard case .array = json, let sides = try numbers(name, 4...4) else {
            throw failure(name, "a number is needed, or four: top, left, bottom, right")
        }
        return EdgeInsets(top: sides[0], left: sides[1], bottom: sides[2], right: sides[3])
    }

    private static func isAuto(_ json: JSON) -> Bool {
        if case .string("auto") = json { true } else { false }
    }

    static let coordinates = -Pixels.coordinateLimit...Pixels.coordinateLimit
}
