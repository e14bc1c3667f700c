/// The styles of a tree's elements, each kept once however many elements have it: a run of words with keywords, mask,
/// percentages and a count of elements, then one word for each set property.
///
/// Most elements of a tree have one of a few styles; a solver that goes from one to the next finds those in the cache.
/// To keep each element's style by itself takes 52 to 70 bytes an element, and 10 to 130% more time to build the trees
/// of `scripts/bench.sh flex`; to find equal ones through a Dictionary, 15 to 80% more.
struct FlexStylePool: ~Copyable {
    static let headerWords: Int32 = 4
    /// Keywords take 55 bits of the first word; above them is whether a size is given by a keyword, and the number of
    /// set properties.
    static let keywordBits: UInt64 = (1 << 55) - 1
    static let keywordSizeBit: UInt64 = 1 << 55

    private var words = FlexSlab<UInt64>(capacity: 64)
    /// Heads of the lists of free runs, by number of properties: from none to all.
    private var free = [Int32](repeating: -1, count: Int(FlexNumber.lineCount) + 2)
    /// Runs by hash, with linear probing; 0 is an empty place. The length is a power of two.
    private var table = FlexSlab<Int32>(capacity: 64)
    private var runCount = 0
    /// How often a style was found here, and how often not. Where styles differ, as in trees of random sizes, looking
    /// for them costs more than it brings.
    private var hits = 0
    private var misses = 0
    private static let patience = 512
    /// How many elements there will be, as far as is known, and how many styles were added.
    var expectedCount = 0
    private var addedCount = 0

    init() {
        words.append(0, repeated: Int(FlexStylePool.headerWords))
        table.append(0, repeated: 64)
    }

    var bytes: Int { words.bytes + table.bytes }

    @inline(__always) func view(_ run: Int32) -> FlexStyleView {
        FlexStyleView(keywords: words[run], mask: words[run + 1], percent: words[run + 2], run: run)
    }

    @inline(__always) func word(_ view: FlexStyleView, _ number: UInt64) -> UInt64 {
        let before = view.mask & ((1 << number) - 1)
        return words[view.run + FlexStylePool.headerWords + Int32(truncatingIfNeeded: before.nonzeroBitCount)]
    }

    /// Reads the flex factors that are set; the last words are those of the number properties.
    @inline(__always) func factors(_ view: FlexStyleView, _ grow: inout Double, _ shrink: inout Double) {
        var last = view.run + FlexStylePool.headerWords + Int32(truncatingIfNeeded: view.keywords >> 56) - 1
        let behind = view.mask >> FlexNumber.aspectRatio
        if behind != 0 { last -= Int32(truncatingIfNeeded: behind.nonzeroBitCount) }
        if view.has(FlexNumber.flexShrink) {
            shrink = Double(bitPattern: words[last])
            last -= 1
        }
        if view.has(FlexNumber.flexGrow) { grow = Double(bitPattern: words[last]) }
    }

    /// Puts `style` in place of the one at `run` for one element; returns where it is. Run 0 is the default style.
    mutating func replace(_ run: Int32, with style: FlexStyle) -> Int32 {
        release(run)
        if style.isDefault { return 0 }
        if allDiffer { return add(style, 0) }
        let hash = FlexStylePool.hash(style)
        var place = home(hash)
        while table[place] != 0 {
            let known = table[place]
            if UInt32(truncatingIfNeeded: words[known + 3]) == hash && holds(known, style) {
                words[known + 3] += 1 << 32
                hits += 1
                return known
            }
            place = next(place)
        }
        misses += 1
        let run = add(style, hash)
        table[place] = run
        runCount += 1
        if runCount * 2 > table.count { growTable() }
        return run
    }

    /// Whether looking for equal styles has been given up.
    private var allDiffer: Bool { misses >= FlexStylePool.patience && hits < misses }

    /// Keeps a style; `hash` is 0 for one that is not to be found again.
    private mutating func add(_ style: FlexStyle, _ hash: UInt32) -> Int32 {
        let mask = style.storage?.mask ?? 0
        let count = Int32(truncatingIfNeeded: mask.nonzeroBitCount)
        let run = allocate(count)
        words[run] = style.keywords | UInt64(mask.nonzeroBitCount) << 56
        if FlexStylePool.hasKeywordSizes(style) { words[run] |= FlexStylePool.keywordSizeBit }
        words[run + 1] = mask
        words[run + 2] = style.storage?.percent ?? 0
        words[run + 3] = 1 << 32 | UInt64(hash)
        if let storage = style.storage {
            for index in 0..<count {
                words[run + FlexStylePool.headerWords + index] = storage.word(at: Int(index))
            }
        }
        return run
    }

