internal import CCairo
internal import LaminaGeometry

/// PNG to pixels, by cairo.
enum PNGDecoder {
    @safe static func decode(_ bytes: UnsafeRawBufferPointer, pool: BitmapPool) throws(LaminaError) -> Bitmap {
        try unsafe checkHeader(bytes)
        var source = unsafe Source(rest: bytes)
        let surface = unsafe withUnsafeMutablePointer(to: &source) { source in
            unsafe cairo_image_surface_create_from_png_stream(
                { source, target, count in
                    guard let source = unsafe source?.assumingMemoryBound(to: Source.self) else {
                        return CAIRO_STATUS_READ_ERROR
                    }
                    return unsafe source.pointee.read(Int(count), into: target)
                }, source)
        }
        defer { unsafe cairo_surface_destroy(surface) }
        let status = unsafe cairo_surface_status(surface)
        if source.endsEarly { throw unsafe PictureFile.incomplete("PNG", bytes) }
        if status == CAIRO_STATUS_NO_MEMORY {
            // So cairo 1.16 says what libpng complains of, too. Where there is memory for the picture now, it was that.
            let (width, height) = unsafe size(bytes)
            _ = try pool.take(width: width, height: height, cleared: false)
            throw LaminaError(.io, "the PNG is damaged: it cannot be decoded")
        }
        if status != CAIRO_STATUS_SUCCESS {
            throw LaminaError(.io, "the PNG cannot be decoded: \(cairoMessage(status))")
        }
        return try unsafe copy(surface, pool: pool)
    }

    /// Whether a chunk before the pixels says what is clear: colours of the palette, or one of all colours.
    static func hasClearColor(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var at = 8
        while at + 8 <= bytes.count {
            let length = unsafe Int(bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self).bigEndian)
            let type = unsafe bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt32.self).bigEndian
            if type == 0x7452_4e53 { return true }  // tRNS
            if type == 0x4944_4154 { return false }  // IDAT
            at += length + 12
        }
        return false
    }

    private static func copy(_ surface: OpaquePointer?, pool: BitmapPool) throws(LaminaError) -> Bitmap {
        let format = unsafe cairo_image_surface_get_format(surface)
        guard format == CAIRO_FORMAT_ARGB32 || format == CAIRO_FORMAT_RGB24,
            let pixels = unsafe cairo_image_surface_get_data(surface)
        else { throw LaminaError(.unsupported, "the PNG's pixel format is not supported") }
        let picture = try unsafe PixelBuffer(
            baseAddress: pixels, width: Int(cairo_image_surface_get_width(surface)),
            height: Int(cairo_image_surface_get_height(surface)),
            stride: Int(cairo_image_surface_get_stride(surface)))
        if format == CAIRO_FORMAT_RGB24 {
            // The upper byte has no meaning in this format.
            for row in 0..<picture.height {
                let line = unsafe picture.words + row * picture.wordStride
                for column in 0..<picture.width { unsafe line[column] |= 0xff00_0000 }
            }
        }
        return try pool.copy(picture)
    }

    /// Refuses what is not a PNG and, before anything is allocated for it, what is too large.
    private static func checkHeader(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) {
        let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
        guard unsafe bytes.prefix(8).elementsEqual(signature) else {
            throw LaminaError(.io, "these bytes are not a PNG")
        }
        if bytes.count < 33 { throw unsafe PictureFile.incomplete("PNG", bytes) }
        try unsafe checkFirstChunk(bytes)
        let (width, height) = unsafe size(bytes)
        let side = PixelBuffer.maximumSide
        guard width <= side, height <= side, width * height <= BitmapPool.maximumBitmapBytes / 4 else {
            throw LaminaError(
                .outOfRange, "the PNG has \(width) x \(height) pixels; the limits are \(side) a side and 1 GiB decoded"
            )
        }
    }

    /// What the header says.
    private static func size(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int) {
        unsafe (
            Int(bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self).bigEndian),
            Int(bytes.loadUnaligned(fromByteOffset: 20, as: UInt32.self).bigEndian)
        )
    }

    /// Refuses what has something else where a PNG has its header. Xcode makes such files for iPhones, which only
    /// Apple's libraries read.
    static func checkFirstChunk(_ bytes: UnsafeRawBufferPointer) throws(LaminaError) {
        let type = unsafe String(decoding: bytes[12..<16], as: UTF8.self)
        if type == "IHDR" { return }
        if type == "CgBI" {
            throw LaminaError(
                .unsupported,
                "the PNG is in Apple's CgBI format for iPhones, which is not supported; pngcrush converts it")
        }
        throw LaminaError(.io, "the PNG is damaged: it does not begin with a header")
    }

    /// What cairo has not read yet.
    @safe private struct Source {
        var rest: UnsafeRawBufferPointer
        var endsEarly = false

        mutating func read(_ count: Int, into target: UnsafeMutablePointer<UInt8>?) -> cairo_status_t {
            unsafe endsEarly = endsEarly || count > rest.count
            guard let target = unsafe target, !endsEarly else { return CAIRO_STATUS_READ_ERROR }
            unsafe UnsafeMutableRawBufferPointer(start: target, count: count).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
            return CAIRO_STATUS_SUCCESS
        }
    }
}
