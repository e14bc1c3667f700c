import Foundation
import LaminaDraw
import LaminaGeometry
import Testing

/// Decoding in the size in which a picture is shown, turning, limits, giving up.
struct PictureSourceTests {
    let pool = BitmapPool()

    private static func file(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Fixtures/pictures/\(name)")))
    }

    /// Debug builds beside other work take their time.
    private func source(_ bytes: [UInt8], _ limits: WorkLimits = .unlimitedPictures) throws -> PictureSource {
        try bytes.withUnsafeBytes { try PictureSource($0, limits: limits) }
    }

    private func words(_ bitmap: Bitmap) -> [UInt32] {
        bitmap.withPixels { pixels in
            (0..<pixels.height).flatMap { y in
                (0..<pixels.width).map { x in
                    pixels.baseAddress.load(fromByteOffset: y * pixels.stride + 4 * x, as: UInt32.self)
                }
            }
        }
    }

    /// The whole picture, shrunk afterwards.
    private func shrunk(_ bitmap: Bitmap, _ width: Int, _ height: Int) throws -> [UInt32] {
        let canvas = Canvas(width, height)
        try Painter(pool: pool).drawPart(
            bitmap.bounds, of: bitmap, into: canvas.bounds, clip: canvas.bounds, on: canvas.buffer)
        return canvas.words
    }

