internal import CPango
internal import LaminaGeometry

/// Measures texts with the fonts of a `FontSystem`. One per thread that measures: it must not be used by two threads at
/// once, but may move between them.
@safe public final class TextEngine {
    private let fontSystem: FontSystem
    private let brake: WorkBrake?
    private(set) var worker: PangoWorker?
    private var styles: [FontStyle: Int] = [:]
    var warm = WarmSet()
    /// How many pieces were put together from words that had been shaped before.
    public internal(set) var composedPieces = 0
    /// How many were as they had been before.
    public internal(set) var recalledPieces = 0
    /// How many texts took most of their lines from those that they were made from.
    public private(set) var updatedTexts = 0
    var words = WordCache()
    var paragraphs = ParagraphCache()
    var shapes = ShapeCache()
    let keepsWords: Bool
    private var last: (attributes: CharacterAttributes, span: StyledSpan)?
    private var spareCapture = LineCapture()
    /// The fonts that were met; they hold references, so that no other font takes the address.
    private(set) var faces: [Face] = []
    private var faceIndexes: [UnsafeMutablePointer<PangoFont>: Int] = unsafe [:]
    /// By style: the face of a blank, which an empty line is as high as.
    private var baseFaces: [Int: Int] = [:]
    private var ellipses: [Ellipsis.Key: Ellipsis] = [:]
    private var baselines: [BaselineKey: Int32] = [:]
    private var retry = FontRetry()
    private(set) lazy var layout = PieceLayout(self)

    /// Beyond this many styles the font map is emptied: Pango caches 256 fontsets and races with its helper threads
    /// when it evicts one.
    private static let styleLimit = 160
    /// The same for pairs of style and language.
    private static let fontSetLimit = 200
    /// Different fonts in one text; Pango must not evict one while it lays out a text that uses it. Further ones become
    /// the text's first.
    static let stylesPerText = 64
    /// How much text in fonts or characters that are new is laid out at once.
    static let coldBytes = 256

    /// Cheap: fonts are looked up when they are first used.
    /// Without `keepsWords` nothing is kept of what was shaped, and every text goes through all stages.
    /// `brake` is asked between the pieces of long texts; nil never stops.
    public init(_ fonts: FontSystem, keepsWords: Bool = true, brake: WorkBrake? = nil) {
        fontSystem = fonts
        self.keepsWords = keepsWords
        self.brake = brake
    }

    deinit {
        FontLock.withLock { held in reset(held) }
    }

