import LaminaDraw
import LaminaGeometry
import Testing

@testable import LaminaDisplay

/// What something opaque hides is not painted, also inside of what shows around it. The picture must be that of
/// painting in pieces too small for anything to be left out inside of them.
struct HiddenPartsTests {

    /// Contents are of one colour, opaque where the appearance's number is even.
    private struct FlatContents: ContentsPainter {
        let appearances: [Appearance]
        let painter: Painter
        func isOpaque(_ index: Int) -> Bool { index % 2 == 0 }
        func effects(_ index: Int) -> AppearanceEffects? { nil }
        func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer) {
            let shade = Float(index % 7) / 7
            let alpha = (isOpaque(index) ? 1 : 0.5) * Float(opacity)
            painter.fill(
                appearances[index].rect, Color(red: shade, green: 1 - shade, blue: 0.25, alpha: alpha), clip: clip,
                on: buffer
            )
        }
    }

    private static let side = 300

    /// Boxes in one another and beside each other, most of them large and opaque, many round, some of them clipping
    /// what is in them.
    private func randomAppearances(_ noise: inout SplitMix) -> [Appearance] {
        var appearances: [Appearance] = []
        func add(_ depth: Int, in room: PixelRect) {
            let index = appearances.count
            let (left, top) = (noise.below(max(1, room.width / 4)), noise.below(max(1, room.height / 4)))
            let rect = PixelRect(
                x: room.x + left, y: room.y + top, width: max(1, room.width - left - noise.below(9)),
                height: max(1, room.height - top - noise.below(9)))
            let color = Color(
                red: Float(noise.below(256)) / 255, green: Float(noise.below(256)) / 255, blue: 0.5,
                alpha: noise.below(4) == 0 ? 0.5 : 1)
            var appearance = Appearance(
                rect: rect, isHidden: false, clips: noise.below(2) == 0, opacity: noise.below(5) == 0 ? 0.7 : 1,
                background: noise.below(4) == 0 ? .clear : color,
                cornerRadius: noise.below(2) == 0 ? 0 : Double(1 + noise.below(30)), hasContents: noise.below(3) == 0)
            appearance.ink = rect
            appearances.append(appearance)
            if depth < 4 { for _ in 0..<noise.below(3) { add(depth + 1, in: rect) } }
            appearances[index].end = Int32(appearances.count)
            appearances[index].hasChildren = appearances.count > index + 1
        }
        for _ in 0..<2 { add(0, in: PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)) }
        return appearances
    }

    private func painted(_ appearances: [Appearance], pieces: [PixelRect], pool: BitmapPool) throws -> [UInt32] {
        let bitmap = try pool.take(width: Self.side, height: Self.side, cleared: true)
        let painter = Painter(pool: pool)
        return bitmap.withPixels { pixels in
            for piece in pieces {
                var appearances = AppearancePainter(
                    appearances: appearances, painter: painter,
                    contents: FlatContents(appearances: appearances, painter: painter))
                appearances.paint(clip: piece, on: pixels) { painter.fill($0, .white, clip: $0, on: pixels) }
            }
            return (0..<Self.side * Self.side).map { place in
                pixels.baseAddress.load(
                    fromByteOffset: place / Self.side * pixels.stride + place % Self.side * 4, as: UInt32.self)
            }
        }
    }

    @Test(arguments: 1...(isSanitized ? 15 : 60)) func whatIsLeftOutWasHidden(_ seed: Int) throws {
        var noise = SplitMix(seed: UInt64(seed))
        let pool = BitmapPool()
        let appearances = randomAppearances(&noise)
        let whole = PixelRect(x: 0, y: 0, width: Self.side, height: Self.side)
        let pieces = stride(from: 0, to: Self.side, by: 60).flatMap { y in
            stride(from: 0, to: Self.side, by: 60).map { PixelRect(x: $0, y: y, width: 60, height: 60) }
        }
        #expect(
            try painted(appearances, pieces: [whole], pool: pool) == painted(appearances, pieces: pieces, pool: pool),
            "seed \(seed)")
    }

    @Test func theGroundIsPaintedBetweenWhatReachesAcross() {
        var cover = OpaqueCover()
        let rect = PixelRect(x: 0, y: 0, width: 100, height: 300)
        for card in 0..<5 { cover.add(PixelRect(x: -3, y: 60 * card + 10, width: 120, height: 40)) }
        var parts: [PixelRect] = []
        cover.forEachRest(of: rect) { parts.append($0) }
        #expect(parts.map(\.y) == [0, 50, 110, 170, 230, 290])
        #expect(parts.reduce(0) { $0 + $1.area } == 100 * 100)
        cover.add(rect)
        cover.forEachRest(of: rect) { Issue.record("\($0) is hidden") }
    }

    @Test func aHoleIsTheLargestHiddenPartAndWorthIt() {
        var cover = OpaqueCover()
        cover.add(PixelRect(x: 10, y: 10, width: 50, height: 50))
        let rect = PixelRect(x: 0, y: 0, width: 400, height: 400)
        #expect(cover.hole(in: rect).isEmpty)
        cover.add(PixelRect(x: 100, y: 100, width: 200, height: 500))
        #expect(cover.hole(in: rect) == PixelRect(x: 100, y: 100, width: 200, height: 300))
        var parts: [PixelRect] = []
        rect.forEachPart(around: cover.hole(in: rect)) { parts.append($0) }
        #expect(parts.reduce(0) { $0 + $1.area } == 400 * 400 - 200 * 300)
        #expect(parts.allSatisfy { !$0.overlaps(PixelRect(x: 100, y: 100, width: 200, height: 300)) })
    }
}
