internal import CPango

extension WordCache {
    /// What a line of a mixed paragraph still has room for.
    struct Room {
        let available: Int
        /// Kerning at a break is less than this.
        let em: Int
        let limit: Int
        /// The line that an ellipsis ends when the words do not fit; -1 for none.
        let lastLine: Int
        /// Numbers of words mean nothing once it is another.
        let renewals: Int
        var first = 0
        var width = 0
    }

    /// Finds the words of a piece in several styles or scripts and breaks them into `mixed.lines`, as pango-layout.c process_item does: a run that does not
    /// fit is broken at its last space that does, or before it.
    mutating func composeMixed(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ spans: [StyledSpan], _ format: LineFormat
    ) -> Outcome {
        mixed.removeAll()
        guard risesAsPango, unsafe MixedRuns.scan(text, piece, spans, into: &mixed.scanned),
            mixed.scanned.count > 1 || isMixture(mixed.scanned[0])
        else { return .isUnsuitable }
        var em: Int32 = 0
        for span in piece.spans { em = max(em, spans[span].units) }
        var room = Room(
            available: format.width < 0 ? .max : Int(format.width), em: Int(em), limit: piece.maximumLines,
            lastLine: piece.ellipsizes ? piece.maximumLines - 1 : -1, renewals: renewals)
        for number in mixed.scanned.indices {
            let run = mixed.scanned[number]
            let key = FaceKey(style: run.style, script: run.script, level: run.level, kind: run.kind)
            guard let face = face(key), unsafe faces[face].pointer != nil else {
                return unsafe riddle(text, run.bytes, -1)
            }
            let first = mixed.runs.count
            let outcome = unsafe addFonts(of: run, face, text)
            if outcome != .composed { return outcome }
            for number in first..<mixed.runs.count {
                let outcome = unsafe addRun(number, text, &room)
                if outcome != .composed { return outcome }
            }
        }
        closeLine(mixed.words.count, room)
        return .composed
    }

    /// Whether words of one run are not all in one font.
    private func isMixture(_ run: MixedRun) -> Bool {
        let key = FaceKey(style: run.style, script: run.script, level: run.level, kind: run.kind)
        return run.kind == .emoji || MixedSegments.mayCut(run) || severalFonts.contains(key)
    }

    /// What only Pango can tell, or could not tell when it was asked.
    mutating func riddle(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>, _ face: Int) -> Outcome {
        var hash = Self.emptyHash ^ UInt64(bitPattern: Int64(face))
        for i in bytes { unsafe hash = Self.hash(hash, text[i]) }
        mixed.riddle = hash
        return riddles.contains(hash) ? .isUnsuitable : .isUnknown
    }

    /// Cuts a run where fonts change between its words; the space goes with the font that Pango asks first (itemize.c
    /// itemize_state_add_character).
    private mutating func addFonts(
        of run: MixedRun, _ face: Int, _ text: UnsafeBufferPointer<UInt8>
    ) -> Outcome {
        var part = run
        part.face = face
        guard run.kind == .letters, others[face] != nil else {
            mixed.runs.append(part)
            return .composed
        }
        part.face = -1
        part.bytes = run.bytes.lowerBound..<run.bytes.lowerBound
        let isCut = MixedSegments.mayCut(run)
        var start = run.bytes.lowerBound
        // Of the word that is cut at the signs in it, which may be in other fonts.
        var wordEnd = start
        while start < run.bytes.upperBound {
            if unsafe text[start] == 0x20 {
                start += 1
                continue
            }
            var word =
                unsafe start..<(isCut || start < wordEnd
                ? Self.endOfScalar(text, start) : Self.endOfWord(text, start..<run.bytes.upperBound))
            var own = unsafe font(of: word, text, now: part.face, face)
            if unsafe own < 0 && !isCut && start >= wordEnd && MixedMeetings.mayCutAtSigns(text, word) {
                wordEnd = word.upperBound
                word = unsafe start..<Self.endOfScalar(text, start)
                own = unsafe font(of: word, text, now: part.face, face)
            }
            let isInside = unsafe start > run.bytes.lowerBound && text[start - 1] != 0x20
            start = word.upperBound
            if own < 0 { return unsafe riddle(text, word, face) }
            if part.face >= 0 && own != part.face {
                if isInside && !isCut, unsafe !MixedMeetings.isSign(text, before: word.lowerBound),
                    unsafe !MixedMeetings.isSign(text, at: word.lowerBound)
                {
                    return .isUnsuitable
                }
                guard let keepsSpace = isInside ? true : precedence[FacePair(first: part.face, second: own)] else {
                    return unsafe riddle(text, word, face)
                }
                let cut = keepsSpace ? word.lowerBound : word.lowerBound - 1
                part.bytes = part.bytes.lowerBound..<cut
                part.meetsNext = isInside
                mixed.runs.append(part)
                part.isGlued = isInside
                part.bytes = cut..<cut
            }
            part.face = own
        }
        part.bytes = part.bytes.lowerBound..<run.bytes.upperBound
        part.meetsNext = run.meetsNext
        mixed.runs.append(part)
        return .composed
    }

