internal import CPango

/// The end of the last line of a mixed paragraph, when the rest does not fit.
struct MixedCut {
    /// The last element that shows (`MixedParagraph.Item`).
    var last: Int
    /// How many glyphs of it show; nil for all.
    var glyphs: Int?
    /// The first byte that is hidden.
    var byte: Int
    /// 1/1024 units; where the ellipsis stands.
    var x: Int32
    var ellipsis: Ellipsis
}

extension WordCache {
    /// Puts words, which take `width`, at the end of the line that is not broken any more, and cuts it where they do not fit.
    mutating func addToLast(
        _ words: some Collection<MixedParagraph.Word>, _ text: UnsafeBufferPointer<UInt8>, _ width: Int,
        _ room: inout Room
    ) -> Outcome {
        guard let start = nextStart(opens: false, room) else { return .isUnsuitable }
        mixed.words += words
        room.width = start + width
        return unsafe room.width <= room.available ? .composed : cutLine(text, room)
    }

    /// Cuts the line as ellipsize.c does: the gap grows from the end, character by character, until the ellipsis fits. Only where it begins among
    /// characters that run from left to right and have a glyph each; the ellipsis then stands at the right end.
    private mutating func cutLine(_ text: UnsafeBufferPointer<UInt8>, _ room: Room) -> Outcome {
        var end = room.width
        for n in (room.first..<mixed.words.count).reversed() {
            let word = mixed.words[n]
            let shape = words[word.index]
            if n + 1 < mixed.words.count && word.spaceRun >= 0 {
                end -= Int(word.space)
                let gap = Gap(x: end, byte: word.bytes.upperBound, run: word.spaceRun)
                switch unsafe fit(gap, text, room) {
                case .lacking(let key): return .lacksEllipsis(key)
                case .unknown: return .isUnsuitable
                case .none: break
                case .some(let ellipsis):
                    if !runsRight(word.spaceRun) { return .isUnsuitable }
                    return close(gap, ellipsis, last: 2 * n, glyphs: nil, room)
                }
            }
            end -= Int(shape.traits.width)
            // A line of nothing but the ellipsis has another height.
            if n == room.first && !shape.traits.isSplittable { return .isUnsuitable }
            var (byte, glyph) = (word.bytes.upperBound, Int(shape.glyphCount))
            if !shape.traits.isSplittable || !runsRight(word.run) { (byte, glyph) = (word.bytes.lowerBound, 0) }
            repeat {
                if glyph > 0 {
                    glyph -= 1
                    repeat { byte -= 1 } while unsafe text[byte] & 0xC0 == 0x80
                }
                let x = glyph == 0 ? end : end + Int(glyphs[Int(shape.firstGlyph) + glyph].x)
                let gap = Gap(x: x, byte: byte, run: word.run)
                switch unsafe fit(gap, text, room) {
                case .lacking(let key): return .lacksEllipsis(key)
                case .unknown: return .isUnsuitable
                case .none: continue
                case .some(let ellipsis):
                    let isWhole = shape.traits.isSplittable || shape.glyphCount == 1
                    if !isWhole || !runsRight(word.run) || n == room.first && glyph == 0 { return .isUnsuitable }
                    let isCut = glyph > 0
                    let before = mixed.words[max(n - 1, room.first)].spaceRun >= 0 ? 2 * n - 1 : 2 * n - 2
                    return close(gap, ellipsis, last: isCut ? 2 * n : before, glyphs: isCut ? glyph : nil, room)
                }
            } while glyph > 0
        }
        return .isUnsuitable
    }

    /// Where the hidden part may begin.
    private struct Gap {
        var x: Int
        var byte: Int
        var run: Int
    }

    private enum Fit {
        case some(Ellipsis)
        case none
        case lacking(Ellipsis.Key)
        /// Only Pango can tell.
        case unknown
    }

    /// Whether there is room for an ellipsis there; it looks like the first hidden character.
    private mutating func fit(_ gap: Gap, _ text: UnsafeBufferPointer<UInt8>, _ room: Room) -> Fit {
        if gap.x > room.available { return .none }
        var scalars = unsafe UTF8Scalars(text, gap.byte..<text.count)
        let isBeforeWide = g_unichar_iswide(scalars.next() ?? 0) != 0
        let key = Ellipsis.Key(style: mixed.runs[gap.run].style, isBeforeWide: isBeforeWide)
        guard let known = ellipsis(key) else { return .lacking(key) }
        guard let known else { return .unknown }
        return gap.x + Int(known.width) <= room.available ? .some(known) : .none
    }

    private func runsRight(_ run: Int) -> Bool { mixed.runs[run].level == 0 }

    private mutating func close(_ gap: Gap, _ ellipsis: Ellipsis, last: Int, glyphs: Int?, _ room: Room) -> Outcome {
        mixed.cut = MixedCut(last: last, glyphs: glyphs, byte: gap.byte, x: Int32(clamping: gap.x), ellipsis: ellipsis)
        closeLine(2 * room.first..<last + 1, shown: last + 1, width: room.available, room)
        let line = mixed.lines.count - 1
        mixed.lines[line].ascent = max(mixed.lines[line].ascent, ellipsis.ascent)
        mixed.lines[line].descent = max(mixed.lines[line].descent, ellipsis.descent)
        mixed.lines[line].height = max(mixed.lines[line].height, ellipsis.height)
        return .cut
    }
}
