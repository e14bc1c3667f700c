internal import CPango
internal import LaminaGeometry

/// Lays a whole text out, paragraph by paragraph: Pango takes quadratic time over many paragraphs in one layout, and we
/// stop when there are lines enough.
@safe struct TextFlow {
    let text: UnsafeBufferPointer<UInt8>
    let source: AttributedText
    var styled: StyledText
    let options: TextLayoutOptions
    /// Nothing unless `options` has any.
    let rare: RareTextOptions
    var format: LineFormat
    let engine: TextEngine
    var capture: LineCapture
    /// What is left out of the text.
    var hidden: Range<Int>?
    /// Whether another width, however close, may give something else.
    var isExact: Bool
    private let exclusions: Exclusions?
    var isRightToLeft = false
    /// 1/1024 units; the widest that lines may be.
    let width: Int32
    private var span = 0
    private var knowsDirection = false
    private let smallestUnits: Int32
    let largestUnits: Int32

    static func layOut(
        _ text: AttributedText, _ options: TextLayoutOptions, width: Int32, engine: TextEngine
    ) -> MeasuredText {
        let rare = options.hasRare ? options.rare : RareTextOptions.plain
        let styled = engine.resolve(text, scale: rare.scale)
        return unsafe text.utf8.withUnsafeBufferPointer { bytes in
            var flow = unsafe TextFlow(
                text: bytes, source: text, styled: styled, options: options, rare: rare, width: width, engine: engine)
            flow.run()
            let result = flow.finish()
            engine.recycle(&flow.capture)
            return result
        }
    }

    /// Lays out what changed; nil where all of the text has to be laid out.
    static func update(
        _ text: AttributedText, _ options: TextLayoutOptions, width: Int32, generation: UInt32, engine: TextEngine
    ) -> MeasuredText? {
        let rare = options.hasRare ? options.rare : RareTextOptions.plain
        guard let former = text.former, options.maximumLines <= 0, !rare.hasExclusions,
            let old = former.measurements.find(options, fonts: engine.fonts, generation: generation, width: width),
            old.tallestLine != nil, old.notes.isStacked, old.looks.count - old.notes.looks < LayoutNotes.spareLooks
        else { return nil }
        return unsafe text.utf8.withUnsafeBufferPointer { bytes in
            let start = unsafe TextCut.paragraphStart(bytes, before: former.replaced.lowerBound)
            let end = unsafe TextCut.paragraphEnd(bytes, behind: former.replaced.lowerBound + former.count)
            let styled = engine.resolve(text, scale: rare.scale, touching: start..<end)
            if old.notes.styles.union(styled.styles).count > TextEngine.stylesPerText { return nil }
            var flow = unsafe TextFlow(
                text: bytes, source: text, styled: styled, options: options, rare: rare, width: width, engine: engine)
            let found = flow.update(old, former, start, end)
            engine.recycle(&flow.capture)
            return found
        }
    }

    init(
        text: UnsafeBufferPointer<UInt8>, source: AttributedText, styled: StyledText, options: TextLayoutOptions,
        rare: RareTextOptions, width: Int32, engine: TextEngine
    ) {
        unsafe self.text = text
        self.source = source
        self.styled = styled
        self.options = options
        self.rare = rare
        self.width = width
        self.engine = engine
        isRightToLeft = options.runsRightToLeft
        let spacing = options.lineSpacingFactor
        format = LineFormat(
            width: width == .max || options.wrap == .none ? -1 : width, wrap: options.wrap,
            spacing: spacing.isFinite && spacing > 0 ? Float(min(spacing, 100)) : 0)
        var (smallest, largest) = (Int32.max, Int32(0))
        for span in styled.spans { (smallest, largest) = (min(smallest, span.units), max(largest, span.units)) }
        (smallestUnits, largestUnits) = (smallest, largest)
        exclusions = Exclusions(rare, width: width, largestUnits: largest)
        isExact = rare.hasExclusions
        capture = engine.takeCapture()
        capture.keepsGraphemes = rare.keepsGraphemes
    }

