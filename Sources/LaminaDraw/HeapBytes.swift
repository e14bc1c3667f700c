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
            throw LaminaError(.outOfMemory, "No memory for \(capacity) bytes.")
        }
        unsafe start = memory.assumingMemoryBound(to: UInt8.self)
        self.capacity = capacity
    }

    deinit {
        unsafe free(start)
    }

    /// Makes room for so many more, at the same place or another.
    mutating func reserve(_ more: Int) throws(LaminaError) {
        if count + more > capacity { try resize(max(2 * capacity, count + more)) }
    }

    /// Gives back what is not in use.
    mutating func trim() {
        // What cannot be made smaller stays as it is.
        try? resize(count)
    }

    private mutating func resize(_ newCapacity: Int) throws(LaminaError) {
        guard let memory = unsafe realloc(start, max(1, newCapacity)) else {
            throw LaminaError(.outOfMemory, "No memory for \(newCapacity) bytes.")
        }
        unsafe start = memory.assumingMemoryBound(to: UInt8.self)
        capacity = newCapacity
    }

    /// Writes eight bytes behind those in use, the lowest first, without counting them; they must have room.
    @inline(__always)
    func storeLittleEndian(_ value: UInt64) {
        unsafe UnsafeMutableRawPointer(start + count).storeBytes(of: value.littleEndian, as: UInt64.self)
    }

    /// The bytes in use, valid as long as their owner.
    var bytes: UnsafeRawBufferPointer { unsafe UnsafeRawBufferPointer(start: start, count: count) }

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
