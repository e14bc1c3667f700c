import LaminaLock

/// What the engines of a font system have learned about faces and words, so that a style or word which one of them has met costs the others
/// no font and no shaping. Any thread. Only what is the same for whoever learns it: results do not depend on who was first.
@safe final class SharedWords: Sendable {
    /// What `WordCache.FaceKey` is to one engine.
    struct FaceKey: Hashable {
        var style: FontStyle
        var script: Int32
        var isRightToLeft: Bool
        var kind: MixedRun.Kind
        var isEmbedded: Bool
    }

    /// A face without the Pango font, which is each engine's own.
    struct Face {
        var font: CapturedFont
        var space: PositionedGlyph
        var spaceWidth: Int32
        var ascent: Int32
        var descent: Int32
        var height: Int32
        var isUsable: Bool
    }

    private struct EllipsisKey: Hashable {
        var style: FontStyle
        var isBeforeWide: Bool
    }

    private struct Faces {
        var generation: UInt32 = 0
        /// Never given twice, so that words of faces that were forgotten are nobody's.
        var nextNumber: Int32 = 0
        var numbers: [FaceKey: [Int32]] = [:]
        var faces: [Int32: Face] = [:]
        var ellipses: [EllipsisKey: Ellipsis?] = [:]

        mutating func removeAll() {
            numbers.removeAll()
            faces.removeAll()
            ellipses.removeAll()
        }

        /// Whether engines with the fonts of `generation` may add to this; forgets what older ones knew.
        mutating func admits(_ generation: UInt32) -> Bool {
            if self.generation &- generation > UInt32.max / 2 {
                removeAll()
                self.generation = generation
            }
            return self.generation == generation
        }
    }

    private static let faceLimit = 2048
    private static let shardCount = 8
    /// Of all words, in bytes.
    private static let capacity = 2 << 20

    private let faces = Locked(.leaf, Faces())
    private let shards: [Locked<WordTable>]

    init() {
        shards = (0..<Self.shardCount).map { _ in
            Locked(.leaf, WordTable(capacity: Self.capacity / Self.shardCount, places: 64))
        }
    }

    /// What the words take, in bytes.
    var byteCount: Int { shards.reduce(0) { $0 + $1.withLock { $0.byteCount } } }

    func removeAll() {
        faces.withLock { $0.removeAll() }
        for shard in shards { shard.withLock { $0 = WordTable(capacity: Self.capacity / Self.shardCount, places: 64) } }
    }

    /// The first face that somebody found for `key` with the fonts of `generation`, and its number.
    func face(_ key: FaceKey, generation: UInt32) -> (number: Int32, face: Face)? {
        faces.withLock { state in
            guard state.generation == generation, let number = state.numbers[key]?.first, let face = state.faces[number]
            else { return nil }
            return (number, face)
        }
    }

    /// The number of a face for `key`, which may be known already; -1 when the engine's fonts are not the newest.
    func publish(_ face: Face, _ key: FaceKey, generation: UInt32) -> Int32 {
        faces.withLock { state in
            if !state.admits(generation) { return -1 }
            for number in state.numbers[key] ?? [] where state.faces[number]?.font.id == face.font.id { return number }
            if state.faces.count >= Self.faceLimit || state.nextNumber == .max { state.removeAll() }
            if state.nextNumber == .max { return -1 }
            let number = state.nextNumber
            state.nextNumber += 1
            state.numbers[key, default: []].append(number)
            state.faces[number] = face
            return number
        }
    }

    /// How lines of a style are cut: nil as long as nobody has asked that, and an answer without one where only Pango can do it.
    func ellipsis(_ style: FontStyle, _ isBeforeWide: Bool, generation: UInt32) -> Ellipsis?? {
        faces.withLock { state in
            if state.generation != generation { return nil }
            return state.ellipses[EllipsisKey(style: style, isBeforeWide: isBeforeWide)]
        }
    }

    func publish(_ ellipsis: Ellipsis?, _ style: FontStyle, _ isBeforeWide: Bool, generation: UInt32) {
        faces.withLock { state in
            if !state.admits(generation) { return }
            if state.ellipses.count >= Self.faceLimit { state.ellipses.removeAll() }
            state.ellipses[EllipsisKey(style: style, isBeforeWide: isBeforeWide)] = .some(ellipsis)
        }
    }

    /// Puts the glyphs of a word into `shape`; nil when nobody has published it.
    func find(
        _ face: Int32, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>,
        into shape: inout [PositionedGlyph]
    ) -> WordTraits? {
        shard(hash).withLock { table in
            guard let index = unsafe table.find(face, hash, text, range) else { return nil }
            let word = table.words[index]
            shape.removeAll(keepingCapacity: true)
            let first = Int(word.firstGlyph)
            shape.append(contentsOf: table.glyphs[first..<first + Int(word.glyphCount)])
            return word.traits
        }
    }

    func publish(
        _ face: Int32, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ traits: WordTraits,
        _ shape: [PositionedGlyph]
    ) {
        shard(hash).withLock { table in
            if unsafe table.find(face, hash, text, range) == nil {
                unsafe table.insert(face, hash, text, range, traits, shape)
            }
        }
    }

    /// Not by the bits that the tables go by.
    private func shard(_ hash: UInt64) -> Locked<WordTable> { shards[Int(hash >> 61)] }
}
