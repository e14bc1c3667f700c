internal import CPango

/// The (style, script, character) triples that an engine has laid out already, so that laying them out again creates no
/// font and needs no lock. The script belongs to it because Pango picks a font by language, and the language by script:
/// a digit in Hebrew text is another matter than one in English.
@safe struct WarmSet {
    struct Page {
        private var bits = SIMD4<UInt64>()

        func contains(_ scalar: UInt32) -> Bool { bits[Int(scalar >> 6 & 3)] & 1 << UInt64(scalar & 63) != 0 }

        mutating func insert(_ scalar: UInt32) { bits[Int(scalar >> 6 & 3)] |= 1 << UInt64(scalar & 63) }
    }

    fileprivate struct ASCII {
        var low: UInt64 = 0
        var high: UInt64 = 0
    }

    @safe struct Style {
        fileprivate var latin = ASCII()
        fileprivate var common = ASCII()
        /// Keyed by script and flavour, then page.
        fileprivate(set) var pages: [UInt64: Page] = [:]
        /// What Pango replaces for scripts that it is not written in.
        var language: OpaquePointer?
        /// The languages, as Pango derives them from scripts, that have been laid out.
        var languages: Set<UInt> = []
    }

    private(set) var styles: [Style] = []
    /// Pairs of style and language: what Pango keeps font sets for.
    private(set) var combinations = 0

    mutating func addStyle(_ language: OpaquePointer?) { unsafe styles.append(Style(language: language)) }

    mutating func removeAll() {
        styles.removeAll(keepingCapacity: true)
        combinations = 0
    }

    /// Whether everything in `bytes` of the text is known; with `marks`, makes it so.
    mutating func covers(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ spans: [StyledSpan], marks: Bool
    ) -> Bool {
        if unsafe text[piece.bytes].allSatisfy({ $0 < 0x80 }) {
            let seen = unsafe Seen(text, piece.bytes)
            // A letter makes the common characters around it Latin.
            let script = seen.high & 0x07FF_FFFE_07FF_FFFE != 0 ? PANGO_SCRIPT_LATIN : PANGO_SCRIPT_COMMON
            if piece.spans.count == 1 {
                return coversASCII(seen, spans[piece.spans.lowerBound].style, script, marks)
            }
            var known = true
            for index in piece.spans {
                let bytes = spans[index].bytes.clamped(to: piece.bytes)
                known = unsafe coversASCII(Seen(text, bytes), spans[index].style, script, marks) && known
            }
            return known
        }
        return unsafe coversAny(text, piece, spans, marks: marks)
    }

    /// Which bytes occur in a stretch of ASCII.
    private struct Seen {
        /// Even an empty line needs its font: NUL, which no text contains, stands for that.
        var low: UInt64 = 1
        var high: UInt64 = 0

        init(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) {
            for i in bytes {
                let byte = unsafe text[i]
                let bit: UInt64 = 1 &<< UInt64(byte)
                let isHigh = 0 &- UInt64(byte >> 6 & 1)
                low |= bit & ~isHigh
                high |= bit & isHigh
            }
        }
    }

    private mutating func coversASCII(
        _ seen: Seen, _ style: Int, _ script: PangoScript, _ marks: Bool
    ) -> Bool {
        let isLatin = script == PANGO_SCRIPT_LATIN
        let before = isLatin ? styles[style].latin : styles[style].common
        let known = seen.low & ~before.low == 0 && seen.high & ~before.high == 0
        if marks {
            count(style, script)
            let all = ASCII(low: before.low | seen.low, high: before.high | seen.high)
            if isLatin { styles[style].latin = all } else { styles[style].common = all }
        }
        return known
    }

    /// The language that Pango looks for fonts by: its own guess for scripts that the text's language is not written
    /// in.
    private func language(_ style: Int, _ script: PangoScript) -> OpaquePointer? {
        let language = unsafe styles[style].language
        if unsafe pango_language_includes_script(language, script) == 0,
            let sample = unsafe pango_script_get_sample_language(script)
        {
            return unsafe sample
        }
        return unsafe language
    }

    private mutating func count(_ style: Int, _ script: PangoScript) {
        let known = unsafe UInt(bitPattern: language(style, script))
        if styles[style].languages.insert(known).inserted { combinations += 1 }
    }

    /// The pairs of style and language that fonts have not been looked for by, of those that a piece has.
    func unknownLanguages(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ spans: [StyledSpan]
    ) -> [(style: Int, language: OpaquePointer?)] {
        var result: [(style: Int, language: OpaquePointer?)] = unsafe []
        unsafe Self.forEachScript(text, piece.bytes) { range, script in
            for span in piece.spans where spans[span].bytes.overlaps(range) {
                let style = spans[span].style
                let language = unsafe language(style, script)
                if styles[style].languages.contains(UInt(bitPattern: language)) { continue }
                if unsafe !result.contains(where: { unsafe $0.style == style && $0.language == language }) {
                    unsafe result.append((style, language))
                }
            }
        }
        return unsafe result
    }