    private func finish() -> MeasuredText {
        let notes = LayoutNotes(
            isWrapped: capture.isWrapped, breaksWords: capture.breaksWords, isExact: isExact,
            isStacked: capture.isStacked, styles: styled.styles, looks: styled.rare.count)
        return MeasuredText(
            fonts: engine.fonts,
            size: Size(width: Double(pangoUnits: capture.widestLine), height: Double(pangoUnits: capture.bottom)),
            content: capture, looks: styled.rare, hidden: hidden, widthsAlike: widthsAlike(capture.widestLine, notes),
            notes: notes)
    }

    /// From which width to which one the lines are the same, 1/1024 units.
    func widthsAlike(_ widest: Int32, _ notes: LayoutNotes) -> ClosedRange<Int32> {
        if notes.isExact || hidden != nil && options.truncation != .clip && width != .max { return width...width }
        // A tab in a line that sticks out may be set otherwise once there is room.
        let isFree = unsafe !notes.isWrapped && hidden == nil && (widest <= width || !text.contains(0x09))
        return min(widest, width)...(isFree ? .max : width)
    }

    private mutating func run() {
        var start = 0
        while true {
            let (end, next) = paragraph(at: start)
            resolveDirection(start..<end)
            if needsParagraphs { beginParagraph(start) }
            guard lay(start..<end), let next, !engine.mustStop(source) else { return }
            start = next
        }
    }

    /// Where the paragraph that begins at `start` ends, and where the next one begins.
    func paragraph(at start: Int) -> (end: Int, next: Int?) {
        var i = start
        while unsafe i < text.count {
            let byte = unsafe text[i]
            if byte > 0x0D && byte != 0xE2 {
                i += 1
                continue
            }
            if byte == 0x0A { return (i, i + 1) }
            if byte == 0x0D {
                let isPair = unsafe i + 1 < text.count && text[i + 1] == 0x0A
                return (i, isPair ? i + 2 : i + 1)
            }
            if byte == 0xE2, unsafe (text[i + 1] == 0x80 && text[i + 2] == 0xA9) { return (i, i + 3) }
            i += 1
        }
        return unsafe (text.count, nil)
    }

    /// Lays out one paragraph, in several pieces when it is huge; returns whether there is room for another one.
    mutating func lay(_ paragraph: Range<Int>) -> Bool {
        var start = paragraph.lowerBound
        let pieceLimit = pieceLimit(paragraph)
        repeat {
            if start > paragraph.lowerBound && engine.mustStop(source) { return false }
            let end = unsafe TextCut.pieceEnd(text, start..<paragraph.upperBound, limit: pieceLimit)
            let mark = capture.mark
            let pieceStart = start
            let remaining = options.maximumLines > 0 ? options.maximumLines - capture.lines.count : 0
            let appended = layPiece(start..<end, remaining, begins: start == paragraph.lowerBound)
            start = end
            if remaining == 0 { continue }
            if appended.isEllipsized || appended.hasMore {
                if unsafe appended.hasMore && !appended.isEllipsized && TextCut.isBlank(text, capture.nextLineStart) {
                    // Nothing that can be seen is left out. Where the blanks are broken depends on the width.
                    isExact = true
                } else {
                    cut(paragraph)
                }
                return false
            }
            if capture.lines.count < options.maximumLines { continue }
            if unsafe TextCut.isBlank(text, end) { return false }
            if truncatesByPango {
                capture.rewind(mark)
                var piece = makePiece(pieceStart..<end, remaining, begins: pieceStart == paragraph.lowerBound)
                piece.addsEllipsis = true
                _ = unsafe engine.layout.layOut(text, piece, styled, format, limit: remaining, into: &capture)
            }
            cut(paragraph)
            return false
        } while start < paragraph.upperBound
        return true
    }

    /// How many bytes of a paragraph are laid out at once. Lengths are 1/1024 units in 32 bits: a quarter of their
    /// range for one em per byte leaves room for characters four times as wide as that.
    func pieceLimit(_ paragraph: Range<Int>) -> Int {
        if paragraph.count <= 16 { return 16 }
        var largest = 0
        var index = styled.firstSpan(behind: paragraph.lowerBound)
        while index < styled.spans.count && styled.spans[index].bytes.lowerBound < paragraph.upperBound {
            largest = max(largest, Int(styled.spans[index].units) + styled.extra(of: index))
            index += 1
        }
        return min(100_000, max(16, (1 << 29) / max(largest, 1)))
    }

