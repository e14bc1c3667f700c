import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Contents that were drawn in one size and are shown in another: of nodes that a change of their bounds does not draw
/// anew.
///
/// Stretched once for each size and not with every frame, so that what is shown stays a bitmap a layer, for painting
/// and export alike.
final class StretchedContent: BitmapContent {
    let bitmap: Bitmap
    /// Where its first pixel stood from the corner of the frame.
    let offset: PixelOffset
    /// What was drawn.
    let drawn: Layer.Drawn

    init(_ bitmap: Bitmap, _ offset: PixelOffset, _ drawn: Layer.Drawn) {
        self.bitmap = bitmap
        self.offset = offset
        self.drawn = drawn
    }

    /// The bitmap for a frame of another size.
    func render(in box: ContentBox, on worker: Worker, as operation: Operation) throws(LaminaError) -> Rendering {
        func stretch(_ start: Int, _ length: Int, _ from: Int, _ to: Int) -> (start: Int, length: Int) {
            let factor = Double(to) / Double(max(1, from))
            let first = (Double(start) * factor).rounded()
            let end = (Double(start + length) * factor).rounded()
            return (Int(first), max(1, Int(end - first)))
        }
        let (x, columns) = stretch(offset.x, bitmap.width, drawn.width, box.rect.width)
        let (y, rows) = stretch(offset.y, bitmap.height, drawn.height, box.rect.height)
        let made = try worker.pool.take(width: columns, height: rows, cleared: true)
        try made.withPixels { (pixels) throws(LaminaError) in
            try worker.painter.drawPart(bitmap.bounds, of: bitmap, into: pixels.bounds, clip: pixels.bounds, on: pixels)
        }
        made.isOpaque = made.withPixels { $0.isOpaque }
        return Rendering(bitmap: made, offset: PixelOffset(x: x, y: y))
    }
}

extension Layer {
    /// What is to be stretched to the drawing that is wanted; nil when that has to be drawn. Contents without ink are
    /// what is wanted in any size, any contents in a size of as many pixels.
    mutating func stretched(to drawn: Drawn) -> StretchedContent? {
        guard wanted.keepsDrawing, raster == nil, let before = shown.drawn, before.version == drawn.version,
            before.scale == drawn.scale
        else { return nil }
        if before.width == drawn.width && before.height == drawn.height {
            shown.drawn = drawn
            return nil
        }
        if let original = shown.original, original.drawn.version == drawn.version, original.drawn.scale == drawn.scale {
            return original
        }
        let bitmap = reveal.map { $0.contents } ?? shown.bitmap
        guard let bitmap else {
            shown.drawn = drawn
            return nil
        }
        let original = StretchedContent(bitmap, reveal?.offset ?? shown.offset, before)
        shown.original = original
        return original
    }
}
