import LaminaGeometry

extension LayoutExplanation {
    /// The rule by which the element found its size.
    func decision(_ element: Int32) -> String {
        switch pass.tree.records[Int(element)].kind {
        case .leaf: return "its content wants \((leafWish ?? .zero).text)"
        case .outside: return words.outside(element)
        case .node:
            let child = pass.firstChild(element)
            if child >= 0 { return "as large as its spec, \(size(child).text)" }
            return LayoutPass.isReal(allowed(element).max)
                ? "without content it fills what is allowed"
                : "without content it fills what is allowed, or takes the least where that is boundless"
        case .spec(let spec):
            if pass.firstChild(element) < 0 { return "without elements it takes the least that is allowed" }
            return decision(spec, element)
        }
    }

    private func decision(_ spec: Spec, _ element: Int32) -> String {
        let content = size(pass.firstChild(element))
        switch spec {
        case .stack(let stack): return decision(stack, element)
        case .inset(let insets), .directionalInset(let insets):
            let loose = [insets.top, insets.left, insets.bottom, insets.right].contains(.infinity)
            return "its child, \(content.text), and the insets around it"
                + (loose ? "; on an axis with an infinite inset, all there is" : "")
        case .overlay, .background: return "as large as its content, \(content.text)"
        case .wrapper: return "as large as the largest of its children"
        case .ratio: return "as large as its child, \(content.text)"
        case .center(let center): return filling(RelativeParameters(center), content, element)
        case .relative(let relative): return filling(relative, content, element)
        case .absolute(let sizing):
            return sizing == .sizeToFit
                ? "as far as its children reach" : "all there is; where that is boundless, as far as its children reach"
        case .corner(let corner):
            return corner.wrapsCorner
                ? "as large as its content, \(content.text), and what sticks out at the corner"
                : "as large as its content, \(content.text), whatever sticks out at the corner"
        }
    }

    private func decision(_ stack: StackParameters, _ element: Int32) -> String {
        let axis = StackAxis(isHorizontal: stack.direction == .horizontal)
        if stack.wraps { return "the longest of its lines, and all lines beside each other" }
        var (sum, widest, count) = (0.0, 0.0, 0)
        var child = pass.firstChild(element)
        while child >= 0 {
            let style = pass.tree.styles[Int(child)]
            sum += axis.main(size(child)) + style.spacingBefore + style.spacingAfter
            widest = max(widest, axis.cross(size(child)))
            count += 1
            child = pass.nextSibling(child)
        }
        let gaps = stack.spacing * Double(count - 1)
        let spacing = gaps == 0 ? "" : ", \(gaps.shortText) of it spacing"
        return "\(count) children of \((sum + gaps).shortText) in all\(spacing), the largest \(widest.shortText) across"
    }

    private func filling(_ relative: RelativeParameters, _ content: Size, _ element: Int32) -> String {
        func word(_ axis: String, _ hugs: Bool, _ max: Double, _ content: Double) -> String {
            if hugs { return "the \(axis) of its child, \(content.shortText), as its sizing asks" }
            if LayoutPass.isReal(max) { return "all the \(axis) there is, \(max.shortText)" }
            return "the \(axis) of its child, \(content.shortText), since there is no limit"
        }
        let range = allowed(element)
        return word("width", relative.sizing.hugsWidth, range.max.width, content.width) + "; "
            + word("height", relative.sizing.hugsHeight, range.max.height, content.height)
    }

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
        let side = pass.isRightToLeft(parent) ? "; layout runs from right to left" : ""
        return "\(origin.x.shortText) from the left and \(origin.y.shortText) from the top of \(title(parent))"
            + placeReason(element, parent) + side
    }

    private func placeReason(_ element: Int32, _ parent: Int32) -> String {
        guard case .spec(let spec) = pass.tree.records[Int(parent)].kind else { return "" }
        switch spec {
        case .stack(let stack):
            let context = StackContext(
                stack.arranged(isRightToLeft: pass.isRightToLeft(parent)), pass.allowedRange(parent), firstLine: 0)
            let own = pass.tree.styles[Int(element)]
            return ", aligned across by \(own.alignSelf == .auto ? "the stack" : "its own style"):"
                + " \(context.alignment(own).text)"
        case .absolute: return ", which is its position"
        default: return ""
        }
    }
}
