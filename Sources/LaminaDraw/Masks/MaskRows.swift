/// Rows of coverage, a byte for each pixel, from one of them on. Who makes them keeps the mask alive while they are
/// used.
@safe struct MaskRows {
    let start: UnsafePointer<UInt8>
    /// Bytes from one row to the next; 0 where one row serves for all.
    let stride: Int

    /// One byte; the caller keeps within the mask.
    func byte(_ place: Int, row: Int) -> UInt8 { unsafe start[row * stride + place] }

    /// Rows inside an array of them, while `body` runs.
    static func with(_ bytes: [UInt8], from first: Int, stride: Int, _ body: (MaskRows) -> Void) {
        unsafe bytes.withUnsafeBufferPointer { mask in
            guard let base = mask.baseAddress else { return }
            body(unsafe MaskRows(start: base + first, stride: stride))
        }
    }
}

extension CoverageMask {
    /// From the pixel at `x`, `y` of the mask on.
    func rows(x: Int, y: Int) -> MaskRows { unsafe MaskRows(start: address(x: x, y: y), stride: stride) }
}

extension GlyphStrip {
    var rows: MaskRows { unsafe MaskRows(start: bytes, stride: stride) }
}

extension CachedGlyph {
    /// From the pixel at `x`, `y` of the glyph on; nil for one without ink.
    func rows(x: Int, y: Int) -> MaskRows? {
        unsafe bytes.map { unsafe MaskRows(start: $0 + y * stride + x, stride: stride) }
    }

    /// The pixels of a glyph in colour, the first of them at `x`, `y`; nil for one without ink.
    func pixels(x: Int, y: Int) -> PixelBuffer? {
        guard let bytes = unsafe bytes else { return nil }
        let words = unsafe UnsafeMutableRawPointer(bytes).assumingMemoryBound(to: UInt32.self)
        var pixels = unsafe PixelBuffer(words: words, width: width, height: height, stride: stride)
        pixels.originX = x
        pixels.originY = y
        return pixels
    }
}
