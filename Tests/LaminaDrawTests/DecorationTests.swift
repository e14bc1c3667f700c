import CCairo
import LaminaDraw
import LaminaGeometry
import Testing

/// Borders, gradients, shadows and corners that differ, beside what cairo makes of them.
struct DecorationTests {
    let painter = Painter(pool: BitmapPool())

    private func path(_ context: OpaquePointer, _ rect: PixelRect, _ radii: CornerRadii) {
        let (x, y, right, bottom) = (Double(rect.x), Double(rect.y), Double(rect.maxX), Double(rect.maxY))
        cairo_new_sub_path(context)
        cairo_arc(context, right - radii.topRight, y + radii.topRight, radii.topRight, -Double.pi / 2, 0)
        cairo_arc(context, right - radii.bottomRight, bottom - radii.bottomRight, radii.bottomRight, 0, Double.pi / 2)
        cairo_arc(context, x + radii.bottomLeft, bottom - radii.bottomLeft, radii.bottomLeft, Double.pi / 2, Double.pi)
        cairo_arc(context, x + radii.topLeft, y + radii.topLeft, radii.topLeft, Double.pi, 1.5 * Double.pi)
        cairo_close_path(context)
    }

    private func canvases(_ rect: PixelRect) -> (ours: Canvas, theirs: Canvas) {
        let (ours, theirs) = (Canvas(rect.maxX + 3, rect.maxY + 3), Canvas(rect.maxX + 3, rect.maxY + 3))
        ours.scramble(opaque: true)
        theirs.scramble(opaque: true)
        return (ours, theirs)
    }

    private static let corners = [
        CornerRadii(topLeft: 20, topRight: 3, bottomRight: 0, bottomLeft: 9.5), CornerRadii(8),
        CornerRadii(topLeft: 0, topRight: 40, bottomRight: 0, bottomLeft: 0), CornerRadii(0),
    ]

    @Test(arguments: 0..<4) func cornersThatDifferLookLikeCairos(_ number: Int) {
        let radii = Self.corners[number]
        for color in [Color(0xff11_2233), Color(0x80ff_8000)] {
            let rect = PixelRect(2, 3, 90, 60)
            let (ours, theirs) = canvases(rect)
            painter.fillRounded(rect, radii: radii, color, clip: ours.bounds, on: ours.buffer)
            theirs.cairo {
                setSource($0, color)
                path($0, rect, radii)
                cairo_fill($0)
            }
            #expect(ours.difference(theirs) <= 1)
        }
    }

    @Test(arguments: 0..<4) func bordersLookLikeCairos(_ number: Int) {
        let radii = Self.corners[number]
        for width in [1, 2, 5, 12, 20, 30, 80] {
            let rect = PixelRect(2, 3, 90, 60)
            let (ours, theirs) = canvases(rect)
            let color = Color(0xc000_8040)
            painter.strokeBorder(rect, radii: radii, width: width, color, clip: ours.bounds, on: ours.buffer)
            theirs.cairo {
                setSource($0, color)
                path($0, rect, radii)
                if width < 30 {
                    let inner = PixelRect(
                        rect.x + width, rect.y + width, rect.width - 2 * width, rect.height - 2 * width)
                    path($0, inner, radii.grown(by: Double(-width)))
                }
                cairo_set_fill_rule($0, CAIRO_FILL_RULE_EVEN_ODD)
                cairo_fill($0)
            }
            #expect(ours.difference(theirs) <= 1, "\(width)")
        }
    }

