import LaminaGeometry

/// Lays `tree` out as `solveLayout` does, and says in words how `element` came to its size and place; with -1, lists
/// all elements with what they were allowed and what they took.
///
/// `words` tell what the tree itself does not know. For people: what it says may change.
public func explainLayout<M: LeafMeasurer>(
    _ tree: ElementTree, constraints: LayoutConstraints, element: Int32, measurer: inout M, words: ExplanationWords
) -> String {
    guard tree.count > 0, element < tree.count else { return "" }
    var pass = LayoutPass(tree, .none)
    pass.explained = element
    let frames = pass.run(range: constraints.range, parentSize: constraints.parentSize, &measurer)
    var leafWish: Size?
    if element >= 0, case .leaf = tree.records[Int(element)].kind, pass.items[Int(element)].isMeasured {
        leafWish =
            measurer.measure(
                leaf: tree.records[Int(element)].identifier, range: pass.allowedRange(element),
                parentSize: pass.items[Int(element)].constraints.parentSize
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
    let explanation = LayoutExplanation(pass: pass, frames: frames, parents: parents, leafWish: leafWish, words: words)
    return element < 0 ? explanation.list() : explanation.explain(element)
}

/// What an explanation says about elements that the solver knows by number only.
public struct ExplanationWords {
    /// What an element that is no spec is called.
    let name: (Int32) -> String
    /// What decides over an element that others lay out.
    let delegated: (Int32) -> String
    /// Lines for what is arranged inside such an element, under these constraints, each set in as deep as
    /// is said at least.
    let inside: (Int32, LayoutConstraints, Int) -> String
    /// How far lists are set in, and the lines that they have.
    let indent: Int
    let limit: LineLimit

    public init(
        name: @escaping (Int32) -> String,
        delegated: @escaping (Int32) -> String = { _ in "by a layout callback of the host" },
        inside: @escaping (Int32, LayoutConstraints, Int) -> String = { _, _, _ in "" }, indent: Int = 0,
        limit: LineLimit = LineLimit()
    ) {
        self.name = name
        self.delegated = delegated
        self.inside = inside
        self.indent = indent
        self.limit = limit
    }
}

/// How many lines a list of layouts within layouts may still have.
public final class LineLimit {
    private var left = 10_000

    public init() {}

    /// Takes one line; false when there is none left.
    func take() -> Bool {
        left -= 1
        return left >= 0
    }
}

/// A finished pass and the words for it.
struct LayoutExplanation {
    let pass: LayoutPass
    let frames: [Rect]
    let parents: [Int32]
    /// What the content of the explained leaf wanted.
    let leafWish: Size?
    let words: ExplanationWords

    /// Deeper levels are no longer set in.
    static let indentLimit = 40

    func title(_ element: Int32) -> String {
        switch pass.tree.records[Int(element)].kind {
        case .spec(.wrapper) where pass.firstChild(element) < 0: "spacer"
        case .spec(let spec): spec.title
        case .node, .leaf, .delegated: words.name(element)
        }
    }

    /// The frame relative to the parent.
    func frame(_ element: Int32) -> Rect {
        let parent = parents[Int(element)]
        let frame = frames[Int(element)]
        return parent < 0 ? frame : Rect(origin: frame.origin - frames[Int(parent)].origin, size: frame.size)
    }

    /// What the style and the constraints together allow; inset, overlay and background do not look at their style (as
    /// in Texture).
    func allowed(_ element: Int32) -> SizeRange {
        ignoresOwnSize(element) ? pass.items[Int(element)].constraints.range : pass.allowedRange(element)
    }

    func ignoresOwnSize(_ element: Int32) -> Bool {
        guard case .spec(let spec) = pass.tree.records[Int(element)].kind else { return false }
        return type(of: spec.rule).ignoresOwnSize
    }

    func list() -> String {
        var text = ""
        var depths = [Int](repeating: 0, count: parents.count)
        for element in 0..<Int32(parents.count) {
            if !words.limit.take() { return text + "and \(parents.count - Int(element)) more\n" }
            let parent = parents[Int(element)]
            let depth = parent >= 0 ? depths[Int(parent)] + 1 : words.indent
            depths[Int(element)] = depth
            let item = pass.items[Int(element)]
            text += String(repeating: "  ", count: min(depth, Self.indentLimit))
            text += "\(title(element)): \(frame(element).text)"
            text += item.isMeasured ? "; allowed \(allowed(element).text)\n" : "; left out\n"
            if case .delegated = pass.tree.records[Int(element)].kind, item.isMeasured {
                text += words.inside(element, item.constraints, depth + 1)
            }
        }
        return text
    }

    func explain(_ element: Int32) -> String {
        let style = pass.tree.styles[Int(element)]
        var lines = ["\(title(element)): \(frame(element).text)"]
        lines.append("style: \(style.text.isEmpty ? "the defaults" : style.text)")
        guard pass.items[Int(element)].isMeasured else {
            lines.append("left out: \(leftOutReason(element))")
            return lines.joined(separator: "\n") + "\n"
        }
        lines += constraints(element)
        lines += limits(element)
        lines.append("decided: \(decision(element))")
        if let limit = limitation(element) { lines.append("limited: \(limit)") }
        lines.append("placed: \(place(element))")
        return lines.joined(separator: "\n") + "\n"
    }

    private func leftOutReason(_ element: Int32) -> String {
        let parent = parents[Int(element)]
        guard parent >= 0 else { return "it is not below the root" }
        if !pass.items[Int(parent)].isMeasured { return "so is \(title(parent)), in which it is" }
        if case .spec(.stack) = pass.tree.records[Int(parent)].kind {
            return "the others leave nothing to share out, and it was to take what they leave (as in Texture)"
        }
        return "\(title(parent)) takes fewer elements"
    }
}
