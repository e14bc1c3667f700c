/// A child while its container is being solved. Sizes are of the border box; main and cross are the container's axes,
/// start and end its own.
struct FlexItem: BitwiseCopyable {
    var element: Int32
    var flags: FlexItemFlags = []

    var marginMainStart = 0.0
    var marginMainEnd = 0.0
    var marginCrossStart = 0.0
    var marginCrossEnd = 0.0
    /// Padding and border of both sides.
    var boxMain = 0.0
    var boxCross = 0.0

    /// The definite sizes of the style, NaN without.
    var preferredMain = Double.nan
    var preferredCross = Double.nan
    var minMain = 0.0
    var maxMain = Double.infinity
    var minCross = 0.0
    var maxCross = Double.infinity
    /// Main divided by cross size, NaN without.
    var ratio = Double.nan
    var grow = 0.0
    var shrink = 0.0

    /// The flex base size, and the used sizes as they become known.
    var base = 0.0
    var main = 0.0
    var cross = Double.nan
    /// Distance of the baseline from the outer cross-start edge.
    var ascent = 0.0

    @inline(__always) init(_ element: Int32) { self.element = element }

    @inline(__always) var marginMain: Double { marginMainStart + marginMainEnd }
    @inline(__always) var marginCross: Double { marginCrossStart + marginCrossEnd }

    /// A minimum beats a maximum (CSS 2 10.4).
    @inline(__always) func clampMain(_ size: Double) -> Double { max(minMain, min(maxMain, size)) }
    @inline(__always) func clampCross(_ size: Double) -> Double { max(minCross, min(maxCross, size)) }

    /// Whether an automatic minimum size may be larger than the base size.
    @inline(__always) var isBelowContent: Bool { !flags.contains(.baseFromContent) && base != preferredMain }
    @inline(__always) var scaledShrink: Double { shrink * (base - boxMain) }
    @inline(__always) var hypothetical: Double { clampMain(base) }

    var align: UInt8 {
        @inline(__always) get { UInt8(truncatingIfNeeded: flags.rawValue >> 16) & 31 }
        @inline(__always) set { flags.rawValue = flags.rawValue & ~(31 << 16) | UInt32(newValue) << 16 }
    }
}

struct FlexItemFlags: OptionSet, BitwiseCopyable {
    var rawValue: UInt32

    static let measured = FlexItemFlags(rawValue: 1)
    static let autoMarginMainStart = FlexItemFlags(rawValue: 2)
    static let autoMarginMainEnd = FlexItemFlags(rawValue: 4)
    static let autoMarginCrossStart = FlexItemFlags(rawValue: 8)
    static let autoMarginCrossEnd = FlexItemFlags(rawValue: 16)
    /// The cross size property is auto, so the item can be stretched.
    static let autoCross = FlexItemFlags(rawValue: 32)
    /// The minimum main size is that of the content, and not known yet.
    static let autoMinimum = FlexItemFlags(rawValue: 64)
    static let frozen = FlexItemFlags(rawValue: 128)
    static let contentBox = FlexItemFlags(rawValue: 256)
    /// The cross size is the line's.
    static let stretched = FlexItemFlags(rawValue: 512)
    static let definiteCross = FlexItemFlags(rawValue: 2048)
    static let relative = FlexItemFlags(rawValue: 4096)
    static let violatesMin = FlexItemFlags(rawValue: 8192)
    static let violatesMax = FlexItemFlags(rawValue: 16384)
    /// The base size is the content's, which no automatic minimum exceeds.
    static let baseFromContent = FlexItemFlags(rawValue: 32768)
    static let rightToLeft = FlexItemFlags(rawValue: 1 << 21)

    static let autoMarginsMain: FlexItemFlags = [.autoMarginMainStart, .autoMarginMainEnd]
    static let autoMarginsCross: FlexItemFlags = [.autoMarginCrossStart, .autoMarginCrossEnd]
}

/// A line of items while its container is being solved.
struct FlexLine: BitwiseCopyable {
    var first: Int32
    var end: Int32
    /// Outer hypothetical main sizes of the items, and the gaps between them.
    var hypothetical = 0.0
    /// The same with the sizes after flexing.
    var used = 0.0
    var cross = 0.0
    var crossPosition = 0.0
    /// What is in front of the first item and between items, and each auto margin in the main axis.
    var spread = FlexSpread()
    var autoMargin = 0.0
    /// Distance of the common baseline from the line's start.
    var ascent = 0.0

    var count: Int32 { end - first }
}

/// The frame that an element had before this layout.
struct FlexFormerFrame: BitwiseCopyable {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
}

/// Room for items and lines, used as stacks by containers inside each other.
struct FlexScratch: ~Copyable, Sendable {
    var items = FlexSlab<FlexItem>(capacity: 0)
    var lines = FlexSlab<FlexLine>(capacity: 0)
    /// Elements whose frames were set; those that had an empty frame before, as new ones have, are complemented.
    var noted = FlexSlab<Int32>(capacity: 0)
    /// What the others had, in their order.
    var former = FlexSlab<FlexFormerFrame>(capacity: 0)
}
