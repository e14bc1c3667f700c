// What nodes' looks are drawn with, beside cairo doing the same on the same pixels; prints one JSON line for a figure.
import CCairo
import Glibc
import LaminaDraw
import LaminaGeometry

let side = 400
let memory = UnsafeMutableRawPointer.allocate(byteCount: side * side * 4, alignment: 16)
memory.initializeMemory(as: UInt32.self, repeating: 0xFFFF_FFFF, count: side * side)
let buffer = try PixelBuffer(baseAddress: memory, width: side, height: side, stride: side * 4)
let painter = Painter(pool: BitmapPool())
let surface = cairo_image_surface_create_for_data(
    memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(side), Int32(side), Int32(side * 4))
let cairo = cairo_create(surface)

func nanoseconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds of one call: the best of seven rounds.
func best(_ count: Int, _ body: () -> Void) -> Double {
    (0..<7).map { _ in
        let begin = nanoseconds()
        for _ in 0..<count { body() }
        return (nanoseconds() - begin) / Double(count)
    }.min() ?? .nan
}

/// `goal` is the most that the ratio of our time to cairo's may be.
func compare(_ name: String, goal: Double?, count: Int, ours: () -> Void, cairos: () -> Void) {
    func text(_ value: Double) -> String { "\((value * 1000).rounded() / 1000)" }
    let (value, baseline) = (best(count, ours), best(count, cairos))
    let ratio = value / baseline
    print(
        "{\"name\":\"draw/\(name)\",\"value\":\(text(value)),\"unit\":\"ns\",\"baseline\":\(text(baseline)),"
            + "\"ratio\":\(text(ratio)),\"goal\":\(goal.map(text) ?? "null"),"
            + "\"met\":\(goal.map { ratio <= $0 ? "true" : "false" } ?? "null")}")
}

@MainActor func rounded(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double) {
    cairo_new_sub_path(cairo)
    cairo_arc(cairo, x + width - radius, y + radius, radius, -Double.pi / 2, 0)
    cairo_arc(cairo, x + width - radius, y + height - radius, radius, 0, Double.pi / 2)
    cairo_arc(cairo, x + radius, y + height - radius, radius, Double.pi / 2, Double.pi)
    cairo_arc(cairo, x + radius, y + radius, radius, Double.pi, 1.5 * Double.pi)
    cairo_close_path(cairo)
}

let color = Color(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
for (name, width, height, goal) in [("rect_8", 8, 8, 0.25 as Double?), ("rect_200", 200, 200, nil)] {
    let rect = PixelRect(x: 20, y: 20, width: width, height: height)
    compare(name, goal: goal, count: 20_000 * 8 / width) {
        painter.fill(rect, color, clip: buffer.bounds, on: buffer)
    } cairos: {
        cairo_set_source_rgba(cairo, 0.2, 0.4, 0.9, 1)
        cairo_rectangle(cairo, 20, 20, Double(width), Double(height))
        cairo_fill(cairo)
    }
}

for (name, width, height, radius) in [("rounded_40", 40, 40, 8.0), ("rounded_300", 300, 120, 12)] {
    let rect = PixelRect(x: 20, y: 20, width: width, height: height)
    compare(name, goal: 0.8, count: 1000) {
        painter.fillRounded(rect, radius: radius, color, clip: buffer.bounds, on: buffer)
    } cairos: {
        cairo_set_source_rgba(cairo, 0.2, 0.4, 0.9, 1)
        rounded(20, 20, Double(width), Double(height), radius)
        cairo_fill(cairo)
    }
}

let box = PixelRect(x: 20, y: 20, width: 300, height: 120)
let line = Gradient(
    start: Point(x: 0, y: 0), end: Point(x: 1, y: 1),
    stops: [.init(offset: 0, color: color), .init(offset: 1, color: .white)])
let colors = GradientColors(line)
let pattern = cairo_pattern_create_linear(20, 20, 320, 140)
cairo_pattern_add_color_stop_rgb(pattern, 0, 0.2, 0.4, 0.9)
cairo_pattern_add_color_stop_rgb(pattern, 1, 1, 1, 1)
compare("gradient_diagonal", goal: 0.15, count: 100) {
    let fill = GradientFill(line, colors, width: box.width, height: box.height)
    painter.fillGradient(box, radii: .zero, fill, clip: buffer.bounds, on: buffer)
} cairos: {
    cairo_set_source(cairo, pattern)
    cairo_rectangle(cairo, 20, 20, 300, 120)
    cairo_fill(cairo)
}

compare("border_rounded", goal: 0.8, count: 1000) {
    painter.strokeBorder(box, radii: CornerRadii(12), width: 2, color, clip: buffer.bounds, on: buffer)
} cairos: {
    cairo_set_source_rgba(cairo, 0.2, 0.4, 0.9, 1)
    cairo_set_line_width(cairo, 2)
    rounded(21, 21, 298, 118, 11)
    cairo_stroke(cairo)
}

// cairo has no shadows: its time is that of filling the same area.
let shadow = PixelShadow(
    BoxShadow(color: Color(red: 0, green: 0, blue: 0, alpha: 0.4), x: 0, y: 4, blur: 12, spread: 0), scale: 1)
compare("shadow_12", goal: nil, count: 500) {
    painter.drawShadow(of: box, radii: CornerRadii(12), shadow, clip: buffer.bounds, on: buffer)
} cairos: {
    cairo_set_source_rgba(cairo, 0, 0, 0, 0.4)
    rounded(10, 10, 320, 140, 12)
    cairo_fill(cairo)
}

let picture = try BitmapPool().take(width: 200, height: 150, cleared: true)
picture.withPixels { painter.fill($0.bounds, color, clip: $0.bounds, on: $0) }
let turn = AffineTransform(xx: 0.9, yx: 0.4, xy: -0.4, yy: 0.9, x0: 120, y0: 60)
if let back = turn.inverse {
    picture.withPixels { pixels in
        let source = cairo_image_surface_create_for_data(
            pixels.baseAddress.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, 200, 150, Int32(pixels.stride))
        compare("turned_picture", goal: nil, count: 20) {
            painter.drawTransformed(
                picture, x: 0, y: 0, back: back, origin: (0, 0), opacity: 1, clip: buffer.bounds, on: buffer)
        } cairos: {
            cairo_save(cairo)
            var matrix = cairo_matrix_t(
                xx: turn.xx, yx: turn.yx, xy: turn.xy, yy: turn.yy, x0: turn.x0, y0: turn.y0)
            cairo_transform(cairo, &matrix)
            cairo_set_source_surface(cairo, source, 0, 0)
            cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_BILINEAR)
            cairo_paint(cairo)
            cairo_restore(cairo)
        }
        cairo_surface_destroy(source)
    }
}
