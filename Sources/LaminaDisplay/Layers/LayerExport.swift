public import LaminaDraw
public import LaminaGeometry
public import LaminaNode

/// What of a layer changed since a host that composites by itself was notified last.
public struct LayerChanges: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let added = LayerChanges(rawValue: 1 << 0)
    public static let removed = LayerChanges(rawValue: 1 << 1)
    public static let contents = LayerChanges(rawValue: 1 << 2)
    public static let appearance = LayerChanges(rawValue: 1 << 3)
    public static let geometry = LayerChanges(rawValue: 1 << 4)
}

/// A layer as such a host sees it. All rectangles are pixels of the surface.
public struct ExportedLayer {
    public let node: NodeID
    /// nil for the root.
    public var parent: NodeID?
    public var descendantCount = 0
    public var changes: LayerChanges
    public var version: UInt64 = 0
    public var bitmap: Bitmap?
    /// Where the bitmap stands.
    public var ink = PixelRect.empty
    public var bounds = PixelRect.empty
    public var clip = PixelRect.empty
    public var opacity = 1.0
    public var background = Color.clear
    public var clips = false
    /// From the pixels of `bounds`, `clip` and `ink` to those of the surface.
    public var transform = AffineTransform.identity
    /// In pixels, as all that follow.
    public var radii = CornerRadii.zero
    public var border: BoxBorder?
    public var shadow: BoxShadow?
    public var gradient: Gradient?
}

/// What was exported last, by node.
struct LayerExport {
    private struct Exported {
        var version: UInt64
        var appearance: Appearance
        var clip: PixelRect
        var parent: NodeID?
        var before: NodeID?
        var transform: AffineTransform
        var radii: CornerRadii
        var source: AppearanceBox?
        /// Pixels per unit: what `source` comes to in pixels.
        var scale: Double

        func hasAppearance(of other: Exported) -> Bool {
            appearance.opacity == other.appearance.opacity && appearance.background == other.appearance.background
                && appearance.clips == other.appearance.clips && radii == other.radii && parent == other.parent
                && before == other.before && source === other.source && (source == nil || scale == other.scale)
        }

        func stands(as other: Exported) -> Bool {
            appearance.rect == other.appearance.rect && appearance.ink == other.appearance.ink && clip == other.clip
                && transform == other.transform
        }
    }

    /// A layer around the one that is visited: where it ends, which it is, and what it lets show.
    private struct Around {
        let end: Int
        let node: NodeID
        let clip: PixelRect
        let transform: AffineTransform
    }

    private var last: [NodeID: Exported] = [:]

    /// The layers that show, back to front, behind those that do not any more; notes that they were exported.
    mutating func take(_ tree: LayerTree) -> [ExportedLayer] {
        let whole = Region()
        whole.add(tree.bounds)
        let hits = LayerHits(tree, within: whole)
        var layers: [ExportedLayer] = []
        layers.reserveCapacity(hits.appearances.count)
        var now: [NodeID: Exported] = [:]
        var around: [Around] = []
        for (index, place) in hits.places.enumerated() {
            while let last = around.last, index >= last.end { around.removeLast() }
            let appearance = hits.appearances[index]
            let source = tree.layers[Int(place)]
            let effects = appearance.hasEffects ? source.effects : nil
            var clip = around.last?.clip ?? tree.bounds
            var transform = around.last?.transform ?? .identity
            if let effects, effects.isTransformed {
                clip = effects.inner(clip, of: appearance.rect)
                transform = transform.after(effects.absoluteMatrix(of: appearance.rect))
            }
            var layer = ExportedLayer(node: source.node, changes: [])
            layer.parent = around.last?.node
            layer.descendantCount = Int(appearance.end) - index - 1
            layer.version = source.shown.version
            layer.bitmap = appearance.hasContents ? source.shown.bitmap : nil
            layer.ink = appearance.ink
            layer.bounds = appearance.rect
            let inner = appearance.clips ? clip.intersection(appearance.rect) : clip
            // An older bitmap of another size is cut to the frame until the new one comes.
            layer.clip = source.isCurrent || source.shown.bitmap == nil ? inner : inner.intersection(appearance.rect)
            layer.opacity = appearance.opacity
            layer.background = appearance.background
            layer.clips = appearance.clips
            layer.transform = transform
            layer.radii = appearance.radii(effects)
            effects?.describe(in: &layer)
            let exported = Exported(
                version: source.shown.version, appearance: appearance, clip: layer.clip, parent: layer.parent,
                before: layers.last?.node, transform: transform, radii: layer.radii, source: effects?.source,
                scale: tree.scale)
            layer.changes = changes(from: last[source.node], to: exported)
            now[source.node] = exported
            around.append(Around(end: Int(appearance.end), node: source.node, clip: inner, transform: transform))
            layers.append(layer)
        }
        let gone = last.keys.filter { now[$0] == nil }.sorted { ($0.index, $0.generation) < ($1.index, $1.generation) }
        last = now
        return gone.map { ExportedLayer(node: $0, changes: .removed) } + layers
    }

    private func changes(from old: Exported?, to new: Exported) -> LayerChanges {
        guard let old else { return [.added, .contents, .appearance, .geometry] }
        var changes: LayerChanges = []
        if old.version != new.version || old.appearance.hasContents != new.appearance.hasContents {
            changes.insert(.contents)
        }
        if !new.hasAppearance(of: old) { changes.insert(.appearance) }
        if !new.stands(as: old) { changes.insert(.geometry) }
        return changes
    }
}

extension Engine {
    /// Hands out the layers that show, with what changed since the last time; counts as a composite.
    public func takeLayers(of surface: Surface) -> [ExportedLayer] {
        guard let presentation = surfaces[surface.number] else { return [] }
        presentation.tree.damage.noteComposited()
        presentation.history.forget()
        presentation.tree.settleExtents()
        return presentation.exported.take(presentation.tree)
    }
}
