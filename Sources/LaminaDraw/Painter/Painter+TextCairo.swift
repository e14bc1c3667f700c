internal import CCairo
internal import Glibc
public import LaminaGeometry
public import LaminaText

extension Painter {
    /// Draws a text in its frame through cairo (a `cairo_t *`), in user space. Letters are rendered by us and painted
    /// as a picture, because cairo's fonts must not be used by several threads. Fails with `backend` when cairo reports
    /// an error, with `outOfMemory`.
    public func draw(
        _ frame: TextFrame, at origin: Point, color: Color, cairo: OpaquePointer
    ) throws(LaminaError) {
        try unsafe check(cairo)
        var matrix = cairo_matrix_t()
        unsafe cairo_get_matrix(cairo, &matrix)
        var (deviceX, deviceY) = (1.0, 1.0)
        unsafe cairo_surface_get_device_scale(cairo_get_group_target(cairo), &deviceX, &deviceY)
        let scale = (matrix.xx * matrix.yy - matrix.xy * matrix.yx).magnitude.squareRoot() * deviceX
        guard scale > 0, scale <= Self.maximumTextScale else { return }
        // Where letters are only scaled and moved, their pixels are the device's.
        let isStraight =
            matrix.xy == 0 && matrix.yx == 0 && matrix.xx == matrix.yy && matrix.xx > 0 && deviceX == deviceY
        let start =
            isStraight
            ? Point(
                x: (origin.x * matrix.xx + matrix.x0) * deviceX / scale,
                y: (origin.y * matrix.yy + matrix.y0) * deviceX / scale) : Point.zero
        let limit = PixelRect(x: -100_000, y: -100_000, width: 200_000, height: 200_000)
        let ink = inkBounds(of: frame, at: start, scale: scale, limit: limit).intersection(
            isStraight ? unsafe visible(cairo, deviceX) : limit)
        if ink.isEmpty || ink.width > PixelBuffer.maximumSide || ink.height > PixelBuffer.maximumSide { return }
        let bitmap = try pool.take(width: ink.width, height: ink.height, cleared: true)
        bitmap.withPixels { pixels in
            var pixels = pixels
            pixels.originX = ink.x
            pixels.originY = ink.y
            draw(frame, at: start, color: color, scale: scale, clip: ink, on: pixels)
            unsafe paint(
                pixels, on: cairo, scale: scale, x: origin.x + Double(ink.x) / scale - start.x,
                y: origin.y + Double(ink.y) / scale - start.y, isStraight)
        }
        try unsafe check(cairo)
    }

    private func paint(
        _ pixels: PixelBuffer, on cairo: OpaquePointer, scale: Double, x: Double, y: Double, _ isStraight: Bool
    ) {
        let surface = unsafe cairo_image_surface_create_for_data(
            pixels.baseAddress.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(pixels.width),
            Int32(pixels.height), Int32(pixels.stride))
        unsafe cairo_surface_set_device_scale(surface, scale, scale)
        unsafe cairo_save(cairo)
        unsafe cairo_set_source_surface(cairo, surface, x, y)
        if isStraight { unsafe cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST) }
        unsafe cairo_paint(cairo)
        unsafe cairo_restore(cairo)
        // What cairo may have kept of the surface must not outlive the pixels.
        unsafe cairo_surface_finish(surface)
        unsafe cairo_surface_destroy(surface)
    }

    /// The device pixels that drawing can reach.
    private func visible(_ cairo: OpaquePointer, _ deviceScale: Double) -> PixelRect {
        var (x0, y0, x1, y1) = (0.0, 0.0, 0.0, 0.0)
        unsafe cairo_save(cairo)
        unsafe cairo_identity_matrix(cairo)
        unsafe cairo_clip_extents(cairo, &x0, &y0, &x1, &y1)
        unsafe cairo_restore(cairo)
        func pixel(_ value: Double) -> Int { Int(min(max(value * deviceScale, -100_000), 100_000)) }
        return PixelRect(
            x: pixel(x0.rounded(.down)), y: pixel(y0.rounded(.down)),
            width: pixel(x1.rounded(.up)) - pixel(x0.rounded(.down)),
            height: pixel(y1.rounded(.up)) - pixel(y0.rounded(.down)))
    }

    private func check(_ cairo: OpaquePointer) throws(LaminaError) {
        let status = unsafe cairo_status(cairo)
        if status != CAIRO_STATUS_SUCCESS {
            throw LaminaError(.backend, "cairo reports: \(cairoMessage(status))")
        }
    }
}
