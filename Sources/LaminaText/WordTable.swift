/// Shaped words by face and bytes, in a bounded hash table: a full one starts anew.
@safe struct WordTable {
    struct Word {
        fileprivate var hash: UInt64
        fileprivate var face: Int32
        fileprivate var firstByte: Int32
        fileprivate var byteCount: Int32
        var firstGlyph: Int32
        var glyphCount: Int32
        var traits: WordTraits
    }

    /// A search longer than this means texts that were made to collide.
    private static let longestSearch = 16

    /// Bytes.
    private let capacity: Int
    private(set) var words: [Word] = []
    /// In order from left to right, positions from the left edge of the word.
    private(set) var glyphs: [PositionedGlyph] = []
    private var bytes: [UInt8] = []
    /// How often all words were forgotten: their numbers mean nothing afterwards.
    private(set) var renewals = 0
    /// Open addressing; a power of two of places, each the number of a word or -1.
    private var places: [Int32]

    init(capacity: Int, places: Int) {
        self.capacity = capacity
        self.places = [Int32](repeating: -1, count: places)
    }

    /// What the words take.
    var byteCount: Int {
        words.count * MemoryLayout<Word>.stride + glyphs.count * MemoryLayout<PositionedGlyph>.stride + bytes.count
    }

    mutating func removeAll() {
        renewals += 1
        words.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        for i in places.indices { places[i] = -1 }
    }

    /// The number of a word; nil when it is not known.
    func find(_ face: Int32, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        let mask = places.count - 1
        var place = Self.place(hash, face) & mask
        for _ in 0..<Self.longestSearch {
            let index = Int(places[place])
            if index < 0 { return nil }
            if words[index].hash == hash && words[index].face == face, unsafe isSame(words[index], text, range) {
                return index
            }
            place = (place + 1) & mask
        }
        return nil
    }

    private func isSame(_ word: Word, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
        if Int(word.byteCount) != range.count { return false }
        let first = Int(word.firstByte)
        for i in 0..<range.count where unsafe bytes[first + i] != text[range.lowerBound + i] { return false }
        return true
    }

    /// Keeps a word that `find` did not know.
    mutating func insert(
        _ face: Int32, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ traits: WordTraits,
        _ shape: [PositionedGlyph]
    ) {
        if byteCount > capacity { removeAll() }
        if words.count * 2 >= places.count { grow() }
        guard let place = freePlace(hash, face) else { return }
        places[place] = Int32(words.count)
        words.append(
            Word(
                hash: hash, face: face, firstByte: Int32(bytes.count), byteCount: Int32(range.count),
                firstGlyph: Int32(glyphs.count), glyphCount: Int32(shape.count), traits: traits))
        unsafe bytes.append(contentsOf: text[range])
        glyphs.append(contentsOf: shape)
    }

    @inline(__always)
    private static func place(_ hash: UInt64, _ face: Int32) -> Int {
        let mixed = (hash ^ UInt64(UInt32(bitPattern: face))) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32)
    }

    private func freePlace(_ hash: UInt64, _ face: Int32) -> Int? {
        var place = Self.place(hash, face) & (places.count - 1)
        for _ in 0..<Self.longestSearch {
            if places[place] < 0 { return place }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Words that find no place within the longest search are lost: they will be met again.
    private mutating func grow() {
        places = [Int32](repeating: -1, count: places.count * 2)
        for (index, word) in words.enumerated() {
            if let place = freePlace(word.hash, word.face) { places[place] = Int32(index) }
        }
    }
}