    /// Whether a size or a limit of one is a keyword that depends on the content, such as min-content. Sizes are the
    /// first of the lengths.
    private static func hasKeywordSizes(_ style: FlexStyle) -> Bool {
        guard let storage = style.storage else { return false }
        for index in 0..<(storage.mask & FlexTree.keywordSizes).nonzeroBitCount
        where FlexLengthCode.minContent...FlexLengthCode.stretch ~= storage.word(at: index) { return true }
        return false
    }

    /// The style at `run` as a value of its own.
    func style(_ run: Int32) -> FlexStyle {
        let view = view(run)
        var storage: FlexStyleStorage?
        if view.mask != 0 {
            let copy = FlexStyleStorage(mask: view.mask, percent: view.percent)
            for index in 0..<view.mask.nonzeroBitCount {
                copy.setWord(words[run + FlexStylePool.headerWords + Int32(index)], at: index)
            }
            storage = copy
        }
        return FlexStyle(keywords: view.keywords & FlexStylePool.keywordBits, storage: storage)
    }

    /// Whether the style at `run` is `style`.
    func holds(_ run: Int32, _ style: FlexStyle) -> Bool {
        let mask = style.storage?.mask ?? 0
        if words[run] & FlexStylePool.keywordBits != style.keywords || words[run + 1] != mask { return false }
        guard let storage = style.storage else { return true }
        if words[run + 2] != storage.percent { return false }
        for index in 0..<mask.nonzeroBitCount
        where words[run + FlexStylePool.headerWords + Int32(index)] != storage.word(at: index) { return false }
        return true
    }

    /// One element less has the style at `run`.
    mutating func release(_ run: Int32) {
        if run == 0 { return }
        words[run + 3] -= 1 << 32
        if words[run + 3] >> 32 != 0 { return }
        if UInt32(truncatingIfNeeded: words[run + 3]) != 0 {
            removeFromTable(run)
            runCount -= 1
        }
        let count = words[run + 1].nonzeroBitCount
        words[run] = UInt64(bitPattern: Int64(free[count]))
        free[count] = run
    }

    private mutating func allocate(_ count: Int32) -> Int32 {
        let head = free[Int(count)]
        if head >= 0 {
            free[Int(count)] = Int32(truncatingIfNeeded: Int64(bitPattern: words[head]))
            return head
        }
        let run = Int32(truncatingIfNeeded: words.count)
        let length = Int(FlexStylePool.headerWords + count)
        addedCount += 1
        if words.count + length > words.capacity && allDiffer && addedCount < expectedCount {
            // Styles that are still to come take what those before took, and a little.
            let share = Double(expectedCount) / Double(addedCount) * 1.03
            words.grow(to: Int(Double(words.count + length) * share))
        }
        words.append(0, repeated: length)
        return run
    }

    // MARK: The table

    private static func hash(_ style: FlexStyle) -> UInt32 {
        // Odd constants with mixed bits; products carry every bit upwards, the shift brings them down again.
        var hash = style.keywords &* 0x9E37_79B9_7F4A_7C15
        if let storage = style.storage {
            hash = (hash ^ storage.mask ^ storage.percent << 7) &* 0xBF58_476D_1CE4_E5B9
            for index in 0..<storage.mask.nonzeroBitCount {
                hash ^= hash >> 29
                hash = (hash ^ storage.word(at: index)) &* 0x94D0_49BB_1331_11EB
            }
        }
        return UInt32(truncatingIfNeeded: hash >> 32) | 1
    }

    @inline(__always) private func home(_ hash: UInt32) -> Int32 {
        Int32(truncatingIfNeeded: Int(hash >> 1) & (table.count - 1))
    }

    @inline(__always) private func next(_ place: Int32) -> Int32 {
        Int32(truncatingIfNeeded: (Int(place) + 1) & (table.count - 1))
    }

