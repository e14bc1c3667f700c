internal import CPango

/// The words that an engine has seen shaped, by font and bytes: a text made of such words needs no shaping at all.
/// Only words are kept whose glyphs are the same in every text (`WordHarvest`), so that what was seen before changes no result.
@safe struct WordCache {
    /// What decides the font of a paragraph and how it is shaped, besides its bytes.
    struct FaceKey: Hashable {
        /// Of the engine.
        var style: Int
        /// `GUnicodeScript`'s number.
        var script: Int32
        var isRightToLeft: Bool
        var kind = MixedRun.Kind.letters
    }

    /// A font as the words of one style and script use it; lengths are 1/1024 units.
    @safe struct Face {
        let pointer: UnsafeMutablePointer<PangoFont>
        /// How Pango shapes words with it.
        let analysis: PangoAnalysis
        let font: CapturedFont
        let space: PositionedGlyph
        let spaceWidth: Int32
        /// Of a line, above and below its baseline.
        let ascent: Int32
        let descent: Int32
        /// What a line spacing factor multiplies.
        let height: Int32
        /// Whether the font shapes a word alike whatever words are beside it.
        let isUsable: Bool
        /// Once one was seen that is of use.
        var ellipsis: Ellipsis?
        var hasSeenEllipsis = false
    }

    /// First or last letters, each a character and its glyph, that are known to keep their shape beside a space.
    struct Edges {
        /// The glyph that each ASCII character was first met with; ligatures are among the others.
        private var ascii = [UInt32](repeating: .max, count: 128)
        private var others: Set<UInt64> = []

        func contains(_ scalar: UInt32, _ glyph: UInt32) -> Bool {
            scalar < 128 && ascii[Int(scalar)] == glyph || others.contains(Self.key(scalar, glyph))
        }

        mutating func insert(_ scalar: UInt32, _ glyph: UInt32) {
            if scalar < 128 && ascii[Int(scalar)] == .max {
                ascii[Int(scalar)] = glyph
            } else {
                others.insert(Self.key(scalar, glyph))
            }
        }

        private static func key(_ scalar: UInt32, _ glyph: UInt32) -> UInt64 { UInt64(scalar) << 32 | UInt64(glyph) }
    }

    struct Word {
        fileprivate var hash: UInt64
        fileprivate var face: Int32
        fileprivate var firstByte: Int32
        fileprivate var byteCount: Int32
        var firstGlyph: Int32
        var glyphCount: Int32
        var traits: WordTraits
    }

    /// Bytes; some 12,000 Latin words. A full cache starts anew.
    private static let capacity = 1 << 20
    /// A search longer than this means texts that were made to collide.
    private static let longestSearch = 16

    private(set) var faces: [Face] = []
    /// The same for the characters that Pango took from each.
    var characters: [Characters] = []
    var starts: [Edges] = []
    var ends: [Edges] = []
    private var faceIndices: [FaceKey: Int] = [:]
    private(set) var words: [Word] = []
    /// In order from left to right, positions from the left edge of the word.
    private(set) var glyphs: [PositionedGlyph] = []
    /// The word that is being taken.
    var shape: [PositionedGlyph] = []
    private var bytes: [UInt8] = []
    /// How often all words were forgotten: their numbers mean nothing afterwards.
    private(set) var renewals = 0
    /// Open addressing; a power of two of places, each the number of a word or -1.
    private var places = [Int32](repeating: -1, count: 1024)
    /// The words and the lines of the paragraph that is being composed.
    var found: [ComposedWord] = []
    var lines: [ComposedLine] = []
    /// Of the last of `lines`.
    var cut: Cut?
    /// The same of a paragraph in several scripts.
    var mixed = MixedParagraph()
    /// What a face is moved by in lines that begin in another one; `Int32.max` where that has not been asked for yet.
    var rises: [[Int32]] = []
    /// Whether Pango moves them so.
    var risesAsPango = true
    /// Further faces for the key of a face: the fonts of characters that its own lacks.
    var others: [Int: [Int]] = [:]
    /// For two faces of one key, which Pango asks first; it sets the space between their words.
    var precedence: [FacePair: Bool] = [:]
    /// What a layout of Pango's has taught nothing about.
    var riddles: Set<UInt64> = []

