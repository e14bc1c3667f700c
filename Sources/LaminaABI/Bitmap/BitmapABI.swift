public import CLamina
import LaminaDraw
import LaminaGeometry

// Pictures as the bytes of files.

@implementation @_cdecl("lamina_bitmap_write")
public func lamina_bitmap_write(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ options: UnsafePointer<lamina_encode_options>?,
    _ write: lamina_write_fn?, _ user_data: UnsafeMutableRawPointer?
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let write = unsafe write else {
            throw LaminaError(.invalidArgument, "write is NULL; a function is needed")
        }
        let encoding = try unsafe pictureEncoding(options)
        func hand(over bytes: UnsafeRawBufferPointer) throws(LaminaError) {
            // The bytes of a file are at least one.
            guard let start = bytes.baseAddress else { return }
            let returned = unsafe Int32(bitPattern: write(start, bytes.count, user_data).rawValue)
            if returned != 0 {
                throw LaminaError(status: returned, of: "write")
            }
        }
        try unsafe withPicture(bitmap, "bitmap") { (pixels) throws(LaminaError) in
            try unsafe PictureFile.encode(pixels, encoding, hand)
        }
    }
}

@implementation @_cdecl("lamina_bitmap_write_file")
public func lamina_bitmap_write_file(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ options: UnsafePointer<lamina_encode_options>?,
    _ path: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let encoding = try unsafe pictureEncoding(options)
        let path = try unsafe LaminaABI.path(path, length)
        try unsafe withPicture(bitmap, "bitmap") { (pixels) throws(LaminaError) in
            try PictureFile.write(pixels, encoding, to: path)
        }
    }
}

/// How a picture is to be written; NULL is a PNG.
func pictureEncoding(
    _ options: UnsafePointer<lamina_encode_options>?, _ argument: StaticString = "options",
    format: StaticString = "options->format", background: StaticString = "options->background"
) throws(LaminaError) -> PictureEncoding {
    let defaults = lamina_encode_options(
        struct_size: MemoryLayout<lamina_encode_options>.size, format: .LAMINA_IMAGE_FORMAT_PNG, quality: 85,
        lossless: false, background: lamina_color(red: 1, green: 1, blue: 1, alpha: 1))
    let given = try unsafe readStruct(options, over: defaults, argument)
    guard let kind = PictureFormat(rawValue: Int32(bitPattern: given.format.rawValue)) else {
        throw Check.unknown(given.format.rawValue, format)
    }
    guard 1...100 ~= given.quality else {
        throw LaminaError(.invalidArgument, "\(argument)->quality is \(given.quality); 1 to 100 is needed")
    }
    return PictureEncoding(
        kind, quality: given.quality, isLossless: given.lossless,
        background: try Check.color(given.background, background))
}

/// The host's pixels to be read, with their transparency or without.
func withPicture(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString,
    _ body: (PixelBuffer) throws(LaminaError) -> Void
) throws(LaminaError) {
    let target = try unsafe pixelTarget(bitmap, argument)
    if target.format == .argb32, let buffer = target.buffer { return try body(buffer) }
    // The highest byte is not looked at, but the writers would.
    try BitmapPool().copy(target).withPixels(body)
}

@implementation @_cdecl("lamina_bitmap_get_info")
public func lamina_bitmap_get_info(
    _ data: UnsafePointer<CChar>?, _ length: Int, _ info: UnsafeMutablePointer<lamina_bitmap_info>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try unsafe PictureFile.info(try pictureBytes(data, length))
        let filled = lamina_bitmap_info(
            struct_size: MemoryLayout<lamina_bitmap_info>.size, format: lamina_image_format(found.format),
            width: Int32(found.width), height: Int32(found.height), has_alpha: found.hasAlpha)
        try unsafe writeStruct(filled, to: info, "info")
    }
}

@implementation @_cdecl("lamina_bitmap_read")
public func lamina_bitmap_read(
    _ target: UnsafePointer<lamina_bitmap>?, _ data: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let pixels = try unsafe pixelBuffer(target, "target")
        let bytes = try unsafe pictureBytes(data, length)
        let info = try unsafe PictureFile.info(bytes)
        guard info.width == pixels.width, info.height == pixels.height else {
            throw LaminaError(
                .invalidArgument,
                "target is \(pixels.width) x \(pixels.height) pixels; the picture has \(info.width) x \(info.height)")
        }
        try unsafe PictureFile.decode(bytes, pool: BitmapPool()).copy(to: pixels)
    }
}

/// The bytes of a file where the host keeps them.
func pictureBytes(_ data: UnsafePointer<CChar>?, _ length: Int) throws(LaminaError) -> UnsafeRawBufferPointer {
    guard let data = unsafe data else {
        throw LaminaError(.invalidArgument, "data is NULL; the bytes of a picture are needed")
    }
    guard length >= 0 else {
        throw LaminaError(
            .invalidArgument, "length is \(UInt(bitPattern: length)); the picture's size in bytes is needed")
    }
    return unsafe UnsafeRawBufferPointer(start: data, count: length)
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
            }
    }
}
