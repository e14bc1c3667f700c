internal import Glibc
public import LaminaGeometry
internal import Synchronization
internal import LaminaLock

/// Memory for bitmaps, kept for the next one of about the same size: fresh pages cost more than drawing on them.
/// All functions may be called on any thread.
public final class BitmapPool: Sendable {
    /// No bitmap is larger than this.
    public static let maximumBitmapBytes = 1 << 30

    /// The most memory that is kept while no bitmap uses it.
    public let maximumBytes: Int

    // The lock guards list operations only; malloc, free and memset are called outside it.
    private let free: Locked<FreeBlocks>
    private let allocated = Atomic<Int>(0)

    public init(maximumBytes: Int = 64 << 20) {
        self.maximumBytes = max(0, maximumBytes)
        free = Locked(.leaf, FreeBlocks())
    }

    deinit {
        trim()
    }

    /// A bitmap of this size. Its pixels are transparent when `cleared`, otherwise whatever was there before: leave
    /// that to drawings that cover everything. Either side may be 0.
    /// Fails with `outOfRange` for a side outside 0...32767 or more than 1 GiB, and with `outOfMemory`.
    public func take(width: Int, height: Int, cleared: Bool) throws(LaminaError) -> Bitmap {
        guard 0...PixelBuffer.maximumSide ~= width, 0...PixelBuffer.maximumSide ~= height else {
            throw LaminaError(.outOfRange, "a bitmap of \(width) x \(height) pixels; each side must be 0 to 32767")
        }
        let stride = (width * 4 + 15) & ~15
        let byteCount = stride * height
        guard byteCount <= Self.maximumBitmapBytes else {
            throw LaminaError(
                .outOfRange, "a bitmap of \(width) x \(height) pixels takes \(byteCount) bytes; the limit is 1 GiB")
        }
        let capacity = Self.capacity(for: byteCount)
        let memory: UnsafeMutableRawPointer
        if let reused = free.withLock({ $0.take(capacity) }) {
            unsafe memory = reused.memory
            if cleared { unsafe memset(memory, 0, byteCount) }
        } else {
            // calloc knows that pages fresh from the system are zero already.
            guard let fresh = unsafe cleared ? calloc(1, capacity) : malloc(capacity) else {
                throw LaminaError(
                    .outOfMemory, "no memory for a bitmap of \(width) x \(height) pixels (\(byteCount) bytes)")
            }
            unsafe memory = unsafe fresh
            allocated.add(capacity, ordering: .relaxed)
        }
        return unsafe Bitmap(
            memory: memory, capacity: capacity, width: width, height: height, stride: stride, pool: self)
    }

    /// A bitmap with a copy of the pixels in `source`; it is opaque when they all are.
    public func copy(_ source: PixelBuffer) throws(LaminaError) -> Bitmap {
        let bitmap = try take(width: source.width, height: source.height, cleared: false)
        bitmap.withPixels { target in
            for row in 0..<source.height {
                unsafe (target.words + row * target.wordStride).update(
                    from: source.words + row * source.wordStride, count: source.width)
            }
            bitmap.isOpaque = target.isOpaque
        }
        return bitmap
    }

    /// The same for pixels without transparency too. Fails with `invalidArgument` for 16 bits.
    public func copy(_ source: PixelTarget) throws(LaminaError) -> Bitmap {
        guard let buffer = source.buffer else {
            throw LaminaError(.invalidArgument, "the pixels have 16 bits; ARGB32 or RGB24 is needed")
        }
        let bitmap = try copy(buffer)
        if source.format.isOpaque {
            bitmap.withPixels { $0.setOpaque() }
            bitmap.isOpaque = true
        }
        return bitmap
    }

    /// Bytes of all bitmaps that live, and of what is kept for later.
    public var allocatedBytes: Int { allocated.load(ordering: .relaxed) }

    /// Bytes kept for later.
    public var freeBytes: Int { free.withLock { $0.bytes } }

    /// Gives all memory that no bitmap uses back to the system.
    public func trim() {
        release(free.withLock { $0.removeAll() })
    }

    /// A bitmap's end. The oldest free blocks make room when the pool is full.
    func giveBack(_ memory: UnsafeMutableRawPointer, capacity: Int) {
        let block = unsafe FreeBlocks.Block(memory: memory, capacity: capacity)
        release(free.withLock { $0.put(block, capacity: capacity, limit: maximumBytes) })
    }

    private func release(_ blocks: [FreeBlocks.Block]) {
        for block in blocks {
            allocated.subtract(block.capacity, ordering: .relaxed)
            unsafe Glibc.free(block.memory)
        }
    }

    /// Sizes in steps of a quarter of a power of two: at most a fifth is wasted, and a bitmap that changes by a few
    /// pixels still finds its old memory.
    static func capacity(for byteCount: Int) -> Int {
        if byteCount <= 1024 { return 1024 }
        let step = 1 << (Int.bitWidth - 3 - (byteCount - 1).leadingZeroBitCount)
        return (byteCount + step - 1) & ~(step - 1)
    }
}

/// Free memory by size, the newest last.
private struct FreeBlocks {
    /// Memory that nobody else knows.
    // Unchecked: a block has one owner at a time.
    @safe struct Block: @unchecked Sendable {
        let memory: UnsafeMutableRawPointer
        let capacity: Int
        var age = 0

        init(memory: UnsafeMutableRawPointer, capacity: Int) {
            unsafe self.memory = memory
            self.capacity = capacity
        }
    }

    /// Those of one size. They leave at both ends, each at a cost that does not depend on their number.
    private struct Shelf {
        private var blocks: [Block] = []
        private var first = 0

        var oldest: Block? { first < blocks.count ? blocks[first] : nil }
        var all: ArraySlice<Block> { blocks[first...] }

        mutating func append(_ block: Block) { blocks.append(block) }

        mutating func popNewest() -> Block? { first < blocks.count ? blocks.removeLast() : nil }

        mutating func popOldest() -> Block? {
            guard let block = oldest else { return nil }
            first += 1
            // Taken places are cleared in bulk: each block moves at most once.
            if first >= 32 && first * 2 >= blocks.count {
                blocks.removeFirst(first)
                first = 0
            }
            return block
        }
    }

    private(set) var bytes = 0
    private var shelves: [Int: Shelf] = [:]
    private var clock = 0

    mutating func take(_ capacity: Int) -> Block? {
        guard let block = shelves[capacity]?.popNewest() else { return nil }
        bytes -= capacity
        return block
    }

    /// Keeps the block and returns those that must go for it.
    mutating func put(_ block: Block, capacity: Int, limit: Int) -> [Block] {
        if capacity > limit { return [block] }
        var gone: [Block] = []
        while bytes + capacity > limit, let oldest = removeOldest() { gone.append(oldest) }
        clock += 1
        var block = block
        block.age = clock
        shelves[capacity, default: Shelf()].append(block)
        bytes += capacity
        return gone
    }

    mutating func removeAll() -> [Block] {
        defer {
            shelves = [:]
            bytes = 0
        }
        return shelves.values.flatMap { $0.all }
    }

    private mutating func removeOldest() -> Block? {
        guard let oldest = shelves.values.compactMap(\.oldest).min(by: { $0.age < $1.age }) else { return nil }
        bytes -= oldest.capacity
        return shelves[oldest.capacity]?.popOldest()
    }
}
