import LaminaGeometry

extension LayoutExplanation {
    /// What the parent asked, and what was answered, in order.
    func questions(_ element: Int32) -> [String] {
        let parent = parents[Int(element)]
        let asker = parent < 0 ? "the layout" : title(parent)
        var lines: [String] = []
        var reason = ""
        for note in pass.notes {
            switch note {
            case .postponed:
                lines.append("\(asker): deferred, it takes what the others leave (as in Texture)")
            case .flexed(let flexing, let length):
                lines.append("\(asker): \(self.reason(flexing, length, element))")
            case .stretched(let cross):
                lines.append("\(asker): stretches it across to the line's \(cross.shortText)")
            case .asked(let key):
                let why = lines.isEmpty ? firstReason(element, parent) : ""
                lines.append(
                    "constraints\(reason) from \(asker): \(key.range.text); parent \(key.parentSize.text)\(why)")
                reason = " again"
            case .answered(let size): lines.append("measured: \(size.text)")
            }
        }
        // Without a parent's arrangement the last answer is the result, which is said below.
        return lines
    }

    /// Why the first question is as it is.
    private func firstReason(_ element: Int32, _ parent: Int32) -> String {
        guard parent >= 0, case .spec(let spec) = pass.tree.records[Int(parent)].kind else { return "" }
        let range = pass.items[Int(parent)].key.range
        switch spec {
        case .stack(let stack):
            let style = pass.tree.styles[Int(element)]
            let axis = stack.direction == .horizontal ? "width" : "height"
            let context = StackContext(stack, pass.allowedRange(parent), firstLine: 0)
            if let basis = style.flexBasis.resolved(against: context.axis.main(context.parentSize)) {
                return " (\(axis) \(basis.shortText) is its basis)"
            }
            let unknown = style.flexBasis == .auto ? "" : "; its basis is a share of an unknown \(axis)"
            return " (first alone, free along the stack\(unknown))"
        case .inset, .directionalInset: return " (\(range.text), less the insets)"
        case .overlay, .background:
            return pass.firstChild(parent) == element ? "" : " (exactly the size of the content)"
        case .relative, .center: return " (free to be smaller where it is given a place)"
        case .absolute: return " (at most the room from its position on)"
        case .ratio: return " (the best size of that proportion)"
        case .wrapper, .corner: return ""
        }
    }

    private func reason(_ flexing: StackFlexing, _ length: Double, _ element: Int32) -> String {
        let style = pass.tree.styles[Int(element)]
        if flexing.violation > 0 {
            return "\(flexing.violation.shortText) are left; it grows by its share \(style.flexGrow.shortText) of"
                + " \(flexing.factorSum.shortText), in whole points, to \(length.shortText)"
        }
        if flexing.violation < 0 {
            return
                "\((-flexing.violation).shortText) are missing; it shrinks by its share \(style.flexShrink.shortText),"
                + " weighted by its length, to \(length.shortText)"
        }
        return "nothing is left for it"
    }

    /// What the style made of the last question.
    func limits(_ element: Int32) -> [String] {
        let key = pass.items[Int(element)].key
        let style = pass.tree.styles[Int(element)]
        let own = style.sizeRange(parentSize: key.parentSize)
        if ignoresOwnSize(element) {
            return own == .unconstrained
                ? [] : ["ignored: its own width and height; it takes the size of its content (as in Texture)"]
        }
        var lines = ["allowed: \(pass.allowedRange(element).text)"]
        lines += axisLimits(
            "width", style.width, style.minWidth, style.maxWidth, key.parentSize.width,
            own: (own.min.width, own.max.width), asked: (key.range.min.width, key.range.max.width))
        lines += axisLimits(
            "height", style.height, style.minHeight, style.maxHeight, key.parentSize.height,
            own: (own.min.height, own.max.height), asked: (key.range.min.height, key.range.max.height))
        return lines
    }

    private func axisLimits(
        _ name: String, _ exact: Dimension, _ least: Dimension, _ greatest: Dimension, _ parent: Double,
        own: (min: Double, max: Double), asked: (min: Double, max: Double)
    ) -> [String] {
        var lines: [String] = []
        for (word, length) in [(name, exact), ("min \(name)", least), ("max \(name)", greatest)] {
            if case .fraction = length, length.resolved(against: parent) == nil {
                lines.append("ignored: \(word) \(length.text), a share of an unknown \(name) (as in Texture)")
            }
        }
        if let wish = exact.resolved(against: parent), wish != own.max || own.min != own.max {
            let limit = wish < own.min ? "min \(name)" : "max \(name)"
            lines.append("limited: \(name) \(wish.shortText) by its own \(limit), to \(own.max.shortText)")
        }
        if own.min > asked.max {
            lines.append(
                "limited: the style wants a \(name) of \(own.min.shortText) or more, but \(asked.max.shortText) is the most"
                    + " that is allowed; the parent wins (as in Texture)")
        } else if own.max < asked.min {
            lines.append(
                "limited: the style wants a \(name) of \(own.max.shortText) or less, but \(asked.min.shortText) is the least"
                    + " that is allowed; the parent wins (as in Texture)")
        }
        return lines
    }
}
