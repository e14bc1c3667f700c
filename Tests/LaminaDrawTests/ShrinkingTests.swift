import LaminaDraw
import LaminaGeometry
import Testing

/// Pictures drawn smaller than they are show the mean of what each pixel covers, wherever that is.
struct ShrinkingTests {
    let pool = BitmapPool()
    let painter = Painter(pool: BitmapPool())

    private func drawn(_ source: Canvas, _ width: Int, _ height: Int, clip: PixelRect? = nil) throws -> Canvas {
        let canvas = Canvas(width, height)
        try painter.drawPart(
            source.bounds, of: try pool.copy(source.buffer), into: canvas.bounds, clip: clip ?? canvas.bounds,
            on: canvas.buffer)
        return canvas
    }

    private static func gray(_ value: Int) -> UInt32 { 0xff00_0000 | UInt32(value) * 0x0001_0101 }

    /// A ramp stays a ramp of the same place and slope: what shifts or stretches it shows as a difference.
    @Test(arguments: [(1024, 64), (1025, 64), (1027, 64), (514, 32), (513, 32), (4033, 126), (300, 40), (1601, 100)])
    func rampsStayInPlace(_ side: Int, _ shown: Int) throws {
        for isAcross in [true, false] {
            let source = isAcross ? Canvas(side, 2) : Canvas(2, side)
            for at in 0..<side {
                for other in 0..<2 {
                    let (x, y) = isAcross ? (at, other) : (other, at)
                    source[x, y] = Self.gray(at * 255 / (side - 1))
                }
            }
            let small = isAcross ? try drawn(source, shown, 2) : try drawn(source, 2, shown)
            for at in 0..<shown {
                let value = Int((isAcross ? small[at, 1] : small[1, at]) & 255)
                let expected = (Double(at) + 0.5) * 255 / Double(shown)
                #expect(abs(Double(value) - expected) <= 1.5, "\(side) to \(shown), at \(at)")
            }
        }
    }

    /// The last column and row weigh what every other does.
    @Test(arguments: [256, 257, 258, 259, 263, 271]) func edgesWeighWhatOthersDo(_ side: Int) throws {
        for corner in [0, side - 1] {
            let source = Canvas(side, side, fill: 0xff00_0000)
            for at in 0..<side {
                source[corner, at] = 0xffff_ffff
                source[at, corner] = 0xffff_ffff
            }
            let small = try drawn(source, 16, 16)
            let mean = 255 * 16.0 / Double(side)
            let shown = corner == 0 ? 0 : 15
            #expect(abs(Double(small[shown, 7] & 255) - mean) <= 6)
            #expect(abs(Double(small[7, shown] & 255) - mean) <= 6)
        }
    }

    /// Whole pixels by twos: the mean of all, as exact as halving by halving is.
    @Test func evenSidesAreMeans() throws {
        let source = Canvas(64, 64)
        source.scramble(seed: 3, opaque: true)
        let small = try drawn(source, 8, 8)
        for (x, y) in [(0, 0), (3, 5), (7, 7)] {
            var sum = 0
            for row in 0..<8 { for column in 0..<8 { sum += Int(source[x * 8 + column, y * 8 + row] & 255) } }
            #expect(abs(Double(small[x, y] & 255) - Double(sum) / 64) <= 2)
        }
    }

    /// Stripes as wide as the pixels that show them stay what they are: no pixel mixes two.
    @Test(arguments: [2, 3, 4, 5, 6, 7, 8, 11, 100]) func stripesDoNotMix(_ width: Int) throws {
        for isAcross in [true, false] {
            let source = isAcross ? Canvas(width * 12, width) : Canvas(width, width * 12)
            for y in 0..<source.height {
                for x in 0..<source.width {
                    source[x, y] = (isAcross ? x : y) / width % 2 == 0 ? 0xffff_ffff : 0xff00_0000
                }
            }
            let small = isAcross ? try drawn(source, 12, 1) : try drawn(source, 1, 12)
            for at in 0..<12 {
                let pixel = isAcross ? small[at, 0] : small[0, at]
                #expect(pixel == (at % 2 == 0 ? 0xffff_ffff : 0xff00_0000), "\(width), at \(at)")
            }
        }
    }

    /// What pixel `index` of `shown` covers of a side of `count` pixels: the first of them, and the share of each.
    private static func cover(_ index: Int, _ shown: Int, _ count: Int) -> (first: Int, shares: [Double]) {
        let length = Double(count) / Double(shown)
        let (start, end) = (Double(index) * length, Double(index + 1) * length)
        let first = min(Int(start), count - 1)
        let last = max(first + 1, min(count, Int(end.rounded(.up))))
        return (first, (first..<last).map { max(0, min(end, Double($0 + 1)) - max(start, Double($0))) / length })
    }

