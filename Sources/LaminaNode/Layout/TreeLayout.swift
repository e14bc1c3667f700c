public import LaminaGeometry
import LaminaLayout
import LaminaLock

/// The outcome of a layout pass: immutable, for any thread.
public final class TreeLayout: Sendable {
    /// The root's layout result first, then those of the parts below that nothing arranges.
    public let parts: [NodeLayoutResult]
    /// Made when a frame is first wanted; the layout results that frames stand in, with the index there.
    private let places = Locked<[NodeID: (result: NodeLayoutResult, index: Int)]?>(.leaf, nil)

    private let listed = Locked<[Entry]?>(.leaf, nil)

    /// The root's constraints; beside `parts` so that reading them takes no reference counting.
    private let constraints: LayoutConstraints
    private let setting: LayoutSetting

    init(parts: [NodeLayoutResult]) {
        self.parts = parts
        constraints = parts.first?.constraints ?? LayoutConstraints(range: .unconstrained, parentSize: .zero)
        setting = parts.first?.setting ?? LayoutSetting(scale: 0, epoch: 0)
    }

    @inline(__always)
    func isFor(_ constraints: LayoutConstraints, _ setting: LayoutSetting) -> Bool {
        self.constraints.isSame(as: constraints) && self.setting == setting
    }

    /// The layout of a tree that is gone.
    public static let empty = TreeLayout(parts: [])

    /// The size of the root.
    public var size: Size { parts.first?.measurement.size ?? .zero }

    /// The root's size, and in which range.
    var knownSize: KnownSize { KnownSize(range: constraints.range, scale: setting.scale, size: size) }

    /// The root; nil when it went while it was laid out.
    public var root: NodeID? { parts.first?.node }

    /// One node of a layout.
    public struct Entry: Sendable {
        public let node: NodeID
        /// The node that arranges it; the root's own for the root.
        public let parent: NodeID
        /// In the parent.
        public let frame: Rect
        /// In the root of its part.
        public let absolute: Rect
        /// Nodes above it in the part.
        public let depth: Int
    }

    /// All nodes that the part of the root places, the root first, in painting order. What is below a node that was
    /// left out is not among them.
    public func forEachEntry(_ body: (Entry) -> Void) {
        guard let root = parts.first else { return }
        let frame = Rect(origin: .zero, size: root.measurement.size)
        body(Entry(node: root.node, parent: root.node, frame: frame, absolute: frame, depth: 0))
        // Layout results under way, with the index that is next and the place of the node itself.
        var open: [(result: NodeLayoutResult, next: Int, origin: Point)] = [(root, 0, .zero)]
        while let (result, next, origin) = open.last {
            if next == result.frames.count {
                open.removeLast()
                continue
            }
            open[open.count - 1].next += 1
            let child = result.frames[next]
            let absolute = child.frame.offset(by: origin)
            body(
                Entry(
                    node: child.node, parent: result.node, frame: child.frame, absolute: absolute,
                    depth: open.count))
            if let below = result.below(next) { open.append((below, 0, absolute.origin)) }
        }
    }

    /// The same as an array; made when first wanted.
    public var entries: [Entry] {
        if let known = listed.withLock({ $0 }) { return known }
        var made: [Entry] = []
        forEachEntry { made.append($0) }
        let finished = made
        listed.withLock { $0 = finished }
        return finished
    }

    /// The frontmost node whose frame contains a point of the root's coordinates; the root itself counts. Children may
    /// reach out of their parents.
    public func hit(_ point: Point) -> NodeID? {
        var found: NodeID?
        forEachEntry { if $0.absolute.contains(point) { found = $0.node } }
        return found
    }

    /// The frame of a node in the node that arranges it; nil when it is not part of the layout. The first call takes
    /// time in the size of the layout.
    public func frame(of node: NodeID) -> Rect? {
        if let root = parts.first, root.node == node { return Rect(origin: .zero, size: root.measurement.size) }
        return place(of: node).map { $0.result.frames[$0.index].frame }
    }

    /// The frame of a node in the root of its part.
    public func absoluteFrame(of node: NodeID) -> Rect? {
        guard var frame = frame(of: node) else { return nil }
        var next = place(of: node)?.result.node
        while let parent = next, let place = place(of: parent) {
            frame = frame.offset(by: place.result.frames[place.index].frame.origin)
            next = place.result.node
        }
        return frame
    }

    private func place(of node: NodeID) -> (result: NodeLayoutResult, index: Int)? {
        if let known = places.withLock({ $0 }) { return known[node] }
        var made: [NodeID: (result: NodeLayoutResult, index: Int)] = [:]
        var waiting = parts
        while let result = waiting.popLast() {
            for (index, child) in result.frames.enumerated() {
                made[child.node] = (result, index)
                if let below = result.below(index) { waiting.append(below) }
            }
        }
        let finished = made
        places.withLock { $0 = finished }
        return finished[node]
    }
}
