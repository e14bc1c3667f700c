import CCairo
import LaminaDraw
import LaminaGeometry
import Testing

struct CairoDrawingTests {
    @Test func drawsInUnitsInsideTheRectangle() throws {
        let canvas = Canvas(40, 40, padding: 4)
        try withCairo(on: canvas.buffer, rect: PixelRect(10, 12, 20, 16), scale: 2, clip: canvas.bounds) { cairo in
            cairo_identity_matrix(cairo)
            cairo_rectangle(cairo, 1, 1, 100, 2)
            cairo_fill(cairo)
        }
        for y in 0..<40 {
            for x in 0..<40 {
                #expect(canvas[x, y] == (x >= 12 && x < 30 && y >= 14 && y < 18 ? 0xff00_0000 : 0))
            }
        }
        #expect(canvas.paddingIsIntact)
    }

    @Test func aRectangleThatSticksOutKeepsItsOrigin() throws {
        let canvas = Canvas(40, 40)
        var buffer = canvas.buffer
        buffer.originX = 100
        try withCairo(on: buffer, rect: PixelRect(95, -5, 200, 200), scale: 1, clip: PixelRect(0, 0, 110, 30)) {
            cairo in
            cairo_rectangle(cairo, 6, 6, 1, 1)
            cairo_rectangle(cairo, 14, 6, 3, 1)
            cairo_fill(cairo)
        }
        #expect(canvas.words.filter { $0 != 0 }.count == 2)
        #expect(canvas[1, 1] != 0 && canvas[9, 1] != 0)
    }

    @Test func errorsAreReported() throws {
        let canvas = Canvas(4, 4)
        do {
            try withCairo(on: canvas.buffer, rect: canvas.bounds, scale: 1, clip: canvas.bounds) { cairo_restore($0) }
            Issue.record("no error")
        } catch {
            #expect(error.code == .backend)
            #expect(error.message == "cairo reports after drawing: cairo_restore() without matching cairo_save()")
        }
        for scale in [0, -1, Double.nan, .infinity] {
            #expect(throws: LaminaError.self) {
                try withCairo(on: canvas.buffer, rect: canvas.bounds, scale: scale, clip: canvas.bounds) { _ in }
            }
        }
        for rect in FillTests.hostile {
            try withCairo(on: canvas.buffer, rect: rect, scale: 1, clip: canvas.bounds) { cairo_paint($0) }
        }
    }

    @Test func aKeptReferenceIsDead() throws {
        let canvas = Canvas(4, 4)
        var kept: OpaquePointer?
        try withCairo(on: canvas.buffer, rect: canvas.bounds, scale: 1, clip: canvas.bounds) {
            kept = cairo_reference($0)
        }
        cairo_paint(kept)
        #expect(canvas[0, 0] == 0)
        cairo_destroy(kept)
    }
}
