import Foundation
import LaminaCacheFixtures
import LaminaFixtures
import LaminaListFixtures
import LaminaMotionFixtures
import LaminaPictureFixtures

// Runs every fixture in the folder that is named, whatever its schema. Ends with `N passed, M failed`.
guard CommandLine.arguments.count == 2 else {
    print("usage: fixtures FOLDER")
    exit(2)
}
let folder = URL(fileURLWithPath: CommandLine.arguments[1])
var report = FixtureReport(runners: [
    { try MotionFixtures.outcomes(of: $0)?.map { ($0.name, $0.problems) } },
    { try ListFixtures.cases(in: $0)?.map(\.outcome) },
    { try CacheFixtures.counted(in: $0) },
    { $0.pathExtension == "json" ? try PictureCases.run($0)?.map { ($0.name, $0.problems) } : nil },
])
do {
    try report.run(folder: folder)
    // Pictures of which nothing is expected but an end.
    for hostile in PictureCases.hostileFolders(in: folder) {
        report.add(try PictureCases.runHostile(hostile).map { ($0.name, $0.problems) })
    }
} catch {
    print("\(CommandLine.arguments[1]): \(error)")
    exit(2)
}
print("\(report.passed) passed, \(report.failed) failed")
exit(report.failed == 0 && report.passed > 0 ? 0 : 1)
