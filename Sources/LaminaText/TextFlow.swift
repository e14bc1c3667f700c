internal import CPango
internal import LaminaGeometry

/// Lays a whole text out, paragraph by paragraph: Pango takes quadratic time over many paragraphs in one layout, and we stop when there are lines enough.
@safe struct TextFlow {
    private let text: UnsafeBufferPointer<UInt8>
    private let spans: [StyledSpan]
    private let options: TextLayoutOptions
    private let format: LineFormat
    private let engine: TextEngine
    private var capture: LineCapture
    private var isTruncated = false
    private var isRightToLeft = false
    private var span = 0
    private let smallestUnits: Int32
    /// Bytes.
    private let pieceLimit: Int

    /// The measurement, and the widths, in 1/1024 units, for which it holds.
    static func layOut(
        _ text: AttributedText, _ options: TextLayoutOptions, width: Int32, engine: TextEngine
    ) -> (result: MeasuredText, lower: Int32, upper: Int32) {
        let spans = engine.resolve(text)
        var (smallest, largest) = (Int32.max, Int32(0))
        for span in spans { (smallest, largest) = (min(smallest, span.units), max(largest, span.units)) }
        let floor = options.wrap == .word ? 0 : 3 * largest
        let laidOutAt = max(width, floor)
        let spacing = options.lineSpacingFactor
        let format = LineFormat(
            width: laidOutAt == .max ? -1 : laidOutAt, wrap: options.wrap,
            spacing: spacing.isFinite && spacing > 0 ? Float(min(spacing, 100)) : 0)
        return unsafe text.utf8.withUnsafeBufferPointer { bytes in
            var flow = unsafe TextFlow(
                text: bytes, spans: spans, options: options, format: format, engine: engine, smallest, largest)
            flow.run()
            let result = flow.finish(width, laidOutAt)
            engine.recycle(&flow.capture)
            return result
        }
    }

    private init(
        text: UnsafeBufferPointer<UInt8>, spans: [StyledSpan], options: TextLayoutOptions, format: LineFormat,
        engine: TextEngine, _ smallest: Int32, _ largest: Int32
    ) {
        unsafe self.text = text
        self.spans = spans
        self.options = options
        self.format = format
        self.engine = engine
        smallestUnits = smallest
        capture = engine.takeCapture()
        // Pango's numbers are 1/1024 units in 32 bits, and text whose positions overflow vanishes. A quarter of the range for one em
        // per byte leaves room for characters four times as wide as that.
        pieceLimit = min(100_000, max(16, (1 << 29) / Int(largest)))
    }

    private func finish(_ width: Int32, _ laidOutAt: Int32) -> (MeasuredText, Int32, Int32) {
        var (lower, upper) = (capture.widestLine, laidOutAt)
        if capture.isWrapped == false && !isTruncated { upper = .max }
        if laidOutAt > width { lower = 0 }
        if isTruncated && options.truncation == .end && laidOutAt != .max {
            (lower, upper) = laidOutAt > width ? (0, laidOutAt) : (width, width)
        }
        if lower > width { lower = width }
        let widths = Double(lower) / 1024...(upper == .max ? Double.infinity : Double(upper) / 1024)
        let result = MeasuredText(
            fonts: engine.fonts,
            size: Size(width: Double(capture.widestLine) / 1024, height: Double(capture.bottom) / 1024),
            lines: Self.exact(capture.lines), runs: Self.exact(capture.runs), glyphs: Self.exact(capture.glyphs),
            decorations: Self.exact(capture.decorations),
            isTruncated: isTruncated, validWidths: widths)
        return (result, lower, upper)
    }

    /// A copy that takes no more memory than it needs.
    private static func exact<Element>(_ array: [Element]) -> [Element] {
        if array.isEmpty { return [] }
        return unsafe array.withUnsafeBufferPointer { source in
            unsafe Array(unsafeUninitializedCapacity: source.count) { target, count in
                count = unsafe target.initialize(fromContentsOf: source)
            }
        }
    }

