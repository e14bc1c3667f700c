internal import CPango

/// What stands in a line between two changes of font, direction or spacing.
struct LinePart {
    /// Of the paragraph's items; -1 for an ellipsis.
    var item: Int
    /// Of the line's glyphs, from left to right.
    var glyphs: Range<Int>
    /// Of the paragraph's text.
    var bytes: Range<Int>
    var level: UInt8
    var script = PANGO_SCRIPT_COMMON
    var face: Int
    var letterSpacing: Int32 = 0
    /// 1/1024 units upwards.
    var rise: Int32 = 0
    var isTab = false
    var isEllipsis: Bool { item < 0 }
}

/// A line while it is put together; lengths are 1/1024 units. The memory serves line after line.
struct LineParts {
    /// In the order of the text, and from left to right once the line is finished.
    var parts: [LinePart] = []
    var glyphs: [ShapedGlyph] = []
    /// For shapes that are only measured.
    var spare: [ShapedGlyph] = []
    private(set) var ascent: Int32 = 0
    private(set) var descent: Int32 = 0
    /// What a line spacing factor multiplies.
    private(set) var height: Int32 = 0
    /// Of the first font.
    private(set) var capHeight: Int32 = 0
    private(set) var xHeight: Int32 = 0
    var width = 0
    /// Whether it ends within a word that is too wide for a line.
    var breaksWord = false
    private var isEmpty = true

    mutating func removeAll() {
        parts.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        (ascent, descent, height, width, isEmpty) = (0, 0, 0, 0, true)
        (capHeight, xHeight, breaksWord) = (0, 0, false)
    }

    /// Takes over the heights of letters from the first font of the line.
    mutating func begin(_ font: CapturedFont) {
        if capHeight == 0 && xHeight == 0 { (capHeight, xHeight) = (font.capHeight, font.xHeight) }
    }

    /// Makes the line at least that high.
    mutating func include(_ box: (ascent: Int32, descent: Int32, height: Int32)) {
        if isEmpty {
            (ascent, descent, height, isEmpty) = (box.ascent, box.descent, box.height, false)
        } else {
            (ascent, descent, height) = (max(ascent, box.ascent), max(descent, box.descent), max(height, box.height))
        }
    }

    /// Puts the parts in the order in which they are seen (UAX 9, L2).
    mutating func reorder() {
        var (lowest, highest) = (UInt8.max, UInt8(0))
        for part in parts {
            highest = max(highest, part.level)
            if part.level & 1 == 1 { lowest = min(lowest, part.level) }
        }
        if lowest > highest { return }
        for level in (lowest...highest).reversed() {
            var start = 0
            while start < parts.count {
                if parts[start].level < level {
                    start += 1
                    continue
                }
                var end = start + 1
                while end < parts.count && parts[end].level >= level { end += 1 }
                parts[start..<end].reverse()
                start = end
            }
        }
    }
}

extension PieceLayout {
    /// Begins a line with the glyphs of these characters. With `isCut`, their clusters are taken as they are, although
    /// a cluster's shape may have to do with the next.
    func put(_ characters: Range<Int>, isWrapped: Bool, isCut: Bool = false) {
        line.removeAll()
        for index in paragraph.items.indices {
            let item = paragraph.items[index]
            if item.characters.upperBound <= characters.lowerBound { continue }
            if item.characters.lowerBound >= characters.upperBound { break }
            let own = item.characters.clamped(to: characters)
            let bytes = paragraph.offset(own.lowerBound)..<paragraph.offset(own.upperBound)
            let first = line.glyphs.count
            let end =
                isWrapped && own.upperBound == characters.upperBound && item.kind == .text
                ? ending(own.upperBound) : .none
            let isSafe =
                (own.lowerBound == item.characters.lowerBound || paragraph.characters[own.lowerBound].isSafe)
                && (own.upperBound == item.characters.upperBound || paragraph.characters[own.upperBound].isSafe)
            if end == .none && (isSafe || isCut) {
                line.glyphs += paragraph.glyphs[paragraph.glyphs(of: item, own)]
            } else {
                shape(bytes, of: item, end, into: &line.glyphs)
            }
            if item.kind == .tab { line.glyphs[first].advance = paragraph.characters[own.lowerBound].width }
            line.parts.append(
                LinePart(
                    item: index, glyphs: first..<line.glyphs.count, bytes: bytes, level: item.level,
                    script: item.script, face: item.face,
                    letterSpacing: item.letterSpacing, rise: item.rise, isTab: item.kind == .tab))
        }
        if isWrapped { hideFinalSpace(characters.upperBound) }
    }

    /// A blank at which a line is broken has no width.
    private func hideFinalSpace(_ end: Int) {
        guard let part = line.parts.last, !part.glyphs.isEmpty, paragraph.characters[end - 1].attributes.is_white != 0
        else { return }
        let isReversed = part.level & 1 == 1
        let index = isReversed ? part.glyphs.lowerBound : part.glyphs.upperBound - 1
        let neighbour = isReversed ? index + 1 : index - 1
        if part.glyphs.contains(neighbour) && line.glyphs[neighbour].cluster == line.glyphs[index].cluster { return }
        line.glyphs[index].advance = 0
        line.glyphs[index].glyph = pangoGlyphEmpty
    }

