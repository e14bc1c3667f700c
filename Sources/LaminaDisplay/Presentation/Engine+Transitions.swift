public import LaminaGeometry
public import LaminaNode
import LaminaLock

/// What a node on a surface had at a moment: to see afterwards what a change has changed.
public struct ShownNode {
    public let node: NodeID
    /// Nil for a root.
    public private(set) var parent: NodeID?
    let surface: Int32
    let layer: Int32
    public private(set) var frame: Rect
    let boundsOrigin: Point
    let opacity: Double
    let background: Color
    let cornerRadius: Double
    let appearance: AppearanceBox?

    init(_ node: Int32, in store: borrowing NodeStore) {
        let record = store[node]
        self.node = store.id(node)
        parent = record.parent >= 0 ? store.id(record.parent) : nil
        (surface, layer, frame) = (record.surface, record.layer, record.frame)
        (boundsOrigin, opacity, background) = (record.boundsOrigin, record.opacity, record.background)
        (cornerRadius, appearance) = (record.cornerRadius, record.appearance)
    }

    /// The values that are others than in `other`.
    public func changes(since other: ShownNode) -> PresentedFields {
        var changed: PresentedFields = []
        if frame != other.frame {
            if position != other.position { changed.insert(.position) }
            if frame.size != other.frame.size { changed.insert(.size) }
        }
        if boundsOrigin != other.boundsOrigin { changed.insert(.boundsOrigin) }
        if opacity != other.opacity { changed.insert(.opacity) }
        if background != other.background { changed.insert(.background) }
        if cornerRadius == other.cornerRadius && appearance === other.appearance { return changed }
        let (now, before) = (values, other.values)
        if now.transform != before.transform { changed.insert(.transform) }
        if now.cornerRadii != before.cornerRadii { changed.insert(.cornerRadii) }
        if now.borderColor != before.borderColor { changed.insert(.borderColor) }
        if now.shadow != before.shadow { changed.insert(.shadow) }
        return changed
    }

    /// The same at another place.
    public func with(frame: Rect, parent: NodeID?) -> ShownNode {
        var moved = self
        (moved.frame, moved.parent) = (frame, parent)
        return moved
    }

    private var anchor: Point { appearance?.value.anchor ?? NodeAppearance.center }

    private var position: Point {
        frame.origin + Point(x: anchor.x * frame.size.width, y: anchor.y * frame.size.height)
    }

    /// The values as the node had them; none is named.
    public var values: PresentedValues {
        let look = appearance?.value
        var values = PresentedValues()
        (values.position, values.size, values.boundsOrigin) = (position, frame.size, boundsOrigin)
        (values.opacity, values.background) = (opacity, background)
        values.zPosition = look?.zPosition ?? 0
        values.transform = look?.transform ?? .identity
        values.cornerRadii = look?.radii ?? CornerRadii(cornerRadius)
        values.borderColor = look?.border?.color ?? .clear
        values.shadow = look?.shadow ?? PresentedValues.noShadow
        return values
    }
}

/// How far layouts have come.
public enum LayoutProgress: Sendable {
    /// What changed is still to be laid out.
    case waiting
    /// A pass has been applied, and others are to follow.
    case applied
    /// All that changed is laid out.
    case settled
}

/// What transitions need to know of the tree: what was shown before a change, and when that has been laid out.
extension Engine {
    /// All nodes that surfaces show, parents before children, as they are now. Costs their number.
    public func shownNodes() -> [ShownNode] {
        context.nodes.withLock { store in
            var found: [ShownNode] = []
            for number in surfaces.keys.sorted() {
                let root = store.surfaces[number].root
                if root < 0 { continue }
                var waiting = [root]
                while let node = waiting.popLast() {
                    found.append(ShownNode(node, in: store))
                    // What is part of a picture does not move by itself.
                    if !store[node].flags.contains(.rasterizes) {
                        waiting.append(contentsOf: store[node].children.reversed())
                    }
                }
            }
            return found
        }
    }

    /// Where the layouts of all surfaces are.
    public var layoutProgress: LayoutProgress {
        context.nodes.withLock { store in
            var progress = LayoutProgress.settled
            for presentation in surfaces.values {
                if !store.surfaces[presentation.number].needsLayout && presentation.pendingLayout == nil { continue }
                if presentation.applied == nil { return .waiting }
                progress = .applied
            }
            return progress
        }
    }

    /// Whether something is still to be read into layers.
    public var hasChanges: Bool { context.nodes.withLock { $0.hasChanges } }

    /// Begins the exit of a node that has left its surface, or ended, while its layer is still there: within
    /// `willReadLayers`. Nil when there is none.
    public func beginExit(ofLeft node: ShownNode) -> UInt64? {
        guard let presentation = surfaces[node.surface],
            let layer = presentation.tree.layers.index(of: node.node, hint: node.layer),
            layer != Int(presentation.tree.root), presentation.tree.layers[layer].exit == 0
        else { return nil }
        presentation.tree.beginOverrides(layer, of: node)
        nextExit += 1
        presentation.tree.beginExit(nextExit, of: layer)
        exits[nextExit] = LayerPlace(surface: node.surface, layer: Int32(layer))
        return nextExit
    }
}

extension LayerTree {
    /// The same as of a record, for a node whose record is gone.
    mutating func beginOverrides(_ index: Int, of node: ShownNode) {
        if layers[index].overrides != nil { return }
        let overrides = LayerOverrides(PresentedValues())
        let isRaster = layers[index].raster != nil
        overrides.own = LayerOverrides.Own(
            opacity: node.opacity, background: isRaster ? .clear : node.background,
            cornerRadius: isRaster ? 0 : node.cornerRadius, appearance: node.appearance)
        layers[index].overrides = overrides
    }
}
