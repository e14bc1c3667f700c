/// The ellipsis at the end of a line of known words.
extension WordCache {
    /// The end of the last line: some whole words of it, part of the next one, and the ellipsis.
    struct Cut {
        /// Of `found`: the words that are shown whole.
        var words: Range<Int>
        /// How many glyphs of the word after them are shown; nil when not even the space before it is.
        var glyphs: Int?
        /// The first byte that is hidden.
        var byte: Int
        /// 1/1024 units; where the ellipsis stands.
        var x: Int32
        var ellipsis: Ellipsis
    }

    /// Cuts the line that the words from `first` on would make, the last of which does not fit, as ellipsize.c does: the gap grows from the end,
    /// character by character, until the ellipsis fits. Nil where that is for Pango to find.
    func cut(
        _ text: UnsafeBufferPointer<UInt8>, first: Int, face: Face, _ ellipsis: Ellipsis, available: Int
    ) -> Cut? {
        let room = available - Int(ellipsis.width)
        var start = (first..<found.count).reduce(0) { $0 + Int(width($1)) + Int(face.spaceWidth) }
        for n in (first..<found.count).reversed() {
            let end = start - Int(face.spaceWidth)
            start = end - Int(width(n))
            if end <= room && n + 1 < found.count {
                return Cut(
                    words: first..<n + 1, glyphs: nil, byte: found[n].bytes.upperBound, x: Int32(end),
                    ellipsis: ellipsis)
            }
            if start > room || words[found[n].index].glyphCount == 0 { continue }
            let word = words[found[n].index]
            guard word.traits.isSplittable, !word.traits.hasWide else { return nil }
            var count = Int(word.glyphCount)
            repeat { count -= 1 } while count > 0 && start + Int(glyphs[Int(word.firstGlyph) + count].x) > room
            // A line of nothing but the ellipsis has another height.
            if n == first && count == 0 { return nil }
            let x = start + Int(glyphs[Int(word.firstGlyph) + count].x)
            let byte = unsafe Self.byte(ofCharacter: count, text, found[n].bytes)
            return Cut(words: first..<n, glyphs: count, byte: byte, x: Int32(x), ellipsis: ellipsis)
        }
        return nil
    }

    private func width(_ n: Int) -> Int32 { words[found[n].index].traits.width }

    private static func byte(
        ofCharacter count: Int, _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>
    ) -> Int {
        var (at, left) = (bytes.lowerBound, count)
        while left > 0 {
            at += 1
            if unsafe text[at] & 0xC0 != 0x80 { left -= 1 }
        }
        return at
    }
}
