internal import CPango

/// A paragraph in several scripts that is being put together from shaped words. Its words are those between spaces; where a script or a
/// font does not shape them one by one, all of a run is one word. Lines are broken before words only.
struct MixedParagraph {
    struct Word {
        /// Of `WordCache.words`.
        var index: Int
        /// Of the text, without the space that follows.
        var bytes: Range<Int>
        var run: Int
        /// The width of the space that follows, 1/1024 units, and the run that it belongs to; -1 at the end of the paragraph.
        var space: Int32 = 0
        var spaceRun = -1
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

    var runs: [MixedRun] = []
    var words: [Word] = []
    var items: [Item] = []
    var lines: [Line] = []

    mutating func removeAll() {
        words.removeAll(keepingCapacity: true)
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

extension WordCache {
    /// What a line of a mixed paragraph still has room for.
    private struct Room {
        let available: Int
        /// Kerning at a break is less than this.
        let em: Int
        let limit: Int
        var first = 0
        var width = 0
    }

    /// Finds the words of a piece in several scripts and breaks them into `mixed.lines`, as pango-layout.c process_item does: a run that does not
    /// fit is broken at its last space that does, or before it.
    mutating func composeMixed(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ format: LineFormat, style: Int, em: Int32
    ) -> Outcome {
        mixed.removeAll()
        guard risesAsPango, unsafe MixedRuns.scan(text, piece, into: &mixed.runs), mixed.runs.count > 1 else {
            return .isUnsuitable
        }
        let renewalsBefore = renewals
        var room = Room(
            available: format.width < 0 ? .max : Int(format.width), em: Int(em), limit: piece.maximumLines)
        for number in mixed.runs.indices {
            let run = mixed.runs[number]
            let key = FaceKey(
                style: style, script: run.script, isRightToLeft: run.level & 1 == 1, kind: run.kind)
            guard let face = face(key) else { return .isUnknown }
            mixed.runs[number].face = face
            let outcome = unsafe addRun(number, text, &room)
            if outcome != .composed { return outcome }
            if renewals != renewalsBefore { return .isUnknown }
        }
        closeLine(mixed.words.count, room)
        return .composed
    }

    private mutating func addRun(_ number: Int, _ text: UnsafeBufferPointer<UInt8>, _ room: inout Room) -> Outcome {
        let run = mixed.runs[number]
        let face = faces[run.face]
        var bytes = run.bytes
        if unsafe text[bytes.lowerBound] == 0x20 {
            // It comes after the last word of the run before.
            let last = mixed.words.count - 1
            if last < 0 || run.kind == .letters && !face.isUsable { return .isUnsuitable }
            (mixed.words[last].space, mixed.words[last].spaceRun) = (face.spaceWidth, number)
            bytes = bytes.dropFirst()
        }
        if bytes.isEmpty { return .composed }
        if run.kind == .emoji || !face.isUsable {
            guard let index = unsafe findWhole(run.face, text, bytes, run) else { return .isUnknown }
            let hasSpace = words[index].traits.space >= 0
            var word = MixedParagraph.Word(
                index: index, bytes: bytes.lowerBound..<bytes.upperBound - (hasSpace ? 1 : 0), run: number)
            if hasSpace { (word.space, word.spaceRun) = (words[index].traits.space, number) }
            return add(word, &room)
        }
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            var (end, hash) = (start, Self.emptyHash)
            while unsafe end < bytes.upperBound && text[end] != 0x20 {
                unsafe hash = Self.hash(hash, text[end])
                end += 1
            }
            guard
                let index = unsafe find(run.face, hash, text, start..<end)
                    ?? shapeWord(run.face, hash, text, start..<end, script: run.script)
            else { return .isUnknown }
            var word = MixedParagraph.Word(index: index, bytes: start..<end, run: number)
            if end < bytes.upperBound { (word.space, word.spaceRun) = (face.spaceWidth, number) }
            let outcome = add(word, &room)
            if outcome != .composed { return outcome }
            start = end + 1
        }
        return .composed
    }

    /// Puts a word in the line or the next one; not where anything else than the widths of whole words decides.
    private mutating func add(_ word: MixedParagraph.Word, _ room: inout Room) -> Outcome {
        let traits = words[word.index].traits
        if traits.isHopeless || traits.width <= 0 { return .isUnsuitable }
        let n = mixed.words.count
        if n > room.first {
            let before = mixed.words[n - 1]
            if before.spaceRun < 0 || traits.opens || words[before.index].traits.quotes { return .isUnsuitable }
            let start = room.width + Int(before.space)
            if start + Int(traits.width) <= room.available {
                room.width = start + Int(traits.width)
                mixed.words.append(word)
                return .composed
            }
            // Part of the word might fit; kerning at its end can move that by less than an em.
            if traits.widthToBreak != .max && start + Int(traits.widthToBreak) - room.em <= room.available {
                return .isUnsuitable
            }
            closeLine(n, room)
            if room.limit > 0 && mixed.lines.count == room.limit { return .isUnsuitable }
            room.first = n
        }
        room.width = Int(traits.width)
        mixed.words.append(word)
        return room.width <= room.available ? .composed : .isUnsuitable
    }

    /// Ends a line before word `end`.
    private mutating func closeLine(_ end: Int, _ room: Room) {
        let firstItem = mixed.items.count
        var line = MixedParagraph.Line(
            words: room.first..<end, items: firstItem..<firstItem, width: Int32(clamping: room.width))
        let base = mixed.runs[mixed.words[room.first].run].face
        var current = -1
        // The space at the end of a line has no width, but a height.
        for element in 2 * room.first...2 * end - 1 {
            let run = mixed.run(of: element)
            if run < 0 { break }
            if run != current {
                current = run
                let face = mixed.runs[run].face
                let rise = rise(of: face, after: base)
                line.ascent = max(line.ascent, faces[face].ascent &+ rise)
                line.descent = max(line.descent, faces[face].descent &- rise)
                line.height = max(line.height, faces[face].height)
                if element == 2 * end - 1 { break }
                mixed.items.append(MixedParagraph.Item(elements: element..<element + 1, run: run, rise: rise))
            } else if element < 2 * end - 1 {
                let last = mixed.items.count - 1
                mixed.items[last].elements = mixed.items[last].elements.lowerBound..<element + 1
            }
        }
        line.items = firstItem..<mixed.items.count
        mixed.reorder(from: firstItem)
        mixed.lines.append(line)
    }

    /// How far runs of a face stand above the baseline of a line that begins with another one (pango-layout.c apply_baseline_shift).
    mutating func rise(of face: Int, after first: Int) -> Int32 {
        if face == first { return 0 }
        while rises.count < faces.count { rises.append([]) }
        while rises[first].count < faces.count { rises[first].append(.max) }
        if rises[first][face] == .max {
            rises[first][face] = baseline(of: first, kind: first) &- baseline(of: face, kind: first)
        }
        return rises[first][face]
    }

    private func baseline(of face: Int, kind: Int) -> Int32 {
        let analysis = unsafe faces[face].analysis
        return unsafe lamina_pango_baseline(
            analysis.font, Int32(faces[kind].analysis.script), Int32(analysis.script), analysis.language)
    }
}
