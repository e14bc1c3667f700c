internal import CPango
internal import LaminaGeometry

/// Measures texts with the fonts of a `FontSystem`. One per thread that measures: it must not be used by two threads at once, but may move between them.
@safe public final class TextEngine {
    private let fontSystem: FontSystem
    private let sharesWords: Bool
    private let brake: WorkBrake?
    private(set) var worker: PangoWorker?
    private var styles: [FontStyle: Int] = [:]
    private var warm = WarmSet()
    var words = WordCache()
    /// How many paragraphs, or pieces of huge ones, were put together from words that had been shaped before.
    public internal(set) var composedPieces = 0
    private var last: (attributes: CharacterAttributes, span: StyledSpan)?
    private var spareCapture = LineCapture()
    private var known: [UnsafeMutablePointer<PangoFont>: CapturedFont] = unsafe [:]
    /// One for each known font; they hold references, so that no other font takes the address.
    private var guards: [GuardedFont] = []
    private var retry = FontRetry()

    /// Beyond this many styles the font map is emptied: Pango caches 256 fontsets and races with its helper threads when it evicts one.
    private static let styleLimit = 160
    /// The same for pairs of style and language.
    private static let fontSetLimit = 200
    /// Different fonts in one text; Pango must not evict one while it lays out a text that uses it. Further ones become the text's first.
    private static let stylesPerText = 64
    /// How much text in fonts or characters that are new is laid out at once.
    static let coldBytes = 256

    /// Cheap: fonts are looked up when they are first used.
    /// Without `sharesWords` it learns from no other engine, and tells none.
    /// `brake` is asked between the pieces of long texts; nil never stops.
    public init(_ fonts: FontSystem, sharesWords: Bool = true, brake: WorkBrake? = nil) {
        fontSystem = fonts
        self.brake = brake
        self.sharesWords = sharesWords
    }

    deinit {
        FontLock.withLock { held in reset(held) }
    }

    /// Lays `text` out in lines at most `maximumWidth` wide (infinity: one line per paragraph; NaN and negative numbers count as 0). Never fails.
    /// About 1 us per character; a fraction of a microsecond when this was measured before, by any engine, at a width that gives the same lines.
    /// Words are broken in lines of 3 em and more only, where they may be broken. A paragraph over about 500,000 divided by the font size bytes (37,000 at 14) is broken there, also without a width.
    public func measure(
        _ text: AttributedText, _ options: TextLayoutOptions, maximumWidth: Double
    ) -> MeasuredText {
        // Most options are as they should be, and a copy costs a tenth of a known answer.
        options.isForMeasuring
            ? measure(text, reduced: options, maximumWidth: maximumWidth)
            : measure(text, reduced: options.forMeasuring, maximumWidth: maximumWidth)
    }

    private func measure(
        _ text: AttributedText, reduced options: TextLayoutOptions, maximumWidth: Double
    ) -> MeasuredText {
        var width = Self.units(maximumWidth)
        if retry.isWanted && retry.isDue() { fontSystem.reopenFonts() }
        let generation = fontSystem.generation
        if let known = text.measurements.find(options, fonts: fontSystem, generation: generation, width: width) {
            return known
        }
        // What is measured now is dropped: nothing of it is worth the time.
        if mustStop(text) && !text.utf8.isEmpty { return measure(Self.nothing, options, maximumWidth: maximumWidth) }
        if options.hasRare && options.rare.isBalanced {
            let result = balance(text, options, maximumWidth)
            keep(result, of: text, options, generation, lower: width, upper: width)
            return result
        }
        if options.hasRare && options.rare.keepsGraphemes {
            // Where characters stand is told of the lines that are drawn, laid out as those were: Pango may break others at a width close by.
            var drawn = options
            drawn.rare.keepsGraphemes = false
            let lines = text.measurements.find(drawn, fonts: fontSystem, generation: generation, width: width)
            width = lines.map { Self.units($0.validWidths.upperBound) } ?? width
        }
        refresh(generation)
        let (result, lower, upper) = TextFlow.layOut(text, options, width: width, engine: self)
        keep(result, of: text, options, generation, lower: lower, upper: upper)
        return result
    }

