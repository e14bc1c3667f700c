/// A length of a `FlexStyle`.
public enum FlexLength: Equatable, Sendable {
    /// Not set: the next less specific property, or the default, holds.
    case undefined
    case auto
    /// Logical units.
    case points(Double)
    /// Hundredths of the parent's matching length.
    case percent(Double)
    case minContent, maxContent, fitContent, stretch
    /// Of flexBasis only: the size of the content, whatever width or height say.
    case content
}

/// A property of a `FlexStyle` that holds a `FlexLength`.
public enum FlexLengthProperty: UInt8, Sendable, CaseIterable {
    case width, height, minWidth, minHeight, maxWidth, maxHeight, flexBasis
    /// `gap` holds where `rowGap` or `columnGap` are not set.
    case gap, rowGap, columnGap
    case marginLeft, marginTop, marginRight, marginBottom, marginStart, marginEnd
    case marginHorizontal, marginVertical, margin
    case paddingLeft, paddingTop, paddingRight, paddingBottom, paddingStart, paddingEnd
    case paddingHorizontal, paddingVertical, padding
    case insetLeft, insetTop, insetRight, insetBottom, insetStart, insetEnd
    case insetHorizontal, insetVertical, inset
    case borderLeft, borderTop, borderRight, borderBottom, borderStart, borderEnd
    case borderHorizontal, borderVertical, border

    /// Whether numbers below zero mean something.
    @inlinable public var canBeNegative: Bool { (10...18).contains(rawValue) || (28...36).contains(rawValue) }

    /// What kind of values the property takes.
    var family: FlexLengthFamily {
        switch rawValue {
        case ...1: .size
        case ...5: .limit
        case 6: .basis
        case ...9: .gap
        case ...18: .margin
        case ...27: .padding
        case ...36: .inset
        default: .border
        }
    }

    /// Whether `length` is of a kind that the property can hold.
    public func accepts(_ length: FlexLength) -> Bool {
        switch length {
        case .undefined, .points: true
        case .percent: family != .border
        case .auto: [.size, .limit, .basis, .margin, .inset].contains(family)
        case .minContent, .maxContent, .fitContent, .stretch: [.size, .limit, .basis].contains(family)
        case .content: family == .basis
        }
    }
}

enum FlexLengthFamily {
    case size, limit, basis, gap, margin, padding, inset, border

    /// Whether values below zero mean something.
    var canBeNegative: Bool { self == .margin || self == .inset }
}

/// A property of a `FlexStyle` that holds a number.
public enum FlexNumberProperty: UInt8, Sendable, CaseIterable {
    /// Share of the room left over; 0 by default.
    case flexGrow
    /// Share of the room missing; the default is the profile's.
    case flexShrink
    /// Width divided by height; not set by default.
    case aspectRatio
    /// Room that a scroll bar takes between border and padding where the content scrolls, points; 0 by default.
    case scrollbarWidth
    /// How many lines a container that balances them has at least, a whole number from 1 to `largestLineCount`; 1 by
    /// default.
    case lineCount

    /// As in browsers.
    public static let largestLineCount = 65_535
}

/// How lengths are kept in 64 bits: numbers as they are, keywords as quiet NaNs with a code. Whether a number is a
/// percentage is kept apart.
enum FlexLengthCode {
    /// Farther than any length that makes sense; sums and products of a few of these stay finite.
    static let limit = 1e15

    static let auto: UInt64 = keyword(1)
    static let minContent: UInt64 = keyword(2)
    static let maxContent: UInt64 = keyword(3)
    static let fitContent: UInt64 = keyword(4)
    static let stretch: UInt64 = keyword(5)
    static let content: UInt64 = keyword(6)

    private static func keyword(_ code: UInt64) -> UInt64 { 0x7FF8_0000_0000_0000 | code }

    static func bounded(_ value: Double) -> Double { min(max(value, -limit), limit) }

    /// The code of `length` and whether it is a percentage; nil if it counts as not set: a value that is not a number,
    /// or a size below zero.
    static func encode(_ length: FlexLength, _ family: FlexLengthFamily) -> (code: UInt64, isPercent: Bool)? {
        switch length {
        case .undefined: return nil
        case .auto: return family == .limit ? nil : (auto, false)
        case .minContent: return (minContent, false)
        case .maxContent: return (maxContent, false)
        case .fitContent: return (fitContent, false)
        case .stretch: return (stretch, false)
        case .content: return (content, false)
        case .points(let value):
            return number(value, family).map { ($0.bitPattern, false) }
        case .percent(let value):
            return number(value, family).map { ($0.bitPattern, true) }
        }
    }

    static func decode(_ code: UInt64, isPercent: Bool) -> FlexLength {
        switch code {
        case auto: .auto
        case minContent: .minContent
        case maxContent: .maxContent
        case fitContent: .fitContent
        case stretch: .stretch
        case content: .content
        default: isPercent ? .percent(Double(bitPattern: code)) : .points(Double(bitPattern: code))
        }
    }

    private static func number(_ value: Double, _ family: FlexLengthFamily) -> Double? {
        if value.isNaN || (value < 0 && !family.canBeNegative) { return nil }
        return bounded(value)
    }
}
