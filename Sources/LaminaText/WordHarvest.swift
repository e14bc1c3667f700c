internal import CPango

/// Takes words out of a layout of Pango's, those whose glyphs and line breaks do not depend on their neighbours: the font has no rule
/// that looks across a space, the edges of the word keep their shape beside one, and UAX 14 breaks at the spaces around it.
@safe struct WordHarvest {
    private let text: UnsafeBufferPointer<UInt8>
    private let piece: Piece
    private let key: WordCache.FaceKey
    private let attributes: UnsafeBufferPointer<PangoLogAttr>

    /// One line of the layout, as the words in it need it.
    @safe private struct Line {
        let item: PangoItem
        let glyphs: PangoGlyphString
        let isRightToLeft: Bool

        /// The glyphs in the order of the text.
        func info(_ g: Int) -> PangoGlyphInfo { unsafe glyphs.glyphs[at(g)] }
        func cluster(_ g: Int) -> Int { unsafe Int(item.offset) + Int(glyphs.log_clusters[at(g)]) }
        var count: Int { unsafe Int(glyphs.num_glyphs) }
        func at(_ g: Int) -> Int { isRightToLeft ? count - 1 - g : g }
    }

    /// Notes the words of `layout`, which is the layout of `piece`.
    static func take(
        _ layout: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ key: WordCache.FaceKey,
        _ fonts: LineCapture.Fonts, into cache: inout WordCache
    ) {
        guard WordScripts.contains(key.script) else { return }
        var count: Int32 = 0
        guard let attributes = unsafe pango_layout_get_log_attrs_readonly(layout, &count) else { return }
        let harvest = unsafe WordHarvest(
            text: text, piece: piece, key: key,
            attributes: UnsafeBufferPointer(start: attributes, count: Int(count)))
        var character = 0
        var at = 0
        var next = unsafe pango_layout_get_lines_readonly(layout)
        while let node = unsafe next {
            let line = unsafe node.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
            var end = unsafe min(Int(line.pointee.start_index + line.pointee.length), piece.bytes.count)
            if let found = unsafe harvest.line(line) {
                var face = cache.face(key)
                if let run = unsafe harvest.ellipsis(line) {
                    end = unsafe Int(run.item.pointee.offset)
                    if let face, !cache.faces[face].hasSeenEllipsis {
                        let found = unsafe harvest.ellipsis(run, of: line, cache.faces[face], fonts)
                        cache.setEllipsis(found, face)
                    }
                } else if face == nil {
                    unsafe face = harvest.makeFace(line, found, fonts, &cache)
                }
                if let face, unsafe cache.faces[face].isUsable && cache.faces[face].pointer == found.item.analysis.font
                {
                    harvest.take(found, at..<end, character, face, into: &cache)
                }
            }
            while at < end {
                if unsafe text[piece.bytes.lowerBound + at] & 0xC0 != 0x80 { character += 1 }
                at += 1
            }
            unsafe next = node.pointee.next
        }
    }