    mutating func removeAll() {
        removeWords()
        faces.removeAll()
        characters.removeAll()
        starts.removeAll()
        ends.removeAll()
        rises.removeAll()
        others.removeAll()
        precedence.removeAll()
        riddles.removeAll()
        faceIndices.removeAll()
    }

    private mutating func removeWords() {
        renewals += 1
        words.removeAll(keepingCapacity: true)
        glyphs.removeAll(keepingCapacity: true)
        bytes.removeAll(keepingCapacity: true)
        for i in places.indices { places[i] = -1 }
    }

    func face(_ key: FaceKey) -> Int? { faceIndices[key] }

    struct FacePair: Hashable {
        var first: Int
        var second: Int
    }

    /// The first face of a key is found by it, further ones are among `others`.
    mutating func addFace(_ face: Face, _ key: FaceKey) -> Int {
        defer {
            if let first = faceIndices[key] {
                others[first, default: []].append(faces.count - 1)
            } else {
                faceIndices[key] = faces.count - 1
            }
        }
        faces.append(face)
        characters.append(Characters())
        starts.append(Edges())
        ends.append(Edges())
        return faces.count - 1
    }

    /// Nil when it is of no use.
    mutating func setEllipsis(_ ellipsis: Ellipsis?, _ face: Int) {
        (faces[face].ellipsis, faces[face].hasSeenEllipsis) = (ellipsis, true)
    }

    /// The hash of a word is fed byte by byte (FNV-1a).
    static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    @inline(__always)
    private static func place(_ hash: UInt64, _ face: Int32) -> Int {
        let mixed = (hash ^ UInt64(UInt32(bitPattern: face))) &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: mixed >> 32)
    }

    /// The number of a word; nil when it is not known.
    func find(_ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        let face = Int32(truncatingIfNeeded: face)
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

    /// Keeps a word that `find` did not know, with the glyphs in `shape`.
    mutating func insert(
        _ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
        _ traits: WordTraits
    ) {
        let size =
            words.count * MemoryLayout<Word>.stride + glyphs.count * MemoryLayout<PositionedGlyph>.stride + bytes.count
        if size > Self.capacity { removeWords() }
        if words.count * 2 >= places.count { grow() }
        let face = Int32(truncatingIfNeeded: face)
        guard let place = freePlace(hash, face) else { return }
        places[place] = Int32(words.count)
        words.append(
            Word(
                hash: hash, face: face, firstByte: Int32(bytes.count), byteCount: Int32(range.count),
                firstGlyph: Int32(glyphs.count), glyphCount: Int32(shape.count), traits: traits))
        unsafe bytes.append(contentsOf: text[range])
        glyphs.append(contentsOf: shape)
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

/// What composing lines needs to know about a word besides its glyphs.
struct WordTraits {
    /// 1/1024 units.
    var width: Int32
    /// The same up to the first place inside where a line may be broken; `Int32.max` when there is none.
    var widthToBreak: Int32
    /// Whether the word begins with an opening bracket: no break before that after a quotation mark and spaces (UAX 14 LB15).
    var opens: Bool
    /// Whether the word ends with a quotation mark.
    var quotes: Bool
    /// The bytes inside that a line may begin with, a bit for each.
    var places: UInt64 = 0
    /// Of the space at the end, when it is shaped with the word; -1 for none.
    var space: Int32 = -1
    /// Whether each glyph is a character by itself that an ellipsis may follow.
    var isSplittable = false
    /// Whether the word was met but cannot be kept: there is no glyph of it.
    var isHopeless = false
}

/// A word of the paragraph that is being composed.
struct ComposedWord {
    /// Of `WordCache.words`.
    var index: Int
    /// Of the text.
    var bytes: Range<Int>
}

/// A line of that paragraph.
struct ComposedLine {
    /// Of `WordCache.found`.
    var words: Range<Int>
    /// 1/1024 units.
    var width: Int32
}
