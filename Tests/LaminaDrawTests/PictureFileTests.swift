import CTurboJPEG
import CWebP
import LaminaDraw
import LaminaGeometry
import Testing

/// What is written is what the formats' own readers read.
struct PictureFileTests {
    private func encode(_ canvas: Canvas, _ encoding: PictureEncoding) throws -> [UInt8] {
        try PictureFile.encode(canvas.buffer, encoding) { bytes in [UInt8](bytes) }
    }

    /// Straight red, green, blue and alpha of a pixel, as the library makes them for PNG.
    private func straight(_ canvas: Canvas) throws -> [UInt8] { try encode(canvas, PictureEncoding(.raw)) }

    /// A picture with areas, lines, a ramp and noise.
    private func scene(_ width: Int, _ height: Int, opaque: Bool) -> Canvas {
        let canvas = Canvas(width, height, padding: 8, fill: opaque ? 0xff20_6080 : 0)
        let painter = Painter(pool: BitmapPool())
        for column in 0..<width / 2 {
            let color = Color(red: Float(column) / Float(width), green: 0.4, blue: 0.9, alpha: opaque ? 1 : 0.7)
            painter.fill(PixelRect(column, column % 7, 1, height / 2), color, clip: canvas.bounds, on: canvas.buffer)
        }
        let noise = Canvas(width, height)
        noise.scramble(opaque: opaque)
        for y in height * 3 / 4..<height { for x in 0..<width { canvas[x, y] = noise[x, y] } }
        return canvas
    }

    @Test func rawIsStraightBytes() throws {
        let canvas = Canvas(2, 1)
        canvas[0, 0] = 0x8040_2000
        canvas[1, 0] = 0xff01_0203
        #expect(try encode(canvas, PictureEncoding(.raw)) == [128, 64, 0, 128, 1, 2, 3, 255])
    }

    @Test(arguments: [true, false]) func webPWithoutLossIsExact(opaque: Bool) throws {
        let canvas = scene(70, 50, opaque: opaque)
        let file = try encode(canvas, PictureEncoding(.webp, isLossless: true))
        var (width, height): (Int32, Int32) = (0, 0)
        let decoded = try #require(WebPDecodeRGBA(file, file.count, &width, &height))
        defer { WebPFree(decoded) }
        #expect(width == 70 && height == 50)
        let expected = try straight(canvas)
        // The colour of what is clear is lost, as it is in every reader's eyes.
        let isSame = stride(from: 0, to: expected.count, by: 4).allSatisfy { place in
            decoded[place + 3] == expected[place + 3]
                && (expected[place + 3] == 0 || (0..<3).allSatisfy { decoded[place + $0] == expected[place + $0] })
        }
        #expect(isSame)
    }

    private func ramp(_ width: Int, _ height: Int) -> Canvas {
        let canvas = Canvas(width, height)
        for y in 0..<height {
            for x in 0..<width {
                canvas[x, y] = 0xff00_0000 | UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | 0x40
            }
        }
        return canvas
    }

    @Test func lossyWebPIsNearAndSmaller() throws {
        let canvas = ramp(64, 48)
        let fine = try encode(canvas, PictureEncoding(.webp, quality: 95))
        let coarse = try encode(canvas, PictureEncoding(.webp, quality: 5))
        #expect(coarse.count < fine.count)
        var (width, height): (Int32, Int32) = (0, 0)
        let decoded = try #require(WebPDecodeRGBA(fine, fine.count, &width, &height))
        defer { WebPFree(decoded) }
        let expected = try straight(canvas)
        let worst = expected.indices.map { abs(Int(decoded[$0]) - Int(expected[$0])) }.max() ?? 255
        #expect(worst < 24)
    }

