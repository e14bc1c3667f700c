public import LaminaGeometry

/// A text laid out in a frame: what is drawn, and what questions about places are answered from. Immutable.
public struct TextFrame: Sendable {
    public let text: AttributedText
    public let options: TextLayoutOptions
    /// As large as everything needs to be, or the frame that was asked for.
    public let size: Size
    public let measured: MeasuredText
    /// Where the lines' box begins in the frame.
    public let origin: Point
    /// How wide that box is: lines are aligned in it.
    public let width: Double
    /// Which of `scaleFactors` was needed; 1 is the text as it is.
    public let scale: Double

    /// From the frame's left edge to the start of a line.
    public func lineStart(_ line: Int) -> Double {
        origin.x + measured.lineOffset(line, alignment: options.alignment, width: width)
    }
}

extension TextEngine {
    /// How large `text` wants to be within `limit` (either may be infinite), with insets, and rounded to nothing.
    public func fit(_ text: AttributedText, _ options: TextLayoutOptions, within limit: Size) -> TextFrame {
        guard options.hasRare else {
            let measured = measure(text, options, maximumWidth: limit.width)
            return TextFrame(
                text: text, options: options, size: measured.size, measured: measured, origin: .zero,
                width: measured.size.width, scale: 1)
        }
        let insets = insets(text, options.rare)
        let (measured, scale) = choose(text, options, within: limit)
        let size = Size(
            width: max(0, measured.size.width + insets.left + insets.right),
            height: max(0, measured.size.height + insets.top + insets.bottom))
        return TextFrame(
            text: text, options: options, size: size, measured: measured,
            origin: Point(x: insets.left, y: insets.top), width: measured.size.width, scale: scale)
    }

    /// `text` in a frame of `size`.
    public func place(_ text: AttributedText, _ options: TextLayoutOptions, in size: Size) -> TextFrame {
        guard options.hasRare else {
            return TextFrame(
                text: text, options: options, size: size,
                measured: measure(text, options, maximumWidth: size.width), origin: .zero, width: size.width, scale: 1)
        }
        let rare = options.rare
        let (measured, scale) = choose(text, options, within: size)
        let insets = insets(text, rare)
        let free = size.height - insets.top - insets.bottom - measured.size.height
        var y = insets.top
        if free.isFinite && free > 0 {
            switch rare.placement {
            case .top: break
            case .center: y += free / 2
            case .bottom: y += free
            }
        }
        let width = size.width.isFinite ? size.width - insets.left - insets.right : measured.size.width
        return TextFrame(
            text: text, options: options, size: size, measured: measured, origin: Point(x: insets.left, y: y),
            width: width, scale: scale)
    }

    /// What lies around the lines: what was asked for, and room for shadows (Texture TX-10).
    func insets(_ text: AttributedText, _ rare: RareTextOptions) -> EdgeInsets {
        if !rare.includesShadows { return rare.insets }
        var result = rare.insets
        let padding = text.effectPadding
        result.top += padding.top
        result.left += padding.left
        result.bottom += padding.bottom
        result.right += padding.right
        return result
    }

    /// The measurement for the room there is, at the largest factor that fits, with lines cut that the room is too low
    /// for.
    private func choose(
        _ text: AttributedText, _ options: TextLayoutOptions, within limit: Size
    ) -> (MeasuredText, Double) {
        let rare = options.rare
        let insets = insets(text, rare)
        let room = Size(
            width: max(0, limit.width - insets.left - insets.right),
            height: max(0, limit.height - insets.top - insets.bottom))
        var measured = measure(text, options, maximumWidth: room.width)
        var scale = 1.0
        var options = options
        if !rare.scaleFactors.isEmpty && room.width.isFinite {
            for factor in [1] + rare.scaleFactors {
                options.rare.scale = rare.scale * factor
                measured = measure(text, options, maximumWidth: room.width)
                scale = factor
                // Texture TX-12: the longest word, the number of lines and the height must fit.
                let fits =
                    !measured.isTruncated && measured.size.height <= room.height + 1.0 / 64
                    && minContentWidth(text, options) - insets.left - insets.right <= room.width + 1.0 / 64
                if fits { break }
            }
        }
        if rare.fitsHeight && measured.size.height > room.height + 1.0 / 64 {
            let lines = measured.lines.prefix { $0.bottom <= room.height + 1.0 / 64 }.count
            options.maximumLines = max(1, lines)
            measured = measure(text, options, maximumWidth: room.width)
        }
        return (measured, scale)
    }

    /// The same frame with what is needed to tell where characters stand.
    public func withCharacters(_ frame: TextFrame) -> TextFrame {
        var options = frame.options
        options.rare.keepsGraphemes = true
        let limit = Size(width: frame.size.width, height: frame.size.height)
        return place(frame.text, options, in: limit)
    }
}
