public import LaminaGeometry
public import LaminaNode
public import LaminaText

/// What a text node shows.
public final class TextContent: NodeContent {
    public let text: AttributedText?
    public let options: TextLayoutOptions
    /// What is marked, and how; nothing of the layout depends on it.
    public let highlight: (bytes: Range<Int>, color: Color)?

    public init(text: AttributedText?, options: TextLayoutOptions, highlight: (Range<Int>, Color)? = nil) {
        self.text = text
        self.options = options
        self.highlight = highlight.map { (bytes: $0.0, color: $0.1) }
    }

    /// The same of another text.
    public func with(text: AttributedText?) -> TextContent {
        TextContent(text: text, options: options, highlight: highlight.map { ($0.bytes, $0.color) })
    }

    /// The same with other options.
    public func with(options: TextLayoutOptions) -> TextContent {
        TextContent(text: text, options: options, highlight: highlight.map { ($0.bytes, $0.color) })
    }

    public var isMeasurable: Bool { true }

    /// Letters have a direction of their own; digits and signs take that of the layout.
    public var runningRightToLeft: (any NodeContent)? {
        if text?.hasDirection ?? false { return nil }
        var options = options
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

/// Who hears of a node's drawings. Owner thread, no lock held.
public protocol DisplayObserver: AnyObject, Sendable {
    func willDisplay(_ node: NodeID)
    func didDisplay(_ node: NodeID, finished: Bool)
}

extension LayoutSnapshot {
    /// Elements nested deeper than this are not laid out: the solver's stack would not hold them.
    static let maximumDepth = 20_000

    func checkDepth() throws(LaminaError) {
        try FlexPass.checkDepth(flexDepth)
        if depth > Self.maximumDepth {
            throw LaminaError(
                .outOfRange, "the tree is \(depth) elements deep; layout goes down \(Self.maximumDepth) levels at most")
        }
    }
}
