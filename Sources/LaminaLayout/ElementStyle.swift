public import LaminaGeometry

/// What an element wants of its parent: size wishes, flexing, alignment and position.
public struct ElementStyle: Equatable, Sendable {
    /// Exact width; `minWidth` and `maxWidth` beat it (as in Texture).
    public var width: Dimension
    /// Exact height; `minHeight` and `maxHeight` beat it (as in Texture).
    public var height: Dimension
    /// Least width; beats `maxWidth`.
    public var minWidth: Dimension
    /// Greatest width.
    public var maxWidth: Dimension
    /// Least height; beats `maxHeight`.
    public var minHeight: Dimension
    /// Greatest height.
    public var maxHeight: Dimension
    /// Extra space in front of the element inside a stack; may be negative.
    public var spacingBefore: Double
    /// Extra space behind the element inside a stack; may be negative.
    public var spacingAfter: Double
    /// Share of a stack's free length that the element takes.
    public var flexGrow: Double
    /// Share of a stack's missing length that the element gives up, weighted by its length. Zero by default (as in
    /// Texture), unlike CSS.
    public var flexShrink: Double
    /// Length along a stack before flexing; overrides `width` or `height` on that axis.
    public var flexBasis: Dimension
    /// Overrides the stack's `alignItems` for this element.
    public var alignSelf: AlignSelf
    /// The direction in which the element arranges what is in it.
    public var layoutDirection: LayoutDirection
    /// Distance from the top to the first baseline; 0 = what the content measured.
    public var ascender: Double
    /// Distance from the bottom to the last baseline, negative upwards as fonts report it; 0 = what the content
    /// measured.
    public var descender: Double
    /// Position inside an absolute spec, from its start and top.
    public var layoutPosition: Point

    /// A style without any wish.
    public static let `default` = ElementStyle()

    /// A style; every wish that is not given is none.
    public init(
        width: Dimension = .auto, height: Dimension = .auto,
        minWidth: Dimension = .auto, maxWidth: Dimension = .auto,
        minHeight: Dimension = .auto, maxHeight: Dimension = .auto,
        spacingBefore: Double = 0, spacingAfter: Double = 0,
        flexGrow: Double = 0, flexShrink: Double = 0, flexBasis: Dimension = .auto,
        alignSelf: AlignSelf = .auto, ascender: Double = 0, descender: Double = 0,
        layoutPosition: Point = .zero, layoutDirection: LayoutDirection = .inherit
    ) {
        self.width = width
        self.height = height
        self.minWidth = minWidth
        self.maxWidth = maxWidth
        self.minHeight = minHeight
        self.maxHeight = maxHeight
        self.spacingBefore = spacingBefore
        self.spacingAfter = spacingAfter
        self.flexGrow = flexGrow
        self.flexShrink = flexShrink
        self.flexBasis = flexBasis
        self.alignSelf = alignSelf
        self.ascender = ascender
        self.descender = descender
        self.layoutPosition = layoutPosition
        self.layoutDirection = layoutDirection
    }
}

extension ElementStyle {
    /// The sizes that the style allows, with `auto` limits taken from `automatic` (as in Texture).
    func sizeRange(
        parentSize: Size, automatic: SizeRange = .unconstrained
    ) -> SizeRange {
        let horizontal = Self.limits(
            width, minWidth, maxWidth, parent: parentSize.width,
            automatic.min.width, automatic.max.width)
        let vertical = Self.limits(
            height, minHeight, maxHeight, parent: parentSize.height,
            automatic.min.height, automatic.max.height)
        return SizeRange(
            min: Size(width: horizontal.min, height: vertical.min),
            max: Size(width: horizontal.max, height: vertical.max))
    }

    /// One axis of `sizeRange`: min beats max beats exact, as in CSS.
    @inline(__always)
    static func limits(
        _ exact: Dimension, _ least: Dimension, _ greatest: Dimension, parent: Double,
        _ automaticMin: Double, _ automaticMax: Double
    ) -> (min: Double, max: Double) {
        let low = least.resolved(against: parent) ?? automaticMin
        let high = greatest.resolved(against: parent) ?? automaticMax
        if high <= low { return (low, low) }
        guard let wish = exact.wish(against: parent), wish < .infinity || high < .infinity else { return (low, high) }
        let length = min(max(wish, low), high)
        return (length, length)
    }
}
