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