    /// Which of the fonts of a face's key has all of these characters; -1 for none.
    private func font(of bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, now: Int, _ face: Int) -> Int {
        if unsafe now >= 0 && hasAll(now, text, bytes) { return now }
        if unsafe hasAll(face, text, bytes) { return face }
        return others[face]?.first { unsafe hasAll($0, text, bytes) } ?? -1
    }

    private static func endOfWord(_ text: UnsafeBufferPointer<UInt8>, _ bytes: Range<Int>) -> Int {
        bytes.first { unsafe text[$0] == 0x20 } ?? bytes.upperBound
    }

    private static func endOfScalar(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        let lead = unsafe text[start]
        return start + (lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4)
    }

    private func hasAll(_ face: Int, _ text: UnsafeBufferPointer<UInt8>, _ word: Range<Int>) -> Bool {
        var scalars = unsafe UTF8Scalars(text, word)
        while let scalar = scalars.next() { if !characters[face].contains(scalar) { return false } }
        return true
    }

    private mutating func addRun(_ number: Int, _ text: UnsafeBufferPointer<UInt8>, _ room: inout Room) -> Outcome {
        let run = mixed.runs[number]
        let face = faces[run.face]
        var bytes = run.bytes
        if unsafe text[bytes.lowerBound] == 0x20 {
            // It comes after the last word of the run before.
            let last = mixed.words.count - 1
            if last < 0 { return .isUnsuitable }
            (mixed.words[last].space, mixed.words[last].spaceRun) = (face.spaceWidth, number)
            bytes = bytes.dropFirst()
        }
        if bytes.isEmpty { return .composed }
        if MixedSegments.mayCut(run), let outcome = unsafe addSegments(number, bytes, text, &room) { return outcome }
        if run.kind == .emoji || !face.isUsable { return unsafe addWhole(number, bytes, text, &room) }
        var start = bytes.lowerBound
        while start < bytes.upperBound {
            var (end, hash) = (start, Self.emptyHash)
            while unsafe end < bytes.upperBound && text[end] != 0x20 {
                unsafe hash = Self.hash(hash, text[end])
                end += 1
            }
            let meetsNext = run.meetsNext && end == bytes.upperBound
            if meetsNext || run.isGlued && start == run.bytes.lowerBound {
                guard let index = unsafe findPart(run.face, hash, text, start..<end) else {
                    return unsafe riddle(text, start..<end, run.face)
                }
                var part = MixedParagraph.Word(index: index, bytes: start..<end, run: number)
                if end < bytes.upperBound { (part.space, part.spaceRun) = (face.spaceWidth, number) }
                if meetsNext { part.spaceRun = MixedParagraph.Word.noSpace }
                mixed.parts.append(part)
                start = end + 1
                if meetsNext { continue }
                let outcome = unsafe addParts(text, &room)
                if outcome != .composed { return outcome }
                continue
            }
            guard
                let index = unsafe find(run.face, hash, text, start..<end)
                    ?? shapeWord(run.face, hash, text, start..<end, script: run.script)
            else { return unsafe riddle(text, start..<end, run.face) }
            var word = MixedParagraph.Word(index: index, bytes: start..<end, run: number)
            if end < bytes.upperBound { (word.space, word.spaceRun) = (face.spaceWidth, number) }
            let outcome = unsafe add(word, text, &room)
            if outcome != .composed { return outcome }
            start = end + 1
        }
        return .composed
    }

