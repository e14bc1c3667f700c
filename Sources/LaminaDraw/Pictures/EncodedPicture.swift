public import LaminaGeometry

/// A picture file in memory, which stays where it is.
// Unchecked: nobody writes to the memory any more.
@safe public final class EncodedPicture: @unchecked Sendable {
    private let file: HeapBytes

    init(_ file: consuming HeapBytes) {
        self.file = file
    }

    /// Copies the bytes. Fails with `outOfMemory`.
    @safe public convenience init(copying bytes: UnsafeRawBufferPointer) throws(LaminaError) {
        self.init(try HeapBytes(copying: bytes))
    }

    /// Encodes pixels as `PictureFile.encode` does.
    init(_ pixels: PixelBuffer, _ encoding: PictureEncoding) throws(LaminaError) {
        // The libraries hand out memory that each of them takes back in its own way.
        file = try PictureFile.encode(pixels, encoding) { (bytes) throws(LaminaError) in
            try HeapBytes(copying: bytes)
        }
    }

    /// The file, as long as this lives.
    @safe public var bytes: UnsafeRawBufferPointer { file.bytes }
}
