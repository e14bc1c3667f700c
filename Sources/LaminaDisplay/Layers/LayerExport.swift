public import LaminaDraw
public import LaminaGeometry
public import LaminaNode

/// What of a layer changed since a host that composites by itself was told last.
public struct LayerChanges: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let added = LayerChanges(rawValue: 1 << 0)
    public static let removed = LayerChanges(rawValue: 1 << 1)
    public static let contents = LayerChanges(rawValue: 1 << 2)
    public static let look = LayerChanges(rawValue: 1 << 3)
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
    public var cornerRadius = 0.0
    public var clips = false
    /// From the pixels of `bounds`, `clip` and `ink` to those of the surface.
    public var transform = AffineTransform.identity
    /// In pixels, as all that follow.
    public var radii = CornerRadii.zero
    public var border: BoxBorder?
    public var shadow: BoxShadow?
    public var gradient: LinearGradient?
}

/// What was told last, by node.
struct LayerExport {
    private struct Told {
        var version: UInt64
        var look: Look
        var clip: PixelRect
        var parent: NodeID?
        var before: NodeID?
        var transform: AffineTransform
        var radii: CornerRadii
        var appearance: AppearanceBox?
        /// Pixels per unit: what an appearance comes to in pixels.
        var scale: Double

        func looksLike(_ other: Told) -> Bool {
            look.opacity == other.look.opacity && look.background == other.look.background
                && look.clips == other.look.clips && radii == other.radii && parent == other.parent
                && before == other.before && appearance === other.appearance
                && (appearance == nil || scale == other.scale)
        }

        func stands(as other: Told) -> Bool {
            look.rect == other.look.rect && look.ink == other.look.ink && clip == other.clip
                && transform == other.transform
        }
    }

    /// A layer around the one that is looked at: where it ends, who it is, and what it lets show.
    private struct Around {
        let end: Int
        let node: NodeID
        let clip: PixelRect
        let transform: AffineTransform
    }

    private var told: [NodeID: Told] = [:]

    /// The layers that show, back to front, behind those that do not any more; notes that they were told.
    mutating func take(_ tree: borrowing LayerTree) -> [ExportedLayer] {
        let whole = Region()
        whole.add(tree.bounds)
        let hits = LayerHits(tree, within: whole)
        var layers: [ExportedLayer] = []
        layers.reserveCapacity(hits.looks.count)
        var now: [NodeID: Told] = [:]
        var around: [Around] = []
        for (index, place) in hits.places.enumerated() {
            while let last = around.last, index >= last.end { around.removeLast() }
            let look = hits.looks[index]
            let source = tree.layers[Int(place)]
            let effects = look.hasEffects ? source.effects : nil
            var clip = around.last?.clip ?? tree.bounds
            var transform = around.last?.transform ?? .identity
            if let effects, effects.isTransformed {
                clip = effects.inside(clip, of: look.rect)
                transform = transform.after(effects.absoluteMatrix(of: look.rect))
            }
            var layer = ExportedLayer(node: source.node, changes: [])
            layer.parent = around.last?.node
            layer.descendantCount = Int(look.end) - index - 1
            layer.version = source.contentsVersion
            layer.bitmap = look.hasContents ? source.bitmap : nil
            layer.ink = look.ink
            layer.bounds = look.rect
            let inner = look.clips ? clip.intersection(look.rect) : clip
            // An older bitmap of another size is cut to the frame until the new one comes.
            let isCurrent = source.shown?.width == look.rect.width && source.shown?.height == look.rect.height
            layer.clip = isCurrent || source.bitmap == nil ? inner : inner.intersection(look.rect)
            layer.opacity = look.opacity
            layer.background = look.background
            layer.cornerRadius = look.cornerRadius
            layer.clips = look.clips
            layer.transform = transform
            layer.radii = look.radii(effects)
            effects?.describe(in: &layer)
            let tell = Told(
                version: source.contentsVersion, look: look, clip: layer.clip, parent: layer.parent,
                before: layers.last?.node, transform: transform, radii: layer.radii, appearance: effects?.source,
                scale: tree.scale)
            layer.changes = changes(from: told[source.node], to: tell)
            now[source.node] = tell
            around.append(Around(end: Int(look.end), node: source.node, clip: inner, transform: transform))
            layers.append(layer)
        }
        let gone = told.keys.filter { now[$0] == nil }.sorted { ($0.index, $0.generation) < ($1.index, $1.generation) }
        told = now
        return gone.map { ExportedLayer(node: $0, changes: .removed) } + layers
    }

    private func changes(from old: Told?, to new: Told) -> LayerChanges {
        guard let old else { return [.added, .contents, .look, .geometry] }
        var changes: LayerChanges = []
        if old.version != new.version || old.look.hasContents != new.look.hasContents { changes.insert(.contents) }
        if !new.looksLike(old) { changes.insert(.look) }
        if !new.stands(as: old) { changes.insert(.geometry) }
        return changes
    }
}

extension Engine {
    /// Hands out the layers that show, with what changed since the last time; counts as a composite.
    public func takeLayers(of surface: Surface) -> [ExportedLayer] {
        guard let presentation = surfaces[surface.number] else { return [] }
        presentation.tree.noteComposited()
        presentation.tree.settleExtents()
        return presentation.exported.take(presentation.tree)
    }
}
