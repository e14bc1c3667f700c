import Foundation
import LaminaGeometry
import LaminaLayout

/// One JSON value of a fixture, read without ceremony: a missing or odd value is an error with its name.
public struct JSON {
    public struct Missing: Error, CustomStringConvertible {
        public let description: String

        public init(description: String) { self.description = description }
    }

    public let raw: Any?

    public init(_ raw: Any?) { self.raw = raw is NSNull ? nil : raw }
    public init(data: Data) throws { self.init(try JSONSerialization.jsonObject(with: data)) }

    public subscript(key: String) -> JSON { JSON((raw as? [String: Any])?[key]) }
    public var exists: Bool { raw != nil }
    public var string: String? { raw as? String }
    public var bool: Bool? { (raw as? NSNumber)?.boolValue }
    public var array: [JSON] { (raw as? [Any] ?? []).map { JSON($0) } }
    public var keys: [String] { (raw as? [String: Any] ?? [:]).keys.sorted() }

    /// A number; "inf" stands for infinity.
    public var number: Double? { string == "inf" ? .infinity : (raw as? NSNumber)?.doubleValue }

    public var numbers: [Double] { array.compactMap(\.number) }

    func size() throws -> Size {
        guard numbers.count == 2 else { throw Missing(description: "not a size: \(String(describing: raw))") }
        return Size(width: numbers[0], height: numbers[1])
    }

    func rect() throws -> Rect {
        guard numbers.count == 4 else { throw Missing(description: "not a frame: \(String(describing: raw))") }
        return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    func range() throws -> SizeRange { SizeRange(min: try self["min"].size(), max: try self["max"].size()) }

    func dimension() throws -> LaminaLayout.Dimension {
        if !exists || string == "auto" { return .auto }
        if let share = self["fraction"].number { return .fraction(share) }
        guard let number else { throw Missing(description: "not a dimension: \(String(describing: raw))") }
        return .points(number)
    }

    /// The case of an enumeration whose names are those of the fixtures in camel case.
    func word<T>(_ words: [String: T], default standard: T) throws -> T {
        guard exists else { return standard }
        guard let string, let value = words[string] else {
            throw Missing(description: "unknown word: \(String(describing: raw))")
        }
        return value
    }
}
