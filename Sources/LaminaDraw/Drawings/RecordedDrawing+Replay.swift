internal import CCairo
public import LaminaGeometry
public import LaminaText

extension RecordedDrawing {
    /// Draws through cairo (a `cairo_t *`) in its user space, its own corner at `origin`. Nothing of the host is
    /// called, and cairo's fonts are not used. Stops early when `isCancelled` says so. Fails as drawing texts does.
    public func replay(
        on cairo: OpaquePointer, at origin: Point, _ painter: Painter, _ engine: TextEngine, isCancelled: () -> Bool
    ) throws(LaminaError) {
        unsafe cairo_translate(cairo, origin.x, origin.y)
        var opacities: [Double] = []
        // What is left open, when it stops early, goes with the groups.
        defer { while let opacity = opacities.popLast() { unsafe Self.restore(cairo, opacity) } }
        for step in steps {
            switch step {
            case .fill, .stroke, .image, .text: if isCancelled() { return }
            default: break
            }
            switch step {
            case .save(let opacity):
                unsafe cairo_save(cairo)
                if opacity < 1 { unsafe cairo_push_group(cairo) }
                opacities.append(opacity)
            case .restore: if let opacity = opacities.popLast() { unsafe Self.restore(cairo, opacity) }
            case .text(let text, let options, let rect, let color):
                unsafe cairo_new_path(cairo)
                let frame =
                    rect.size == .zero
                    ? engine.fit(text, options, within: Size(width: .infinity, height: .infinity))
                    : engine.place(text, options, in: rect.size)
                try unsafe painter.draw(frame, at: rect.origin, color: color, cairo: cairo)
            default: unsafe Self.draw(step, on: cairo)
            }
        }
    }

    private static func restore(_ cairo: OpaquePointer, _ opacity: Double) {
        if opacity < 1 {
            unsafe cairo_pop_group_to_source(cairo)
            unsafe cairo_paint_with_alpha(cairo, opacity)
        }
        unsafe cairo_restore(cairo)
    }

