public import LaminaGeometry

/// What an element is, as far as layout is concerned.
enum ElementKind: Sendable {
    case spec(Spec)
    /// A node: laid out by its child spec if it has one, else filling (as in Texture).
    case node
    /// A node with content of its own.
    case leaf
    /// A node that is measured elsewhere. `hasContent`: even when one size only is allowed, as leaves are.
    case delegated(hasContent: Bool)
}

/// One element's place in the tree; links are indices, -1 where there is none.
struct ElementRecord: Sendable {
    var kind: ElementKind
    var identifier: Int32
    /// Its children are placed from right to left.
    var isRightToLeft = false
    /// Of a node: the axes along which its child may be longer than it is.
    var scrolls: Axes = []
    var firstChild: Int32 = -1
    var nextSibling: Int32 = -1
}

/// The elements of one layout pass: flat records in pre-order, linked by index.
///
/// Build it from the root down with `beginSpec`, `beginNode`, `addLeaf` and `addPlainNode`, one `end` for each `begin`.
/// Every call returns the index under which the result holds the element's frame. An appended element costs no
/// allocation of its own.
public struct ElementTree: Sendable {
    private(set) var records: [ElementRecord] = []
    private(set) var styles: [ElementStyle] = []
    /// Whether a stack aligns its children by their baselines.
    private(set) var usesBaselines = false
    /// Whether what has no direction of its own, nor above it, runs from right to left. Applies to elements added from
    /// then on.
    public var isRightToLeft = false
    private var open: [Int32] = []
    /// The child added last to each open element.
    private var lastChild: [Int32] = []

    /// A tree without elements.
    public init() {}

    /// The number of elements.
    public var count: Int { records.count }

    /// Makes room for `n` elements in all, so that adding them does not reallocate.
    public mutating func reserve(_ n: Int) {
        records.reserveCapacity(n)
        styles.reserveCapacity(n)
    }

    /// Drops all elements and keeps the memory for the next pass.
    public mutating func removeAll() {
        records.removeAll(keepingCapacity: true)
        styles.removeAll(keepingCapacity: true)
        usesBaselines = false
        open.removeAll(keepingCapacity: true)
        lastChild.removeAll(keepingCapacity: true)
    }

    /// Opens a spec; the elements added until its `end` are its children.
    public mutating func beginSpec(_ spec: Spec, style: ElementStyle) -> Int32 {
        if case .stack(let stack) = spec, stack.alignsBaselines { usesBaselines = true }
        return begin(ElementRecord(kind: .spec(spec), identifier: -1), style)
    }

    /// Opens a node whose layout is the one spec added until its `end`; further children are not laid out, and without
    /// a child it is a plain node.
    /// `scrolls`: the axes along which that may be longer than the node.
    public mutating func beginNode(style: ElementStyle, identifier: Int32, scrolls: Axes = []) -> Int32 {
        var record = ElementRecord(kind: .node, identifier: identifier)
        record.scrolls = scrolls
        return begin(record, style)
    }

    /// Closes the element opened last; without an open element nothing happens.
    public mutating func end() {
        _ = open.popLast()
        _ = lastChild.popLast()
    }

    /// Adds a node with content: the measure callback measures it by this identifier.
    public mutating func addLeaf(style: ElementStyle, identifier: Int32) -> Int32 {
        append(ElementRecord(kind: .leaf, identifier: identifier), style)
    }

    /// Adds a node without content: it takes the maximum if that is bounded on both axes, else nothing, moved into its
    /// range (as in Texture).
    public mutating func addPlainNode(style: ElementStyle, identifier: Int32) -> Int32 {
        append(ElementRecord(kind: .node, identifier: identifier), style)
    }

    /// Adds a node that is laid out elsewhere: the measure callback measures it by this identifier. `style` is what the
    /// parent goes by.
    public mutating func addDelegated(style: ElementStyle, identifier: Int32, hasContent: Bool) -> Int32 {
        append(ElementRecord(kind: .delegated(hasContent: hasContent), identifier: identifier), style)
    }

    private mutating func begin(_ record: ElementRecord, _ style: ElementStyle) -> Int32 {
        let index = append(record, style)
        open.append(index)
        lastChild.append(-1)
        return index
    }

    /// Whether the element places its children from right to left. The index must be one that the tree handed out.
    public func isRightToLeft(_ element: Int32) -> Bool { records[Int(element)].isRightToLeft }

    /// Whether an element with this direction would, if it were added now.
    public func isRightToLeft(adding direction: LayoutDirection) -> Bool {
        let inherited = open.last.map { records[Int($0)].isRightToLeft } ?? isRightToLeft
        return direction.isRightToLeft(inherited: inherited)
    }

    /// All that a node arranges, as one element, when that may be longer than the node.
    public func scrolledElement(of element: Int32) -> Int32? {
        let record = records[Int(element)]
        return record.scrolls.isEmpty || record.firstChild < 0 ? nil : record.firstChild
    }

    /// Gives an element another style. What follows from a direction is as it was when the element was added.
    public mutating func setStyle(_ style: ElementStyle, of element: Int32) { styles[Int(element)] = style }

    /// The style of an element.
    public func style(of element: Int32) -> ElementStyle { styles[Int(element)] }

    /// The identifier under which the measure callback measures an element; nil when it does not.
    public func leafIdentifier(of element: Int32) -> Int32? {
        if case .leaf = records[Int(element)].kind { records[Int(element)].identifier } else { nil }
    }

    private mutating func append(_ record: ElementRecord, _ style: ElementStyle) -> Int32 {
        let index = Int32(records.count)
        var record = record
        record.isRightToLeft = isRightToLeft(adding: style.layoutDirection)
        records.append(record)
        styles.append(style)
        if let parent = open.last {
            let previous = lastChild[lastChild.count - 1]
            if previous < 0 {
                records[Int(parent)].firstChild = index
            } else {
                records[Int(previous)].nextSibling = index
            }
            lastChild[lastChild.count - 1] = index
        }
        return index
    }
}
