/// Two premultiplied pixels with each component in 16 bits, for arithmetic on all of them at once; rounds as `Pixel`
/// does.
struct WidePixels {
    var lanes: SIMD8<UInt16>

    @inline(__always)
    init(_ lanes: SIMD8<UInt16>) { self.lanes = lanes }

    /// Two neighbours in memory, as one word.
    @inline(__always)
    init(pair: UInt64) {
        lanes = SIMD8(truncatingIfNeeded: unsafe unsafeBitCast(pair, to: SIMD8<UInt8>.self))
    }

    /// The same pixel twice.
    @inline(__always)
    init(repeating pixel: UInt32) {
        self.init(pair: UInt64(pixel) << 32 | UInt64(pixel))
    }

    /// The first pixel's components all `first`, the second's all `second`.
    @inline(__always)
    init(first: UInt32, second: UInt32) {
        let spread: UInt64 = 0x0001_0001_0001_0001
        lanes = unsafe unsafeBitCast(
            SIMD2<UInt64>(UInt64(first) &* spread, UInt64(second) &* spread), to: SIMD8<UInt16>.self)
    }

    /// Each pixel as one word of four components.
    @inline(__always)
    init(words: SIMD2<UInt64>) {
        lanes = unsafe unsafeBitCast(words, to: SIMD8<UInt16>.self)
    }

    @inline(__always)
    var words: SIMD2<UInt64> { unsafe unsafeBitCast(lanes, to: SIMD2<UInt64>.self) }

    @inline(__always)
    var pair: UInt64 {
        unsafe unsafeBitCast(SIMD8<UInt8>(truncatingIfNeeded: lanes), to: UInt64.self)
    }

    /// 255 minus each component.
    @inline(__always)
    var inverse: WidePixels { WidePixels(255 &- lanes) }

    /// Each component times a factor 0...255, over 255.
    @inline(__always)
    static func * (a: WidePixels, b: WidePixels) -> WidePixels {
        let product = a.lanes &* b.lanes &+ 128
        return WidePixels((product &+ (product &>> 8)) &>> 8)
    }

    @inline(__always)
    static func + (a: WidePixels, b: WidePixels) -> WidePixels { WidePixels(a.lanes &+ b.lanes) }
}
