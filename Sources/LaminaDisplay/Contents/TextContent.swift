public import LaminaGeometry
public import LaminaNode
public import LaminaText

/// What a text node shows.
public final class TextContent: NodeContent {
    public let text: AttributedText?
    /// As they were given.
    private let given: TextLayoutOptions
    /// As they hold, with what the traits of the node make of them.
    public let options: TextLayoutOptions
    /// Only what few texts are asked for, such as sizes to try or a height to be cut to, makes a difference.
    public var isSteady: Bool { !options.hasRare }
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
