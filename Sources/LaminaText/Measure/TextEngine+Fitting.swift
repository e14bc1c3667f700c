internal import LaminaGeometry

extension TextEngine {
    /// The narrowest width at which nothing sticks out, and the width at which nothing is wrapped: CSS Sizing 3's
    /// min-content and max-content, insets included. Found once for a text and kept with it.
    public func contentWidths(_ text: AttributedText, _ options: TextLayoutOptions) -> (
        minimum: Double, maximum: Double
    ) {
        var free = options
        free.maximumLines = 0
        free.alignment = .natural
        var insets = EdgeInsets.zero
        if options.hasRare {
            insets = self.insets(text, options.rare)
            var rare = options.rare
            (rare.isBalanced, rare.token, rare.message) = (false, nil, nil)
            (rare.exclusions, rare.exclusionPolygons) = ([], [])
            free.rare = rare
        }
        let maximum = measure(text, free, maximumWidth: .infinity).size.width
        // A word is only broken where it does not fit, so that a word is what must fit (CSS Text 3, overflow-wrap:
        // break-word).
        if free.wrap == .wordCharacter { free.wrap = .word }
        var minimum = measure(text, free, maximumWidth: 0).size.width
        // With the room that lines which stick out seem to need they may need more.
        let tries = mayNeedMore(text) ? 4 : 0
        for _ in 0..<tries {
            let wider = measure(text, free, maximumWidth: minimum).size.width
            if wider <= minimum { break }
            minimum = wider
        }
        let added = insets.left + insets.right
        return (min(minimum, maximum) + added, maximum + added)
    }

    /// Whether a line may be wider where there is room for it than where it sticks out. Pango may set a tab as it would
    /// stand in another line, hides the blank at the end of the text where a line sticks out, and spaces the ends of
    /// letter-spaced lines after it has broken them.
    private func mayNeedMore(_ text: AttributedText) -> Bool {
        if text.spans.contains(where: { $0.attributes.hasRare && $0.attributes.rare.letterSpacing ?? 0 != 0 }) {
            return true
        }
        var before: UInt8 = 0
        for byte in text.utf8 {
            // A separator of paragraphs, or the first byte of one.
            let endsParagraph = byte == 0x0A || byte == 0x0D || byte == 0xE2
            if byte == 0x09 || before == 0x20 && endsParagraph { return true }
            before = byte
        }
        return before == 0x20
    }

    /// `contentWidths` for a solver that asks for one of them.
    public func minContentWidth(_ text: AttributedText, _ options: TextLayoutOptions) -> Double {
        contentWidths(text, options).minimum
    }

    /// `contentWidths` for a solver that asks for one of them.
    public func maxContentWidth(_ text: AttributedText, _ options: TextLayoutOptions) -> Double {
        contentWidths(text, options).maximum
    }

    /// The text at the narrowest width that gives no more lines than `maximumWidth` does: lines of about the same
    /// length.
    func balance(
        _ text: AttributedText, _ options: TextLayoutOptions, _ maximumWidth: Double
    ) -> MeasuredText {
        var plain = options
        plain.rare.isBalanced = false
        let widest = measure(text, plain, maximumWidth: maximumWidth)
        if widest.lineCount < 2 || widest.isTruncated || widest.lineCount > Self.balancedLines { return widest }
        if plain.rare.hasExclusions { plain.rare.frameWidth = maximumWidth }
        var result = widest
        // In whole units: a line's end need not be found more closely.
        var (low, high) = (0.0, widest.size.width.rounded(.up))
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded()
            let tried = measure(text, plain, maximumWidth: middle)
            if !tried.isTruncated && tried.lineCount <= widest.lineCount && tried.size.width <= high
                && holds(tried, text, plain)
            {
                (high, result) = (min(middle, max(tried.size.width.rounded(.up), low + 1)), tried)
            } else {
                low = middle
            }
        }
        return result
    }

    /// Whether the lines are the same at the width that they report. Where it may break between any characters, Pango
    /// may break others there, which a measurement that is kept for both widths does not tell.
    private func holds(_ measured: MeasuredText, _ text: AttributedText, _ options: TextLayoutOptions) -> Bool {
        let breaksAnywhere =
            options.wrap == .character || options.rare.paragraph.wrap == .character
            || text.paragraphs.contains { $0.style.wrap == .character }
        if !breaksAnywhere { return true }
        let width = Self.units(measured.size.width)
        let again = TextFlow.layOut(text, options, width: width, engine: self)
        return again.isTruncated == measured.isTruncated && again.lines.map(\.bytes) == measured.lines.map(\.bytes)
    }

    /// Longer texts are not balanced: nobody sees it there, and it would take time.
    private static let balancedLines = 10
}