    private func code(_ body: () throws -> Void) -> LaminaError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? LaminaError)?.code
        }
    }

    // Sizes that shrink in one step and in several, on one side, by fractions, to a single pixel.
    @Test(arguments: [
        ("png/pngsuite-PngSuite.png", 100, 100), ("png/pngsuite-PngSuite.png", 255, 255),
        ("png/pngsuite-PngSuite.png", 7, 7), ("png/pngsuite-basi0g02.png", 5, 31),
        ("png/libpng-rgb-alpha-16.png", 10, 40),
        ("png/pngsuite-PngSuite.png", 1, 1), ("png/pngsuite-PngSuite.png", 300, 300),
    ])
    func rowsShrinkAsTheWholePictureDoes(_ name: String, _ width: Int, _ height: Int) throws {
        let source = try source(try Self.file(name))
        let whole = try source.decode(pool: pool)
        let small = try source.decode(for: PictureRoom(width: width, height: height), pool: pool)
        #expect(small.width <= max(width, 1) && small.height <= max(height, 1))
        #expect(try words(small) == shrunk(whole, small.width, small.height))
        #expect(small.isOpaque == !words(small).contains { $0 >> 24 != 255 })
    }

    @Test func aLongPictureShrinksInSteps() throws {
        let canvas = Canvas(700, 4001)
        canvas.scramble(opaque: false)
        let source = try source(try PNG.encode(canvas.buffer))
        let whole = try source.decode(pool: pool)
        for room in [PictureRoom(width: 3, height: 3, mode: .fill), PictureRoom(width: 90, height: 70)] {
            let small = try source.decode(for: room, pool: pool)
            #expect(try words(small) == shrunk(whole, small.width, small.height))
        }
        withExtendedLifetime(canvas) {}
    }

    @Test func roomsAreFittedOrFilledAndNothingIsEnlarged() throws {
        let source = try source(try Self.file("jpeg/baseline-420.jpg"))  // 200 x 150
        func size(_ width: Int, _ height: Int, _ mode: PictureRoom.Mode) throws -> [Int] {
            let bitmap = try source.decode(for: PictureRoom(width: width, height: height, mode: mode), pool: pool)
            return [bitmap.width, bitmap.height]
        }
        #expect(try size(100, 100, .fit) == [100, 75])
        #expect(try size(100, 100, .fill) == [133, 100])
        #expect(try size(1000, 100, .fit) == [133, 100])
        #expect(try size(1000, 100, .fill) == [200, 150])
        #expect(try size(1, 1, .fit) == [1, 1])
        #expect(try size(4000, 3000, .fit) == [200, 150])
    }

    /// Smaller pictures of lossy formats are near the whole one shrunk, whatever way they come about.
    @Test(arguments: [
        "jpeg/scene-large.jpg", "jpeg/scene-large-progressive.jpg", "webp/scene-large-lossy.webp",
        "webp/scene-large-lossless.webp", "gif/lzw-long-runs.gif", "jpeg/cmyk-adobe.jpg",
    ])
    func otherFormatsShrinkToTheSamePicture(_ name: String) throws {
        let source = try source(try Self.file(name))
        let whole = try source.decode(pool: pool)
        for part in [2, 3, 8, 13] {
            let room = PictureRoom(width: whole.width / part, height: whole.height / part)
            let small = try source.decode(for: room, pool: pool)
            #expect(small.width == room.width || small.height == room.height)
            let expected = try shrunk(whole, small.width, small.height)
            var sum = 0
            for (found, wanted) in zip(words(small), expected) {
                for shift in [0, 8, 16, 24] as [UInt32] {
                    sum += abs(Int(found >> shift & 255) - Int(wanted >> shift & 255))
                }
            }
            #expect(Double(sum) / Double(expected.count * 4) < 3, "\(name) at 1/\(part)")
        }
    }

    /// A room is one for the picture as it is shown.
    @Test func turnedPicturesFitTheirRoom() throws {
        for name in ["jpeg/exif-orientation-6.jpg", "png/own-exif-orientation-6.png", "webp/exif-orientation-6.webp"] {
            let source = try source(try Self.file(name))
            let whole = try source.decode(pool: pool)
            #expect(whole.width == source.width && whole.height == source.height && whole.width < whole.height)
            let small = try source.decode(for: PictureRoom(width: 1000, height: 20), pool: pool)
            #expect(small.height == 20 && small.width < 20, "\(name)")
        }
    }

    @Test func limitsAreKept() throws {
        let png = try Self.file("png/pngsuite-PngSuite.png")  // 256 x 256
        var limits = WorkLimits()
        limits.picturePixels = 10_000
        let source = try source(png, limits)
        #expect(code { _ = try source.decode(pool: pool) } == .outOfRange)
        #expect(code { _ = try source.decode(for: PictureRoom(width: 100, height: 100), pool: pool) } == nil)
        limits.pictureSourcePixels = 65_535
        let other = try self.source(png, limits)
        #expect(code { _ = try other.decode(pool: pool) } == .outOfRange)
        #expect(code { _ = try other.decode(for: PictureRoom(width: 10, height: 10), pool: pool) } == .outOfRange)
        let gif = try Self.file("gif/five-hundred-frames.gif")
        limits.pictureFrames = 499
        #expect(code { _ = try self.source(gif, limits) } == .outOfRange)
        limits.pictureFrames = 500
        #expect(code { _ = try self.source(gif, limits) } == nil)
        // Of those that have to stand in memory as a whole the file's size counts.
        let interlaced = try self.source(try Self.file("png/pngsuite-basi0g02.png"), limits)
        #expect(code { _ = try interlaced.decode(for: PictureRoom(width: 4, height: 4), pool: pool) } == nil)
    }

    @Test(arguments: [
        "png/pngsuite-PngSuite.png", "png/pngsuite-basi0g02.png", "jpeg/scene-large.jpg",
        "jpeg/scene-large-progressive.jpg", "webp/scene-large-lossless.webp", "gif/lzw-long-runs.gif",
    ])
    func aDecodeIsGivenUpBetweenRows(_ name: String) throws {
        let source = try source(try Self.file(name))
        let asked = Counter()
        let watch = DecodingWatch { asked.next() > 1 }
        #expect(code { _ = try source.decode(pool: pool, watch: watch) } == .cancelled)
        #expect(asked.count < 10)
        let late = DecodingWatch(microseconds: 1)
        usleep(20_000)
        #expect(code { _ = try source.decode(pool: pool, watch: late) } == .timedOut)
        #expect(code { _ = try source.decode(pool: pool) } == nil)
    }

    private final class Counter: @unchecked Sendable {
        private(set) var count = 0
        func next() -> Int {
            count += 1
            return count
        }
    }

    /// The rows of a file go as they come: of bitmaps there is only the one that is wanted, all the time.
    @Test func aLargePictureTakesLittleMemory() throws {
        let source = try source(LargePNG(width: 3000, height: 3000).bytes)
        let pool = BitmapPool(maximumBytes: 0)
        let most = Most()
        let watch = DecodingWatch {
            most.see(pool.allocatedBytes)
            return false
        }
        let bitmap = try source.decode(for: PictureRoom(width: 300, height: 300), pool: pool, watch: watch)
        #expect(bitmap.width == 300 && bitmap.height == 300 && bitmap.isOpaque)
        #expect(words(bitmap).allSatisfy { $0 == 0xff80_8080 })
        #expect(most.seen >= 360_000 && most.seen < 500_000, "\(most.seen) bytes")
    }

    private final class Most: @unchecked Sendable {
        private(set) var seen = 0
        func see(_ value: Int) { seen = max(seen, value) }
    }

    /// Every cut of a file is an error or, as a part, a picture of the same size.
    @Test(arguments: [
        "png/pngsuite-basn2c08.png", "png/own-exif-orientation-6.png", "jpeg/exif-orientation-6-progressive.jpg",
        "webp/lossy-alpha-q20.webp", "webp/lossless-5-colours.webp", "gif/interlaced-17-rows.gif", "apng/plays-2.png",
        "webp-anim/plays-2.webp",
    ])
    func cutFilesAreErrorsOrParts(_ name: String) throws {
        let bytes = try Self.file(name)
        let whole = try source(bytes)
        for count in 0..<bytes.count {
            guard let cut = try? source(Array(bytes.prefix(count))) else { continue }
            #expect(cut.width == whole.width && cut.height == whole.height || cut.width == whole.height)
            _ = try? cut.decode(pool: pool)
            if let part = try? cut.decode(turns: false, isPartial: true, pool: pool) {
                #expect(part.width * part.height == whole.width * whole.height)
            }
            guard let frames = try? cut.makeFrames(pool: pool) else { continue }
            for index in 0..<frames.count { _ = try? frames.draw(index) }
        }
    }

    @Test func aPartOfAnOpaquePictureIsClearFarther() throws {
        let bytes = try Self.file("png/pngsuite-PngSuite.png")
        let part = try source(Array(bytes.prefix(bytes.count / 2))).decode(isPartial: true, pool: pool)
        #expect(!part.isOpaque && words(part)[0] >> 24 == 255 && words(part).last == 0)
    }

    @Test func aFrameThatFailsLeavesTheOthersAsTheyWere() throws {
        var bytes = try Self.file("gif/disposal-background.gif")
        let frames = try source(bytes).makeFrames(pool: pool)
        let second = words(try frames.draw(1))
        let third = try #require(try source(bytes).frames.count > 2 ? 2 : nil)
        // The size of the codes, which follows a frame's descriptor, is one that no GIF has.
        let starts = bytes.indices.filter { $0 + 10 < bytes.count && bytes[$0] == 0x2c && bytes[$0 - 1] == 0 }
        for start in starts.dropFirst(2) { bytes[start + 10] = 200 }
        let damaged = try source(bytes).makeFrames(pool: pool)
        _ = try damaged.draw(1)
        #expect(code { _ = try damaged.draw(third) } == .io)
        #expect(words(try damaged.draw(1)) == second)
    }

    @Test func frameTimesPlaysAndPosters() throws {
        let source = try source(try Self.file("apng/default-image-not-a-frame.png"))
        #expect(source.isAnimated && source.plays == 0)
        let poster = try source.decode(pool: pool)
        let frames = try source.makeFrames(for: PictureRoom(width: 4, height: 4), pool: pool)
        let first = try frames.draw(0)
        #expect(first.width == 4 && words(first)[0] != words(poster)[0])
        #expect(try words(frames.draw(1)) != words(first))
        #expect(try words(frames.draw(0)) == words(first))
    }
}

/// A grey picture without transparency: the rows are the same, so that one part of a stream is repeated.
private struct LargePNG {
    var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    init(width: Int, height: Int) {
        append("IHDR", big(width) + big(height) + [8, 0, 0, 0, 0])
        append("IDAT", [0x78, 0x01])
        // Rows in blocks that are not compressed (RFC 1951, 3.2.4).
        let row = [0] + [UInt8](repeating: 0x80, count: width)
        for index in 0..<height {
            let length = UInt16(row.count)
            let head: [UInt8] = [
                index == height - 1 ? 1 : 0, UInt8(length & 255), UInt8(length >> 8), UInt8(~length & 255),
                UInt8(~length >> 8),
            ]
            if index == 0 || index == height - 1 {
                append("IDAT", head + row)
                repeated = Array(bytes.suffix(row.count + head.count + 12))
            } else {
                bytes += repeated
            }
        }
        append("IEND", [])
    }

    private var repeated: [UInt8] = []

    private func big(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(value >> $0 & 255) } }

    private mutating func append(_ type: String, _ data: [UInt8]) {
        let body = Array(type.utf8) + data
        bytes += big(data.count) + body + big(Int(Self.checksum(body)))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum = ~UInt32(0)
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
        }
        return ~sum
    }
}
