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

    /// Where Texture's debug build stops, because a length is none, this solver goes on with lengths that are real:
    /// every frame must be finite, and no size negative or beyond ten million. What Texture's release build makes of
    /// such a tree is not asked for.
    public func refusalProblems() throws -> [String] {
        var problems: [String] = []
        for (mode, rounding) in Self.roundings.sorted(by: { $0.key < $1.key }) {
            var fixture = try FixtureTree(json["root"])
            let result = solveLayout(
                fixture.tree, range: try json["constrained"].range(), measurer: &fixture.measurer, rounding: rounding)
            for (index, frame) in result.frames.enumerated() {
                let lengths = [frame.size.width, frame.size.height]
                if lengths.allSatisfy({ $0 >= 0 && $0 < 1e7 }) && abs(frame.minX) + abs(frame.minY) < .infinity {
                    continue
                }
                problems.append("\(name) \(mode): \(fixture.ids[index]) is \(frame)")
            }
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
