import Glibc
import LaminaDraw
import LaminaGeometry
import Testing

struct PNGDecodingTests {
    let pool = BitmapPool()

    private func decode(_ bytes: [UInt8]) throws -> Bitmap {
        try bytes.withUnsafeBytes { try PNG.decode($0, pool: pool) }
    }

    @Test func aRoundTripChangesNothing() throws {
        for opaque in [true, false] {
            let canvas = Canvas(37, 23)
            canvas.scramble(opaque: opaque)
            let bitmap = try decode(try PNG.encode(canvas.buffer))
            #expect(bitmap.width == 37 && bitmap.height == 23 && bitmap.isOpaque == opaque)
            let copy = Canvas(37, 23)
            Painter(pool: pool).draw(bitmap, x: 0, y: 0, clip: copy.bounds, on: copy.buffer)
            #expect(copy.difference(canvas) == 0)
        }
    }

    @Test func damagedFilesAreErrors() throws {
        let canvas = Canvas(37, 23)
        canvas.scramble()
        let bytes = try PNG.encode(canvas.buffer)
        for count in [0, 7, 8, 20, 33, 60, bytes.count / 2, bytes.count - 13] {
            #expect(throws: LaminaError.self) { try decode(Array(bytes.prefix(count))) }
        }
        for index in stride(from: 0, to: bytes.count, by: 7) {
            var damaged = bytes
            damaged[index] ^= 0x41
            _ = try? decode(damaged)
        }
        var huge = bytes
        for index in 16..<24 { huge[index] = 0x7f }
        do {
            _ = try decode(huge)
            Issue.record("no error")
        } catch let error as LaminaError {
            #expect(error.code == .outOfRange)
        }
    }

    @Test func filesAreReadAndFailuresNamed() throws {
        let path = "/tmp/lamina-decode-\(getpid()).png"
        defer { unlink(path) }
        let canvas = Canvas(5, 6)
        try PNG.write(canvas.buffer, to: path)
        withExtendedLifetime(canvas) {}
        let bitmap = try PNG.decode(path: path, pool: pool)
        #expect(bitmap.width == 5 && bitmap.height == 6)
        for path in ["/nonexistent.png", "/tmp", "/etc/passwd", "", "/dev/null"] {
            #expect(throws: LaminaError.self) { try PNG.decode(path: path, pool: pool) }
        }
    }
}
