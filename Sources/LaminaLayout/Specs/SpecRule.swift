public import LaminaGeometry

/// A layout spec: its settings and all that is known of it. Each spec is a type in a file of its own; `Spec` joins
/// them.
protocol SpecRule: Equatable, Sendable {
    /// Its name in lamina_spec_create_<name>(), LAMINA_TREE_KIND_<NAME> and the "kind" of templates.
    static var name: String { get }
    /// How many elements it takes; nil for any number.
    static var childCount: Int? { get }
    static var settings: [SpecSetting<Self>] { get }
    /// Whether the size of its own style has no effect (as in Texture).
    static var ignoresOwnSize: Bool { get }

    /// With the initial value of each setting.
    static var initial: Self { get }
    var spec: Spec { get }

    // For people: titles and explanations.

    /// The name, with the settings that are not the defaults.
    var title: String { get }
    /// The rule by which `element`, which has this spec and children, found its size.
    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String
    /// Why `child` got the first constraints that it got, in parentheses; empty when these are the spec's own.
    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String
    /// Why `child` is where it is, after a comma; empty when there is nothing to say.
    func placeReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String
}

extension SpecRule {
    static var settings: [SpecSetting<Self>] { [] }
    static var ignoresOwnSize: Bool { false }
    var title: String { Self.name }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String { "" }
    func placeReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String { "" }

    static func title(_ name: String, _ details: [String]) -> String {
        ([name] + details.filter { !$0.isEmpty }).joined(separator: ", ")
    }
}

/// What is known of a kind of spec without having one: C and templates make specs from this.
public struct SpecDescriptor: Sendable {
    public let name: String
    /// How many elements it takes; nil for any number.
    public let childCount: Int?
    public let fields: [SpecField]
    /// The style of one that is given none.
    public let style: ElementStyle
    private let make: @Sendable (SpecSource) throws(LaminaError) -> Spec

    /// `name` and what follows it make a short form, with settings and a style of its own and without the field
    /// `omitted`.
    init<Rule: SpecRule>(
        _ initial: Rule, name: String = Rule.name, childCount: Int? = Rule.childCount, omitting omitted: String = "",
        style: ElementStyle = .default
    ) {
        let settings = Rule.settings.filter { $0.field.name != omitted }
        let setters = settings.map(\.set)
        self.name = name
        self.childCount = childCount
        self.style = style
        fields = settings.map(\.field)
        make = { (source) throws(LaminaError) in
            var rule = initial
            for index in setters.indices {
                if let value = try source(index) { setters[index](&rule, value) }
            }
            return rule.spec
        }
    }

    /// A spec whose settings come from `source`; those for which it has no value stay as they are at first.
    public func spec(from source: SpecSource) throws(LaminaError) -> Spec { try make(source) }
}

/// Finds the value of the descriptor's field of an index: one that `SpecField.check` lets pass.
public typealias SpecSource = (Int) throws(LaminaError) -> SpecValue?

/// A setting of a spec as C and templates know it. A class, as each spec that is made looks at all of its fields, whose
/// strings and arrays would be retained for that one by one.
public final class SpecField: Sendable {
    public enum Kind: Sendable {
        case number(ClosedRange<Double>)
        case flag
        /// Each finite or infinite.
        case insets
        case point
        case keyword
    }

    /// The field of a struct or the argument of a function in lamina.h, and the member in templates.
    public let name: String
    /// The field of lamina_tree_record, where it has another name there.
    public let recordName: String
    public let kind: Kind
    /// The keywords, by their numbers in lamina.h.
    public let keywords: [String]
    /// What a number is that may not be just any: "a number above 0 is needed".
    public let needed: String?
    /// What the field is, in the failure of a template that leaves it out; nil where it may be left out.
    public let missing: String?

    fileprivate init(
        _ name: String, _ kind: Kind, recordName: String? = nil, keywords: [String] = [], needed: String? = nil,
        missing: String? = nil
    ) {
        self.name = name
        self.recordName = recordName ?? name
        self.kind = kind
        self.keywords = keywords
        self.needed = needed
        self.missing = missing
    }

