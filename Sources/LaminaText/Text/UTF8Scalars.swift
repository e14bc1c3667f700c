/// Walks over the code points of well-formed UTF-8 without copying it.
@safe struct UTF8Scalars {
    private let text: UnsafeBufferPointer<UInt8>
    private let end: Int
    /// The offset of the next code point.
    private(set) var offset: Int

    /// `range` must start and end between code points.
    @unsafe init(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        unsafe self.text = text
        offset = range.lowerBound
        end = range.upperBound
    }

    @inline(__always)
    mutating func next() -> UInt32? {
        if offset >= end { return nil }
        let lead = unsafe UInt32(text[offset])
        if lead < 0x80 {
            offset += 1
            return lead
        }
        let start = offset
        offset += lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        // What is cut off at the end counts as 0.
        var scalar = following(start + 1)
        if lead < 0xE0 { return (lead & 0x1F) << 6 | scalar }
        scalar = scalar << 6 | following(start + 2)
        if lead < 0xF0 { return (lead & 0x0F) << 12 | scalar }
        return (lead & 0x07) << 18 | scalar << 6 | following(start + 3)
    }

    @inline(__always)
    private func following(_ at: Int) -> UInt32 { at < end ? unsafe UInt32(text[at] & 0x3F) : 0 }
}