    private func home(ofRun run: Int32) -> Int32 { home(UInt32(truncatingIfNeeded: words[run + 3])) }

    private mutating func growTable() {
        var old = FlexSlab<Int32>(capacity: table.count * 2)
        old.append(0, repeated: table.count * 2)
        swap(&old, &table)
        for index in 0..<Int32(truncatingIfNeeded: old.count) where old[index] != 0 {
            var place = home(ofRun: old[index])
            while table[place] != 0 { place = next(place) }
            table[place] = old[index]
        }
    }

    /// Closes the gap that a run leaves by moving up those that stand behind their home.
    private mutating func removeFromTable(_ run: Int32) {
        var gap = home(ofRun: run)
        while table[gap] != run { gap = next(gap) }
        var place = next(gap)
        while table[place] != 0 {
            let length = table.count - 1
            let distance = (Int(place) - Int(home(ofRun: table[place]))) & length
            if distance >= (Int(place) - Int(gap)) & length {
                table[gap] = table[place]
                gap = place
            }
            place = next(place)
        }
        table[gap] = 0
    }
}

/// The header of a style in the pool.
struct FlexStyleView {
    let keywords: UInt64
    let mask: UInt64
    let percent: UInt64
    let run: Int32

    /// Whether a size is given by a keyword.
    @inline(__always) var hasKeywordSizes: Bool { keywords & FlexStylePool.keywordSizeBit != 0 }

    /// The nine edges of a family, from the least significant bit on.
    @inline(__always) func edges(_ first: UInt64) -> UInt64 { mask >> first & 0x1FF }

    @inline(__always) func has(_ number: UInt64) -> Bool { mask >> number & 1 != 0 }
    @inline(__always) func isPercent(_ number: UInt64) -> Bool { percent >> number & 1 != 0 }

    @inline(__always) private func keyword(_ property: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: keywords >> (property * 5)) & 31
    }

    @inline(__always) var direction: UInt8 { keyword(0) }
    @inline(__always) var wrap: UInt8 { keyword(1) }
    @inline(__always) var justifyContent: UInt8 { keyword(2) }
    @inline(__always) var alignItems: UInt8 { keyword(3) }
    @inline(__always) var alignSelf: UInt8 { keyword(4) }
    @inline(__always) var alignContent: UInt8 { keyword(5) }
    @inline(__always) var isHidden: Bool { keyword(6) == FlexDisplay.none.rawValue }
    @inline(__always) var isContents: Bool { keyword(6) == FlexDisplay.contents.rawValue }
    @inline(__always) var isAbsolute: Bool { keyword(7) == FlexPositionType.absolute.rawValue }
    @inline(__always) var isStatic: Bool { keyword(7) == FlexPositionType.static.rawValue }
    @inline(__always) var isContentBox: Bool { keyword(8) == FlexBoxSizing.contentBox.rawValue }
    @inline(__always) var overflow: UInt8 { keyword(9) }
    @inline(__always) var writingDirection: UInt8 { keyword(10) }

    /// In the flow of its parent: has a box and is not absolute.
    @inline(__always) var isInFlow: Bool { !isHidden && !isAbsolute }

    @inline(__always) func isRightToLeft(inherited: Bool) -> Bool {
        let direction = writingDirection
        return direction == 0 ? inherited : direction == FlexWritingDirection.rightToLeft.rawValue
    }
}

/// Numbers of the properties in a style's mask: lengths as in `FlexLengthProperty`, then numbers.
enum FlexNumber {
    static let width: UInt64 = 0
    static let height: UInt64 = 1
    static let minWidth: UInt64 = 2
    static let minHeight: UInt64 = 3
    static let maxWidth: UInt64 = 4
    static let maxHeight: UInt64 = 5
    static let flexBasis: UInt64 = 6
    static let gap: UInt64 = 7
    static let rowGap: UInt64 = 8
    static let columnGap: UInt64 = 9
    static let margin: UInt64 = 10
    static let padding: UInt64 = 19
    static let inset: UInt64 = 28
    static let border: UInt64 = 37
    static let flexGrow: UInt64 = 46
    static let flexShrink: UInt64 = 47
    static let aspectRatio: UInt64 = 48
    static let scrollbarWidth: UInt64 = 49
    static let lineCount: UInt64 = 50
}
