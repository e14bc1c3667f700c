internal import CCodecs
internal import LaminaGeometry

/// HEIF and AVIF to pixels, by libheif. It turns and cuts them as the file says.
@safe final class HEIFReader {
    private let heif: lamina_heif
    private let format: PictureFormat
    private let context: OpaquePointer
    private let handle: OpaquePointer

    /// Reads the boxes of a file, which has to stay. Fails with `unsupported` without libheif, and with `io`.
    init(_ bytes: PictureBytes, _ format: PictureFormat) throws(LaminaError) {
        heif = try HEIFLibrary.find().functions
        self.format = format
        guard let context = heif.context_alloc() else { throw LaminaError.noCodecMemory(format) }
        unsafe self.context = context
        // Workers are ours.
        unsafe heif.context_set_max_decoding_threads(context, 0)
        var found: OpaquePointer?
        var failure = unsafe heif.context_read_from_memory_without_copy(
            context, bytes.raw.baseAddress, bytes.count, nil)
        if unsafe failure.code == 0 { unsafe failure = heif.context_get_primary_image_handle(context, &found) }
        guard unsafe failure.code == 0, let handle = unsafe found else {
            // The message goes with the context.
            let error = unsafe Self.error(failure, format)
            unsafe heif.context_free(context)
            throw error
        }
        unsafe self.handle = handle
    }

    deinit {
        unsafe heif.image_handle_release(handle)
        unsafe heif.context_free(context)
    }

    /// Upright.
    var width: Int { unsafe Int(heif.image_handle_get_width(handle)) }
    var height: Int { unsafe Int(heif.image_handle_get_height(handle)) }
    var hasAlpha: Bool { unsafe heif.image_handle_has_alpha_channel(handle) != 0 }

    private static func error(_ failure: lamina_heif_error, _ format: PictureFormat) -> LaminaError {
        if unsafe failure.code == LAMINA_HEIF_NO_MEMORY { return .noCodecMemory(format) }
        let reason = unsafe failure.message.map { unsafe String(cString: $0) } ?? "no reason given"
        let isUnknown =
            [LAMINA_HEIF_UNSUPPORTED_FILE, LAMINA_HEIF_UNSUPPORTED_FEATURE].contains {
                unsafe Int32($0) == failure.code
            }
        return LaminaError(
            isUnknown ? .unsupported : .io, "the \(format.name) picture cannot be decoded: \(reason)")
    }

    /// All pixels, shrunk to this size. Fails with `unsupported` without a decoder for what is in the file.
    func decode(
        size: (width: Int, height: Int), pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        let (kind, plugin) =
            format == .avif ? (LAMINA_HEIF_AV1, "libheif-plugin-dav1d") : (LAMINA_HEIF_HEVC, "libheif-plugin-libde265")
        if heif.have_decoder_for_format(Int32(kind)) == 0 {
            throw LaminaError(
                .unsupported,
                "libheif has no decoder for \(format.name) pictures: on Debian 13 it is the package \(plugin)")
        }
        try watch.check()
        var made: OpaquePointer?
        let failure = unsafe heif.decode_image(
            handle, &made, Int32(LAMINA_HEIF_RGB), Int32(LAMINA_HEIF_INTERLEAVED_RGBA), nil)
        guard unsafe failure.code == 0, let image = unsafe made else { throw unsafe Self.error(failure, format) }
        defer { unsafe heif.image_release(image) }
        try watch.check()
        let channel = Int32(LAMINA_HEIF_INTERLEAVED)
        var stride: Int32 = 0
        let start = unsafe heif.image_get_plane_readonly(image, channel, &stride)
        let isAsSaid =
            unsafe heif.image_get_width(image, channel) == width && heif.image_get_height(image, channel) == height
        guard isAsSaid, let start = unsafe start else {
            throw LaminaError(.io, "the \(format.name) picture is damaged: it is not as large as it says")
        }
        let isPremultiplied = unsafe heif.image_handle_is_premultiplied_alpha(handle) != 0
        let rows = try PictureRows(
            width: width, height: height, size: size,
            words: !hasAlpha ? .opaque : isPremultiplied ? .premultipliedBytes : .straight, pool: pool, watch: watch)
        for row in 0..<height {
            unsafe UnsafeMutableRawPointer(rows.room).copyMemory(
                from: start + row * Int(stride), byteCount: width * 4)
            try rows.endRow()
        }
        return rows.finish()
    }
}

extension LaminaError {
    static func noCodecMemory(_ format: PictureFormat) -> LaminaError {
        LaminaError(.outOfMemory, "no memory for the decoder of a picture in the format \(format.name)")
    }
}
