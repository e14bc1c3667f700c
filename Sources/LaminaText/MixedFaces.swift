internal import CPango

/// What a layout of Pango's shows about the fonts of a paragraph in several scripts.
extension WordCache {
    /// Notes the faces of all runs of a layout, and the characters that each has.
    mutating func learnMixed(
        _ layout: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ spans: [StyledSpan],
        _ fonts: LineCapture.Fonts
    ) {
        mixed.hasLearned = false
        var next = unsafe pango_layout_get_lines_readonly(layout)
        while let node = unsafe next {
            let line = unsafe node.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self)
            unsafe learnLine(line, text, piece, spans, fonts)
            unsafe next = node.pointee.next
        }
        if mixed.hasLearned || mixed.riddle == 0 || piece.maximumLines > 0 { return }
        if riddles.count >= 4096 { riddles.removeAll() }
        riddles.insert(mixed.riddle)
    }

    /// A run of a line of Pango's.
    private struct SeenRun {
        var bytes: Range<Int>
        var key: FaceKey
        var level: UInt8
        /// Nil when it is not like those that lines are composed of.
        var face: Int?
        var rise: Int32
    }

    private mutating func learnLine(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece,
        _ spans: [StyledSpan], _ fonts: LineCapture.Fonts
    ) {
        var next = unsafe line.pointee.runs
        var seen: [SeenRun] = []
        let end = unsafe piece.bytes.lowerBound + Int(line.pointee.start_index) + Int(line.pointee.length)
        while let node = unsafe next {
            let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            unsafe seen.append(learnRun(run, text, piece, spans, fonts, lineEnd: end))
            unsafe next = node.pointee.next
        }
        seen.sort { $0.bytes.lowerBound < $1.bytes.lowerBound }
        guard let base = seen.first?.face else { return }
        for run in seen {
            if let face = run.face, rise(of: face, after: base) != run.rise { risesAsPango = false }
        }
        for (a, b) in zip(seen, seen.dropFirst()) {
            guard let first = a.face, let second = b.face, first != second, a.key == b.key, a.level == b.level,
                a.bytes.upperBound == b.bytes.lowerBound
            else { continue }
            let startsWithSpace = unsafe text[b.bytes.lowerBound] == 0x20
            if unsafe !startsWithSpace && text[a.bytes.upperBound - 1] != 0x20 { continue }
            if precedence[FacePair(first: first, second: second)] == nil { mixed.hasLearned = true }
            precedence[FacePair(first: first, second: second)] = !startsWithSpace
            precedence[FacePair(first: second, second: first)] = startsWithSpace
        }
    }

    /// What a run tells, with a face, which is a new one when none is like it.
    private mutating func learnRun(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece,
        _ spans: [StyledSpan], _ fonts: LineCapture.Fonts, lineEnd: Int
    ) -> SeenRun {
        let item = unsafe run.pointee.item.pointee
        let analysis = unsafe item.analysis
        let start = unsafe min(piece.bytes.lowerBound + Int(item.offset), piece.bytes.upperBound)
        let bytes = unsafe start..<min(start + Int(item.length), piece.bytes.upperBound)
        let script = unsafe Int32(analysis.script)
        let kind = unsafe Self.kind(text, bytes)
        let style = spans[LineCapture.span(at: start, piece, spans, near: piece.spans.lowerBound)].style
        let key = unsafe FaceKey(style: style, script: script, level: analysis.level, kind: kind)
        var seen = unsafe SeenRun(
            bytes: bytes, key: key, level: analysis.level, face: nil, rise: run.pointee.y_offset)
        // The flag 0x80 is Pango's own business (HAS_CHAR_OFFSET).
        guard let pointer = unsafe analysis.font, let font = unsafe fonts[pointer], unsafe analysis.flags & 0x7F == 0,
            !bytes.isEmpty
        else { return seen }
        // A space at the end of a line may have begun a run that was broken after it; then its font is that of the letters.
        if kind == .space && bytes.upperBound >= lineEnd {
            if !mixed.scanned.contains(where: { $0.kind == .space && $0.bytes == bytes }) { return seen }
        }
        var known = face(key)
        if let first = known, unsafe faces[first].pointer == nil {
            unsafe bind(first, analysis, fonts)
            if unsafe faces[first].pointer != nil { mixed.hasLearned = true }
        }
        if let first = known, unsafe (faces[first].pointer != pointer) {
            if kind != .letters { return seen }
            known = others[first]?.first { unsafe faces[$0].pointer == pointer }
        }
        if known == nil {
            if kind == .letters {
                // Numbers among letters that run from right to left are on a level of their own.
                let hasDigits = unsafe analysis.level > 0 && analysis.level & 1 == 0
                let beginning: Int32? = face(key) != nil || hasDigits ? nil : script
                if unsafe !Self.beginsWithWord(text, bytes, script: script, letter: beginning) { return seen }
            }
            unsafe known = addFace(run, key, analysis, font)
            mixed.hasLearned = true
        }
        guard let known else { return seen }
        seen.face = known
        if kind == .letters { unsafe noteCharacters(text, bytes, piece, known, script: script) }
        if kind == .emoji {
            var scalars = unsafe UTF8Scalars(text, bytes)
            while let scalar = scalars.next() { note(scalar, known) }
        }
        return seen
    }

    private mutating func note(_ scalar: UInt32, _ face: Int) {
        if characters[face].contains(scalar) { return }
        characters[face].insert(scalar)
        mixed.hasLearned = true
    }

    /// Whether the first word begins with a letter of the script `letter`, if one is asked for, and has nothing in it that may be a picture.
    static func beginsWithWord(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, script: Int32, letter: Int32?
    ) -> Bool {
        let start = unsafe !bytes.isEmpty && text[bytes.lowerBound] == 0x20 ? bytes.lowerBound + 1 : bytes.lowerBound
        if start >= bytes.upperBound { return false }
        if let letter, unsafe !WordScripts.isLetter(text, start, script: letter) { return false }
        var scalars = unsafe UTF8Scalars(text, start..<bytes.upperBound)
        while let scalar = scalars.next(), scalar != 0x20 {
            if !WordScripts.isPlain(scalar, script) { return false }
        }
        return true
    }

    private static func kind(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> MixedRun.Kind {
        if unsafe bytes.count == 1 && text[bytes.lowerBound] == 0x20 { return .space }
        return unsafe Emoji.end(text, bytes) == bytes.upperBound ? .emoji : .letters
    }

    /// Whether bytes are all that stands between two spaces.
    private static func isWord(_ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece) -> Bool {
        unsafe (bytes.lowerBound == piece.bytes.lowerBound || text[bytes.lowerBound - 1] == 0x20)
            && (bytes.upperBound == piece.bytes.upperBound || text[bytes.upperBound] == 0x20)
    }

    /// Whether bytes are part of a word in several scripts whose characters have their fonts by themselves.
    private static func isPart(_ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece) -> Bool {
        var (start, end) = (bytes.lowerBound, bytes.upperBound)
        while unsafe start > piece.bytes.lowerBound && text[start - 1] != 0x20 { start -= 1 }
        while unsafe end < piece.bytes.upperBound && text[end] != 0x20 { end += 1 }
        return unsafe end - start <= 4 * longestWord && MixedMeetings.edges(text, start..<end) != nil
    }

    /// Of whole words whose characters have their fonts by themselves.
    private mutating func noteCharacters(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ piece: Piece, _ face: Int, script: Int32
    ) {
        if MixedSegments.contains(script) {
            var scalars = unsafe UTF8Scalars(text, bytes.lowerBound..<piece.bytes.upperBound)
            var next = scalars.next()
            var at = bytes.lowerBound
            while at < bytes.upperBound, let scalar = next {
                at = scalars.offset
                next = scalars.next()
                if MixedMeetings.isOrdinary(scalar), next.map(MixedSegments.mayFollow) ?? true { note(scalar, face) }
            }
            return
        }
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            var end = start
            while unsafe end < bytes.upperBound && text[end] != 0x20 { end += 1 }
            let word = start..<end
            start = end + 1
            if word.isEmpty || word.count > Self.longestWord { continue }
            if unsafe !Self.isWord(word, text, piece) && !Self.isPart(word, text, piece) { continue }
            var scalars = unsafe UTF8Scalars(text, word)
            var arePlain = true
            while let scalar = scalars.next() { arePlain = arePlain && WordScripts.isPlain(scalar, script) }
            if !arePlain { continue }
            scalars = unsafe UTF8Scalars(text, word)
            while let scalar = scalars.next() { note(scalar, face) }
        }
    }

    private mutating func addFace(
        _ run: UnsafeMutablePointer<PangoGlyphItem>, _ key: FaceKey, _ analysis: PangoAnalysis, _ font: CapturedFont
    ) -> Int? {
        guard let pointer = unsafe analysis.font else { return nil }
        var logical = PangoRectangle()
        unsafe pango_glyph_string_extents(run.pointee.glyphs, pointer, nil, &logical)
        let metrics = unsafe pango_font_get_metrics(pointer, analysis.language)
        defer { unsafe pango_font_metrics_unref(metrics) }
        let height = unsafe pango_font_metrics_get_height(metrics)
        return unsafe addFace(key, analysis, font, logical, height: height)
    }

    /// Everything that a face must know; unusable when its font has rules that look across spaces, or its script is not shaped by words.
    mutating func addFace(
        _ key: FaceKey, _ whole: PangoAnalysis, _ font: CapturedFont, _ logical: PangoRectangle, height: Int32
    ) -> Int? {
        guard let pointer = unsafe whole.font else { return nil }
        let analysis = unsafe WordHarvest.plain(whole)
        let space = unsafe WordShaping.shape([0x20], analysis)
        var isUsable = false
        if space.count == 1, logical.y <= 0, logical.height >= -logical.y,
            key.kind != .letters
                || WordScripts.contains(key.script), let face = unsafe hb_font_get_face(pango_font_get_hb_font(pointer))
        {
            isUsable = unsafe FontRules.wordsApart(face, script: key.script, space: space[0].glyph) != .none
        }
        let glyph = space.first
        let index = unsafe addFace(
            Face(
                pointer: pointer, analysis: analysis, font: font,
                space: PositionedGlyph(
                    glyph: glyph?.glyph ?? 0, x: glyph?.geometry.x_offset ?? 0, y: glyph?.geometry.y_offset ?? 0),
                spaceWidth: glyph?.geometry.width ?? 0, ascent: -logical.y, descent: logical.height + logical.y,
                height: height, isUsable: isUsable),
            key)
        noteExceptions(index, script: key.script)
        return index
    }
}

