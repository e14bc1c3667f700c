import LaminaGeometry
import Testing

@testable import LaminaDraw

/// Memory that is kept from one picture to the next must not show in them.
struct PictureEncoderTests {
    /// Pictures of many shapes and kinds: equal rows and others at all places, opaque and not, flat, smooth and noisy.
    private func pictures() -> [Canvas] {
        let sizes = [
            (40, 60), (53, 45), (40, 60), (1, 1), (40, 60), (30, 80), (40, 20), (640, 400), (40, 60), (3, 200),
        ]
        return (0..<60).map { number in
            let (width, height) = sizes[number % sizes.count]
            let canvas = Canvas(
                width, height, padding: number % 3 * 4, fill: number % 2 == 0 ? 0xff88_aacc : 0x8040_2010)
            // Some rows are one colour, some rise to the right, some are noise, and the rest are as the one above.
            for row in stride(from: number % 4, to: height, by: 3 + number % 5) {
                for rest in row..<height {
                    for column in 0..<width {
                        let value =
                            switch (row + number) % 3 {
                            case 0: UInt32(row * 7) & 255
                            case 1: UInt32(column * 2 + row) & 255
                            default:
                                UInt32(truncatingIfNeeded: (column + row * 977 + number) &* 2_654_435_761 >> 24) & 255
                            }
                        canvas[column, rest] = 0xff00_0000 | value << 16 | value << 8 | value
                    }
                    if rest > row + 6 { break }
                }
            }
            return canvas
        }
    }

    private func encode(
        _ canvas: Canvas, _ format: PictureFormat = .png, with encoder: PictureEncoder
    ) throws -> [UInt8] {
        let file = try withExtendedLifetime(canvas) { try encoder.encode(canvas.buffer, PictureEncoding(format)) }
        return withExtendedLifetime(file) { [UInt8](file.bytes) }
    }

    @Test func whatIsKeptDoesNotShow() throws {
        let encoder = PictureEncoder()
        for (number, canvas) in pictures().enumerated() {
            let fresh = try PNG.encode(canvas.buffer)
            let bytes = try encode(canvas, with: encoder)
            #expect(bytes == fresh, "picture \(number)")
            let decoded = try bytes.withUnsafeBytes { try PNG.decode($0, pool: BitmapPool()) }
            try decoded.withPixels { pixels in
                let (again, theirs) = (try PNG.encode(pixels), bytes)
                #expect(again == theirs, "picture \(number) decoded")
            }
        }
    }

    @Test func otherFormatsAreAsElsewhere() throws {
        let encoder = PictureEncoder()
        let canvas = pictures()[0]
        for format in [PictureFormat.jpeg, .webp, .qoi, .raw] {
            let expected = try PictureFile.encode(canvas.buffer, PictureEncoding(format)) { [UInt8]($0) }
            #expect(try encode(canvas, format, with: encoder) == expected)
        }
        #expect(throws: LaminaError.self) {
            try encode(Canvas(0, 3), with: encoder)
        }
        // What failed left nothing behind.
        #expect(try encode(canvas, with: encoder) == PNG.encode(canvas.buffer))
    }

    @Test func severalThreadsAtOnce() async throws {
        let encoder = PictureEncoder()
        let expected = try pictures().map { try PNG.encode($0.buffer) }
        await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    pictures().map { try? encode($0, with: encoder) } == expected
                }
            }
            for await isRight in group { #expect(isRight) }
        }
    }
}

struct StraightBytesTests {
    /// As cairo writes PNG: each component times 255 by alpha, rounded.
    private func straight(_ pixel: UInt32) -> [UInt8] {
        let alpha = pixel >> 24
        if alpha == 0 { return [0, 0, 0, 0] }
        let components = [16, 8, 0].map { min(255, ((pixel >> UInt32($0) & 255) * 255 + alpha / 2) / alpha) }
        return (components + [alpha]).map { UInt8($0) }
    }

    /// All lengths around those that the shuffle takes at a time, with a pixel that is not opaque at each place.
    @Test(arguments: 0...40) func eachLengthAndPlace(_ count: Int) {
        let opaque = (0..<count).map { 0xff00_0000 | UInt32(truncatingIfNeeded: $0 &* 0x0103_0507) & 0xff_ffff }
        for place in 0...count {
            var pixels = opaque
            if place < count { pixels[place] = 0x8060_4020 }
            var output = [UInt8](repeating: 0xa5, count: 4 * count + 16)
            StraightBytes.writeRGBA(pixels, count: count, to: &output)
            #expect(output == pixels.flatMap(straight) + [UInt8](repeating: 0xa5, count: 16))
        }
        var output = [UInt8](repeating: 0xa5, count: 3 * count + 16)
        StraightBytes.writeRGB(opaque, count: count, to: &output)
        #expect(output == opaque.flatMap { straight($0).prefix(3) } + [UInt8](repeating: 0xa5, count: 16))
    }
}
