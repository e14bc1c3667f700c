/// Room for something of the host's in a line of text.
public struct TextAttachment: Hashable, Sendable {
    /// Logical units.
    public var width: Double
    public var height: Double
    /// From the baseline up to the attachment's bottom edge, logical units; negative below it.
    public var rise: Double
    /// Whether a child of the node that shows the text stands here, as large as it is: texts of other sizes leave that
    /// alone.
    public var holdsChild = false

    public init(width: Double, height: Double, rise: Double) {
        self.width = width
        self.height = height
        self.rise = rise
    }
}
