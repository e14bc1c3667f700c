import LaminaGeometry

extension LayoutExplanation {
    /// The rule by which the element found its size.
    func decision(_ element: Int32) -> String {
        switch pass.tree.records[Int(element)].kind {
        case .leaf: return "its content wants \((leafWish ?? .zero).text)"
        case .delegated: return words.delegated(element)
        case .node:
            let child = pass.firstChild(element)
            if child >= 0 { return "as large as its spec, \(size(child).text)" }
            return LayoutPass.isReal(allowed(element).max)
                ? "without content it fills what is allowed"
                : "without content it fills what is allowed, or takes the least where that is boundless"
        case .spec(let spec):
            if pass.firstChild(element) < 0 { return "without elements it takes the least that is allowed" }
            return spec.rule.sizeReason(element, self)
        }
    }

    /// The size of an element's first child.
    func contentSize(_ element: Int32) -> Size { pass.size(pass.firstChild(element)) }

    private func size(_ element: Int32) -> Size { pass.size(element) }

    /// What the range that is allowed took off or added.
    func limitation(_ element: Int32) -> String? {
        guard let wish = wish(element) else { return nil }
        let result = pass.items[Int(element)].size
        var words: [String] = []
        for (name, wanted, got) in [("width", wish.width, result.width), ("height", wish.height, result.height)]
        where wanted != got {
            words.append("\(name) \(wanted.shortText) \(got > wanted ? "raised" : "cut") to \(got.shortText)")
        }
        return words.isEmpty ? nil : words.joined(separator: ", ") + ", by what is allowed"
    }

    /// The size before it was moved into what is allowed, where that is one number.
    private func wish(_ element: Int32) -> Size? {
        switch pass.tree.records[Int(element)].kind {
        case .leaf: return leafWish
        case .node:
            let child = pass.firstChild(element)
            return child >= 0 ? size(child) : nil
        case .spec(.stack(let stack)) where !stack.wraps && pass.firstChild(element) >= 0:
            let axis = StackAxis(isHorizontal: stack.direction == .horizontal)
            var (main, cross, gap) = (0.0, 0.0, 0.0)
            var child = pass.firstChild(element)
            while child >= 0 {
                let style = pass.tree.styles[Int(child)]
                main += gap + axis.main(size(child)) + style.spacingBefore + style.spacingAfter
                cross = max(cross, axis.cross(size(child)))
                gap = stack.spacing
                child = pass.nextSibling(child)
            }
            // Baselines make lines higher than their highest child.
            return stack.alignsBaselines ? nil : axis.size(main: main, cross: cross)
        default: return nil
        }
    }

    /// Where the parent put it, and why there.
    func place(_ element: Int32) -> String {
        let parent = parents[Int(element)]
        guard parent >= 0 else { return "at the origin: it is the root" }
        let origin = frame(element).origin
        var reason = ""
        if case .spec(let spec) = pass.tree.records[Int(parent)].kind {
            reason = spec.rule.placeReason(element, in: parent, self)
        }
        let side = pass.isRightToLeft(parent) ? "; layout runs from right to left" : ""
        return "\(origin.x.shortText) from the left and \(origin.y.shortText) from the top of \(title(parent))"
            + reason + side
    }
}
