internal import LaminaGeometry

extension TextEngine {
    /// The narrowest width at which nothing sticks out, and the width at which nothing is wrapped: CSS Sizing 3's min-content and max-content,
    /// insets included. Found once for a text and kept with it.
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
            (rare.isBalanced, rare.exclusions, rare.token, rare.message) = (false, [], nil, nil)
            free.rare = rare
        }
        let maximum = measure(text, free, maximumWidth: .infinity).size.width
        // A word is only broken where it does not fit, so that a word is what must fit (CSS Text 3, overflow-wrap: break-word).
        if free.wrap == .wordCharacter { free.wrap = .word }
        var minimum = measure(text, free, maximumWidth: 0).size.width
        // In lines that stick out, Pango may set a tab as it would stand in another one: with the room that they seem to need they need more.
        for _ in 0..<4 where text.utf8.contains(0x09) {
            let wider = measure(text, free, maximumWidth: minimum).size.width
            if wider <= minimum { break }
            minimum = wider
        }
        let added = insets.left + insets.right
        return (min(minimum, maximum) + added, maximum + added)
    }

    /// `contentWidths` for a solver that asks for one of them.
    public func minContentWidth(_ text: AttributedText, _ options: TextLayoutOptions) -> Double {
        contentWidths(text, options).minimum
    }

    /// `contentWidths` for a solver that asks for one of them.
    public func maxContentWidth(_ text: AttributedText, _ options: TextLayoutOptions) -> Double {
        contentWidths(text, options).maximum
    }

    /// The text at the narrowest width that gives no more lines than `maximumWidth` does: lines of about the same length.
    func balance(
        _ text: AttributedText, _ options: TextLayoutOptions, _ maximumWidth: Double
    ) -> MeasuredText {
        var plain = options
        plain.rare.isBalanced = false
        let widest = measure(text, plain, maximumWidth: maximumWidth)
        if widest.lineCount < 2 || widest.isTruncated || widest.lineCount > Self.balancedLines { return widest }
        var result = widest
        // In whole units: a line's end need not be found more closely.
        var (low, high) = (0.0, widest.size.width.rounded(.up))
        while high - low > 1 {
            let middle = ((low + high) / 2).rounded()
            let tried = measure(text, plain, maximumWidth: middle)
            if !tried.isTruncated && tried.lineCount <= widest.lineCount && tried.size.width <= high {
                (high, result) = (min(middle, max(tried.size.width.rounded(.up), low + 1)), tried)
            } else {
                low = middle
            }
        }
        return result
    }

    /// Longer texts are not balanced: nobody sees it there, and it would take time.
    private static let balancedLines = 10
}
