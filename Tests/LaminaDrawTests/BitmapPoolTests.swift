import LaminaDraw
import LaminaGeometry
import Testing

struct BitmapPoolTests {
    private func address(_ bitmap: Bitmap) -> UInt { bitmap.withPixels { UInt(bitPattern: $0.baseAddress) } }

    @Test func theSameSizeGetsTheSameMemory() throws {
        let pool = BitmapPool()
        var bitmap: Bitmap? = try pool.take(width: 200, height: 100, cleared: false)
        bitmap?.withPixels { $0.baseAddress.storeBytes(of: 0xffff_ffff, as: UInt32.self) }
        let first = bitmap.map(address)
        bitmap = nil
        #expect(pool.freeBytes >= 80000)
        let second = try pool.take(width: 200, height: 101, cleared: true)
        #expect(address(second) == first)
        #expect(second.withPixels { $0.baseAddress.load(as: UInt32.self) } == 0)
        #expect(pool.freeBytes == 0)
    }

    @Test func keepsNoMoreThanItsLimit() throws {
        let pool = BitmapPool(maximumBytes: 1_000_000)
        var bitmaps: [Bitmap] = []
        for side in 1...100 { bitmaps.append(try pool.take(width: side * 5, height: 100, cleared: false)) }
        bitmaps = []
        #expect(pool.freeBytes <= 1_000_000 && pool.freeBytes > 500_000)
        pool.trim()
        #expect(pool.freeBytes == 0)
        _ = try BitmapPool(maximumBytes: 0).take(width: 10, height: 10, cleared: true)
    }

    /// What came back last stays, and is taken first, however many came before.
    @Test func theOldestOfOneSizeGo() throws {
        let size = try BitmapPool().take(width: 64, height: 64, cleared: false).byteCount
        let pool = BitmapPool(maximumBytes: size * 50)
        var bitmaps = try (0..<500).map { _ in try pool.take(width: 64, height: 64, cleared: false) }
        let addresses = bitmaps.map(address)
        while !bitmaps.isEmpty { bitmaps.removeFirst() }
        #expect(pool.freeBytes == size * 50)
        let again = try (0..<50).map { _ in try pool.take(width: 64, height: 64, cleared: false) }
        #expect(again.map(address) == Array(addresses.suffix(50).reversed()))
        #expect(pool.freeBytes == 0)
    }

    @Test func tooLargeIsAnError() throws {
        let pool = BitmapPool()
        for (width, height) in [(-1, 5), (5, 32768), (Int.max, Int.max), (Int.min, 1), (32767, 32767)] {
            #expect(throws: LaminaError.self) { try pool.take(width: width, height: height, cleared: true) }
        }
        let empty = try pool.take(width: 0, height: 10, cleared: true)
        #expect(empty.width == 0 && empty.height == 10)
    }

    @Test func copyKnowsOpacity() throws {
        let canvas = Canvas(7, 5, padding: 8)
        canvas.scramble(opaque: true)
        #expect(try BitmapPool().copy(canvas.buffer).isOpaque)
        canvas[6, 4] = 0x7f00_0000
        #expect(try !BitmapPool().copy(canvas.buffer).isOpaque)
    }

    @Test func badMemoryIsRefused() {
        let canvas = Canvas(4, 4)
        let memory = canvas.buffer.baseAddress
        #expect(throws: LaminaError.self) { try PixelBuffer(baseAddress: nil, width: 4, height: 4, stride: 16) }
        #expect(throws: LaminaError.self) { try PixelBuffer(baseAddress: memory + 1, width: 4, height: 4, stride: 16) }
        #expect(throws: LaminaError.self) { try PixelBuffer(baseAddress: memory, width: 4, height: 4, stride: 12) }
        #expect(throws: LaminaError.self) { try PixelBuffer(baseAddress: memory, width: 4, height: 4, stride: 18) }
        #expect(throws: LaminaError.self) { try PixelBuffer(baseAddress: memory, width: -4, height: 4, stride: 16) }
        #expect(throws: LaminaError.self) { try PixelBuffer(baseAddress: memory, width: 4, height: 40000, stride: 16) }
    }
}
