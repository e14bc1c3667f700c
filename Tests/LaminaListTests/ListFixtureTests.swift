import Foundation
import LaminaFixtures
import LaminaListFixtures
import Testing

/// Cases of other lists' tests, and some that follow from stated rules; see Fixtures/NOTICE.
struct ListFixtureTests {
    static let cases: [FixtureCase] = {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Fixtures")
        let names = [
            "diff.json", "batch-updates.json", "batch-fetching.json", "ranges.json", "anchoring.json",
            "anchor-random.jsonl",
        ]
        return names.flatMap { name -> [FixtureCase] in
            do {
                return try ListFixtures.cases(in: folder.appendingPathComponent(name)) ?? []
            } catch {
                Issue.record("\(name): \(error)")
                return []
            }
        }
    }()

    @Test func allFilesAreRead() { #expect(Self.cases.count == 658) }

    @Test(arguments: cases) func holds(_ fixture: FixtureCase) throws { #expect(try fixture.problems() == []) }
}
