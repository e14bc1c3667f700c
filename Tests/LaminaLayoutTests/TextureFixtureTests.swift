import Foundation
import LaminaFixtures
import Testing

/// What a fixture file must yield; exact numbers, so that a case that silently stops running shows.
struct FixtureFile: CustomTestStringConvertible, Sendable {
    let name: String
    let executed: Int
    /// Cases on things that are not the solver's.
    let skipped: Int

    var testDescription: String { name }

    static let all = [
        FixtureFile(name: "ASAbsoluteLayoutSpecSnapshotTests", executed: 3, skipped: 0),
        FixtureFile(name: "ASBackgroundLayoutSpecSnapshotTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASCenterLayoutSpecSnapshotTests", executed: 8, skipped: 0),
        FixtureFile(name: "ASCornerLayoutSpecSnapshotTests", executed: 14, skipped: 0),
        FixtureFile(name: "ASDimensionTests", executed: 7, skipped: 0),
        FixtureFile(name: "ASDisplayNodeImplicitHierarchyTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASDisplayNodeLayoutTests", executed: 4, skipped: 0),
        FixtureFile(name: "ASDisplayNodeSnapshotTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASDisplayNodeTests", executed: 4, skipped: 0),
        FixtureFile(name: "ASInsetLayoutSpecSnapshotTests", executed: 34, skipped: 0),
        FixtureFile(name: "ASLayoutElementStyleTests", executed: 10, skipped: 0),
        FixtureFile(name: "ASLayoutEngineTests", executed: 5, skipped: 0),
        FixtureFile(name: "ASLayoutFlatteningTests", executed: 3, skipped: 0),
        FixtureFile(name: "ASOverlayLayoutSpecSnapshotTests", executed: 1, skipped: 0),
        FixtureFile(name: "ASRatioLayoutSpecSnapshotTests", executed: 4, skipped: 0),
        FixtureFile(name: "ASRelativeLayoutSpecSnapshotTests", executed: 12, skipped: 0),
        FixtureFile(name: "ASScrollNodeTests", executed: 7, skipped: 0),
        FixtureFile(name: "ASStackLayoutSpecSnapshotTests", executed: 80, skipped: 0),
        FixtureFile(name: "ASWrapperSpecSnapshotTests", executed: 2, skipped: 0),
    ]
}

/// Trees whose frames were measured from Texture's reference pictures or asserted by its tests.
@Suite struct TextureFixtureTests {
    @Test(arguments: FixtureFile.all)
    func casesMatch(_ file: FixtureFile) throws {
        let url = Fixtures.folder.appendingPathComponent("texture/\(file.name).json")
        let cases = try TextureCase.cases(in: url)
        var executed = 0
        var passed = 0
        var skipped: [String] = []
        for one in cases {
            guard let problems = try one.problems() else {
                skipped.append(one.name)
                continue
            }
            executed += 1
            if problems.isEmpty { passed += 1 }
            for problem in problems { Issue.record("\(problem)") }
        }
        print("\(file.name): \(passed) of \(executed) cases match, \(skipped.count) skipped \(skipped)")
        #expect(executed == file.executed)
        #expect(skipped.count == file.skipped)
    }

    /// Every fixture file in the folder is run.
    @Test func noFileIsForgotten() throws {
        let folder = Fixtures.folder.appendingPathComponent("texture").path
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".json") }
        #expect(files.sorted() == FixtureFile.all.map { $0.name + ".json" })
    }
}
