public import LaminaGeometry

/// One frame of an animated picture, as its file says.
public struct PictureFrame: Equatable, Sendable {
    /// What becomes of its place before the next one comes.
    public enum Disposal: UInt8, Sendable {
        case none = 0
        /// The place becomes transparent.
        case background = 1
        /// The place becomes what it was before.
        case previous = 2
    }

    /// Where it stands on the canvas; of a GIF it may lie outside.
    public let rect: PixelRect
    /// How long it is shown, as the file says: 0 is possible.
    public let milliseconds: Double
    public let disposal: Disposal
    /// Whether it is drawn over what is there, or takes its place.
    public let blendsOver: Bool
    /// Where its pixels are in the file.
    var data: Range<Int>
    /// GIF: where its colours are, and the one that is clear.
    var palette: Range<Int>? = nil
    var clearIndex: UInt8? = nil
    var isInterlaced = false

    init(
        rect: PixelRect, milliseconds: Double, disposal: Disposal, blendsOver: Bool, data: Range<Int>
    ) {
        self.rect = rect
        self.milliseconds = milliseconds
        self.disposal = disposal
        self.blendsOver = blendsOver
        self.data = data
    }
}
