/// What a row is to the user at this moment, beside its data.
public struct RowMarks: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let selected = RowMarks(rawValue: 1)
    /// A pointer is down on it.
    public static let highlighted = RowMarks(rawValue: 2)
}
