import Foundation
import LaminaLayout
import Testing

/// A tree that is laid out after every change is, bit for bit, one that is built as it is now and laid out once.
@Suite struct FlexIncrementalTests {
    /// Changes in all; `LAMINA_FLEX_EDITS` says otherwise, for runs under sanitizers and for longer ones.
    static let edits = ProcessInfo.processInfo.environment["LAMINA_FLEX_EDITS"].flatMap { Int($0) } ?? 100_000
    static let first = ProcessInfo.processInfo.environment["LAMINA_FLEX_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(arguments: [FlexProfile.yoga, .css])
    func editedTreesAreAsFreshOnes(_ profile: FlexProfile) {
        let editsPerTree = 50
        for seed in Self.first..<Self.first + UInt64(max(1, Self.edits / editsPerTree / 2)) {
            var random = FlexRandomTree(seed: seed, profile: profile, elements: 3 + Int(seed % 14))
            for edit in 0..<editsPerTree {
                random.change()
                // Changes also come several at a time.
                if random.lottery.next(4) != 0 { continue }
                let problems = random.problems()
                if problems.isEmpty { continue }
                Issue.record(
                    "seed \(seed), edit \(edit): \(problems.prefix(3).joined(separator: "\n"))\n\(random.words())")
                return
            }
        }
    }
}
