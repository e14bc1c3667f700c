internal import CPango

extension WarmSet {
    /// Copies of the pages that were asked for last, found without hashing.
    @safe struct RecentPages {
        private struct Entry {
            var key = UInt64.max
            var style = -1
            var page = Page()
        }

        private var entries = [Entry](repeating: Entry(), count: 64)

        /// Pages only grow, so that a copy may know too little, but nothing that is wrong.
        mutating func removeAll() {
            for i in entries.indices { entries[i].style = -1 }
        }

        /// The place of a page; -1 when the style has no such page.
        @inline(__always)
        mutating func place(_ style: Int, _ key: UInt64, in styles: [Style]) -> Int {
            let place = Int(truncatingIfNeeded: key ^ key >> 27 ^ UInt64(truncatingIfNeeded: style) &* 5) & 63
            if entries[place].key == key && entries[place].style == style { return place }
            guard let page = styles[style].pages[key] else { return -1 }
            entries[place] = Entry(key: key, style: style, page: page)
            return place
        }

        @inline(__always)
        func contains(_ scalar: UInt32, at place: Int) -> Bool { entries[place].page.contains(scalar) }
    }

    /// Whether everything is known, in one style and where the script of each character is plain to see; false says nothing.
    /// Scripts are Pango's (pango-script.c `pango_script_iter_next`): what has none goes with the letters before it, at the start of the
    /// text with those after it. Brackets, which look back to where they were opened, are for its own iterator.
    mutating func coversPlainly(
        _ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ style: Int, _ ellipsizes: Bool
    ) -> Bool {
        var scalars = unsafe UTF8Scalars(text, bytes)
        guard var script = unsafe Self.firstScript(text, bytes), var scalar = scalars.next() else { return false }
        if ellipsizes && !hasEllipsis(style, script) { return false }
        var (previous, isAtEnd) = (UInt32(0), false)
        var (lastKey, place) = (UInt64.max, -1)
        while !isAtEnd {
            let own = Self.script(scalar)
            if Self.isReal(own) && own != script {
                (script, previous) = (own, 0)
                if ellipsizes && !hasEllipsis(style, script) { return false }
            }
            if own == PANGO_SCRIPT_COMMON && Self.mayBePaired(scalar) { return false }
            let next = scalars.next()
            let key = Self.key(script, previous, scalar, next ?? 0)
            if key != lastKey {
                place = recent.place(style, key, in: styles)
                lastKey = key
                if place < 0 { return false }
            }
            if !recent.contains(scalar, at: place) { return false }
            previous = scalar
            if let next { scalar = next } else { isAtEnd = true }
        }
        return true
    }

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

    @inline(__always)
    static func script(_ scalar: UInt32) -> PangoScript {
        if scalar >= 0x80 {
            if (0x4E00...0x9FA5).contains(scalar) { return PANGO_SCRIPT_HAN }
            return PangoScript(rawValue: g_unichar_get_script(scalar).rawValue)
        }
        return (0x61...0x7A).contains(scalar | 0x20) ? PANGO_SCRIPT_LATIN : PANGO_SCRIPT_COMMON
    }

    @inline(__always)
    static func isReal(_ script: PangoScript) -> Bool { script.rawValue > PANGO_SCRIPT_INHERITED.rawValue }

    /// Whether a character without a script may be one of pango-script.c's `paired_chars`.
    static func mayBePaired(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0xAB, 0xBB: return true
        // Dashes, bullets and the ellipsis are none.
        case 0x2010...0x2017, 0x2020...0x2027: return false
        default: return (0xF00...0x303F).contains(scalar) || (0xFE00...0xFFFF).contains(scalar)
        }
    }
}
