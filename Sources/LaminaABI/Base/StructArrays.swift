import CLamina
import LaminaGeometry

/// Reads an array of structs that begin with their size, each over `initial`; `name` is the argument. The size of the
/// first one, which is what the caller was compiled with, is the distance from one to the next. A failure names the
/// struct by its index. `first`: those before it are known to be right.
@safe func forEachStruct<T: BitwiseCopyable>(
    _ pointer: UnsafePointer<T>?, _ count: Int, from first: Int = 0, limit: Int, over initial: T, _ name: StaticString,
    _ body: (T) throws(LaminaError) -> Void
) throws(LaminaError) {
    if count == 0 { return }
    guard count > 0, count <= limit else {
        throw LaminaError(
            .invalidArgument, "the count of \(name) is \(UInt(bitPattern: count)); at most \(limit) are allowed")
    }
    guard let pointer = unsafe pointer else {
        throw LaminaError(.invalidArgument, "\(name) is NULL, but its count is \(count)")
    }
    let start = unsafe UnsafeRawPointer(pointer)
    let size = unsafe start.loadUnaligned(as: Int.self)
    guard size >= 24 && size <= MemoryLayout<T>.size else {
        throw wrongStructSize(UInt(bitPattern: size), MemoryLayout<T>.size, "\(name)[0].struct_size")
    }
    for number in first..<count {
        let place = unsafe start.advanced(by: number * size)
        let own = unsafe place.loadUnaligned(as: Int.self)
        do throws(LaminaError) {
            if own != size {
                throw LaminaError(
                    .invalidArgument,
                    "struct_size is \(UInt(bitPattern: own)), but that of the first one is \(size)")
            }
            // Of programs as new as the library there is nothing to be filled in: a fifth of the time.
            if size == MemoryLayout<T>.size {
                try body(unsafe place.loadUnaligned(as: T.self))
            } else {
                try body(try unsafe readStruct(place.assumingMemoryBound(to: T.self), over: initial, name))
            }
        } catch {
            throw LaminaError(error.code, "\(name)[\(number)]: \(error.message)")
        }
    }
}

/// How many structs at the beginning of such an array are what they were, as `isSame` says: nothing is copied for it.
/// None in programs that are older than the library.
@safe func countSameStructs<T: BitwiseCopyable>(
    _ pointer: UnsafePointer<T>?, _ count: Int, _ isSame: (_ number: Int, _ given: T) -> Bool
) -> Int {
    guard let pointer = unsafe pointer else { return 0 }
    let start = unsafe UnsafeRawPointer(pointer)
    for number in 0..<max(0, count) {
        let place = unsafe start.advanced(by: number * MemoryLayout<T>.size)
        guard unsafe place.loadUnaligned(as: Int.self) == MemoryLayout<T>.size,
            isSame(number, unsafe place.loadUnaligned(as: T.self))
        else { return number }
    }
    return count
}

/// Reads an array of plain values; nil for NULL, whatever its count.
@safe func optionalArray<T: BitwiseCopyable>(
    _ pointer: UnsafePointer<T>?, _ count: Int, limit: Int, _ countName: StaticString
) throws(LaminaError) -> [T]? {
    guard let pointer = unsafe pointer else { return nil }
    guard 0...limit ~= count else {
        throw LaminaError(
            .invalidArgument, "\(countName) is \(UInt(bitPattern: count)); at most \(limit) are allowed")
    }
    return unsafe Array(UnsafeBufferPointer(start: pointer, count: count))
}

extension lamina_list_layout {
    /// The frames that it points at; nil for NULL.
    @safe func givenFrames(limit: Int) throws(LaminaError) -> [lamina_rect]? {
        try optionalArray(frames, frame_count, limit: limit, "layout->frame_count")
    }
}

extension lamina_list_table {
    /// Hands on the entries of its index.
    @safe func forEachIndexEntry(_ body: (_ identity: UInt64, _ title: String) throws(LaminaError) -> Void)
        throws(LaminaError)
    {
        try forEachStruct(index, index_count, limit: 10_000, over: lamina_list_index_entry(), "table->index") {
            (entry) throws(LaminaError) in
            if isNull(entry.title) { throw LaminaError(.invalidArgument, "title is NULL; a text is needed") }
            try body(entry.identity, String(decoding: try utf8Bytes(entry.title, -1, "title"), as: UTF8.self))
        }
    }
}
