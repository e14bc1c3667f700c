import CCairo
import Glibc
import LaminaDraw
import LaminaGeometry
import Testing

struct PNGTests {
    /// What cairo reads out of a PNG, as premultiplied words, and whether the file has alpha.
    private func decodeWithCairo(_ bytes: [UInt8]) -> (words: [UInt32], width: Int, height: Int, alpha: Bool)? {
        final class Source {
            var rest: ArraySlice<UInt8>
            init(_ bytes: [UInt8]) { rest = bytes[...] }
        }
        let source = Source(bytes)
        let surface = cairo_image_surface_create_from_png_stream(
            { closure, data, length in
                let source = Unmanaged<Source>.fromOpaque(closure!).takeUnretainedValue()
                if source.rest.count < Int(length) { return CAIRO_STATUS_READ_ERROR }
                for index in 0..<Int(length) { data![index] = source.rest.removeFirst() }
                return CAIRO_STATUS_SUCCESS
            }, Unmanaged.passUnretained(source).toOpaque())
        defer { cairo_surface_destroy(surface) }
        if cairo_surface_status(surface) != CAIRO_STATUS_SUCCESS { return nil }
        let width = Int(cairo_image_surface_get_width(surface))
        let height = Int(cairo_image_surface_get_height(surface))
        let stride = Int(cairo_image_surface_get_stride(surface))
        let data = UnsafeRawPointer(cairo_image_surface_get_data(surface)!)
        var words: [UInt32] = []
        for y in 0..<height {
            for x in 0..<width { words.append(data.load(fromByteOffset: y * stride + x * 4, as: UInt32.self)) }
        }
        return (words, width, height, cairo_image_surface_get_format(surface) == CAIRO_FORMAT_ARGB32)
    }

    @Test(arguments: [(1, 1, 0), (3, 5, 4), (17, 9, 20), (64, 64, 0), (301, 77, 8)])
    func decodesToTheSamePixels(_ width: Int, _ height: Int, _ padding: Int) throws {
        for opaque in [true, false] {
            let canvas = Canvas(width, height, padding: padding)
            canvas.scramble(seed: UInt32(width), opaque: opaque)
            if !opaque { canvas[0, 0] = 0 }
            let picture = try #require(decodeWithCairo(try PNG.encode(canvas.buffer)))
            #expect(picture.width == width && picture.height == height && picture.alpha == !opaque)
            // Straight alpha rounds once there and once back; with few levels of alpha cairo itself does no better.
            let theirs = Canvas(width, height)
            for y in 0..<height { for x in 0..<width { theirs[x, y] = picture.words[y * width + x] } }
            #expect(canvas.difference(theirs) == 0)
        }
    }

    @Test func failuresAreReported() throws {
        let canvas = Canvas(4, 4)
        for path in ["/nonexistent/a.png", "/tmp", "", "a\0b"] {
            #expect(throws: LaminaError.self) { try PNG.write(canvas.buffer, to: path) }
        }
        do {
            try PNG.write(canvas.buffer, to: "/nonexistent/a.png")
        } catch {
            #expect(error.code == .io)
            #expect(error.message == "the file '/nonexistent/a.png' cannot be written: No such file or directory")
        }
        #expect(throws: LaminaError.self) { try PNG.write(canvas.buffer, to: "/dev/full") }
        try PNG.write(canvas.buffer, to: "/dev/null")
        let empty = Canvas(0, 4)
        #expect(throws: LaminaError.self) { try PNG.encode(empty.buffer) }
        withExtendedLifetime((canvas, empty)) {}
    }

    @Test func aFileIsReplacedAndNothingIsLeftBehind() throws {
        var template = Array("/tmp/lamina-png-XXXXXX".utf8CString)
        let directory = String(cString: mkdtemp(&template))
        defer { rmdir(directory) }
        let canvas = Canvas(30, 20)
        canvas.scramble()
        let path = directory + "/picture.png"
        for _ in 0..<2 {
            try PNG.write(canvas.buffer, to: path)
            let names = try #require(opendir(directory))
            defer { closedir(names) }
            var count = 0
            while readdir(names) != nil { count += 1 }
            #expect(count == 3)  // the file, "." and ".."
        }
        unlink(path)
    }
}
