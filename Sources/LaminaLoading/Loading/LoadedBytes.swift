import Glibc

/// Memory for bytes that arrive.
@safe final class ByteBlock: @unchecked Sendable {  // bytes are written before a view reaches to them, and never again
    let start: UnsafeMutableRawPointer
    let capacity: Int

    init(capacity: Int) {
        self.capacity = max(1, capacity)
        unsafe start = .allocate(byteCount: self.capacity, alignment: 16)
    }

    deinit { unsafe start.deallocate() }

    func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        guard let from = bytes.baseAddress, offset + bytes.count <= capacity else { return }
        unsafe (start + offset).copyMemory(from: from, byteCount: bytes.count)
    }
}

/// Bytes that were loaded, or those of them that have come. They never change, also while more come.
public struct LoadedBytes: Sendable {
    let block: ByteBlock
    let start: Int
    public let count: Int

    init(block: ByteBlock, start: Int = 0, count: Int) {
        self.block = block
        self.start = start
        self.count = count
    }

    public init(_ bytes: some Collection<UInt8>) {
        var collector = ByteCollector(expected: bytes.count)
        unsafe Array(bytes).withUnsafeBytes { unsafe collector.append($0) }
        self = collector.view
    }

    init(copying bytes: UnsafeRawBufferPointer) {
        var collector = ByteCollector(expected: bytes.count)
        unsafe collector.append(bytes)
        self = collector.view
    }

    /// A part of the bytes.
    public func slice(_ range: Range<Int>) -> LoadedBytes {
        let part = range.clamped(to: 0..<count)
        return LoadedBytes(block: block, start: start + part.lowerBound, count: part.count)
    }

    /// The same for who hands them on to what checks where it reads.
    @safe public func withBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try unsafe withUnsafeBytes(body)
    }

    public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
        try withExtendedLifetime(block) { () throws(E) -> R in
            try unsafe body(UnsafeRawBufferPointer(start: block.start + start, count: count))
        }
    }

    /// Whether both are the same bytes in memory.
    public func isSame(as other: LoadedBytes) -> Bool {
        block === other.block && start == other.start && count == other.count
    }

    /// Says which bytes they are without keeping them.
    public struct Origin: Sendable {
        fileprivate weak var block: ByteBlock?
        fileprivate let start: Int
        fileprivate let count: Int
    }

    public var origin: Origin { Origin(block: block, start: start, count: count) }

    public func isFrom(_ origin: Origin) -> Bool {
        block === origin.block && start == origin.start && count == origin.count
    }

    /// The bytes on their own.
    public var array: [UInt8] { unsafe withUnsafeBytes { unsafe Array($0) } }

    /// A number that nearly always differs when a byte does: to notice damage, not attacks.
    var checksum: UInt64 {
        unsafe withUnsafeBytes { bytes in
            var sum = 0x9E37_79B9_7F4A_7C15 ^ UInt64(bytes.count)
            var place = 0
            func mix(_ word: UInt64) {
                sum = (sum ^ word) &* 0xFF51_AFD7_ED55_8CCD
                sum ^= sum >> 32
            }
            while place + 8 <= bytes.count {
                mix(unsafe bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self).littleEndian)
                place += 8
            }
            while place < bytes.count {
                mix(UInt64(unsafe bytes[place]))
                place += 1
            }
            return sum
        }
    }
}

/// Gathers bytes as they come.
struct ByteCollector {
    private var block: ByteBlock
    private(set) var count = 0

    init(expected: Int) { block = ByteBlock(capacity: min(max(expected, 1024), 16 << 20)) }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        if count + bytes.count > block.capacity {
            // Views keep the old block.
            let larger = ByteBlock(capacity: max(block.capacity * 2, count + bytes.count))
            unsafe view.withUnsafeBytes { unsafe larger.write($0, at: 0) }
            block = larger
        }
        unsafe block.write(bytes, at: count)
        count += bytes.count
    }

    mutating func append(_ bytes: RawSpan) { unsafe bytes.withUnsafeBytes { unsafe append($0) } }

    mutating func append(_ bytes: LoadedBytes) { unsafe bytes.withUnsafeBytes { unsafe append($0) } }

    /// The bytes that have come.
    var view: LoadedBytes { LoadedBytes(block: block, count: count) }
}