    /// Other engines find it too.
    private func keep(
        _ result: MeasuredText, of text: AttributedText, _ options: TextLayoutOptions, _ generation: UInt32,
        lower: Int32, upper: Int32
    ) {
        if let worker, worker.lacksThreads {
            retry.noteLackOfThreads()
            return
        }
        if let brake, brake.hasStopped { return }
        text.measurements.insert(
            TextMeasurements.Entry(
                options: options, generation: generation, lower: lower, upper: upper, result: result))
    }

    /// Whether the work that this is for has to end early. Nodes in a text have a place each, so that it is laid out as a whole.
    func mustStop(_ text: AttributedText) -> Bool {
        guard let brake else { return false }
        return brake.mustStop() && !text.holdsChildren
    }

    private static let nothing = AttributedTextBuilder(attributes: CharacterAttributes()).build()

    /// Gives back the fonts and the words that were shaped before.
    public func trim() { FontLock.withLock { held in reset(held) } }

    /// What `measure` answers, when that is known from before; for options without rare ones. Takes no engine.
    public static func known(
        _ text: AttributedText, _ options: TextLayoutOptions, maximumWidth: Double, fonts: FontSystem
    ) -> MeasuredText? {
        if options.hasRare { return nil }
        let (generation, width) = (fonts.generation, units(maximumWidth))
        return options.isForMeasuring
            ? text.measurements.find(options, fonts: fonts, generation: generation, width: width)
            : text.measurements.find(options.forMeasuring, fonts: fonts, generation: generation, width: width)
    }

    var fonts: FontSystem { fontSystem }

    /// 1/1024 units. An eighth of one is forgiven: whoever rounds a width up to device pixels and divides again may end just below it.
    static func units(_ width: Double) -> Int32 {
        if width.isNaN || width <= 0 { return 0 }
        if width >= Double(pangoUnits: unlimitedWidth) { return .max }
        return Int32(width * 1024 + 0.125)
    }

    /// A million logical units; more is no limit.
    private static let unlimitedWidth: Int32 = 1 << 30

    /// Makes the Pango objects, again when the fonts have changed.
    private func refresh(_ generation: UInt32) {
        if let worker, worker.generation == generation { return }
        FontLock.withLock { held in
            reset(held)
            start(held)
        }
    }

    private func start(_ held: borrowing FontLock.Held) {
        let worker = PangoWorker(fontSystem, held)
        self.worker = worker
        words.sharing =
            sharesWords ? WordCache.Sharing(words: fontSystem.sharedWords, generation: worker.generation) : nil
    }

    private func reset(_ held: borrowing FontLock.Held) {
        for font in guards { font.release(held) }
        guards.removeAll()
        unsafe known.removeAll()
        styles.removeAll()
        last = nil
        warm.removeAll()
        words.removeAll()
        worker?.destroy(held)
        worker = nil
    }

    /// Resolves the spans of a text, `scale` times as large; empties the font map first when there are too many styles.
    func resolve(_ text: AttributedText, scale: Double) -> StyledText {
        if styles.count > Self.styleLimit || warm.combinations > Self.fontSetLimit {
            FontLock.withLock { held in
                reset(held)
                start(held)
            }
        }
        if text.spans.count == 1, scale == 1, !text.spans[0].attributes.hasRare {
            // Most texts look like the one before.
            let span = text.spans[0]
            if let (attributes, styled) = last, attributes == span.attributes {
                var styled = styled
                styled.bytes = span.bytes
                return StyledText(spans: [styled])
            }
            let result = styled(span.bytes, span.attributes, FontStyle(span.attributes, fontSystem.configuration))
            last = (span.attributes, result)
            return StyledText(spans: [result])
        }
        var result = StyledText(spans: [], scale: scale)
        if text.spans.isEmpty {
            add(TextSpan(bytes: 0..<0, attributes: text.baseAttributes), to: &result)
            return result
        }
        for span in text.spans { add(span, to: &result) }
        return result
    }