    /// Puts an ellipsis where the line leaves its room; returns the first character that is hidden, or nil where all
    /// fit.
    func cut(_ start: Int, _ width: Int) -> Int? {
        let count = paragraph.characterCount
        var used = line.glyphs.reduce(0) { $0 + Int($1.advance) }
        if piece.addsEllipsis {
            if endWithEllipsis(used, width: width) { return count }
        } else if used <= width {
            return nil
        }
        var gap = count
        var index = paragraph.items.count - 1
        var ellipsis: Ellipsis?
        repeat {
            var passed = 0
            repeat {
                gap -= 1
                passed += Int(paragraph.characters[gap].width)
            } while gap > start
                && (!paragraph.characters[gap].beginsCluster
                    || paragraph.characters[gap].attributes.is_cursor_position == 0 || passed == 0)
            used -= passed
            while paragraph.items[index].characters.lowerBound > gap { index -= 1 }
            ellipsis = engine.ellipsis(
                Ellipsis.Key(
                    style: styled.spans[paragraph.items[index].span].style, isBeforeWide: paragraph.isWide(gap)))
        } while gap > start && used + Int(ellipsis?.width ?? 0) > width
        put(start..<gap, isWrapped: false, isCut: true)
        if let ellipsis { append(ellipsis, gap, extra: max(0, width - used - Int(ellipsis.width))) }
        return gap
    }

    /// Appends an ellipsis behind all of the piece; false where there is no room.
    func endWithEllipsis(_ used: Int, width: Int) -> Bool {
        let count = paragraph.characterCount
        let span = paragraph.items.last?.span ?? piece.spans.lowerBound
        guard let ellipsis = engine.ellipsis(Ellipsis.Key(style: styled.spans[span].style, isBeforeWide: false)),
            used + Int(ellipsis.width) <= width
        else { return false }
        append(ellipsis, count, extra: 0)
        return true
    }

    /// At the end that the paragraph runs to, whatever is hidden.
    private func append(_ ellipsis: Ellipsis, _ gap: Int, extra: Int) {
        let first = line.glyphs.count
        let byte = paragraph.offset(gap)
        for var glyph in ellipsis.glyphs {
            glyph.cluster = Int32(byte)
            line.glyphs.append(glyph)
        }
        if first < line.glyphs.count { line.glyphs[line.glyphs.count - 1].advance += Int32(clamping: extra) }
        unsafe line.parts.append(
            LinePart(
                item: -1, glyphs: first..<line.glyphs.count, bytes: byte..<paragraph.text.count,
                level: piece.isRightToLeft ? 1 : 0,
                face: ellipsis.face))
    }

    /// Moves parts to a common baseline, orders them as they are seen, and gives the line its height and width.
    func finishLine(_ room: Int, isWrapped: Bool) {
        align()
        for part in line.parts {
            let box: (ascent: Int32, descent: Int32, height: Int32)
            if part.item >= 0 && paragraph.items[part.item].kind == .attachment {
                let size = attachmentSize(paragraph.items[part.item])
                box = (size.ascent, size.descent, size.ascent &+ size.descent)
            } else if part.face >= 0 {
                let face = engine.faces[part.face]
                box = (face.metrics.ascent, face.metrics.descent, face.height)
                line.begin(face.metrics)
            } else {
                box = missingFace(part.item >= 0 ? paragraph.items[part.item].span : piece.spans.lowerBound)
            }
            line.include((box.ascent &+ part.rise, box.descent &- part.rise, box.height))
        }
        line.reorder()
        if !styled.rare.isEmpty { trimLetterSpacing() }
        line.width = line.glyphs.reduce(0) { $0 + Int($1.advance) }
        if isWrapped && format.paragraph?.isJustified == true && room != .max { justify(room) }
    }

    /// Raises parts in scripts that hang from their baseline, or stand in the middle, to where the line's first script
    /// has it.
    private func align() {
        guard let first = line.parts.first(where: { $0.face >= 0 && $0.item >= 0 }) else { return }
        let base = paragraph.items[first.item]
        for index in line.parts.indices where line.parts[index].face >= 0 && line.parts[index].item >= 0 {
            let item = paragraph.items[line.parts[index].item]
            if item.face == base.face && item.script == base.script { continue }
            line.parts[index].rise &+= engine.baseline(base, base.script) &- engine.baseline(item, base.script)
        }
    }

    /// Takes away the space on the outside of the letters that stand at the ends of the line or beside a tab.
    private func trimLetterSpacing() {
        for index in line.parts.indices where line.parts[index].letterSpacing != 0 && !line.parts[index].glyphs.isEmpty
        {
            let part = line.parts[index]
            let (left, right) = halves(part.letterSpacing)
            if index == 0 || line.parts[index - 1].isTab,
                let glyph = part.glyphs.first(where: { line.glyphs[$0].advance != 0 })
            {
                line.glyphs[glyph].advance = max(0, line.glyphs[glyph].advance &- left)
                line.glyphs[glyph].x &-= left
            }
            if index == line.parts.count - 1 || line.parts[index + 1].isTab,
                let glyph = part.glyphs.last(where: { line.glyphs[$0].advance != 0 })
            {
                line.glyphs[glyph].advance = max(0, line.glyphs[glyph].advance &- right)
            }
        }
    }
}

extension Paragraph {
    /// Whether a character is a wide one, as in Chinese.
    func isWide(_ character: Int) -> Bool {
        guard let base = unsafe text.baseAddress else { return false }
        let start = unsafe UnsafeRawPointer(base + offset(character)).assumingMemoryBound(to: CChar.self)
        return unsafe g_unichar_iswide(g_utf8_get_char(start)) != 0
    }
}