    /// Adds a run that is one word, whatever spaces are in it, but for one at its end.
    private mutating func addWhole(
        _ number: Int, _ bytes: Range<Int>, _ text: UnsafeBufferPointer<UInt8>, _ room: inout Room
    ) -> Outcome {
        let run = mixed.runs[number]
        if run.isGlued || run.meetsNext { return unsafe addWholePart(number, bytes, text, &room) }
        guard let index = unsafe findWhole(run.face, text, bytes, run) else {
            return unsafe riddle(text, bytes, run.face)
        }
        if unsafe bytes.count < run.bytes.count && !keepsSpaceApart(run, text, bytes, index) {
            return .isUnsuitable
        }
        let hasSpace = words[index].traits.space >= 0
        var word = MixedParagraph.Word(
            index: index, bytes: bytes.lowerBound..<bytes.upperBound - (hasSpace ? 1 : 0), run: number)
        if hasSpace { (word.space, word.spaceRun) = (words[index].traits.space, number) }
        return unsafe add(word, text, &room)
    }

    /// Where in the line the next word begins; nil where no line may be broken between it and the last one (UAX 14 LB15).
    func nextStart(opens: Bool, _ room: Room) -> Int? {
        guard let before = mixed.words.last, mixed.words.count > room.first else { return 0 }
        if before.spaceRun < 0 || opens && words[before.index].traits.quotes { return nil }
        return room.width + Int(before.space)
    }

    /// Puts a word in the line or the next one, or a part of it in each; not where anything else than the widths of words decides.
    private mutating func add(
        _ word: MixedParagraph.Word, _ text: UnsafeBufferPointer<UInt8>, _ room: inout Room
    ) -> Outcome {
        if renewals != room.renewals { return .isUnknown }
        var word = word
        while true {
            let traits = words[word.index].traits
            if traits.isHopeless || traits.width <= 0 { return .isUnsuitable }
            if mixed.lines.count == room.lastLine {
                return unsafe addToLast(CollectionOfOne(word), text, Int(traits.width), &room)
            }
            let n = mixed.words.count
            guard let start = nextStart(opens: traits.opens, room) else { return .isUnsuitable }
            if start + Int(traits.width) <= room.available {
                room.width = start + Int(traits.width)
                mixed.words.append(word)
                return .composed
            }
            let mayBreak = traits.widthToBreak != .max && start + Int(traits.widthToBreak) - room.em <= room.available
            if mayBreak {
                guard unsafe split(&word, text, from: start, &room) else { return .isUnsuitable }
            } else if n == room.first {
                return .isUnsuitable
            }
            closeLine(mixed.words.count, room)
            if room.limit > 0 && mixed.lines.count == room.limit { return .isUnsuitable }
            room.first = mixed.words.count
        }
    }

    /// Ends a line before word `end`. The space there has no width, but a height.
    mutating func closeLine(_ end: Int, _ room: Room) {
        closeLine(2 * room.first..<2 * end, shown: 2 * end - 1, width: room.width, room)
    }

    /// Ends a line of elements, those before `shown` with a width.
    mutating func closeLine(_ elements: Range<Int>, shown: Int, width: Int, _ room: Room) {
        let firstItem = mixed.items.count
        var line = MixedParagraph.Line(
            words: room.first..<(elements.upperBound + 1) / 2, items: firstItem..<firstItem,
            width: Int32(clamping: width))
        let base = mixed.runs[mixed.words[room.first].run].face
        var current = -1
        for element in elements {
            let run = mixed.run(of: element)
            if run == MixedParagraph.Word.noSpace { continue }
            if run < 0 { break }
            if run != current {
                current = run
                let face = mixed.runs[run].face
                let rise = rise(of: face, after: base)
                line.ascent = max(line.ascent, faces[face].ascent &+ rise)
                line.descent = max(line.descent, faces[face].descent &- rise)
                line.height = max(line.height, faces[face].height)
                if element == shown { break }
                mixed.items.append(MixedParagraph.Item(elements: element..<element + 1, run: run, rise: rise))
            } else if element < shown {
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