extension WordCache {
    /// All of a run as one word, with the space at its end; nil when only Pango can tell what becomes of it.
    mutating func findWhole(
        _ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ run: MixedRun, isPart: Bool = false
    ) -> Int? {
        var hash = isPart ? Self.emptyHash ^ Self.partMark : Self.emptyHash
        for i in range { unsafe hash = Self.hash(hash, text[i]) }
        if let known = unsafe find(face, hash, text, range) ?? findShared(face, hash, text, range) { return known }
        if unsafe faces[face].pointer == nil || range.count > Self.longestWord
            || !isKnown(face, text, range, run, isPart)
        {
            return nil
        }
        let analysis = unsafe faces[face].analysis
        let word = unsafe UnsafeBufferPointer(rebasing: text[range])
        guard let glyphs = unsafe pango_glyph_string_new() else { return nil }
        defer { unsafe pango_glyph_string_free(glyphs) }
        unsafe WordShaping.shape(word, analysis, into: glyphs)
        let breaks = unsafe WordShaping.Breaks(word, analysis)
        let edges = WordScripts.Edges(first: 0, last: 0, opens: false, quotes: false)
        guard var traits = unsafe take(glyphs, word, breaks, edges) else { return nil }
        if run.kind != .emoji { traits.isSplittable = false }
        if isPart { unsafe traits.quotes = Self.endsInQuotation(text, range) }
        if unsafe text[range.upperBound - 1] == 0x20 {
            let count = unsafe Int(glyphs.pointee.num_glyphs)
            let isRightToLeft = unsafe analysis.level & 1 == 1
            let at = isRightToLeft ? 0 : count - 1
            let info = unsafe glyphs.pointee.glyphs[at]
            let cluster = unsafe Int(glyphs.pointee.log_clusters[at])
            guard count > 1, shape.count > 0, cluster == range.count - 1, info.glyph == faces[face].space.glyph,
                info.geometry.x_offset == faces[face].space.x, info.geometry.y_offset == faces[face].space.y,
                info.geometry.width >= 0
            else { return nil }
            traits.space = info.geometry.width
            traits.width &-= info.geometry.width
            shape.remove(at: isRightToLeft ? 0 : shape.count - 1)
            if isRightToLeft { for i in shape.indices { shape[i].x &-= info.geometry.width } }
        }
        return unsafe insertShared(face, hash, text, range, traits)
    }

