internal import LaminaGeometry

/// Finds what repeats in rows of pixels, and hands rows over as such.
///
/// Whole pixels are compared, not bytes: one look does for three or four. A pixel repeats the one to its left, those below the last row,
/// or those where two like these stood last. Of these the longest is taken at once.
@safe struct PixelMatcher: ~Copyable {
    private static let hashBits: UInt32 = 12
    /// As far as deflate reaches.
    private static let reach = 32768
    /// A run to the left of so many pixels is cheap enough to look for nothing else.
    private static let longRun = 8
    /// After so many pixels that repeat nothing, only every eighth is looked up.
    private static let patience = 16

    private let width: Int
    private let channels: Int
    /// Rows that are within reach of the next row, at most.
    private let reachRows: Int
    private let memory: HeapBytes
    /// For two pixels that stood next to each other, where they did: the number of the first in the higher half (counted over all rows
    /// that were added), its place in the file's bytes in the lower.
    private let places: UnsafeMutablePointer<UInt64>
    /// The rows within reach, and as many more.
    private let words: UnsafeMutablePointer<UInt32>
    /// The number of the first of `words`, and how many rows are there.
    private var first = 0
    private var rowCount = 0
    private var lastFilter: UInt8 = 255
    private var lastOffset = -2 * reach

    init(width: Int, channels: Int) throws(LaminaError) {
        self.width = width
        self.channels = channels
        reachRows = Self.reach / (width * channels + 1) + 2
        let placeCount = 1 << Int(Self.hashBits)
        memory = try HeapBytes(capacity: placeCount * 8 + 2 * reachRows * width * 4)
        let start = unsafe UnsafeMutableRawPointer(memory.start)
        unsafe places = start.assumingMemoryBound(to: UInt64.self)
        unsafe words = (start + placeCount * 8).assumingMemoryBound(to: UInt32.self)
        let nowhere = UInt32(bitPattern: Int32(-2 * Self.reach))
        unsafe places.initialize(repeating: UInt64(nowhere), count: placeCount)
    }

    /// Adds a row: its filter, then its bytes, which stand at `offset` in the file before compression.
    /// Returns how many pixels repeat nothing.
    mutating func add(
        _ bytes: UnsafePointer<UInt8>, filter: UInt8, at offset: Int, to writer: inout DeflateWriter
    ) throws(LaminaError) -> Int {
        let row = unsafe takeRow(bytes)
        let above = offset - lastOffset
        let hasAbove = above <= Self.reach && lastFilter == filter
        (lastFilter, lastOffset) = (filter, offset)
        writer.add(byte: filter)
        let number = first + (rowCount - 1) * width
        var (column, misses, unlike) = (0, 0, 0)
        while column < width {
            if writer.isFull { try writer.endBlock() }
            let here = unsafe row + column
            let rest = width &- column
            var (length, distance) = (0, channels)
            if column > 0 { length = unsafe Self.equal(here, here - 1, rest) }
            let isRun = length > 0
            var isFound = false
            if length < Self.longRun {
                if hasAbove {
                    let found = unsafe Self.equal(here, here - width, rest)
                    if found > length { (length, distance, isFound) = (found, above, true) }
                }
                if rest >= 2 && (misses < Self.patience || column & 7 == 0) {
                    let place = offset &+ 1 &+ column &* channels
                    let found = unsafe look(at: here, place: place, number: number &+ column, rest: rest)
                    if found.length > length { (length, distance, isFound) = (found.length, found.distance, true) }
                }
            }
            if length == 0 {
                writer.add(pixel: unsafe here.pointee)
                column &+= 1
                misses &+= 1
                unlike &+= 1
                continue
            }
            misses = 0
            writer.add(repeated: length &* channels, from: distance)
            let end = column &+ length
            if isFound || !isRun {
                unsafe note(row, from: column &+ 1, to: min(end, column &+ 4), number, offset)
            } else {
                unsafe note(row, from: end &- 1, to: end, number, offset)
            }
            column = end
        }
        return unlike
    }

    /// Copies a row to the others as words, after what is out of reach has made room.
    private mutating func takeRow(_ bytes: UnsafePointer<UInt8>) -> UnsafeMutablePointer<UInt32> {
        if rowCount == 2 * reachRows {
            let gone = rowCount - reachRows
            unsafe words.update(from: words + gone * width, count: reachRows * width)
            first += gone * width
            rowCount = reachRows
        }
        let row = unsafe words + rowCount * width
        rowCount += 1
        let raw = unsafe UnsafeRawPointer(bytes)
        if channels == 4 {
            unsafe UnsafeMutableRawPointer(row).copyMemory(from: raw, byteCount: width * 4)
        } else {
            // The byte behind the row's last is the caller's as well.
            for column in 0..<width {
                unsafe row[column] = raw.loadUnaligned(fromByteOffset: 3 * column, as: UInt32.self) & 0xff_ffff
            }
        }
        return unsafe row
    }

    /// How many pixels are the same, at most `limit`.
    @inline(__always)
    private static func equal(_ a: UnsafePointer<UInt32>, _ b: UnsafePointer<UInt32>, _ limit: Int) -> Int {
        if unsafe a[0] != b[0] { return 0 }
        let (first, second) = unsafe (UnsafeRawPointer(a), UnsafeRawPointer(b))
        var count = 0
        while count &+ 2 <= limit {
            let one = unsafe first.loadUnaligned(fromByteOffset: count &* 4, as: UInt64.self)
            let other = unsafe second.loadUnaligned(fromByteOffset: count &* 4, as: UInt64.self)
            if one != other { return count &+ (UInt32(truncatingIfNeeded: one ^ other) == 0 ? 1 : 0) }
            count &+= 2
        }
        if count < limit, unsafe a[count] == b[count] { count &+= 1 }
        return count
    }

    @inline(__always)
    private func placeIndex(_ pixel: UInt32, _ next: UInt32) -> Int {
        let mixed = (pixel &* 0x9E37_79B1 ^ next &* 0x85EB_CA6B) &* 0x27D4_EB2F
        return Int(mixed &>> (32 &- Self.hashBits))
    }

    /// Where these two pixels stood last, and how far what followed is the same; notes that they stand here.
    @inline(__always)
    private func look(
        at here: UnsafePointer<UInt32>, place: Int, number: Int, rest: Int
    ) -> (length: Int, distance: Int) {
        let index = unsafe placeIndex(here[0], here[1])
        let known = unsafe places[index]
        unsafe places[index] =
            UInt64(truncatingIfNeeded: number) &<< 32 | UInt64(UInt32(truncatingIfNeeded: place))
        let distance = place &- Int(Int32(truncatingIfNeeded: known))
        guard distance <= Self.reach else { return (0, 0) }
        let there = Int(known &>> 32)
        let other = unsafe words + (there &- first)
        guard unsafe other[0] == here[0], unsafe other[1] == here[1] else { return (0, 0) }
        // Behind a row comes the next one's filter.
        let behind = width &- there % width
        return (unsafe Self.equal(here, other, min(rest, behind)), distance)
    }

    /// Notes where pixels stand that were not looked up.
    @inline(__always)
    private func note(
        _ row: UnsafePointer<UInt32>, from start: Int, to end: Int, _ number: Int, _ offset: Int
    ) {
        var column = start
        while column < min(end, width &- 1) {
            let place = offset &+ 1 &+ column &* channels
            unsafe places[placeIndex(row[column], row[column + 1])] =
                UInt64(truncatingIfNeeded: number &+ column) &<< 32 | UInt64(UInt32(truncatingIfNeeded: place))
            column &+= 1
        }
    }
}
