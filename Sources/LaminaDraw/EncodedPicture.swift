public import LaminaGeometry

/// A picture file in memory, which stays where it is.
// Unchecked: nobody writes to the memory any more.
@safe public final class EncodedPicture: @unchecked Sendable {
    private let file: HeapBytes

    /// Encodes pixels as `PNG.encode` does.
    public init(png pixels: PixelBuffer) throws(LaminaError) { file = try PNGEncoder.encode(pixels) }

    /// The file, as long as this lives.
    public var bytes: UnsafeRawBufferPointer { unsafe file.bytes }
}
