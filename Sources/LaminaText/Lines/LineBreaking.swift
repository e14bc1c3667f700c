internal import CPango

// Greedy: each line takes what fits, up to the last place where it may be broken (UAX 14, as Pango tailors it).
extension PieceLayout {
    /// Where the line ends that begins with character `start`, and whether that is within a word too wide for a line.
    func lineEnd(_ start: Int, _ width: Int) -> (place: Int, breaksWord: Bool) {
        let wrap = width == .max ? TextWrap.none : format.wrap
        let end = search(start, width, wrap)
        if end.fits || wrap != .wordCharacter { return (end.place, false) }
        return (search(start, width, .character).place, true)
    }

    private func mayBreak(_ character: Int, _ wrap: TextWrap) -> Bool {
        let attributes = paragraph.characters[character].attributes
        switch wrap {
        case .none: return false
        case .character: return attributes.is_char_break != 0
        case .word, .wordCharacter:
            if attributes.is_line_break == 0 { return false }
            return attributes.break_inserts_hyphen == 0 || hyphenates || !paragraph.isScalar(0xAD, character - 1)
        }
    }

    private var hyphenates: Bool { format.paragraph?.hyphenates ?? true }

    /// Whether a line that ends before a character ends with a hyphen that is not in the text.
    private func addsHyphen(_ character: Int) -> Bool {
        paragraph.characters[character].attributes.break_inserts_hyphen != 0 && hyphenates
    }

    private func search(_ start: Int, _ width: Int, _ wrap: TextWrap) -> (place: Int, fits: Bool) {
        let count = paragraph.characterCount
        var index = itemIndex(of: start)
        var used = 0
        var best = -1
        var first = -1
        if paragraph.hasTabs { tabs.beginLine() }
        // By how much a text may be wider, or narrower, before it is shaped as it is shown.
        let margin = 2 * Int(largestUnits)
        let limit = width == .max ? Int.max : width + margin
        var at = start
        while at < count {
            shape(item: index)
            let item = paragraph.items[index]
            let end = item.characters.upperBound
            let isText = item.kind == .text && !tabs.isPending
            while at < end {
                let character = paragraph.characters[at]
                if at > start && mayBreak(at, wrap) {
                    let room = used + extraWidth(at, start, index)
                    if fits(at, start, index, room: room, width, margin) {
                        best = at
                    } else if first < 0 {
                        first = at
                    }
                    // Nothing that follows takes less room, but for the shapes at its end.
                    if min(room, used) > limit { return best >= 0 ? (best, true) : (first, false) }
                } else if used > limit && used - Int(paragraph.characters[at - 1].width) > limit {
                    if best >= 0 { return (best, true) }
                    // The word is broken then, wherever it ends.
                    if wrap == .wordCharacter { return (first, false) }
                }
                if isText {
                    used += Int(character.width)
                } else if item.kind == .lineSeparator {
                    if used <= width || best < 0 && first < 0 { return (at + 1, used <= width) }
                    return best >= 0 ? (best, true) : (first, false)
                } else if item.kind == .tab {
                    paragraph.characters[at].width = Int32(clamping: tabs.add(at, used, self))
                    used = tabs.total ?? used + Int(paragraph.characters[at].width)
                } else {
                    used = tabs.isPending ? tabs.extend(by: at, self) : used + Int(character.width)
                }
                at += 1
            }
            index += 1
        }
        // The blank at the end of a text needs no room.
        let last = paragraph.characters[count - 1]
        let blank = last.attributes.is_white != 0 && count > start + 1 ? Int(last.width) : 0
        let trimmed = used - blank - trim(start, leading: true) - trim(count - 1, leading: false)
        if trimmed <= width || best < 0 && first < 0 { return (count, trimmed <= width) }
        return best >= 0 ? (best, true) : (first, false)
    }

    private func itemIndex(of character: Int) -> Int {
        paragraph.items.firstIndex(inOrder: { $0.characters.upperBound > character })
    }

    /// What a line that ends before `at` takes beside the widths of its characters: a hyphen, but not the blank at its
    /// end.
    private func extraWidth(_ at: Int, _ start: Int, _ index: Int) -> Int {
        let last = at - 1
        let item =
            paragraph.items[index].characters.lowerBound > last ? paragraph.items[index - 1] : paragraph.items[index]
        var extra = -trim(start, leading: true)
        let attribute = paragraph.characters[at].attributes
        if addsHyphen(at) {
            if item.face >= 0 { extra += Int(engine.faces[item.face].hyphen?.width ?? 0) }
            if attribute.break_removes_preceding != 0 { extra -= Int(paragraph.characters[last].width) }
            return extra - trim(last, leading: false)
        }
        if paragraph.characters[last].attributes.is_white != 0 {
            extra -= Int(paragraph.characters[last].width)
            return last > start ? extra - trim(last - 1, leading: false) : extra
        }
        return extra - trim(last, leading: false)
    }

    /// The space on the outside of a character at an end of a line, which is left out.
    private func trim(_ character: Int, leading: Bool) -> Int {
        if styled.rare.isEmpty { return 0 }
        let item = paragraph.items[itemIndex(of: character)]
        if item.letterSpacing == 0 { return 0 }
        let (left, right) = halves(item.letterSpacing)
        return Int(leading != item.isRightToLeft ? left : right)
    }

