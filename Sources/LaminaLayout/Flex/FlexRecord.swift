import LaminaGeometry

/// One element of a flex tree: its links, its results and what is known of its content. NaN stands for a result that is
/// not known.
///
/// Lengths of content are without padding and border, so that these may depend on the parent without spoiling what is
/// known.
struct FlexRecord: BitwiseCopyable {
    static let none: Int32 = -1

    var parent: Int32 = none
    var firstChild: Int32 = none
    var nextSibling: Int32 = none
    /// Of a first child: the last one.
    var previousSibling: Int32 = none
    /// Where the words of the style begin.
    var style: Int32 = 0
    var identifier: Int32
    var flags: FlexFlags

    /// The frame relative to the parent, of the border box.
    var x = 0.0
    var y = 0.0
    var width = 0.0
    var height = 0.0

    /// The max-content and min-content widths of the content.
    var maxContentWidth = Double.nan
    var minContentWidth = Double.nan
    /// The height of the content for which these widths hold, if they depend on it.
    var intrinsicHeight = Double.nan
    /// A width of the content, and the height that it has then.
    var heightKey = Double.nan
    var contentHeight = Double.nan
    /// Children are where they are for every main size from this on.
    var stableFrom = Double.infinity

    @inline(__always) init(identifier: Int32, isMeasured: Bool) {
        self.identifier = identifier
        flags = isMeasured ? [.measured] : []
    }

    /// Forgets what depends on the content.
    @inline(__always) mutating func forget() {
        maxContentWidth = .nan
        minContentWidth = .nan
        heightKey = .nan
        flags.subtract([.placed, .hidden])
    }

    /// Notes the height of the content at a width.
    @inline(__always) mutating func setHeight(_ height: Double, at width: Double) {
        heightKey = width
        contentHeight = height
        flags.subtract([.marked, .fitsKey])
    }

    /// Forgets what depends on the content, which has changed.
    @inline(__always) mutating func invalidate() {
        forget()
        flags.insert(.marked)
    }

    var frame: Rect { Rect(x: x, y: y, width: width, height: height) }
}

struct FlexFlags: OptionSet, BitwiseCopyable {
    var rawValue: UInt32

    /// A leaf whose content the measure callback knows.
    static let measured = FlexFlags(rawValue: 1)
    /// The children are placed for the present size.
    static let placed = FlexFlags(rawValue: 2)
    /// The content has not been measured since it changed, so the ancestors are marked already.
    static let marked = FlexFlags(rawValue: 4)
    static let rightToLeft = FlexFlags(rawValue: 8)
    /// The intrinsic widths hold for one height only.
    static let widthNeedsHeight = FlexFlags(rawValue: 16)
    /// Children were placed with a height that percentages may relate to.
    static let definiteHeight = FlexFlags(rawValue: 32)
    /// Somewhere below, an absolute element waits for a containing block farther up, through static elements only.
    static let absoluteBelow = FlexFlags(rawValue: 64)
    /// The frame is noted as changed in this pass.
    static let noted = FlexFlags(rawValue: 128)
    /// The slot is not in use.
    static let free = FlexFlags(rawValue: 256)
    /// All frames of the subtree are empty because it does not take part.
    static let hidden = FlexFlags(rawValue: 512)
    /// The parent's baseline is this child's.
    static let givesBaseline = FlexFlags(rawValue: 1024)
    /// Something inside depends on whether the height is definite.
    static let usesHeight = FlexFlags(rawValue: 2048)
    /// The leaf stays within the width `heightKey` and breaks no word for that.
    static let fitsKey = FlexFlags(rawValue: 4096)
    /// A leaf whose size in some room does not follow from its sizes without limits.
    static let notMonotonic = FlexFlags(rawValue: 8192)
    /// A leaf with padding or border, as of the last layout: `FlexTree.leafInsets` has them.
    static let inset = FlexFlags(rawValue: 16384)
}
