import CCairo
import Glibc
import LaminaDraw
import LaminaGeometry
import Testing

/// Gradients that are no line: radial ones beside cairo's, conic ones beside the angle of each pixel.
struct GradientTests {
    let painter = Painter(pool: BitmapPool())
    private static let rect = PixelRect(4, 5, 260, 140)

    private func stops(_ stops: (Double, UInt32)...) -> [Gradient.Stop] {
        stops.map { .init(offset: $0.0, color: Color($0.1)) }
    }

    private func draw(_ gradient: Gradient, _ rect: PixelRect, radius: Double, clip: PixelRect, on canvas: Canvas) {
        let fill = GradientFill(gradient, GradientColors(gradient), width: rect.width, height: rect.height)
        painter.fillGradient(rect, radii: CornerRadii(radius), fill, clip: clip, on: canvas.buffer)
    }

    @Test(arguments: [
        (0.5, 0.5, 0.5, 0.5), (0.2, 0.9, 0.7, 0.3), (0, 0, 1, 1), (0.5, 0.5, 0.3, 0), (-0.5, 0.5, 1.2, 0),
    ])
    func radialOnesLookLikeCairos(_ ellipse: (Double, Double, Double, Double)) {
        let (rect, (x, y, width, height)) = (Self.rect, ellipse)
        for (first, last) in [(0xff20_40c0 as UInt32, 0xffff_e010 as UInt32), (0x0000_0000, 0xff00_ff00)] {
            let (ours, theirs) = (Canvas(270, 150), Canvas(270, 150))
            ours.scramble(opaque: true)
            theirs.scramble(opaque: true)
            let shape = Gradient.Shape.radial(center: Point(x: x, y: y), radii: Size(width: width, height: height))
            draw(Gradient(shape, stops: stops((0, first), (1, last))), rect, radius: 12, clip: ours.bounds, on: ours)
            theirs.cairo {
                let pattern = cairo_pattern_create_radial(0, 0, 0, 0, 0, 1)
                for (offset, color) in [(0.0, Color(first)), (1.0, Color(last))] {
                    cairo_pattern_add_color_stop_rgba(
                        pattern, offset, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha)
                    )
                }
                let radiusX = width * Double(rect.width)
                let radiusY = height == 0 ? radiusX : height * Double(rect.height)
                var matrix = cairo_matrix_t()
                cairo_matrix_init_scale(&matrix, 1 / radiusX, 1 / radiusY)
                cairo_matrix_translate(
                    &matrix, -Double(rect.x) - x * Double(rect.width), -Double(rect.y) - y * Double(rect.height))
                cairo_pattern_set_matrix(pattern, &matrix)
                cairo_set_source($0, pattern)
                cairo_pattern_destroy(pattern)
                roundedPath($0, rect, 12)
                cairo_fill($0)
            }
            #expect(ours.difference(theirs) <= 2, "\(first)")
        }
    }

    @Test(arguments: [0, 0.6, -2.5, 100])
    func conicOnesGoClockwiseFromTheTop(_ angle: Double) {
        let canvas = Canvas(270, 150)
        let shape = Gradient.Shape.conic(center: Point(x: 0.3, y: 0.6), angle: angle)
        draw(
            Gradient(shape, stops: stops((0, 0xff00_0000), (1, 0xffff_ffff))), Self.rect, radius: 0,
            clip: canvas.bounds, on: canvas)
        for y in Self.rect.y..<Self.rect.maxY {
            for x in Self.rect.x..<Self.rect.maxX {
                let dx = Double(x - Self.rect.x) + 0.5 - 0.3 * 260
                let dy = Double(y - Self.rect.y) + 0.5 - 0.6 * 140
                var share = (atan2(dx, -dy) - angle) / (2 * Double.pi)
                share -= share.rounded(.down)
                if share < 1e-5 || share > 1 - 1e-5 { continue }
                let gray = Double(canvas[x, y] & 255)
                #expect(abs(gray - share * 255) <= 0.51, "\(x), \(y): \(gray), not \(share * 255)")
            }
        }
    }

    /// Slices with hard edges end where they should, far from the centre too.
    @Test func edgesBetweenSlicesAreStraight() {
        let rect = PixelRect(0, 0, 1200, 1200)
        let canvas = Canvas(1200, 1200)
        let slices = stops((0, 0xffff_0000), (0.3, 0xffff_0000), (0.3, 0xff00_ff00), (1, 0xff00_ff00))
        let shape = Gradient.Shape.conic(center: Point(x: 0.5, y: 0.5), angle: 0)
        draw(Gradient(shape, stops: slices), rect, radius: 0, clip: rect, on: canvas)
        for x in 610..<1200 {
            // The line from the centre at 108 degrees.
            let edge = 600 + (Double(x) + 0.5 - 600) * tan(18 * Double.pi / 180)
            let red = (600..<1200).filter { canvas[x, $0] == 0xffff_0000 }.max() ?? 600
            #expect(abs(Double(red) + 1 - edge) <= 1.5, "\(x): \(red), not \(edge)")
        }
    }

    @Test func aRadialOneWithoutAnAreaIsItsLastColour() {
        for radii in [Size.zero, Size(width: 0, height: 0.5), Size(width: 1e-9, height: 0.5)] {
            let canvas = Canvas(20, 10)
            let shape = Gradient.Shape.radial(center: Point(x: 0.5, y: 0.5), radii: radii)
            draw(
                Gradient(shape, stops: stops((0, 0xff00_0000), (1, 0xffff_ffff))), canvas.bounds, radius: 0,
                clip: canvas.bounds, on: canvas)
            #expect((0..<20).allSatisfy { canvas[$0, 5] == 0xffff_ffff })
        }
    }

    /// No pixel depends on what is cut off.
    @Test(arguments: [
        Gradient.Shape.radial(center: Point(x: 0.4, y: 0.3), radii: Size(width: 0.6, height: 0.9)),
        .conic(center: Point(x: 0.4, y: 0.3), angle: 1),
    ])
    func aClipChangesNoPixelInside(_ shape: Gradient.Shape) {
        for last: UInt32 in [0xff00_ff00, 0x4000_ff00] {
            let rect = PixelRect(12, 10, 70, 40)
            let gradient = Gradient(shape, stops: stops((0, 0xff00_0000), (1, last)))
            let whole = Canvas(110, 80)
            draw(gradient, rect, radius: 9, clip: whole.bounds, on: whole)
            for clip in [PixelRect(0, 0, 30, 30), PixelRect(29, 3, 1, 70), PixelRect(13, 12, 50, 2)] {
                let part = Canvas(110, 80)
                draw(gradient, rect, radius: 9, clip: clip, on: part)
                for y in 0..<80 {
                    for x in 0..<110 {
                        let inside = x >= clip.x && x < clip.maxX && y >= clip.y && y < clip.maxY
                        #expect(part[x, y] == (inside ? whole[x, y] : 0), "\(x), \(y)")
                    }
                }
            }
        }
    }
}
