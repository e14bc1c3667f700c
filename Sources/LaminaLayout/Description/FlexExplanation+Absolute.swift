import LaminaGeometry

/// The words for an element out of the flow.
extension FlexTree {
    func lines(_ notes: FlexAbsoluteNotes, _ style: FlexStyle, _ name: (Int32) -> String) -> [String] {
        let a = notes.absolute
        let block = notes.block
        var owner = notes.parent
        while records[owner].parent >= 0 && styles.view(records[owner].style).isStatic {
            owner = records[owner].parent
        }
        var lines = [
            "out of the flow: it relates to the padding box of \(name(owner)), \(block.width.shortText) x"
                + " \(block.height.shortText) (CSS Position 3.5)"
        ]
        let between = (
            insets("left", a.insets.left, "right", a.insets.right),
            insets("top", a.insets.top, "bottom", a.insets.bottom)
        )
        lines.append(
            "decided: width \(a.width.shortText), "
                + source(a.widthSource, style.length(.width), "width", "height", between.0, block.width))
        lines += limits("width", a.minWidth, a.maxWidth, a.box.horizontal)
        lines.append(
            "decided: height \(a.height.shortText), "
                + source(a.heightSource, style.length(.height), "height", "width", between.1, block.height))
        lines += limits("height", a.minHeight, a.maxHeight, a.box.vertical)
        lines.append(place("across the page", between.0, a.margins.left, a.margins.right))
        lines.append(place("down the page", between.1, a.margins.top, a.margins.bottom))
        return lines
    }

    private func source(
        _ source: FlexSizeSource, _ own: FlexLength, _ axis: String, _ other: String, _ insets: String?, _ room: Double
    ) -> String {
        switch source {
        case .style:
            if case .percent = own { return "its own \(own.text) of \(room.shortText)" }
            return "its own"
        case .ratio: return "from its \(other) by its aspect ratio"
        case .room: return insets.map { "all the space with \($0)" } ?? "all there is"
        case .content:
            var ignored = ""
            if case .percent = own { ignored = "; its own \(own.text) is a share of what is not known" }
            return axis == "width"
                ? "that of its content, in lines where it has no more room\(ignored)"
                : "that of its content at this width\(ignored)"
        }
    }

    private func limits(_ axis: String, _ least: Double, _ most: Double, _ inset: Double) -> [String] {
        var lines: [String] = []
        if least > inset { lines.append("minimum: \(axis) \(least.shortText)") }
        if most < .infinity { lines.append("maximum: \(axis) \(most.shortText)") }
        return lines
    }

    private func insets(_ start: String, _ first: Double, _ end: String, _ last: Double) -> String? {
        var words: [String] = []
        if !first.isNaN { words.append("\(start) \(first.shortText)") }
        if !last.isNaN { words.append("\(end) \(last.shortText)") }
        return words.isEmpty ? nil : words.joined(separator: " and ")
    }

    private func place(_ axis: String, _ insets: String?, _ first: Double, _ last: Double) -> String {
        guard let insets else {
            return "\(axis): no inset is set, so it is where it would be as the only child (CSS Flexbox 4.1)"
        }
        let margins = first.isNaN || last.isNaN ? "; auto margins take what is left" : ""
        return "\(axis): by \(insets)\(margins) (CSS Position 4.2)"
    }
}
