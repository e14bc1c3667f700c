/// The set lengths and numbers of a style, in one block of memory: which are set, which are percentages, and one word for each in the order of
/// their numbers. 32 bytes and 8 more for each property that is set.
struct FlexStyleStorage {
    struct Header {
        var mask: UInt64
        var percent: UInt64
    }

    private var buffer: ManagedBuffer<Header, UInt64>

    /// Blocks come from the allocator in steps of two words: the rest of the last step is used.
    private static func capacity(_ count: Int) -> Int { max(3, count + (1 - count % 2)) }

    init(mask: UInt64, percent: UInt64) {
        buffer = .create(minimumCapacity: Self.capacity(mask.nonzeroBitCount)) { _ in
            Header(mask: mask, percent: percent)
        }
    }

    var mask: UInt64 { buffer.header.mask }
    var percent: UInt64 { buffer.header.percent }

    func word(at position: Int) -> UInt64 {
        unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[position] }
    }

    /// Fills in a block that nobody else holds yet.
    func setWord(_ word: UInt64, at position: Int) {
        unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[position] = word }
    }

    func isIdentical(to other: FlexStyleStorage) -> Bool { buffer === other.buffer }

    /// Sets the property of number `number`, which takes a place of its own if it has none.
    @inline(__always)
    mutating func set(_ number: UInt8, word: UInt64, isPercent: Bool) {
        let bit: UInt64 = 1 << UInt64(number)
        // The usual case, an animated length: in place.
        if isKnownUniquelyReferenced(&buffer) {
            let isDone = unsafe buffer.withUnsafeMutablePointers { header, words in
                let mask = unsafe header.pointee.mask
                if mask & bit == 0 { return false }
                unsafe words[(mask & (bit - 1)).nonzeroBitCount] = word
                if isPercent {
                    unsafe header.pointee.percent |= bit
                } else {
                    unsafe header.pointee.percent &= ~bit
                }
                return true
            }
            if isDone { return }
        }
        setAnew(bit, word: word, isPercent: isPercent)
    }

    @inline(never)
    private mutating func setAnew(_ bit: UInt64, word: UInt64, isPercent: Bool) {
        let position = (mask & (bit - 1)).nonzeroBitCount
        let isNew = mask & bit == 0
        let count = isNew ? mask.nonzeroBitCount : 0
        if !isKnownUniquelyReferenced(&buffer)
            || (isNew && Self.capacity(count + 1) != Self.capacity(count))
        {
            replace(mask | bit, skipping: isNew ? position : nil)
        } else if isNew {
            unsafe buffer.withUnsafeMutablePointerToElements { words in
                var index = count
                while index > position {
                    unsafe words[index] = unsafe words[index - 1]
                    index -= 1
                }
            }
        }
        buffer.header.mask |= bit
        buffer.header.percent = isPercent ? percent | bit : percent & ~bit
        unsafe buffer.withUnsafeMutablePointerToElements { unsafe $0[position] = word }
    }

    /// A copy of what is here, with a place left free at `skipping`.
    private mutating func replace(_ newMask: UInt64, skipping: Int?) {
        let copy = FlexStyleStorage(mask: newMask, percent: percent)
        let count = mask.nonzeroBitCount
        for index in 0..<count {
            let target = skipping.map { index >= $0 ? index + 1 : index } ?? index
            unsafe copy.buffer.withUnsafeMutablePointerToElements { unsafe $0[target] = word(at: index) }
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
            let source = index >= position ? index + 1 : index
            unsafe copy.buffer.withUnsafeMutablePointerToElements { unsafe $0[index] = word(at: source) }
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
