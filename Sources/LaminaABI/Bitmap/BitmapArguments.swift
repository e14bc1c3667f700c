import CLamina
import LaminaDraw
import LaminaGeometry

// Conversion of lamina_bitmap.

/// The host's pixels in the library's format, checked as far as possible; the host guarantees the memory.
func pixelBuffer(_ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString) throws(LaminaError) -> PixelBuffer {
    let target = try unsafe pixelTarget(bitmap, argument)
    guard target.format == .argb32, let buffer = target.buffer else {
        throw LaminaError(
            .invalidArgument,
            "\(argument)->format is \(target.format.rawValue); only LAMINA_PIXEL_FORMAT_ARGB32 is supported here")
    }
    return buffer
}

/// The host's pixels in any format.
func pixelTarget(_ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString) throws(LaminaError) -> PixelTarget {
    guard unsafe bitmap != nil else {
        throw LaminaError(.invalidArgument, "\(argument) is NULL; a lamina_bitmap is needed")
    }
    let given = try unsafe readStruct(bitmap, over: lamina_bitmap(), argument)
    guard unsafe given.struct_size >= MemoryLayout<lamina_bitmap>.size else {
        throw unsafe LaminaError(
            .invalidArgument,
            "\(argument)->struct_size is \(given.struct_size); initialise the struct with LAMINA_BITMAP_INIT, which sets"
                + " \(MemoryLayout<lamina_bitmap>.size)")
    }
    let sides: ClosedRange<Int32> = 1...Int32(PixelBuffer.maximumSide)
    guard unsafe sides ~= given.width, unsafe sides ~= given.height else {
        throw unsafe LaminaError(
            .invalidArgument,
            "\(argument) is \(given.width) x \(given.height) pixels; each side must be 1 to \(PixelBuffer.maximumSide)")
    }
    guard let format = unsafe PixelFormat(rawValue: Int32(bitPattern: given.format.rawValue)) else {
        throw unsafe Check.unknown(given.format.rawValue, "\(argument)->format")
    }
    let (bytes, row) = unsafe (format.bytesPerPixel, Int(given.width) * format.bytesPerPixel)
    guard unsafe Int(given.stride) >= row, unsafe Int(given.stride) % bytes == 0 else {
        throw unsafe LaminaError(
            .invalidArgument,
            "\(argument)->stride is \(given.stride); a multiple of \(bytes) and at least \(row), the width in bytes, is needed"
        )
    }
    guard unsafe given.data != nil, unsafe Int(bitPattern: given.data) % bytes == 0 else {
        let what = unsafe given.data == nil ? "NULL" : "0x\(String(UInt(bitPattern: given.data), radix: 16))"
        throw LaminaError(
            .invalidArgument, "\(argument)->data is \(what); the address of pixels, a multiple of \(bytes), is needed")
    }
    return try unsafe PixelTarget(
        format, baseAddress: given.data, width: Int(given.width), height: Int(given.height),
        stride: Int(given.stride))
}
