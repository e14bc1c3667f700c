import Foundation

/// Numbers that a seed repeats.
struct ListRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

    /// `TEST_ROUNDS` times as many where that is set. `TEST_SEED` repeats one.
    static func seeds(_ count: Int) -> [UInt64] {
        let environment = ProcessInfo.processInfo.environment
        if let seed = environment["TEST_SEED"].flatMap(UInt64.init) { return [seed] }
        return Array(1...UInt64(count * (environment["TEST_ROUNDS"].flatMap(Int.init) ?? 1)))
    }
}