    private func decodeJPEG(_ file: [UInt8], _ width: Int, _ height: Int) throws -> [UInt8] {
        let reader = tjInitDecompress()
        defer { tjDestroy(reader) }
        var (w, h, sampling, space): (Int32, Int32, Int32, Int32) = (0, 0, 0, 0)
        #expect(tjDecompressHeader3(reader, file, UInt(file.count), &w, &h, &sampling, &space) == 0)
        #expect(Int(w) == width && Int(h) == height)
        var pixels = [UInt8](repeating: 0, count: width * height * 4)
        #expect(
            tjDecompress2(
                reader, file, UInt(file.count), &pixels, w, w * 4, h, Int32(TJPF_RGBA.rawValue), 0) == 0)
        return pixels
    }

    @Test func jpegIsNearAndSmaller() throws {
        let canvas = ramp(64, 48)
        let fine = try encode(canvas, PictureEncoding(.jpeg, quality: 95))
        let coarse = try encode(canvas, PictureEncoding(.jpeg, quality: 5))
        #expect(coarse.count < fine.count)
        let decoded = try decodeJPEG(fine, 64, 48)
        let expected = try straight(canvas)
        let worst = expected.indices.map { abs(Int(decoded[$0]) - Int(expected[$0])) }.max() ?? 255
        #expect(worst < 24)
    }

    @Test func aJPEGHasTheBackgroundWhereThePictureIsClear() throws {
        let canvas = Canvas(16, 16)
        let blue = Color(red: 0, green: 0, blue: 1, alpha: 0)
        let decoded = try decodeJPEG(try encode(canvas, PictureEncoding(.jpeg, background: blue)), 16, 16)
        #expect(decoded[0] < 4 && decoded[1] < 4 && decoded[2] > 250)
    }

    /// The reader of the format's page, in the fewest words.
    private func decodeQOI(_ file: [UInt8]) -> (width: Int, height: Int, pixels: [UInt8]) {
        func number(_ at: Int) -> Int { file[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        let (width, height) = (number(4), number(8))
        var (seen, pixel) = ([[UInt8]](repeating: [0, 0, 0, 0], count: 64), [0, 0, 0, 255] as [UInt8])
        var (at, pixels) = (14, [UInt8]())
        while pixels.count < width * height * 4 {
            let tag = file[at]
            at += 1
            var run = 1
            switch tag {
            case 0xfe, 0xff:
                let count = tag == 0xfe ? 3 : 4
                pixel.replaceSubrange(0..<count, with: file[at..<at + count])
                at += count
            case 0..<0x40: pixel = seen[Int(tag)]
            case 0x40..<0x80:
                for (place, shift) in [(0, 4), (1, 2), (2, 0)] { pixel[place] &+= (tag >> shift & 3) &- 2 }
            case 0x80..<0xc0:
                let green = (tag & 63) &- 32
                pixel[0] &+= green &+ (file[at] >> 4) &- 8
                pixel[1] &+= green
                pixel[2] &+= green &+ (file[at] & 15) &- 8
                at += 1
            default: run = Int(tag & 63) + 1
            }
            let sum = Int(pixel[0]) * 3 + Int(pixel[1]) * 5 + Int(pixel[2]) * 7 + Int(pixel[3]) * 11
            seen[sum % 64] = pixel
            for _ in 0..<run { pixels += pixel }
        }
        #expect(Array(file[at...]) == [0, 0, 0, 0, 0, 0, 0, 1])
        return (width, height, pixels)
    }

    @Test(arguments: [true, false]) func qoiIsExact(opaque: Bool) throws {
        for (width, height) in [(1, 1), (200, 3), (70, 50)] {
            let canvas = scene(width, height, opaque: opaque)
            let file = try encode(canvas, PictureEncoding(.qoi))
            let found = decodeQOI(file)
            #expect(found.width == width && found.height == height && file[12] == (opaque ? 3 : 4))
            let isSame = found.pixels == (try straight(canvas))
            #expect(isSame, "\(width) x \(height)")
        }
    }

    @Test func whatAFormatCannotHoldIsRefused() throws {
        let wide = Canvas(16384, 1)
        #expect(throws: LaminaError.self) { try encode(wide, PictureEncoding(.webp)) }
        #expect(throws: LaminaError.self) { try encode(Canvas(0, 4), PictureEncoding(.qoi)) }
        #expect(try !encode(wide, PictureEncoding(.jpeg)).isEmpty)
    }

    private func decode(_ file: [UInt8], _ pool: BitmapPool = BitmapPool()) throws -> Bitmap {
        try file.withUnsafeBytes { try PictureFile.decode($0, pool: pool) }
    }

    @Test(arguments: [PictureFormat.png, .webp, .qoi]) func whatIsWrittenWithoutLossIsReadAgain(format: PictureFormat)
        throws
    {
        for opaque in [true, false] {
            let canvas = scene(70, 50, opaque: opaque)
            let file = try encode(canvas, PictureEncoding(format, isLossless: true))
            let info = try file.withUnsafeBytes { try PictureFile.info($0) }
            #expect(info.width == 70 && info.height == 50 && info.format == format && info.hasAlpha != opaque)
            let bitmap = try decode(file)
            let copy = Canvas(70, 50)
            bitmap.copy(to: copy.buffer)
            // Straight alpha in between costs a step of rounding, where it is low some.
            #expect(opaque ? copy.difference(canvas) == 0 : copy.difference(canvas) <= 1)
            #expect(bitmap.isOpaque == opaque)
        }
    }

    /// Found by fuzzing: a chunk names one colour of a picture without alpha as clear.
    @Test func aPNGWithAClearColorHasAlpha() throws {
        let digits =
            "89504e470d0a1a0a0000000d494844520000000900000007080200000055f9f0370000000674524e530000000000006e"
            + "a607910000003649444154789c6364606090c581581854191818b8b122b89c1826429653444368723a48280253ce9c81"
            + "c18981c19c81c11c53ce098e006b8207d96bec74ad0000000049454e44ae426082"
        let file = stride(from: 0, to: digits.count, by: 2).map { place in
            let start = digits.index(digits.startIndex, offsetBy: place)
            return UInt8(digits[start..<digits.index(start, offsetBy: 2)], radix: 16) ?? 0
        }
        let info = try file.withUnsafeBytes { try PictureFile.info($0) }
        #expect(info.hasAlpha)
        #expect(try !decode(file).isOpaque)
        // The chunk left out.
        let plain = Array(file[..<33] + file[51...])
        #expect(try !plain.withUnsafeBytes { try PictureFile.info($0) }.hasAlpha)
        #expect(try decode(plain).isOpaque)
    }

    /// Found by fuzzing: a file that says that it has no alpha may hold pixels with one.
    @Test func aQOIOfThreeChannelsIsOpaque() throws {
        var file = Array("qoif".utf8) + [0, 0, 0, 2, 0, 0, 0, 1, 3, 0]
        file += [0xff, 9, 8, 7, 0, 0xc0]  // a clear pixel, and once more
        file += [0, 0, 0, 0, 0, 0, 0, 1]
        let info = try file.withUnsafeBytes { try PictureFile.info($0) }
        #expect(!info.hasAlpha)
        let bitmap = try decode(file)
        let copy = Canvas(2, 1)
        bitmap.copy(to: copy.buffer)
        #expect(bitmap.isOpaque && copy[0, 0] == 0xff09_0807 && copy[1, 0] == 0xff09_0807)
    }

    /// As above: the header's word about alpha is a hint of one bit, which the pixels need not keep to.
    @Test func aWebPThatSaysItHasNoAlphaIsOpaque() throws {
        let canvas = Canvas(3, 2, fill: 0x8040_2010)
        var file = try encode(canvas, PictureEncoding(.webp, isLossless: true))
        try #require(Array(file[12..<16]) == Array("VP8L".utf8) && file[24] & 0x10 != 0)
        file[24] &= ~0x10
        #expect(try !file.withUnsafeBytes { try PictureFile.info($0) }.hasAlpha)
        let bitmap = try decode(file)
        let copy = Canvas(3, 2)
        bitmap.copy(to: copy.buffer)
        #expect(bitmap.isOpaque && copy[0, 0] == 0xff80_4020 && copy[2, 1] == 0xff80_4020)
    }

    @Test func jpegsAreRead() throws {
        let canvas = ramp(64, 48)
        let file = try encode(canvas, PictureEncoding(.jpeg, quality: 95))
        let info = try file.withUnsafeBytes { try PictureFile.info($0) }
        #expect(info.width == 64 && info.height == 48 && info.format == .jpeg && !info.hasAlpha)
        let bitmap = try decode(file)
        let copy = Canvas(64, 48)
        bitmap.copy(to: copy.buffer)
        #expect(bitmap.isOpaque && copy.difference(canvas) < 24)
    }

    @Test(arguments: [PictureFormat.png, .jpeg, .webp, .qoi]) func damagedFilesAreErrors(format: PictureFormat) throws {
        let file = try encode(scene(70, 50, opaque: false), PictureEncoding(format))
        let pool = BitmapPool()
        for count in [0, 1, 3, 12, 20, 30, 40] {
            #expect(throws: LaminaError.self) { try decode(Array(file.prefix(count)), pool) }
        }
        var random: UInt64 = 1
        for _ in 0..<300 {
            var damaged = file
            for _ in 0..<3 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                damaged[Int(random >> 33) % damaged.count] ^= UInt8(truncatingIfNeeded: random >> 20)
            }
            if let bitmap = try? decode(damaged, pool) { #expect(bitmap.width > 0) }
        }
        #expect(throws: LaminaError.self) { try decode([0x47, 0x49, 0x46] + file, pool) }
    }
}
