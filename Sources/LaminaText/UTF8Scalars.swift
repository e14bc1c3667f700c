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

    mutating func next() -> UInt32? {
        if offset >= end { return nil }
        let lead = unsafe UInt32(text[offset])
        if lead < 0x80 {
            offset += 1
            return lead
        }
        let length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
        var scalar = lead & (0x7F >> UInt32(length))
        for i in offset + 1..<min(offset + length, end) { scalar = unsafe scalar << 6 | UInt32(text[i] & 0x3F) }
        offset += length
        return scalar
    }
}
