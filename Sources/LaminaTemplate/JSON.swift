/// A JSON value. Members of objects keep their order.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([(name: String, value: JSON)])

    /// A short description, for messages.
    var title: String {
        switch self {
        case .null: "null"
        case .bool(let value): value ? "true" : "false"
        case .number(let value): TemplateValue.text(value)
        case .string(let value): "\"\(value.prefix(60))\(value.count > 60 ? "..." : "")\""
        case .array(let values): "an array of \(values.count)"
        case .object: "an object"
        }
    }
}