    /// Lays `text` out in lines at most `maximumWidth` wide (infinity: one line per paragraph; NaN and negative numbers
    /// count as 0). Never fails. About 1 us per character; a fraction of a microsecond when this was measured before,
    /// by any engine, at a width that gives the same lines. A paragraph over about 500,000 divided by the font size
    /// bytes (37,000 at 14) is broken there, also without a width.
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
            keep(result, of: text, options, generation, widths: width...width)
            return result
        }
        if options.hasRare && options.rare.keepsGraphemes {
            // Where characters stand is told of the lines that are drawn, laid out as those were: Pango may break
            // others at a width close by.
            var drawn = options
            drawn.rare.keepsGraphemes = false
            let lines = text.measurements.find(drawn, fonts: fontSystem, generation: generation, width: width)
            width = lines?.widthsAlike.upperBound ?? width
        }
        refresh(generation)
        let updated = TextFlow.update(text, options, width: width, generation: generation, engine: self)
        if updated != nil { updatedTexts += 1 }
        let result = updated ?? TextFlow.layOut(text, options, width: width, engine: self)
        keep(result, of: text, options, generation, widths: result.widthsAlike)
        return result
    }

    /// Other engines find it too.
    private func keep(
        _ result: MeasuredText, of text: AttributedText, _ options: TextLayoutOptions, _ generation: UInt32,
        widths: ClosedRange<Int32>
    ) {
        if let worker, worker.lacksThreads {
            retry.noteLackOfThreads()
            return
        }
        if let brake, brake.hasStopped { return }
        text.measurements.insert(
            TextMeasurements.Entry(
                options: options, generation: generation, widths: widths, result: result))
    }

    /// Whether the work that this is for has to end early. Nodes in a text have a place each, so that it is laid out as
    /// a whole.
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

    /// 1/1024 units. An eighth of one is forgiven: whoever rounds a width up to device pixels and divides again may end
    /// just below it.
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
        restart()
    }

    private func restart() {
        FontLock.withLock { held in
            reset(held)
            worker = PangoWorker(fontSystem, held)
        }
    }

    private func reset(_ held: borrowing FontLock.Held) {
        for face in faces { unsafe g_object_unref(UnsafeMutableRawPointer(face.font)) }
        faces.removeAll()
        unsafe faceIndexes.removeAll()
        baseFaces.removeAll()
        ellipses.removeAll()
        baselines.removeAll()
        forgetWords()
        styles.removeAll()
        last = nil
        warm.removeAll()
        worker?.destroy(held)
        worker = nil
    }

    /// Resolves the spans of a text that touch `bytes`, or all, `scale` times as large; empties the font map first when
    /// there are too many styles.
    func resolve(_ text: AttributedText, scale: Double, touching bytes: Range<Int>? = nil) -> StyledText {
        if styles.count > Self.styleLimit || warm.combinations > Self.fontSetLimit { restart() }
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
        if let bytes {
            let first = min(text.spanIndex(at: bytes.lowerBound), text.spans.count - 1)
            let end = min(text.spanIndex(at: bytes.upperBound) + 1, text.spans.count)
            for span in text.spans[first..<end] { add(span, to: &result) }
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
            unsafe warm.addStyle(worker?.addStyle(style))
        }
        return StyledSpan(
            bytes: bytes, style: index, units: style.units, color: attributes.color,
            underline: attributes.underline ?? .none, strikethrough: attributes.strikethrough ?? false,
            isPlain: style.caps == .normal && !attributes.shapesSpecially)
    }

    private var keptBytes: Int { words.byteCount + paragraphs.byteCount + shapes.byteCount }

    /// Forgets what was shaped before.
    func forgetWords() {
        fontSystem.countWords(-keptBytes)
        words.removeAll()
        paragraphs.removeAll()
        shapes.removeAll()
    }

    /// Lets `change` keep something of what was laid out, unless there may be letters missing.
    func keep(_ change: () -> Void) {
        if !keepsWords || worker?.lacksThreads ?? true || retry.isWanted { return }
        let before = keptBytes
        change()
        fontSystem.countWords(keptBytes - before)
    }

    // MARK: Faces

    /// Nil for a font that was not met.
    func face(of font: UnsafeMutablePointer<PangoFont>) -> Int? { unsafe faceIndexes[font] }

    /// Makes a font known.
    func intern(
        _ font: UnsafeMutablePointer<PangoFont>, _ language: OpaquePointer?, _ held: borrowing FontLock.Held
    ) -> Int {
        if let found = unsafe faceIndexes[font] { return found }
        var id: FontID?
        if let scaled = unsafe lamina_pango_scaled_font(font),
            unsafe cairo_scaled_font_status(scaled) == CAIRO_STATUS_SUCCESS
        {
            id = unsafe fontSystem.intern(scaled, pattern: lamina_pango_pattern(font), held)
        }
        if unsafe id == nil || lamina_pango_font_has_glyphs(font) == 0 { retry.noteBrokenFont() }
        unsafe faces.append(Face(font, id ?? FontID(rawValue: .max), language, held))
        unsafe faceIndexes[font] = faces.count - 1
        return faces.count - 1
    }

    /// The face of a short text in one style, as Pango chooses it: with the font lock held, by `body`.
    private func item<Result>(
        _ text: [UInt8], _ style: Int, fallsBack: Bool, _ held: borrowing FontLock.Held,
        _ body: (UnsafeMutablePointer<PangoItem>, borrowing FontLock.Held) -> Result?
    ) -> Result? {
        guard let worker, worker.hasThreads(held) else { return nil }
        let items = unsafe worker.itemize(text, style, fallsBack: fallsBack)
        defer { unsafe Self.free(items) }
        guard let first = unsafe items?.pointee.data else { return nil }
        return unsafe body(first.assumingMemoryBound(to: PangoItem.self), held)
    }

    /// The face that an empty line of a piece is as high as; nil without a font.
    func baseFace(_ piece: Piece, _ styled: StyledText) -> Face? {
        let style = styled.spans[piece.spans.lowerBound].style
        if let known = baseFaces[style] { return faces[known] }
        let found: Int? = FontLock.withLock { held in
            unsafe item([0x20], style, fallsBack: true, held) { item, held in
                guard let font = unsafe item.pointee.analysis.font else { return nil }
                return unsafe intern(font, item.pointee.analysis.language, held)
            }
        }
        guard let found else { return nil }
        baseFaces[style] = found
        return faces[found]
    }

    /// What ends a line that is cut: the sign of the style's own font, or three dots in whichever font has them. Nil
    /// without a font.
    func ellipsis(_ key: Ellipsis.Key) -> Ellipsis? {
        if let known = ellipses[key] { return known }
        let sign: [UInt8] = key.isBeforeWide ? [0xE2, 0x8B, 0xAF] : [0xE2, 0x80, 0xA6]
        let scalar: gunichar = key.isBeforeWide ? 0x22EF : 0x2026
        let found: Ellipsis? = FontLock.withLock { held in
            let own: Ellipsis?? = unsafe item(sign, key.style, fallsBack: false, held) { item, held in
                guard let font = unsafe item.pointee.analysis.font, unsafe pango_font_has_char(font, scalar) != 0 else {
                    return nil
                }
                return unsafe layout.ellipsis(
                    sign, item.pointee.analysis, intern(font, item.pointee.analysis.language, held))
            }
            if let own = own ?? nil { return own }
            let dots = [UInt8](repeating: 0x2E, count: 3)
            return unsafe item(dots, key.style, fallsBack: true, held) { item, held in
                guard let font = unsafe item.pointee.analysis.font else { return nil }
                return unsafe layout.ellipsis(
                    dots, item.pointee.analysis, intern(font, item.pointee.analysis.language, held))
            }
        }
        if let found { ellipses[key] = found }
        return found
    }

    private struct BaselineKey: Hashable {
        var face: Int
        var of: UInt32
        var script: UInt32
        var language: UInt
    }

    /// Where the baseline of an item's script lies in its font, 1/1024 units; `of` is the script whose kind of baseline
    /// is meant.
    func baseline(_ item: TextItem, _ of: PangoScript) -> Int32 {
        let key = unsafe BaselineKey(
            face: item.face, of: UInt32(bitPattern: of.rawValue), script: UInt32(bitPattern: item.script.rawValue),
            language: UInt(bitPattern: item.language))
        if let known = baselines[key] { return known }
        let found = unsafe lamina_pango_baseline(
            faces[item.face].font, of.rawValue, item.script.rawValue, item.language)
        baselines[key] = found
        return found
    }
}
