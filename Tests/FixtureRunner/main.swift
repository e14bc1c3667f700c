import Foundation
import LaminaCacheFixtures
import LaminaFixtures

// Runs every fixture in the folder that is named, whatever its schema. Ends with `N passed, M failed`.
guard CommandLine.arguments.count == 2 else {
    print("usage: fixtures FOLDER")
    exit(2)
}
var report = FixtureReport([{ file in try CacheFixtures.counted(in: file) }])
do {
    try report.run(folder: URL(fileURLWithPath: CommandLine.arguments[1]))
} catch {
    print("\(CommandLine.arguments[1]): \(error)")
    exit(2)
}
print("\(report.passed) passed, \(report.failed) failed")
exit(report.failed == 0 && report.passed > 0 ? 0 : 1)
