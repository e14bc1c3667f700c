import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Layers that show a whole subtree as one bitmap.
extension LayerTree {
    /// Takes over whether the node is drawn with all below it, before anything else of it.
    func takeRaster(_ index: Int, of record: borrowing NodeRecord) {
        let old = layers[index].raster
        guard record.flags.contains(.rasterizes) else {
            if old == nil { return }
            layers[index].raster = nil
            // The children show themselves from now on.
            drawings.end(layers[index].pending)
            if layers[index].shown.drawn != nil { show(nil, as: nil, at: index) }
            return
        }
        if old?.isCurrent(record) ?? false { return }
        layers[index].raster = RasterAppearance(record, before: old)
    }

    /// Whether a change of the node itself asks for another picture.
    func needsRaster(_ index: Int, of record: borrowing NodeRecord) -> Bool {
        guard let old = layers[index].raster, record.flags.contains(.rasterizes), !old.isCurrent(record) else {
            return false
        }
        return !old.isDrawnLike(RasterAppearance(record, before: old))
    }

    /// Whether what is read of a rasterizing node and all below it asks for another picture. The marks below are gone
    /// then.
    func readsAnotherPicture(_ index: Int, of node: Int32, in store: inout NodeStore) -> Bool {
        let hasChangedBelow = store.noteReadBelow(node)
        return hasChangedBelow || store[node].flags.contains(.childrenChanged) || needsRaster(index, of: store[node])
            || layers[index].frame.boundsOrigin != store[node].boundsOrigin
    }

    /// Whether there is anything to draw: an empty node has no contents, but children may stand around its place.
    func mayHaveInk(_ index: Int) -> Bool { layers[index].frame.hasPixels || layers[index].raster != nil }

    /// What the layer has of a node's appearance.
    func nodeAppearance(_ index: Int, of record: borrowing NodeRecord) -> AppearanceBox? {
        if let raster = layers[index].raster { return raster.transform }
        return record.seenAppearance
    }
}
