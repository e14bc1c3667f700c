public import LaminaDisplay
public import LaminaDraw
public import LaminaGeometry
import LaminaLayout

/// What a row has for a slot.
public enum TemplateValue: Sendable {
    case text(String)
    case number(Double)
    case color(Color)
    case bool(Bool)
    case image(Bitmap)
    case sharedImage(SharedImage)
    case drawing(RecordedDrawing)

    /// The value that JSON says; nil for null, and for what no slot takes.
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

    /// A number as a reader expects it: without a point when it is whole.
    static func text(_ number: Double) -> String {
        number == number.rounded() && number.magnitude < 1e15 ? "\(Int64(number))" : "\(number)"
    }

    /// What stands in a text.
    var string: String? {
        switch self {
        case .text(let value): value
        case .number(let value): Self.text(value)
        case .bool, .color, .image, .sharedImage, .drawing: nil
        }
    }

    static let colorNeeded =
        "a colour is needed: \"#rgb\", \"#rrggbb\", \"#rrggbbaa\", a name such as \"white\" or [red, green, blue, alpha] from 0 to 1"

    var color: Color? {
        switch self {
        case .color(let color): color
        case .text(let text): Color(text: text)
        case .number, .bool, .image, .sharedImage, .drawing: nil
        }
    }

    static let dimensionNeeded = "a number from 0 to 10000000, \"0%\" to \"100%\" or \"auto\" is needed"

    var dimension: Dimension? {
        switch self {
        case .number(let value): JSONReader.lengths.contains(value) ? .points(value) : nil
        case .text("auto"): .auto
        case .text(let text):
            if text.hasSuffix("%"), let share = Double(text.dropLast()), share >= 0 && share <= 100 {
                .fraction(share / 100)
            } else {
                nil
            }
        case .bool, .color, .image, .sharedImage, .drawing: nil
        }
    }

    /// What it is, for messages.
    var title: String {
        switch self {
        case .text(let value): JSON.string(value).title
        case .number(let value): Self.text(value)
        case .bool(let value): "\(value)"
        case .color: "a colour"
        case .image, .sharedImage: "an image"
        case .drawing: "a drawing"
        }
    }
}
