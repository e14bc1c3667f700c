/// A colour that is drawn through coverage.
protocol MaskedColor: ~Copyable {
    var pixel: UInt32 { get }

    /// Draws over eight pixels through eight bytes of coverage, the first in the lowest byte.
    func blend(_ coverage: UInt64, _ target: UnsafeMutablePointer<UInt32>)
}

/// For small masks: nothing to prepare.
struct FlatColor: MaskedColor {
    let pixel: UInt32
    private let color: WidePixels
    private let alpha: WidePixels

    init(_ pixel: UInt32) {
        self.pixel = pixel
        color = WidePixels(repeating: pixel)
        alpha = WidePixels(first: pixel >> 24, second: pixel >> 24)
    }

    @inline(__always)
    func blend(_ coverage: UInt64, _ target: UnsafeMutablePointer<UInt32>) {
        let words = UnsafeMutableRawPointer(target)
        var rest = coverage
        // No test for empty pairs: a branch that the processor guesses wrong costs more than the pair.
        for offset in stride(from: 0, to: 32, by: 8) {
            let factor = WidePixels(
                first: UInt32(truncatingIfNeeded: rest & 255), second: UInt32(truncatingIfNeeded: rest &>> 8 & 255))
            rest = rest &>> 16
            let old = unsafe WidePixels(pair: words.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            let new = color * factor + old * (alpha * factor).inverse
            unsafe words.storeBytes(of: new.pair, toByteOffset: offset, as: UInt64.self)
        }
    }
}

/// For masks as large as texts: the colour times each coverage and what that leaves of the pixel below, computed once.
@safe struct ColorTable: MaskedColor, ~Copyable {
    /// For each coverage the colour's share and then the factor for the pixel below, each as four components of 16 bits.
    private let entries: UnsafeMutablePointer<UInt64>
    private(set) var pixel: UInt32 = 0

    init() {
        unsafe entries = .allocate(capacity: 512)
        unsafe entries.initialize(repeating: 0, count: 512)
        fill(0)
    }

    deinit {
        unsafe entries.deallocate()
    }

    /// Makes the table that of `pixel`, which takes half a microsecond when it is not already.
    mutating func set(_ pixel: UInt32) {
        if pixel != self.pixel { fill(pixel) }
    }

    private mutating func fill(_ pixel: UInt32) {
        self.pixel = pixel
        let color = WidePixels(repeating: pixel)
        let alpha = WidePixels(first: pixel >> 24, second: pixel >> 24)
        for coverage: UInt32 in 0..<256 {
            let factor = WidePixels(first: coverage, second: coverage)
            unsafe entries[2 * Int(coverage)] = (color * factor).words[0]
            unsafe entries[2 * Int(coverage) + 1] = (alpha * factor).inverse.words[0]
        }
    }

    @inline(__always)
    func blend(_ coverage: UInt64, _ target: UnsafeMutablePointer<UInt32>) {
        let words = UnsafeMutableRawPointer(target)
        var rest = coverage
        for offset in stride(from: 0, to: 32, by: 8) {
            let first = Int(truncatingIfNeeded: rest & 255) &* 2
            let second = Int(truncatingIfNeeded: rest &>> 8 & 255) &* 2
            rest = rest &>> 16
            let source = unsafe WidePixels(words: SIMD2(entries[first], entries[second]))
            let clear = unsafe WidePixels(words: SIMD2(entries[first &+ 1], entries[second &+ 1]))
            let old = unsafe WidePixels(pair: words.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
            unsafe words.storeBytes(of: (source + old * clear).pair, toByteOffset: offset, as: UInt64.self)
        }
    }
}