    private mutating func coversAny(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ spans: [StyledSpan], marks: Bool
    ) -> Bool {
        var known = true
        var span = piece.spans.lowerBound
        unsafe Self.forEachScript(text, piece.bytes) { range, script in
            while span < piece.spans.upperBound {
                let part = spans[span].bytes.clamped(to: range)
                if !part.isEmpty {
                    known = unsafe coversRun(text, part, spans[span].style, script, marks: marks) && known
                }
                if spans[span].bytes.upperBound > range.upperBound { break }
                span += 1
            }
        }
        return known
    }

    /// Asks Pango's own script iterator, so that common characters get the script that Pango will give them.
    private static func forEachScript(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ body: (Range<Int>, PangoScript) -> Void
    ) {
        guard !bytes.isEmpty, let base = text.baseAddress else { return }
        let start = unsafe UnsafeRawPointer(base + bytes.lowerBound).assumingMemoryBound(to: CChar.self)
        let iterator = unsafe pango_script_iter_new(start, Int32(bytes.count))
        defer { unsafe pango_script_iter_free(iterator) }
        repeat {
            var first: UnsafePointer<CChar>? = nil
            var end: UnsafePointer<CChar>? = nil
            var script = PANGO_SCRIPT_COMMON
            unsafe pango_script_iter_get_range(iterator, &first, &end, &script)
            guard let first = unsafe first, let end = unsafe end else { break }
            unsafe body(bytes.lowerBound + (first - start)..<bytes.lowerBound + (end - start), script)
        } while unsafe pango_script_iter_next(iterator) != 0
    }

    private mutating func coversRun(
        _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ style: Int, _ script: PangoScript, marks: Bool
    ) -> Bool {
        if marks { count(style, script) }
        var known = true
        var pageKey = UInt64.max
        var page = Page()
        var changed = false
        var scalars = unsafe UTF8Scalars(text, range)
        var (previous, current, next) = (UInt32(0), scalars.next(), scalars.next())
        while let scalar = current {
            let key = Self.key(script, previous, scalar, next ?? 0)
            if key != pageKey {
                if changed { styles[style].pages[pageKey] = page }
                (pageKey, page, changed) = (key, styles[style].pages[key] ?? Page(), false)
            }
            if !page.contains(scalar) {
                known = false
                if !marks { return false }
                page.insert(scalar)
                changed = true
            }
            previous = scalar
            current = next
            next = scalars.next()
        }
        if changed { styles[style].pages[pageKey] = page }
        return known
    }

    /// Of `Style.pages`.
    static func key(_ script: PangoScript, _ previous: UInt32, _ scalar: UInt32, _ next: UInt32) -> UInt64 {
        UInt64(UInt32(bitPattern: script.rawValue)) << 32 | UInt64(flavour(previous, next)) << 24 | UInt64(scalar >> 8)
    }

    /// Emoji presentation is asked for by neighbours: variation selectors, joiners, key caps and skin tones.
    private static func flavour(_ previous: UInt32, _ next: UInt32) -> UInt32 {
        switch next {
        case 0xFE0E: return 1
        case 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF: return 2
        case 0x200D: return 3
        default: return previous == 0x200D ? 4 : 0
        }
    }
}

extension WarmSet {
    /// The script that a text begins in: that of its first letter, or common without one; nil without a letter near.
    static func firstScript(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> PangoScript? {
        var scalars = unsafe UTF8Scalars(text, bytes)
        for _ in 0..<64 {
            guard let scalar = scalars.next() else { return PANGO_SCRIPT_COMMON }
            let script = script(scalar)
            if isReal(script) { return script }
        }
        return nil
    }

    static func script(_ scalar: UInt32) -> PangoScript {
        if scalar >= 0x80 { return PangoScript(rawValue: g_unichar_get_script(scalar).rawValue) }
        return (0x61...0x7A).contains(scalar | 0x20) ? PANGO_SCRIPT_LATIN : PANGO_SCRIPT_COMMON
    }

    static func isReal(_ script: PangoScript) -> Bool { script.rawValue > PANGO_SCRIPT_INHERITED.rawValue }

    /// Whether a character without a script may be a bracket, which takes the script of the one that it belongs to.
    static func mayBePaired(_ scalar: UInt32) -> Bool {
        switch g_unichar_type(scalar) {
        case G_UNICODE_OPEN_PUNCTUATION, G_UNICODE_CLOSE_PUNCTUATION, G_UNICODE_INITIAL_PUNCTUATION,
            G_UNICODE_FINAL_PUNCTUATION:
            return true
        default: return scalar == 0x3C || scalar == 0x3E
        }
    }
}
