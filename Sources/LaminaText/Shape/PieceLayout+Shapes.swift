internal import CPango

// Shapes of items, once they are wanted, and of what lines cut them into.
extension PieceLayout {
    /// Shapes the items from the one that holds character `start` on, as far as that was not done.
    func shape(_ start: Int) {
        for index in paragraph.items.indices where paragraph.items[index].characters.upperBound > start {
            shape(item: index)
        }
    }

    func shape(item index: Int) {
        let item = paragraph.items[index]
        if !item.glyphs.isEmpty { return }
        let first = paragraph.glyphs.count
        line.spare.removeAll(keepingCapacity: true)
        shape(item.bytes, of: item, .none, into: &line.spare)
        paragraph.glyphs += line.spare
        paragraph.items[index].glyphs = first..<paragraph.glyphs.count
        paragraph.measure(index)
    }

    /// Appends the glyphs of bytes of an item, with its spacing.
    func shape(_ bytes: Range<Int>, of item: TextItem, _ ending: Shaper.Ending, into glyphs: inout [ShapedGlyph]) {
        let first = glyphs.count
        switch item.kind {
        case .tab, .lineSeparator:
            glyphs.append(
                ShapedGlyph(
                    glyph: pangoGlyphEmpty, cluster: Int32(bytes.lowerBound), advance: 0, x: 0, y: 0, isSafe: true))
            return
        case .attachment:
            unsafe Self.forEachCharacter(paragraph.text, bytes, item.isRightToLeft) { byte in
                glyphs.append(
                    ShapedGlyph(
                        glyph: pangoGlyphEmpty, cluster: Int32(byte), advance: attachmentSize(item).width, x: 0, y: 0,
                        isSafe: true))
            }
            return
        case .text: break
        }
        if item.face < 0 {
            let width = Face.boxWidth(ascent: missingFace(item.span).0)
            unsafe Self.forEachCharacter(paragraph.text, bytes, item.isRightToLeft) { byte in
                glyphs.append(
                    ShapedGlyph(
                        glyph: pangoGlyphUnknownFlag, cluster: Int32(byte), advance: width, x: 0, y: 0, isSafe: true))
            }
        } else {
            let own = features(item)
            let isWhole = bytes == item.bytes && ending == .none && own.isEmpty && !item.wasCut
            let isKnown = unsafe isWhole && engine.shapes.shape(item, paragraph.text, into: &glyphs)
            if !isKnown {
                let face = engine.faces[item.face]
                unsafe shaper.shape(bytes, of: item, face, paragraph.text, own, ending, into: &glyphs)
                if isWhole { engine.keep { unsafe engine.shapes.learn(item, paragraph.text, glyphs[first...]) } }
            }
        }
        if !styled.rare.isEmpty { addSpaces(first, item, into: &glyphs) }
    }

    private static func forEachCharacter(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ isReversed: Bool, _ body: (Int) -> Void
    ) {
        if isReversed {
            for byte in bytes.reversed() where unsafe text[byte] & 0xC0 != 0x80 { body(byte) }
        } else {
            for byte in bytes where unsafe text[byte] & 0xC0 != 0x80 { body(byte) }
        }
    }

    /// The width of an item's attachment, and how far it reaches above and below the baseline; 1/1024 units.
    func attachmentSize(_ item: TextItem) -> (width: Int32, ascent: Int32, descent: Int32) {
        guard let attachment = styled.rare(of: item.span)?.attachment else { return (0, 0, 0) }
        let scale = attachment.holdsChild ? 1 : styled.scale
        let (height, rise) = (lengthUnits(attachment.height * scale), lengthUnits(attachment.rise * scale))
        return (lengthUnits(attachment.width * scale), height &+ rise, 0 &- rise)
    }

    /// The OpenType features that the text asks for itself.
    private func features(_ item: TextItem) -> [hb_feature_t] {
        if styled.rare.isEmpty { return [] }
        var result: [hb_feature_t] = []
        for span in piece.spans where styled.spans[span].rare >= 0 {
            let range = styled.spans[span].bytes
            let start = max(range.lowerBound - piece.bytes.lowerBound, item.bytes.lowerBound)
            let end = min(range.upperBound - piece.bytes.lowerBound, item.bytes.upperBound)
            if start >= end { continue }
            guard let names = styled.rare(of: span)?.features else { continue }
            for name in names.utf8.split(separator: UInt8(ascii: ",")) {
                var feature = hb_feature_t()
                let isKnown = unsafe Array(name).withUnsafeBytes {
                    unsafe hb_feature_from_string(
                        $0.baseAddress?.assumingMemoryBound(to: CChar.self), Int32($0.count), &feature)
                }
                if isKnown == 0 { continue }
                (feature.start, feature.end) = (UInt32(start), UInt32(end))
                result.append(feature)
            }
        }
        if item.letterSpacing != 0 {
            // Letters that stand apart do not join.
            for tag in [Self.tag("liga"), Self.tag("clig"), Self.tag("dlig")] {
                result.append(hb_feature_t(tag: tag, value: 0, start: 0, end: UInt32.max))
            }
        }
        return result
    }

