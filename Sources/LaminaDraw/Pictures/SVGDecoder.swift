internal import CCodecs
internal import LaminaGeometry
internal import LaminaText

/// SVG to pixels, by librsvg, in any size. Nothing outside of the file is read: it has no address that others could be
/// relative to.
@safe final class SVGReader {
    private let rsvg: lamina_rsvg
    private let handle: OpaquePointer
    private let hasText: Bool

    /// Whether the bytes begin as an SVG: an element of that name comes early.
    static func recognizes(_ bytes: PictureBytes) -> Bool {
        var at = bytes.begins([0xef, 0xbb, 0xbf]) ? 3 : 0
        while [0x20, 0x09, 0x0a, 0x0d].contains(bytes[at]) && at < 256 { at += 1 }
        if bytes[at] != UInt8(ascii: "<") { return false }
        return (at..<min(bytes.count, at + 4096)).contains { bytes.says("<svg", at: $0) || bytes.says(":svg", at: $0) }
    }

    /// Fails with `unsupported` without librsvg, and with `io` for what it does not take.
    init(_ bytes: PictureBytes) throws(LaminaError) {
        rsvg = try RSVGLibrary.find().functions
        hasText = (0..<bytes.count).contains { bytes.says("text", at: $0) }
        var failure: UnsafeMutablePointer<lamina_rsvg_error>?
        let start = unsafe bytes.raw.baseAddress?.assumingMemoryBound(to: UInt8.self)
        guard let handle = unsafe rsvg.new_from_data(start, bytes.count, &failure) else {
            throw unsafe Self.error(failure, rsvg)
        }
        unsafe self.handle = handle
        // That of CSS, in which an inch has 96 pixels.
        unsafe rsvg.set_dpi(handle, 96)
    }

    deinit { unsafe rsvg.object_unref(UnsafeMutableRawPointer(handle)) }

    private static func error(
        _ failure: UnsafeMutablePointer<lamina_rsvg_error>?, _ rsvg: lamina_rsvg
    ) -> LaminaError {
        guard let failure = unsafe failure else { return LaminaError(.io, "the SVG is damaged") }
        defer { unsafe rsvg.error_free(failure) }
        let reason = unsafe failure.pointee.message.map { unsafe String(cString: $0) } ?? "no reason given"
        return LaminaError(.io, "the SVG cannot be drawn: \(reason)")
    }

    /// Its own size in pixels: width and height where it says them, else those of its view box, else 300 x 150 as in
    /// browsers.
    var size: (width: Int, height: Int) {
        var (width, height) = (0.0, 0.0)
        if unsafe rsvg.get_intrinsic_size_in_pixels(handle, &width, &height) == 0 || width <= 0 || height <= 0 {
            var (hasWidth, hasHeight, hasBox) = (Int32(0), Int32(0), Int32(0))
            var (across, down) = (lamina_rsvg_length(), lamina_rsvg_length())
            var box = lamina_rsvg_rectangle()
            unsafe rsvg.get_intrinsic_dimensions(handle, &hasWidth, &across, &hasHeight, &down, &hasBox, &box)
            let isBox = hasBox != 0 && box.width > 0 && box.height > 0
            (width, height) = isBox ? (box.width, box.height) : (300, 150)
        }
        func side(_ length: Double) -> Int { length.isFinite ? max(1, Int(min(length.rounded(.up), 1e6))) : 0 }
        return (side(width), side(height))
    }

    /// The picture in this size.
    func draw(
        size: (width: Int, height: Int), pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        try watch.check()
        let bitmap = try pool.take(width: size.width, height: size.height, cleared: true)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            // It looks for fonts, as all that draws text.
            hasText ? try withFontLock { () throws(LaminaError) in try draw(pixels) } : try draw(pixels)
        }
        try watch.check()
        bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
        return bitmap
    }

    private func draw(_ pixels: PixelBuffer) throws(LaminaError) {
        var place = lamina_rsvg_rectangle(
            x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height))
        var failure: LaminaError?
        try unsafe withCairo(on: pixels, rect: pixels.bounds, scale: 1, clip: pixels.bounds) { cairo in
            var reported: UnsafeMutablePointer<lamina_rsvg_error>?
            if unsafe rsvg.render_document(handle, UnsafeMutableRawPointer(cairo), &place, &reported) == 0 {
                failure = unsafe Self.error(reported, rsvg)
            }
        }
        if let failure { throw failure }
    }
}