    /// Whether an ellipsis at the end, which Pango sets by itself, is all that is wanted. Beside an attachment its
    /// ellipsis is as wide as that, once for each character that is left out.
    var truncatesByPango: Bool {
        options.truncation == .end && !rare.truncatesSpecially && options.wrap != .none && !rare.hasExclusions
            && !styled.hasAttachments
    }

    /// Notes what is left out, after the last line that there is room for, and marks it as the options say.
    mutating func cut(_ paragraph: Range<Int>) {
        if truncatesByPango || options.truncation == .clip {
            hidden = unsafe min(capture.lines.last?.bytes.upperBound ?? 0, text.count)..<text.count
            return
        }
        guard let last = capture.lines.last, let slot = last.slot else { return truncateLastLine(paragraph) }
        truncateLastLine(paragraph, in: slot.upperBound - slot.lowerBound, top: last.top)
        capture.settle(in: slot)
    }

    /// Lays out a piece, first only as much of it as the remaining lines are likely to show: shaping what is cut off is
    /// most of the cost.
    mutating func layPiece(_ bytes: Range<Int>, _ remaining: Int, begins: Bool) -> LineCapture.Appended {
        var format = format
        if let paragraph = format.paragraph, !begins, format.width >= 0 {
            format.width = max(1, format.width - max(0, paragraph.indent - paragraph.firstLineIndent))
        }
        var end = bytes.upperBound
        if remaining > 0 && format.width >= 0 {
            let lines = Double(min(remaining, 1 << 20)) * Double(format.width)
            end = unsafe TextCut.guess(text, bytes, ems: lines / Double(smallestUnits))
        }
        while true {
            let piece = makePiece(bytes.lowerBound..<end, remaining, begins: begins)
            let isWhole = end == bytes.upperBound
            let mark = capture.mark
            let appended = unsafe engine.layout.layOut(
                text, piece, styled, format, limit: remaining, around: exclusions, into: &capture)
            if unsafe isWhole || appended.isProven(end, isSimple: TextCut.isSimple(text, piece.bytes)) {
                return appended
            }
            capture.rewind(mark)
            end = unsafe TextCut.grow(text, bytes, end)
        }
    }

    private mutating func makePiece(_ bytes: Range<Int>, _ remaining: Int, begins: Bool) -> Piece {
        while span > 0 && styled.spans[span].bytes.lowerBound > bytes.lowerBound { span -= 1 }
        while span + 1 < styled.spans.count && styled.spans[span].bytes.upperBound <= bytes.lowerBound { span += 1 }
        var end = span + 1
        while end < styled.spans.count && styled.spans[end].bytes.lowerBound < bytes.upperBound { end += 1 }
        return Piece(
            bytes: bytes, isRightToLeft: isRightToLeft, spans: span..<end, maximumLines: remaining,
            ellipsizes: remaining > 0 && truncatesByPango && format.width >= 0, beginsParagraph: begins)
    }

    /// A paragraph without strong characters goes in the direction of the one before, and the first one in that of the
    /// whole text, as in a PangoLayout; without any in the text it is that of the options.
    mutating func resolveDirection(_ bytes: Range<Int>) {
        guard let base = unsafe text.baseAddress, !(bytes.isEmpty && knowsDirection) else { return }
        let whole = unsafe UnsafeRawPointer(base).assumingMemoryBound(to: CChar.self)
        var direction = unsafe lamina_pango_base_direction(whole + bytes.lowerBound, Int32(clamping: bytes.count))
        if direction == Int32(PANGO_DIRECTION_NEUTRAL.rawValue) && !knowsDirection {
            unsafe direction = lamina_pango_base_direction(whole, Int32(clamping: text.count))
        }
        knowsDirection = true
        if direction == Int32(PANGO_DIRECTION_RTL.rawValue) { isRightToLeft = true }
        if direction == Int32(PANGO_DIRECTION_LTR.rawValue) { isRightToLeft = false }
    }
}

extension AttributedText {
    /// Whether some character has a direction of its own, as letters have and digits do not (UAX 9, P2). Ends at the
    /// first one.
    public var hasDirection: Bool {
        unsafe utf8.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return false }
            let found = unsafe lamina_pango_base_direction(
                base.assumingMemoryBound(to: CChar.self), Int32(clamping: bytes.count))
            return found != Int32(PANGO_DIRECTION_NEUTRAL.rawValue)
        }
    }
}