    /// Whether a line up to `at` fits as it will be shaped; by the widths of its characters it takes `room`.
    private func fits(_ at: Int, _ start: Int, _ index: Int, room: Int, _ width: Int, _ margin: Int) -> Bool {
        let last = paragraph.items[index].characters.lowerBound >= at ? index - 1 : index
        let item = paragraph.items[last]
        let isCut = at < item.characters.upperBound && !paragraph.characters[at].isSafe
        let hasHyphen = addsHyphen(at)
        if !isCut && !hasHyphen || abs(room - width) > margin || item.kind != .text { return room <= width }
        // As much as the end has a say in.
        let first = max(start, item.characters.lowerBound)
        var safe = at - 1
        while safe > first && !paragraph.characters[safe].isSafe { safe -= 1 }
        let characters = safe..<at
        let bytes = paragraph.offset(characters.lowerBound)..<paragraph.offset(at)
        line.spare.removeAll(keepingCapacity: true)
        shape(bytes, of: item, ending(at), into: &line.spare)
        let exact = line.spare.reduce(0) { $0 + Int($1.advance) }
        var known = characters.reduce(0) { $0 + Int(paragraph.characters[$1].width) }
        if hasHyphen {
            known += Int(item.face >= 0 ? engine.faces[item.face].hyphen?.width ?? 0 : 0)
            if paragraph.characters[at].attributes.break_removes_preceding != 0 {
                known -= Int(paragraph.characters[at - 1].width)
            }
        }
        return room - known + exact <= width
    }

    /// What is shown at the end of a line that is broken before `at`.
    func ending(_ at: Int) -> Shaper.Ending {
        let attribute = paragraph.characters[at].attributes
        if !addsHyphen(at) { return .none }
        return attribute.break_removes_preceding != 0 ? .hyphenForLast : .hyphen
    }
}

/// Where text goes on after tabs; lengths are 1/1024 units.
struct TabStops {
    private var stops: [TabStop] = []
    private var offset = 0
    private var indent = 0
    /// Eight spaces of the paragraph's first font; 0 until they are needed.
    private var defaultDistance = 0
    private var next = 0
    /// A tab whose text does not begin at its stop, and what has come after it.
    private var pending:
        (character: Int, start: Int, position: Int, stop: TabStop, length: Int, prefix: Int, hasPoint: Bool)?

    var isPending: Bool { pending != nil }
    var isFirst = true { didSet { offset = isFirst ? max(indent, 0) : max(-indent, 0) } }
    /// How far the line goes with the pending tab.
    var total: Int? { pending.map { $0.position } }

    mutating func begin(_ paragraph: ParagraphFormat?, isFirst: Bool) {
        beginLine()
        stops = paragraph?.tabStops ?? []
        indent = isFirst ? paragraph?.firstLineShift ?? 0 : 0
        defaultDistance = 0
    }

    mutating func beginLine() {
        next = 0
        pending = nil
    }

    /// How wide the tab is that stands after `used`.
    mutating func add(_ character: Int, _ used: Int, _ layout: PieceLayout) -> Int {
        pending = nil
        if defaultDistance == 0 { defaultDistance = layout.eightSpaces }
        while true {
            let (position, stop) = position(next)
            if position >= used + (stops.isEmpty ? defaultDistance / 8 : 1) {
                if let stop, stop.alignment != .left {
                    pending = (character, used, position, stop, 0, 0, false)
                }
                return position - used
            }
            next += 1
        }
    }

    private func position(_ index: Int) -> (Int, TabStop?) {
        guard let last = stops.last else { return (defaultDistance * index - offset, nil) }
        if index < stops.count { return (Int(lengthUnits(stops[index].position)) - offset, stops[index]) }
        let end = Int(lengthUnits(last.position))
        let before = stops.count > 1 ? Int(lengthUnits(stops[stops.count - 2].position)) : 0
        let distance = end > before ? end - before : defaultDistance
        return (end + distance * (index - stops.count + 1) - offset, last)
    }

    /// Takes in a character that stands at a pending tab; returns how far the line goes then.
    mutating func extend(by character: Int, _ layout: PieceLayout) -> Int {
        guard var tab = pending else { return 0 }
        let width = Int(layout.paragraph.characters[character].width)
        tab.length += width
        if !tab.hasPoint {
            let isPoint =
                tab.stop.alignment == .decimal && layout.paragraph.isScalar(tab.stop.decimalPoint.value, character)
            tab.prefix += isPoint ? width / 2 : width
            tab.hasPoint = isPoint
        }
        let taken: Int
        switch tab.stop.alignment {
        case .left: taken = 0
        case .right: taken = tab.length
        case .center: taken = tab.length / 2
        case .decimal: taken = tab.prefix
        }
        let space = max(tab.position - tab.start - taken, 0)
        layout.paragraph.characters[tab.character].width = Int32(clamping: space)
        pending = space == 0 ? nil : tab
        return tab.start + space + tab.length
    }
}

extension Paragraph {
    func isScalar(_ scalar: UInt32, _ character: Int) -> Bool {
        let start = offset(character)
        guard let base = unsafe text.baseAddress else { return false }
        return unsafe g_utf8_get_char(UnsafeRawPointer(base + start).assumingMemoryBound(to: CChar.self)) == scalar
    }
}
