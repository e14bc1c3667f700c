import LaminaGeometry

/// An element as its parent sees it while arranging: the constraints that it got last, what it
/// measured under them, and where the parent put it.
struct ItemState {
    var constraints: LayoutConstraints
    var measurement: LayoutMeasurement
    /// Relative to the parent.
    var offset = Point.zero
    /// False for an element that its parent left out: it stays empty.
    var isMeasured = false

    var size: Size { measurement.size }
}

/// One pass over one tree: measures from the root down and writes what each parent decided for its children into
/// `items`.
///
/// An element's entry in `items` is written only by its parent's arrangement, which never runs twice at once; so the
/// flat array is scratch memory for all levels of the recursion. Constraints, measurements and the state of stacks live
/// there and not in arguments: trees may be thousands of levels deep, and what lies on a recursing function's stack
/// counts per level. Whatever such a function can compute elsewhere is in a function that is never inlined.
struct LayoutPass {
    let tree: ElementTree
    let grid: PixelGrid
    var items: [ItemState]
    /// The stacks that are being arranged, innermost last.
    var stacks: [StackContext] = []
    /// Their lines.
    var lines: [StackLine] = []
    /// Per element, whether some stack aligns it by its baseline; empty if no stack does so.
    private let baselineNeeded: [Bool]
    private(set) var cache: MeasureCache
    /// The element whose constraints and measurements are noted; -1 for none.
    var explained: Int32 = -1
    /// What happened to it during the last arrangement of its parent.
    var notes: [MeasureNote] = []

    init(_ tree: ElementTree, _ rounding: LayoutRounding) {
        self.tree = tree
        grid = PixelGrid(rounding)
        baselineNeeded = tree.usesBaselines ? tree.elementsAlignedByBaseline() : []
        let initial = ItemState(
            constraints: LayoutConstraints(range: SizeRange(exactly: .zero), parentSize: .zero),
            measurement: LayoutMeasurement(size: .zero))
        items = [ItemState](repeating: initial, count: tree.count)
        cache = MeasureCache(elements: tree.count)
    }

    @inline(__always)
    func firstChild(_ element: Int32) -> Int32 { tree.records[Int(element)].firstChild }

    @inline(__always)
    func nextSibling(_ element: Int32) -> Int32 { tree.records[Int(element)].nextSibling }

    @inline(__always)
    func isRightToLeft(_ element: Int32) -> Bool { tree.records[Int(element)].isRightToLeft }

    /// The size that was measured last for `child`; zero for a child that is missing (index -1).
    @inline(__always)
    func size(_ child: Int32) -> Size { child < 0 ? .zero : items[Int(child)].size }

    /// Measures a child on behalf of its parent a missing child (index -1) is passed over.
    mutating func measureChild<M: LeafMeasurer>(
        _ child: Int32, _ range: SizeRange, parentSize: Size, _ measurer: inout M
    ) {
        if child < 0 { return }
        constrain(child, range, parentSize)
        measure(child, &measurer)
    }

    @inline(never)
    mutating func constrain(_ child: Int32, _ range: SizeRange, _ parentSize: Size) {
        items[Int(child)].constraints = LayoutConstraints(
            range: range, parentSize: parentSize, isRightToLeft: isRightToLeft(child))
        items[Int(child)].isMeasured = true
        if child == explained { notes.append(.constrained(items[Int(child)].constraints)) }
    }

    /// Measures `element` under the constraints that `items` holds for it, and writes the measurement beside them.
    @inline(never)
    mutating func measure<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        if recall(element) { return }
        arrange(element, &measurer)
        remember(element)
    }

    @inline(never)
    private mutating func recall(_ element: Int32) -> Bool {
        let constraints = items[Int(element)].constraints
        guard let known = knownWithoutArranging(element, constraints) ?? cache.lookup(element, constraints) else {
            return false
        }
        items[Int(element)].measurement = known
        if element == explained { notes.append(.measured(known.size)) }
        return true
    }

    @inline(never)
    private mutating func remember(_ element: Int32) {
        cache.store(element, items[Int(element)].constraints, items[Int(element)].measurement)
        if element == explained { notes.append(.measured(items[Int(element)].size)) }
    }

    /// The measurement under constraints that allow one size only: every rule ends within the range it was given.
    /// Arranging such an element can wait until its frame is settled. This keeps nested flexing affordable where the
    /// cache cannot: each flexed length makes new constraints, and so would all that it leads to.
    ///
    /// Not for leaves, whose content must see its final size, nor where the baseline of a vertical stack is needed,
    /// too.
    @inline(__always)
    private func knownWithoutArranging(_ element: Int32, _ constraints: LayoutConstraints) -> LayoutMeasurement? {
        guard constraints.range.min == constraints.range.max, Self.isReal(constraints.range.max) else { return nil }
        switch tree.records[Int(element)].kind {
        case .leaf, .delegated(hasContent: true): return nil
        case .spec(.stack(let stack)) where stack.direction == .vertical && needsBaseline(element): return nil
        case .spec, .node, .delegated: return measurement(element, grid.up(constraints.range.max))
        }
    }

    private func needsBaseline(_ element: Int32) -> Bool { !baselineNeeded.isEmpty && baselineNeeded[Int(element)] }

    /// Measures `element`, and leaves in `items` how its children are arranged under exactly its constraints.
    mutating func arrange<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        switch tree.records[Int(element)].kind {
        case .spec: arrangeSpec(element, &measurer)
        case .leaf: measureLeaf(element, &measurer)
        case .node: arrangeNode(element, &measurer)
        case .delegated: measureDelegated(element, &measurer)
        }
    }

    /// Ends the measuring of an element, with the baselines of its style.
    @inline(never)
    mutating func setMeasurement(_ element: Int32, _ size: Size) {
        setMeasurement(element, measurement(element, size))
    }

    mutating func setMeasurement(_ element: Int32, _ measurement: LayoutMeasurement) {
        items[Int(element)].measurement = measurement
        items[Int(element)].measurement.size = Self.isReal(measurement.size) ? grid.up(measurement.size) : .zero
    }

    /// Whether a length can be used as one: anything larger is some way to say "unbounded" (Texture's own limit, ten
    /// million points).
    @inline(__always)
    static func isReal(_ length: Double) -> Bool { length >= 0 && length < Pixels.coordinateLimit }

    @inline(__always)
    static func isReal(_ size: Size) -> Bool { isReal(size.width) && isReal(size.height) }

    /// The bounded lengths of `size`, NaN ("unknown") for the others: what fractions may relate to.
    @inline(__always)
    static func realParent(_ size: Size) -> Size {
        Size(width: isReal(size.width) ? size.width : .nan, height: isReal(size.height) ? size.height : .nan)
    }
}
