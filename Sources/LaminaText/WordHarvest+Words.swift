internal import CPango

/// Words as they stand in a line of Pango's.
extension WordCache {
    /// A run of a line that is all in one face; bytes are those of the whole text.
    @safe struct Line {
        let glyphs: UnsafeMutablePointer<PangoGlyphString>
        /// Of the run.
        let start: Int
        let bytes: Range<Int>
        let isRightToLeft: Bool

        var count: Int { unsafe Int(glyphs.pointee.num_glyphs) }

        /// The glyph `n`, counted in the order of the text, and the byte that it begins at.
        func glyph(_ n: Int) -> (info: PangoGlyphInfo, byte: Int) {
            let at = isRightToLeft ? count - 1 - n : n
            return unsafe (glyphs.pointee.glyphs[at], start + Int(glyphs.pointee.log_clusters[at]))
        }
    }

    /// Keeps the words of a line that are not known. What stands between two spaces, which have the width that they have by themselves, was not
    /// kerned with them (`FontRules` leaves nothing else): when such a word is shaped alone and is the same, its ends are known.
    mutating func takeWords(
        of line: Line, _ text: UnsafeBufferPointer<UInt8>, _ face: Int, script: Int32
    ) {
        var (n, start) = (0, line.bytes.lowerBound)
        while start < line.bytes.upperBound {
            var (end, hash) = (start, Self.emptyHash)
            while unsafe end < line.bytes.upperBound && text[end] != 0x20 {
                unsafe hash = Self.hash(hash, text[end])
                end += 1
            }
            while n < line.count && line.glyph(n).byte < start { n += 1 }
            let first = n
            while n < line.count && line.glyph(n).byte < end { n += 1 }
            let word = start..<end
            start = end + 1
            if unsafe word.isEmpty || find(face, hash, text, word) != nil || findShared(face, hash, text, word) != nil {
                continue
            }
            unsafe takeWord(first..<n, of: line, hash, text, word, face, script: script)
        }
    }

    private mutating func takeWord(
        _ places: Range<Int>, of line: Line, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
        _ face: Int, script: Int32
    ) {
        guard !places.isEmpty, places.lowerBound > 0, places.upperBound < line.count, range.count <= Self.longestWord,
            isSpace(line.glyph(places.lowerBound - 1), at: range.lowerBound - 1, face),
            isSpace(line.glyph(places.upperBound), at: range.upperBound, face),
            let edges = unsafe WordScripts.edges(text, range, script: script),
            let glyphs = unsafe pango_glyph_string_new()
        else { return }
        defer { unsafe pango_glyph_string_free(glyphs) }
        unsafe pango_glyph_string_set_size(glyphs, Int32(places.count))
        for place in places {
            let at = line.isRightToLeft ? places.upperBound - 1 - place : place - places.lowerBound
            let (info, byte) = line.glyph(place)
            unsafe glyphs.pointee.glyphs[at] = info
            unsafe glyphs.pointee.log_clusters[at] = Int32(byte - range.lowerBound)
        }
        let (analysis, word) = unsafe (faces[face].analysis, UnsafeBufferPointer(rebasing: text[range]))
        let (head, tail) = (line.glyph(places.lowerBound).info.glyph, line.glyph(places.upperBound - 1).info.glyph)
        if !starts[face].contains(edges.first, head) || !ends[face].contains(edges.last, tail) {
            if unsafe !WordShaping.isShape(of: word, analysis, glyphs) { return }
            starts[face].insert(edges.first, head)
            ends[face].insert(edges.last, tail)
        }
        guard let traits = unsafe take(glyphs, word, WordShaping.Breaks(word, analysis), edges),
            !hasException(face, first: edges.first)
        else { return }
        _ = unsafe insertShared(face, hash, text, range, traits)
    }

    /// Whether a glyph is the face's space, as wide as it is by itself.
    private func isSpace(_ glyph: (info: PangoGlyphInfo, byte: Int), at byte: Int, _ face: Int) -> Bool {
        glyph.byte == byte && glyph.info.glyph == faces[face].space.glyph
            && glyph.info.geometry.width == faces[face].spaceWidth
            && glyph.info.geometry.x_offset == faces[face].space.x
            && glyph.info.geometry.y_offset == faces[face].space.y
    }
}

extension WordShaping {
    /// Whether these are the glyphs of the word by itself.
    static func isShape(
        of word: UnsafeBufferPointer<UInt8>, _ analysis: PangoAnalysis, _ glyphs: UnsafeMutablePointer<PangoGlyphString>
    ) -> Bool {
        guard let alone = unsafe pango_glyph_string_new() else { return false }
        defer { unsafe pango_glyph_string_free(alone) }
        unsafe shape(word, analysis, into: alone)
        let count = unsafe Int(glyphs.pointee.num_glyphs)
        if unsafe Int(alone.pointee.num_glyphs) != count { return false }
        return (0..<count).allSatisfy { n in
            let (a, b) = unsafe (alone.pointee.glyphs[n], glyphs.pointee.glyphs[n])
            return unsafe a.glyph == b.glyph && a.geometry.width == b.geometry.width
                && a.geometry.x_offset == b.geometry.x_offset && a.geometry.y_offset == b.geometry.y_offset
                && alone.pointee.log_clusters[n] == glyphs.pointee.log_clusters[n]
        }
    }
}
