import Foundation
import LaminaFixtures
import Testing

/// A file of flex cases and what it must yield; exact numbers, so that a case that silently stops running shows.
struct FlexFixtureFile: CustomTestStringConvertible, Sendable {
    let name: String
    let passed: Int
    /// Cases that their source marks as ones it does not meet itself.
    var skipped = 0
    /// Cases that need properties which flex trees do not have.
    var unsupported = 0

    var testDescription: String { name }

    static let yoga = [
        FlexFixtureFile(name: "YGAbsolutePositionTest", passed: 27),
        FlexFixtureFile(name: "YGAlignContentTest", passed: 56),
        FlexFixtureFile(name: "YGAlignItemsTest", passed: 24, skipped: 2),
        FlexFixtureFile(name: "YGAlignSelfTest", passed: 4),
        FlexFixtureFile(name: "YGAndroidNewsFeed", passed: 1),
        FlexFixtureFile(name: "YGAspectRatioTest", passed: 1, skipped: 1),
        FlexFixtureFile(name: "YGAutoTest", passed: 5),
        FlexFixtureFile(name: "YGBorderTest", passed: 4),
        FlexFixtureFile(name: "YGBoxSizingTest", passed: 34, skipped: 1),
        FlexFixtureFile(name: "YGDimensionTest", passed: 1),
        FlexFixtureFile(name: "YGDisplayContentsTest", passed: 1),
        FlexFixtureFile(name: "YGDisplayTest", passed: 11),
        FlexFixtureFile(name: "YGFlexBasisFitContentTest", passed: 5),
        FlexFixtureFile(name: "YGFlexDirectionTest", passed: 46, skipped: 2),
        FlexFixtureFile(name: "YGFlexTest", passed: 8),
        FlexFixtureFile(name: "YGFlexWrapTest", passed: 18, skipped: 1),
        FlexFixtureFile(name: "YGGapTest", passed: 27),
        FlexFixtureFile(name: "YGIntrinsicSizeTest", passed: 12, skipped: 23),
        FlexFixtureFile(name: "YGJustifyContentTest", passed: 22, skipped: 1),
        FlexFixtureFile(name: "YGMarginTest", passed: 28),
        FlexFixtureFile(name: "YGMinMaxDimensionTest", passed: 20, skipped: 2),
        FlexFixtureFile(name: "YGPaddingTest", passed: 6),
        FlexFixtureFile(name: "YGPercentageTest", passed: 17, skipped: 4),
        FlexFixtureFile(name: "YGRoundingTest", passed: 11),
        FlexFixtureFile(name: "YGSizeOverflowTest", passed: 2),
        FlexFixtureFile(name: "YGStaticPositionTest", passed: 48),
    ]

    static let taffy = [
        FlexFixtureFile(name: "flex", passed: 702),
        FlexFixtureFile(name: "leaf", passed: 14),
        FlexFixtureFile(name: "other-contain", passed: 2),
        FlexFixtureFile(name: "other-grid", passed: 3),
    ]

    /// Cases that do not match, each with the reason.
    static let misses = [
        "contain_layout_flex_baseline__content_box":
            "`contain` takes away an element's baseline, and is not a property here"
    ]
}

/// Trees whose frames other engines and a browser agree about.
@Suite struct FlexFixtureTests {
    @Test(arguments: FlexFixtureFile.yoga)
    func yogaCasesMatch(_ file: FlexFixtureFile) throws { try run(file, in: "yoga") }

    @Test(arguments: FlexFixtureFile.taffy)
    func browserCasesMatch(_ file: FlexFixtureFile) throws { try run(file, in: "taffy-flex") }

    /// Every fixture file in the folders is run.
    @Test func noFileIsForgotten() throws {
        for (folder, files) in [("yoga", FlexFixtureFile.yoga), ("taffy-flex", FlexFixtureFile.taffy)] {
            let path = Fixtures.folder.appendingPathComponent(folder).path
            let present = try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".json") }
            #expect(present.sorted() == files.map { $0.name + ".json" })
        }
    }

    private func run(_ file: FlexFixtureFile, in folder: String) throws {
        let url = Fixtures.folder.appendingPathComponent("\(folder)/\(file.name).json")
        var passed = 0
        var skipped = 0
        var unsupported = 0
        for fixture in try FlexCase.cases(in: url) {
            if fixture.isSkipped {
                skipped += 1
                continue
            }
            do {
                let problems = try fixture.problems()
                if problems.isEmpty { passed += 1 }
                if FlexFixtureFile.misses[fixture.name] != nil {
                    #expect(!problems.isEmpty, "\(fixture.name) matches now")
                } else {
                    for problem in problems { Issue.record("\(problem)") }
                }
            } catch is UnsupportedFixture {
                unsupported += 1
            }
        }
        #expect(passed == file.passed)
        #expect(skipped == file.skipped)
        #expect(unsupported == file.unsupported)
    }
}
