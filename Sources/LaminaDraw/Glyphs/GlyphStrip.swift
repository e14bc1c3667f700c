internal import Glibc
internal import LaminaGeometry

/// The coverage of glyphs that share columns of pixels. Where they overlap their coverage is added before anything is
/// blended, as cairo does, so that a translucent colour shows no darker seams.
@safe struct GlyphStrip: ~Copyable {
    /// Larger strips are not worth their memory; the glyphs are then blended one by one.
    static let maximumBytes = 4 << 20

    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private var capacity = 0
    private(set) var bounds = PixelRect.empty
    private(set) var stride = 0

    init() {
        unsafe bytes = .allocate(capacity: 8)
    }

    deinit {
        unsafe bytes.deallocate()
    }

    /// Starts anew with nothing covered; false when the rectangle is too large.
    mutating func begin(_ rect: PixelRect) -> Bool {
        // Glyph rows are written 8 bytes at a time and may reach 7 beyond the end.
        stride = (rect.width + 15) & ~7
        let size = stride * rect.height
        if size > Self.maximumBytes { return false }
        if size > capacity {
            unsafe bytes.deallocate()
            unsafe bytes = .allocate(capacity: size)
            capacity = size
        }
        unsafe memset(bytes, 0, size)
        bounds = rect
        return true
    }

    /// Adds a glyph's coverage with its first pixel at `x`, `y`; what is outside the strip is left out.
    func add(_ glyph: CachedGlyph, x: Int, y: Int) {
        guard let pixels = unsafe glyph.bytes else { return }
        let firstRow = max(0, bounds.y - y)
        let lastRow = min(glyph.height, bounds.maxY - y)
        if firstRow >= lastRow { return }
        let column = x - bounds.x
        if column >= 0, column + glyph.width <= bounds.width {
            var target = unsafe UnsafeMutableRawPointer(bytes + (y + firstRow - bounds.y) * stride + column)
            var source = unsafe UnsafeRawPointer(pixels + firstRow * glyph.stride)
            for _ in firstRow..<lastRow {
                unsafe Self.add(source, to: target)
                var offset = 8
                while offset < glyph.width {
                    unsafe Self.add(source + offset, to: target + offset)
                    offset += 8
                }
                unsafe target += stride
                unsafe source += glyph.stride
            }
            return
        }
        let first = max(0, -column)
        let last = min(glyph.width, bounds.width - column)
        if first >= last { return }
        for row in firstRow..<lastRow {
            let target = unsafe bytes + (y + row - bounds.y) * stride + column
            let source = unsafe pixels + row * glyph.stride
            for index in first..<last {
                unsafe target[index] = unsafe UInt8(clamping: UInt(target[index]) + UInt(source[index]))
            }
        }
    }

    /// Eight bytes at once, each stopping at 255: one instruction, so that looking whether there is anything to add
    /// would cost more.
    private static func add(_ source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        let old = unsafe unsafeBitCast(target.loadUnaligned(as: UInt64.self), to: SIMD8<UInt8>.self)
        let new = unsafe unsafeBitCast(source.loadUnaligned(as: UInt64.self), to: SIMD8<UInt8>.self)
        let sum = old &+ new
        let capped = sum.replacing(with: 255, where: sum .< old)
        unsafe target.storeBytes(of: unsafeBitCast(capped, to: UInt64.self), as: UInt64.self)
    }
}
