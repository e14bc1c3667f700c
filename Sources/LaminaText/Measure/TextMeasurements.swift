import LaminaGeometry
import LaminaLock

/// The last few measurements of one text, found again by options and width interval. Any thread; one short lock.
final class TextMeasurements: Sendable {
    /// Widths are in 1/1024 units; `Int32.max` is no limit.
    struct Entry: Sendable {
        var options: TextLayoutOptions
        var generation: UInt32
        var widths: ClosedRange<Int32>
        var result: MeasuredText
    }

    /// Flexible layout asks for the least, the greatest and the final width; a fourth is for another context.
    private static let capacity = 4
    private struct State {
        var entries: [Entry] = []
        var breaks: TextBreaks?
        var held: (sizes: [Size], text: AttributedText)?
    }

    private let state = Locked(.leaf, State())

    /// Where the text may be cut, once somebody asked.
    var breaks: TextBreaks? {
        get { state.withLock { $0.breaks } }
        set { state.withLock { $0.breaks = newValue } }
    }

    /// The text with room for children of these sizes, once it was asked for.
    var held: (sizes: [Size], text: AttributedText)? {
        get { state.withLock { $0.held } }
        set {
            // The text that was there may be the last of its kind: it ends without the lock.
            let former = state.withLock { state in
                defer { state.held = newValue }
                return state.held
            }
            withExtendedLifetime(former) {}
        }
    }

    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    func find(_ options: TextLayoutOptions, fonts: FontSystem, generation: UInt32, width: Int32) -> MeasuredText? {
        state.withLock { state in
            // By index: an entry that is copied costs more than the search.
            for i in state.entries.indices
            where state.entries[i].widths.contains(width)
                && state.entries[i].generation == generation && state.entries[i].result.fonts === fonts
                && state.entries[i].options == options
            {
                return state.entries[i].result
            }
            return nil
        }
    }

    /// Keeps `entry` and drops the oldest one when full; entries of an older generation go first.
    func insert(_ entry: Entry) {
        var entry = entry
        entry.options.cutReferences()
        state.withLock { state in
            if state.entries.contains(where: { $0.generation != entry.generation }) {
                state.entries.removeAll { $0.result.fonts === entry.result.fonts && $0.generation != entry.generation }
            }
            if state.entries.count >= Self.capacity { state.entries.removeFirst() }
            state.entries.append(entry)
        }
    }
}
