import LaminaGeometry
import LaminaLayout

/// One pass over a kept flex tree: begun under the tree lock, solved without it on any thread, ended under it.
public struct FlexPass: ~Copyable, Sendable {
    let layout: FlexLayout
    var tree: FlexTree
    /// The root's element.
    let root: Int32
    public let request: FlexRequest
    let leaves: FlexLeaves
    let nodes: [NodeID]
    var results: [NodeLayoutResult?]
    private(set) var hasResults: Bool
    /// Elements whose frames or content insets changed, some of them twice.
    private(set) var changed: [Int32] = []
    /// What is below leaves that were arranged anew.
    private(set) var arranged: [NodeLayoutResult] = []
    /// The root's size, once solved, and before it was moved into what is allowed.
    private(set) var size = Size.zero
    private(set) var wanted = Size.zero
    /// The layout result with the frames, when one is needed.
    private(set) var presented: NodeLayoutResult?
    /// How deep elements stand in one another, at most.
    let depth: Int

    /// Elements in one another deeper than this are not laid out: the stack would not hold them.
    public static let maximumDepth = 12_000

    init(_ layout: FlexLayout, _ tree: consuming FlexTree, root: Int32, request: FlexRequest) {
        self.layout = layout
        self.tree = tree
        self.root = root
        self.request = request
        leaves = layout.leaves
        nodes = layout.nodes
        results = layout.results
        layout.results = []
        hasResults = layout.hasResults
        depth = Int(layout.depth)
    }

    /// Finds all frames, and how leaves arrange what is below them. Stack use grows with the depth of the tree.
    mutating func solve(_ solver: LayoutSolver) {
        var measurements = FlexLeafMeasurer(leaves: leaves, solver: solver)
        var workspace = solver.environment.takeFlexWorkspace()
        tree.exchange(&workspace)
        let range = request.range
        // A size beyond the limit takes another layout, for exactly the limit.
        for turn in 0..<3 {
            tree.layout(
                root, width: Self.space(range.min.width, range.max.width),
                height: Self.space(range.min.height, range.max.height), rightToLeft: request.isRightToLeft,
                measurer: &measurements)
            let more = tree.takeChanged()
            if changed.isEmpty { changed = more } else { changed += more }
            changed += tree.insetsChanged
            let found = tree.frame(root).size
            size = range.clamp(found)
            if turn == 0 { wanted = found }
            let exact = (Self.differ(size.width, found.width), Self.differ(size.height, found.height))
            if !exact.0 && !exact.1 { break }
            var style = tree.style(root)
            style.fix(width: exact.0 ? size.width : nil, height: exact.1 ? size.height : nil)
            if style == tree.style(root) { break }
            tree.setStyle(root, style)
        }
        tree.exchange(&workspace)
        solver.environment.keep(workspace)
        if hasResults { for element in changed { forget(element) } }
        if leaves.arrangingCount > 0 { arrangeLeaves(solver) }
    }

    private static func space(_ least: Double, _ most: Double) -> FlexSpace {
        least == most ? .exactly(most) : most == .infinity ? .maxContent : .atMost(most)
    }

    /// Whether two lengths are not the same; sums differ by errors of arithmetic.
    private static func differ(_ a: Double, _ b: Double) -> Bool { abs(a - b) > 0.001 }

    private mutating func forget(_ element: Int32) {
        if tree.isMeasured(element) {
            if let parent = tree.parent(element) { results.forget(parent, in: tree) }
        } else {
            results.forget(element, in: tree)
        }
    }

    /// What is below a leaf is laid out within exactly its frame without padding and border.
    private mutating func arrangeLeaves(_ solver: LayoutSolver) {
        for leaf in leaves.all where leaf.arranges {
            let element = Int(leaf.element)
            let outer = tree.frame(leaf.element).size
            let insets = tree.contentInsets(leaf.element)
            let origin = Point(x: insets.left, y: insets.top)
            let constraints = constraints(inside: leaf.element)
            if let known = results[element], known.isFor(constraints, request.setting), known.origin == origin {
                continue
            }
            guard outer.width > 0 || outer.height > 0 else { continue }
            results[element] = solver.solve(nodes[element], constraints)?.moved(to: origin)
            hasResults = true
            if let new = results[element] { arranged.append(new) }
            if let parent = tree.parent(leaf.element) { results.forget(parent, in: tree) }
        }
    }

