public import LaminaGeometry

/// Lays `tree` out as `solveLayout` does, and says in words how `element` came to its size and place; with -1, lists all elements with what they were
/// allowed and what they took.
///
/// `name` tells what an element that is no spec is called. For people: what it says may change.
public func explainLayout<M: LeafMeasurer>(
    _ tree: ElementTree, range: SizeRange, element: Int32, measurer: inout M, name: (Int32) -> String
) -> String {
    guard tree.count > 0, element < tree.count else { return "" }
    var pass = LayoutPass(tree, .none)
    pass.explained = element
    let frames = pass.run(range: range, parentSize: range.max, &measurer)
    var leafWish: Size?
    if element >= 0, case .leaf = tree.records[Int(element)].kind, pass.items[Int(element)].isMeasured {
        leafWish =
            measurer.measure(
                leaf: tree.records[Int(element)].identifier, range: pass.allowedRange(element),
                parentSize: pass.items[Int(element)].key.parentSize
            ).size
    }
    var parents = [Int32](repeating: -1, count: tree.count)
    for parent in 0..<Int32(tree.count) {
        var child = pass.firstChild(parent)
        while child >= 0 {
            parents[Int(child)] = parent
            child = pass.nextSibling(child)
        }
    }
    return withoutActuallyEscaping(name) { name in
        let explanation = LayoutExplanation(
            pass: pass, frames: frames, parents: parents, leafWish: leafWish, name: name)
        return element < 0 ? explanation.list() : explanation.explain(element)
    }
}

/// A finished pass and the words for it.
struct LayoutExplanation {
    let pass: LayoutPass
    let frames: [Rect]
    let parents: [Int32]
    /// What the content of the explained leaf wanted.
    let leafWish: Size?
    let name: (Int32) -> String

    /// Lines of a list, at most; deeper levels than the second are no longer set in.
    private static let lineLimit = 10_000
    private static let indentLimit = 40

    func title(_ element: Int32) -> String {
        switch pass.tree.records[Int(element)].kind {
        case .spec(.wrapper) where pass.firstChild(element) < 0: "spacer"
        case .spec(let spec): spec.title
        case .node, .leaf, .outside: name(element)
        }
    }

    /// The frame relative to the parent.
    func frame(_ element: Int32) -> Rect {
        let parent = parents[Int(element)]
        let frame = frames[Int(element)]
        return parent < 0 ? frame : Rect(origin: frame.origin - frames[Int(parent)].origin, size: frame.size)
    }

    /// What the style and the question together allow; inset, overlay and background do not look at their style (Texture IN5).
    func allowed(_ element: Int32) -> SizeRange {
        ignoresOwnSize(element) ? pass.items[Int(element)].key.range : pass.allowedRange(element)
    }

    func ignoresOwnSize(_ element: Int32) -> Bool {
        switch pass.tree.records[Int(element)].kind {
        case .spec(.inset), .spec(.directionalInset), .spec(.overlay), .spec(.background): true
        default: false
        }
    }

    func list() -> String {
        var text = ""
        var depths = [Int](repeating: 0, count: parents.count)
        for element in 0..<Int32(parents.count) {
            if element == Self.lineLimit { return text + "and \(parents.count - Int(element)) more\n" }
            let parent = parents[Int(element)]
            if parent >= 0 { depths[Int(element)] = depths[Int(parent)] + 1 }
            text += String(repeating: "  ", count: min(depths[Int(element)], Self.indentLimit))
            text += "\(title(element)): \(frame(element).text)"
            text += pass.items[Int(element)].isMeasured ? "; allowed \(allowed(element).text)\n" : "; left out\n"
        }
        return text
    }

    func explain(_ element: Int32) -> String {
        let style = pass.tree.styles[Int(element)]
        var lines = ["\(title(element)): \(frame(element).text)"]
        lines.append("style: \(style.text.isEmpty ? "no wishes" : style.text)")
        guard pass.items[Int(element)].isMeasured else {
            lines.append("left out: \(leftOutReason(element))")
            return lines.joined(separator: "\n") + "\n"
        }
        lines += questions(element)
        lines += limits(element)
        lines.append("decided: \(decision(element))")
        if let limit = limitation(element) { lines.append("limited: \(limit)") }
        lines.append("placed: \(place(element))")
        return lines.joined(separator: "\n") + "\n"
    }

    private func leftOutReason(_ element: Int32) -> String {
        let parent = parents[Int(element)]
        guard parent >= 0 else { return "it stands beside the root" }
        if !pass.items[Int(parent)].isMeasured { return "so is \(title(parent)), in which it is" }
        if case .spec(.stack) = pass.tree.records[Int(parent)].kind {
            return "the others leave nothing to share out, and it was to take what they leave (Texture SK9)"
        }
        return "\(title(parent)) takes fewer elements"
    }
}