    private static func draw(_ step: DrawingStep, on cairo: OpaquePointer) {
        switch step {
        case .move(let point): unsafe cairo_move_to(cairo, point.x, point.y)
        case .lines(let points): for point in points { unsafe cairo_line_to(cairo, point.x, point.y) }
        case .curve(let first, let second, let end):
            unsafe cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
        case .arc(let center, let radius, let from, let to):
            if to >= from {
                unsafe cairo_arc(cairo, center.x, center.y, radius, from, to)
            } else {
                unsafe cairo_arc_negative(cairo, center.x, center.y, radius, from, to)
            }
        case .rect(let rect, let radii): unsafe addRect(rect, radii, to: cairo)
        case .close: unsafe cairo_close_path(cairo)
        case .fill(let paint, let isEvenOdd, let keepsPath):
            unsafe cairo_set_fill_rule(cairo, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            unsafe setSource(step, paint, on: cairo)
            if keepsPath { unsafe cairo_fill_preserve(cairo) } else { unsafe cairo_fill(cairo) }
        case .stroke(let paint, let stroke, let keepsPath):
            unsafe setLine(stroke, on: cairo)
            unsafe setSource(step, paint, on: cairo)
            if keepsPath { unsafe cairo_stroke_preserve(cairo) } else { unsafe cairo_stroke(cairo) }
        case .clip(let isEvenOdd):
            unsafe cairo_set_fill_rule(cairo, isEvenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
            unsafe cairo_clip(cairo)
        case .transform(let transform):
            var matrix = cairo_matrix_t(
                xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy, x0: transform.x0,
                y0: transform.y0)
            unsafe cairo_transform(cairo, &matrix)
        case .image(let picture, let rect): unsafe draw(picture.pixels, in: rect, on: cairo)
        case .save, .restore, .text: break
        }
    }

    private static func addRect(_ rect: Rect, _ radii: CornerRadii, to cairo: OpaquePointer) {
        let (x, y, width, height) = (rect.minX, rect.minY, rect.size.width, rect.size.height)
        if radii == .zero {
            unsafe cairo_rectangle(cairo, x, y, width, height)
            return
        }
        let radii = radii.fitting(width: width, height: height)
        let corners = [
            (x + radii.topLeft, y + radii.topLeft, radii.topLeft, Double.pi),
            (x + width - radii.topRight, y + radii.topRight, radii.topRight, 1.5 * Double.pi),
            (x + width - radii.bottomRight, y + height - radii.bottomRight, radii.bottomRight, 0),
            (x + radii.bottomLeft, y + height - radii.bottomLeft, radii.bottomLeft, 0.5 * Double.pi),
        ]
        unsafe cairo_new_sub_path(cairo)
        for (centerX, centerY, radius, angle) in corners {
            unsafe cairo_arc(cairo, centerX, centerY, radius, angle, angle + 0.5 * Double.pi)
        }
        unsafe cairo_close_path(cairo)
    }

    private static func setSource(_ step: DrawingStep, _ paint: DrawingStep.Paint, on cairo: OpaquePointer) {
        switch paint {
        case .color(let color):
            unsafe cairo_set_source_rgba(
                cairo, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
        case .gradient(let gradient):
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            unsafe cairo_path_extents(cairo, &left, &top, &right, &bottom)
            let (width, height) = (right - left, bottom - top)
            guard case .linear(let start, let end) = gradient.shape else {
                let box = Rect(x: left, y: top, width: width, height: height)
                return unsafe setSource(step, gradient, over: box, on: cairo)
            }
            let pattern = unsafe cairo_pattern_create_linear(
                left + start.x * width, top + start.y * height, left + end.x * width, top + end.y * height)
            for stop in gradient.stops {
                let color = stop.color
                unsafe cairo_pattern_add_color_stop_rgba(
                    pattern, stop.offset, Double(color.red), Double(color.green), Double(color.blue),
                    Double(color.alpha))
            }
            unsafe cairo_set_source(cairo, pattern)
            unsafe cairo_pattern_destroy(pattern)
        }
    }

    /// A gradient that is no line: its pixels, where the step may touch them. `box` is that of the path.
    private static func setSource(
        _ step: DrawingStep, _ gradient: Gradient, over box: Rect, on cairo: OpaquePointer
    ) {
        let toPixels = unsafe pixelTransform(of: cairo)
        guard let back = toPixels.inverse, let area = unsafe touched(by: step, toPixels, on: cairo),
            let surface = unsafe cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(area.width), Int32(area.height)),
            let data = unsafe cairo_image_surface_get_data(surface)
        else { return unsafe cairo_set_source_rgba(cairo, 0, 0, 0, 0) }
        let stride = Int(unsafe cairo_image_surface_get_stride(surface))
        let colors = GradientColors(gradient)
        let field = GradientField(gradient.shape, box: box, back: back, count: colors.table.count)
        for y in 0..<area.height {
            let row = unsafe UnsafeMutableRawPointer(data + y * stride).bindMemory(
                to: UInt32.self, capacity: area.width)
            unsafe field.fill(
                UnsafeMutableBufferPointer(start: row, count: area.width), colors, x: area.x, y: area.y + y)
        }
        unsafe cairo_surface_mark_dirty(surface)
        let pattern = unsafe cairo_pattern_create_for_surface(surface)
        var matrix = cairo_matrix_t(
            xx: toPixels.xx, yx: toPixels.yx, xy: toPixels.xy, yy: toPixels.yy, x0: toPixels.x0 - Double(area.x),
            y0: toPixels.y0 - Double(area.y))
        unsafe cairo_pattern_set_matrix(pattern, &matrix)
        unsafe cairo_pattern_set_filter(pattern, CAIRO_FILTER_NEAREST)
        unsafe cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        unsafe cairo_set_source(cairo, pattern)
        unsafe cairo_pattern_destroy(pattern)
        unsafe cairo_surface_destroy(surface)
    }

    /// From user space to the pixels that are drawn into.
    private static func pixelTransform(of cairo: OpaquePointer) -> AffineTransform {
        var matrix = cairo_matrix_t()
        unsafe cairo_get_matrix(cairo, &matrix)
        let target = unsafe cairo_get_group_target(cairo)
        var (left, top, scaleX, scaleY) = (0.0, 0.0, 1.0, 1.0)
        unsafe cairo_surface_get_device_offset(target, &left, &top)
        unsafe cairo_surface_get_device_scale(target, &scaleX, &scaleY)
        return AffineTransform(xx: scaleX, yx: 0, xy: 0, yy: scaleY, x0: left, y0: top).after(
            AffineTransform(xx: matrix.xx, yx: matrix.yx, xy: matrix.xy, yy: matrix.yy, x0: matrix.x0, y0: matrix.y0))
    }

    /// The pixels that a step may touch; nil when there are none, or too many.
    private static func touched(
        by step: DrawingStep, _ toPixels: AffineTransform, on cairo: OpaquePointer
    ) -> PixelRect? {
        func bounds(_ read: (inout Double, inout Double, inout Double, inout Double) -> Void) -> PixelRect {
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            read(&left, &top, &right, &bottom)
            return toPixels.bounds(of: Rect(x: left, y: top, width: right - left, height: bottom - top))
        }
        let ink = bounds { left, top, right, bottom in
            if case .stroke = step {
                unsafe cairo_stroke_extents(cairo, &left, &top, &right, &bottom)
            } else {
                unsafe cairo_fill_extents(cairo, &left, &top, &right, &bottom)
            }
        }
        let clip = bounds { unsafe cairo_clip_extents(cairo, &$0, &$1, &$2, &$3) }
        let area = ink.intersection(clip)
        return area.isEmpty || max(area.width, area.height) > PixelBuffer.maximumSide ? nil : area
    }

    private static func setLine(_ stroke: DrawingStep.Stroke, on cairo: OpaquePointer) {
        unsafe cairo_set_line_width(cairo, stroke.width)
        unsafe cairo_set_line_cap(cairo, cairo_line_cap_t(rawValue: UInt32(stroke.cap.rawValue)))
        unsafe cairo_set_line_join(cairo, cairo_line_join_t(rawValue: UInt32(stroke.join.rawValue)))
        unsafe cairo_set_miter_limit(cairo, stroke.miterLimit)
        unsafe cairo_set_dash(cairo, stroke.dashes, Int32(stroke.dashes.count), stroke.dashOffset)
    }

    private static func draw(_ bitmap: Bitmap?, in rect: Rect, on cairo: OpaquePointer) {
        unsafe cairo_new_path(cairo)
        guard let bitmap, !rect.isEmpty else { return }
        bitmap.withPixels { pixels in
            let surface = unsafe cairo_image_surface_create_for_data(
                pixels.baseAddress.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(pixels.width),
                Int32(pixels.height), Int32(pixels.stride))
            unsafe cairo_save(cairo)
            unsafe cairo_translate(cairo, rect.minX, rect.minY)
            unsafe cairo_scale(cairo, rect.size.width / Double(pixels.width), rect.size.height / Double(pixels.height))
            unsafe cairo_set_source_surface(cairo, surface, 0, 0)
            // Edges are those of the rectangle, not mixed with nothing.
            unsafe cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
            unsafe cairo_rectangle(cairo, 0, 0, Double(pixels.width), Double(pixels.height))
            unsafe cairo_fill(cairo)
            unsafe cairo_restore(cairo)
            // What cairo may have kept of the surface must not outlive the pixels.
            unsafe cairo_surface_finish(surface)
            unsafe cairo_surface_destroy(surface)
        }
    }
}
