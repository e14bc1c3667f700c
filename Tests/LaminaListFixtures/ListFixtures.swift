import Foundation
import LaminaFixtures

/// Cases of lists: diffs, batches, ranges, fetching, anchoring.
public enum ListFixtures {
    private static let runners: [(stem: String, about: String, run: @Sendable (JSON) throws -> [String])] = [
        ("diff", "identity diff", DiffCase.problems),
        ("batch-updates", "batch updates", BatchCase.problems),
        ("batch-fetching", "when to fetch", FetchCase.problems),
        ("ranges", "range controller", RangeCase.problems),
        ("anchoring", "scroll anchoring", AnchorCase.problems),
    ]

    /// The cases of a file; nil when it is not one of lists.
    public static func cases(in file: URL) throws -> [FixtureCase]? {
        if file.pathExtension == "jsonl" { return try sequences(file) }
        guard let json = try? JSON(data: Data(contentsOf: file)), json["cases"].exists else { return nil }
        let stem = file.deletingPathExtension().lastPathComponent
        let about = json["about"].string ?? ""
        guard let runner = runners.first(where: { about.hasPrefix($0.about) || stem == $0.stem }) else { return nil }
        return json["cases"].array.map { fixture in
            let text = fixture.text
            let run = runner.run
            return FixtureCase(fixture["name"].string ?? "?") { try run(JSON(data: Data(text.utf8))) }
        }
    }

    /// anchor-random.jsonl: a sequence of changes in each line.
    private static func sequences(_ file: URL) throws -> [FixtureCase]? {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        guard let first = lines.first, first.contains("\"steps\""), first.contains("\"seed\"") else { return nil }
        return try lines.map { line in
            let name = try JSON(data: Data(line.utf8))["name"].string ?? "?"
            return FixtureCase(name) { try AnchorCase.problems(JSON(data: Data(line.utf8))) }
        }
    }
}

/// Collects what differs from what a case expects.
struct Problems {
    let name: String
    private(set) var found: [String] = []

    init(_ fixture: JSON) { name = fixture["name"].string ?? "?" }

    mutating func expect<T: Equatable>(_ got: T, _ want: T, _ what: @autoclosure () -> String) {
        if got != want { found.append("\(name): \(what()) is \(got), not \(want)") }
    }

    mutating func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
        if !holds { found.append("\(name): \(what())") }
    }

    mutating func unknown(_ what: String) { found.append("\(name): unknown: \(what)") }
}

extension JSON {
    /// As JSON text.
    var text: String {
        guard let raw, let data = try? JSONSerialization.data(withJSONObject: raw, options: [.fragmentsAllowed]) else {
            return "null"
        }
        return String(decoding: data, as: UTF8.self)
    }

    var integer: Int? { number.map { Int($0) } }
    var integers: [Int] { array.compactMap(\.integer) }
    /// One element for each, nil for null.
    var optionalIntegers: [Int?] { array.map(\.integer) }
    var strings: [String] { array.compactMap(\.string) }

    func required(_ key: String) throws -> JSON {
        guard self[key].exists else { throw Missing(description: "\(key) is missing") }
        return self[key]
    }
}