    /// Resolves one more span of a text.
    func add(_ span: TextSpan, to text: inout StyledText) {
        var style = FontStyle(span.attributes, fontSystem.configuration, scale: text.scale)
        if text.styles.count >= Self.stylesPerText && !text.styles.contains(style) {
            style = text.firstStyle ?? style
        } else {
            text.styles.insert(style)
            text.firstStyle = text.firstStyle ?? style
        }
        var result = styled(span.bytes, span.attributes, style)
        if span.attributes.hasRare {
            let rare = span.attributes.rare
            result.rare = Int32(text.rare.count)
            if let last = text.rare.last, last == rare {
                result.rare -= 1
            } else {
                text.rare.append(rare)
            }
        }
        text.spans.append(result)
    }

    /// An empty capture, with the memory of the last one.
    func takeCapture() -> LineCapture {
        var capture = LineCapture()
        swap(&capture, &spareCapture)
        return capture
    }

    /// Takes the memory back.
    func recycle(_ capture: inout LineCapture) {
        capture.reset()
        swap(&capture, &spareCapture)
    }

    private func styled(_ bytes: Range<Int>, _ attributes: CharacterAttributes, _ style: FontStyle) -> StyledSpan {
        let index: Int
        if let known = styles[style] {
            index = known
        } else {
            index = styles.count
            styles[style] = index
            words.sharing?.styles.append(style)
            unsafe warm.addStyle(worker?.addStyle(style))
        }
        return StyledSpan(
            bytes: bytes, style: index, units: style.units, color: attributes.color,
            underline: attributes.underline ?? .none, strikethrough: attributes.strikethrough ?? false,
            isPlain: style.caps == .normal && !attributes.shapesSpecially)
    }

    /// Lays a piece out and appends its lines, at most `limit` (0 for all), when `accept` agrees with the layout. Returns nil when it did not.
    /// With `harvest`, keeps what `compose` did not know.
    func layOut(
        _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText, _ format: LineFormat, limit: Int,
        harvest kind: WordCache.Outcome? = nil, into capture: inout LineCapture, accept: (OpaquePointer) -> Bool
    ) -> LineCapture.Appended? {
        guard let worker else { return nil }
        var isWarm = unsafe warm.covers(text, piece, styled.spans, marks: false)
        if !isWarm && piece.bytes.count > 2 * Self.coldBytes {
            unsafe meet(text, piece, styled)
            isWarm = unsafe warm.covers(text, piece, styled.spans, marks: false)
        }
        unsafe worker.prepare(text, piece, styled, format)
        if !isWarm {
            return FontLock.withLock { held in
                _ = unsafe pango_layout_get_line_count(worker.layout)
                unsafe intern(worker.layout, held)
                if unsafe lamina_pango_mend_metrics(worker.layout) != 0 {
                    unsafe pango_layout_context_changed(worker.layout)
                    _ = unsafe pango_layout_get_line_count(worker.layout)
                    unsafe intern(worker.layout, held)
                }
                if guards.contains(where: \.isBroken) { retry.noteBrokenFont() }
                _ = unsafe warm.covers(text, piece, styled.spans, marks: true)
                var appended: LineCapture.Appended?
                if unsafe accept(worker.layout) {
                    unsafe appended = capture.append(
                        worker.layout, piece, styled, format, fonts: known, limit: limit)
                }
                if let kind, appended != nil { unsafe harvest(kind, worker.layout, text, piece, styled) }
                for sample in warm.takeSamples() { unsafe worker.layOutEllipsis(text, sample, held) }
                return appended
            }
        }
        if unsafe !accept(worker.layout) { return nil }
        if let appended = unsafe capture.append(
            worker.layout, piece, styled, format, fonts: known, limit: limit)
        {
            if let kind { unsafe harvest(kind, worker.layout, text, piece, styled) }
            return appended
        }
        FontLock.withLock { held in unsafe intern(worker.layout, held) }
        return unsafe capture.append(
            worker.layout, piece, styled, format, fonts: known, limit: limit)
    }

