internal import CPango

/// Faces and words that other engines with the same fonts have met.
extension WordCache {
    struct Sharing {
        let words: SharedWords
        /// Of the engine's fonts.
        let generation: UInt32
        /// Of the engine, in its order.
        var styles: [FontStyle] = []

        func key(_ key: FaceKey) -> SharedWords.FaceKey? {
            guard let style = style(key.style) else { return nil }
            return SharedWords.FaceKey(
                style: style, script: key.script, isRightToLeft: key.isRightToLeft, kind: key.kind,
                isEmbedded: key.isEmbedded)
        }

        func style(_ index: Int) -> FontStyle? { styles.indices.contains(index) ? styles[index] : nil }
    }

    /// The face of a key: this engine's, or one that has no Pango font yet because it is another's.
    mutating func faceOfAnybody(_ key: FaceKey) -> Int? {
        if let own = face(key) { return own }
        guard let sharing, let sharedKey = sharing.key(key),
            let (number, known) = sharing.words.face(sharedKey, generation: sharing.generation)
        else { return nil }
        return unsafe addFace(
            Face(
                pointer: nil, analysis: PangoAnalysis(), font: known.font, space: known.space,
                spaceWidth: known.spaceWidth, ascent: known.ascent, descent: known.descent, height: known.height,
                isUsable: known.isUsable, number: number),
            key)
    }

    /// Whether all that is known of a key's face is from other engines.
    func isOthers(_ key: FaceKey) -> Bool {
        guard let face = face(key) else { return false }
        return unsafe faces[face].pointer == nil
    }

    /// Tells the others of a face.
    mutating func share(_ index: Int, _ key: FaceKey) {
        guard let sharing, let sharedKey = sharing.key(key) else { return }
        let face = faces[index]
        let published = SharedWords.Face(
            font: face.font, space: face.space, spaceWidth: face.spaceWidth, ascent: face.ascent,
            descent: face.descent, height: face.height, isUsable: face.isUsable)
        faces[index].number = sharing.words.publish(published, sharedKey, generation: sharing.generation)
    }

    /// Gives a face that is another engine's this one's font, when `analysis` has it.
    mutating func bind(_ face: Int, _ analysis: PangoAnalysis, _ fonts: LineCapture.Fonts) {
        guard unsafe faces[face].pointer == nil, let pointer = unsafe analysis.font,
            let font = unsafe fonts[pointer], font.id == faces[face].font.id
        else { return }
        unsafe (faces[face].pointer, faces[face].analysis) = (pointer, WordHarvest.plain(analysis))
        unsafe noteExceptions(face, script: Int32(analysis.script))
    }

    /// A word that another engine has shaped; its number here.
    mutating func findShared(
        _ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
    ) -> Int? {
        let number = faces[face].number
        guard number >= 0, range.count <= Self.longestWord, let sharing,
            let traits = unsafe sharing.words.find(number, hash, text, range, into: &shape)
        else { return nil }
        unsafe insert(face, hash, text, range, traits)
        return unsafe find(face, hash, text, range)
    }

    /// Keeps the word with the glyphs in `shape`, and tells the others; its number.
    mutating func insertShared(
        _ face: Int, _ hash: UInt64, _ text: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, _ traits: WordTraits
    ) -> Int? {
        unsafe insert(face, hash, text, range, traits)
        if let sharing, faces[face].number >= 0 {
            unsafe sharing.words.publish(faces[face].number, hash, text, range, traits, shape)
        }
        return unsafe find(face, hash, text, range)
    }

    /// Keeps how lines of a style are cut, and tells the others; nil when only Pango can do that.
    mutating func keep(_ ellipsis: Ellipsis?, _ key: Ellipsis.Key) {
        ellipses[key] = .some(ellipsis)
        guard let sharing, let style = sharing.style(key.style) else { return }
        sharing.words.publish(ellipsis, style, key.isBeforeWide, generation: sharing.generation)
    }
}
