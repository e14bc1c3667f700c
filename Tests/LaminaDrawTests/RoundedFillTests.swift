import CCairo
import LaminaDraw
import LaminaGeometry
import Testing

struct RoundedFillTests {
    let painter = Painter(pool: BitmapPool())

    private func worst(_ rect: PixelRect, _ radius: Double, _ color: Color, backdrop: UInt32?) -> Int {
        let ours = Canvas(rect.maxX + 3, rect.maxY + 3)
        let theirs = Canvas(rect.maxX + 3, rect.maxY + 3)
        if backdrop == nil {
            ours.scramble(opaque: true)
            theirs.scramble(opaque: true)
        }
        painter.fillRounded(rect, radius: radius, color, clip: ours.bounds, on: ours.buffer)
        theirs.cairo {
            setSource($0, color)
            roundedPath($0, rect, min(radius, Double(min(rect.width, rect.height)) / 2))
            cairo_fill($0)
        }
        return ours.difference(theirs)
    }

    @Test(arguments: [0.5, 1, 1.5, 2, 3, 4.25, 6, 7.7, 8, 10, 12, 16, 20.5, 24, 33, 64])
    func looksLikeCairos(_ radius: Double) {
        for (width, height) in [(1, 1), (2, 3), (7, 7), (12, 40), (41, 41), (40, 40), (88, 32), (380, 280), (9, 200)] {
            let rect = PixelRect(2, 3, width, height)
            for color in [Color(0xff11_2233), Color(0x80ff_8000)] {
                let onClear = worst(rect, radius, color, backdrop: 0)
                let onNoise = worst(rect, radius, color, backdrop: nil)
                #expect(onClear <= 1 && onNoise <= 1, "\(width) x \(height) \(color.alpha)")
            }
        }
    }

    @Test func largeRadiiAreNotCachedButLookTheSame() {
        #expect(worst(PixelRect(1, 1, 900, 800), 390, Color(0xff00_8000), backdrop: 0) <= 1)
        #expect(worst(PixelRect(1, 1, 1300, 1250), 600, Color(0xff00_8000), backdrop: 0) <= 1)
    }

    @Test func aClipChangesNoPixelInside() {
        let rect = PixelRect(3, 4, 90, 41)
        let whole = Canvas(100, 60)
        painter.fillRounded(rect, radius: 17, .black, clip: whole.bounds, on: whole.buffer)
        for clip in [
            PixelRect(0, 0, 10, 10), PixelRect(80, 30, 50, 50), PixelRect(10, 10, 1, 40), PixelRect(5, 40, 70, 4),
        ] {
            let part = Canvas(100, 60)
            painter.fillRounded(rect, radius: 17, .black, clip: clip, on: part.buffer)
            for y in 0..<60 {
                for x in 0..<100 {
                    let inside = x >= clip.x && x < clip.maxX && y >= clip.y && y < clip.maxY
                    #expect(part[x, y] == (inside ? whole[x, y] : 0))
                }
            }
        }
    }
}
