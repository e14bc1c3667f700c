/// The default values that a tree's styles start from.
public enum FlexProfile: UInt8, Sendable {
    /// Yoga's: column, no shrinking, lines packed at the start, no automatic minimum sizes.
    case yoga
    /// Those of CSS: row, shrink 1, lines stretched, automatic minimum sizes (CSS Flexbox 4.5).
    case css
}

/// Properties of a `FlexStyle` that hold one of a few keywords; raw value 0 of each is its default.
public enum FlexKeywordProperty: UInt8, Sendable, CaseIterable {
    /// A `FlexDirection`.
    case flexDirection
    /// A `FlexWrap`.
    case flexWrap
    /// A `FlexAlignment`.
    case justifyContent
    /// A `FlexAlignment`.
    case alignItems
    /// A `FlexAlignment`.
    case alignSelf
    /// A `FlexAlignment`.
    case alignContent
    /// A `FlexDisplay`.
    case display
    /// A `FlexPositionType`.
    case positionType
    /// A `FlexBoxSizing`.
    case boxSizing
    /// A `FlexOverflow`.
    case overflow
    /// A `FlexWritingDirection`.
    case direction

    /// The largest raw value that the property can hold.
    public var largestRawValue: UInt8 {
        switch self {
        case .flexDirection: FlexDirection.columnReverse.rawValue
        case .flexWrap: FlexWrap.reverseBalance.rawValue
        case .justifyContent, .alignItems, .alignSelf, .alignContent: FlexAlignment.safeEnd.rawValue
        case .display: FlexDisplay.contents.rawValue
        case .positionType: FlexPositionType.absolute.rawValue
        case .boxSizing: FlexBoxSizing.contentBox.rawValue
        case .overflow: FlexOverflow.scrollVertically.rawValue
        case .direction: FlexWritingDirection.rightToLeft.rawValue
        }
    }
}

/// The axis along which a container's children follow each other.
public enum FlexDirection: UInt8, Sendable, CaseIterable {
    /// What the tree's profile says.
    case standard
    case row, rowReverse, column, columnReverse
}

/// Whether a container breaks its children into lines.
public enum FlexWrap: UInt8, Sendable, CaseIterable {
    case noWrap, wrap, wrapReverse
    /// As `wrap` and `wrapReverse`, but into lines of nearly the same size.
    case balance, reverseBalance
}

/// A value of justify-content and of the align properties; a keyword that a property does not know counts as its
/// default.
public enum FlexAlignment: UInt8, Sendable, CaseIterable {
    /// align-self: the container's align-items; elsewhere the default.
    case auto
    case flexStart, center, flexEnd, stretch, baseline, spaceBetween, spaceAround, spaceEvenly
    case start, end, selfStart, selfEnd
    /// As their namesakes, but at the start where there is not enough room (CSS Align 4.4).
    case safeCenter, safeFlexEnd, safeEnd
}

/// How an element takes part in layout.
public enum FlexDisplay: UInt8, Sendable, CaseIterable {
    /// A box that arranges its children.
    case flex
    /// Takes no part, nor do its descendants: their frames are empty.
    case none
    /// Has no box; its children count as its parent's.
    case contents
}

/// What an element's insets do.
public enum FlexPositionType: UInt8, Sendable, CaseIterable {
    /// Insets move the element from where the flow put it.
    case relative
    /// Insets do nothing, and absolute descendants do not relate to the element.
    case `static`
    /// The element is out of the flow; insets relate to the nearest ancestor that is not static.
    case absolute
}

/// What width and height mean.
public enum FlexBoxSizing: UInt8, Sendable, CaseIterable {
    case borderBox, contentBox
}

/// What happens to content that is too large; layout depends on whether it may stick out, and where scroll bars stand.
public enum FlexOverflow: UInt8, Sendable, CaseIterable {
    case visible, hidden, scroll
    /// Scrolls from side to side only, or up and down only; is hidden the other way.
    case scrollHorizontally, scrollVertically
}

/// The direction of lines of text.
public enum FlexWritingDirection: UInt8, Sendable, CaseIterable {
    /// The parent's; the root's is given with the layout.
    case inherit
    case leftToRight, rightToLeft
}
