import Foundation

/// Runs the cases of motion: springs, easing, velocity of a pointer, physics of scrolling, snapping.
public enum MotionFixtures {
    /// A case and what is wrong with it; nothing where it holds.
    public struct Outcome: Sendable {
        public let name: String
        public let problems: [String]
    }

    /// The cases of a file by the name of its form, or nil when it is not one of motion's.
    public static func outcomes(of file: URL) throws -> [Outcome]? {
        guard file.pathExtension == "json" else { return nil }
        let json = Fields(try JSONSerialization.jsonObject(with: Data(contentsOf: file)))
        guard let form = json["fixture"].string, let problems = forms[form] else { return nil }
        return json["cases"].array.map { fields in
            let name = fields["name"].string ?? "(no name)"
            do {
                return Outcome(name: name, problems: try problems(fields).map { "\(name): \($0)" })
            } catch {
                return Outcome(name: name, problems: ["\(name): \(error)"])
            }
        }
    }

    private static let forms: [String: @Sendable (Fields) throws -> [String]] = [
        "springs": { try SpringCase(fields: $0).problems() },
        "beziers": { try CurveCase(fields: $0).problems() },
        "velocity": { try VelocityCase(fields: $0).problems() },
        "scroll-physics": { try PhysicsCase(fields: $0).problems() },
        "scroll-snap": { try SnapCase(fields: $0).problems() },
    ]
}

/// One JSON value of a case.
struct Fields {
    struct Missing: Error, CustomStringConvertible {
        let description: String
    }

    let raw: Any?

    init(_ raw: Any?) { self.raw = raw is NSNull ? nil : raw }

    subscript(key: String) -> Fields { Fields((raw as? [String: Any])?[key]) }
    var exists: Bool { raw != nil }
    var string: String? { raw as? String }
    var bool: Bool? { (raw as? NSNumber)?.boolValue }
    var array: [Fields] { (raw as? [Any] ?? []).map { Fields($0) } }
    var keys: [String] { (raw as? [String: Any] ?? [:]).keys.sorted() }
    var number: Double? { (raw as? NSNumber)?.doubleValue }
    var numbers: [Double] { array.compactMap(\.number) }

    /// A number that must be there.
    func double(_ key: String) throws -> Double {
        guard let number = self[key].number else { throw Missing(description: "no number \(key)") }
        return number
    }

    func unknown(_ what: String) -> Missing { Missing(description: "unknown \(what)") }
}

/// Collects what differs.
struct Differences {
    private(set) var list: [String] = []

    mutating func near(_ value: Double, _ expected: Double, _ tolerance: Double, _ what: @autoclosure () -> String) {
        if !(abs(value - expected) <= tolerance) { list.append("\(what()) is \(value), expected \(expected)") }
    }

    mutating func check(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { list.append(what()) }
    }
}
