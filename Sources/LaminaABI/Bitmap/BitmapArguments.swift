import CLamina
import LaminaDraw
import LaminaGeometry

// Conversion of lamina_bitmap.

/// The host's pixels in the library's own format, checked as far as that is possible: that they are there is the host's
/// word.
@safe func pixelBuffer(_ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString) throws(LaminaError)
    -> PixelBuffer
{
    let target = try pixelTarget(bitmap, argument)
    guard target.format == .argb32, let buffer = target.buffer else {
        throw LaminaError(
            .invalidArgument,
            "\(argument)->format is \(target.format.rawValue); only LAMINA_PIXEL_FORMAT_ARGB32 is supported here")
    }
    return buffer
}

/// The host's pixels in any format.
@safe func pixelTarget(_ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString) throws(LaminaError)
    -> PixelTarget
{
    guard !isNull(bitmap) else {
        throw LaminaError(.invalidArgument, "\(argument) is NULL; a lamina_bitmap is needed")
    }
    let given = try readStruct(bitmap, over: lamina_bitmap(), argument)
    guard given.struct_size >= MemoryLayout<lamina_bitmap>.size else {
        throw LaminaError(
            .invalidArgument,
            "\(argument)->struct_size is \(given.struct_size); initialise the struct with LAMINA_BITMAP_INIT, which sets"
                + " \(MemoryLayout<lamina_bitmap>.size)")
    }
    let sides: ClosedRange<Int32> = 1...Int32(PixelBuffer.maximumSide)
    guard sides ~= given.width, sides ~= given.height else {
        throw LaminaError(
            .invalidArgument,
            "\(argument) is \(given.width) x \(given.height) pixels; each side must be 1 to \(PixelBuffer.maximumSide)")
    }
    guard let format = PixelFormat(rawValue: Int32(bitPattern: given.format.rawValue)) else {
        throw Check.unknown(given.format, "\(argument)->format")
    }
    let (bytes, row) = (format.bytesPerPixel, Int(given.width) * format.bytesPerPixel)
    guard Int(given.stride) >= row, Int(given.stride) % bytes == 0 else {
        throw LaminaError(
            .invalidArgument,
            "\(argument)->stride is \(given.stride); a multiple of \(bytes) and at least \(row), the width in bytes, is needed"
        )
    }
    guard !isNull(given.data), Int(bitPattern: given.data) % bytes == 0 else {
        let what = isNull(given.data) ? "NULL" : "0x\(String(UInt(bitPattern: given.data), radix: 16))"
        throw LaminaError(
            .invalidArgument, "\(argument)->data is \(what); the address of pixels, a multiple of \(bytes), is needed")
    }
    return try unsafe PixelTarget(
        format, baseAddress: given.data, width: Int(given.width), height: Int(given.height),
        stride: Int(given.stride))
}

/// The bytes of a file where the host keeps them.
@safe func pictureBytes(_ data: UnsafePointer<CChar>?, _ length: Int) throws(LaminaError) -> UnsafeRawBufferPointer {
    guard let data = unsafe data else {
        throw LaminaError(.invalidArgument, "data is NULL; the bytes of a picture are needed")
    }
    guard length >= 0 else {
        throw LaminaError(
            .invalidArgument, "length is \(UInt(bitPattern: length)); the picture's size in bytes is needed")
    }
    return unsafe UnsafeRawBufferPointer(start: data, count: length)
}