    /// From corner to corner, within one step of cairo's exact gradient.
    @Test(arguments: [(0.0, 0.0, 1.0, 1.0), (0, 0, 0, 1), (1, 0, 0, 0), (0.2, 0.9, 0.7, 0.1), (0, 0, 1, 0.3)])
    func gradientsLookLikeCairos(_ line: (Double, Double, Double, Double)) {
        for (first, last) in [(0xff20_40c0 as UInt32, 0xffff_e010 as UInt32), (0x0000_0000, 0xff00_ff00)] {
            let rect = PixelRect(4, 5, 260, 140)
            let (ours, theirs) = canvases(rect)
            let gradient = Gradient(
                start: Point(x: line.0, y: line.1), end: Point(x: line.2, y: line.3),
                stops: [.init(offset: 0, color: Color(first)), .init(offset: 1, color: Color(last))])
            painter.fillGradient(
                rect, radii: CornerRadii(12),
                GradientFill(gradient, GradientColors(gradient), width: rect.width, height: rect.height),
                clip: ours.bounds, on: ours.buffer)
            theirs.cairo {
                let (x, y, w, h) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
                let pattern = cairo_pattern_create_linear(
                    x + line.0 * w, y + line.1 * h, x + line.2 * w, y + line.3 * h)
                for (offset, color) in [(0.0, Color(first)), (1.0, Color(last))] {
                    cairo_pattern_add_color_stop_rgba(
                        pattern, offset, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha)
                    )
                }
                cairo_set_source($0, pattern)
                cairo_pattern_destroy(pattern)
                roundedPath($0, rect, 12)
                cairo_fill($0)
            }
            #expect(ours.difference(theirs) <= 1, "\(first)")
        }
    }

    @Test func degenerateGradientsAreOneColour() {
        for end in [Point(x: 0.5, y: 0.5), Point(x: 0.5 + 1e-9, y: 0.5)] {
            let canvas = Canvas(20, 10)
            let gradient = Gradient(
                start: Point(x: 0.5, y: 0.5), end: end,
                stops: [.init(offset: 0, color: .black), .init(offset: 1, color: .white)])
            let fill = GradientFill(gradient, GradientColors(gradient), width: 20, height: 10)
            painter.fillGradient(canvas.bounds, radii: .zero, fill, clip: canvas.bounds, on: canvas.buffer)
            #expect(canvas[19, 5] == 0xffff_ffff)
        }
    }

    /// Of several stops at an end, the outermost colour goes on beyond it, as cairo has it.
    @Test(arguments: [true, false], [0xff00_ff00, 0x8000_ff00 as UInt32])
    func theEndColoursContinue(_ isAcross: Bool, _ second: UInt32) {
        let stops: [(Double, UInt32)] = [(0, 0xffff_0000), (0, second), (1, 0xff00_00ff), (1, 0xffff_ffff)]
        func point(_ share: Double) -> Point { isAcross ? Point(x: share, y: 0) : Point(x: 0, y: share) }
        let rect = PixelRect(4, 5, 100, 100)
        let (ours, theirs) = canvases(rect)
        let gradient = Gradient(
            start: point(0.25), end: point(0.75), stops: stops.map { .init(offset: $0.0, color: Color($0.1)) })
        painter.fillGradient(
            rect, radii: CornerRadii(12), GradientFill(gradient, GradientColors(gradient), width: 100, height: 100),
            clip: ours.bounds, on: ours.buffer)
        theirs.cairo {
            let pattern = cairo_pattern_create_linear(
                isAcross ? 29 : 0, isAcross ? 0 : 30, isAcross ? 79 : 0, isAcross ? 0 : 80)
            for (offset, word) in stops {
                let color = Color(word)
                cairo_pattern_add_color_stop_rgba(
                    pattern, offset, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
            }
            cairo_set_source($0, pattern)
            cairo_pattern_destroy(pattern)
            roundedPath($0, rect, 12)
            cairo_fill($0)
        }
        #expect(ours.difference(theirs) <= 2)
    }

    /// No pixel depends on what is cut off.
    @Test func aClipChangesNoPixelInside() throws {
        let rect = PixelRect(12, 10, 70, 40)
        let radii = Self.corners[0]
        let shadow = PixelShadow(BoxShadow(color: Color(0xa000_0000), x: 3, y: 4, blur: 9, spread: 2), scale: 1)
        let line = Gradient(
            start: Point(x: 0, y: 0), end: Point(x: 1, y: 0.4),
            stops: [.init(offset: 0, color: .black), .init(offset: 1, color: Color(0x8000_ff00))])
        let gradient = GradientFill(line, GradientColors(line), width: rect.width, height: rect.height)
        let picture = try BitmapPool().take(width: 30, height: 20, cleared: true)
        picture.withPixels { painter.fillRounded($0.bounds, radius: 5, Color(0xc080_2010), clip: $0.bounds, on: $0) }
        let back = try #require(
            AffineTransform(xx: 1.3, yx: 0.4, xy: -0.6, yy: 0.9, x0: 20, y0: 8).inverse)
        func draw(_ canvas: Canvas, _ clip: PixelRect) {
            painter.drawShadow(of: rect, radii: radii, shadow, clip: clip, on: canvas.buffer)
            painter.fillGradient(rect, radii: radii, gradient, clip: clip, on: canvas.buffer)
            painter.strokeBorder(rect, radii: radii, width: 3, Color(0x80ff_0000), clip: clip, on: canvas.buffer)
            painter.drawTransformed(
                picture, x: 1, y: 2, back: back, origin: (5, 7), opacity: 0.8, clip: clip, on: canvas.buffer)
        }
        let whole = Canvas(110, 80)
        draw(whole, whole.bounds)
        for clip in [
            PixelRect(0, 0, 30, 30), PixelRect(29, 3, 1, 70), PixelRect(5, 47, 100, 2), PixelRect(60, 30, 90, 90),
        ] {
            let part = Canvas(110, 80)
            draw(part, clip)
            for y in 0..<80 {
                for x in 0..<110 {
                    let inside = x >= clip.x && x < clip.maxX && y >= clip.y && y < clip.maxY
                    #expect(part[x, y] == (inside ? whole[x, y] : 0), "\(x), \(y)")
                }
            }
        }
    }

    /// The cached mask, stretched, is what blurring the whole box gives.
    @Test func aLargeShadowIsTheSmallOneStretched() {
        func row(_ width: Int) -> [UInt32] {
            let canvas = Canvas(width + 60, 260)
            let shadow = PixelShadow(BoxShadow(color: .black, x: 0, y: 0, blur: 10, spread: 0), scale: 1)
            painter.drawShadow(
                of: PixelRect(30, 30, width, 200), radii: CornerRadii(6), shadow, clip: canvas.bounds, on: canvas.buffer
            )
            return (0..<60).map { canvas[$0, 33] } + (0..<60).map { canvas[width + 59 - $0, 33] }
        }
        #expect(row(300) == row(140))
        #expect(row(300)[30] >> 24 > 40 && row(300)[5] == 0)
    }

    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var mixed = (state ^ state >> 30) &* 0xbf58_476d_1ce4_e5b9
            mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
            return mixed ^ mixed >> 31
        }
    }

    /// A row that is rounded to the one behind the last has nothing of the picture, and the one behind it is not read.
    @Test func aRowAtTheEdgeReadsNothingBeyondIt() throws {
        let picture = try BitmapPool().take(width: 32, height: 20, cleared: true)
        picture.withPixels { painter.fill($0.bounds, Color(0xff33_66cc), clip: $0.bounds, on: $0) }
        let (canvas, still) = (Canvas(70, 60), Canvas(70, 60))
        for (canvas, shift) in [(canvas, -0.0005), (still, 0)] {
            let back = AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: 0, y0: shift)
            painter.drawTransformed(
                picture, x: 0, y: 0, back: back, origin: (0, 0), opacity: 1, clip: canvas.bounds, on: canvas.buffer)
        }
        #expect(canvas.difference(still) == 0)
    }

    /// Where rows stay rows, whole rows are mixed at once: to the same bytes. A rotation that moves nothing takes the
    /// way of all other transforms.
    @Test func scalingIsATransform() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = Numbers(state: seed)
        let pool = BitmapPool()
        for round in 0..<300 {
            let (width, height) = (Int.random(in: 1...40, using: &generator), Int.random(in: 1...20, using: &generator))
            let picture = try pool.take(width: width, height: height, cleared: true)
            let box = Color(round % 3 == 0 ? 0xff33_66cc : 0x9033_66cc)
            picture.withPixels { pixels in
                if round % 2 == 0 { return painter.fill(pixels.bounds, box, clip: pixels.bounds, on: pixels) }
                for x in 0..<width {
                    let color = Color(UInt32.random(in: 0...UInt32.max, using: &generator))
                    painter.fill(
                        PixelRect(x, x % height, 1, height), color, clip: pixels.bounds, on: pixels)
                }
            }
            func factor() -> Double {
                let size = Double.random(in: 0.2...9, using: &generator)
                let factor = round % 7 == 0 ? 1 : Bool.random(using: &generator) ? size : 1 / size
                return Bool.random(using: &generator) ? factor : -factor
            }
            let forward = AffineTransform(
                xx: factor(), yx: 0, xy: 0, yy: factor(), x0: .random(in: -30...60, using: &generator),
                y0: .random(in: -30...60, using: &generator))
            var back = try #require(forward.inverse)
            let opacity = round % 5 == 0 ? 1 : Double.random(in: 0...1, using: &generator)
            let (x, y) = (Int.random(in: -5...5, using: &generator), Int.random(in: -5...5, using: &generator))
            let clip = PixelRect(
                .random(in: 0...20, using: &generator), .random(in: 0...20, using: &generator),
                .random(in: 1...60, using: &generator), .random(in: 1...50, using: &generator))
            let canvases = (0..<3).map { _ in Canvas(70, 60, fill: round % 4 == 0 ? 0 : 0xff80_a0c0) }
            func draw(_ canvas: Canvas) {
                painter.drawTransformed(
                    picture, x: x, y: y, back: back, origin: (20, 15), opacity: opacity, clip: clip, on: canvas.buffer)
            }
            draw(canvases[0])
            if round % 2 == 0 {
                painter.fillTransformed(
                    PixelRect(x, y, width, height), box, back: back, origin: (20, 15), opacity: opacity, clip: clip,
                    on: canvases[2].buffer)
            } else {
                draw(canvases[2])
            }
            back.xy = 1e-300
            draw(canvases[1])
            #expect(canvases[0].words == canvases[1].words, "seed \(seed), round \(round)")
            #expect(canvases[2].words == canvases[1].words, "seed \(seed), round \(round)")
        }
    }

    @Test func aTransformOfAPictureIsNearCairos() throws {
        let pool = BitmapPool()
        let picture = try pool.take(width: 40, height: 30, cleared: true)
        picture.withPixels { pixels in
            for column in 0..<40 {
                painter.fill(
                    PixelRect(column, 0, 1, 30), Color(red: Float(column) / 40, green: 0.5, blue: 0.3, alpha: 0.8),
                    clip: pixels.bounds, on: pixels)
            }
        }
        let forward = AffineTransform(xx: 1.2, yx: 0.5, xy: -0.5, yy: 1.2, x0: 30, y0: 5)
        let (ours, theirs) = (Canvas(100, 80, fill: 0xffff_ffff), Canvas(100, 80, fill: 0xffff_ffff))
        painter.drawTransformed(
            picture, x: 0, y: 0, back: try #require(forward.inverse), origin: (0, 0), opacity: 1, clip: ours.bounds,
            on: ours.buffer)
        picture.withPixels { pixels in
            let surface = cairo_image_surface_create_for_data(
                pixels.baseAddress.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, 40, 30,
                Int32(pixels.stride))
            theirs.cairo {
                var matrix = cairo_matrix_t(
                    xx: forward.xx, yx: forward.yx, xy: forward.xy, yy: forward.yy, x0: forward.x0, y0: forward.y0)
                cairo_transform($0, &matrix)
                cairo_set_source_surface($0, surface, 0, 0)
                cairo_pattern_set_filter(cairo_get_source($0), CAIRO_FILTER_BILINEAR)
                cairo_paint($0)
            }
            cairo_surface_destroy(surface)
        }
        // pixman mixes in steps of 1/128.
        #expect(ours.difference(theirs) <= 3)
    }
}
