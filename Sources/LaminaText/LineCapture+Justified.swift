internal import CPango

// Pango forgets the hyphen at the end of a justified line when it widens the line's spaces (pango-layout.c add_missing_hyphen adds its
// width to what is left): the line would be a hyphen too wide, and the text would grow by one each time it is given the width it reported.
extension LineCapture {
    private typealias Glyph = UnsafeMutablePointer<PangoGlyphInfo>

    /// Characters of a line that stand together, by their first and last glyph from left to right.
    @safe private struct Cluster {
        var first: Glyph
        var last: Glyph
        var byte: Int
        var width: Int
    }

    /// Narrows a justified line that ends in an inserted hyphen to the room it was given; returns its width.
    mutating func takeBackHyphen(
        _ line: UnsafeMutablePointer<PangoLayoutLine>, _ layout: OpaquePointer, _ format: LineFormat, isFirst: Bool,
        _ width: Int32
    ) -> Int32 {
        let indent = unsafe pango_layout_get_indent(layout)
        let room = format.width &- (isFirst ? max(indent, 0) : max(0 &- indent, 0))
        guard unsafe width > room && endsInHyphen(line), let text = unsafe pango_layout_get_text(layout) else {
            return width
        }
        let clusters = unsafe clusters(line)
        // Less than `width` where the layout is captured again after its fonts were made known.
        let shown = clusters.reduce(0) { $0 + $1.width }
        let surplus = shown - Int(room)
        if surplus <= 0 { return Int32(clamping: shown) }
        // As is_expandable_space of PangoLogAttr.
        let spaces = clusters.filter {
            let byte = unsafe UInt8(bitPattern: text[$0.byte])
            return unsafe byte == 0x20 || byte == 0xC2 && UInt8(bitPattern: text[$0.byte + 1]) == 0xA0
        }
        if spaces.isEmpty {
            if unsafe characterStarts.count != strlen(text) + 1 { unsafe findCharacters(layout) }
            narrowGaps(clusters.filter { characterStarts[$0.byte] }, by: surplus)
        } else {
            narrow(spaces, by: surplus)
        }
        return room
    }

    private func endsInHyphen(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> Bool {
        var last: (offset: Int32, flags: UInt8) = (-1, 0)
        var next = unsafe line.pointee.runs
        while let node = unsafe next {
            let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            let item = unsafe run.pointee.item.pointee
            if unsafe item.offset > last.offset { unsafe last = (item.offset, item.analysis.flags) }
            unsafe next = node.pointee.next
        }
        return Int32(last.flags) & PANGO_ANALYSIS_FLAG_NEED_HYPHEN != 0
    }

    /// Those that have a width, from left to right.
    private func clusters(_ line: UnsafeMutablePointer<PangoLayoutLine>) -> [Cluster] {
        var result: [Cluster] = []
        var next = unsafe line.pointee.runs
        while let node = unsafe next {
            let run = unsafe node.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self)
            let (item, string) = unsafe (run.pointee.item.pointee, run.pointee.glyphs.pointee)
            var open: Int32 = -1
            for i in unsafe 0..<Int(string.num_glyphs) {
                let glyph = unsafe string.glyphs + i
                let width = unsafe Int(glyph.pointee.geometry.width)
                if width == 0 { continue }
                let cluster = unsafe string.log_clusters[i]
                if cluster == open {
                    unsafe result[result.count - 1].last = glyph
                    result[result.count - 1].width += width
                } else {
                    unsafe result.append(
                        Cluster(first: glyph, last: glyph, byte: Int(item.offset + cluster), width: width))
                    open = cluster
                }
            }
            unsafe next = node.pointee.next
        }
        return result
    }

    /// Each by its share, as justify_words of pango-layout.c widened them.
    private func narrow(_ spaces: [Cluster], by surplus: Int) {
        let total = spaces.reduce(0) { $0 + $1.width }
        var (passed, taken) = (0, 0)
        for space in spaces {
            passed += space.width
            let part = surplus * passed / max(1, total) - taken
            unsafe space.last.pointee.geometry.width -= Int32(clamping: part)
            taken += part
        }
    }

    /// Each gap by the same, half of it on either side, as justify_clusters widened them.
    private func narrowGaps(_ clusters: [Cluster], by surplus: Int) {
        let gaps = clusters.count - 1
        if gaps < 1 { return }
        for gap in 0..<gaps {
            let part = Int32(clamping: surplus * (gap + 1) / gaps - surplus * gap / gaps)
            let right = part / 2
            unsafe clusters[gap].last.pointee.geometry.width -= right
            unsafe clusters[gap + 1].first.pointee.geometry.width -= part - right
            unsafe clusters[gap + 1].first.pointee.geometry.x_offset -= part - right
        }
    }
}
