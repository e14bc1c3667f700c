/// A colour that is drawn through coverage.
protocol MaskedColor: ~Copyable {
    var pixel: UInt32 { get }

    /// Draws over eight pixels through eight bytes of coverage, the first in the lowest byte.
    func blend(_ coverage: UInt64, _ target: UnsafeMutablePointer<UInt32>)

    /// Draws over two.
    func blendPair(_ coverage: UInt16, _ target: UnsafeMutablePointer<UInt32>)
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
        // No test for empty pairs: a branch that the processor guesses wrong costs more than the pair.
        for pair in 0..<4 {
            unsafe blendPair(UInt16(truncatingIfNeeded: coverage &>> UInt64(16 * pair)), target + 2 * pair)
        }
    }

    @inline(__always)
    func blendPair(_ coverage: UInt16, _ target: UnsafeMutablePointer<UInt32>) {
        let words = UnsafeMutableRawPointer(target)
        let factor = WidePixels(first: UInt32(coverage & 255), second: UInt32(coverage &>> 8))
        let old = unsafe WidePixels(pair: words.loadUnaligned(as: UInt64.self))
        let new = color * factor + old * (alpha * factor).inverse
        unsafe words.storeBytes(of: new.pair, as: UInt64.self)
    }
}
