internal import LaminaGeometry

/// For masks as large as texts: what each coverage makes of the pixels below, computed once. Belongs to the
/// `ColorTables` that gave it, until these give another.
@safe struct ColorTable: MaskedColor {
    let pixel: UInt32
    /// For each coverage the colour's share and then the factor for the pixel below, each as four components of 16
    /// bits.
    fileprivate let entries: UnsafePointer<UInt64>
    /// The pixel that most of the text is expected on, four times, and for each coverage what becomes of it.
    fileprivate let ground: SIMD4<UInt32>
    fileprivate let outcomes: UnsafePointer<UInt32>

    @inline(__always)
    func blend(_ coverage: UInt64, _ target: UnsafeMutablePointer<UInt32>) {
        let words = UnsafeMutableRawPointer(target)
        let first = unsafe words.loadUnaligned(as: SIMD4<UInt32>.self) ^ ground
        let last = unsafe words.loadUnaligned(fromByteOffset: 16, as: SIMD4<UInt32>.self) ^ ground
        let others = unsafe unsafeBitCast(first | last, to: SIMD2<UInt64>.self)
        var rest = coverage
        if others[0] | others[1] == 0 {
            for index in 0..<8 {
                unsafe target[index] = outcomes[Int(truncatingIfNeeded: rest & 255)]
                rest = rest &>> 8
            }
            return
        }
        for pair in 0..<4 {
            unsafe blendPair(UInt16(truncatingIfNeeded: rest), target + 2 * pair)
            rest = rest &>> 16
        }
    }

    @inline(__always)
    func blendPair(_ coverage: UInt16, _ target: UnsafeMutablePointer<UInt32>) {
        let words = UnsafeMutableRawPointer(target)
        let (first, second) = (Int(coverage & 255) &* 2, Int(coverage &>> 8) &* 2)
        let source = unsafe WidePixels(words: SIMD2(entries[first], entries[second]))
        let clear = unsafe WidePixels(words: SIMD2(entries[first &+ 1], entries[second &+ 1]))
        let old = unsafe WidePixels(pair: words.loadUnaligned(as: UInt64.self))
        unsafe words.storeBytes(of: (source + old * clear).pair, as: UInt64.self)
    }
}

/// The tables of the colours that were drawn last: a card has some three.
@safe struct ColorTables: ~Copyable {
    private static let count = 4
    private let entries: UnsafeMutablePointer<UInt64>
    private let outcomes: UnsafeMutablePointer<UInt32>
    /// Of each table. Nobody draws the pixel 0: such a table is empty.
    private var pixels = SIMD4<UInt32>.zero
    private var grounds = SIMD4<UInt32>.zero
    private var oldest = 0

    init() {
        unsafe entries = .allocate(capacity: 512 * Self.count)
        unsafe entries.initialize(repeating: 0, count: 512 * Self.count)
        unsafe outcomes = .allocate(capacity: 256 * Self.count)
        unsafe outcomes.initialize(repeating: 0, count: 256 * Self.count)
    }

    deinit {
        unsafe entries.deallocate()
        unsafe outcomes.deallocate()
    }

    /// The table of a colour, best for where `ground` is below; nil for no matter what. One that is not known yet takes
    /// half a microsecond.
    mutating func table(_ pixel: UInt32, ground: UInt32?) -> ColorTable {
        var number = 0
        while number < Self.count && pixels[number] != pixel { number += 1 }
        if number == Self.count {
            number = oldest
            oldest = (oldest + 1) % Self.count
            fill(number, pixel)
            fill(number, ground: ground ?? 0)
        } else if let ground, ground != grounds[number] {
            fill(number, ground: ground)
        }
        return unsafe ColorTable(
            pixel: pixel, entries: UnsafePointer(entries + 512 * number), ground: SIMD4(repeating: grounds[number]),
            outcomes: UnsafePointer(outcomes + 256 * number))
    }

    private mutating func fill(_ number: Int, _ pixel: UInt32) {
        pixels[number] = pixel
        let table = unsafe entries + 512 * number
        let color = WidePixels(repeating: pixel)
        let alpha = WidePixels(first: pixel >> 24, second: pixel >> 24)
        for coverage: UInt32 in 0..<256 {
            let factor = WidePixels(first: coverage, second: coverage)
            unsafe table[2 * Int(coverage)] = (color * factor).words[0]
            unsafe table[2 * Int(coverage) + 1] = (alpha * factor).inverse.words[0]
        }
    }

    private mutating func fill(_ number: Int, ground: UInt32) {
        grounds[number] = ground
        let (table, results) = unsafe (entries + 512 * number, outcomes + 256 * number)
        let below = WidePixels(repeating: ground)
        for coverage in 0..<256 {
            let source = unsafe WidePixels(words: SIMD2(table[2 * coverage], 0))
            let clear = unsafe WidePixels(words: SIMD2(table[2 * coverage + 1], 0))
            unsafe results[coverage] = UInt32(truncatingIfNeeded: (source + below * clear).pair)
        }
    }
}

extension PixelBuffer {
    /// The pixel at all corners of a rectangle inside the buffer: where text is to be drawn, all of it most often. Nil
    /// when they differ, or when it is too small to prepare for.
    func ground(of rect: PixelRect) -> UInt32? {
        if rect.width * rect.height < 1024 { return nil }
        let pixel = unsafe address(x: rect.x, y: rect.y).pointee
        let isEven =
            unsafe address(x: rect.maxX - 1, y: rect.y).pointee == pixel
            && address(x: rect.x, y: rect.maxY - 1).pointee == pixel
            && address(x: rect.maxX - 1, y: rect.maxY - 1).pointee == pixel
        return isEven ? pixel : nil
    }
}
