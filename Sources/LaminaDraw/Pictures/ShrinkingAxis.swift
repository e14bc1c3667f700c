internal import LaminaGeometry

/// How one side of a picture shrinks: which of its pixels each smaller pixel covers, and what share of that each of
/// them is.
struct ShrinkingAxis {
    /// More pixels in one would lose too much to rounding; they become one in several steps.
    static let most = 16

    /// So many pixels of the picture are looked at for each smaller one.
    let taps: Int
    private let count: Int
    /// A smaller pixel, and one of the picture, in the largest unit that both are multiples of.
    private let length: Int
    private let unit: Int

    /// A side of `count` pixels that becomes one of `shown`, which are no more.
    init(_ count: Int, to shown: Int) {
        var (divisor, rest) = (count, shown)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        self.count = count
        length = count / divisor
        unit = shown / divisor
        // As many as are touched by a smaller pixel that begins with the last unit of one.
        taps = (length + 2 * unit - 2) / unit
    }

    /// What a side of `count` pixels becomes first on its way to `shown`: as many pixels to each smaller one, whose
    /// mean is that of all then.
    static func step(_ count: Int, to shown: Int) -> Int {
        let reach = shown * most
        return count <= reach ? shown : (count + reach - 1) / reach * shown
    }

    /// The first of the `taps` pixels for a smaller one. All of them are there: at the end the first ones count for
    /// nothing.
    func start(_ index: Int) -> Int { min(index * length / unit, count - taps) }

    /// The share in 65536ths, together 65536; alone a pixel has one less, which is what fits and rounds to the same.
    func share(_ index: Int, tap: Int) -> UInt16 {
        let before = (start(index) + tap) * unit - index * length
        func sum(_ covered: Int) -> Int { (min(max(covered, 0), length) * 65536 + length / 2) / length }
        return UInt16(min(sum(before + unit) - sum(before), 65535))
    }
}

/// A row of pixels that shrinks sideways: where each smaller pixel begins and the shares of what it covers, two
/// neighbours at a time.
@safe struct ShrinkingColumns: ~Copyable {
    private let taps: Int
    private let pairs: Int
    /// For each pair its two beginnings, and then for each tap both shares.
    private let table: HeapBytes

    /// For some of the smaller pixels. Fails with `outOfMemory`.
    init(_ axis: ShrinkingAxis, _ columns: Range<Int>) throws(LaminaError) {
        taps = axis.taps
        pairs = (columns.count + 1) / 2
        table = try HeapBytes(capacity: pairs * (taps + 1) * 16)
        var entry = unsafe UnsafeMutableRawPointer(table.start)
        for pair in 0..<pairs {
            let first = columns.lowerBound + 2 * pair
            // The last one twice where their number is odd.
            let second = min(first + 1, columns.upperBound - 1)
            let starts = SIMD2(UInt64(axis.start(first)), UInt64(axis.start(second)))
            unsafe entry.storeBytes(of: starts, as: SIMD2<UInt64>.self)
            for tap in 0..<taps {
                unsafe entry += 16
                let shares = WidePixels(
                    first: UInt32(axis.share(first, tap: tap)), second: UInt32(axis.share(second, tap: tap)))
                unsafe entry.storeBytes(of: shares.words, as: SIMD2<UInt64>.self)
            }
            unsafe entry += 16
        }
    }

    /// Shrinks a line. Writes an even number of pixels.
    func shrink(_ line: borrowing ShrinkingLine, to pixels: UnsafeMutablePointer<UInt32>) {
        let target = UnsafeMutableRawPointer(pixels)
        let start = unsafe line.start
        var entry = unsafe UnsafeRawPointer(table.start)
        for pair in 0..<pairs {
            let starts = unsafe entry.load(as: SIMD2<UInt64>.self)
            let first = unsafe start + Int(truncatingIfNeeded: starts.x &* 8)
            let second = unsafe start + Int(truncatingIfNeeded: starts.y &* 8)
            var sum = SIMD8<UInt16>(repeating: 128)
            for tap in 0..<taps {
                unsafe entry += 16
                let covered = unsafe SIMD8<UInt16>(
                    lowHalf: first.load(fromByteOffset: tap &* 8, as: SIMD4<UInt16>.self),
                    highHalf: second.load(fromByteOffset: tap &* 8, as: SIMD4<UInt16>.self))
                sum = unsafe sum &+ covered.share(entry.load(as: SIMD8<UInt16>.self))
            }
            unsafe entry += 16
            unsafe target.storeBytes(of: WidePixels(sum &>> 8).pair, toByteOffset: pair &* 8, as: UInt64.self)
        }
    }
}

/// The mean of some rows: components in 256ths, 16 bits each.
@safe struct ShrinkingLine: ~Copyable {
    private let width: Int
    private let components: HeapBytes

    /// Fails with `outOfMemory`.
    init(width: Int) throws(LaminaError) {
        self.width = width
        components = try HeapBytes(capacity: 16 + (width + 1) / 2 * 16)
    }

    /// Behind the share that is being added.
    fileprivate var start: UnsafeRawPointer { unsafe UnsafeRawPointer(components.start + 16) }

    /// Adds a share of a row, or begins with it.
    func add(_ row: UnsafePointer<UInt32>, share: UInt16, isFirst: Bool) {
        let bytes = unsafe UnsafeRawPointer(row)
        // The share is read with every pair: what the compiler widens ahead of the loop it multiplies with 32 bits,
        // which takes twice as long.
        let shares = unsafe UnsafeMutableRawPointer(components.start)
        unsafe shares.storeBytes(of: SIMD8(repeating: share), as: SIMD8<UInt16>.self)
        let line = unsafe shares + 16
        let whole = width / 2
        for pair in 0..<(width + 1) / 2 {
            let pixels =
                unsafe pair < whole
                ? bytes.loadUnaligned(fromByteOffset: pair &* 8, as: UInt64.self) : UInt64(row[width &- 1])
            let added = unsafe (WidePixels(pair: pixels).lanes &<< 8).share(shares.load(as: SIMD8<UInt16>.self))
            let place = unsafe line + pair &* 16
            let sum = unsafe isFirst ? added : added &+ place.load(as: SIMD8<UInt16>.self)
            unsafe place.storeBytes(of: sum, as: SIMD8<UInt16>.self)
        }
    }
}

extension SIMD8<UInt16> {
    /// 65536ths of each, rounded down.
    fileprivate func share(_ shares: SIMD8<UInt16>) -> SIMD8<UInt16> {
        let product = SIMD8<UInt32>(truncatingIfNeeded: self) &* SIMD8<UInt32>(truncatingIfNeeded: shares)
        return SIMD8(truncatingIfNeeded: product &>> 16)
    }
}
