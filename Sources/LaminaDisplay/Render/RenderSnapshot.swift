public import LaminaGeometry
public import LaminaNode

/// A whole tree, captured: what it takes to lay it out and draw it on one worker.
///
/// Capturing is the host's thread's time, so it only copies; what can be computed from the copies waits for the worker.
public struct RenderSnapshot: Sendable {
    /// Nil for a tree that is drawn as it stands.
    var layout: LayoutSnapshot?
    /// The nodes in painting order: parents before children.
    var items: [Item] = []
    /// For each frame that the layout finds, in its order, the index of its item.
    private var itemOfFrame: [Int32] = []
    /// For nodes that no element of the layout stands for, the index of their item; empty when there are none.
    private var itemOfNode: [NodeID: Int32] = [:]
    /// Nil when the layout says it.
    private let rootSize: Size?
    private let scale: Double

    struct Item: Sendable {
        let parent: Int32
        var isHidden: Bool
        let clips: Bool
        var background: Color
        var opacity: Double
        var cornerRadius: Double
        var frame: Rect
        let boundsOrigin: Point
        var content: (any NodeContent)?
        var appearance: AppearanceBox?

        var seenAppearance: AppearanceBox? { appearance.flatMap { $0.isSeen ? $0 : nil } }
    }

    /// Captures the tree below `root`, to be drawn at `size` logical units.
    public init(of root: Int32, in store: inout NodeStore, size: Size, scale: Double) throws(LaminaError) {
        try self.init(of: root, in: &store, range: SizeRange(exactly: size), scale: scale)
    }

    /// Captures the tree below `root`, to be drawn at the size that it finds within `range`.
    public init(of root: Int32, in store: inout NodeStore, range: SizeRange, scale: Double) throws(LaminaError) {
        let layout = LayoutSnapshot(of: root, in: &store, range: range, scale: scale)
        try layout.checkDepth()
        self.layout = layout
        rootSize = range.min == range.max ? range.min : nil
        self.scale = scale
        // A node and its parent's item; without recursion, as trees may be deeper than the caller's stack.
        let hasDelegatedNodes = layout.hasDelegatedNodes
        var pending: [(node: Int32, parent: Int32)] = []
        items.reserveCapacity(32)
        pending.reserveCapacity(32)
        pending.append((root, -1))
        while let next = pending.popLast() {
            let index = Int32(items.count)
            let content = store.shownContent(next.node, isInset: false).content
            items.append(Item(store[next.node], content, parent: next.parent))
            // Free for this use while the node is on no surface.
            store[next.node].layer = index
            if hasDelegatedNodes { itemOfNode[store.id(next.node)] = index }
            let children = store.painted(next.node)
            var child = children.count - 1
            while child >= 0 {
                pending.append((children[child], index))
                child -= 1
            }
        }
        itemOfFrame.reserveCapacity(items.count)
        layout.forEachFramedNode { itemOfFrame.append(store[$0.index].layer) }
    }

    /// Captures what stands below `root` with the frames that it has. What belongs to the root among other nodes
    /// (opacity, transform, being hidden) is left out.
    public init(standing root: Int32, in store: inout NodeStore, scale: Double) {
        self.scale = scale
        rootSize = store[root].frame.size
        var pending: [(node: Int32, parent: Int32)] = [(root, -1)]
        while let next = pending.popLast() {
            let index = Int32(items.count)
            items.append(Item(store[next.node], store.shownContent(next.node).content, parent: next.parent))
            for child in store.painted(next.node).reversed() { pending.append((child, index)) }
        }
        items[0].isHidden = false
        items[0].opacity = 1
        items[0].appearance = items[0].appearance?.withoutTransform
    }

    /// Whether layout spec callbacks say how some of the nodes are laid out.
    public var hasProvidedSpecs: Bool { layout?.hasProvidedSpecs ?? false }

    /// What few nodes have of an appearance, by their items.
    var effects: [Int: AppearanceEffects] {
        var effects: [Int: AppearanceEffects] = [:]
        for (index, item) in items.enumerated() {
            if let box = item.seenAppearance { effects[index] = AppearanceEffects(box, scale: scale) }
        }
        return effects
    }

    /// The appearances with the frames that layout found, and each node's size.
    func appearances(with frames: LayoutFrames) -> (appearances: [Appearance], sizes: [Size]) {
        var items = items
        for (index, found) in zip(itemOfFrame, frames.frames) { items[Int(index)].frame = found }
        for more in frames.more {
            // A node that is not a child yet is not in the picture.
            guard let index = itemOfNode[more.node] else { continue }
            items[Int(index)].frame = more.frame
            if more.isLeftOut { items[Int(index)].isHidden = true }
        }
        return Self.appearances(of: items, rootSize: rootSize ?? frames.size, scale: scale)
    }

    /// Gives contents that hold children the sizes of these, and leaves of flex layouts their padding and border.
    mutating func takeContents(_ frames: LayoutFrames) {
        for held in frames.held {
            guard let index = itemOfNode[held.node], let content = items[Int(index)].content else { continue }
            items[Int(index)].content = content.holding(held.children)
        }
        for leaf in frames.inset {
            guard let index = itemOfNode[leaf.node], let content = items[Int(index)].content else { continue }
            items[Int(index)].content = content.inset(by: leaf.insets)
        }
    }

    /// The appearances with the frames that the nodes have.
    func standingAppearances() -> (appearances: [Appearance], sizes: [Size]) {
        Self.appearances(of: items, rootSize: rootSize ?? .zero, scale: scale)
    }

    private static func appearances(of items: [Item], rootSize: Size, scale: Double) -> (
        appearances: [Appearance], sizes: [Size]
    ) {
        var origins = [Point](repeating: .zero, count: items.count)
        var appearances: [Appearance] = []
        var sizes: [Size] = []
        appearances.reserveCapacity(items.count)
        sizes.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            let size = item.parent < 0 ? rootSize : item.frame.size
            if item.parent >= 0 {
                let parent = Int(item.parent)
                origins[index] =
                    origins[parent] + (item.frame.origin - Pixels.snap(items[parent].boundsOrigin, scale: scale))
            }
            appearances.append(
                Appearance(
                    rect: Pixels.snap(Rect(origin: origins[index], size: size), scale: scale),
                    end: Int32(index + 1), isHidden: item.isHidden, clips: item.clips, opacity: item.opacity,
                    background: item.background, cornerRadius: item.cornerRadius * scale,
                    hasContents: item.content != nil, hasEffects: item.seenAppearance != nil))
            sizes.append(size)
        }
        // Children come right after their parent: walking backwards, each hands its end up.
        for index in appearances.indices.reversed() where items[index].parent >= 0 {
            let parent = Int(items[index].parent)
            appearances[parent].end = max(appearances[parent].end, appearances[index].end)
        }
        return (appearances, sizes)
    }
}

extension RenderSnapshot.Item {
    fileprivate init(_ record: borrowing NodeRecord, _ content: (any NodeContent)?, parent: Int32) {
        self.init(
            parent: parent, isHidden: record.flags.contains(.hidden), clips: record.flags.contains(.clips),
            background: record.background, opacity: record.opacity, cornerRadius: record.cornerRadius,
            frame: record.frame, boundsOrigin: record.boundsOrigin, content: content, appearance: record.appearance)
    }
}
