public import CLamina
import LaminaDraw
import LaminaGeometry
import LaminaNode

// Pictures as the bytes of files.

@implementation @_cdecl("lamina_bitmap_write")
public func lamina_bitmap_write(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ options: UnsafePointer<lamina_encode_options>?,
    _ write: lamina_bitmap_write_fn?, _ user_data: UnsafeMutableRawPointer?
) -> lamina_status {
    status { () throws(LaminaError) in
        let write = try hostCall(write, HostData(user_data, destroy: nil), "write")
        let encoding = try pictureEncoding(options)
        try withPicture(bitmap, "bitmap") { (pixels) throws(LaminaError) in
            try PictureFile.encode(pixels, encoding, write)
        }
    }
}

@implementation @_cdecl("lamina_bitmap_write_file")
public func lamina_bitmap_write_file(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ options: UnsafePointer<lamina_encode_options>?,
    _ path: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let encoding = try pictureEncoding(options)
        let path = try LaminaABI.path(path, length)
        try withPicture(bitmap, "bitmap") { (pixels) throws(LaminaError) in
            try PictureFile.write(pixels, encoding, to: path)
        }
    }
}

/// How a picture is to be written; NULL is a PNG.
@safe func pictureEncoding(
    _ options: UnsafePointer<lamina_encode_options>?, _ argument: StaticString = "options",
    format: StaticString = "options->format", background: StaticString = "options->background"
) throws(LaminaError) -> PictureEncoding {
    let defaults = lamina_encode_options(
        struct_size: MemoryLayout<lamina_encode_options>.size, format: .LAMINA_IMAGE_FORMAT_PNG, quality: 85,
        lossless: false, background: lamina_color(red: 1, green: 1, blue: 1, alpha: 1))
    let given = try readStruct(options, over: defaults, argument)
    guard let kind = PictureFormat(rawValue: Int32(bitPattern: given.format.rawValue)) else {
        throw Check.unknown(given.format, format)
    }
    guard 1...100 ~= given.quality else {
        throw LaminaError(.invalidArgument, "\(argument)->quality is \(given.quality); 1 to 100 is needed")
    }
    return PictureEncoding(
        kind, quality: given.quality, isLossless: given.lossless,
        background: try Check.color(given.background, background))
}

/// The host's pixels to be read, with their transparency or without.
@safe func withPicture(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString,
    _ body: (PixelBuffer) throws(LaminaError) -> Void
) throws(LaminaError) {
    let target = try pixelTarget(bitmap, argument)
    if target.format == .argb32, let buffer = target.buffer { return try body(buffer) }
    // The highest byte is not looked at, but the writers would.
    try BitmapPool().copy(target).withPixels(body)
}

@implementation @_cdecl("lamina_bitmap_get_info")
public func lamina_bitmap_get_info(
    _ data: UnsafePointer<CChar>?, _ length: Int, _ info: UnsafeMutablePointer<lamina_bitmap_info>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try PictureFile.info(try pictureBytes(data, length))
        let filled = lamina_bitmap_info(
            struct_size: MemoryLayout<lamina_bitmap_info>.size, format: lamina_image_format(found.format),
            width: Int32(found.width), height: Int32(found.height), has_alpha: found.hasAlpha)
        try writeStruct(filled, to: info, "info")
    }
}

@implementation @_cdecl("lamina_bitmap_read")
public func lamina_bitmap_read(
    _ target: UnsafePointer<lamina_bitmap>?, _ data: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let pixels = try pixelBuffer(target, "target")
        let bytes = try pictureBytes(data, length)
        let info = try PictureFile.info(bytes)
        guard info.width == pixels.width, info.height == pixels.height else {
            throw LaminaError(
                .invalidArgument,
                "target is \(pixels.width) x \(pixels.height) pixels; the picture has \(info.width) x \(info.height)")
        }
        try PictureFile.decode(bytes, pool: BitmapPool()).copy(to: pixels)
    }
}

extension lamina_image_format {
    fileprivate init(_ format: PictureFormat) {
        self =
            switch format {
            case .png: .LAMINA_IMAGE_FORMAT_PNG
            case .jpeg: .LAMINA_IMAGE_FORMAT_JPEG
            case .webp: .LAMINA_IMAGE_FORMAT_WEBP
            case .qoi: .LAMINA_IMAGE_FORMAT_QOI
            case .raw: .LAMINA_IMAGE_FORMAT_RAW
            case .gif: .LAMINA_IMAGE_FORMAT_GIF
            case .svg: .LAMINA_IMAGE_FORMAT_SVG
            case .avif: .LAMINA_IMAGE_FORMAT_AVIF
            case .heif: .LAMINA_IMAGE_FORMAT_HEIF
            case .jxl: .LAMINA_IMAGE_FORMAT_JXL
            case .lottie: .LAMINA_IMAGE_FORMAT_LOTTIE
            }
    }
}
