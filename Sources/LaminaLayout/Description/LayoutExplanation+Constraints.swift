import LaminaGeometry

extension LayoutExplanation {
    /// The constraints from the parent, and what the element measured under them, in order.
    func constraints(_ element: Int32) -> [String] {
        let parent = parents[Int(element)]
        let parentTitle = parent < 0 ? "the layout" : title(parent)
        var lines: [String] = []
        var again = ""
        for note in pass.notes {
            switch note {
            case .postponed:
                lines.append("\(parentTitle): deferred, it takes what the others leave (as in Texture)")
            case .flexed(let flexing, let length):
                lines.append("\(parentTitle): \(self.reason(flexing, length, element))")
            case .stretched(let cross):
                lines.append("\(parentTitle): stretches it across to the line's \(cross.shortText)")
            case .constrained(let constraints):
                let why = lines.isEmpty ? firstReason(element, parent) : ""
                lines.append(
                    "constraints\(again) from \(parentTitle): \(constraints.range.text);"
                        + " parent \(constraints.parentSize.text)\(why)")
                again = " again"
            case .measured(let size): lines.append("measured: \(size.text)")
            }
        }
        // Of the root the last measurement is the result, which is said below.
        return lines
    }

    /// Why the first constraints are as they are.
    private func firstReason(_ element: Int32, _ parent: Int32) -> String {
        guard parent >= 0, case .spec(let spec) = pass.tree.records[Int(parent)].kind else { return "" }
        return spec.rule.constraintsReason(element, in: parent, self)
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

    /// What the style made of the last constraints.
    func limits(_ element: Int32) -> [String] {
        let constraints = pass.items[Int(element)].constraints
        let style = pass.tree.styles[Int(element)]
        let own = style.sizeRange(parentSize: constraints.parentSize)
        if ignoresOwnSize(element) {
            return own == .unconstrained
                ? [] : ["ignored: its own width and height; it takes the size of its content (as in Texture)"]
        }
        var lines = ["allowed: \(pass.allowedRange(element).text)"]
        lines += axisLimits(
            "width", style.width, style.minWidth, style.maxWidth, constraints.parentSize.width,
            own: (own.min.width, own.max.width), given: (constraints.range.min.width, constraints.range.max.width))
        lines += axisLimits(
            "height", style.height, style.minHeight, style.maxHeight, constraints.parentSize.height,
            own: (own.min.height, own.max.height), given: (constraints.range.min.height, constraints.range.max.height))
        return lines
    }

    private func axisLimits(
        _ name: String, _ exact: Dimension, _ least: Dimension, _ greatest: Dimension, _ parent: Double,
        own: (min: Double, max: Double), given: (min: Double, max: Double)
    ) -> [String] {
        var lines: [String] = []
        let wish = exact.wish(against: parent).flatMap { $0 < .infinity || own.max < .infinity ? $0 : nil }
        for (limit, length, resolved) in [
            (name, exact, wish), ("min \(name)", least, least.resolved(against: parent)),
            ("max \(name)", greatest, greatest.resolved(against: parent)),
        ] {
            if case .fraction = length, resolved == nil {
                lines.append("ignored: \(limit) \(length.text), a share of an unknown \(name) (as in Texture)")
            }
        }
        if let wish, wish != own.max || own.min != own.max {
            let limit = wish < own.min ? "min \(name)" : "max \(name)"
            lines.append("limited: \(name) \(wish.shortText) by its own \(limit), to \(own.max.shortText)")
        }
        if own.min > given.max {
            lines.append(
                "limited: the style wants a \(name) of \(own.min.shortText) or more, but \(given.max.shortText) is the most"
                    + " that is allowed; the parent wins (as in Texture)")
        } else if own.max < given.min {
            lines.append(
                "limited: the style wants a \(name) of \(own.max.shortText) or less, but \(given.min.shortText) is the least"
                    + " that is allowed; the parent wins (as in Texture)")
        }
        return lines
    }
}
