/// A prefix code as deflate has it: for each symbol how many bits it takes and which (RFC 1951, 3.2.2).
struct DeflateCode {
    /// Zero for a symbol that does not occur.
    private(set) var lengths: [UInt8]
    /// The first bit to be written is the lowest.
    private(set) var bits: [UInt16]

    /// The shortest code for symbols that occur so often, none longer than `limit`: exactly the shortest unless the limit binds.
    init(counts: UnsafeBufferPointer<UInt32>, limit: Int) {
        lengths = [UInt8](repeating: 0, count: counts.count)
        bits = [UInt16](repeating: 0, count: counts.count)
        // The symbol in the low half makes the order of equal counts definite.
        var sorted: [UInt64] = []
        sorted.reserveCapacity(counts.count)
        for symbol in counts.indices where unsafe counts[symbol] > 0 {
            sorted.append(unsafe UInt64(counts[symbol]) << 32 | UInt64(symbol))
        }
        guard sorted.count > 1 else {
            // One symbol takes one bit: a code of no bits cannot be told from none.
            if let only = sorted.first { lengths[Int(truncatingIfNeeded: only & 0xffff_ffff)] = 1 }
            return
        }
        sorted.sort()
        let numbers = Self.numbersOfCodes(of: Self.depths(of: sorted), limit: limit)
        assignLengths(numbers, to: sorted)
        assignBits(numbers, limit: limit)
    }

    /// How deep in Huffman's tree each count stands, the counts in rising order.
    private static func depths(of sorted: [UInt64]) -> [Int] {
        let count = sorted.count
        // Leaves and inner nodes both come in rising order, so that each pair is the next of two queues.
        var weights = sorted.map { $0 >> 32 }
        var parents = [Int](repeating: 0, count: 2 * count - 1)
        weights.reserveCapacity(2 * count - 1)
        var (leaf, inner) = (0, count)
        while weights.count < 2 * count - 1 {
            var weight: UInt64 = 0
            for _ in 0..<2 {
                let takesLeaf = leaf < count && (inner >= weights.count || weights[leaf] <= weights[inner])
                let taken = takesLeaf ? leaf : inner
                if takesLeaf { leaf += 1 } else { inner += 1 }
                weight += weights[taken]
                parents[taken] = weights.count
            }
            weights.append(weight)
        }
        var depths = [Int](repeating: 0, count: 2 * count - 1)
        for node in stride(from: 2 * count - 3, through: 0, by: -1) { depths[node] = depths[parents[node]] + 1 }
        return Array(depths[..<count])
    }

    /// How many codes there are of each length. Those too long get the limit, and until all fit, one that has room gets longer.
    private static func numbersOfCodes(of depths: [Int], limit: Int) -> [Int] {
        var numbers = [Int](repeating: 0, count: limit + 1)
        for depth in depths { numbers[min(depth, limit)] += 1 }
        var taken = 0
        for length in 1...limit { taken += numbers[length] << (limit - length) }
        while taken > 1 << limit {
            numbers[limit] -= 1
            var length = limit - 1
            while numbers[length] == 0 { length -= 1 }
            numbers[length] -= 1
            numbers[length + 1] += 2
            taken -= 1
        }
        return numbers
    }

    /// The rarest symbols get the longest codes.
    private mutating func assignLengths(_ numbers: [Int], to sorted: [UInt64]) {
        var next = 0
        for length in stride(from: numbers.count - 1, through: 1, by: -1) {
            for _ in 0..<numbers[length] {
                lengths[Int(truncatingIfNeeded: sorted[next] & 0xffff_ffff)] = UInt8(length)
                next += 1
            }
        }
    }

    private mutating func assignBits(_ numbers: [Int], limit: Int) {
        var next = [UInt16](repeating: 0, count: limit + 1)
        var code = 0
        for length in 1...limit {
            code = (code + (length > 1 ? numbers[length - 1] : 0)) << 1
            next[length] = UInt16(truncatingIfNeeded: code)
        }
        for symbol in lengths.indices where lengths[symbol] > 0 {
            let length = Int(lengths[symbol])
            var (rest, reversed) = (next[length], UInt16(0))
            next[length] &+= 1
            for _ in 0..<length {
                reversed = reversed << 1 | rest & 1
                rest >>= 1
            }
            bits[symbol] = reversed
        }
    }
}

/// How deflate writes lengths and distances: a symbol and some bits more (RFC 1951, 3.2.5).
enum DeflateSymbols {
    /// The place of a length of 3...258 among the symbols from 257 on.
    @inline(__always)
    static func length(_ length: Int) -> (symbol: Int, extraBits: Int, extra: Int) {
        if length == 258 { return (28, 0, 0) }
        if length < 11 { return (length - 3, 0, 0) }
        let rest = length - 3
        let extraBits = Int.bitWidth - 3 - rest.leadingZeroBitCount
        return (4 * extraBits + rest >> extraBits, extraBits, rest & (1 << extraBits - 1))
    }

    /// For a distance of 1...32768.
    @inline(__always)
    static func distance(_ distance: Int) -> (symbol: Int, extraBits: Int, extra: Int) {
        let rest = distance - 1
        if rest < 4 { return (rest, 0, 0) }
        let extraBits = Int.bitWidth - 2 - rest.leadingZeroBitCount
        return (2 * extraBits + rest >> extraBits, extraBits, rest & (1 << extraBits - 1))
    }
}

/// The lengths of a block's codes as the block begins with them: runs, in a code of their own (RFC 1951, 3.2.7).
struct DeflateCodeLengths {
    private(set) var symbols: [UInt8] = []
    private(set) var extras: [UInt8] = []
    let code: DeflateCode

    /// The order in which the lengths of `code` are written.
    static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    init(_ lengths: [UInt8]) {
        var (symbols, extras): ([UInt8], [UInt8]) = ([], [])
        func add(_ symbol: UInt8, _ extra: Int = 0) {
            symbols.append(symbol)
            extras.append(UInt8(extra))
        }
        var start = 0
        while start < lengths.count {
            let value = lengths[start]
            var end = start
            while end < lengths.count && lengths[end] == value { end += 1 }
            var run = end - start
            start = end
            if value > 0 {
                add(value)
                run -= 1
            }
            while run >= 3 {
                let part = min(run, value > 0 ? 6 : 138)
                if value > 0 { add(16, part - 3) } else if part > 10 { add(18, part - 11) } else { add(17, part - 3) }
                run -= part
            }
            for _ in 0..<run { add(value) }
        }
        var counts = [UInt32](repeating: 0, count: 19)
        for symbol in symbols { counts[Int(symbol)] += 1 }
        code = unsafe counts.withUnsafeBufferPointer { unsafe DeflateCode(counts: $0, limit: 7) }
        self.symbols = symbols
        self.extras = extras
    }

    static func extraBits(of symbol: UInt8) -> Int { symbol == 16 ? 2 : symbol == 17 ? 3 : symbol == 18 ? 7 : 0 }
}
