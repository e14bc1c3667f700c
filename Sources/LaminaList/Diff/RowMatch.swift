/// For each new row the old one of the same identity, found through a hash table over the old rows.
struct RowMatch {
    /// By new index, counted from the first that was looked at: the old index, or -1 for a new row.
    private(set) var oldIndexes: [Int32]

    /// Rows before `first` are matched already, each with the one at its index.
    init(old: [Row], new: [Row], from first: Int) {
        let oldCount = old.count - first
        oldIndexes = [Int32](repeating: -1, count: new.count - first)
        guard oldCount > 0 else { return }
        var bits = 3
        while 1 << bits < 2 * oldCount { bits += 1 }
        let mask = 1 << bits - 1
        // An entry: the old row that stands for an identity, and the next of that identity to be given away; both
        // counted from 1, 0 where there is none.
        var keys = [UInt32](repeating: 0, count: 1 << bits)
        var nexts = [UInt32](repeating: 0, count: 1 << bits)
        var following = [UInt32](repeating: 0, count: oldCount + 1)
        // From the end, so that rows of equal identity are given away in order.
        for index in stride(from: oldCount, to: 0, by: -1) {
            let identity = old[first + index - 1].identity
            var slot = Self.slot(identity, bits)
            while keys[slot] != 0 && old[first + Int(keys[slot]) - 1].identity != identity { slot = (slot + 1) & mask }
            following[index] = nexts[slot]
            keys[slot] = UInt32(index)
            nexts[slot] = UInt32(index)
        }
        for offset in oldIndexes.indices {
            let identity = new[first + offset].identity
            var slot = Self.slot(identity, bits)
            while keys[slot] != 0 && old[first + Int(keys[slot]) - 1].identity != identity { slot = (slot + 1) & mask }
            let next = nexts[slot]
            if next == 0 { continue }
            oldIndexes[offset] = Int32(first) + Int32(next) - 1
            nexts[slot] = following[Int(next)]
        }
    }

    /// Where the search for an identity begins. Mixed, for hosts count, or take addresses.
    private static func slot(_ identity: UInt64, _ bits: Int) -> Int {
        var x = identity
        x = (x ^ (x >> 32)) &* 0x9E37_79B9_7F4A_7C15
        x = (x ^ (x >> 29)) &* 0xBF58_476D_1CE4_E5B9
        return Int(truncatingIfNeeded: x >> UInt64(64 - bits))
    }
}

/// A longest run of numbers that ascend (patience sorting). Of several the one that ends lowest.
enum LongestRun {
    /// Which members belong to it; negative numbers never do.
    static func members(of numbers: [Int32]) -> [Bool] {
        // tails[length - 1]: where the run of that length ends that ends lowest.
        var tails: [Int32] = []
        var before = [Int32](repeating: -1, count: numbers.count)
        for (index, number) in numbers.enumerated() where number >= 0 {
            let length = insertionPoint(number, tails, numbers)
            if length > 0 { before[index] = tails[length - 1] }
            if length == tails.count { tails.append(Int32(index)) } else { tails[length] = Int32(index) }
        }
        var found = [Bool](repeating: false, count: numbers.count)
        var at = tails.last ?? -1
        while at >= 0 {
            found[Int(at)] = true
            at = before[Int(at)]
        }
        return found
    }

    /// The number of tails below `number`.
    private static func insertionPoint(_ number: Int32, _ tails: [Int32], _ numbers: [Int32]) -> Int {
        // Mostly at the end, or just before a row that was moved up.
        guard let last = tails.last else { return 0 }
        if numbers[Int(last)] < number { return tails.count }
        if tails.count > 1, numbers[Int(tails[tails.count - 2])] < number { return tails.count - 1 }
        var low = 0
        var high = tails.count
        while low < high {
            let middle = (low + high) / 2
            if numbers[Int(tails[middle])] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
