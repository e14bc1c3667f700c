internal import LaminaGeometry

/// Writes bytes in the form of deflate (RFC 1951) at the end of a file: pixels, single bytes, and repetitions of what came before, each
/// kind in blocks with codes made for them.
@safe struct DeflateWriter: ~Copyable {
    /// So many tokens make a block; codes for more would fit each part less well, and the tokens leave the cache.
    private static let blockTokens = 12_288
    /// What may be added between two looks at `isFull`: a row of the widest picture as one repetition.
    private static let slack = 1024
    /// Four codes of a pixel must fit between two looks at whole bytes.
    private static let literalLimit = 14
    private static let literalSymbols = 286
    private static let distanceSymbols = 30

    private(set) var file: HeapBytes
    private let channels: Int
    private let memory: HeapBytes
    /// Each 64 bits: a pixel's bytes; or `single` and a byte; or a length and a distance.
    private let tokens: UnsafeMutablePointer<UInt64>
    private let literalCounts: UnsafeMutablePointer<UInt32>
    private let distanceCounts: UnsafeMutablePointer<UInt32>
    /// Bits, with how many they are in the higher half: of literals, lengths with their extra bits, and distances without.
    private let literalEntries: UnsafeMutablePointer<UInt64>
    private let lengthEntries: UnsafeMutablePointer<UInt64>
    private let distanceEntries: UnsafeMutablePointer<UInt64>
    private var tokenCount = 0
    private var pending: UInt64 = 0
    private var pendingCount = 0

    private static let single: UInt64 = 1 << 32

    /// Goes on behind what is in `file`. A pixel has 3 or 4 bytes.
    init(behind file: consuming HeapBytes, channels: Int) throws(LaminaError) {
        self.file = file
        self.channels = channels
        let words = Self.blockTokens + Self.slack + 256 + 259 + 32
        memory = try HeapBytes(capacity: words * 8 + (288 + 32) * 4)
        unsafe memory.start.initialize(repeating: 0, count: memory.capacity)
        let start = unsafe UnsafeMutableRawPointer(memory.start)
        unsafe tokens = start.assumingMemoryBound(to: UInt64.self)
        unsafe literalEntries = tokens + Self.blockTokens + Self.slack
        unsafe lengthEntries = literalEntries + 256
        unsafe distanceEntries = lengthEntries + 259
        unsafe literalCounts = (start + words * 8).assumingMemoryBound(to: UInt32.self)
        unsafe distanceCounts = literalCounts + 288
    }

    /// Whether `endBlock` has to be called before more is added.
    var isFull: Bool { @inline(__always) get { tokenCount >= Self.blockTokens } }

    /// Whether codes of their own would pay for what has been added.
    var isWorthABlock: Bool { tokenCount >= 2048 }

    @inline(__always)
    mutating func add(byte: UInt8) {
        unsafe tokens[tokenCount] = Self.single | UInt64(byte)
        unsafe literalCounts[Int(byte)] &+= 1
        tokenCount &+= 1
    }

    /// Adds a pixel: its first byte is the lowest, and of three bytes the highest is zero.
    @inline(__always)
    mutating func add(pixel: UInt32) {
        unsafe tokens[tokenCount] = UInt64(pixel)
        tokenCount &+= 1
        unsafe literalCounts[Int(pixel & 255)] &+= 1
        unsafe literalCounts[Int(pixel &>> 8 & 255)] &+= 1
        unsafe literalCounts[Int(pixel &>> 16 & 255)] &+= 1
        if channels == 4 { unsafe literalCounts[Int(pixel &>> 24)] &+= 1 }
    }

    /// Adds what came `distance` bytes before, 3 bytes at least.
    @inline(__always)
    mutating func add(repeated length: Int, from distance: Int) {
        let symbol = DeflateSymbols.distance(distance).symbol
        var rest = length
        // What is left is never less than three bytes.
        while rest > 258 {
            let part = rest < 261 ? 255 : 258
            addPart(part, distance, symbol)
            rest &-= part
        }
        addPart(rest, distance, symbol)
    }

    @inline(__always)
    private mutating func addPart(_ length: Int, _ distance: Int, _ symbol: Int) {
        unsafe tokens[tokenCount] = UInt64(truncatingIfNeeded: length) &<< 32 | UInt64(truncatingIfNeeded: distance)
        tokenCount &+= 1
        unsafe literalCounts[257 &+ DeflateSymbols.length(length).symbol] &+= 1
        unsafe distanceCounts[symbol] &+= 1
    }

