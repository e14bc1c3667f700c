import LaminaDraw
import LaminaLock
public import LaminaGeometry
public import LaminaNode

/// A bar over what a node shows, which says where that is scrolled to.
public struct ShownBar: Equatable, Sendable {
    /// From the corner of the node, logical units.
    public var rect: Rect
    public var color: Color

    public init(rect: Rect, color: Color) {
        (self.rect, self.color) = (rect, color)
    }
}

extension LayerTree {
    /// Shows other bars over a layer that has something presented.
    func setBars(_ bars: [ShownBar], at index: Int) {
        guard let overrides = layers[index].overrides, overrides.bars != bars else { return }
        let before = barAppearances(index)
        overrides.bars = bars
        for bar in before + barAppearances(index) {
            damage.add(layers.surfaceRect(bar.rect, in: index).intersection(bounds))
        }
    }

    /// The bars of a layer as things to be painted, in its own space.
    func barAppearances(_ index: Int) -> [Appearance] {
        guard let overrides = layers[index].overrides, !overrides.bars.isEmpty else { return [] }
        let own = layers[box: index].appearance.rect
        return overrides.bars.map { bar in
            let rect = Pixels.snap(bar.rect, scale: scale)
            let radius = Double(min(rect.width, rect.height)) / 2
            return Appearance(
                rect: rect.offset(by: PixelOffset(x: own.x, y: own.y)).intersection(own), isHidden: false,
                clips: false, opacity: 1, background: bar.color, cornerRadius: radius, hasContents: false)
        }
    }
}

extension Engine {
    /// Shows bars over a node, whose bounds origin is presented; false when it has no layer.
    @discardableResult
    public func setBars(_ bars: [ShownBar], of node: NodeID) -> Bool {
        let place = context.nodes.withLock { store -> LayerPlace in
            guard let index = store.find(node) else { return LayerPlace() }
            return self.place(of: index, node, in: store)
        }
        guard place.surface >= 0, let presentation = surfaces[place.surface],
            presentation.tree.layers[Int(place.layer)].overrides != nil
        else { return false }
        presentation.tree.setBars(bars, at: Int(place.layer))
        notePresented()
        return true
    }
}
