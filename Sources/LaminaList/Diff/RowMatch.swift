/// For each new row the old one of the same identity, found through a hash table over the old rows.
struct RowMatch {
    /// For each new row that was looked at: the old index, or -1 for a new row.
    private(set) var oldIndexes: [Int32]

    init(old: ArraySlice<Row>, new: ArraySlice<Row>) {
        let oldCount = old.count
        oldIndexes = [Int32](repeating: -1, count: new.count)
        guard oldCount > 0 else { return }
        let first = old.startIndex
        // For each identity the old row that stands for it, and the next one of it to be given away, counted from 1.
        var table = IdentityTable(count: oldCount)
        var nexts = [UInt32](repeating: 0, count: table.slotCount)
        var following = [UInt32](repeating: 0, count: oldCount + 1)
        // From the end, so that rows of equal identity are given away in order.
        for index in stride(from: oldCount, to: 0, by: -1) {
            let slot = table.slot(of: old[first + index - 1].identity) { old[first + $0].identity }
            following[index] = nexts[slot]
            table[slot] = index - 1
            nexts[slot] = UInt32(index)
        }
        for (offset, row) in new.enumerated() {
            let slot = table.slot(of: row.identity) { old[first + $0].identity }
            let next = nexts[slot]
            if next == 0 { continue }
            oldIndexes[offset] = Int32(first) + Int32(next) - 1
            nexts[slot] = following[Int(next)]
        }
    }

    /// The number of rows at the end that are matched with each other, whatever stands between them and `first`: when
    /// rows come or go at the top, nothing else has to be looked up.
    static func commonSuffix(_ old: [Row], _ new: [Row], from first: Int) -> Int {
        let limit = min(old.count, new.count) - first
        var count = 0
        while count < limit && old[old.count - 1 - count].identity == new[new.count - 1 - count].identity { count += 1 }
        let middle = (old[first..<old.count - count] + new[first..<new.count - count]).map(\.identity)
        if 4 * middle.count > count { return 0 }
        // Rows of equal identity are matched in order: one of the middle may belong to one of the suffix.
        var table = IdentityTable(count: 2 * middle.count)
        for (index, identity) in middle.enumerated() { table[table.slot(of: identity) { middle[$0] }] = index }
        let isApart = new.suffix(count).allSatisfy { row in table[table.slot(of: row.identity) { middle[$0] }] == nil }
        return isApart ? count : 0
    }

    /// The first two rows of the same identity.
    static func firstEqual(_ rows: [Row]) -> (Int, Int)? {
        var table = IdentityTable(count: rows.count)
        for (index, row) in rows.enumerated() {
            let slot = table.slot(of: row.identity) { rows[$0].identity }
            if let known = table[slot] { return (known, index) }
            table[slot] = index
        }
        return nil
    }
}

/// Which of some rows has an identity: a hash table of their numbers.
private struct IdentityTable {
    /// Counted from 1; 0 where there is none.
    private var numbers: [UInt32]
    private let bits: Int

    /// For so many rows.
    init(count: Int) {
        var bits = 3
        while 1 << bits < 2 * count { bits += 1 }
        self.bits = bits
        numbers = [UInt32](repeating: 0, count: 1 << bits)
    }

    var slotCount: Int { numbers.count }

    subscript(slot: Int) -> Int? {
        get { numbers[slot] == 0 ? nil : Int(numbers[slot]) - 1 }
        set { numbers[slot] = newValue.map { UInt32($0 + 1) } ?? 0 }
    }

    /// Where an identity is, or would be; `identityOf` a row in the table.
    @inline(__always)
    func slot(of identity: UInt64, identityOf: (Int) -> UInt64) -> Int {
        var slot = start(identity)
        while numbers[slot] != 0 && identityOf(Int(numbers[slot]) - 1) != identity {
            slot = (slot + 1) & (numbers.count - 1)
        }
        return slot
    }

    /// Where the search begins. Mixed, for hosts count, or take addresses.
    private func start(_ identity: UInt64) -> Int {
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
