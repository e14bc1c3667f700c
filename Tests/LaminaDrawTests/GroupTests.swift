import CCairo
import LaminaDraw
import LaminaGeometry
import Testing

struct GroupTests {
    let painter = Painter(pool: BitmapPool())

    @Test(arguments: [(0.5, 0.0), (1.0, 9.0), (0.3, 9.0), (1, 600), (0.7, 12.5)])
    func looksLikeCairosGroup(_ opacity: Double, _ radius: Double) throws {
        let ours = Canvas(100, 80)
        let theirs = Canvas(100, 80)
        ours.scramble()
        theirs.scramble()
        let bounds = PixelRect(5, 6, 80, 61)
        let colors = [Color(0xff20_4060), Color(0x8000_ff00)]
        let rects = [PixelRect(0, 0, 60, 60), PixelRect(30, 30, 70, 50)]
        try painter.group(bounds, opacity: opacity, cornerRadius: radius, clip: ours.bounds, on: ours.buffer) { clip in
            for (rect, color) in zip(rects, colors) { painter.fill(rect, color, clip: clip, on: ours.buffer) }
        }
        theirs.cairo { cairo in
            cairo_push_group(cairo)
            for (rect, color) in zip(rects, colors) {
                setSource(cairo, color)
                cairo_rectangle(cairo, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
                cairo_fill(cairo)
            }
            cairo_pop_group_to_source(cairo)
            if radius == 0 {
                cairo_rectangle(cairo, 5, 6, 80, 61)
            } else {
                roundedPath(cairo, bounds, min(radius, 30.5))
            }
            cairo_clip(cairo)
            cairo_paint_with_alpha(cairo, opacity)
        }
        // Each way rounds at other places.
        #expect(ours.difference(theirs) <= 2)
    }

    @Test func invisibleGroupsAreNotDrawn() throws {
        let canvas = Canvas(10, 10)
        for opacity in [0, -1, Double.nan] {
            try painter.group(canvas.bounds, opacity: opacity, clip: canvas.bounds, on: canvas.buffer) { _ in
                Issue.record("drawn")
            }
        }
        try painter.group(PixelRect(20, 0, 5, 5), clip: canvas.bounds, on: canvas.buffer) { _ in Issue.record("drawn") }
    }

    @Test func groupsNestAndPassErrorsOn() throws {
        let canvas = Canvas(10, 10)
        try painter.group(canvas.bounds, opacity: 0.5, clip: canvas.bounds, on: canvas.buffer) {
            clip throws(LaminaError) in
            try painter.group(canvas.bounds, opacity: 0.5, clip: clip, on: canvas.buffer) { clip in
                painter.fill(canvas.bounds, .white, clip: clip, on: canvas.buffer)
            }
        }
        #expect(canvas[5, 5] == 0x4040_4040)
        #expect(throws: LaminaError(.cancelled, "")) {
            try painter.group(canvas.bounds, clip: canvas.bounds, on: canvas.buffer) { _ throws(LaminaError) in
                throw LaminaError(.cancelled, "")
            }
        }
    }
}
