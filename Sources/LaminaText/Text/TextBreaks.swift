internal import CPango

/// Where a stretch of text may be cut, as Pango has it.
struct TextBreaks {
    /// Offsets from the start, in order, the end included: where characters, as their reader sees them, begin.
    private(set) var characters: [Int] = []
    /// The same for the ends of words.
    private(set) var wordEnds: [Int] = []
    private(set) var wordStarts: [Int] = []
    private(set) var lines: [Int] = []
    private(set) var sentences: [Int] = []

    /// `bytes` must be well-formed UTF-8. Takes time in their number; needs no font.
    init(_ bytes: UnsafeBufferPointer<UInt8>, language: String) {
        let count = unsafe UTF8Count.scalars(bytes)
        var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: count + 1)
        guard let base = bytes.baseAddress, bytes.count > 0 else {
            characters = [0]
            return
        }
        let text = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        unsafe attributes.withUnsafeMutableBufferPointer { found in
            unsafe pango_get_log_attrs(
                text, Int32(clamping: bytes.count), -1, pango_language_from_string(language), found.baseAddress,
                Int32(clamping: count + 1))
        }
        var offset = 0
        for attribute in attributes {
            if attribute.is_cursor_position != 0 || offset == bytes.count { characters.append(offset) }
            if attribute.is_word_end != 0 { wordEnds.append(offset) }
            if attribute.is_word_start != 0 { wordStarts.append(offset) }
            if attribute.is_line_break != 0 { lines.append(offset) }
            if attribute.is_sentence_boundary != 0 { sentences.append(offset) }
            offset += 1
            while unsafe offset < bytes.count && bytes[offset] & 0xC0 == 0x80 { offset += 1 }
        }
    }
}

/// Counting what UTF-8 is made of.
enum UTF8Count {
    static func scalars(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var count = 0
        for i in 0..<bytes.count where unsafe bytes[i] & 0xC0 != 0x80 { count += 1 }
        return count
    }
}
