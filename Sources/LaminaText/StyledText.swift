internal import LaminaGeometry

/// A span of a text, resolved for one engine.
struct StyledSpan {
    /// UTF-8 bytes of the whole text.
    var bytes: Range<Int>
    /// Index into the engine's styles.
    var style: Int
    /// Font size, 1/1024 logical units.
    var units: Int32
    var color: Color?
    var underline: Bool
    var strikethrough: Bool
}

/// One call of Pango: a paragraph, or a piece of one, with everything that shapes it.
struct Piece {
    /// UTF-8 bytes of the whole text.
    var bytes: Range<Int>
    /// Whether an ellipsis follows the bytes, because paragraphs after this one are cut.
    var addsEllipsis = false
    var isRightToLeft: Bool
    /// The spans that `bytes` touches.
    var spans: Range<Int>
    /// 0 is no limit.
    var maximumLines: Int
    var ellipsizes: Bool
}

/// How wide and how dense lines are, for all pieces of a text.
struct LineFormat {
    /// 1/1024 units; -1 is no limit.
    var width: Int32
    var wrap: TextWrap
    /// 0 is the fonts' own.
    var spacing: Float
}
