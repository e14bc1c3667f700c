internal import CPango

/// The words that an engine has seen shaped, by font and bytes: a text made of such words needs no shaping at all.
/// Only words are kept whose glyphs are the same in every text (`WordHarvest`), so that what was seen before changes no result.
@safe struct WordCache: ~Copyable {
    /// What decides the font of a paragraph and how it is shaped, besides its bytes.
    struct FaceKey: Hashable {
        /// Of the engine.
        var style: Int
        /// `GUnicodeScript`'s number.
        var script: Int32
        var isRightToLeft: Bool
        var kind = MixedRun.Kind.letters
        /// Of numbers among what is written from right to left, and of all that is written from left to right in such a text. No whole text is made
        /// of these words: Arabic numbers in a row change places.
        var isEmbedded = false

        init(style: Int, script: Int32, isRightToLeft: Bool) {
            (self.style, self.script, self.isRightToLeft) = (style, script, isRightToLeft)
        }

        init(style: Int, script: Int32, level: UInt8, kind: MixedRun.Kind) {
            (self.style, self.script, self.kind) = (style, script, kind)
            isRightToLeft = level & 1 == 1
            isEmbedded = level > 1
        }
    }

    /// A font as the words of one style and script use it; lengths are 1/1024 units.
    @safe struct Face {
        /// Nil as long as all that is known of the face is from other engines.
        var pointer: UnsafeMutablePointer<PangoFont>?
        /// How Pango shapes words with it.
        var analysis: PangoAnalysis
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
        /// In `SharedWords`; -1 when it is not there.
        var number: Int32 = -1
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

    /// Bytes; some 12,000 Latin words.
    private static let capacity = 1 << 20

    var faces: [Face] = []
    /// The same for the characters that Pango took from each.
    var characters: [Characters] = []
    var starts: [Edges] = []
    var ends: [Edges] = []
    /// Glyphs that depend on what stands beyond a space: words with one are not kept (`FontRules`).
    var exceptions: [Int: Set<UInt32>] = [:]
    private var faceIndices: [FaceKey: Int] = [:]
    private var table = WordTable(capacity: capacity, places: 1024)
    /// The word that is being taken.
    var shape: [PositionedGlyph] = []
    /// What other engines know too.
    var sharing: Sharing?
    /// The words and the lines of the paragraph that is being composed.
    var found: [ComposedWord] = []
    var lines: [ComposedLine] = []
    /// The word that was missing when composing stopped.
    var stoppedAt = -1
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
    /// Keys of which a line of Pango's was in several fonts.
    var severalFonts: Set<FaceKey> = []
    /// How glyphs of a face depend on each other, where segments of words are kept; and characters that do not, side by side.
    var neighbours: [Int: FontNeighbours] = [:]
    var apart: [CharacterPair: Bool] = [:]
    /// Nil for those that only Pango can set.
    var ellipses: [Ellipsis.Key: Ellipsis?] = [:]
    /// What a layout of Pango's has taught nothing about.
    var riddles: Set<UInt64> = []

    mutating func removeAll() {
        table.removeAll()
        faces.removeAll()
        characters.removeAll()
        starts.removeAll()
        ends.removeAll()
        exceptions.removeAll()
        rises.removeAll()
        others.removeAll()
        precedence.removeAll()
        severalFonts.removeAll()
        riddles.removeAll()
        ellipses.removeAll()
        neighbours.removeAll()
        apart.removeAll()
        faceIndices.removeAll()
    }

    var words: [WordTable.Word] {
        @inline(__always) _read { yield table.words }
    }

    /// In order from left to right, positions from the left edge of the word.
    var glyphs: [PositionedGlyph] {
        @inline(__always) _read { yield table.glyphs }
    }

    /// How often all words were forgotten: their numbers mean nothing afterwards.
    var renewals: Int { table.renewals }

    func face(_ key: FaceKey) -> Int? { faceIndices[key] }

    struct FacePair: Hashable {
        var first: Int
        var second: Int
    }

    struct CharacterPair: Hashable {
        var face: Int32
        var first: UInt32
        var second: UInt32
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
        if face.number < 0 { share(faces.count - 1, key) }
        characters.append(Characters())
        starts.append(Edges())
        ends.append(Edges())
        return faces.count - 1
    }

    /// The hash of a word is fed byte by byte (FNV-1a).
    static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

    @inline(__always)
    static func hash(_ hash: UInt64, _ byte: UInt8) -> UInt64 { (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }

    /// The number of a word; nil when it is not known.
    @inline(__always)
    func find(_ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Int? {
        unsafe table.find(Int32(truncatingIfNeeded: face), hash, text, range)
    }

    /// Keeps a word that `find` did not know, with the glyphs in `shape`.
    mutating func insert(
        _ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
        _ traits: WordTraits
    ) {
        unsafe table.insert(Int32(truncatingIfNeeded: face), hash, text, range, traits, shape)
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
    /// Whether one of them is wide: for those Pango has another ellipsis.
    var hasWide = false
    /// Whether its first or last glyph is one that the font may move for a neighbour; of segments (`MixedSegments`).
    var startsPaired = false
    var endsPaired = false
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
