public import LaminaGeometry

/// A picture in memory: premultiplied ARGB32. Drawn on by one thread, then shared and not written to any more.
/// The memory goes back to its pool when the last reference goes, on whichever thread that happens.
// Unchecked: the memory and `isOpaque` are written only before the bitmap is shared.
@safe public final class Bitmap: @unchecked Sendable {
    /// Pixels.
    public let width: Int
    /// Pixels.
    public let height: Int
    /// Bytes from one row to the next: the width in bytes rounded up to 16, so that every row starts aligned.
    public let stride: Int
    /// A promise that every pixel has alpha 255, which makes drawing the bitmap a copy. Set it before the bitmap is
    /// shared.
    public var isOpaque = false

    public var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    private let memory: UnsafeMutableRawPointer
    private let capacity: Int
    private let pool: BitmapPool

    init(memory: UnsafeMutableRawPointer, capacity: Int, width: Int, height: Int, stride: Int, pool: BitmapPool) {
        unsafe self.memory = memory
        self.capacity = capacity
        self.width = width
        self.height = height
        self.stride = stride
        self.pool = pool
    }

    deinit {
        unsafe pool.giveBack(memory, capacity: capacity)
    }

    /// The bytes that the bitmap occupies, without what its pool rounds up.
    public var byteCount: Int { stride * height }

    /// Copies the pixels into a buffer of the same size.
    public func copy(to target: PixelBuffer) {
        precondition(target.width == width && target.height == height)
        withPixels { source in
            for row in 0..<height {
                unsafe (target.words + row * target.wordStride).update(
                    from: source.words + row * source.wordStride, count: width)
            }
        }
    }

    /// Calls `body` with the pixels, which are valid until it returns. Writing is allowed only before the bitmap is
    /// shared.
    public func withPixels<Result, Failure: Error>(
        _ body: (PixelBuffer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // The buffer does not own the memory: without this the last reference could go while the body runs.
        defer { withExtendedLifetime(self) {} }
        let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
        return try body(unsafe PixelBuffer(words: words, width: width, height: height, stride: stride))
    }
}
