import CCairo
import Glibc
import LaminaDraw
import LaminaGeometry

/// A buffer of the test's own, with what a test asks of it. `padding` bytes stand at the end of each row and must stay
/// as they are.
final class Canvas {
    let width: Int
    let height: Int
    let stride: Int
    private let memory: UnsafeMutableRawPointer
    private static let guardByte: UInt8 = 0xa5

    init(_ width: Int, _ height: Int, padding: Int = 0, fill: UInt32 = 0) {
        self.width = width
        self.height = height
        stride = width * 4 + padding
        memory = .allocate(byteCount: max(4, stride * height), alignment: 16)
        memory.initializeMemory(as: UInt8.self, repeating: Self.guardByte, count: stride * height)
        for y in 0..<height {
            (memory + y * stride).initializeMemory(as: UInt32.self, repeating: fill, count: width)
        }
    }

    deinit { memory.deallocate() }

    var buffer: PixelBuffer {
        try! PixelBuffer(baseAddress: memory, width: width, height: height, stride: stride)
    }

    var bounds: PixelRect { PixelRect(x: 0, y: 0, width: width, height: height) }

    subscript(x: Int, y: Int) -> UInt32 {
        get { (memory + y * stride).load(fromByteOffset: x * 4, as: UInt32.self) }
        set { (memory + y * stride).storeBytes(of: newValue, toByteOffset: x * 4, as: UInt32.self) }
    }

    var words: [UInt32] {
        var result: [UInt32] = []
        for y in 0..<height { for x in 0..<width { result.append(self[x, y]) } }
        return result
    }

    /// Whether nothing was written behind the rows.
    var paddingIsIntact: Bool {
        for y in 0..<height {
            for x in width * 4..<max(stride, width * 4)
            where (memory + y * stride).load(fromByteOffset: x, as: UInt8.self) != Self.guardByte {
                return false
            }
        }
        return true
    }

    /// Draws the reference with cairo itself.
    func cairo(_ body: (OpaquePointer) -> Void) {
        let surface = cairo_image_surface_create_for_data(
            memory.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height), Int32(stride))
        let context = cairo_create(surface)!
        body(context)
        precondition(cairo_status(context) == CAIRO_STATUS_SUCCESS)
        cairo_destroy(context)
        cairo_surface_flush(surface)
        cairo_surface_destroy(surface)
    }

    /// The largest difference of any component of any pixel.
    func difference(_ other: Canvas) -> Int {
        if stride == width * 4 && stride == other.stride && height == other.height
            && memcmp(memory, other.memory, stride * height) == 0
        {
            return 0
        }
        var worst = 0
        for (a, b) in zip(words, other.words) where a != b {
            for shift: UInt32 in [0, 8, 16, 24] {
                worst = max(worst, abs(Int(a >> shift & 255) - Int(b >> shift & 255)))
            }
        }
        return worst
    }

    /// Noise that is valid premultiplied, the same in every run.
    func scramble(seed: UInt32 = 1, opaque: Bool = false) {
        var state = seed
        func next() -> UInt32 {
            state = state &* 1_664_525 &+ 1_013_904_223
            return state >> 24
        }
        for y in 0..<height {
            for x in 0..<width {
                let alpha = opaque ? 255 : next()
                self[x, y] =
                    alpha << 24 | next() * alpha / 255 << 16 | next() * alpha / 255 << 8 | next() * alpha / 255
            }
        }
    }
}

extension PixelRect {
    init(_ x: Int, _ y: Int, _ width: Int, _ height: Int) { self.init(x: x, y: y, width: width, height: height) }
}

extension Color {
    /// From 0xAARRGGBB, straight.
    init(_ word: UInt32) {
        func part(_ shift: UInt32) -> Float { Float(word >> shift & 255) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0), alpha: part(24))
    }
}

func setSource(_ context: OpaquePointer, _ color: Color) {
    cairo_set_source_rgba(context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
}

/// As the C programs do it.
func roundedPath(_ context: OpaquePointer, _ rect: PixelRect, _ radius: Double) {
    let (x, y, w, h) = (Double(rect.x), Double(rect.y), Double(rect.width), Double(rect.height))
    cairo_new_sub_path(context)
    cairo_arc(context, x + w - radius, y + radius, radius, -Double.pi / 2, 0)
    cairo_arc(context, x + w - radius, y + h - radius, radius, 0, Double.pi / 2)
    cairo_arc(context, x + radius, y + h - radius, radius, Double.pi / 2, Double.pi)
    cairo_arc(context, x + radius, y + radius, radius, Double.pi, 1.5 * Double.pi)
    cairo_close_path(context)
}
