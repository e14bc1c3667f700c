public import LaminaGeometry
import LaminaLock
public import LaminaNode

/// What those who present nodes ask of them.
extension Engine {
    /// The size of a node, and the scale of the surface that shows it; nil when it is on none.
    public func shownSize(of node: NodeID) -> (size: Size, scale: Double)? {
        let found = context.nodes.withLock { store -> (size: Size, surface: Int32)? in
            guard let index = store.find(node), store[index].surface >= 0 else { return nil }
            return (store[index].frame.size, store[index].surface)
        }
        guard let found, let presentation = surfaces[found.surface] else { return nil }
        return (found.size, presentation.scale)
    }

    /// The node at a point of a surface and all above it, the root last; none outside of all.
    public func nodes(at point: Point, on surface: Surface) -> [NodeID] {
        context.nodes.withLock { store in
            store.hitPath(surface.root(store), around: point).map { store.id($0.node) }
        }
    }

    /// A node and all above it, the root last; none when it is gone.
    public func nodes(above node: NodeID) -> [NodeID] {
        context.nodes.withLock { store in
            var found: [NodeID] = []
            var next = store.find(node) ?? -1
            while next >= 0 {
                found.append(store.id(next))
                next = store[next].parent
            }
            return found
        }
    }

    /// Tells the host's log what no call can report.
    public func note(level: Int32, _ message: String) { parts.mailbox.log(level, message) }
}
