internal import CPango

/// Learns from a layout of Pango's what words may be shaped by themselves from then on: which font Pango takes for a style and script, and for which
/// characters; and whether the font has rules that look across a space.
@safe struct WordHarvest {
    private let text: UnsafeBufferPointer<UInt8>
    private let piece: Piece
    private let key: WordCache.FaceKey

    /// Notes what `layout`, which is the layout of `piece`, shows.
    static func take(
        _ layout: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ key: WordCache.FaceKey,
        _ fonts: LineCapture.Fonts, into cache: inout WordCache
    ) {
        guard WordScripts.contains(key.script) else { return }
        let harvest = unsafe WordHarvest(text: text, piece: piece, key: key)
        var next = unsafe pango_layout_get_lines_readonly(layout)
        while let node = unsafe next {
            let line = unsafe node.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
            unsafe harvest.take(line, fonts, into: &cache)
            unsafe next = node.pointee.next
        }
    }

    private func take(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ fonts: LineCapture.Fonts, into cache: inout WordCache
    ) {
        guard let analysis = unsafe analysis(line) else {
            if unsafe hasSeveralFonts(line) { cache.severalFonts.insert(key) }
            return
        }
        let start = unsafe Int(line.pointee.start_index)
        var end = unsafe min(start + Int(line.pointee.length), piece.bytes.count)
        var known = cache.face(key)
        if let known { unsafe cache.bind(known, analysis, fonts) }
        if let run = unsafe ellipsis(line) {
            end = unsafe Int(run.item.pointee.offset)
        } else if known == nil {
            unsafe known = makeFace(line, analysis, fonts, &cache)
        }
        guard let face = known, unsafe cache.faces[face].isUsable && cache.faces[face].pointer == analysis.font
        else { return }
        let bytes = piece.bytes.lowerBound + start..<piece.bytes.lowerBound + max(start, end)
        noteCharacters(bytes, face, &cache)
        if unsafe line.pointee.runs.pointee.next == nil { unsafe takeWords(line, bytes, face, &cache) }
    }

    /// What all of the line is shaped by, when it is one run like those that composed lines have, or such a run and an ellipsis.
    /// The flag 0x80 is Pango's own business (HAS_CHAR_OFFSET).
    private func analysis(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> PangoAnalysis? {
        guard let node = unsafe line.pointee.runs else { return nil }
        if unsafe node.pointee.next != nil && (key.isRightToLeft || ellipsis(line) == nil) { return nil }
        let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        let analysis = unsafe run.item.pointee.analysis
        guard unsafe analysis.font != nil && analysis.flags & 0x7F == 0 && run.y_offset == 0,
            unsafe Int32(analysis.level) == (key.isRightToLeft ? 1 : 0), unsafe Int32(analysis.script) == key.script
        else { return nil }
        return unsafe analysis
    }

    /// Whether a line is all in the key's script, but not in one font.
    private func hasSeveralFonts(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> Bool {
        var fonts: Set<UInt> = []
        var next = unsafe line.pointee.runs
        while let node = unsafe next {
            let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
            let analysis = unsafe run.item.pointee.analysis
            if unsafe Int32(analysis.script) != key.script { return false }
            unsafe fonts.insert(UInt(bitPattern: analysis.font))
            unsafe next = node.pointee.next
        }
        return fonts.count > 1
    }

    /// The second and last run of a line, when it is Pango's ellipsis.
    private func ellipsis(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> PangoGlyphItem? {
        guard let last = unsafe line.pointee.runs.pointee.next, unsafe last.pointee.next == nil else { return nil }
        let run = unsafe last.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        return unsafe Int32(run.item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 ? run : nil
    }

    private func takeWords(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ bytes: Range<Int>, _ face: Int, _ cache: inout WordCache
    ) {
        let run = unsafe line.pointee.runs.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        guard let glyphs = unsafe run.glyphs else { return }
        let found = unsafe WordCache.Line(
            glyphs: glyphs, start: piece.bytes.lowerBound + Int(run.item.pointee.offset), bytes: bytes,
            isRightToLeft: key.isRightToLeft)
        unsafe cache.takeWords(of: found, text, face, script: key.script)
    }

    /// Of words that can be kept; in others, what stands beside a character decides its font.
    private func noteCharacters(_ bytes: Range<Int>, _ face: Int, _ cache: inout WordCache) {
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            let end = bytes.clamped(to: start..<bytes.upperBound).first { unsafe text[$0] == 0x20 } ?? bytes.upperBound
            let word = start..<end
            start = end + 1
            if word.isEmpty || word.count > WordCache.longestWord { continue }
            if unsafe WordScripts.edges(text, word, script: key.script) == nil { continue }
            var scalars = unsafe UTF8Scalars(text, word)
            while let scalar = scalars.next() { cache.characters[face].insert(scalar) }
        }
    }

    /// Of the whole text.
    private func bytes(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> Range<Int> {
        let start = unsafe piece.bytes.lowerBound + Int(line.pointee.start_index)
        return unsafe start..<min(start + Int(line.pointee.length), piece.bytes.upperBound)
    }

    /// Whether a number stands before the first letter, as in "15 min", with nothing but ASCII between them: in one run with the letter, all of it
    /// has the letter's font.
    private func beginsWithNumber(_ bytes: Range<Int>) -> Bool {
        guard let first = bytes.first, unsafe (0x30...0x39).contains(text[first]) else { return false }
        let next = bytes.first {
            unsafe !(0x20..<0x7F).contains(text[$0]) || WordScripts.isLetter(text, $0, script: key.script)
        }
        guard let next else { return false }
        return unsafe WordScripts.isLetter(text, next, script: key.script)
    }

    /// Everything that a face must know; unusable when its font has rules that look across spaces.
    private func makeFace(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ analysis: PangoAnalysis, _ fonts: LineCapture.Fonts,
        _ cache: inout WordCache
    ) -> Int? {
        // A picture or a sign at the start may come from another font than the words.
        guard let pointer = unsafe analysis.font, let font = unsafe fonts[pointer],
            unsafe WordCache.beginsWithWord(text, bytes(line), script: key.script, letter: key.script)
                || beginsWithNumber(bytes(line))
        else { return nil }
        var logical = PangoRectangle()
        var height: Int32 = 0
        unsafe pango_layout_line_get_extents(line, nil, &logical)
        unsafe pango_layout_line_get_height(line, &height)
        return unsafe cache.addFace(key, analysis, font, logical, height: height)
    }

    /// How the words of a run are shaped; what else it has, of its place or its look, does not matter for them.
    static func plain(_ analysis: PangoAnalysis) -> PangoAnalysis {
        var analysis = unsafe analysis
        unsafe (analysis.extra_attrs, analysis.flags) = (nil, 0)
        return unsafe analysis
    }
}
