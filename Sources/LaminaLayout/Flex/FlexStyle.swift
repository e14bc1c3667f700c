/// How an element takes part in flex layout: an immutable value when shared, copied when a shared one is changed.
///
/// The default style takes 16 bytes and no allocation; keywords are kept inline, and lengths and numbers that are set
/// share one block. Values that make no sense count as not set (not a number, sizes below zero) or are moved to the
/// nearest that does (beyond ±1e15).
public struct FlexStyle: Equatable, @unchecked Sendable {
    // Unchecked because of the buffer, which is written only while this style is the only one to hold it.
    private(set) var keywords: UInt64 = 0
    private(set) var storage: FlexStyleStorage?

    /// The style whose properties are all at their defaults.
    public init() {}

    init(keywords: UInt64, storage: FlexStyleStorage?) {
        self.keywords = keywords
        self.storage = storage
    }

    public static func == (a: FlexStyle, b: FlexStyle) -> Bool {
        if a.keywords != b.keywords { return false }
        guard let first = a.storage, let second = b.storage else { return a.storage == nil && b.storage == nil }
        return first.isEqual(to: second)
    }

    /// Whether every property is at its default.
    public var isDefault: Bool { keywords == 0 && storage == nil }

    /// The value of a length property.
    public func length(_ property: FlexLengthProperty) -> FlexLength {
        guard let word = word(property.rawValue) else { return .undefined }
        return FlexLengthCode.decode(word, isPercent: isPercent(property.rawValue))
    }

    /// Sets a length property; a kind of value that it cannot hold (`accepts`) counts as `undefined`.
    public mutating func setLength(_ property: FlexLengthProperty, _ length: FlexLength) {
        if case .points(let value) = length, value >= 0 && value <= FlexLengthCode.limit,
            storage?.setInPlace(property.rawValue, word: value.bitPattern, isPercent: false) == true
        {
            return
        }
        guard property.accepts(length), let value = FlexLengthCode.encode(length, property.family) else {
            return remove(property.rawValue)
        }
        set(property.rawValue, value.code, value.isPercent)
    }

    /// The value of a number property, nil if it is not set.
    public func number(_ property: FlexNumberProperty) -> Double? {
        word(FlexStyle.number(of: property)).map { Double(bitPattern: $0) }
    }

    /// Sets a number property; nil, what is not a number and negative numbers set it back, and so does an aspect ratio
    /// of zero or infinity and a number of lines that is none.
    public mutating func setNumber(_ property: FlexNumberProperty, _ value: Double?) {
        let number = FlexStyle.number(of: property)
        guard let value, value >= 0 else { return remove(number) }
        if property == .aspectRatio && !(value > 1 / FlexLengthCode.limit && value < FlexLengthCode.limit) {
            return remove(number)
        }
        if property == .lineCount && !FlexStyle.isLineCount(value) { return remove(number) }
        set(number, FlexLengthCode.bounded(value).bitPattern, false)
    }

    /// Whether `value` is a number of lines.
    public static func isLineCount(_ value: Double) -> Bool {
        value >= 1 && value <= Double(FlexNumberProperty.largestLineCount) && value == value.rounded()
    }

    /// The raw value of a keyword property; 0 is the default.
    public func keyword(_ property: FlexKeywordProperty) -> UInt8 {
        UInt8(truncatingIfNeeded: keywords >> FlexStyle.shift(property)) & 31
    }

    /// Sets a keyword property by its raw value; one that it does not know sets it back to its default.
    public mutating func setKeyword(_ property: FlexKeywordProperty, _ rawValue: UInt8) {
        let value = rawValue <= property.largestRawValue ? rawValue : 0
        let shift = FlexStyle.shift(property)
        keywords = keywords & ~(31 << shift) | UInt64(value) << shift
    }

    /// Five bits for each keyword.
    static func shift(_ property: FlexKeywordProperty) -> UInt64 { UInt64(property.rawValue) * 5 }

    /// Numbers stand behind the lengths.
    static func number(of property: FlexNumberProperty) -> UInt8 { 46 + property.rawValue }

    private func word(_ number: UInt8) -> UInt64? {
        let bit: UInt64 = 1 << UInt64(number)
        guard let storage, storage.mask & bit != 0 else { return nil }
        return storage.word(at: (storage.mask & (bit - 1)).nonzeroBitCount)
    }

    private func isPercent(_ number: UInt8) -> Bool { (storage?.percent ?? 0) >> UInt64(number) & 1 != 0 }

    private mutating func set(_ number: UInt8, _ word: UInt64, _ isPercent: Bool) {
        if storage == nil { storage = FlexStyleStorage(mask: 0, percent: 0) }
        storage?.set(number, word: word, isPercent: isPercent)
    }

    private mutating func remove(_ number: UInt8) {
        guard let present = storage else { return }
        storage = present.removing(number)
    }
}

extension FlexStyle {
    /// A style with some properties set, for building trees by hand.
    public init(
        _ keywords: [FlexKeywordProperty: UInt8] = [:], lengths: [FlexLengthProperty: FlexLength] = [:],
        numbers: [FlexNumberProperty: Double] = [:]
    ) {
        self.init()
        for (property, value) in keywords { setKeyword(property, value) }
        for (property, value) in lengths { setLength(property, value) }
        for (property, value) in numbers { setNumber(property, value) }
    }
}
