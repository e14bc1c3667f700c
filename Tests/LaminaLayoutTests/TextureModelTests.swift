import Foundation
import LaminaGeometry
import LaminaLayout
import Testing

/// Random trees against a model of Texture's rules, before any rounding to pixels.
@Suite struct TextureModelTests {
    /// The number of cases in this repository; exact, so that a case that no longer runs shows.
    static let expectedCases = 515

    @Test func everyFourthCaseOfTheModelMatches() throws {
        let path = ProcessInfo.processInfo.environment["LAMINA_MODEL_CASES"]
        let url = path.map { URL(fileURLWithPath: $0) } ?? Fixtures.folder.appendingPathComponent("texture-model/random.jsonl")
        let lines = try Data(contentsOf: url).split(separator: UInt8(ascii: "\n"))
        var passed = 0
        for line in lines {
            let problems = try Self.problems(JSON(data: Data(line)))
            if problems.isEmpty { passed += 1 }
            for problem in problems { Issue.record("\(problem)") }
        }
        print("texture-model: \(passed) of \(lines.count) cases match, 0 skipped")
        if path == nil { #expect(passed == Self.expectedCases) }
    }

    /// What differs from the case's raw result.
    static func problems(_ json: JSON) throws -> [String] {
        let name = json["name"].string ?? "?"
        var fixture = try FixtureTree(json["root"])
        let result = solveLayout(
            fixture.tree, range: try json["constrained"].range(), measurer: &fixture.measurer)
        let expected = json["expected"]["raw"]
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
        if fixture.ids.count != frames.keys.count + absent.count { problems.append("\(name): not every frame compared") }
        return problems
    }
}