    /// The second and last run of a line, when it is Pango's ellipsis.
    private func ellipsis(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> PangoGlyphItem? {
        guard let last = unsafe line.pointee.runs.pointee.next, unsafe last.pointee.next == nil else { return nil }
        let run = unsafe last.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        return unsafe Int32(run.item.pointee.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 ? run : nil
    }

    /// The line, when it is one run like those that composed lines have, or such a run and an ellipsis. The flag 0x80 is Pango's own business (HAS_CHAR_OFFSET).
    private func line(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> Line? {
        guard let node = unsafe line.pointee.runs else { return nil }
        if unsafe node.pointee.next != nil && (key.isRightToLeft || ellipsis(line) == nil) { return nil }
        let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee
        let item = unsafe run.item.pointee
        let glyphs = unsafe run.glyphs.pointee
        let analysis = unsafe item.analysis
        let level = unsafe Int32(analysis.level)
        let wanted = Int32(key.isRightToLeft ? 1 : 0)
        guard unsafe analysis.font != nil, unsafe analysis.flags & 0x7F == 0, level == wanted,
            unsafe Int32(analysis.script) == key.script, unsafe run.y_offset == 0, unsafe glyphs.num_glyphs > 0
        else { return nil }
        return unsafe Line(item: item, glyphs: glyphs, isRightToLeft: key.isRightToLeft)
    }

    /// Takes the words of one line; `first` is the number of its first character.
    private func take(_ line: Line, _ bytes: Range<Int>, _ first: Int, _ face: Int, into cache: inout WordCache) {
        let base = piece.bytes.lowerBound
        var (at, character, g) = (bytes.lowerBound, first, 0)
        while at < bytes.upperBound {
            if unsafe text[base + at] == 0x20 {
                while g < line.count && line.cluster(g) <= at { g += 1 }
                (at, character) = (at + 1, character + 1)
                continue
            }
            var word = Found(start: at, firstGlyph: g, firstCharacter: character)
            while unsafe at < bytes.upperBound && text[base + at] != 0x20 {
                unsafe word.hash = WordCache.hash(word.hash, text[base + at])
                if unsafe text[base + at] & 0xC0 != 0x80 {
                    if unsafe at > word.start && word.breakAt == nil && attributes[character].is_line_break != 0 {
                        word.breakAt = at
                    }
                    character += 1
                }
                at += 1
            }
            while g < line.count && line.cluster(g) < at { g += 1 }
            (word.end, word.endGlyph) = (at, g)
            keep(word, line, face, into: &cache)
        }
    }

    private struct Found {
        var start: Int
        var firstGlyph: Int
        var firstCharacter: Int
        var hash = WordCache.emptyHash
        var end = 0
        var endGlyph = 0
        var breakAt: Int?
    }

    private func keep(_ word: Found, _ line: Line, _ face: Int, into cache: inout WordCache) {
        let base = piece.bytes.lowerBound
        let range = base + word.start..<base + word.end
        // What an ellipsis leaves of a word.
        if word.end < piece.bytes.count, unsafe text[range.upperBound] != 0x20 { return }
        if range.count > WordCache.longestWord || word.firstGlyph >= word.endGlyph { return }
        if unsafe word.start > 0
            && (text[range.lowerBound - 1] != 0x20 || attributes[word.firstCharacter].is_line_break == 0)
        {
            return
        }
        if unsafe cache.find(face, word.hash, text, range) != nil { return }
        // The word and the spaces around it have clusters of their own.
        if line.cluster(word.firstGlyph) != word.start { return }
        if word.endGlyph < line.count && !isSpace(line, word.endGlyph, word.end, cache.faces[face]) { return }
        guard let edges = unsafe WordScripts.edges(text, range, script: key.script) else { return }
        var scalars = unsafe UTF8Scalars(text, range)
        while let scalar = scalars.next() { cache.characters[face].insert(scalar) }
        cache.shape.removeAll(keepingCapacity: true)
        var traits = WordTraits(
            width: 0, widthToBreak: word.breakAt == nil ? .max : 0, opens: edges.opens, quotes: edges.quotes)
        let glyphs =
            line.isRightToLeft
            ? line.at(word.endGlyph - 1)...line.at(word.firstGlyph) : word.firstGlyph...word.endGlyph - 1
        for i in glyphs {
            let info = unsafe line.glyphs.glyphs[i]
            if info.glyph & 0x1000_0000 != 0 { return }
            if info.glyph != 0x0FFF_FFFF {
                cache.shape.append(
                    PositionedGlyph(
                        glyph: info.glyph, x: traits.width &+ info.geometry.x_offset, y: info.geometry.y_offset))
            }
            traits.width &+= info.geometry.width
            if let breakAt = word.breakAt, unsafe Int(line.item.offset) + Int(line.glyphs.log_clusters[i]) < breakAt {
                traits.widthToBreak &+= info.geometry.width
            }
        }
        traits.isSplittable = isSplittable(word, line, cache.shape)
        let (start, end) = (line.info(word.firstGlyph).glyph, line.info(word.endGlyph - 1).glyph)
        if !cache.starts[face].contains(edges.first, start) || !cache.ends[face].contains(edges.last, end) {
            let stands = FontLock.withLock { _ in
                unsafe WordShaping.standsAlone(
                    UnsafeBufferPointer(rebasing: text[range]), cache.faces[face].analysis, cache.shape, traits.width)
            }
            if !stands { return }
            cache.starts[face].insert(edges.first, start)
            cache.ends[face].insert(edges.last, end)
        }
        unsafe cache.insert(face, word.hash, text, range, traits)
    }

    /// Whether a line may be cut before each glyph of the word, as ellipsize.c starts_at_ellipsization_boundary wants it.
    private func isSplittable(_ word: Found, _ line: Line, _ shape: [PositionedGlyph]) -> Bool {
        if line.isRightToLeft || shape.count != word.endGlyph - word.firstGlyph { return false }
        let base = piece.bytes.lowerBound
        var scalars = unsafe UTF8Scalars(text, base + word.start..<base + word.end)
        var at = word.start
        for (n, g) in (word.firstGlyph..<word.endGlyph).enumerated() {
            guard let scalar = scalars.next(), g_unichar_iswide(scalar) == 0, line.cluster(g) == at,
                unsafe attributes[word.firstCharacter + n].is_cursor_position != 0
            else { return false }
            let info = line.info(g)
            if info.geometry.width <= 0 || info.geometry.x_offset != 0 { return false }
            at += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
        }
        return at == word.end
    }

    /// Whether the glyph is the one space between two words, or what a line break leaves of it.
    private func isSpace(_ line: Line, _ g: Int, _ at: Int, _ face: WordCache.Face) -> Bool {
        let info = line.info(g)
        if line.cluster(g) != at || g + 1 < line.count && line.cluster(g + 1) == at { return false }
        if info.glyph == 0x0FFF_FFFF { return info.geometry.width == 0 && g == line.count - 1 }
        return info.glyph == face.space.glyph && info.geometry.width == face.spaceWidth
            && info.geometry.x_offset == face.space.x && info.geometry.y_offset == face.space.y
    }
}

// What is shaped apart, for comparison.
extension WordHarvest {
    /// Everything that a face must know; unusable when its font has rules that look across spaces. Rare, and new glyphs may be
    /// needed for it: with the font lock.
    private func makeFace(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ found: Line, _ fonts: LineCapture.Fonts,
        _ cache: inout WordCache
    ) -> Int? {
        // A picture or a sign at the start may come from another font than the words.
        guard let pointer = unsafe found.item.analysis.font, let font = unsafe fonts[pointer],
            unsafe WordScripts.isLetter(
                text, piece.bytes.lowerBound + Int(line.pointee.start_index), script: key.script)
        else { return nil }
        var logical = PangoRectangle()
        var height: Int32 = 0
        unsafe pango_layout_line_get_extents(line, nil, &logical)
        unsafe pango_layout_line_get_height(line, &height)
        let analysis = unsafe Self.plain(found.item.analysis)
        let space = FontLock.withLock { _ in unsafe WordShaping.shape([0x20], analysis) }
        var isUsable = false
        if space.count == 1, logical.y <= 0, logical.height >= -logical.y,
            let face = unsafe hb_font_get_face(pango_font_get_hb_font(pointer))
        {
            isUsable = unsafe FontRules.keepWordsApart(face, script: key.script, space: space[0].glyph)
        }
        let glyph = space.first
        return unsafe cache.addFace(
            WordCache.Face(
                pointer: pointer, analysis: analysis, font: font,
                space: PositionedGlyph(
                    glyph: glyph?.glyph ?? 0, x: glyph?.geometry.x_offset ?? 0, y: glyph?.geometry.y_offset ?? 0),
                spaceWidth: glyph?.geometry.width ?? 0, ascent: -logical.y, descent: logical.height + logical.y,
                height: height, isUsable: isUsable),
            key)
    }

    /// How the words of a run are shaped; what else it has, of its place or its look, does not matter for them.
    private static func plain(_ analysis: PangoAnalysis) -> PangoAnalysis {
        var analysis = unsafe analysis
        unsafe (analysis.extra_attrs, analysis.flags) = (nil, 0)
        return unsafe analysis
    }

    /// The ellipsis of a line that is no taller for it; nil for others.
    private func ellipsis(
        _ run: PangoGlyphItem, of line: UnsafeMutablePointer<PangoLayoutLine>, _ face: WordCache.Face,
        _ fonts: LineCapture.Fonts
    ) -> WordCache.Ellipsis? {
        guard let pointer = unsafe run.item.pointee.analysis.font, let font = unsafe fonts[pointer],
            unsafe run.y_offset == 0
        else { return nil }
        var logical = PangoRectangle()
        var height: Int32 = 0
        unsafe pango_layout_line_get_extents(line, nil, &logical)
        unsafe pango_layout_line_get_height(line, &height)
        if -logical.y != face.ascent || logical.height + logical.y != face.descent || height != face.height {
            return nil
        }
        let string = unsafe run.glyphs.pointee
        let count = unsafe Int(string.num_glyphs)
        // Shaped again, because Pango widens the one in the line to fill it.
        let shaped = FontLock.withLock { _ in
            unsafe WordShaping.shape(
                count == 1 ? [0xE2, 0x80, 0xA6] : [0x2E, 0x2E, 0x2E], Self.plain(run.item.pointee.analysis))
        }
        if shaped.count != count { return nil }
        var glyphs: [PositionedGlyph] = []
        var x: Int32 = 0
        for n in shaped.indices {
            let info = shaped[n]
            if unsafe info.glyph != string.glyphs[n].glyph { return nil }
            if info.glyph & 0x1000_0000 != 0 || info.glyph == 0x0FFF_FFFF { return nil }
            glyphs.append(
                PositionedGlyph(glyph: info.glyph, x: x &+ info.geometry.x_offset, y: info.geometry.y_offset))
            x &+= info.geometry.width
        }
        return WordCache.Ellipsis(font: font, glyphs: glyphs, width: x)
    }
}
