import CCairo
import LaminaDraw
import LaminaGeometry
import Testing

struct FillTests {
    let painter = Painter(pool: BitmapPool())

    @Test func opaqueFillReplacesExactlyTheRectangle() {
        for (width, height) in [(1, 1), (3, 2), (8, 8), (60, 50)] {
            let canvas = Canvas(64, 64, padding: 12, fill: 0x8012_3456)
            painter.fill(PixelRect(2, 5, width, height), Color(0xff11_2233), clip: canvas.bounds, on: canvas.buffer)
            for y in 0..<64 {
                for x in 0..<64 {
                    let inside = x >= 2 && x < 2 + width && y >= 5 && y < 5 + height
                    #expect(canvas[x, y] == (inside ? 0xff11_2233 : 0x8012_3456))
                }
            }
            #expect(canvas.paddingIsIntact)
        }
    }

    @Test(arguments: [UInt32(0x80ff_8000), 0x0100_ff00, 0xfe12_3456, 0xfa12_3456, 0x33c0_4db3, 0x0000_0000])
    func alphaFillIsCairos(_ word: UInt32) {
        // Small and large take different ways.
        for rect in [PixelRect(1, 1, 5, 7), PixelRect(3, 2, 40, 30)] {
            let ours = Canvas(64, 64)
            ours.scramble()
            let theirs = Canvas(64, 64)
            theirs.scramble()
            painter.fill(rect, Color(word), clip: ours.bounds, on: ours.buffer)
            theirs.cairo {
                setSource($0, Color(word))
                cairo_rectangle($0, Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
                cairo_fill($0)
            }
            #expect(ours.difference(theirs) == 0)
        }
    }

    @Test func clipAndOriginCut() {
        let canvas = Canvas(20, 20)
        var buffer = canvas.buffer
        buffer.originX = 100
        buffer.originY = -50
        painter.fill(PixelRect(95, -60, 50, 50), .white, clip: PixelRect(102, -48, 3, 4), on: buffer)
        #expect(canvas.words.filter { $0 == 0xffff_ffff }.count == 12)
        #expect(canvas[2, 2] == 0xffff_ffff && canvas[4, 5] == 0xffff_ffff && canvas[5, 5] == 0)
    }

    static let hostile = [
        PixelRect(Int.min, Int.min, Int.max, Int.max), PixelRect(Int.max, Int.max, Int.max, Int.max),
        PixelRect(0, 0, Int.max, Int.max), PixelRect(5, 5, -3, 10), PixelRect(5, 5, Int.min, Int.min),
        PixelRect(-10_000_000, -10_000_000, 20_000_000, 20_000_000), PixelRect(10_000_000, 0, 10, 10),
        PixelRect(0, 0, 0, 0), PixelRect(Int.min, 3, Int.max, 1), PixelRect(-70000, -70000, 140_000, 140_000),
        PixelRect(3, 3, 100_000, 7),
    ]

    @Test(arguments: hostile) func hostileNumbersDoNoHarm(_ rect: PixelRect) throws {
        let canvas = Canvas(33, 21, padding: 4)
        let bitmap = try BitmapPool().take(width: 9, height: 9, cleared: true)
        let colors = [
            Color.white, Color(0x8000_ff00), Color(red: .nan, green: .infinity, blue: -5, alpha: 2),
            Color(red: 1, green: 1, blue: 1, alpha: .nan),
        ]
        for color in colors {
            for clip in [canvas.bounds] + Self.hostile {
                painter.fill(rect, color, clip: clip, on: canvas.buffer)
                for radius in [0, 3, 1e9, -.infinity, .infinity, .nan, 1e300, 0.1] {
                    painter.fillRounded(rect, radius: radius, color, clip: clip, on: canvas.buffer)
                }
                for opacity in [1, 0.5, .nan, -1, .infinity] {
                    painter.draw(
                        bitmap, x: rect.x, y: rect.y, opacity: opacity, cornerRadius: 3, clip: clip, on: canvas.buffer)
                }
            }
        }
        #expect(canvas.paddingIsIntact)
    }

    @Test func everythingIsCoveredByAHugeRectangle() {
        let canvas = Canvas(33, 21)
        painter.fillRounded(
            PixelRect(-10_000_000, -10_000_000, 20_000_000, 20_000_000), radius: 5_000_000, .white,
            clip: canvas.bounds, on: canvas.buffer)
        #expect(canvas.words.allSatisfy { $0 == 0xffff_ffff })
    }
}