    private static func tag(_ name: StaticString) -> hb_tag_t {
        name.withUTF8Buffer { bytes in unsafe bytes.reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Widens the glyphs from `first` on by what the text asks for between letters and words.
    private func addSpaces(_ first: Int, _ item: TextItem, into glyphs: inout [ShapedGlyph]) {
        let wordSpacing = styled.units(styled.rare(of: item.span)?.wordSpacing)
        if wordSpacing != 0 {
            for i in first..<glyphs.count where unsafe paragraph.text[Int(glyphs[i].cluster)] == 0x20 {
                glyphs[i].advance = max(0, glyphs[i].advance &+ wordSpacing)
            }
        }
        if item.letterSpacing == 0 { return }
        let (left, right) = halves(item.letterSpacing)
        var i = first
        while i < glyphs.count {
            var end = i + 1
            while end < glyphs.count && glyphs[end].cluster == glyphs[i].cluster { end += 1 }
            // Not within what a reader sees as one character.
            if paragraph.characters[paragraph.character(at: Int(glyphs[i].cluster))].attributes.is_cursor_position != 0
            {
                glyphs[i].advance &+= left
                glyphs[i].x &+= left
                glyphs[end - 1].advance &+= right
            }
            i = end
        }
    }

    /// Shares a space between the sides of a character.
    func halves(_ space: Int32) -> (left: Int32, right: Int32) {
        var left = space / 2
        if space & 1023 == 0 { left = (left + 512) & ~1023 }
        return (left, space &- left)
    }

    /// How many characters beyond twice a line are shaped anew at most.
    static let reach = 64

    /// Shapes what follows a line anew where it cannot be cut from what was shaped with the line, up to where it can,
    /// or to `farthest`: letters may join without an end, and the next line is shaped anew again.
    func reshape(from start: Int, farthest: Int) {
        if start >= paragraph.characterCount || paragraph.characters[start].isSafe { return }
        guard let index = paragraph.items.firstIndex(where: { $0.characters.upperBound > start }) else { return }
        let item = paragraph.items[index]
        if item.glyphs.isEmpty || start <= item.characters.lowerBound { return }
        var end = paragraph.nextSafe(start, item, farthest)
        // What was safe beside a ligature may not be beside its second letter alone.
        while end < item.characters.upperBound && paragraph.characters[end].isSafe {
            let next = paragraph.nextSafe(end, item, farthest)
            line.spare.removeAll(keepingCapacity: true)
            shape(paragraph.offset(start)..<paragraph.offset(next), of: item, .none, into: &line.spare)
            let place = Int32(truncatingIfNeeded: paragraph.offset(end))
            if line.spare.contains(where: { $0.cluster == place && $0.isSafe }) { break }
            end = next
        }
        let parts = paragraph.split(item, start, end)
        paragraph.items.replaceSubrange(index...index, with: parts)
        shape(item: index + 1)
    }
}

extension Paragraph {
    /// Spreads the widths of a shaped item's glyphs over its characters.
    mutating func measure(_ index: Int) {
        let item = items[index]
        var character = item.characters.lowerBound
        var i = 0
        let count = item.glyphs.count
        let (first, step) = item.isRightToLeft ? (item.glyphs.upperBound - 1, -1) : (item.glyphs.lowerBound, 1)
        while i < count {
            let cluster = glyphs[first + i * step].cluster
            var width: Int32 = 0
            var safe = true
            while i < count, glyphs[first + i * step].cluster == cluster {
                width &+= glyphs[first + i * step].advance
                safe = safe && glyphs[first + i * step].isSafe
                i += 1
            }
            var end = item.characters.upperBound
            if i < count {
                let next = glyphs[first + i * step].cluster
                end = character
                while end < item.characters.upperBound && characters[end].offset < next { end += 1 }
            }
            let parts = max(1, end - character)
            let share = width / Int32(parts)
            for c in character..<max(end, character) {
                characters[c].width = share
                (characters[c].isSafe, characters[c].beginsCluster) = (false, false)
            }
            if end > character {
                characters[end - 1].width = width &- share &* Int32(parts - 1)
                (characters[character].isSafe, characters[character].beginsCluster) = (safe, true)
                character = end
            }
        }
        characters[item.characters.lowerBound].isSafe = true
        while character < item.characters.upperBound {
            (characters[character].width, characters[character].isSafe, characters[character].beginsCluster) = (
                0, false, false
            )
            character += 1
        }
    }

    /// The glyphs of an item whose clusters begin in `characters`.
    func glyphs(of item: TextItem, _ characters: Range<Int>) -> Range<Int> {
        if characters == item.characters { return item.glyphs }
        let (start, end) = (
            self.characters[characters.lowerBound].offset, self.characters[characters.upperBound].offset
        )
        let own = glyphs[item.glyphs]
        if item.isRightToLeft {
            return own.firstIndex(inOrder: { $0.cluster < end })..<own.firstIndex(inOrder: { $0.cluster < start })
        }
        return own.firstIndex(inOrder: { $0.cluster >= start })..<own.firstIndex(inOrder: { $0.cluster >= end })
    }

    /// The first character behind `character` before which an item may be cut; from `farthest` on any that begins a
    /// cluster, and the item's end where there is none.
    func nextSafe(_ character: Int, _ item: TextItem, _ farthest: Int) -> Int {
        var next = character + 1
        while next < item.characters.upperBound && !characters[next].isSafe
            && !(next >= farthest && characters[next].beginsCluster)
        {
            next += 1
        }
        return next
    }

    /// An item in parts: up to `start`, on to `end`, whose shapes are not known, and the rest.
    func split(_ item: TextItem, _ start: Int, _ end: Int) -> [TextItem] {
        func part(_ characters: Range<Int>) -> TextItem {
            var part = item
            part.characters = characters
            part.bytes = offset(characters.lowerBound)..<offset(characters.upperBound)
            part.glyphs = glyphs(of: item, characters)
            return part
        }
        var middle = part(start..<end)
        middle.glyphs = 0..<0
        middle.wasCut = true
        var result = [part(item.characters.lowerBound..<start), middle]
        if end < item.characters.upperBound { result.append(part(end..<item.characters.upperBound)) }
        return result
    }
}