    /// Writes the block. Fails with `outOfMemory`.
    mutating func endBlock(isLast: Bool = false) throws(LaminaError) {
        unsafe literalCounts[256] = 1  // the end of the block
        let literals = unsafe DeflateCode(
            counts: UnsafeBufferPointer(start: literalCounts, count: Self.literalSymbols), limit: Self.literalLimit)
        let distances = unsafe DeflateCode(
            counts: UnsafeBufferPointer(start: distanceCounts, count: Self.distanceSymbols), limit: 15)
        // 47 bits are the most that a repetition takes, 56 a pixel; the codes at the beginning 320 times 14.
        try file.reserve(tokenCount * 7 + 1024)
        writeHeader(literals, distances, isLast: isLast)
        fillEntries(literals, distances)
        writeTokens()
        put(UInt64(literals.bits[256]), Int(literals.lengths[256]))
        if isLast { put(0, 7 & (8 - pendingCount & 7)) }
        flush()
        tokenCount = 0
        unsafe literalCounts.update(repeating: 0, count: 288 + 32)
    }

    /// Ends the last block; gives the file back.
    consuming func finish() throws(LaminaError) -> HeapBytes {
        try endBlock(isLast: true)
        return file
    }

    private mutating func writeHeader(_ literals: DeflateCode, _ distances: DeflateCode, isLast: Bool) {
        let literalCount = 1 + (literals.lengths.lastIndex { $0 > 0 } ?? 256)
        let distanceCount = 1 + (distances.lengths.lastIndex { $0 > 0 } ?? 0)
        let lengths = DeflateCodeLengths(
            Array(literals.lengths[..<literalCount]) + Array(distances.lengths[..<distanceCount]))
        let order = DeflateCodeLengths.order
        let orderCount = max(4, 1 + (order.lastIndex { lengths.code.lengths[$0] > 0 } ?? 0))
        put(isLast ? 1 : 0, 1)
        put(2, 2)  // codes of its own
        put(UInt64(literalCount - 257), 5)
        put(UInt64(distanceCount - 1), 5)
        put(UInt64(orderCount - 4), 4)
        flush()
        for place in order[..<orderCount] {
            put(UInt64(lengths.code.lengths[place]), 3)
            flush()
        }
        for (symbol, extra) in zip(lengths.symbols, lengths.extras) {
            put(UInt64(lengths.code.bits[Int(symbol)]), Int(lengths.code.lengths[Int(symbol)]))
            put(UInt64(extra), DeflateCodeLengths.extraBits(of: symbol))
            flush()
        }
    }

    private func fillEntries(_ literals: DeflateCode, _ distances: DeflateCode) {
        func entry(_ code: DeflateCode, _ symbol: Int) -> UInt64 {
            UInt64(code.lengths[symbol]) << 32 | UInt64(code.bits[symbol])
        }
        for byte in 0..<256 { unsafe literalEntries[byte] = entry(literals, byte) }
        for length in 3...258 {
            let (symbol, extraBits, extra) = DeflateSymbols.length(length)
            let base = entry(literals, 257 + symbol)
            unsafe lengthEntries[length] = base + UInt64(extraBits) << 32 + UInt64(extra) << (base >> 32)
        }
        for symbol in 0..<Self.distanceSymbols { unsafe distanceEntries[symbol] = entry(distances, symbol) }
    }

    private mutating func writeTokens() {
        for index in 0..<tokenCount {
            let token = unsafe tokens[index]
            let kind = token &>> 32
            if kind == 0 {
                put(unsafe literalEntries[Int(token & 255)])
                put(unsafe literalEntries[Int(token &>> 8 & 255)])
                put(unsafe literalEntries[Int(token &>> 16 & 255)])
                if channels == 4 { put(unsafe literalEntries[Int(token &>> 24)]) }
            } else if kind == 1 {
                put(unsafe literalEntries[Int(token & 255)])
            } else {
                put(unsafe lengthEntries[Int(kind)])
                let (symbol, extraBits, extra) = DeflateSymbols.distance(Int(token & 0xffff_ffff))
                put(unsafe distanceEntries[symbol])
                put(UInt64(truncatingIfNeeded: extra), extraBits)
            }
            flush()
        }
    }

    @inline(__always)
    private mutating func put(_ bits: UInt64, _ count: Int) {
        pending |= bits &<< UInt64(truncatingIfNeeded: pendingCount)
        pendingCount &+= count
    }

    @inline(__always)
    private mutating func put(_ entry: UInt64) {
        put(entry & 0xffff_ffff, Int(truncatingIfNeeded: entry &>> 32))
    }

    /// Writes whole bytes; at most 7 bits stay, so that 57 have room.
    @inline(__always)
    private mutating func flush() {
        file.storeLittleEndian(pending)
        let count = pendingCount & ~7
        file.count &+= count &>> 3
        pending = count == 64 ? 0 : pending &>> UInt64(truncatingIfNeeded: count)
        pendingCount &-= count
    }
}
