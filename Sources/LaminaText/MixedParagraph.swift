/// A paragraph in several scripts that is being put together from shaped words. Its words are those between spaces; where a script or a
/// font does not shape them one by one, all of a run is one word. Lines are broken before words only.
struct MixedParagraph {
    struct Word {
        /// Of `WordCache.words`.
        var index: Int
        /// Of the text, without the space that follows.
        var bytes: Range<Int>
        var run: Int
        /// The width of the space that follows, 1/1024 units, and the run that it belongs to; -1 at the end of the paragraph, `noSpace` where
        /// the next part of the same word follows.
        var space: Int32 = 0
        var spaceRun = -1
        static let noSpace = -2
    }

    /// What one run has in a line: elements 2n are words, elements 2n + 1 the spaces after them.
    struct Item {
        var elements: Range<Int>
        var run: Int
        /// How far above the baseline, 1/1024 units.
        var rise: Int32
    }

    struct Line {
        var words: Range<Int>
        /// From left to right.
        var items: Range<Int>
        var width: Int32
        /// 1/1024 units.
        var ascent: Int32 = 0
        var descent: Int32 = 0
        /// What a line spacing factor multiplies.
        var height: Int32 = 0
    }

    /// As its scripts and directions cut it.
    var scanned: [MixedRun] = []
    /// The same, cut by fonts too.
    var runs: [MixedRun] = []
    /// Whether the last layout of Pango's told anything new, and what it was asked for.
    var hasLearned = false
    var riddle: UInt64 = 0
    var words: [Word] = []
    /// The word in several runs or segments that is being put together.
    var parts: [Word] = []
    /// How a line may begin with each byte of that word, when it does not fit.
    var breaks: [MixedSegments.Break] = []
    var items: [Item] = []
    var lines: [Line] = []
    /// Of the last of them.
    var cut: MixedCut?

    mutating func removeAll() {
        riddle = 0
        cut = nil
        runs.removeAll(keepingCapacity: true)
        words.removeAll(keepingCapacity: true)
        parts.removeAll(keepingCapacity: true)
        breaks.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        lines.removeAll(keepingCapacity: true)
    }

    /// The run of an element of a line.
    func run(of element: Int) -> Int {
        element & 1 == 0 ? words[element / 2].run : words[element / 2].spaceRun
    }

    /// Puts the items from `first` on into visual order (UAX 9, L2).
    mutating func reorder(from first: Int) {
        var (highest, lowestOdd) = (0, Int.max)
        for item in items[first...] {
            let level = Int(runs[item.run].level)
            highest = max(highest, level)
            if level & 1 == 1 { lowestOdd = min(lowestOdd, level) }
        }
        if lowestOdd == .max { return }
        for level in (lowestOdd...highest).reversed() {
            var start = first
            while start < items.count {
                var end = start
                while end < items.count && Int(runs[items[end].run].level) >= level { end += 1 }
                if end > start { items[start..<end].reverse() }
                start = end + 1
            }
        }
    }
}
