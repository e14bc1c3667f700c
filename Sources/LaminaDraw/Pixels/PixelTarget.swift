internal import Glibc
public import LaminaGeometry

/// How pixels lie in the host's memory.
public enum PixelFormat: Int32, Sendable {
    /// Premultiplied, 32 bits in native byte order, alpha highest.
    case argb32 = 0
    /// The same without transparency: the highest byte is 255.
    case rgb24 = 1
    /// 16 bits in native byte order, red highest.
    case rgb565 = 2

    public var bytesPerPixel: Int { self == .rgb565 ? 2 : 4 }
    public var isOpaque: Bool { self != .argb32 }
}

/// The host's pixels in any format, as what a surface is composited into.
///
/// Formats of 32 bits are painted in place; others by way of a small buffer, row by row.
@safe public struct PixelTarget {
    public let format: PixelFormat
    public let width: Int
    public let height: Int
    /// Bytes from one row to the next.
    public let stride: Int
    private let memory: UnsafeMutableRawPointer

    /// Fails with `invalidArgument` for NULL or unaligned memory or a stride that does not hold a row of whole pixels,
    /// and with `outOfRange` for a side outside 0...32767.
    public init(
        _ format: PixelFormat, baseAddress: UnsafeMutableRawPointer?, width: Int, height: Int, stride: Int
    ) throws(LaminaError) {
        let size = format.bytesPerPixel
        guard 0...PixelBuffer.maximumSide ~= width, 0...PixelBuffer.maximumSide ~= height else {
            throw LaminaError(
                .outOfRange, "a pixel buffer is \(width) x \(height); each side must be 0 to 32767 pixels")
        }
        guard stride >= width * size, stride % size == 0, stride <= Int(Int32.max) else {
            throw LaminaError(
                .invalidArgument,
                "the stride is \(stride) bytes; it must be a multiple of \(size) and at least \(width * size), the width in bytes"
            )
        }
        guard let baseAddress = unsafe baseAddress, UInt(bitPattern: baseAddress) % UInt(size) == 0 else {
            throw LaminaError(
                .invalidArgument, "the address of the pixels must not be NULL and must be a multiple of \(size)")
        }
        self.format = format
        unsafe memory = unsafe baseAddress
        self.width = width
        self.height = height
        self.stride = stride
    }

    /// Pixels in the library's own format.
    public init(_ buffer: PixelBuffer) {
        format = .argb32
        width = buffer.width
        height = buffer.height
        stride = buffer.stride
        unsafe memory = buffer.baseAddress
    }

    public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    /// The pixels to paint on in place; nil when the format is another.
    public var buffer: PixelBuffer? {
        format == .rgb565
            ? nil
            : unsafe PixelBuffer(
                words: memory.assumingMemoryBound(to: UInt32.self), width: width, height: height, stride: stride)
    }

    /// Copies the pixels of `rect` to where they stand `x`, `y` further, as far as that is inside `rect` and the
    /// target.
    public func move(_ rect: PixelRect, by x: Int, _ y: Int) {
        let inside = rect.saturated.intersection(bounds)
        let moved = PixelRect(x: inside.x + x, y: inside.y + y, width: inside.width, height: inside.height)
        let target = moved.saturated.intersection(inside)
        if target.isEmpty { return }
        // Rows are copied in the order in which none is overwritten before it is read.
        for step in 0..<target.height {
            let row = y > 0 ? target.maxY - 1 - step : target.y + step
            unsafe memmove(
                address(x: target.x, y: row), address(x: target.x - x, y: row - y), target.width * format.bytesPerPixel)
        }
    }

    /// Stores pixels that were painted apart, where their origin says, in a target of 16 bits.
    public func store(_ source: PixelBuffer) {
        let rect = source.bounds.intersection(bounds)
        guard format == .rgb565, !rect.isEmpty else { return }
        for row in rect.y..<rect.maxY {
            let pixels = unsafe source.address(x: rect.x, y: row)
            let out = unsafe address(x: rect.x, y: row).assumingMemoryBound(to: UInt16.self)
            for column in 0..<rect.width {
                // The upper bits of each component, as pixman does it.
                let pixel = unsafe pixels[column]
                unsafe out[column] = UInt16(
                    truncatingIfNeeded: (pixel >> 8 & 0xF800) | (pixel >> 5 & 0x07E0) | (pixel >> 3 & 0x001F))
            }
        }
    }

    private func address(x: Int, y: Int) -> UnsafeMutableRawPointer {
        unsafe memory + (y * stride + x * format.bytesPerPixel)
    }
}
