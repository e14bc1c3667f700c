import Foundation
import LaminaMotionFixtures
import Testing

/// The cases of springs, easing, velocity, scrolling and snapping that were taken over (see Fixtures/README.md); exact
/// numbers, so that a case that silently stops running shows.
@Suite struct MotionFixtureTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Fixtures")

    @Test(arguments: [
        ("springs", 31), ("springs-series", 10), ("springs-random", 60), ("beziers", 95), ("beziers-random", 160),
        ("velocity", 18), ("scroll-physics", 43), ("scroll-snap", 78),
    ])
    func cases(file: String, count: Int) throws {
        let outcomes = try #require(
            try MotionFixtures.outcomes(of: Self.folder.appendingPathComponent("\(file).json")))
        #expect(outcomes.count == count)
        for outcome in outcomes { #expect(outcome.problems == [], "\(outcome.name)") }
    }

    @Test func aFileOfAnotherFormIsNotRun() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("motion-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(#"{"fixture": "extents", "cases": []}"#.utf8).write(to: file)
        #expect(try MotionFixtures.outcomes(of: file) == nil)
    }

    /// A case that does not hold is reported, and so is one of a kind that nobody knows.
    @Test func wrongCasesFail() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("motion-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = """
            {"fixture": "beziers", "cases": [
              {"name": "a", "kind": "curve", "points": [0, 0, 1, 1], "samples": [{"x": 0.5, "y": 0.6}], "tol": 0.01},
              {"name": "b", "kind": "nonsense"},
              {"name": "c", "kind": "curve", "points": [0, 0, 1, 1], "samples": [{"x": 0.5, "y": 0.5}], "tol": 0.01}]}
            """
        try Data(text.utf8).write(to: file)
        let outcomes = try #require(try MotionFixtures.outcomes(of: file))
        #expect(outcomes.map(\.problems.isEmpty) == [false, false, true])
    }
}
