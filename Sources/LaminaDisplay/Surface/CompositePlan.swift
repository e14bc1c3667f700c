import LaminaDraw
import LaminaGeometry

/// What a composite paints: the layers as they are, and where to. Only read, so that several threads may paint parts of
/// it at once.
struct CompositePlan {
    /// What is painted apart at once for a target that cannot be painted on: small enough to stay in a cache.
    private static let bandPixels = 32_768

    let hits: LayerHits
    let layers: ContiguousArray<Layer>
    let background: Color
    let target: PixelTarget
    var overlay = OverlayBoxes()

    /// Paints what of the surface is in `rectangle`. Each pixel depends on its place only, so that it does not matter
    /// how damage is cut up.
    func paint(_ rectangle: PixelRect, on worker: Worker) throws(LaminaError) {
        var appearances = AppearancePainter(
            appearances: hits.appearances, painter: worker.painter,
            contents: LayerContents(layers: layers, hits: hits, painter: worker.painter))
        if let buffer = target.buffer {
            paint(&appearances, rectangle, isOpaque: target.format.isOpaque, on: buffer, worker.painter)
        } else {
            try paintApart(&appearances, rectangle, worker)
        }
    }

    private func paint(
        _ appearances: inout AppearancePainter<LayerContents>, _ clip: PixelRect, isOpaque: Bool,
        on buffer: PixelBuffer,
        _ painter: Painter
    ) {
        appearances.paint(clip: clip, on: buffer) { rest in
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
        overlay.paint(clip: clip, on: buffer, painter)
    }

    /// Paints in bands of their own and stores them.
    private func paintApart(
        _ appearances: inout AppearancePainter<LayerContents>, _ rectangle: PixelRect, _ worker: Worker
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
                paint(&appearances, band, isOpaque: true, on: pixels, worker.painter)
                target.store(pixels.cut(rows: band.height))
            }
        }
    }
}
