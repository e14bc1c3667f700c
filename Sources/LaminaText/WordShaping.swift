internal import CPango

/// Words that are shaped by themselves, without a layout around them: once a font is known to keep words apart (`FontRules`), and to have
/// been Pango's choice for each character of the word, the word's glyphs are those that it has in any text.
extension WordCache {
    /// Characters that Pango took from a face's font: a bit for each, in pages of 256.
    struct Characters {
        private var pages: [Int16] = []
        private var bits: [UInt64] = []

        func contains(_ scalar: UInt32) -> Bool {
            let page = Int(scalar >> 8)
            if page >= pages.count || pages[page] < 0 { return false }
            return bits[Int(pages[page]) * 4 + Int(scalar >> 6 & 3)] >> UInt64(scalar & 63) & 1 != 0
        }

        mutating func insert(_ scalar: UInt32) {
            let page = Int(scalar >> 8)
            while pages.count <= page { pages.append(-1) }
            if pages[page] < 0 {
                pages[page] = Int16(bits.count / 4)
                bits += [0, 0, 0, 0]
            }
            bits[Int(pages[page]) * 4 + Int(scalar >> 6 & 3)] |= 1 << UInt64(scalar & 63)
        }
    }

    /// Bytes; longer words are not kept.
    static let longestWord = 64

    /// Shapes and keeps a word that is not known; its number, or nil when only Pango can tell what becomes of it.
    mutating func shapeWord(
        _ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, script: Int32
    ) -> Int? {
        guard range.count <= Self.longestWord, let edges = unsafe WordScripts.edges(text, range, script: script)
        else { return nil }
        if let shared = unsafe findShared(face, hash, text, range) { return shared }
        if unsafe faces[face].pointer == nil { return nil }
        var scalars = unsafe UTF8Scalars(text, range)
        while let scalar = scalars.next() {
            if !characters[face].contains(scalar) { return nil }
        }
        let word = unsafe UnsafeBufferPointer(rebasing: text[range])
        let analysis = unsafe faces[face].analysis
        guard let glyphs = unsafe pango_glyph_string_new() else { return nil }
        defer { unsafe pango_glyph_string_free(glyphs) }
        unsafe WordShaping.shape(word, analysis, into: glyphs)
        let breaks = unsafe WordShaping.Breaks(word, analysis)
        guard let traits = unsafe take(glyphs, word, breaks, edges), !hasException(face, first: edges.first) else {
            return nil
        }
        let isRightToLeft = unsafe analysis.level & 1 != 0
        let last = unsafe Int(glyphs.pointee.num_glyphs) - 1
        let (start, end) = unsafe (glyphs.pointee.glyphs[0].glyph, glyphs.pointee.glyphs[last].glyph)
        let (first, final) = isRightToLeft ? (end, start) : (start, end)
        if !starts[face].contains(edges.first, first) || !ends[face].contains(edges.last, final) {
            if unsafe !WordShaping.standsAlone(word, analysis, shape, traits.width) { return nil }
            starts[face].insert(edges.first, first)
            ends[face].insert(edges.last, final)
        }
        return unsafe insertShared(face, hash, text, range, traits)
    }

    /// The word of no bytes that stands between two spaces; nil where the font sets them otherwise than two single ones.
    mutating func blank(_ face: Int, _ text: UnsafeBufferPointer<UInt8>, at byte: Int) -> Int? {
        if let shared = unsafe findShared(face, Self.emptyHash, text, byte..<byte) { return shared }
        if unsafe faces[face].pointer == nil { return nil }
        let analysis = unsafe faces[face].analysis
        let space = unsafe WordShaping.shape([0x20], analysis)
        let areApart = unsafe WordShaping.isSame(
            WordShaping.shape([0x20, 0x20, 0x20], analysis), space + space + space)
        shape.removeAll(keepingCapacity: true)
        let traits = WordTraits(width: 0, widthToBreak: .max, opens: false, quotes: false, isHopeless: !areApart)
        return unsafe insertShared(face, Self.emptyHash, text, byte..<byte, traits)
    }

