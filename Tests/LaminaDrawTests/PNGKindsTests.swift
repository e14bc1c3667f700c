import LaminaDraw
import LaminaGeometry
import Testing

/// What our encoder writes of pictures of all kinds, read by a decoder that checks every sum: libpng's, through cairo.
struct PNGKindsTests {
    /// Numbers from a seed.
    private struct Noise {
        var state: UInt64
        mutating func next(_ limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
    }

    private static func gray(_ value: Int) -> UInt32 { 0xff00_0000 | UInt32(value & 255) * 0x0001_0101 }

    /// Each is a kind of row or of repetition that the encoder treats in its own way.
    private static let kinds: [(String, @Sendable (Canvas, inout Noise) -> Void)] = [
        ("one colour", { canvas, _ in fill(canvas) { _, _ in 0xff12_3456 } }),
        ("noise", { canvas, noise in fill(canvas) { _, _ in 0xff00_0000 | UInt32(noise.next(1 << 24)) } }),
        ("steps down", { canvas, _ in fill(canvas) { _, y in gray(y) } }),
        ("steps across", { canvas, _ in fill(canvas) { x, _ in gray(x) } }),
        ("steps aslant", { canvas, _ in fill(canvas) { x, y in gray(x + 3 * y) } }),
        ("a photo", { canvas, noise in fill(canvas) { x, y in gray(x * 2 / 3 + y / 2 + noise.next(5)) } }),
        (
            "a photo, then letters",
            { canvas, noise in
                fill(canvas) { x, y in
                    y < canvas.height / 2 ? gray(x + y + noise.next(3)) : gray(noise.next(9) == 0 ? 0 : 255)
                }
            }
        ),
        ("tiles", { canvas, _ in fill(canvas) { x, y in (x / 5 + y / 3) % 2 == 0 ? gray(x % 5 * 40) : gray(200) } }),
        (
            "clear and half clear",
            { canvas, noise in
                fill(canvas) { x, y in x < canvas.width / 3 ? 0 : UInt32(noise.next(256)) << 24 }
            }
        ),
        (
            "every other row the same",
            { canvas, noise in
                let row = (0..<canvas.width).map { _ in gray(noise.next(256)) }
                fill(canvas) { x, y in y % 2 == 0 ? row[x] : gray(y) }
            }
        ),
    ]

    private static func fill(_ canvas: Canvas, _ pixel: (Int, Int) -> UInt32) {
        for y in 0..<canvas.height { for x in 0..<canvas.width { canvas[x, y] = pixel(x, y) } }
    }

    private func decoded(_ canvas: Canvas) throws -> [UInt32] {
        let file = try PNG.encode(canvas.buffer)
        let bitmap = try file.withUnsafeBytes { try PNG.decode($0, pool: BitmapPool()) }
        #expect(bitmap.width == canvas.width && bitmap.height == canvas.height)
        return bitmap.withPixels { pixels in
            (0..<pixels.height).flatMap { y in
                (0..<pixels.width).map { x in
                    pixels.baseAddress.load(fromByteOffset: y * pixels.stride + 4 * x, as: UInt32.self)
                }
            }
        }
    }

    // Widths below a vector's pixels, at them and beyond; rows longer than deflate reaches; pictures of one part and of
    // several.
    @Test(arguments: [
        (1, 1), (1, 700), (2, 9), (3, 40), (5, 33), (64, 64), (87, 50), (400, 90), (11_000, 5), (32_767, 3),
    ])
    func everyKindComesBack(_ width: Int, _ height: Int) throws {
        var noise = Noise(state: UInt64(width))
        for (name, draw) in Self.kinds {
            let canvas = Canvas(width, height, padding: 12)
            draw(canvas, &noise)
            #expect(try decoded(canvas) == canvas.words, "\(name), \(width) x \(height)")
            // The same with one pixel that is clear, so that each has four bytes.
            canvas[width / 2, height / 2] = 0
            #expect(try decoded(canvas) == canvas.words, "\(name) with a hole, \(width) x \(height)")
        }
    }

    /// Letters of few shapes, put at random: repetitions of all lengths and distances, and blocks that end within rows.
    @Test(arguments: 1...8) func randomRepetitionsComeBack(_ seed: Int) throws {
        var noise = Noise(state: UInt64(seed))
        let canvas = Canvas(150 + noise.next(200), 150 + noise.next(300))
        Self.fill(canvas) { _, _ in 0xffff_ffff }
        for _ in 0..<400 {
            let (left, top) = (noise.next(canvas.width), noise.next(canvas.height))
            let shape = noise.next(5)
            for y in top..<min(canvas.height, top + 3 + shape * 4) {
                for x in left..<min(canvas.width, left + 2 + shape * 5) {
                    canvas[x, y] = Self.gray((x - left) * (y - top) * (shape + 1))
                }
            }
        }
        #expect(try decoded(canvas) == canvas.words, "seed \(seed)")
        let file = try PNG.encode(canvas.buffer)
        #expect(file == (try PNG.encode(canvas.buffer)))
    }

    /// What is flat takes next to nothing, and what cannot be made smaller hardly more than its bytes.
    @Test func sizesAreAsTheyShouldBe() throws {
        let flat = Canvas(400, 400, fill: 0xff88_aacc)
        #expect(try PNG.encode(flat.buffer).count < 4000)
        var noise = Noise(state: 3)
        let canvas = Canvas(300, 200)
        Self.fill(canvas) { _, _ in 0xff00_0000 | UInt32(noise.next(1 << 24)) }
        #expect(try PNG.encode(canvas.buffer).count < 300 * 200 * 3 + 2000)
    }
}
