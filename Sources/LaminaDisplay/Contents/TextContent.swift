public import LaminaDraw
public import LaminaGeometry
public import LaminaLayout
public import LaminaNode
public import LaminaText

/// What a text node shows.
public final class TextContent: DrawableContent {
    public let text: AttributedText?
    /// As they were given.
    private let given: TextLayoutOptions
    /// As they hold, with what the traits of the node make of them.
    public let options: TextLayoutOptions
    /// Only rare options, such as sizes to try or a height to be cut to, make a difference.
    public var isMonotonic: Bool { !options.hasRare }
    /// What is marked, and how; nothing of the layout depends on it.
    public let highlight: (bytes: Range<Int>, color: Color)?
    private let traits: Traits

    /// What of the surroundings matters for texts.
    private struct Traits: Equatable {
        var size = 1.0
        var color: Color?
    }

    public convenience init(text: AttributedText?, options: TextLayoutOptions) {
        self.init(text, options, highlight: nil, Traits())
    }

    private init(
        _ text: AttributedText?, _ given: TextLayoutOptions, highlight: (bytes: Range<Int>, color: Color)?,
        _ traits: Traits
    ) {
        self.text = text
        self.given = given
        self.highlight = highlight
        self.traits = traits
        var options = given
        if traits.size != 1 { options.rare.scale = traits.size }
        if let color = traits.color, given.rare.tint == nil { options.rare.tint = color }
        self.options = options
    }

    /// The same of another text.
    public func with(text: AttributedText?) -> TextContent {
        TextContent(text, given, highlight: highlight, traits)
    }

    /// The same with other options.
    public func with(options: TextLayoutOptions) -> TextContent {
        TextContent(text, options, highlight: highlight, traits)
    }

    /// The same with another part marked, or none.
    public func with(highlight: (bytes: Range<Int>, color: Color)?) -> TextContent {
        TextContent(text, given, highlight: highlight, traits)
    }

    public func adapted(to held: ResolvedTraits, textColor: Color?) -> AdaptedContent? {
        let now = Traits(size: held.textSize, color: textColor)
        if now == traits { return nil }
        let isSized = now.size != traits.size
        return AdaptedContent(TextContent(text, given, highlight: highlight, now), isSized ? .remeasure : .redraw)
    }

    public var isMeasurable: Bool { true }
    public var placeholderText: TextContent? { self }

    public var holdsChildren: Bool { text?.holdsChildren ?? false }

    public func holding(_ children: [Size]) -> any NodeContent { with(text: text?.holding(children)) }

    /// Insets of its own are within these.
    public func inset(by insets: EdgeInsets) -> any NodeContent {
        var options = given
        options.rare.insets = options.rare.insets + insets
        return with(options: options)
    }

    /// Letters have a direction of their own; digits and signs take that of the layout.
    public var runningRightToLeft: (any NodeContent)? {
        if text?.hasDirection ?? false { return nil }
        var options = given
        options.runsRightToLeft = true
        return with(options: options)
    }

    /// The beginning of the text.
    public var summary: String? {
        guard let text else { return nil }
        let start = String(decoding: text.utf8.prefix(200), as: UTF8.self).prefix(32)
        let line = start.map { $0.isNewline ? " " : String($0) }.joined()
        return "\"\(line)\(line.utf8.count < text.utf8.count ? "..." : "")\""
    }
}

/// Texts in a layout.
extension TextContent {
    public func measure(within range: SizeRange, in environment: any LayoutEnvironment) -> LayoutMeasurement {
        guard let text else { return LayoutMeasurement(size: .zero) }
        let work = LayoutWork.of(environment)
        let frame = work.worker.textEngine.fit(text, options, within: range.max)
        let size = Size(
            width: Pixels.ceil(frame.size.width, scale: work.scale),
            height: Pixels.ceil(frame.size.height, scale: work.scale))
        var measurement = LayoutMeasurement(
            size: size, ascender: frame.origin.y + frame.measured.firstBaseline,
            descender: frame.origin.y + frame.measured.lastBaseline - frame.size.height)
        measurement.breaksWords = frame.measured.breaksWords || frame.scale != 1
        return measurement
    }

    public func measure(width: FlexSpace, height: FlexSpace, in environment: any LayoutEnvironment) -> LayoutMeasurement
    {
        var width = width
        if width == .minContent, let text {
            let work = LayoutWork.of(environment)
            width = .atMost(
                Pixels.ceil(work.worker.textEngine.minContentWidth(text, options), scale: work.scale))
        }
        return measure(within: SizeRange(width, height), in: environment)
    }

    public func place(within range: SizeRange, in environment: any LayoutEnvironment) -> PlacedContent {
        let size = measure(within: range, in: environment)
        guard let text else { return PlacedContent(measurement: size, children: []) }
        // As it will be drawn.
        let frame = LayoutWork.of(environment).worker.textEngine.place(text, options, in: range.clamp(size.size))
        return PlacedContent(measurement: size, children: frame.childFrames)
    }
}

/// Texts in a bitmap.
extension TextContent {
    /// Longer texts, and larger bitmaps of them, take their time.
    private static let briefLength = 1000
    private static let briefPixels = 1 << 18

    public var blendsInPlace: Bool { true }

    public func isBrief(pixels: Int) -> Bool {
        (text?.utf8.count ?? 0) <= Self.briefLength && pixels <= Self.briefPixels
    }

    /// The ink of the glyphs. It may reach out of the frame by up to a line's height, but not where the text itself is
    /// larger than the frame. Going through all glyphs costs a seventh of drawing them: these limits alone will do
    /// where they need not be exact.
    public func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect {
        guard let text else { return .empty }
        let frame = worker.textEngine.place(text, options, in: box.size)
        let measured = frame.measured
        guard let line = measured.lines.first else { return .empty }
        let reach = max(line.bottom - line.top, text.effectReach)
        let margin = Int(min(max((reach * box.scale).rounded(.up), 0), 4096))
        let side = measured.size.width > box.size.width + 1 ? 0 : margin
        let below = measured.size.height > box.size.height + 1 ? 0 : margin
        let rect = box.rect
        let limit = PixelRect(
            x: rect.x - side, y: rect.y - margin, width: rect.width + 2 * side, height: rect.height + margin + below)
        if highlight != nil || !exactly { return limit }
        return worker.painter.inkBounds(of: frame, at: box.origin, scale: box.scale, limit: limit)
    }

    public func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError) {
        guard let text else { return }
        let (engine, painter) = (worker.textEngine, worker.painter)
        let frame = engine.place(text, options, in: box.size)
        if let highlight {
            let rects = engine.withCharacters(frame).rects(of: highlight.bytes)
            painter.drawHighlight(
                rects, at: box.origin, color: highlight.color, scale: box.scale, clip: clip, on: buffer)
        }
        painter.draw(frame, at: box.origin, color: .black, scale: box.scale, clip: clip, on: buffer)
    }
}
