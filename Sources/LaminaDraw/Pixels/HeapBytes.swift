internal import Glibc
internal import LaminaGeometry

/// Bytes from malloc: where an array would end the process for lack of memory, this reports it.
@safe struct HeapBytes: ~Copyable {
    private(set) var start: UnsafeMutablePointer<UInt8>
    private(set) var capacity: Int
    /// How many are in use, from the start.
    var count = 0

    /// The bytes are whatever was in the memory before.
    init(capacity: Int) throws(LaminaError) {
        guard let memory = unsafe malloc(max(1, capacity)) else {
            throw LaminaError(.outOfMemory, "no memory for \(capacity) bytes")
        }
        unsafe start = memory.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
    }

    @safe init(copying bytes: UnsafeRawBufferPointer) throws(LaminaError) {
        try self.init(capacity: bytes.count)
        unsafe UnsafeMutableRawBufferPointer(start: start, count: bytes.count).copyMemory(from: bytes)
        count = bytes.count
    }

    deinit {
        unsafe free(start)
    }

    /// Makes room for so many more, at the same place or another.
    mutating func reserve(_ more: Int) throws(LaminaError) {
        if count + more <= capacity { return }
        let enough = max(2 * capacity, count + more)
        guard let memory = unsafe realloc(start, enough) else {
            throw LaminaError(.outOfMemory, "no memory for \(enough) bytes")
        }
        unsafe start = memory.assumingMemoryBound(to: UInt8.self)
        capacity = enough
    }

    /// The bytes in use, valid as long as their owner.
    @safe var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

    var array: [UInt8] { unsafe [UInt8](bytes) }

    mutating func append(_ byte: UInt8) {
        precondition(count < capacity)
        unsafe start[count] = byte
        count += 1
    }

    /// Appends a number as PNG writes it, the highest byte first.
    mutating func append(bigEndian value: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: value >> shift)) }
    }
}