    /// Whether a short piece has a style that nothing was laid out in. Making the fonts takes long enough: its words are learned when they come
    /// again, which those of a heading in a size of its own may never do.
    func isNew(_ piece: Range<Int>, _ styled: StyledText) -> Bool {
        piece.count <= 2 * Self.coldBytes && styled.spans.contains { $0.bytes.overlaps(piece) && warm.isNew($0.style) }
    }

    /// Has Pango lay out what is new in a long piece, part by part, so that other threads need not wait for the font lock until all of it is laid out.
    private func meet(_ text: UnsafeBufferPointer<UInt8>, _ piece: Piece, _ styled: StyledText) {
        var start = piece.bytes.lowerBound
        while start < piece.bytes.upperBound {
            var end = min(start + Self.coldBytes, piece.bytes.upperBound)
            while unsafe end < piece.bytes.upperBound && text[end] & 0xC0 == 0x80 { end += 1 }
            let part = Self.part(start..<end, of: piece, styled)
            if unsafe !warm.covers(text, part, styled.spans, marks: false) {
                unsafe learn(start..<end, text, piece, styled)
            }
            start = end
        }
    }

    /// Keeps what words of the layout can be used again.
    private func harvest(
        _ kind: WordCache.Outcome, _ layout: OpaquePointer, _ text: UnsafeBufferPointer<UInt8>, _ piece: Piece,
        _ styled: StyledText
    ) {
        if let worker, worker.lacksThreads { return }
        if kind == .isUnknownMixture {
            unsafe words.learnMixed(layout, text, piece, styled.spans, known)
            return
        }
        guard let key = unsafe words.key(text, piece, styled) else { return }
        unsafe WordHarvest.take(layout, text, piece, key, known, into: &words)
        if unsafe piece.ellipsizes && words.face(key) == nil && pango_layout_is_ellipsized(layout) != 0 {
            // A line that was cut is all there was: its first words are laid out again, to know the font by.
            unsafe learn(TextCut.firstWords(text, piece.bytes), text, piece, styled)
        }
    }

    /// Makes every font of the layout known.
    private func intern(_ layout: OpaquePointer, _ held: borrowing FontLock.Held) {
        var lines = unsafe pango_layout_get_lines_readonly(layout)
        while let lineNode = unsafe lines {
            var runs = unsafe lineNode.pointee.data.assumingMemoryBound(to: PangoLayoutLine.self).pointee.runs
            while let runNode = unsafe runs {
                let item = unsafe runNode.pointee.data.assumingMemoryBound(to: PangoGlyphItem.self).pointee.item.pointee
                if let font = unsafe item.analysis.font { _ = unsafe intern(font, item.analysis.language, held) }
                unsafe runs = runNode.pointee.next
            }
            unsafe lines = lineNode.pointee.next
        }
    }

    /// Makes a font known.
    func intern(
        _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, _ held: borrowing FontLock.Held
    ) -> CapturedFont {
        if let found = unsafe known[font] { return found }
        unsafe guards.append(GuardedFont(font, held))
        let made = unsafe describe(font, language, held)
        unsafe known[font] = made
        return made
    }

    private func describe(
        _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, _ held: borrowing FontLock.Held
    ) -> CapturedFont {
        var id: FontID?
        if let scaled = unsafe lamina_pango_scaled_font(font),
            unsafe cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS
        {
            id = unsafe fontSystem.intern(scaled, pattern: lamina_pango_pattern(font), held)
        }
        if unsafe id == nil || lamina_pango_font_has_glyphs(font) == 0 { retry.noteBrokenFont() }
        let metrics = unsafe pango_font_get_metrics(font, language)
        defer { unsafe pango_font_metrics_unref(metrics) }
        return unsafe CapturedFont(
            id: id ?? FontID(rawValue: .max), ascent: pango_font_metrics_get_ascent(metrics),
            descent: pango_font_metrics_get_descent(metrics),
            underlinePosition: pango_font_metrics_get_underline_position(metrics),
            underlineThickness: pango_font_metrics_get_underline_thickness(metrics),
            strikethroughPosition: pango_font_metrics_get_strikethrough_position(metrics),
            strikethroughThickness: pango_font_metrics_get_strikethrough_thickness(metrics))
    }
}