    /// Looks up which words a new font does not keep apart.
    mutating func noteExceptions(_ face: Int, script: Int32) {
        guard faces[face].isUsable, let pointer = unsafe faces[face].pointer,
            let own = unsafe hb_font_get_face(pango_font_get_hb_font(pointer))
        else { return }
        let found = unsafe FontRules.exceptions(own, script: script, space: faces[face].space.glyph)
        if !found.isEmpty { exceptions[face] = found }
    }

    /// Whether the word that was taken last depends on what stands beyond a space: by a glyph, or by its first character.
    func hasException(_ face: Int, first: UInt32) -> Bool {
        guard let exceptions = exceptions[face], let font = unsafe pango_font_get_hb_font(faces[face].pointer) else {
            return false
        }
        var glyph: hb_codepoint_t = 0
        _ = unsafe hb_font_get_nominal_glyph(font, first, &glyph)
        return exceptions.contains(glyph) || shape.contains { exceptions.contains($0.glyph) }
    }

    /// Puts the glyphs of a word into `shape`; nil when one is missing.
    mutating func take(
        _ glyphs: UnsafeMutablePointer<PangoGlyphString>, _ word: UnsafeBufferPointer<UInt8>,
        _ breaks: WordShaping.Breaks, _ edges: WordScripts.Edges
    ) -> WordTraits? {
        shape.removeAll(keepingCapacity: true)
        let count = unsafe Int(glyphs.pointee.num_glyphs)
        if count == 0 { return nil }
        var traits = WordTraits(
            width: 0, widthToBreak: breaks.first == nil ? .max : 0, opens: edges.opens, quotes: edges.quotes,
            places: breaks.places, isSplittable: breaks.areBetweenAll, hasWide: breaks.hasWide)
        for i in 0..<count {
            let info = unsafe glyphs.pointee.glyphs[i]
            let cluster = unsafe Int(glyphs.pointee.log_clusters[i])
            if info.glyph & pangoGlyphUnknownFlag != 0 { return nil }
            if info.glyph != pangoGlyphEmpty {
                shape.append(
                    PositionedGlyph(
                        glyph: info.glyph, x: traits.width &+ info.geometry.x_offset, y: info.geometry.y_offset))
            }
            // Each glyph begins where its character does.
            if info.geometry.width <= 0 || info.geometry.x_offset != 0 || cluster < i { traits.isSplittable = false }
            if unsafe i > 0 && cluster <= glyphs.pointee.log_clusters[i - 1] { traits.isSplittable = false }
            traits.width &+= info.geometry.width
            if let first = breaks.first, cluster < first { traits.widthToBreak &+= info.geometry.width }
        }
        if count != breaks.characterCount || shape.count != count { traits.isSplittable = false }
        return traits
    }
}

/// Pango's shaper, asked about single words.
enum WordShaping {
    /// Where lines may be broken and cut inside of a word.
    struct Breaks {
        /// The first byte that a line may begin with.
        var first: Int?
        /// All of these, a bit for each of the first 64 bytes; none where lines end in a hyphen.
        var places: UInt64 = 0
        var characterCount: Int
        /// Whether a line may be cut between any two characters.
        var areBetweenAll = true
        var hasWide = false

        /// None.
        init(characterCount: Int) { self.characterCount = characterCount }

