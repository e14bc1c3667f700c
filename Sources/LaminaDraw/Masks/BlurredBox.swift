internal import LaminaGeometry

/// The coverage of a rounded box that was blurred: its corners, and one pixel of each edge, which stands for all of
/// that edge.
final class BlurredBox {
    /// Pixels that the blur reaches out of the box.
    let reach: Int
    /// From the outer edge to where nothing of a corner is left.
    private let corner: Int
    private let width: Int
    private let height: Int
    private let bytes: [UInt8]

    /// A stronger blur is drawn as this one: its mask would take more memory than a screen.
    static let maximumDeviation = 128.0

    /// What two boxes have in common that share a mask.
    struct Key: Hashable {
        let width: Int
        let height: Int
        let radii: CornerRadii
        let deviation: Double

        init(_ shape: RoundedShape, deviation: Double) {
            let limit = 2 * (shape.reach + CoverageField.reach(of: deviation)) + 1
            width = min(shape.rect.width, limit)
            height = min(shape.rect.height, limit)
            radii = shape.radii
            self.deviation = deviation
        }
    }

    /// nil when there is no memory for it.
    init?(_ key: Key) {
        let template = RoundedShape(PixelRect(x: 0, y: 0, width: key.width, height: key.height), radii: key.radii)
        reach = CoverageField.reach(of: key.deviation)
        corner = reach + template.reach + reach
        let area = PixelRect(
            x: -reach, y: -reach, width: key.width + 2 * reach, height: key.height + 2 * reach)
        guard var field = CoverageField(area) else { return nil }
        if template.reach == 0 {
            field.add(template.rect)
        } else {
            guard let mask = CoverageMask(template, in: template.rect) else { return nil }
            field.add(mask)
        }
        field.blur(deviation: key.deviation)
        width = area.width
        height = area.height
        bytes = field.bytes
    }

    var byteCount: Int { bytes.count }

    /// A stretch along one axis, and the pixel of the mask where it begins; all of a stretched one is like that.
    private struct Stretch {
        let start: Int
        let length: Int
        let source: Int
        let isStretched: Bool
    }

    private func stretches(_ start: Int, _ length: Int, mask: Int) -> [Stretch] {
        let total = length + 2 * reach
        if total <= mask { return [Stretch(start: start - reach, length: total, source: 0, isStretched: false)] }
        let middle = total - 2 * corner
        return [
            Stretch(start: start - reach, length: corner, source: 0, isStretched: false),
            Stretch(start: start - reach + corner, length: middle, source: corner, isStretched: true),
            Stretch(start: start - reach + corner + middle, length: corner, source: corner + 1, isStretched: false),
        ]
    }

    /// Draws a colour through the mask, stretched to the box at `rect`.
    func fill(_ rect: PixelRect, _ pixel: UInt32, visible: PixelRect, painter: Painter, on buffer: PixelBuffer) {
        let columns = stretches(rect.x, rect.width, mask: width)
        for down in stretches(rect.y, rect.height, mask: height) {
            for across in columns {
                let part = PixelRect(x: across.start, y: down.start, width: across.length, height: down.length)
                    .intersection(visible)
                if part.isEmpty { continue }
                let x = across.isStretched ? across.source : across.source + part.x - across.start
                let y = down.isStretched ? down.source : down.source + part.y - down.start
                fill(
                    part, pixel, x: x, y: y, isWide: across.isStretched, isTall: down.isStretched, painter: painter,
                    on: buffer)
            }
        }
    }

    private func fill(
        _ part: PixelRect, _ pixel: UInt32, x: Int, y: Int, isWide: Bool, isTall: Bool, painter: Painter,
        on buffer: PixelBuffer
    ) {
        if !isWide {
            MaskRows.with(bytes, from: y * width + x, stride: isTall ? 0 : width) { rows in
                MaskBlend.fill(part, FlatColor(pixel), mask: rows, on: buffer)
            }
            return
        }
        for row in 0..<(isTall ? 1 : part.height) {
            let line = PixelRect(x: part.x, y: part.y + row, width: part.width, height: isTall ? part.height : 1)
            painter.fill(visible: line, Pixel.multiply(pixel, UInt32(bytes[(y + row) * width + x])), on: buffer)
        }
    }
}

/// Masks of shadows that were drawn before; bounded, and emptied as a whole when full.
struct ShadowCache {
    private static let maximumBytes = 8 << 20
    private var boxes: [BlurredBox.Key: BlurredBox] = [:]
    private var bytes = 0

    mutating func box(_ key: BlurredBox.Key) -> BlurredBox? {
        if let known = boxes[key] { return known }
        guard let box = BlurredBox(key) else { return nil }
        if box.byteCount > Self.maximumBytes { return box }
        if bytes + box.byteCount > Self.maximumBytes {
            boxes = [:]
            bytes = 0
        }
        boxes[key] = box
        bytes += box.byteCount
        return box
    }
}
