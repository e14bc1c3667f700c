import CCairo
import LaminaDraw
import LaminaGeometry
import Testing

struct BitmapDrawingTests {
    let pool = BitmapPool()
    let painter = Painter(pool: BitmapPool())

    private func picture(_ width: Int, _ height: Int, opaque: Bool) throws -> (Canvas, Bitmap) {
        let canvas = Canvas(width, height)
        canvas.scramble(seed: 7, opaque: opaque)
        return (canvas, try pool.copy(canvas.buffer))
    }

    @Test func opaqueIsACopy() throws {
        let (source, bitmap) = try picture(13, 9, opaque: true)
        let canvas = Canvas(20, 20, padding: 8)
        painter.draw(bitmap, x: -2, y: 5, clip: PixelRect(0, 0, 9, 30), on: canvas.buffer)
        for y in 0..<20 {
            for x in 0..<20 {
                #expect(canvas[x, y] == (x < 9 && y >= 5 && y < 14 ? source[x + 2, y - 5] : 0))
            }
        }
        #expect(canvas.paddingIsIntact)
    }

    @Test(arguments: [1, 0.5, 0.2]) func blendsAsCairo(_ opacity: Double) throws {
        for opaque in [true, false] {
            let (source, bitmap) = try picture(31, 17, opaque: opaque)
            let ours = Canvas(40, 40)
            ours.scramble()
            let theirs = Canvas(40, 40)
            theirs.scramble()
            painter.draw(bitmap, x: 3, y: 4, opacity: opacity, clip: ours.bounds, on: ours.buffer)
            theirs.cairo { context in
                source.cairo { cairo_set_source_surface(context, cairo_get_target($0), 3, 4) }
                cairo_paint_with_alpha(context, opacity)
            }
            #expect(ours.difference(theirs) <= 1)
        }
    }

    @Test(arguments: [4.0, 8.5, 20]) func roundedIsCairosClip(_ radius: Double) throws {
        for opaque in [true, false] {
            let (source, bitmap) = try picture(41, 60, opaque: opaque)
            let ours = Canvas(50, 70)
            ours.scramble(opaque: true)
            let theirs = Canvas(50, 70)
            theirs.scramble(opaque: true)
            painter.draw(bitmap, x: 3, y: 4, cornerRadius: radius, clip: ours.bounds, on: ours.buffer)
            theirs.cairo { context in
                source.cairo { cairo_set_source_surface(context, cairo_get_target($0), 3, 4) }
                roundedPath(context, PixelRect(3, 4, 41, 60), radius)
                cairo_fill(context)
            }
            #expect(ours.difference(theirs) <= 1)
        }
    }

    @Test func stretchingKeepsColoursAndEdges() throws {
        let source = Canvas(2, 1)
        source[0, 0] = 0xffff_0000
        source[1, 0] = 0xff00_00ff
        let bitmap = try pool.copy(source.buffer)
        let canvas = Canvas(40, 10)
        painter.drawScaled(bitmap, into: canvas.bounds, clip: canvas.bounds, on: canvas.buffer)
        #expect(canvas[0, 0] == 0xffff_0000 && canvas[39, 9] == 0xff00_00ff)
        #expect(canvas.words.allSatisfy { $0 >> 24 == 255 })
        // A part is the same as the part of the whole.
        let part = Canvas(40, 10)
        painter.drawScaled(bitmap, into: part.bounds, clip: PixelRect(13, 3, 9, 4), on: part.buffer)
        for x in 13..<22 { #expect(part[x, 5] == canvas[x, 5]) }
        #expect(part[12, 5] == 0 && part[22, 5] == 0)
        // Corners are cut, the rest is as before.
        let round = Canvas(40, 10)
        painter.drawScaled(bitmap, into: round.bounds, cornerRadius: 5, clip: round.bounds, on: round.buffer)
        #expect(round[0, 0] == 0 && round[20, 0] == canvas[20, 0] && round[6, 5] == canvas[6, 5])
    }

    @Test func hostileRectanglesDoNoHarm() throws {
        let (_, bitmap) = try picture(31, 17, opaque: false)
        let wide = try pool.take(width: 32767, height: 1, cleared: true)
        let canvas = Canvas(33, 21, padding: 4)
        for rect in FillTests.hostile {
            for bitmap in [bitmap, wide] {
                painter.drawScaled(
                    bitmap, into: rect, opacity: 0.5, cornerRadius: 7, clip: canvas.bounds, on: canvas.buffer)
            }
        }
        painter.drawScaled(wide, into: PixelRect(3, 3, 1, 1), clip: canvas.bounds, on: canvas.buffer)
        #expect(canvas.paddingIsIntact)
    }
}
