internal import CPango

/// What ends a line that is cut; lengths are 1/1024 units.
struct Ellipsis {
    /// What decides it.
    struct Key: Hashable {
        /// Of the engine: that of the first hidden character.
        var style: Int
        /// Whether that character is a wide one, as in Chinese: another sign is usual there.
        var isBeforeWide: Bool
    }

    /// Of the engine.
    let face: Int
    let glyphs: [ShapedGlyph]
    let width: Int32
}

extension PieceLayout {
    /// Shapes an ellipsis, which is `text`.
    func ellipsis(_ text: [UInt8], _ analysis: PangoAnalysis, _ face: Int) -> Ellipsis {
        var glyphs: [ShapedGlyph] = []
        let item = unsafe TextItem(
            bytes: 0..<text.count, characters: 0..<1, level: 0, script: PangoScript(Int32(analysis.script)),
            language: analysis.language, face: face, span: 0)
        unsafe text.withUnsafeBufferPointer {
            unsafe shaper.shape(0..<text.count, of: item, engine.faces[face], $0, [], into: &glyphs)
        }
        return Ellipsis(face: face, glyphs: glyphs, width: glyphs.reduce(0) { $0 &+ $1.advance })
    }

    /// How wide eight spaces are in the piece's first style.
    var eightSpaces: Int {
        let fallback = 50 * 1024
        guard let face = engine.baseFace(piece, styled) else { return fallback }
        var glyph: hb_codepoint_t = 0
        if unsafe hb_font_get_nominal_glyph(face.shaping, 0x20, &glyph) == 0 { return fallback }
        let width = unsafe hb_font_get_glyph_h_advance(face.shaping, glyph)
        return width > 0 ? 8 * Int(width) : fallback
    }
}