    private mutating func run() {
        var start = 0
        while true {
            let (end, next) = paragraph(at: start)
            resolveDirection(start..<end)
            guard lay(start..<end), let next else { return }
            start = next
        }
    }

    /// Where the paragraph that begins at `start` ends, and where the next one begins.
    private func paragraph(at start: Int) -> (end: Int, next: Int?) {
        var i = start
        while unsafe i < text.count {
            let byte = unsafe text[i]
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
    private mutating func lay(_ paragraph: Range<Int>) -> Bool {
        var start = paragraph.lowerBound
        repeat {
            let end = unsafe TextCut.pieceEnd(text, start..<paragraph.upperBound, limit: pieceLimit)
            let mark = capture.mark
            let pieceStart = start
            let remaining = options.maximumLines > 0 ? options.maximumLines - capture.lines.count : 0
            let appended = layPiece(start..<end, remaining)
            start = end
            if remaining == 0 { continue }
            if appended.isEllipsized || appended.hasMore {
                isTruncated = true
                return false
            }
            if capture.lines.count < options.maximumLines { continue }
            if unsafe TextCut.isBlank(text, end) { return false }
            isTruncated = true
            if options.truncation == .end {
                capture.rewind(mark)
                var piece = makePiece(pieceStart..<end, remaining)
                piece.addsEllipsis = true
                _ = unsafe engine.layOut(text, piece, spans, format, limit: remaining, into: &capture) { _ in true }
            }
            return false
        } while start < paragraph.upperBound
        return true
    }

    /// Lays out a piece, first only as much of it as the remaining lines are likely to show: shaping what is cut off is most of the cost.
    private mutating func layPiece(_ bytes: Range<Int>, _ remaining: Int) -> LineCapture.Appended {
        var end = bytes.upperBound
        if remaining > 0 && format.width >= 0 {
            let lines = Double(min(remaining, 1 << 20)) * Double(format.width)
            end = unsafe TextCut.guess(text, bytes, ems: lines / Double(smallestUnits))
        }
        while true {
            let piece = makePiece(bytes.lowerBound..<end, remaining)
            let isWhole = end == bytes.upperBound
            let clips = options.truncation == .clip
            let appended = unsafe engine.layOut(text, piece, spans, format, limit: remaining, into: &capture) {
                layout in
                unsafe isWhole
                    || TextCut.isProven(
                        layout, length: piece.bytes.count, lines: remaining, clips: clips,
                        isSimple: TextCut.isSimple(text, piece.bytes))
            }
            if let appended { return appended }
            if isWhole { return LineCapture.Appended(isEllipsized: false, hasMore: false) }
            end = unsafe TextCut.grow(text, bytes, end)
        }
    }

    private mutating func makePiece(_ bytes: Range<Int>, _ remaining: Int) -> Piece {
        while span + 1 < spans.count && spans[span].bytes.upperBound <= bytes.lowerBound { span += 1 }
        var end = span + 1
        while end < spans.count && spans[end].bytes.lowerBound < bytes.upperBound { end += 1 }
        return Piece(
            bytes: bytes, isRightToLeft: isRightToLeft, spans: span..<end, maximumLines: remaining,
            ellipsizes: remaining > 0 && options.truncation == .end && format.width >= 0)
    }

    /// A paragraph without strong characters goes in the direction of the one before, as in a PangoLayout.
    private mutating func resolveDirection(_ bytes: Range<Int>) {
        guard let base = unsafe text.baseAddress, !bytes.isEmpty else { return }
        let start = unsafe UnsafeRawPointer(base + bytes.lowerBound).assumingMemoryBound(to: CChar.self)
        let direction = unsafe lamina_pango_base_direction(start, Int32(clamping: bytes.count))
        if direction == Int32(PANGO_DIRECTION_RTL.rawValue) { isRightToLeft = true }
        if direction == Int32(PANGO_DIRECTION_LTR.rawValue) { isRightToLeft = false }
    }
}
