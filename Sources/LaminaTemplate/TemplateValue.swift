public import LaminaDisplay
public import LaminaDraw
public import LaminaGeometry
import LaminaLayout

/// The value of a row for a slot.
public enum TemplateValue: Sendable {
    case text(String)
    case number(Double)
    case color(Color)
    case bool(Bool)
    case image(SharedImage)
    case drawing(RecordedDrawing)

    /// The value of JSON; nil for null, and for values that no slot takes.
    init?(_ json: JSON) {
        switch json {
        case .string(let value): self = .text(value)
        case .number(let value): self = .number(value)
        case .bool(let value): self = .bool(value)
        case .array(let values):
            var parts: [Float] = []
            for case .number(let part) in values where part >= 0 && part <= 1 { parts.append(Float(part)) }
            guard parts.count == values.count, parts.count == 3 || parts.count == 4 else { return nil }
            self = .color(Color(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count == 4 ? parts[3] : 1))
        case .null, .object: return nil
        }
    }

    /// The value of JSON, including drawings; nil for null, and for values that no slot takes. Fails for wrong steps.
    static func read(_ json: JSON, _ path: String, _ limits: WorkLimits) throws(LaminaError) -> TemplateValue? {
        DrawingReader.isDrawing(json) ? .drawing(try DrawingReader.read(json, path, limits)) : TemplateValue(json)
    }

    static let needed = "a string, a number, true, false, [red, green, blue] or the steps of a drawing is needed"

    /// Up to 2^53, each whole number is a Double.
    static let exactLimit: UInt64 = 1 << 53

    /// A number as readers expect it: whole ones without a point.
    static func text(_ number: Double) -> String {
        number == number.rounded() && number.magnitude <= Double(exactLimit) ? "\(Int64(number))" : "\(number)"
    }

    /// The value in a text.
    var string: String? {
        switch self {
        case .text(let value): value
        case .number(let value): Self.text(value)
        case .bool, .color, .image, .drawing: nil
        }
    }

    static let colorNeeded =
        "a colour is needed: \"#rgb\", \"#rrggbb\", \"#rrggbbaa\", a name such as \"white\" or [red, green, blue, alpha] from 0 to 1"

    var color: Color? {
        switch self {
        case .color(let color): color
        case .text(let text): Color(text: text)
        case .number, .bool, .image, .drawing: nil
        }
    }

    static let dimensionNeeded =
        "a length is needed: \(Limits.lengths.sentenceText), also as text such as \"12\", \"0%\" to \"100%\" or \"auto\""

    var dimension: Dimension? {
        switch self {
        case .number(let value): Limits.lengths.contains(value) ? .points(value) : nil
        case .text(let text): Dimension(text: text)
        case .bool, .color, .image, .drawing: nil
        }
    }

    /// The directions of layout that a style may name.
    static let directions: KeyValuePairs<String, LayoutDirection> = [
        "inherit": .inherit, "left_to_right": .leftToRight, "right_to_left": .rightToLeft,
    ]

    /// A description, for messages.
    var title: String {
        switch self {
        case .text(let value): JSON.string(value).title
        case .number(let value): Self.text(value)
        case .bool(let value): "\(value)"
        case .color: "a colour"
        case .image: "an image"
        case .drawing: "a drawing"
        }
    }
}
