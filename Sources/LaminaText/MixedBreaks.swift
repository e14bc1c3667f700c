/// Words of a mixed paragraph that are broken: those of Chinese, Japanese, Korean and Thai, and such with hyphens.
extension WordCache {
    /// Ends the line with as much of a word as fits, and leaves what begins the next line; not where the parts are shaped otherwise than
    /// together, or where nothing fits. Without room for a part, the line ends before the word.
    mutating func split(
        _ word: inout MixedParagraph.Word, _ text: UnsafeBufferPointer<UInt8>, from start: Int, _ room: inout Room
    ) -> Bool {
        let run = mixed.runs[word.run]
        let hasOwnSpace = words[word.index].traits.space >= 0
        let whole = word.bytes.lowerBound..<word.bytes.upperBound + (hasOwnSpace ? 1 : 0)
        if run.kind == .space { return false }
        var places = words[word.index].traits.places
        if places == 0 { return false }
        var best: (head: MixedParagraph.Word, tail: MixedParagraph.Word)?
        while places != 0 {
            let at = whole.lowerBound + places.trailingZeroBitCount
            places &= places - 1
            guard let head = unsafe part(whole.lowerBound..<at, text, word),
                let tail = unsafe part(at..<whole.upperBound, text, word),
                renewals == room.renewals, isSplit(word.index, head, tail, isRightToLeft: run.level & 1 == 1)
            else { return false }
            if start + Int(words[head.index].traits.width) > room.available { break }
            best = (head, tail)
        }
        guard let best else { return mixed.words.count > room.first }
        mixed.words.append(best.head)
        room.width = start + Int(words[best.head.index].traits.width)
        word = best.tail
        return true
    }

    /// Part of a word, shaped by itself.
    private mutating func part(
        _ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ word: MixedParagraph.Word
    ) -> MixedParagraph.Word? {
        let run = mixed.runs[word.run]
        var part = MixedParagraph.Word(index: -1, bytes: bytes, run: word.run)
        if run.kind == .letters && faces[run.face].isUsable {
            var hash = Self.emptyHash
            for i in bytes { unsafe hash = Self.hash(hash, text[i]) }
            guard
                let index = unsafe find(run.face, hash, text, bytes)
                    ?? shapeWord(run.face, hash, text, bytes, script: run.script)
            else { return nil }
            part.index = index
            if bytes.upperBound == word.bytes.upperBound { (part.space, part.spaceRun) = (word.space, word.spaceRun) }
            return part
        }
        guard let index = unsafe findWhole(run.face, text, bytes, run) else { return nil }
        part.index = index
        if words[index].traits.space >= 0 {
            part.bytes = bytes.dropLast()
            (part.space, part.spaceRun) = (words[index].traits.space, word.run)
        } else if bytes.upperBound == word.bytes.upperBound {
            (part.space, part.spaceRun) = (word.space, word.spaceRun)
        }
        return part
    }

    /// Whether a word is its two parts, to the last glyph, with the space between them if there is one.
    private func isSplit(
        _ whole: Int, _ head: MixedParagraph.Word, _ tail: MixedParagraph.Word, isRightToLeft: Bool
    ) -> Bool {
        let (a, b, all) = (words[head.index], words[tail.index], words[whole])
        if a.traits.isHopeless || b.traits.isHopeless || a.traits.width <= 0 || b.traits.width <= 0 { return false }
        let hasSpace = a.traits.space >= 0
        let space = hasSpace ? a.traits.space : 0
        if a.traits.width &+ space &+ b.traits.width != all.traits.width { return false }
        if b.traits.space != all.traits.space { return false }
        if a.glyphCount + b.glyphCount + (hasSpace ? 1 : 0) != all.glyphCount { return false }
        let (left, right) = isRightToLeft ? (b, a) : (a, b)
        return hasGlyphs(all, of: left, from: 0, shift: 0)
            && hasGlyphs(
                all, of: right, from: all.glyphCount - right.glyphCount, shift: left.traits.width &+ space)
    }

    /// Whether a word has the glyphs of a part, from its glyph `first` on and so far to the right.
    private func hasGlyphs(_ whole: WordTable.Word, of part: WordTable.Word, from first: Int32, shift: Int32) -> Bool {
        for i in 0..<part.glyphCount {
            var glyph = glyphs[Int(part.firstGlyph + i)]
            glyph.x &+= shift
            if glyphs[Int(whole.firstGlyph + first + i)] != glyph { return false }
        }
        return true
    }
}
