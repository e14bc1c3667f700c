public import LaminaGeometry
public import LaminaLayout

/// One element of a tree that is made as a whole.
public struct TreeRecord: Sendable {
    /// What is made, or named.
    public enum Kind: Sendable {
        case node(isText: Bool, content: (any NodeContent)?)
        case existing(NodeID)
        case spec(Spec)
    }

    /// Index of an earlier record, -1 for the first.
    public var parent: Int32
    public var kind: Kind
    /// Records may share one.
    public var style: StyleBox?
    public var name: [UInt8] = []
    public var background = Color.clear
    public var opacity = 1.0
    public var cornerRadius = 0.0
    public var frame = Rect.zero
    public var flags: NodeFlags = []
    /// What the node has beyond background, opacity and corners.
    public var appearance: AppearanceBox?
    public var flexProfile: FlexProfile?
    public var flexStyle: FlexDeclarations?

    public init(parent: Int32, kind: Kind, style: StyleBox?) {
        self.parent = parent
        self.kind = kind
        self.style = style
    }

    var isSpec: Bool { if case .spec = kind { true } else { false } }
}

/// Records that fit together, with their places among each other; made without the tree lock.
public struct TreePlan: Sendable {
    let records: [TreeRecord]
    /// Whether nodes that there are already are among the records.
    let hasExisting: Bool
    private var firstChild: [Int32]
    private var nextSibling: [Int32]

    /// Checks the records among themselves. A failure names the record by its index.
    public init(_ records: [TreeRecord], rootIsSpec: Bool) throws(LaminaError) {
        guard let root = records.first else {
            throw LaminaError(.invalidArgument, "record_count is 0; at least one record is needed, for the root")
        }
        if root.isSpec != rootIsSpec {
            let needed = rootIsSpec ? "a spec" : "a node"
            throw Self.failure(0, "it is the root, which must be \(needed); its kind is different")
        }
        self.records = records
        hasExisting = records.contains { if case .existing = $0.kind { true } else { false } }
        firstChild = [Int32](repeating: -1, count: records.count)
        nextSibling = firstChild
        var lastChild = firstChild
        for number in records.indices {
            try Self.checkParent(number, records)
            let parent = Int(records[number].parent)
            if parent < 0 { continue }
            if lastChild[parent] < 0 {
                firstChild[parent] = Int32(number)
            } else {
                nextSibling[Int(lastChild[parent])] = Int32(number)
            }
            lastChild[parent] = Int32(number)
        }
        for number in records.indices { try checkChildren(number) }
        try checkDepth()
    }

    /// A failure that a record is the reason of.
    public static func failure(_ number: Int, _ message: String, _ code: LaminaError.Code = .invalidArgument)
        -> LaminaError
    {
        LaminaError(code, "records[\(number)]: \(message)")
    }

    /// The first record right below one, and from there the next beside it; -1 for none.
    func firstChild(_ number: Int) -> Int { Int(firstChild[number]) }

    func nextSibling(_ number: Int) -> Int { Int(nextSibling[number]) }

    private static func checkParent(_ number: Int, _ records: [TreeRecord]) throws(LaminaError) {
        let parent = records[number].parent
        if number == 0 {
            if parent != -1 { throw failure(0, "parent is \(parent); the first record is the root and must have -1") }
            if case .existing = records[0].kind { throw failure(0, "it is the root, which cannot be an existing node") }
            return
        }
        guard parent >= 0 && parent < number else {
            throw failure(
                number,
                "parent is \(parent); the index of an earlier record is needed, 0 to \(number - 1)"
                    + (parent == -1 ? ", since there is one root" : ""))
        }
        if case .existing = records[Int(parent)].kind {
            throw failure(number, "parent is \(parent), an existing node, which cannot have records below it")
        }
    }

    /// How many elements stand below each kind.
    private func checkChildren(_ number: Int) throws(LaminaError) {
        var count = 0
        var spec = -1
        let isNode = !records[number].isSpec
        var child = firstChild(number)
        while child >= 0 {
            count += 1
            if isNode && records[child].isSpec {
                if case .node(isText: true, _) = records[number].kind {
                    throw Self.failure(
                        child, "it is a spec below records[\(number)], a text node, which is measured by its text",
                        .unsupported)
                }
                if spec >= 0 {
                    throw Self.failure(child, "the node of records[\(number)] has a spec already, records[\(spec)]")
                }
                spec = child
            }
            child = nextSibling(child)
        }
        guard case .spec(let spec) = records[number].kind, let wanted = spec.childCount, wanted != count else { return }
        throw Self.failure(
            number, "\(count) elements are below it, but \(spec.title) takes \(wanted == 1 ? "one" : "two")")
    }

    private func checkDepth() throws(LaminaError) {
        var depths = [Int](repeating: 0, count: records.count)
        for number in records.indices where records[number].isSpec {
            let parent = Int(records[number].parent)
            depths[number] = (parent >= 0 && records[parent].isSpec ? depths[parent] : 0) + 1
            if depths[number] > LayoutSpec.depthLimit {
                throw Self.failure(
                    number, "specs are nested deeper than the limit of \(LayoutSpec.depthLimit) levels",
                    .outOfRange)
            }
        }
    }
}
