internal import CPango

extension LineCapture {
    /// Notes where the characters of the layout's text begin, as its readers see them (UAX 29, with Pango's tailoring).
    mutating func findCharacters(_ layout: OpaquePointer) {
        var count: Int32 = 0
        let attributes = unsafe pango_layout_get_log_attrs_readonly(layout, &count)
        guard let text = unsafe pango_layout_get_text(layout), let attributes = unsafe attributes else {
            characterStarts = [true]
            return
        }
        characterStarts.removeAll(keepingCapacity: true)
        var character = 0
        var offset = 0
        while unsafe text[offset] != 0 {
            let isStart = unsafe UInt8(bitPattern: text[offset]) & 0xC0 != 0x80
            characterStarts.append(
                unsafe isStart && character < Int(count) && attributes[character].is_cursor_position != 0)
            if isStart { character += 1 }
            offset += 1
        }
        characterStarts.append(true)
    }

    /// Appends the characters of one run, from left to right. Several in one cluster (a ligature) share its width evenly.
    mutating func addGraphemes(_ run: UnsafeMutablePointer<PangoGlyphItem>, _ piece: Piece, _ start: Int32) {
        let item = unsafe run.pointee.item.pointee
        let string = unsafe run.pointee.glyphs.pointee
        let count = unsafe Int(string.num_glyphs)
        let level = unsafe item.analysis.level
        let isRightToLeft = level & 1 == 1
        let (offset, length) = unsafe (Int(item.offset), Int(item.length))
        if unsafe Int32(item.analysis.flags) & PANGO_ANALYSIS_FLAG_IS_ELLIPSIS != 0 {
            var width: Int32 = 0
            for i in 0..<count { unsafe width &+= string.glyphs[i].geometry.width }
            let byte = piece.bytes.lowerBound + offset
            if width > 0 && byte <= piece.bytes.upperBound { append(byte, byte, start, width, level, .token) }
            return
        }
        let first = graphemes.count
        var x = start
        var i = 0
        var previous = length
        while i < count {
            let cluster = unsafe Int(string.log_clusters[i])
            var width: Int32 = 0
            var next = i
            while unsafe next < count && Int(string.log_clusters[next]) == cluster {
                unsafe width &+= string.glyphs[next].geometry.width
                next += 1
            }
            // Logical order runs to the right, or to the left in right-to-left runs.
            let end: Int
            if isRightToLeft {
                end = previous
                previous = cluster
            } else {
                end = unsafe next < count ? Int(string.log_clusters[next]) : length
            }
            split(piece, offset + cluster..<offset + max(end, cluster), x, width, level)
            x &+= width
            i = next
        }
        join(first, piece, isRightToLeft)
        if piece.addsEllipsis { markEllipsis(first, piece) }
    }

    /// Takes the ellipsis that was appended for what it is: its bytes are none of the text's.
    private mutating func markEllipsis(_ first: Int, _ piece: Piece) {
        let end = Int32(clamping: piece.bytes.upperBound)
        for index in first..<graphemes.count where graphemes[index].bytes.upperBound > end {
            let start = graphemes[index].bytes.lowerBound
            if start >= end { graphemes[index].part = .token }
            graphemes[index].bytes = min(start, end)..<end
        }
    }

    /// Joins clusters of glyphs that begin inside a character with the character's beginning, which is their neighbour.
    private mutating func join(_ first: Int, _ piece: Piece, _ isRightToLeft: Bool) {
        func continues(_ grapheme: PlacedGrapheme) -> Bool {
            let byte = Int(grapheme.bytes.lowerBound) - piece.bytes.lowerBound
            return byte < characterStarts.count && !characterStarts[byte]
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
        _ piece: Piece, _ cluster: Range<Int>, _ x: Int32, _ width: Int32, _ level: UInt8
    ) {
        let isRightToLeft = level & 1 == 1
        var starts = [cluster.lowerBound]
        for byte in cluster.dropFirst() where byte < characterStarts.count && characterStarts[byte] {
            starts.append(byte)
        }
        let count = starts.count
        for visual in 0..<count {
            let index = isRightToLeft ? count - 1 - visual : visual
            let end = index + 1 < starts.count ? starts[index + 1] : cluster.upperBound
            let left = Int32(Int(width) * visual / count)
            append(
                piece.bytes.lowerBound + starts[index], piece.bytes.lowerBound + end, x &+ left,
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
