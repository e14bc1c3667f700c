import Foundation
import LaminaDraw
import LaminaGeometry
import Testing

/// Formats of libraries that are opened when they are needed, beside PNGs of the same pixels. What a system without the
/// library says of its files is in `test_formats.c`.
struct CodecTests {
    static let pool = BitmapPool()

    private static func file(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appendingPathComponent("Fixtures/pictures/codecs/\(name)")))
    }

    private static func source(_ bytes: [UInt8], _ limits: WorkLimits = WorkLimits()) throws -> PictureSource {
        try bytes.withUnsafeBytes { try PictureSource($0, limits: limits) }
    }

    /// False where the system has no library for such files.
    private static func reads(_ name: String) -> Bool {
        do {
            _ = try source(try file(name)).decode(pool: pool)
        } catch let error as LaminaError {
            return error.code != .unsupported
        } catch {
        }
        return true
    }

    static let hasAVIF = reads("alpha.avif")
    static let hasHEIF = reads("rgb.heic")
    static let hasJXL = reads("alpha.jxl")
    static let hasSVG: Bool = {
        do {
            _ = try source(Array("<svg xmlns='http://www.w3.org/2000/svg' width='1' height='1'/>".utf8))
            return true
        } catch {
            return false
        }
    }()

    private func pixels(_ bitmap: Bitmap) -> [UInt32] {
        bitmap.withPixels { pixels in
            (0..<pixels.height).flatMap { y in
                (0..<pixels.width).map { x in
                    pixels.baseAddress.load(fromByteOffset: y * pixels.stride + 4 * x, as: UInt32.self)
                }
            }
        }
    }

    private func pixels(_ name: String, for room: PictureRoom? = nil) throws -> (width: Int, words: [UInt32]) {
        let source = try Self.source(try Self.file(name))
        let bitmap = try source.decode(for: room, pool: Self.pool)
        if room == nil { #expect(bitmap.width == source.width && bitmap.height == source.height) }
        return (bitmap.width, pixels(bitmap))
    }

    private func difference(_ one: [UInt32], _ two: [UInt32]) -> Int {
        if one.count != two.count { return 256 }
        return zip(one, two).map { left, right in
            [0, 8, 16, 24].map { abs(Int(left >> $0 & 255) - Int(right >> $0 & 255)) }.max() ?? 0
        }.max() ?? 0
    }

    /// By how much channels differ on average, of pictures that lost something.
    private func meanDifference(_ one: [UInt32], _ two: [UInt32]) -> Double {
        if one.count != two.count { return 256 }
        var sum = 0
        for (left, right) in zip(one, two) {
            for shift: UInt32 in [0, 8, 16, 24] { sum += abs(Int(left >> shift & 255) - Int(right >> shift & 255)) }
        }
        return Double(sum) / Double(4 * one.count)
    }

    /// The pixels of a picture of this width, each from where `place` says.
    private func moved(
        _ picture: (width: Int, words: [UInt32]), width: Int, _ place: (Int, Int) -> (x: Int, y: Int)
    ) -> [UInt32] {
        (0..<picture.words.count).map { index in
            let from = place(index % width, index / width)
            return picture.words[from.y * picture.width + from.x]
        }
    }

    @Test(.enabled(if: hasAVIF, "no libheif, or none that reads AVIF"))
    func avifEqualsItsPNG() throws {
        #expect(try difference(pixels("alpha.avif").words, pixels("alpha.png").words) == 0)
        // Of ten bits, and with loss.
        #expect(try meanDifference(pixels("ten.avif").words, pixels("rgb.png").words) < 8)
        let source = try Self.source(try Self.file("alpha.avif"))
        #expect(source.format == .avif && source.hasAlpha && !source.isAnimated)
        #expect(try !Self.source(try Self.file("ten.avif")).hasAlpha)
    }

    @Test(.enabled(if: hasAVIF, "no libheif, or none that reads AVIF"))
    func avifIsTurnedAsItSays() throws {
        let whole = try pixels("rgb.png")
        let turned = try pixels("turned.avif")
        #expect(turned.width == 16)
        // A quarter to the left: the upper right corner comes to be the upper left one.
        #expect(difference(turned.words, moved(whole, width: 16) { x, y in (23 - y, x) }) == 0)
        #expect(try difference(pixels("mirrored.avif").words, moved(whole, width: 24) { x, y in (x, 15 - y) }) == 0)
    }

    @Test(.enabled(if: hasHEIF, "no libheif, or none that reads HEIF"))
    func heifResemblesItsPNG() throws {
        #expect(try meanDifference(pixels("rgb.heic").words, pixels("rgb.png").words) < 8)
        #expect(try meanDifference(pixels("alpha.heic").words, pixels("alpha.png").words) < 8)
        #expect(try Self.source(try Self.file("rgb.heic")).format == .heif)
    }

    @Test(.enabled(if: hasJXL, "no libjxl"))
    func jxlEqualsItsPNG() throws {
        for (name, reference) in [("alpha", "alpha"), ("boxed", "alpha"), ("rgb", "rgb"), ("grey", "grey")] {
            #expect(try pixels("\(name).jxl").words == pixels("\(reference).png").words, "\(name)")
        }
        #expect(try meanDifference(pixels("lossy.jxl").words, pixels("rgb.png").words) < 8)
        let turned = try pixels("turned.jxl")
        #expect(turned.width == 16)
        let expected = moved(try pixels("rgb.png"), width: 16) { x, y in (y, 15 - x) }
        #expect(meanDifference(turned.words, expected) < 8)
    }

    @Test(.enabled(if: hasSVG, "no librsvg"))
    func svgIsDrawnInAnySize() throws {
        let text =
            "<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg' width='4' height='2'>"
            + "<rect width='2' height='2' fill='#f00'/></svg>"
        let source = try Self.source(Array(text.utf8))
        #expect(source.format == .svg && source.width == 4 && source.height == 2)
        #expect(
            try pixels(source.decode(pool: Self.pool)) == [
                0xffff_0000, 0xffff_0000, 0, 0, 0xffff_0000, 0xffff_0000, 0, 0,
            ])
        let large = try source.decode(for: PictureRoom(width: 40, height: 40), pool: Self.pool)
        #expect(large.width == 40 && large.height == 20)
        let line = pixels(large).prefix(40)
        #expect(Array(line) == Array(repeating: 0xffff_0000, count: 20) + Array(repeating: 0, count: 20))
    }

    @Test(
        .enabled(if: hasSVG, "no librsvg"),
        arguments: [
            ("width='1in' height='48'", 96, 48), ("viewBox='0 0 30 20'", 30, 20), ("", 300, 150),
            ("width='100%' height='100%' viewBox='0 0 7 9'", 7, 9), ("width='10.2' height='10'", 11, 10),
        ])
    func svgHasTheSizeThatItSays(_ attributes: String, _ width: Int, _ height: Int) throws {
        let source = try Self.source(Array("<svg xmlns='http://www.w3.org/2000/svg' \(attributes)/>".utf8))
        #expect(source.width == width && source.height == height)
    }

    /// What it refers to is not looked at.
    @Test(.enabled(if: hasSVG, "no librsvg"))
    func svgReadsNoOtherFile() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        let other = folder.appendingPathComponent("Fixtures/pictures/codecs/rgb.png")
        for reference in [other.path, other.absoluteString] {
            let text =
                "<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' width='24'"
                + " height='16'><image width='24' height='16' href='\(reference)' xlink:href='\(reference)'/></svg>"
            let bitmap = try Self.source(Array(text.utf8)).decode(pool: Self.pool)
            #expect(pixels(bitmap).allSatisfy { $0 == 0 })
        }
    }

    /// A GIF that became a JPEG XL without loss.
    @Test(.enabled(if: hasJXL, "no libjxl"))
    func animatedJXL() throws {
        let bytes = try Self.file("moving.jxl")
        let gif = try Self.source(try Self.file("../gif/disposal-of-first-background.gif"))
        let jxl = try Self.source(bytes)
        #expect(jxl.isAnimated && jxl.plays == 0 && jxl.frames.map(\.milliseconds) == gif.frames.map(\.milliseconds))
        let expected = try gif.makeFrames(pool: Self.pool)
        let found = try jxl.makeFrames(pool: Self.pool)
        for index in [0, 1, 2, 3, 4, 5, 6, 6, 2, 5, 0] {
            let one = try expected.draw(index)
            let two = try found.draw(index)
            #expect(pixels(one) == pixels(two), "frame \(index)")
        }
        #expect(found.byteCount == jxl.width * jxl.height * 4)
        let first = try expected.draw(0)
        #expect(try pixels("moving.jxl").words == pixels(first))
        let small = try jxl.makeFrames(for: PictureRoom(width: 10, height: 10), pool: Self.pool).draw(3)
        #expect(max(small.width, small.height) == 10)
        // One that is cut has the frames that begin in it.
        let cut = try Self.source(Array(bytes[..<(bytes.count * 3 / 4)]))
        #expect(cut.frames.count > 1 && cut.frames.count < gif.frames.count)
        let frames = try cut.makeFrames(pool: Self.pool)
        for index in cut.frames.indices {
            guard let one = try? frames.draw(index) else {
                #expect(index == cut.frames.count - 1)
                continue
            }
            let two = try expected.draw(index)
            #expect(pixels(one) == pixels(two), "frame \(index)")
        }
        let again = try frames.draw(0)
        #expect(pixels(again) == pixels(first))
        var few = WorkLimits()
        few.pictureFrames = 3
        #expect(throws: LaminaError.self) { try Self.source(bytes, few) }
    }

    @Test(
        .enabled(if: hasAVIF && hasHEIF && hasJXL, "a library is missing"),
        arguments: [
            "alpha.avif", "rgb.heic", "alpha.jxl",
        ])
    func allShrink(_ name: String) throws {
        let whole = try Self.source(try Self.file(name)).decode(pool: Self.pool)
        let canvas = Canvas(6, 4)
        try Painter(pool: Self.pool).drawPart(
            whole.bounds, of: whole, into: canvas.bounds, clip: canvas.bounds, on: canvas.buffer)
        #expect(try pixels(name, for: PictureRoom(width: 6, height: 4)).words == canvas.words)
        // And are never enlarged.
        #expect(try pixels(name, for: PictureRoom(width: 600, height: 400)).width == 24)
    }

    /// A file that is cut, or has a byte changed, anywhere: a picture or a sentence, and the limits hold.
    @Test(
        .enabled(if: hasAVIF && hasHEIF && hasJXL, "a library is missing"),
        arguments: [
            "ten.avif", "rgb.heic", "alpha.jxl", "turned.jxl", "moving.jxl",
        ])
    func damagedFilesEndInAStatus(_ name: String) throws {
        let whole = try Self.file(name)
        var limits = WorkLimits()
        (limits.picturePixels, limits.pictureSourcePixels) = (1 << 16, 1 << 16)
        for index in stride(from: 0, to: whole.count, by: 7) {
            var bytes = whole
            bytes[index] ^= UInt8(1 << (index % 8))
            for file in [bytes, Array(whole.prefix(index))] {
                do {
                    let source = try Self.source(file, limits)
                    let bitmap = try source.decode(pool: Self.pool)
                    #expect(bitmap.width * bitmap.height <= 1 << 16)
                    let frames = try source.makeFrames(pool: Self.pool)
                    for index in source.frames.indices { _ = try frames.draw(index) }
                } catch let error as LaminaError {
                    #expect([.io, .unsupported, .outOfRange, .outOfMemory].contains(error.code), "\(error.message)")
                }
            }
        }
        // Of an animation the first frame may be before that.
        if name == "moving.jxl" { return }
        #expect(throws: LaminaError.self) {
            _ = try Self.source(Array(whole.dropLast(whole.count / 3))).decode(pool: Self.pool)
        }
    }

    @Test(.enabled(if: hasAVIF && hasHEIF && hasJXL && hasSVG, "a library is missing"))
    func limitsHoldBeforeThereIsMemory() throws {
        var limits = WorkLimits()
        limits.picturePixels = 24 * 16 - 1
        for name in ["alpha.avif", "rgb.heic", "alpha.jxl"] {
            let source = try Self.source(try Self.file(name), limits)
            let error = #expect(throws: LaminaError.self) { _ = try source.decode(pool: Self.pool) }
            #expect(error?.code == .outOfRange)
            let watch = DecodingWatch { true }
            let other = try Self.source(try Self.file(name))
            #expect(throws: LaminaError(.cancelled, "the picture is not wanted any more")) {
                _ = try other.decode(pool: Self.pool, watch: watch)
            }
        }
        let svg = try Self.source(Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>".utf8), limits)
        #expect(throws: LaminaError.self) {
            _ = try svg.decode(for: PictureRoom(width: 100, height: 100), pool: Self.pool)
        }
    }
}