    /// Any size to any smaller one: each pixel is the mean of the area that it covers.
    @Test(arguments: [
        (61, 47, 60, 13), (100, 33, 51, 32), (97, 89, 31, 80), (64, 64, 48, 24), (131, 20, 1, 19), (40, 40, 39, 40),
        (1000, 9, 3, 4),
    ])
    func noiseIsItsAreasMean(_ width: Int, _ height: Int, _ shownWidth: Int, _ shownHeight: Int) throws {
        for isOpaque in [true, false] {
            let source = Canvas(width, height)
            source.scramble(seed: 5, opaque: isOpaque)
            let small = try drawn(source, shownWidth, shownHeight)
            var worst = 0.0
            for y in 0..<shownHeight {
                let rows = Self.cover(y, shownHeight, height)
                for x in 0..<shownWidth {
                    let columns = Self.cover(x, shownWidth, width)
                    var sum = SIMD4<Double>.zero
                    for (row, down) in rows.shares.enumerated() {
                        for (column, across) in columns.shares.enumerated() {
                            let pixel = source[columns.first + column, rows.first + row]
                            let parts = SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24)
                            sum += SIMD4<Double>(parts) * down * across
                        }
                    }
                    let pixel = small[x, y]
                    let parts = SIMD4(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255, pixel >> 24)
                    let difference = SIMD4<Double>(parts) - sum
                    worst = max(worst, difference.max(), -difference.min())
                }
            }
            #expect(worst <= 1.01, "\(isOpaque)")
        }
    }

    /// Of a part, what is beside it does not show, and its edges do not fade; also where one side shrinks and the other
    /// grows.
    @Test(arguments: [(17, 5), (5, 17), (7, 40), (40, 3), (29, 31), (30, 30)])
    func partsDoNotBleed(_ width: Int, _ height: Int) throws {
        let source = Canvas(50, 50, fill: 0xffff_ffff)
        for y in 10..<40 { for x in 10..<40 { source[x, y] = 0xff30_6090 } }
        let canvas = Canvas(width + 2, height + 2)
        try painter.drawPart(
            PixelRect(10, 10, 30, 30), of: try pool.copy(source.buffer), into: PixelRect(1, 1, width, height),
            clip: canvas.bounds, on: canvas.buffer)
        for y in 0..<canvas.height {
            for x in 0..<canvas.width {
                let isInside = x >= 1 && y >= 1 && x <= width && y <= height
                #expect(canvas[x, y] == (isInside ? 0xff30_6090 : 0))
            }
        }
    }

    /// What of a picture is visible does not change a pixel of it.
    @Test(arguments: [(7, 30), (12, 31), (100, 37), (257, 61), (40, 33), (1000, 32)])
    func partsAreThoseOfTheWhole(_ side: Int, _ shown: Int) throws {
        let source = Canvas(side, side)
        source.scramble(seed: 11)
        let whole = try drawn(source, shown, shown)
        for part in [PixelRect(5, 9, 17, 13), PixelRect(shown - 1, 3, 1, 20), PixelRect(11, 0, 3, shown)] {
            let clipped = try drawn(source, shown, shown, clip: part)
            for y in part.y..<part.maxY { for x in part.x..<part.maxX { #expect(clipped[x, y] == whole[x, y]) } }
        }
    }

    /// The same of pictures in their own size that are blended.
    @Test(arguments: [32000, 32766, 32767])
    func longTranslucentPicturesAreDrawn(_ side: Int) throws {
        for isAcross in [true, false] {
            let (width, height) = isAcross ? (side, 2) : (2, side)
            let source = Canvas(width, height)
            for y in 0..<height { for x in 0..<width { source[x, y] = 0x8040_4040 } }
            let made = try drawn(source, width, height)
            var missing = 0
            for y in 0..<height { for x in 0..<width where made[x, y] != 0x8040_4040 { missing += 1 } }
            #expect(missing == 0)
        }
    }

    /// pixman paints nothing where numbers leave its 16 bits.
    @Test(arguments: [(32767, 100), (32767, 20000), (32766, 32767), (32765, 32767), (3, 32767), (16000, 32767)])
    func longPicturesAreDrawn(_ side: Int, _ shown: Int) throws {
        for isAcross in [true, false] {
            let source = isAcross ? Canvas(side, 1) : Canvas(1, side)
            for at in 0..<side {
                source[isAcross ? at : 0, isAcross ? 0 : at] = Self.gray(at * 255 / (side - 1))
            }
            let made = isAcross ? try drawn(source, shown, 2) : try drawn(source, 2, shown)
            var last = 0
            for at in 0..<shown {
                let pixel = isAcross ? made[at, 1] : made[1, at]
                let value = Int(pixel & 255)
                // An #expect for each of so many pixels would take minutes.
                if pixel >> 24 != 255 || value < last - 1 {
                    Issue.record("\(side) to \(shown), at \(at): \(String(pixel, radix: 16)) after \(last)")
                    return
                }
                last = value
            }
            #expect(last >= 253)
        }
    }
}
