public import LaminaGeometry
public import LaminaNode

/// What a node had at a moment, as far as animations can move it.
public struct ShownNode {
    public let node: NodeID
    /// Nil for a root.
    public let parent: NodeID?
    let surface: Int32
    let layer: Int32
    public private(set) var frame: Rect
    let boundsOrigin: Point
    let opacity: Double
    let background: Color
    let cornerRadius: Double
    let appearance: AppearanceBox?
    /// It is one picture with all below it, in the size that it was drawn in.
    public let isRasterized: Bool

    /// As the node has it.
    init(_ node: Int32, in store: borrowing NodeStore) {
        let record = store[node]
        self.node = store.id(node)
        parent = record.parent >= 0 ? store.id(record.parent) : nil
        (surface, layer, frame) = (record.surface, record.layer, record.frame)
        (boundsOrigin, opacity, background) = (record.boundsOrigin, record.opacity, record.background)
        (cornerRadius, appearance) = (record.cornerRadius, record.appearance)
        isRasterized = record.flags.contains(.rasterizes)
    }

    /// As its layer has it, where the node of now is `now`; nil where there is none to tell.
    init(layer index: Int, of tree: LayerTree, on surface: Int32, now: ShownNode?) {
        let above = Int(tree.layers[index].parent)
        let (layerFrame, shown) = (tree.layers[index].frame, tree.layers[box: index].appearance)
        node = tree.layers[index].node
        parent = above >= 0 ? tree.layers[above].node : nil
        (self.surface, layer) = (surface, Int32(index))
        frame = Rect(origin: layerFrame.position, size: layerFrame.size)
        boundsOrigin = layerFrame.boundsOrigin
        let isRaster = tree.layers[index].raster != nil
        isRasterized = isRaster
        if let own = tree.layers[index].overrides?.own {
            opacity = own.opacity
            background = isRaster ? now?.background ?? .clear : own.background
            cornerRadius = isRaster ? now?.cornerRadius ?? 0 : own.cornerRadius
            appearance = own.appearance
            return
        }
        opacity = shown.opacity
        if isRaster {
            // All else is drawn into its picture.
            (background, cornerRadius) = (now?.background ?? .clear, now?.cornerRadius ?? 0)
            appearance = now?.appearance
            return
        }
        background = tree.layers[index].reveal?.ground ?? shown.background
        // A radius is kept in pixels; the way back may be off in the last bit.
        let isSame = now.map { $0.cornerRadius * tree.scale == shown.cornerRadius } ?? false
        cornerRadius = isSame ? now?.cornerRadius ?? 0 : shown.cornerRadius / tree.scale
        // What is not seen of an appearance is not in the layer.
        let source = tree.layers.effects(index)?.source
        let isUnseen = source == nil && !(now?.appearance?.isSeen ?? true)
        appearance = isUnseen ? now?.appearance : source
    }

    /// The same elsewhere.
    public func with(frame: Rect) -> ShownNode {
        var moved = self
        moved.frame = frame
        return moved
    }

    /// The values that are others than in `other`, by the anchor that the node has now.
    public func changes(since other: ShownNode) -> PresentedFields {
        var changed: PresentedFields = []
        if frame != other.frame {
            if position != other.position(by: anchor) { changed.insert(.position) }
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
        if now.gradient != before.gradient { changed.insert(.gradient) }
        return changed
    }

    /// Has values scale it to the size that they have instead.
    func scale(_ values: inout PresentedValues) {
        if !(frame.size.width > 0 && frame.size.height > 0) { return }
        values.fields.remove(.size)
        values.fields.insert(.transform)
        let scale = AffineTransform(
            xx: values.size.width / frame.size.width, yx: 0, xy: 0, yy: values.size.height / frame.size.height, x0: 0,
            y0: 0)
        values.transform = scale.after(self.values.transform)
    }

    public var anchor: Point { appearance?.value.anchor ?? NodeAppearance.center }

    private var position: Point { position(by: anchor) }

    func position(by anchor: Point) -> Point {
        frame.origin + Point(x: anchor.x * frame.size.width, y: anchor.y * frame.size.height)
    }

    /// The values as the node had them; none is named.
    public var values: PresentedValues { values(by: anchor) }

    public func values(by anchor: Point) -> PresentedValues {
        var values = PresentedValues()
        (values.position, values.size, values.boundsOrigin) = (position(by: anchor), frame.size, boundsOrigin)
        (values.opacity, values.background) = (opacity, background)
        guard let look = appearance?.value else {
            if cornerRadius != 0 { values.cornerRadii = CornerRadii(cornerRadius) }
            return values
        }
        values.zPosition = look.zPosition
        values.transform = look.transform
        values.cornerRadii = look.radii ?? CornerRadii(cornerRadius)
        values.borderColor = look.border?.color ?? .clear
        values.shadow = look.shadow ?? PresentedValues.noShadow
        values.gradient = look.gradient
        return values
    }
}

/// A node that has other values than before.
public struct ShownChange {
    public let before: ShownNode
    public let now: ShownNode
    /// What has changed.
    public var fields: PresentedFields
    /// What is presented in place of what it has.
    public let presented: PresentedBox?
    /// It is new, and fades in over what it takes the place of.
    public var fadesIn = false

    init(before: ShownNode, now: ShownNode, fields: PresentedFields, presented: PresentedBox?) {
        (self.before, self.now, self.fields, self.presented) = (before, now, fields, presented)
        if isElsewhere { self.fields.insert(.position) }
    }

    /// A position is presented in the space of another parent.
    private var isElsewhere: Bool {
        before.parent != now.parent && presented?.values.fields.contains(.position) ?? false
    }

    /// How far a presented position is from where that shows in the space of the parent of now.
    public var shift: Point {
        guard isElsewhere, let presented else { return .zero }
        return before.position(by: now.anchor) - presented.values.position
    }
}

/// Values that few have: they are large, and many changes are handed on at once.
public final class PresentedBox {
    public let values: PresentedValues

    init(_ values: PresentedValues) { self.values = values }

    /// Nil when the node has none.
    static func make(of node: Int32, in store: borrowing NodeStore) -> PresentedBox? {
        store.presentedValues(of: node).map { PresentedBox($0) }
    }
}
