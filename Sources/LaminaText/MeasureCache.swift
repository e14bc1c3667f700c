import LaminaLock

/// The last few measurements of one text, found again by options and width interval. Any thread; one short lock.
final class MeasureCache: Sendable {
    /// Widths are in 1/1024 units; `Int32.max` is no limit.
    struct Entry: Sendable {
        var options: TextLayoutOptions
        var generation: UInt32
        var lower: Int32
        var upper: Int32
        var result: MeasuredText
    }

    /// Flexible layout asks for the least, the greatest and the final width; a fourth is for another context.
    private static let capacity = 4
    /// Where the text may be cut, once somebody asked.
    let breaks = Locked<TextBreaks?>(.leaf, nil)
    private let entries = Locked<[Entry]>(.leaf, [])

    func find(_ options: TextLayoutOptions, fonts: FontSystem, generation: UInt32, width: Int32) -> MeasuredText? {
        entries.withLock { entries in
            for entry in entries
            where entry.lower <= width && width <= entry.upper && entry.result.fonts === fonts
                && entry.generation == generation && entry.options == options
            {
                return entry.result
            }
            return nil
        }
    }

    /// Keeps `entry` and drops the oldest one when full; entries of an older generation go first.
    func insert(_ entry: Entry) {
        var entry = entry
        entry.options.cutReferences()
        entries.withLock { entries in
            entries.removeAll { $0.result.fonts === entry.result.fonts && $0.generation != entry.generation }
            if entries.count >= Self.capacity { entries.removeFirst() }
            entries.append(entry)
        }
    }
}
