internal import CCairo
internal import Glibc
internal import LaminaGeometry

/// How much of each pixel a rounded shape covers, 0...255, as cairo sees it.
@safe final class CoverageMask {
    let width: Int
    let height: Int
    /// Bytes from one row to the next.
    let stride: Int
    let bytes: UnsafeMutablePointer<UInt8>

    /// The part of `shape` inside `area`; with `border`, only so many pixels along the inside of its edges, and with
    /// `fillsCorners` what is beyond its corners as well. nil when there is no memory or cairo cannot do it.
    init?(_ shape: RoundedShape, border: Int = 0, fillsCorners: Bool = false, in area: PixelRect) {
        width = area.width
        height = area.height
        stride = Int(cairo_format_stride_for_width(CAIRO_FORMAT_A8, Int32(clamping: area.width)))
        guard stride > 0, let memory = unsafe calloc(stride, max(1, area.height)) else { return nil }
        unsafe bytes = memory.assumingMemoryBound(to: UInt8.self)
        let surface = unsafe cairo_image_surface_create_for_data(
            bytes, CAIRO_FORMAT_A8, Int32(area.width), Int32(area.height), Int32(stride))
        let context = unsafe cairo_create(surface)
        let outer = fillsCorners ? RoundedShape(shape.rect, radius: 0) : shape
        unsafe Self.addPath(of: outer, originX: area.x, originY: area.y, to: context)
        if border > 0, let inner = shape.inset(by: border) {
            unsafe Self.addPath(of: inner, originX: area.x, originY: area.y, to: context)
            unsafe cairo_set_fill_rule(context, CAIRO_FILL_RULE_EVEN_ODD)
        }
        unsafe cairo_fill(context)
        let status = unsafe cairo_status(context)
        unsafe cairo_destroy(context)
        unsafe cairo_surface_flush(surface)
        unsafe cairo_surface_destroy(surface)
        if status != CAIRO_STATUS_SUCCESS { return nil }
    }

    deinit {
        unsafe free(bytes)
    }

    var byteCount: Int { stride * height }

    func address(x: Int, y: Int) -> UnsafePointer<UInt8> {
        unsafe UnsafePointer(bytes + y * stride + x)
    }

    /// The outline with the same Bézier curves that `cairo_arc` makes of a quarter circle: one up to radius 367, then
    /// two.
    private static func addPath(of shape: RoundedShape, originX: Int, originY: Int, to context: OpaquePointer?) {
        // Cairo's fixed point ends at 8 million; a shape that large has no visible corner and edge at once.
        func bounded(_ value: Int) -> Double { Double(min(max(value, -4_000_000), 4_000_000)) }
        let left = bounded(shape.rect.x - originX)
        let top = bounded(shape.rect.y - originY)
        let right = bounded(shape.rect.maxX - originX)
        let bottom = bounded(shape.rect.maxY - originY)
        let limit = min(right - left, bottom - top)
        unsafe cairo_new_sub_path(context)
        let radii = shape.radii
        let corners = [
            (right, top, -1.0, 1.0, min(radii.topRight, limit)), (right, bottom, -1, -1, min(radii.bottomRight, limit)),
            (left, bottom, 1, -1, min(radii.bottomLeft, limit)), (left, top, 1, 1, min(radii.topLeft, limit)),
        ]
        for (quarter, corner) in corners.enumerated() {
            let radius = corner.4
            let center = (corner.0 + corner.2 * radius, corner.1 + corner.3 * radius)
            let segments = radius > 367 ? 2 : 1
            let step = Double.pi / 2 / Double(segments)
            let handle = 4.0 / 3.0 * tan(step / 4) * radius
            for segment in 0..<segments {
                let begin = Double(quarter - 1) * Double.pi / 2 + Double(segment) * step
                let (x0, y0) = (center.0 + radius * cos(begin), center.1 + radius * sin(begin))
                let end = begin + step
                let (x1, y1) = (center.0 + radius * cos(end), center.1 + radius * sin(end))
                unsafe cairo_line_to(context, x0, y0)
                if radius == 0 { continue }
                unsafe cairo_curve_to(
                    context, x0 - handle * sin(begin), y0 + handle * cos(begin), x1 + handle * sin(end),
                    y1 - handle * cos(end), x1, y1)
            }
        }
        unsafe cairo_close_path(context)
    }
}

/// The masks of rounded corners that were drawn before; bounded, and emptied as a whole when full.
struct MaskCache {
    /// Shapes with a larger reach are drawn afresh each time: their masks would fill the cache.
    static let maximumReach = 512
    private static let maximumBytes = 4 << 20

    private struct Key: Hashable {
        static func == (a: Key, b: Key) -> Bool {
            a.width == b.width && a.height == b.height && a.radii == b.radii && a.border == b.border
                && a.fillsCorners == b.fillsCorners
        }

        let width: Int
        let height: Int
        let radii: CornerRadii
        let border: Int
        let fillsCorners: Bool
    }

    private var masks: [Key: CoverageMask] = [:]
    private var bytes = 0
    private var recent = RecentEntries<Key, CoverageMask>()

    /// The mask of the shape's template.
    mutating func mask(for shape: RoundedShape) -> CoverageMask? {
        let template = shape.template
        return mask(RoundedShape(template, radii: shape.radii), border: 0, fillsCorners: false)
    }

    /// The mask of a small shape, or of the line along its edges.
    mutating func mask(_ shape: RoundedShape, border: Int, fillsCorners: Bool) -> CoverageMask? {
        let key = Key(
            width: shape.rect.width, height: shape.rect.height, radii: shape.radii, border: border,
            fillsCorners: fillsCorners)
        if let known = recent.find(key) { return known }
        if let known = masks[key] {
            recent.insert(key, known)
            return known
        }
        guard let mask = CoverageMask(shape, border: border, fillsCorners: fillsCorners, in: shape.rect) else {
            return nil
        }
        if bytes + mask.byteCount > Self.maximumBytes {
            masks = [:]
            recent = RecentEntries()
            bytes = 0
        }
        masks[key] = mask
        recent.insert(key, mask)
        bytes += mask.byteCount
        return mask
    }
}
