internal import CPango

/// Has HarfBuzz shape items. One for each engine, which keeps the buffer.
@safe final class Shaper {
    private let buffer: OpaquePointer
    private var features: [hb_feature_t] = []

    /// How many bytes HarfBuzz is handed at once: where many characters make one cluster, its time grows with their
    /// square.
    private static let longest = 4096
    /// Stands for a character that the font does not have.
    private static let flags =
        HB_BUFFER_FLAG_BOT.rawValue | HB_BUFFER_FLAG_EOT.rawValue | HB_BUFFER_FLAG_PRODUCE_UNSAFE_TO_CONCAT.rawValue
    private static let notFound: hb_codepoint_t = 0x0FFF_FFFE

    init() {
        unsafe buffer = hb_buffer_create()
        unsafe hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS)
        unsafe hb_buffer_set_invisible_glyph(buffer, pangoGlyphEmpty)
        unsafe hb_buffer_set_not_found_glyph(buffer, Self.notFound)
        unsafe hb_buffer_set_flags(buffer, hb_buffer_flags_t(Self.flags))
    }

    deinit { unsafe hb_buffer_destroy(buffer) }

    /// What ends the text of a line that is broken in a word.
    enum Ending {
        case none
        case hyphen
        /// A hyphen in place of the last character.
        case hyphenForLast
    }

    /// Appends the glyphs of `bytes` of an item, from left to right.
    func shape(
        _ bytes: Range<Int>, of item: TextItem, _ face: Face, _ text: UnsafeBufferPointer<UInt8>,
        _ own: [hb_feature_t], _ ending: Ending = .none, into glyphs: inout [ShapedGlyph]
    ) {
        if bytes.count <= Self.longest || ending != .none {
            unsafe shapePart(bytes, of: item, face, text, own, ending, into: &glyphs)
            return
        }
        // Cut where HarfBuzz says that both sides keep their shapes.
        var parts: [ArraySlice<ShapedGlyph>] = []
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            var end = min(start + Self.longest, bytes.upperBound)
            while unsafe end < bytes.upperBound && text[end] & 0xC0 == 0x80 { end -= 1 }
            var part: [ShapedGlyph] = []
            unsafe shapePart(start..<end, of: item, face, text, own, .none, into: &part)
            let cut = end < bytes.upperBound ? Self.safeCut(part, item.isRightToLeft, start..<end) : nil
            if let cut {
                parts.append(item.isRightToLeft ? part[(cut.glyph + 1)...] : part[..<cut.glyph])
                end = cut.byte
            } else {
                parts.append(part[...])
            }
            start = end
        }
        if item.isRightToLeft { parts.reverse() }
        for part in parts { glyphs += part }
    }

    /// The last cluster of a part before which it may be cut, with its first glyph in the order of the text: not close
    /// to the part's end, where what follows has a say.
    private static func safeCut(
        _ glyphs: [ShapedGlyph], _ isReversed: Bool, _ bytes: Range<Int>
    ) -> (glyph: Int, byte: Int)? {
        let (latest, earliest) = (bytes.upperBound - longest / 16, bytes.lowerBound + bytes.count / 2)
        func cluster(_ step: Int) -> Int { Int(glyphs[isReversed ? glyphs.count - 1 - step : step].cluster) }
        var step = glyphs.count - 1
        while step > 0 && cluster(step) > latest { step -= 1 }
        while step > 0 && cluster(step) > earliest {
            let index = isReversed ? glyphs.count - 1 - step : step
            if glyphs[index].isSafe && cluster(step - 1) != cluster(step) { return (index, cluster(step)) }
            step -= 1
        }
        return nil
    }

    private func shapePart(
        _ bytes: Range<Int>, of item: TextItem, _ face: Face, _ text: UnsafeBufferPointer<UInt8>,
        _ own: [hb_feature_t], _ ending: Ending, into glyphs: inout [ShapedGlyph]
    ) {
        unsafe hb_buffer_clear_contents(buffer)
        unsafe hb_buffer_set_direction(buffer, item.isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
        unsafe hb_buffer_set_script(
            buffer,
            hb_script_t(UInt32(bitPattern: Int32(g_unicode_script_to_iso15924(GUnicodeScript(item.script.rawValue))))))
        unsafe hb_buffer_set_language(buffer, hb_language_from_string(pango_language_to_string(item.language), -1))
        let start = unsafe UnsafeRawPointer(text.baseAddress!).assumingMemoryBound(to: CChar.self)
        var last = bytes.upperBound
        if ending != .none {
            last -= 1
            while unsafe last > bytes.lowerBound && text[last] & 0xC0 == 0x80 { last -= 1 }
        }
        let end = ending == .hyphenForLast ? last : bytes.upperBound
        if item.isUppercase {
            unsafe addUppercase(start, bytes.lowerBound..<end, text.count)
        } else {
            unsafe hb_buffer_add_utf8(
                buffer, start, Int32(text.count), UInt32(bytes.lowerBound), Int32(end - bytes.lowerBound))
        }
        if ending != .none, let hyphen = face.hyphen { unsafe hb_buffer_add(buffer, hyphen.scalar, UInt32(last)) }
        if face.features.isEmpty && own.isEmpty {
            unsafe hb_shape(face.shaping, buffer, nil, 0)
        } else {
            features.removeAll(keepingCapacity: true)
            features += face.features
            features += own
            unsafe features.withUnsafeBufferPointer {
                unsafe hb_shape(face.shaping, buffer, $0.baseAddress, UInt32($0.count))
            }
        }
        take(face, into: &glyphs)
    }

    /// As Pango's `PANGO_TEXT_TRANSFORM_UPPERCASE`, with which it sets small capitals that a font lacks.
    private func addUppercase(_ start: UnsafePointer<CChar>, _ bytes: Range<Int>, _ length: Int) {
        unsafe hb_buffer_add_utf8(buffer, start, Int32(bytes.lowerBound), UInt32(bytes.lowerBound), 0)
        var at = bytes.lowerBound
        while at < bytes.upperBound {
            let scalar = unsafe g_utf8_get_char(start + at)
            let next = unsafe g_utf8_next_char_length(start + at) + at
            if g_unichar_isalnum(scalar) != 0, let upper = unsafe g_utf8_strup(start + at, next - at) {
                var i = 0
                while unsafe upper[i] != 0 {
                    unsafe hb_buffer_add(buffer, g_utf8_get_char(upper + i), UInt32(at))
                    unsafe i += g_utf8_next_char_length(upper + i)
                }
                unsafe g_free(upper)
            } else {
                unsafe hb_buffer_add(buffer, scalar, UInt32(at))
            }
            at = next
        }
        unsafe hb_buffer_add_utf8(buffer, start, Int32(length), UInt32(bytes.upperBound), 0)
    }

    private func take(_ face: Face, into glyphs: inout [ShapedGlyph]) {
        var count: UInt32 = 0
        guard let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count),
            let positions = unsafe hb_buffer_get_glyph_positions(buffer, nil)
        else { return }
        glyphs.reserveCapacity(glyphs.count + Int(count))
        for i in 0..<Int(count) {
            let (info, position) = unsafe (infos[i], positions[i])
            var glyph = ShapedGlyph(
                glyph: info.codepoint, cluster: Int32(truncatingIfNeeded: info.cluster), advance: position.x_advance,
                x: position.x_offset, y: 0 &- position.y_offset,
                isSafe: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_BREAK.rawValue == 0,
                isSafeToConcat: info.mask & HB_GLYPH_FLAG_UNSAFE_TO_CONCAT.rawValue == 0)
            if glyph.advance < 0 {
                // Fonts that are turned over.
                glyph.advance = 0 &- glyph.advance
                glyph.x &+= glyph.advance
            }
            if info.codepoint == Self.notFound {
                glyph.glyph = pangoGlyphUnknownFlag
                glyph.advance = face.boxWidth
            }
            glyphs.append(glyph)
        }
    }
}

/// How many bytes the character at `text` has.
func g_utf8_next_char_length(_ text: UnsafePointer<CChar>) -> Int {
    switch unsafe UInt8(bitPattern: text[0]) {
    case 0..<0xC0: return 1
    case 0xC0..<0xE0: return 2
    case 0xE0..<0xF0: return 3
    default: return 4
    }
}
