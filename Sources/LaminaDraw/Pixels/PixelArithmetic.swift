internal import LaminaGeometry

/// Arithmetic on one premultiplied ARGB32 pixel; the same roundings as pixman's, so that our loops and its agree to the
/// bit.
enum Pixel {
    /// Each component times `factor` (0...255) / 255, rounded to nearest.
    @inline(__always)
    static func multiply(_ pixel: UInt32, _ factor: UInt32) -> UInt32 {
        // Two components at a time, 16 bits apart; t + t/256 over 256 is t/255 rounded.
        var low = (pixel & 0x00ff_00ff) &* factor &+ 0x0080_0080
        low = ((low &+ ((low &>> 8) & 0x00ff_00ff)) &>> 8) & 0x00ff_00ff
        var high = ((pixel &>> 8) & 0x00ff_00ff) &* factor &+ 0x0080_0080
        high = (high &+ ((high &>> 8) & 0x00ff_00ff)) & 0xff00_ff00
        return low | high
    }

    /// `source` over `target`.
    @inline(__always)
    static func over(_ source: UInt32, _ target: UInt32) -> UInt32 {
        source &+ multiply(target, 255 &- (source &>> 24))
    }

    /// `new` where `factor` is 255, `old` where it is 0, in between a mix; equal colours stay exactly as they are.
    @inline(__always)
    static func mix(_ old: UInt32, _ new: UInt32, _ factor: UInt32) -> UInt32 {
        multiply(new, factor) &+ multiply(old, 255 &- factor)
    }

    /// A product of two factors 0...255, rounded to nearest.
    @inline(__always)
    static func multiply(byte: UInt32, _ factor: UInt32) -> UInt32 {
        let product = byte &* factor &+ 0x80
        return (product &+ (product &>> 8)) &>> 8
    }

    /// Opacity 0...1 as 0...255; not a number counts as invisible.
    static func factor(_ opacity: Double) -> UInt32 {
        opacity > 0 ? UInt32(min(opacity, 1) * 255 + 0.5) : 0
    }
}

extension Color {
    /// The colour as cairo quantises it (`_cairo_color_double_to_short`, then the upper byte), so that what cairo draws
    /// and what we draw meet without a seam. Not a number counts as 0.
    var pixel: UInt32 {
        // In double, as cairo: a float's last bit can change the result.
        func unit(_ value: Float) -> Double { value > 0 ? Double(min(value, 1)) : 0 }
        func byte(_ value: Double) -> UInt32 { UInt32(value * 65535 + 0.5) >> 8 }
        let opacity = unit(alpha)
        func component(_ value: Float) -> UInt32 { byte(unit(value) * opacity) }
        return byte(opacity) << 24 | component(red) << 16 | component(green) << 8 | component(blue)
    }
}

extension PixelBuffer {
    /// Gives every pixel alpha 255.
    func setOpaque() {
        for row in 0..<height {
            let pixels = unsafe words + row * wordStride
            for column in 0..<width { unsafe pixels[column] |= 0xff00_0000 }
        }
    }

    /// Whether every pixel has alpha 255. Costs a pass over the pixels up to the first that has not.
    public var isOpaque: Bool {
        for row in 0..<height {
            let pixels = unsafe words + row * wordStride
            var all: UInt32 = 0xff00_0000
            for column in 0..<width { unsafe all &= pixels[column] }
            if all != 0xff00_0000 { return false }
        }
        return true
    }
}
