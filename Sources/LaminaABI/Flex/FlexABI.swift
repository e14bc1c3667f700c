public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode

// The enums have the engine's raw values, as FlexABITests checks.

@implementation @_cdecl("lamina_node_set_flex_profile")
public func lamina_node_set_flex_profile(
    _ node: UnsafeMutablePointer<lamina_node>?, _ profile: lamina_flex_profile
) -> lamina_status {
    status { () throws(LaminaError) in
        let profile = try flexProfile(profile)
        try withNode(node) { store, index, discarded in store.setFlexProfile(profile, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_flex_profile")
public func lamina_node_get_flex_profile(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_flex_profile {
    readNode(node, .LAMINA_FLEX_PROFILE_NONE) { store, index in
        switch store[index].flexProfile {
        case nil: .LAMINA_FLEX_PROFILE_NONE
        case .css: .LAMINA_FLEX_PROFILE_CSS
        case .yoga: .LAMINA_FLEX_PROFILE_YOGA
        }
    }
}

@implementation @_cdecl("lamina_node_set_flex_length")
public func lamina_node_set_flex_length(
    _ node: UnsafeMutablePointer<lamina_node>?, _ property: lamina_flex_length, _ value: Double,
    _ unit: lamina_flex_unit
) -> lamina_status {
    status { () throws(LaminaError) in
        let property = try lengthProperty(property)
        let length = try flexLength(value, unit, for: property)
        try withNode(node) { store, index, _ in store.setFlexLength(property, length, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_flex_length")
public func lamina_node_get_flex_length(
    _ node: UnsafeMutablePointer<lamina_node>?, _ property: lamina_flex_length,
    _ out_value: UnsafeMutablePointer<Double>?, _ out_unit: UnsafeMutablePointer<lamina_flex_unit>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let property = try lengthProperty(property)
        let length = try withNode(node) { store, index, _ in store[index].flex.length(property) }
        let (value, unit) = length.forC
        Output(optional: out_value)?.write(value)
        Output(optional: out_unit)?.write(unit)
    }
}

@implementation @_cdecl("lamina_node_set_flex_number")
public func lamina_node_set_flex_number(
    _ node: UnsafeMutablePointer<lamina_node>?, _ property: lamina_flex_number, _ value: Double
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let number = FlexNumberProperty(rawValue: UInt8(clamping: property.rawValue)) else {
            throw Check.unknown(property, "property")
        }
        let value = value == -1 ? nil : try flexNumber(value, for: number)
        try withNode(node) { store, index, _ in store.setFlexNumber(number, value, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_flex_number")
public func lamina_node_get_flex_number(
    _ node: UnsafeMutablePointer<lamina_node>?, _ property: lamina_flex_number
) -> Double {
    guard let number = FlexNumberProperty(rawValue: UInt8(clamping: property.rawValue)) else { return -1 }
    return readNode(node, -1) { store, index in store[index].flex.number(number) ?? -1 }
}

@implementation @_cdecl("lamina_node_set_flex_keyword")
public func lamina_node_set_flex_keyword(
    _ node: UnsafeMutablePointer<lamina_node>?, _ property: lamina_flex_keyword, _ value: Int32
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let keyword = FlexKeywordProperty(rawValue: UInt8(clamping: property.rawValue)) else {
            throw Check.unknown(property, "property")
        }
        guard value >= 0 && value <= keyword.largestRawValue else {
            throw LaminaError(
                .invalidArgument, "value is \(value); for this property it must be 0 to \(keyword.largestRawValue)")
        }
        try withNode(node) { store, index, _ in store.setFlexKeyword(keyword, UInt8(value), of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_flex_keyword")
public func lamina_node_get_flex_keyword(
    _ node: UnsafeMutablePointer<lamina_node>?, _ property: lamina_flex_keyword
) -> Int32 {
    guard let keyword = FlexKeywordProperty(rawValue: UInt8(clamping: property.rawValue)) else { return 0 }
    return readNode(node, 0) { store, index in Int32(store[index].flex.keyword(keyword)) }
}

@implementation @_cdecl("lamina_node_set_flex_style")
public func lamina_node_set_flex_style(
    _ node: UnsafeMutablePointer<lamina_node>?, _ declarations: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let text = try utf8Bytes(declarations, length, "declarations")
        let declarations = try FlexDeclarations(text)
        try withNode(node) { store, index, _ in
            var style = store[index].flex
            declarations.apply(to: &style)
            store.setFlexStyle(style, of: index)
        }
    }
}

// MARK: Conversions

func flexProfile(
    _ profile: lamina_flex_profile, _ argument: StaticString = "profile"
) throws(LaminaError) -> FlexProfile? {
    switch profile {
    case .LAMINA_FLEX_PROFILE_NONE: return nil
    case .LAMINA_FLEX_PROFILE_CSS: return .css
    case .LAMINA_FLEX_PROFILE_YOGA: return .yoga
    case let other: throw Check.unknown(other, argument)
    }
}

@inline(__always)
private func flexNumber(_ value: Double, for property: FlexNumberProperty) throws(LaminaError) -> Double {
    if property != .lineCount { return try Check.length(value, "value") }
    if FlexStyle.isLineCount(value) { return value }
    throw LaminaError(
        .invalidArgument, "value is \(value); a number of lines must be a whole number from 1 to 65,535, or -1")
}

@inline(__always)
private func lengthProperty(_ property: lamina_flex_length) throws(LaminaError) -> FlexLengthProperty {
    if let known = FlexLengthProperty(rawValue: UInt8(clamping: property.rawValue)) { return known }
    throw Check.unknown(property, "property")
}

@inline(__always)
private func flexLength(
    _ value: Double, _ unit: lamina_flex_unit, for property: FlexLengthProperty
) throws(LaminaError) -> FlexLength {
    let length: FlexLength
    let value = try Check.finite(value, "value")
    switch unit {
    case .LAMINA_FLEX_UNIT_UNDEFINED: length = .undefined
    case .LAMINA_FLEX_UNIT_POINTS: length = .points(try checked(value, for: property))
    case .LAMINA_FLEX_UNIT_PERCENT: length = .percent(try checked(value, for: property))
    case .LAMINA_FLEX_UNIT_AUTO: length = .auto
    case .LAMINA_FLEX_UNIT_MIN_CONTENT: length = .minContent
    case .LAMINA_FLEX_UNIT_MAX_CONTENT: length = .maxContent
    case .LAMINA_FLEX_UNIT_FIT_CONTENT: length = .fitContent
    case .LAMINA_FLEX_UNIT_STRETCH: length = .stretch
    case .LAMINA_FLEX_UNIT_CONTENT: length = .content
    case let other: throw Check.unknown(other, "unit")
    }
    if property.accepts(length) { return length }
    throw LaminaError(.invalidArgument, "unit is \(unit.rawValue), which this property does not support")
}

@inline(__always)
private func checked(_ value: Double, for property: FlexLengthProperty) throws(LaminaError) -> Double {
    property.canBeNegative ? value : try Check.length(value, "value")
}

extension FlexLength {
    fileprivate var forC: (Double, lamina_flex_unit) {
        switch self {
        case .undefined: (0, .LAMINA_FLEX_UNIT_UNDEFINED)
        case .auto: (0, .LAMINA_FLEX_UNIT_AUTO)
        case .points(let value): (value, .LAMINA_FLEX_UNIT_POINTS)
        case .percent(let value): (value, .LAMINA_FLEX_UNIT_PERCENT)
        case .minContent: (0, .LAMINA_FLEX_UNIT_MIN_CONTENT)
        case .maxContent: (0, .LAMINA_FLEX_UNIT_MAX_CONTENT)
        case .fitContent: (0, .LAMINA_FLEX_UNIT_FIT_CONTENT)
        case .stretch: (0, .LAMINA_FLEX_UNIT_STRETCH)
        case .content: (0, .LAMINA_FLEX_UNIT_CONTENT)
        }
    }
}
