import Foundation
import LaminaGeometry
import LaminaLayout

/// One case of the model of Texture's rules.
public struct ModelCase {
    let json: JSON

    /// The modes of rounding that a case has results for.
    public static let modes = ["raw", "scale_1", "scale_2", "scale_3"]

    static let roundings: [String: LayoutRounding] = [
        "raw": .none, "scale_1": .everySizeUp(scale: 1), "scale_2": .everySizeUp(scale: 2),
        "scale_3": .everySizeUp(scale: 3),
    ]

    /// The cases of one file, one a line.
    public static func cases(in file: URL) throws -> [ModelCase] {
        try Data(contentsOf: file).split(separator: UInt8(ascii: "\n")).map {
            ModelCase(json: try JSON(data: Data($0)))
        }
    }

    public var name: String { json["name"].string ?? "?" }

    /// Marked by its maker: the order of a sum decides it, by dirt in the last digit.
    public func isOrderSensitive(_ mode: String) -> Bool {
        json["order_sensitive"].array.contains { $0.string == mode }
    }

    /// Texture's debug build stops at it.
    public var isRefused: Bool { json["expected"]["debug"].string == "refused" }

    /// What differs from what Texture's release build yields where its debug build stops: lengths that are none count as zero (Texture F4).
    public func refusalProblems() throws -> [String] {
        var fixture = try FixtureTree(json["root"])
        let result = solveLayout(
            fixture.tree, range: try json["constrained"].range(), measurer: &fixture.measurer,
            rounding: .everySizeUp(scale: 2))
        let expected = json["expected"]["release_scale_2"]
        var problems = Fixtures.difference(name, "size", expected: try expected["size"].size(), result.size, 1e-6)
        let frames = fixture.named(result.frames)
        for id in expected["frames"].keys {
            problems += Fixtures.difference(
                name, id, expected: try expected["frames"][id].rect(), frames[id] ?? .infinite, 1e-6)
        }
        return problems
    }

    /// What differs from the case's result in the given mode of rounding.
    public func problems(_ mode: String) throws -> [String] {
        var fixture = try FixtureTree(json["root"])
        let result = solveLayout(
            fixture.tree, range: try json["constrained"].range(), measurer: &fixture.measurer,
            rounding: Self.roundings[mode] ?? .none)
        let expected = json["expected"][mode]
        var problems = Fixtures.difference(name, "size", expected: try expected["size"].size(), result.size, 1e-6)
        let absent = Set(expected["absent"].array.compactMap(\.string))
        let frames = expected["frames"]
        for (index, id) in fixture.ids.enumerated() {
            if absent.contains(id) {
                if result.frames[index].size != .zero { problems.append("\(name): \(id) should be left out") }
            } else {
                problems += Fixtures.difference(
                    name, id, expected: try frames[id].rect(), result.frames[index], 1e-6)
            }
        }
        if fixture.ids.count != frames.keys.count + absent.count {
            problems.append("\(name): not every frame compared")
        }
        return problems
    }
}