    /// Whether a run that begins with a space is, to the last glyph, that space and the word `index` that follows it.
    mutating func keepsSpaceApart(
        _ run: MixedRun, _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ index: Int, isPart: Bool = false
    ) -> Bool {
        let before = renewals
        guard let whole = unsafe findWhole(run.face, text, run.bytes, run, isPart: isPart), renewals == before
        else { return false }
        let (all, word, face) = (words[whole], words[index], faces[run.face])
        let (count, first) = (Int(word.glyphCount), Int(all.firstGlyph))
        let isRightToLeft = run.level & 1 == 1
        if all.glyphCount != word.glyphCount + 1 || all.traits.space != word.traits.space { return false }
        if all.traits.width != word.traits.width &+ face.spaceWidth { return false }
        var space = face.space
        if isRightToLeft { space.x &+= word.traits.width }
        if glyphs[isRightToLeft ? first + count : first] != space { return false }
        for i in 0..<count {
            var glyph = glyphs[Int(word.firstGlyph) + i]
            if !isRightToLeft { glyph.x &+= face.spaceWidth }
            if glyphs[first + i + (isRightToLeft ? 0 : 1)] != glyph { return false }
        }
        return true
    }

    private static func endsInQuotation(_ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        var scalars = unsafe UTF8Scalars(text, range)
        var last: UInt32 = 0
        while let scalar = scalars.next() { if scalar != 0x20 { last = scalar } }
        return g_unichar_break_type(last) == G_UNICODE_BREAK_QUOTATION
    }

    /// Whether every character is known to be in the face, and lines are broken around the whole.
    private func isKnown(
        _ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ run: MixedRun, _ isPart: Bool
    ) -> Bool {
        var scalars = unsafe UTF8Scalars(text, range)
        var (first, last) = (UInt32(0), UInt32(0))
        while let scalar = scalars.next() {
            if scalar == 0x20 { continue }
            if !characters[face].contains(scalar) { return false }
            if run.kind == .letters && !WordScripts.isPlain(scalar, run.script) { return false }
            if first == 0 { first = scalar }
            last = scalar
        }
        return run.kind == .emoji || isPart || WordScripts.standsFreely(first, last)
    }
}
