import LaminaDraw
import LaminaGeometry

/// Bringing the host's pixels up to date.
extension Presentation {
    /// What is painted apart at once for a target that cannot be painted on: small enough to stay in a cache.
    private static let bandPixels = 32_768

    /// Copies what moved, paints what changed, and returns where that was. When memory fails, all is damaged.
    func composite(into target: PixelTarget, _ worker: Worker) throws(LaminaError) -> [PixelRect] {
        for scroll in tree.scrolls { target.move(scroll.rect, by: scroll.distance.x, scroll.distance.y) }
        let hits = LayerHits(tree, within: tree.damage)
        var looks = LookPainter(
            looks: hits.looks, painter: worker.painter,
            contents: LayerContents(layers: tree.layers, hits: hits, painter: worker.painter))
        do throws(LaminaError) {
            for rectangle in tree.damage.rectangles {
                if let buffer = target.buffer {
                    paint(&looks, rectangle, isOpaque: target.format.isOpaque, on: buffer, worker.painter)
                } else {
                    try paintApart(&looks, rectangle, target, worker)
                }
            }
        } catch {
            tree.damageAll()
            throw error
        }
        for scroll in tree.scrolls { tree.damage.add(scroll.rect) }
        let changed = tree.damage.rectangles
        tree.damage.removeAll()
        tree.scrolls = []
        return changed
    }

    private func paint(
        _ looks: inout LookPainter<LayerContents>, _ clip: PixelRect, isOpaque: Bool, on buffer: PixelBuffer,
        _ painter: Painter
    ) {
        looks.paint(clip: clip, on: buffer) { rest in
            // Without transparency in the target, what is clear is black.
            if background.alpha < 1 {
                if isOpaque {
                    painter.fill(rest, .black, clip: rest, on: buffer)
                } else {
                    painter.clear(rest, on: buffer)
                }
            }
            painter.fill(rest, background, clip: rest, on: buffer)
        }
    }

    /// Paints in bands of their own and stores them.
    private func paintApart(
        _ looks: inout LookPainter<LayerContents>, _ rectangle: PixelRect, _ target: PixelTarget, _ worker: Worker
    ) throws(LaminaError) {
        let rows = max(1, Self.bandPixels / rectangle.width)
        let bitmap = try worker.pool.take(
            width: rectangle.width, height: min(rows, rectangle.height), cleared: false)
        for top in stride(from: rectangle.y, to: rectangle.maxY, by: rows) {
            let band = PixelRect(x: rectangle.x, y: top, width: rectangle.width, height: rows).intersection(rectangle)
            bitmap.withPixels { pixels in
                var pixels = pixels
                pixels.originX = band.x
                pixels.originY = band.y
                paint(&looks, band, isOpaque: true, on: pixels, worker.painter)
                target.store(pixels.cut(rows: band.height))
            }
        }
    }
}
