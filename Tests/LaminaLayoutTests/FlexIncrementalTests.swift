import Foundation
import LaminaLayout
import Testing

/// A tree that is laid out after every change is, bit for bit, one that is built as it is now and laid out once.
@Suite struct FlexIncrementalTests {
    /// Changes in all; `LAMINA_FLEX_EDITS` says otherwise, for runs under sanitizers and for longer ones.
    static let edits = ProcessInfo.processInfo.environment["LAMINA_FLEX_EDITS"].flatMap { Int($0) } ?? usual
    private static let usual =
        (ProcessInfo.processInfo.environment["LAMINA_SANITIZER"] ?? "").isEmpty ? 100_000 : 10_000
    static let first = ProcessInfo.processInfo.environment["LAMINA_FLEX_SEED"].flatMap { UInt64($0) } ?? 1

    @Test(arguments: [FlexProfile.yoga, .css])
    func editedTreesAreAsFreshOnes(_ profile: FlexProfile) { edit(profile, edits: Self.edits) }

    /// The same where most containers balance their lines.
    @Test(arguments: [FlexProfile.yoga, .css])
    func balancedTreesAreAsFreshOnes(_ profile: FlexProfile) { edit(profile, edits: Self.edits / 5, balances: true) }

    private func edit(_ profile: FlexProfile, edits: Int, balances: Bool = false) {
        let editsPerTree = 50
        for seed in Self.first..<Self.first + UInt64(max(1, edits / editsPerTree / 2)) {
            var random = FlexRandomTree(seed: seed, profile: profile, elements: 3 + Int(seed % 14))
            for edit in 0..<editsPerTree {
                if balances && random.lottery.next(2) == 0 { random.balance() }
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