    /// The constraints of the layout inside a leaf.
    func constraints(inside element: Int32) -> LayoutConstraints {
        let outer = tree.frame(element).size
        let insets = tree.contentInsets(element)
        let size = Size(
            width: max(0, outer.width - insets.left - insets.right),
            height: max(0, outer.height - insets.top - insets.bottom))
        return LayoutConstraints(
            range: SizeRange(exactly: size), parentSize: size, isRightToLeft: tree.isRightToLeft(element))
    }

    /// The layout result of the root for `constraints`. What did not change is shared with earlier results.
    mutating func result(for constraints: LayoutConstraints, _ style: ElementStyle) -> NodeLayoutResult {
        let measurement = LayoutMeasurement(size: size, ascender: style.ascender, descender: style.descender)
        if let known = results[Int(root)], known.isFor(constraints, request.setting), known.measurement == measurement {
            presented = known
            return known
        }
        results[Int(root)] = nil
        hasResults = true
        var pending = [root]
        while let element = pending.last {
            let before = pending.count
            var child = tree.firstChild(element)
            while let present = child {
                if results[Int(present)] == nil && !tree.isMeasured(present) && tree.hasChildren(present) {
                    pending.append(present)
                }
                child = tree.nextSibling(present)
            }
            if pending.count > before { continue }
            pending.removeLast()
            if element != root { results[Int(element)] = inner(element) }
        }
        let (frames, below, insets) = children(root)
        let found = NodeLayoutResult(
            node: nodes[Int(root)], constraints: constraints, setting: request.setting, measurement: measurement,
            frames: frames,
            below: below, leafInsets: insets)
        results[Int(root)] = found
        presented = found
        return found
    }

    private func inner(_ element: Int32) -> NodeLayoutResult {
        let size = tree.frame(element).size
        let (frames, below, insets) = children(element)
        let constraints = LayoutConstraints(
            range: SizeRange(exactly: size), parentSize: size, isRightToLeft: tree.isRightToLeft(element))
        return NodeLayoutResult(
            node: nodes[Int(element)], constraints: constraints, setting: request.setting,
            measurement: LayoutMeasurement(size: size),
            frames: frames, below: below, leafInsets: insets, isInner: true)
    }

    private func children(_ element: Int32) -> ([ChildFrame], [NodeLayoutResult?], [LeafInsets]) {
        var frames: [ChildFrame] = []
        var below: [NodeLayoutResult?] = []
        var insets: [LeafInsets] = []
        var arrangesBelow = false
        func note(_ element: Int32) {
            let found = leaves.contentInsets(of: element, in: tree)
            if found != .zero { insets.append(LeafInsets(node: nodes[Int(element)], insets: found)) }
        }
        note(element)
        var child = tree.firstChild(element)
        while let present = child {
            let frame = tree.frame(present)
            let isLeaf = tree.isMeasured(present)
            let isEmpty = isLeaf && frame.size == .zero
            frames.append(
                ChildFrame(
                    node: nodes[Int(present)], frame: frame,
                    isLeftOut: isEmpty && leaves[tree.identifier(present)].arranges))
            below.append(isEmpty ? nil : results[Int(present)])
            if results[Int(present)] != nil { arrangesBelow = true }
            note(present)
            child = tree.nextSibling(present)
        }
        return (frames, arrangesBelow ? below : [], insets)
    }
}

extension FlexStyle {
    /// Makes a root exactly this large, whatever else it says of that.
    mutating func fix(width: Double?, height: Double?) {
        if width == nil && height == nil { return }
        setKeyword(.boxSizing, FlexBoxSizing.borderBox.rawValue)
        if let width {
            setLength(.width, .points(width))
            setLength(.minWidth, .undefined)
            setLength(.maxWidth, .undefined)
        }
        if let height {
            setLength(.height, .points(height))
            setLength(.minHeight, .undefined)
            setLength(.maxHeight, .undefined)
        }
    }
}
