internal import CPango

// Lines that are made as wide as their room.
extension PieceLayout {
    /// Widens the line's spaces, or the gaps between its characters where it has none.
    func justify(_ room: Int) {
        let missing = room - line.width
        if missing <= 0 { return }
        var spaces: [Int] = []
        var total = 0
        for part in line.parts {
            if part.isEllipsis || part.isTab { continue }
            // In the order of the text, so that what is left over falls to its last spaces.
            for step in 0..<part.glyphs.count {
                let index = part.level & 1 == 0 ? part.glyphs.lowerBound + step : part.glyphs.upperBound - 1 - step
                if line.glyphs[index].advance == 0 { continue }
                let character = paragraph.character(at: Int(line.glyphs[index].cluster))
                if paragraph.characters[character].attributes.is_expandable_space == 0 { continue }
                spaces.append(index)
                total += Int(line.glyphs[index].advance)
            }
        }
        if let limit = format.paragraph?.justifyLimit, limit > 0, Double(total + missing) > limit * Double(total) {
            return
        }
        if spaces.isEmpty {
            widenGaps(missing)
            return
        }
        var (passed, added) = (0, 0)
        for index in spaces {
            passed += Int(line.glyphs[index].advance)
            let part = passed * missing / total - added
            line.glyphs[index].advance &+= Int32(clamping: part)
            added += part
        }
        line.width += added
    }

    private func widenGaps(_ missing: Int) {
        /// First and last glyph of each character, from left to right.
        var characters: [(first: Int, last: Int)] = []
        for part in line.parts {
            var i = part.glyphs.lowerBound
            while i < part.glyphs.upperBound {
                var (end, width) = (i, 0)
                while end < part.glyphs.upperBound && line.glyphs[end].cluster == line.glyphs[i].cluster {
                    width += Int(line.glyphs[end].advance)
                    end += 1
                }
                let character = paragraph.character(at: Int(line.glyphs[i].cluster))
                if width != 0 && paragraph.characters[character].attributes.is_cursor_position != 0 {
                    characters.append((i, end - 1))
                }
                i = end
            }
        }
        let gaps = characters.count - 1
        if gaps < 1 { return }
        for gap in 0..<gaps {
            let share = missing * (gap + 1) / gaps - missing * gap / gaps
            let (left, right) = halves(Int32(clamping: share))
            line.glyphs[characters[gap].last].advance &+= right
            line.glyphs[characters[gap + 1].first].advance &+= left
            line.glyphs[characters[gap + 1].first].x &+= left
        }
        line.width += missing
    }
}
