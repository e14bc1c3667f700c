import Glibc
import LaminaDraw
import LaminaGeometry
import LaminaText
import Testing

struct ThreadTests {
    /// A picture with something of everything.
    private static func scene(_ pool: BitmapPool, _ text: MeasuredText) throws -> Canvas {
        let canvas = Canvas(400, 120)
        let painter = Painter(pool: pool)
        for round in 0..<20 {
            painter.fill(canvas.bounds, .white, clip: canvas.bounds, on: canvas.buffer)
            painter.fillRounded(
                PixelRect(4, 4, 300, 100), radius: Double(5 + round), Color(0xffe0_f0ff), clip: canvas.bounds,
                on: canvas.buffer)
            let bitmap = try pool.take(width: 40, height: 40, cleared: true)
            bitmap.withPixels { painter.fill($0.bounds, Color(0x8000_8040), clip: $0.bounds, on: $0) }
            painter.draw(bitmap, x: 350, y: 10, cornerRadius: 20, clip: canvas.bounds, on: canvas.buffer)
            try painter.group(
                PixelRect(0, 0, 380, 110), opacity: 0.8, cornerRadius: 9, clip: canvas.bounds, on: canvas.buffer
            ) {
                painter.draw(
                    text, at: Point(x: 10, y: 10), width: 376, alignment: .left, color: .black,
                    scale: 1 + Double(round % 3) / 2, clip: $0, on: canvas.buffer)
            }
        }
        return canvas
    }

    @Test func twoPaintersOnTwoThreadsGiveTheSameBytes() async throws {
        let pool = BitmapPool()
        let text = TextDrawingTests.cases[12].measured
        let expected = try Self.scene(pool, text).words
        await withTaskGroup(of: [UInt32].self) { group in
            for _ in 0..<4 { group.addTask { (try? Self.scene(pool, text).words) ?? [] } }
            for await words in group { #expect(words == expected) }
        }
    }
}