        init(_ word: UnsafeBufferPointer<UInt8>, _ analysis: PangoAnalysis) {
            characterCount = word.count
            if unsafe word.allSatisfy({ (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) }) { return }
            characterCount = unsafe UTF8Count.scalars(word)
            var attributes = [PangoLogAttr](repeating: PangoLogAttr(), count: characterCount + 1)
            let text = unsafe WordShaping.characters(word)
            unsafe attributes.withUnsafeMutableBufferPointer {
                unsafe pango_get_log_attrs(
                    text, Int32(word.count), Int32(analysis.level), analysis.language, $0.baseAddress,
                    Int32($0.count))
            }
            var scalars = unsafe UTF8Scalars(word, 0..<word.count)
            var (at, character, addsHyphen) = (0, 0, false)
            while let scalar = scalars.next() {
                if character > 0 && attributes[character].is_line_break != 0 {
                    if first == nil { first = at }
                    if at < 64 { places |= 1 << UInt64(at) }
                    if attributes[character].break_inserts_hyphen != 0 { addsHyphen = true }
                }
                if attributes[character].is_cursor_position == 0 { areBetweenAll = false }
                if g_unichar_iswide(scalar) != 0 { hasWide = true }
                at += scalar < 0x80 ? 1 : scalar < 0x800 ? 2 : scalar < 0x10000 ? 3 : 4
                character += 1
            }
            if addsHyphen { places = 0 }
        }
    }

    fileprivate static func characters(_ bytes: UnsafeBufferPointer<UInt8>) -> UnsafePointer<CChar>? {
        unsafe UnsafeRawPointer(bytes.baseAddress)?.assumingMemoryBound(to: CChar.self)
    }

    static func shape(
        _ bytes: UnsafeBufferPointer<UInt8>, _ analysis: PangoAnalysis,
        into glyphs: UnsafeMutablePointer<PangoGlyphString>
    ) {
        var analysis = unsafe analysis
        let text = unsafe characters(bytes)
        unsafe pango_shape_with_flags(
            text, Int32(bytes.count), text, Int32(bytes.count), &analysis, glyphs, PANGO_SHAPE_ROUND_POSITIONS)
    }

    static func shape(_ bytes: [UInt8], _ analysis: PangoAnalysis) -> [PangoGlyphInfo] {
        guard let glyphs = unsafe pango_glyph_string_new() else { return [] }
        defer { unsafe pango_glyph_string_free(glyphs) }
        unsafe bytes.withUnsafeBufferPointer { unsafe shape($0, analysis, into: glyphs) }
        return unsafe (0..<Int(glyphs.pointee.num_glyphs)).map { unsafe glyphs.pointee.glyphs[$0] }
    }

    /// Whether the word has this shape by itself, with a space on both sides, and twice in a row.
    static func standsAlone(
        _ word: UnsafeBufferPointer<UInt8>, _ analysis: PangoAnalysis, _ expected: [PositionedGlyph], _ width: Int32
    ) -> Bool {
        let word = unsafe [UInt8](word)
        let alone = unsafe shape(word, analysis)
        let spaced = unsafe shape([0x20] + word + [0x20], analysis)
        let twice = unsafe shape(word + [0x20] + word, analysis)
        let space = unsafe shape([0x20], analysis)
        return isShape(alone, expected, width) && isSame(spaced, space + alone + space)
            && isSame(twice, alone + space + alone)
    }

    static func isSame(_ a: [PangoGlyphInfo], _ b: [PangoGlyphInfo]) -> Bool {
        a.elementsEqual(b) {
            $0.glyph == $1.glyph && $0.geometry.width == $1.geometry.width
                && $0.geometry.x_offset == $1.geometry.x_offset && $0.geometry.y_offset == $1.geometry.y_offset
        }
    }

    private static func isShape(_ infos: [PangoGlyphInfo], _ expected: [PositionedGlyph], _ width: Int32) -> Bool {
        var x: Int32 = 0
        var glyphs: [PositionedGlyph] = []
        for info in infos {
            if info.glyph != pangoGlyphEmpty {
                glyphs.append(
                    PositionedGlyph(glyph: info.glyph, x: x &+ info.geometry.x_offset, y: info.geometry.y_offset))
            }
            x &+= info.geometry.width
        }
        return x == width && glyphs == expected
    }
}
