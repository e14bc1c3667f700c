import CLamina
import Glibc
import LaminaABI
import Testing

/// Pictures to bytes and files.
@Suite struct PictureABITests {
    private final class Sink {
        var bytes: [UInt8] = []
        var answer = lamina_status.LAMINA_OK
        var calls = 0
    }

    private func options(_ format: lamina_image_format) -> lamina_encode_options {
        lamina_encode_options(
            struct_size: MemoryLayout<lamina_encode_options>.size, format: format, quality: 80, lossless: false,
            background: lamina_color(red: 1, green: 1, blue: 1, alpha: 1))
    }

    private func withPicture(
        format: lamina_pixel_format = .LAMINA_PIXEL_FORMAT_ARGB32, _ body: (UnsafePointer<lamina_bitmap>) throws -> Void
    ) rethrows {
        // The highest byte is 0: clear, or not looked at.
        var pixels = [UInt32](repeating: 0x0000_00FF, count: 12)
        if format == .LAMINA_PIXEL_FORMAT_ARGB32 { pixels = .init(repeating: 0x8000_0080, count: 12) }
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap(
                struct_size: MemoryLayout<lamina_bitmap>.size, data: bytes.baseAddress, width: 4, height: 3, stride: 16,
                reserved: 0, format: format)
            try body(&bitmap)
        }
    }

    private func write(
        _ bitmap: UnsafePointer<lamina_bitmap>?, _ options: UnsafePointer<lamina_encode_options>?, _ sink: Sink
    ) -> lamina_status {
        lamina_bitmap_write(
            bitmap, options,
            { bytes, size, data in
                let sink = Unmanaged<Sink>.fromOpaque(data!).takeUnretainedValue()
                sink.calls += 1
                sink.bytes = Array(UnsafeRawBufferPointer(start: bytes, count: size))
                return sink.answer
            }, Unmanaged.passUnretained(sink).toOpaque())
    }

    @Test func eachFormatBeginsAsItShould() throws {
        let starts: [(lamina_image_format, [UInt8])] = [
            (.LAMINA_IMAGE_FORMAT_PNG, [0x89, 0x50, 0x4E, 0x47]), (.LAMINA_IMAGE_FORMAT_JPEG, [0xFF, 0xD8, 0xFF]),
            (.LAMINA_IMAGE_FORMAT_WEBP, Array("RIFF".utf8)), (.LAMINA_IMAGE_FORMAT_QOI, Array("qoif".utf8)),
            (.LAMINA_IMAGE_FORMAT_RAW, [0, 0, 255, 128]),
        ]
        for (format, start) in starts {
            let sink = Sink()
            var given = options(format)
            try withPicture { try ok(write($0, &given, sink)) }
            #expect(sink.calls == 1 && Array(sink.bytes.prefix(start.count)) == start)
        }
        let sink = Sink()
        try withPicture { try ok(write($0, nil, sink)) }
        #expect(sink.bytes[1] == 0x50, "PNG when nothing is said")
    }

    @Test func picturesWithoutTransparencyAreOpaque() throws {
        let sink = Sink()
        var given = options(.LAMINA_IMAGE_FORMAT_RAW)
        try withPicture(format: .LAMINA_PIXEL_FORMAT_RGB24) { try ok(write($0, &given, sink)) }
        #expect(Array(sink.bytes.prefix(4)) == [0, 0, 255, 255])
        withPicture(format: .LAMINA_PIXEL_FORMAT_RGB565) {
            #expect(write($0, &given, sink) == .LAMINA_ERROR_INVALID_ARGUMENT)
        }
    }

    @Test func whatIsWrongIsNamed() throws {
        let sink = Sink()
        var given = options(.LAMINA_IMAGE_FORMAT_JPEG)
        for quality: Int32 in [0, 101, -1, .max] {
            given.quality = quality
            withPicture { #expect(write($0, &given, sink) == .LAMINA_ERROR_INVALID_ARGUMENT) }
            #expect(lastError().contains("options->quality is \(quality)"))
        }
        given = options(unsafeBitCast(UInt32(99), to: lamina_image_format.self))
        withPicture { #expect(write($0, &given, sink) == .LAMINA_ERROR_INVALID_ARGUMENT) }
        #expect(write(nil, nil, sink) == .LAMINA_ERROR_INVALID_ARGUMENT)
        withPicture { #expect(lamina_bitmap_write($0, nil, nil, nil) == .LAMINA_ERROR_INVALID_ARGUMENT) }
        #expect(sink.calls == 0)
        sink.answer = .LAMINA_ERROR_CANCELLED
        withPicture { #expect(write($0, nil, sink) == .LAMINA_ERROR_CANCELLED) }
        #expect(sink.calls == 1)
    }

    @Test func filesHoldTheSameBytes() throws {
        let path = "/tmp/lamina-test-\(getpid()).webp"
        defer { unlink(path) }
        let sink = Sink()
        var given = options(.LAMINA_IMAGE_FORMAT_WEBP)
        given.lossless = true
        try withPicture {
            try ok(write($0, &given, sink))
            try ok(lamina_bitmap_write_file($0, &given, path, -1))
            #expect(lamina_bitmap_write_file($0, &given, "/nowhere/x.webp", -1) == .LAMINA_ERROR_IO)
            #expect(lamina_bitmap_write_file($0, &given, "", 0) == .LAMINA_ERROR_INVALID_ARGUMENT)
        }
        let file = try #require(fopen(path, "rb"))
        defer { fclose(file) }
        var found = [UInt8](repeating: 0, count: sink.bytes.count + 1)
        let count = fread(&found, 1, found.count, file)
        #expect(Array(found.prefix(count)) == sink.bytes)
    }

    @Test func picturesAreReadAgain() throws {
        let sink = Sink()
        var given = options(.LAMINA_IMAGE_FORMAT_QOI)
        try withPicture { try ok(write($0, &given, sink)) }
        var info = lamina_bitmap_info()
        info.struct_size = MemoryLayout<lamina_bitmap_info>.size
        var pixels = [UInt32](repeating: 7, count: 12)
        try sink.bytes.withUnsafeBytes { bytes in
            let data = bytes.baseAddress!.assumingMemoryBound(to: CChar.self)
            try ok(lamina_bitmap_get_info(data, bytes.count, &info))
            #expect(info.width == 4 && info.height == 3 && info.format == .LAMINA_IMAGE_FORMAT_QOI && info.has_alpha)
            try pixels.withUnsafeMutableBytes { memory in
                var bitmap = lamina_bitmap(
                    struct_size: MemoryLayout<lamina_bitmap>.size, data: memory.baseAddress, width: 4, height: 3,
                    stride: 16, reserved: 0, format: .LAMINA_PIXEL_FORMAT_ARGB32)
                try ok(lamina_bitmap_read(&bitmap, data, bytes.count))
                bitmap.height = 2
                #expect(lamina_bitmap_read(&bitmap, data, bytes.count) == .LAMINA_ERROR_INVALID_ARGUMENT)
                #expect(lastError().contains("4 x 2"))
                bitmap.height = 3
                #expect(lamina_bitmap_read(&bitmap, data, 23) == .LAMINA_ERROR_IO)
                #expect(lamina_bitmap_read(&bitmap, nil, 4) == .LAMINA_ERROR_INVALID_ARGUMENT)
            }
            #expect(lamina_bitmap_get_info(data + 1, bytes.count - 1, &info) == .LAMINA_ERROR_IO)
            #expect(lamina_bitmap_get_info(data, -2, &info) == .LAMINA_ERROR_INVALID_ARGUMENT)
        }
        #expect(pixels == .init(repeating: 0x8000_0080, count: 12))
    }
}
