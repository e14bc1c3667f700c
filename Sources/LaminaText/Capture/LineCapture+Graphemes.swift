internal import CPango

extension LineCapture {
    /// Appends the characters of one part, from left to right. Several in one cluster (a ligature) share its width
    /// evenly.
    mutating func addGraphemes(_ part: LinePart, _ line: LineParts, _ layout: PieceLayout, _ start: Int32) {
        let base = layout.piece.bytes.lowerBound
        if part.isEllipsis {
            let width = part.glyphs.reduce(Int32(0)) { $0 &+ line.glyphs[$1].advance }
            let byte = base + part.bytes.lowerBound
            if width > 0 { append(byte, byte, start, width, part.level, .token) }
            return
        }
        let isRightToLeft = part.level & 1 == 1
        let first = graphemes.count
        var x = start
        var i = part.glyphs.lowerBound
        var previous = part.bytes.upperBound
        while i < part.glyphs.upperBound {
            let cluster = Int(line.glyphs[i].cluster)
            var width: Int32 = 0
            var next = i
            while next < part.glyphs.upperBound && Int(line.glyphs[next].cluster) == cluster {
                width &+= line.glyphs[next].advance
                next += 1
            }
            // The text runs to the right, or to the left in right-to-left parts.
            let end: Int
            if isRightToLeft {
                end = previous
                previous = cluster
            } else {
                end = next < part.glyphs.upperBound ? Int(line.glyphs[next].cluster) : part.bytes.upperBound
            }
            split(layout, cluster..<max(end, cluster), x, width, part.level)
            x &+= width
            i = next
        }
        join(first, layout, isRightToLeft)
    }

    /// Joins clusters of glyphs that begin inside a character with the character's beginning, which is their neighbour.
    private mutating func join(_ first: Int, _ layout: PieceLayout, _ isRightToLeft: Bool) {
        func continues(_ grapheme: PlacedGrapheme) -> Bool {
            !layout.paragraph.beginsGrapheme(Int(grapheme.bytes.lowerBound) - layout.piece.bytes.lowerBound)
        }
        if !graphemes[first...].contains(where: continues) { return }
        var joined: [PlacedGrapheme] = []
        let logical = isRightToLeft ? Array(graphemes[first...].reversed()) : Array(graphemes[first...])
        for grapheme in logical {
            guard continues(grapheme), let last = joined.last else {
                joined.append(grapheme)
                continue
            }
            joined[joined.count - 1].bytes =
                last.bytes.lowerBound..<max(last.bytes.upperBound, grapheme.bytes.upperBound)
            joined[joined.count - 1].x = min(last.x, grapheme.x)
            joined[joined.count - 1].width = last.width &+ grapheme.width
        }
        graphemes.replaceSubrange(first..., with: isRightToLeft ? joined.reversed() : joined)
    }

    private mutating func split(
        _ layout: PieceLayout, _ cluster: Range<Int>, _ x: Int32, _ width: Int32, _ level: UInt8
    ) {
        let isRightToLeft = level & 1 == 1
        var starts = [cluster.lowerBound]
        for byte in cluster.dropFirst() where layout.paragraph.beginsGrapheme(byte) { starts.append(byte) }
        let base = layout.piece.bytes.lowerBound
        let count = starts.count
        for visual in 0..<count {
            let index = isRightToLeft ? count - 1 - visual : visual
            let end = index + 1 < starts.count ? starts[index + 1] : cluster.upperBound
            let left = Int32(Int(width) * visual / count)
            append(
                base + starts[index], base + end, x &+ left,
                Int32(Int(width) * (visual + 1) / count) - left, level, .text)
        }
    }

    private mutating func append(
        _ start: Int, _ end: Int, _ x: Int32, _ width: Int32, _ level: UInt8, _ part: PlacedGrapheme.Part
    ) {
        graphemes.append(
            PlacedGrapheme(
                bytes: Int32(clamping: start)..<Int32(clamping: max(start, end)), x: x, width: width,
                level: level, part: part))
    }
}

extension Paragraph {
    /// Whether a byte begins what a reader sees as one character (UAX 29, with Pango's tailoring).
    func beginsGrapheme(_ byte: Int) -> Bool {
        if unsafe byte >= text.count { return true }
        if unsafe text[byte] & 0xC0 == 0x80 { return false }
        return characters[character(at: byte)].attributes.is_cursor_position != 0
    }
}
