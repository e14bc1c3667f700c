internal import CPango

/// The scripts of a text as Pango's own iterator finds them: closing brackets have those of their partners (pango-script.c).
@safe struct ScriptRanges {
    private var ends: [(end: Int, script: Int32)] = []
    private var current = 0

    init(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) {
        guard let base = text.baseAddress, !bytes.isEmpty else { return }
        let start = unsafe UnsafeRawPointer(base + bytes.lowerBound).assumingMemoryBound(to: CChar.self)
        let iterator = unsafe pango_script_iter_new(start, Int32(bytes.count))
        defer { unsafe pango_script_iter_free(iterator) }
        repeat {
            var end: UnsafePointer<CChar>? = nil
            var script = PANGO_SCRIPT_COMMON
            unsafe pango_script_iter_get_range(iterator, nil, &end, &script)
            guard let end = unsafe end else { return }
            unsafe ends.append((bytes.lowerBound + (end - start), script.rawValue))
        } while unsafe pango_script_iter_next(iterator) != 0
    }

    /// Of the character at a byte; asked from the start to the end of the text.
    mutating func script(at byte: Int) -> Int32 {
        while current + 1 < ends.count && ends[current].end <= byte { current += 1 }
        return ends.isEmpty ? PANGO_SCRIPT_COMMON.rawValue : ends[current].script
    }
}
