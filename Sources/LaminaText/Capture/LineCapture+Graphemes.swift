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
        // In the order of the text.
        var clusters: [(byte: Int, x: Int32, width: Int32)] = []
        var x = start
        for glyph in line.glyphs[part.glyphs] {
            if let last = clusters.indices.last, clusters[last].byte == Int(glyph.cluster) {
                clusters[last].width &+= glyph.advance
            } else {
                clusters.append((Int(glyph.cluster), x, glyph.advance))
            }
            x &+= glyph.advance
        }
        let (paragraph, isRightToLeft) = (layout.paragraph, part.level & 1 == 1)
        if isRightToLeft { clusters.reverse() }
        let first = graphemes.count
        for (number, cluster) in clusters.enumerated() {
            let end = number + 1 < clusters.count ? clusters[number + 1].byte : part.bytes.upperBound
            let starts =
                [cluster.byte] + (cluster.byte + 1..<max(end, cluster.byte + 1)).filter(paragraph.beginsGrapheme)
            for (index, start) in starts.enumerated() {
                let step = isRightToLeft ? starts.count - 1 - index : index
                let left = Int32(Int(cluster.width) * step / starts.count)
                let width = Int32(Int(cluster.width) * (step + 1) / starts.count) - left
                let behind = index + 1 < starts.count ? starts[index + 1] : max(end, cluster.byte)
                // What begins inside a character belongs to its beginning, which is the neighbour.
                if let last = graphemes.indices.last, last >= first, !paragraph.beginsGrapheme(start) {
                    let bytes = graphemes[last].bytes
                    graphemes[last].bytes =
                        bytes.lowerBound..<max(bytes.upperBound, Int32(clamping: base + behind))
                    graphemes[last].x = min(graphemes[last].x, cluster.x &+ left)
                    graphemes[last].width &+= width
                } else {
                    append(base + start, base + behind, cluster.x &+ left, width, part.level, .text)
                }
            }
        }
        if isRightToLeft { graphemes[first...].reverse() }
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
