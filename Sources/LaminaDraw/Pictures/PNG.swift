public import LaminaGeometry

/// Reading and writing PNG. All functions may be called on any thread, on pixels that no other thread writes to.
public enum PNG {
    /// The picture as a PNG file in memory: RGB when every pixel is opaque, otherwise RGBA, alpha made straight.
    /// Costs 1 to 2 ns a pixel, of photos some 10. Fails with `outOfRange` for a buffer without pixels or too large for
    /// a PNG of 2 GiB, and with `outOfMemory`.
    public static func encode(_ buffer: PixelBuffer) throws(LaminaError) -> [UInt8] {
        let file = try PNGEncoder.encode(buffer)
        return file.array
    }

    /// Writes the picture to a file, which appears whole or not at all: a neighbour of it is written and then renamed.
    /// (What is not a regular file, such as a pipe, is written to directly.)
    /// Fails with `io` and the system's reason, and as `encode` does.
    public static func write(_ buffer: PixelBuffer, to path: String) throws(LaminaError) {
        let file = try PNGEncoder.encode(buffer)
        try FileReplacement.write(file.bytes, to: path)
    }

    /// The picture in a PNG file, its memory from `pool`. About 10 ns a pixel.
    /// Fails with `io` for what is not a PNG or a damaged one, with `outOfRange` for one of more than 32767 pixels a
    /// side or 1 GiB, and with `outOfMemory`.
    @safe public static func decode(_ bytes: UnsafeRawBufferPointer, pool: BitmapPool) throws(LaminaError) -> Bitmap {
        try decodePNG(bytes, pool)
    }

    /// As the other `decode`, from a file; fails with `io` and the system's reason when it cannot be read.
    public static func decode(path: String, pool: BitmapPool) throws(LaminaError) -> Bitmap {
        let file = try FileReading.read(path)
        do {
            return try decodePNG(file.bytes, pool)
        } catch {
            throw LaminaError(error.code, "'\(path)': \(error.message)")
        }
    }

    @safe private static func decodePNG(
        _ bytes: UnsafeRawBufferPointer, _ pool: BitmapPool
    ) throws(LaminaError) -> Bitmap {
        if !PictureBytes(bytes).begins(PNGFile.signature) {
            throw LaminaError(.io, "these bytes are not a PNG")
        }
        return try PictureFile.decode(bytes, pool: pool)
    }
}
