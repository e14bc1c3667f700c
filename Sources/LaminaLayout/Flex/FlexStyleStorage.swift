/// The set lengths and numbers of a style, in one block of memory: which are set, which are percentages, and one word
/// for each in the order of their numbers. 32 bytes and 8 more for each property that is set.
struct FlexStyleStorage {
    /// Mask and percentages stand before the other words.
    private static let headerWords = 2

    private var buffer: ManagedBuffer<Void, UInt64>

    /// Blocks come from the allocator in steps of two words: the rest of the last step is used.
    private static func capacity(_ count: Int) -> Int { max(3, count + (1 - count % 2)) }

    init(mask: UInt64, percent: UInt64) {
        buffer = .create(minimumCapacity: Self.headerWords + Self.capacity(mask.nonzeroBitCount)) { _ in }
        unsafe buffer.withUnsafeMutablePointerToElements { words in
            unsafe words[0] = mask
            unsafe words[1] = percent
        }
    }

    @inline(__always) var mask: UInt64 { unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[0] } }
    @inline(__always) var percent: UInt64 { unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[1] } }

    @inline(__always) func word(at position: Int) -> UInt64 {
        unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[Self.headerWords + position] }
    }

    /// Fills in a block that nobody else holds yet.
    func setWord(_ word: UInt64, at position: Int) {
        unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[Self.headerWords + position] = word }
    }

    func isIdentical(to other: FlexStyleStorage) -> Bool { buffer === other.buffer }

    /// Sets the property of number `number` where it has a place in a block of our own; false if it has not.
    @inline(__always) mutating func setInPlace(_ number: UInt8, word: UInt64, isPercent: Bool) -> Bool {
        let bit: UInt64 = 1 << UInt64(number)
        if !isKnownUniquelyReferenced(&buffer) { return false }
        return unsafe buffer.withUnsafeMutablePointerToElements { words in
            let mask = unsafe words[0]
            if mask & bit == 0 { return false }
            unsafe words[Self.headerWords + (mask & (bit - 1)).nonzeroBitCount] = word
            unsafe words[1] = isPercent ? words[1] | bit : words[1] & ~bit
            return true
        }
    }

    /// Sets the property of number `number`, which takes a place of its own if it has none.
    mutating func set(_ number: UInt8, word: UInt64, isPercent: Bool) {
        if setInPlace(number, word: word, isPercent: isPercent) { return }
        let bit: UInt64 = 1 << UInt64(number)
        let position = (mask & (bit - 1)).nonzeroBitCount
        let isNew = mask & bit == 0
        let count = mask.nonzeroBitCount
        if !isKnownUniquelyReferenced(&buffer) || Self.capacity(count + 1) != Self.capacity(count) {
            replace(mask | bit, skipping: isNew ? position : nil)
        } else {
            unsafe buffer.withUnsafeMutablePointerToElements { words in
                unsafe words[0] |= bit
                var index = Self.headerWords + count
                while index > Self.headerWords + position {
                    unsafe words[index] = unsafe words[index - 1]
                    index -= 1
                }
            }
        }
        unsafe buffer.withUnsafeMutablePointerToElements { words in
            unsafe words[Self.headerWords + position] = word
            unsafe words[1] = isPercent ? words[1] | bit : words[1] & ~bit
        }
    }

    /// A copy of what is here, with a place left free at `skipping`.
    private mutating func replace(_ newMask: UInt64, skipping: Int?) {
        let copy = FlexStyleStorage(mask: newMask, percent: percent)
        for index in 0..<mask.nonzeroBitCount {
            copy.setWord(word(at: index), at: skipping.map { index >= $0 ? index + 1 : index } ?? index)
        }
        self = copy
    }

    /// The same without the property of number `number`, nil if nothing is left.
    func removing(_ number: UInt8) -> FlexStyleStorage? {
        let bit: UInt64 = 1 << UInt64(number)
        if mask & bit == 0 { return self }
        if mask == bit { return nil }
        let copy = FlexStyleStorage(mask: mask & ~bit, percent: percent & ~bit)
        let position = (mask & (bit - 1)).nonzeroBitCount
        for index in 0..<(mask.nonzeroBitCount - 1) {
            copy.setWord(word(at: index >= position ? index + 1 : index), at: index)
        }
        return copy
    }

    func isEqual(to other: FlexStyleStorage) -> Bool {
        if isIdentical(to: other) { return true }
        if mask != other.mask || percent != other.percent { return false }
        for index in 0..<mask.nonzeroBitCount where word(at: index) != other.word(at: index) { return false }
        return true
    }
}
