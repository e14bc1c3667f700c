import CLamina
import Glibc
import LaminaGeometry
import LaminaText

/// Checks of arguments from C. Each failure names the argument, its value and what would be right.
enum Check {
    /// A finite number within the limits of layout and drawing.
    /// `part` is the member of the argument.
    @inline(__always)
    static func finite(
        _ value: Double, _ argument: StaticString, _ part: StaticString = ""
    ) throws(LaminaError) -> Double {
        if value.magnitude <= Pixels.coordinateLimit { return value }
        throw wrong(value, argument, part, "a finite number up to 10,000,000")
    }

    @inline(__always)
    static func length(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
        if value >= 0 && value <= Pixels.coordinateLimit { return value }
        throw wrong(value, argument, "", "a number from 0 to 10,000,000")
    }

    @inline(__always)
    static func unit(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
        if value >= 0 && value <= 1 { return value }
        throw wrong(value, argument, "", "a number from 0 to 1")
    }

    @inline(never)
    private static func wrong(
        _ value: Double, _ argument: StaticString, _ part: StaticString, _ right: StaticString
    ) -> LaminaError {
        LaminaError(.invalidArgument, "\(argument)\(part) is \(value); \(right) is needed")
    }

    @inline(__always)
    static func color(_ color: lamina_color, _ argument: StaticString) throws(LaminaError) -> Color {
        let isValid =
            color.red >= 0 && color.red <= 1 && color.green >= 0 && color.green <= 1 && color.blue >= 0
            && color.blue <= 1 && color.alpha >= 0 && color.alpha <= 1
        if isValid { return Color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
        throw LaminaError(
            .invalidArgument,
            "\(argument) is (\(color.red), \(color.green), \(color.blue), \(color.alpha)); each component must be 0 to 1"
        )
    }

    static func size(
        _ size: lamina_size, _ argument: StaticString, _ part: StaticString = ""
    ) throws(LaminaError) -> Size {
        let limit = Pixels.coordinateLimit
        guard size.width >= 0 && size.width <= limit && size.height >= 0 && size.height <= limit else {
            throw LaminaError(
                .invalidArgument,
                "\(argument)\(part) is \(size.width) x \(size.height); both must be 0 to 10,000,000")
        }
        return Size(width: size.width, height: size.height)
    }

    static func point(_ point: lamina_point, _ argument: StaticString) throws(LaminaError) -> Point {
        Point(x: try finite(point.x, argument, ".x"), y: try finite(point.y, argument, ".y"))
    }

    static func rect(_ rect: lamina_rect, _ argument: StaticString) throws(LaminaError) -> Rect {
        let size = try size(rect.size, argument, ".size")
        let x = try finite(rect.origin.x, argument, ".origin.x")
        let y = try finite(rect.origin.y, argument, ".origin.y")
        return Rect(origin: Point(x: x, y: y), size: size)
    }

    static func range(_ range: lamina_size_range, _ argument: StaticString) throws(LaminaError) -> SizeRange {
        func isValid(_ min: Double, _ max: Double) -> Bool {
            min >= 0 && min <= Pixels.coordinateLimit && max >= min
                && (max <= Pixels.coordinateLimit || max == .infinity)
        }
        guard isValid(range.min.width, range.max.width) && isValid(range.min.height, range.max.height) else {
            throw LaminaError(
                .invalidArgument,
                "\(argument) goes from \(range.min.width) x \(range.min.height) to \(range.max.width) x"
                    + " \(range.max.height); 0 <= min <= max is needed, with max up to 10,000,000 or INFINITY")
        }
        return SizeRange(
            min: Size(width: range.min.width, height: range.min.height),
            max: Size(width: range.max.width, height: range.max.height))
    }

    /// Prefixes the names of arguments with their struct or array.
    static func named<R>(
        _ prefix: @autoclosure () -> String, _ body: () throws(LaminaError) -> R
    ) throws(LaminaError) -> R {
        do throws(LaminaError) {
            return try body()
        } catch {
            throw LaminaError(error.code, prefix() + error.message)
        }
    }

    static func scale(_ scale: Double, _ argument: StaticString = "scale") throws(LaminaError) -> Double {
        guard Limits.scale.contains(scale) else {
            throw LaminaError(
                .invalidArgument, "\(argument) is \(scale); it must be \(Limits.scale.sentenceText)")
        }
        return scale
    }

    /// The message for a value that its enum does not have.
    static func unknown<Value: RawRepresentable<UInt32>>(
        _ value: Value, _ argument: some CustomStringConvertible
    ) -> LaminaError {
        let number = Int32(bitPattern: value.rawValue)
        return LaminaError(.invalidArgument, "\(argument) is \(number); it must be one of \(Value.self)")
    }
}

// MARK: Pointers

/// Whether C passed NULL.
@safe func isNull<T>(_ pointer: UnsafePointer<T>?) -> Bool { unsafe pointer == nil }
@safe func isNull<T>(_ pointer: UnsafeMutablePointer<T>?) -> Bool { unsafe pointer == nil }
@safe func isNull(_ pointer: UnsafeMutableRawPointer?) -> Bool { unsafe pointer == nil }

// MARK: Strings

/// The bytes of a string from C, checked to be UTF-8; `length` -1 (SIZE_MAX) means up to the first NUL.
@safe func utf8Bytes(
    _ pointer: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(LaminaError) -> [UInt8] {
    let bytes = try stringBytes(pointer, length, argument)
    try UTF8Check.check(bytes, "\(argument)")
    return bytes
}

/// The bytes of a string from C as they are.
@safe func stringBytes(
    _ pointer: UnsafePointer<CChar>?, _ length: Int, _ argument: StaticString
) throws(LaminaError) -> [UInt8] {
    guard let pointer = unsafe pointer else {
        if length == 0 || length == -1 { return [] }
        throw LaminaError(.invalidArgument, "\(argument) is NULL, but its length is \(UInt(bitPattern: length))")
    }
    let count = unsafe length == -1 ? strlen(pointer) : length
    // Pango counts bytes in 32 bits, and an uninitialised length must not allocate that much memory.
    guard 0...Int(Int32.max) ~= count else {
        throw LaminaError(
            .invalidArgument,
            "the length of \(argument) is \(UInt(bitPattern: count)); less than 2 GiB is needed, or LAMINA_NUL_TERMINATED for up to the first NUL"
        )
    }
    return unsafe Array(
        UnsafeBufferPointer(start: UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self), count: count))
}

/// The same as a Swift string; NULL and "" are nil.
@safe func optionalString(_ pointer: UnsafePointer<CChar>?, _ argument: StaticString) throws(LaminaError) -> String? {
    guard let start = unsafe pointer, unsafe start.pointee != 0 else { return nil }
    if let string = unsafe String(validatingCString: start) { return string }
    // The longer way finds what is wrong.
    let bytes = try utf8Bytes(pointer, -1, argument)
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}

/// The paths of an array of strings from C that each end with a NUL.
@safe func paths(_ files: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int) throws(LaminaError) -> [String] {
    if count == 0 { return [] }
    var paths: [String] = []
    let given = try elements(files, count, limit: 4096, "options->font_files")
    for number in 0..<count {
        let argument = "options->font_files[\(number)]"
        if unsafe given[number] == nil { throw LaminaError(.invalidArgument, "\(argument) is NULL; a path is needed") }
        paths.append(try unsafe path(given[number], -1, argument))
    }
    return paths
}

/// A path that a system call can take.
@safe func path(
    _ pointer: UnsafePointer<CChar>?, _ length: Int, _ argument: String = "path"
) throws(LaminaError) -> String {
    let bytes = try stringBytes(pointer, length, "path")
    try UTF8Check.check(bytes, argument)
    if bytes.isEmpty { throw LaminaError(.invalidArgument, "\(argument) is empty; a file name is needed") }
    if let nul = bytes.firstIndex(of: 0) {
        throw LaminaError(.invalidArgument, "\(argument) has a NUL at byte \(nul)")
    }
    return String(decoding: bytes, as: UTF8.self)
}

/// A colour, or nil for NULL.
@safe func optionalColor(_ color: UnsafePointer<lamina_color>?, _ argument: StaticString) throws(LaminaError) -> Color?
{
    guard let color = unsafe color else { return nil }
    return try unsafe Check.color(color.pointee, argument)
}

/// A colour, or nil for one that is all zero.
func optionalColor(_ color: lamina_color, _ argument: StaticString) throws(LaminaError) -> Color? {
    if color.red == 0 && color.green == 0 && color.blue == 0 && color.alpha == 0 { return nil }
    return try Check.color(color, argument)
}

/// The elements of an array from C, at most `limit`.
@safe func elements<T>(
    _ pointer: UnsafePointer<T>?, _ count: Int, limit: Int, _ argument: StaticString
) throws(LaminaError) -> [T] {
    if count == 0 { return [] }
    guard count > 0 && count <= limit else {
        throw LaminaError(
            .invalidArgument, "\(argument) has \(UInt(bitPattern: count)) elements; at most \(limit) are allowed")
    }
    guard let pointer = unsafe pointer else {
        throw LaminaError(.invalidArgument, "\(argument) is NULL, but its count is \(count)")
    }
    return unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
}

// MARK: Structs with struct_size

/// Reads a struct that begins with its size, of a program that may be older, over `defaults`. NULL gives the defaults.
/// Whole words only, so that no half of a pointer is taken for one.
@safe func readStruct<T: BitwiseCopyable>(
    _ pointer: UnsafePointer<T>?, over defaults: T, _ argument: StaticString
) throws(LaminaError) -> T {
    guard let pointer = unsafe pointer else { return defaults }
    var result = defaults
    let size = try structSize(pointer, of: MemoryLayout<T>.size, argument)
    unsafe withUnsafeMutableBytes(of: &result) { bytes in
        unsafe bytes.copyMemory(
            from: UnsafeRawBufferPointer(start: pointer, count: size & ~7))
    }
    return result
}

/// Whether all bytes from `offset` on are zero, as they are if nothing was set; padding may differ.
@inline(__always)
func isZero<T: BitwiseCopyable>(_ value: T, from offset: Int) -> Bool {
    unsafe Swift.withUnsafeBytes(of: value) { bytes in
        var place = offset
        while place & 7 != 0 && place < MemoryLayout<T>.size {
            if unsafe bytes[place] != 0 { return false }
            place += 1
        }
        var set: UInt64 = 0
        while place + 8 <= MemoryLayout<T>.size {
            unsafe set |= bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place += 8
        }
        while place < MemoryLayout<T>.size {
            unsafe set |= UInt64(bytes[place])
            place += 1
        }
        return set == 0
    }
}

/// Writes a struct that begins with its size, as far as the caller has room; its struct_size stays.
@safe func writeStruct<T: BitwiseCopyable>(
    _ value: T, to pointer: UnsafeMutablePointer<T>?, _ argument: StaticString
) throws(LaminaError) {
    guard let pointer = unsafe pointer else {
        throw LaminaError(.invalidArgument, "\(argument) is NULL; a pointer for the result is needed")
    }
    let size = try structSize(pointer, of: MemoryLayout<T>.size, argument)
    let skip = MemoryLayout<Int>.size
    let count = size - skip
    unsafe Swift.withUnsafeBytes(of: value) { bytes in
        guard let base = bytes.baseAddress, count > 0 else { return }
        unsafe memcpy(UnsafeMutableRawPointer(pointer) + skip, base + skip, count)
    }
}

/// Whether the caller has room for such a struct.
@safe func checkStruct<T>(_ pointer: UnsafeMutablePointer<T>?, _ argument: StaticString) throws(LaminaError) {
    guard let pointer = unsafe pointer else {
        throw LaminaError(.invalidArgument, "\(argument) is NULL; a pointer for the result is needed")
    }
    _ = try structSize(pointer, of: MemoryLayout<T>.size, argument)
}

@safe func structSize(
    _ pointer: UnsafeRawPointer, of known: Int, _ argument: StaticString
) throws(LaminaError) -> Int {
    let size = unsafe pointer.loadUnaligned(as: UInt.self)
    guard size >= MemoryLayout<UInt>.size && size <= known else {
        throw wrongStructSize(size, known, "\(argument)->struct_size")
    }
    return Int(size)
}

/// A larger struct than the library knows may have members that ask for what it cannot do.
@inline(never)
func wrongStructSize(_ size: UInt, _ known: Int, _ argument: String) -> LaminaError {
    let wrong = "\(argument) is \(size); initialise the struct with its ..._INIT macro, which sets \(known)"
    let isNewer = size > known && size <= 4096 && size & 7 == 0
    return LaminaError(
        .invalidArgument,
        isNewer
            ? "\(wrong) for this library; or the program was compiled with a newer header, and needs a newer library"
            : wrong)
}

/// Whether something optional is there.
@safe func isGiven<T>(_ pointer: UnsafePointer<T>?) -> Bool { unsafe pointer != nil }
@safe func isGiven<T>(_ handle: UnsafeMutablePointer<T>?) -> Bool { unsafe handle != nil }

/// An array of numbers within +-1e12; nil for NULL.
@safe func numbers(
    _ pointer: UnsafePointer<Double>?, _ count: Int, _ argument: StaticString
) throws(LaminaError) -> [Double]? {
    guard let pointer = unsafe pointer else { return nil }
    let numbers = unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
    for (index, number) in numbers.enumerated() where !(abs(number) <= 1e12) {
        throw LaminaError(.invalidArgument, "\(argument)[\(index)] is \(number); it must lie within +-1e12")
    }
    return numbers
}