    /// Fails when the field cannot have `value`; `owner` stands before its name in the failure.
    public func check(_ value: SpecValue, _ owner: StaticString = "") throws(LaminaError) {
        func fail(_ part: StaticString, _ given: Double, _ needed: String) -> LaminaError {
            LaminaError(.invalidArgument, "\(owner)\(name)\(part) is \(given); \(needed)")
        }
        func coordinate(_ given: Double, _ part: StaticString) throws(LaminaError) {
            if given.magnitude <= Pixels.coordinateLimit { return }
            throw fail(part, given, "a finite number up to 10,000,000 is needed")
        }
        switch (value, kind) {
        case (.number(let given), .number(let range)):
            if range.contains(given) { return }
            throw fail("", given, needed ?? "a finite number up to 10,000,000 is needed")
        case (.insets(let given), _):
            if given.top != .infinity { try coordinate(given.top, ".top") }
            if given.left != .infinity { try coordinate(given.left, ".left") }
            if given.bottom != .infinity { try coordinate(given.bottom, ".bottom") }
            if given.right != .infinity { try coordinate(given.right, ".right") }
        case (.point(let given), _):
            try coordinate(given.x, ".x")
            try coordinate(given.y, ".y")
        case (.keyword(let number), _):
            if keywords.indices.contains(number) { return }
            let given = Int32(truncatingIfNeeded: number)
            throw LaminaError(.invalidArgument, "\(owner)\(name) is \(given), which is not one of its values")
        case (.flag, _), (.number, _): return
        }
    }
}

/// The value of a field.
public enum SpecValue: Sendable {
    case number(Double)
    case flag(Bool)
    case insets(EdgeInsets)
    case point(Point)
    /// By its number in lamina.h.
    case keyword(Int)
}

/// A field and how a spec takes its value.
struct SpecSetting<Rule>: Sendable {
    let field: SpecField
    fileprivate let set: @Sendable (inout Rule, SpecValue) -> Void

    private init(_ field: SpecField, _ set: @escaping @Sendable (inout Rule, SpecValue) -> Void) {
        self.field = field
        self.set = set
    }

    /// A length that may be negative.
    static func length(_ name: String, _ set: @escaping @Sendable (inout Rule, Double) -> Void) -> Self {
        number(name, -Pixels.coordinateLimit...Pixels.coordinateLimit, set)
    }

    static func number(
        _ name: String, _ range: ClosedRange<Double>, needed: String? = nil, missing: String? = nil,
        _ set: @escaping @Sendable (inout Rule, Double) -> Void
    ) -> Self {
        Self(SpecField(name, .number(range), needed: needed, missing: missing)) {
            if case .number(let value) = $1 { set(&$0, value) }
        }
    }

    static func flag(_ name: String, _ set: @escaping @Sendable (inout Rule, Bool) -> Void) -> Self {
        Self(SpecField(name, .flag)) { if case .flag(let value) = $1 { set(&$0, value) } }
    }

    static func insets(_ name: String, _ set: @escaping @Sendable (inout Rule, EdgeInsets) -> Void) -> Self {
        Self(SpecField(name, .insets)) { if case .insets(let value) = $1 { set(&$0, value) } }
    }

    static func point(_ name: String, _ set: @escaping @Sendable (inout Rule, Point) -> Void) -> Self {
        Self(SpecField(name, .point)) { if case .point(let value) = $1 { set(&$0, value) } }
    }

    static func keyword<Value: Keyword>(
        _ name: String, record recordName: String? = nil, _ set: @escaping @Sendable (inout Rule, Value) -> Void
    ) -> Self {
        Self(SpecField(name, .keyword, recordName: recordName, keywords: Value.names)) {
            if case .keyword(let number) = $1, let value = Value(number: number) { set(&$0, value) }
        }
    }
}

/// An enum whose cases have the names and numbers of an enum in lamina.h.
public protocol Keyword: CaseIterable, Sendable {
    static var names: [String] { get }
    /// Nil for a number that is none of the names'.
    init?(number: Int)
}

extension Keyword where Self: RawRepresentable<UInt8> {
    /// Those of the cases, as C and templates write them: "spaceBetween" is "space_between" there.
    public static var names: [String] { allCases.map(\.name) }

    public init?(number: Int) {
        guard let raw = UInt8(exactly: number) else { return nil }
        self.init(rawValue: raw)
    }
}

extension Keyword {
    /// The case's name in C: "space_between".
    var name: String {
        var name = ""
        var previous: Character = "A"
        for character in "\(self)" {
            if character.isUppercase && !previous.isUppercase { name += "_" }
            name += character.lowercased()
            previous = character
        }
        return name
    }

    /// The same for people: "space between".
    var text: String { String(name.map { $0 == "_" ? " " : $0 }) }
}
