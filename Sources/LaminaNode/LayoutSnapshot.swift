public import LaminaGeometry
public import LaminaLayout

/// A tree as layout needs it, taken under the tree lock and solved without it on any thread.
///
/// Nodes that no spec places (children put in by hand) are laid out within the frame they have: each is the root of a part of its own.
public struct LayoutSnapshot: Sendable {
    /// One node that gets a frame: its element, and the element of its parent node (-1 for the root of a part).
    public struct Entry: Sendable {
        public let node: NodeID
        public let element: Int32
        public let parentElement: Int32
    }

    /// Elements that are laid out together.
    public struct Part: Sendable {
        public var tree = ElementTree()
        public var entries: [Entry] = []
        /// The elements of specs, when they are asked for.
        var specs: [(spec: LayoutSpec, element: Int32)] = []
        public var range: SizeRange
    }

    public private(set) var parts: [Part] = []
    /// What leaves show, by the identifier under which the solver asks for them.
    public private(set) var contents: [any NodeContent] = []
    /// The deepest nesting of elements: what the solver's stack has to hold.
    public private(set) var depth = 0
    private let notesSpecs: Bool

    /// The root of a part that is still to be written, and the direction that it inherits.
    private struct Root {
        var node: Int32
        var range: SizeRange
        var isRightToLeft: Bool
    }

    /// What is still to be written into the current part.
    private enum Step {
        case node(Int32, parentElement: Int32, depth: Int)
        case spec(LayoutSpec, owner: Int32, ownerElement: Int32, depth: Int)
        case end
    }

    /// Takes the tree below `root`, to be laid out within `range`. `notesSpecs`: for explanations.
    public init(of root: Int32, in store: borrowing NodeStore, range: SizeRange, notesSpecs: Bool = false) {
        self.notesSpecs = notesSpecs
        let parent = store[root].parent
        let isRightToLeft = parent >= 0 ? store.isRightToLeft(parent) : store.runsRightToLeft
        var roots: [Root] = [Root(node: root, range: range, isRightToLeft: isRightToLeft)]
        while let next = roots.popLast() {
            var part = Part(range: next.range)
            part.tree.isRightToLeft = next.isRightToLeft
            write(next.node, into: &part, of: store, moreRoots: &roots)
            // A node that nothing arranges and that arranges nothing keeps its frame; the first part is what was asked for.
            if parts.isEmpty || part.tree.count > 1 { parts.append(part) }
        }
    }

    /// Writes one part without recursion: trees may be deeper than the caller's stack.
    private mutating func write(
        _ root: Int32, into part: inout Part, of store: borrowing NodeStore,
        moreRoots: inout [Root]
    ) {
        var steps: [Step] = []
        // Room for a usual cell, so that small trees grow their arrays once.
        steps.reserveCapacity(32)
        part.tree.reserve(64)
        part.entries.reserveCapacity(32)
        steps.append(.node(root, parentElement: -1, depth: 1))
        while let step = steps.popLast() {
            switch step {
            case .end:
                part.tree.end()
            case .node(let node, let parentElement, let level):
                depth = max(depth, level)
                let element = writeNode(node, into: &part, of: store)
                part.entries.append(Entry(node: store.id(node), element: element, parentElement: parentElement))
                if let spec = store[node].spec {
                    steps.append(.end)
                    steps.append(.spec(spec, owner: node, ownerElement: element, depth: level + 1))
                }
                collectRoots(
                    below: node, of: store, isRightToLeft: part.tree.isRightToLeft(element), into: &moreRoots)
            case .spec(let spec, let owner, let ownerElement, let level):
                depth = max(depth, level)
                let element = part.tree.beginSpec(spec.spec, style: spec.style)
                if notesSpecs { part.specs.append((spec, element)) }
                steps.append(.end)
                for child in spec.children.reversed() {
                    switch child {
                    case .spec(let nested):
                        steps.append(.spec(nested, owner: owner, ownerElement: ownerElement, depth: level + 1))
                    case .node(let id):
                        // A node that was taken away since takes no room.
                        if let index = store.find(id), store[index].parent == owner {
                            steps.append(.node(index, parentElement: ownerElement, depth: level + 1))
                        } else {
                            steps.append(.spec(Self.nothing, owner: owner, ownerElement: ownerElement, depth: level))
                        }
                    }
                }
            }
        }
    }

    private mutating func writeNode(_ node: Int32, into part: inout Part, of store: borrowing NodeStore) -> Int32 {
        let style = store[node].style?.style ?? ElementStyle()
        if store[node].spec != nil { return part.tree.beginNode(style: style, identifier: node) }
        if let content = store[node].content, content.isMeasurable {
            contents.append(content)
            return part.tree.addLeaf(style: style, identifier: Int32(contents.count - 1))
        }
        return part.tree.addPlainNode(style: style, identifier: node)
    }

    /// Children that no spec places start parts of their own when there is something to arrange below them.
    private func collectRoots(
        below node: Int32, of store: borrowing NodeStore, isRightToLeft: Bool, into roots: inout [Root]
    ) {
        for child in store[node].children where !store[child].flags.contains(.adopted) {
            if store[child].spec == nil && store[child].children.isEmpty { continue }
            // Rare: a child that was put in by hand and is named by the spec as well.
            if let spec = store[node].spec, spec.nodes.contains(store.id(child)) { continue }
            let size = store[child].frame.size
            if size.width > 0 && size.height > 0 {
                roots.append(Root(node: child, range: SizeRange(exactly: size), isRightToLeft: isRightToLeft))
            }
        }
    }

    private static let nothing = LayoutSpec(.wrapper, style: ElementStyle(), children: [])
}

/// The frames that a layout pass found, relative to each node's parent.
public struct LayoutFrames: Sendable {
    public let size: Size
    public let frames: [(node: NodeID, frame: Rect)]

    public init(size: Size, frames: [(node: NodeID, frame: Rect)]) {
        self.size = size
        self.frames = frames
    }
}

extension LayoutSnapshot {
    /// Visits the entries that `solve` finds a frame for, in its order: all but the roots of parts that keep the frame they have.
    public func forEachFramedEntry(_ body: (Entry) -> Void) {
        for (number, part) in parts.enumerated() {
            for entry in part.entries where entry.parentElement >= 0 || number == 0 { body(entry) }
        }
    }

    /// Solves all parts. Stack use grows with `depth`.
    public func solve<M: LeafMeasurer>(_ measurer: inout M) -> LayoutFrames {
        var frames: [(node: NodeID, frame: Rect)] = []
        frames.reserveCapacity(parts.reduce(0) { $0 + $1.entries.count })
        var size = Size.zero
        for (number, part) in parts.enumerated() {
            let result = solveLayout(part.tree, range: part.range, measurer: &measurer)
            if number == 0 { size = result.size }
            for entry in part.entries {
                let absolute = result.frames[Int(entry.element)]
                if entry.parentElement >= 0 {
                    let parent = result.frames[Int(entry.parentElement)].origin
                    frames.append((entry.node, Rect(origin: absolute.origin - parent, size: absolute.size)))
                } else if number == 0 {
                    frames.append((entry.node, Rect(origin: .zero, size: absolute.size)))
                }
            }
        }
        return LayoutFrames(size: size, frames: frames)
    }
}
