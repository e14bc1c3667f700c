import CLamina
import Glibc
import LaminaGeometry

/// A place of the caller's for one result. C says that it can be written to until the call returns; that it is not NULL
/// is checked.
@safe struct Output<Value> {
    private let place: UnsafeMutablePointer<Value>

    @safe init(_ place: UnsafeMutablePointer<Value>?, _ argument: StaticString) throws(LaminaError) {
        guard let place = unsafe place else {
            throw LaminaError(.invalidArgument, "\(argument) is NULL; a pointer for the result is needed")
        }
        unsafe self.place = place
    }

    /// One that the caller may leave out.
    @safe init?(optional place: UnsafeMutablePointer<Value>?) {
        guard let place = unsafe place else { return nil }
        unsafe self.place = place
    }

    func write(_ value: Value) { unsafe place.pointee = value }
}

/// What results point to: memory of each thread, valid until the thread takes other memory here, or ends.
private struct LentMemory: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key) { unsafe free($0) }
        self.key = key
    }

    /// NULL for no bytes, and without memory for them.
    @safe func take(_ byteCount: Int) -> UnsafeMutableRawPointer? {
        unsafe free(pthread_getspecific(key))
        pthread_setspecific(key, nil)
        guard byteCount > 0, let memory = unsafe malloc(byteCount) else { return nil }
        unsafe pthread_setspecific(key, memory)
        return unsafe memory
    }
}

/// The gradients that results point to.
struct LentGradient: Sendable {
    private let memory = LentMemory()

    /// NULL for none, and without memory for it.
    @safe func lend(_ gradient: Gradient?) -> UnsafePointer<lamina_gradient>? {
        let size = MemoryLayout<lamina_gradient>.stride
        let stopSize = MemoryLayout<lamina_gradient_stop>.stride
        let place = memory.take(gradient.map { size + $0.stops.count * stopSize } ?? 0)
        guard let gradient, let place = unsafe place else { return nil }
        let stops = unsafe (place + size).bindMemory(to: lamina_gradient_stop.self, capacity: gradient.stops.count)
        for (number, stop) in gradient.stops.enumerated() {
            unsafe stops[number] = lamina_gradient_stop(offset: stop.offset, color: lamina_color(stop.color))
        }
        var described = lamina_gradient(gradient.shape)
        unsafe described.stops = UnsafePointer(stops)
        described.stop_count = gradient.stops.count
        let result = unsafe place.bindMemory(to: lamina_gradient.self, capacity: 1)
        unsafe result.initialize(to: described)
        return unsafe UnsafePointer(result)
    }
}

/// The strings that results point to.
struct LentString: Sendable {
    private let memory = LentMemory()

    /// NULL for none, and without memory for it.
    @safe func lend(_ string: String?) -> UnsafePointer<CChar>? {
        let place = memory.take(string.map { $0.utf8.count + 1 } ?? 0)
        guard let string, let place = unsafe place else { return nil }
        let bytes = unsafe place.bindMemory(to: CChar.self, capacity: string.utf8.count + 1)
        for (number, byte) in string.utf8.enumerated() { unsafe bytes[number] = CChar(bitPattern: byte) }
        unsafe bytes[string.utf8.count] = 0
        return unsafe UnsafePointer(bytes)
    }
}

/// The same for a handle.
@safe struct HandleOutput<Object> {
    private let place: UnsafeMutablePointer<UnsafeMutablePointer<Object>?>

    @safe init(_ place: UnsafeMutablePointer<UnsafeMutablePointer<Object>?>?, _ argument: StaticString)
        throws(LaminaError)
    {
        guard let place = unsafe place else {
            throw LaminaError(.invalidArgument, "\(argument) is NULL; a pointer for the result is needed")
        }
        unsafe self.place = place
    }

    func write(_ handle: Handle?) {
        unsafe place.pointee = handle?.pointer()
        if let handle { ReferenceScope.note(handle) }
    }
}

/// A buffer of the caller's. One rule holds for all: what fits is written, and the whole length is given whether or not
/// it did.
@safe struct OutputBuffer<Element> {
    private let place: UnsafeMutablePointer<Element>?
    private let capacity: Int

    /// A capacity above Int.max arrives negative: as much as there is, then.
    @safe init(_ place: UnsafeMutablePointer<Element>?, _ capacity: Int) {
        unsafe self.place = place
        self.capacity = unsafe place == nil ? 0 : capacity < 0 ? .max : capacity
    }

    /// How many of `count` elements fit.
    func room(for count: Int) -> Int { min(count, capacity) }

    /// Writes as many as fit.
    func write<Value>(_ values: [Value], _ convert: (Value) -> Element) {
        guard let place = unsafe place else { return }
        for index in 0..<room(for: values.count) { unsafe place[index] = convert(values[index]) }
    }
}

/// The same for handles.
@safe func write<Object>(
    _ handles: [Handle?], to place: UnsafeMutablePointer<UnsafeMutablePointer<Object>?>?, _ capacity: Int
) {
    unsafe OutputBuffer(place, capacity).write(handles) { $0?.pointer() }
}

/// How many of `count` handles fit.
@safe func room<Object>(
    in place: UnsafeMutablePointer<UnsafeMutablePointer<Object>?>?, _ capacity: Int, for count: Int
) -> Int { unsafe OutputBuffer(place, capacity).room(for: count) }

extension OutputBuffer where Element == CChar {
    /// Writes as much of a text as fits with a NUL, ending between characters; returns the whole length.
    func write(_ bytes: [UInt8]) -> Int {
        guard let place = unsafe place, capacity > 0 else { return bytes.count }
        var count = room(for: bytes.count)
        if count == capacity { count -= 1 }
        while count > 0 && count < bytes.count && bytes[count] & 0xC0 == 0x80 { count -= 1 }
        for index in 0..<count { unsafe place[index] = CChar(bitPattern: bytes[index]) }
        unsafe place[count] = 0
        return bytes.count
    }
}
