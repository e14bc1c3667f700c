/// The axis along which a stack lines its children up.
public enum StackDirection: UInt8, Sendable {
    case horizontal, vertical
}

/// How a stack spreads its children along its direction (as in Texture).
public enum Justify: UInt8, Sendable {
    case start, center, end, spaceBetween, spaceAround
}

/// How a stack places its children across its direction (as in Texture). The two baselines act as `start` in a vertical stack.
public enum AlignItems: UInt8, Sendable {
    case start, end, center, stretch, baselineFirst, baselineLast
}

/// One child's own placement across a stack; `auto` follows the stack.
public enum AlignSelf: UInt8, Sendable {
    case auto, start, end, center, stretch
}

/// How a wrapping stack spreads its lines across its direction (as in Texture).
public enum AlignContent: UInt8, Sendable {
    case start, center, end, spaceBetween, spaceAround, stretch
}

/// Horizontal placement in words that do not depend on a stack's axis (as in Texture). `start` and `end` follow its direction, `left` and `right` do not.
public enum HorizontalAlignment: UInt8, Sendable {
    case none, left, middle, right, start, end
}

/// Vertical placement in words that do not depend on a stack's direction (as in Texture).
public enum VerticalAlignment: UInt8, Sendable {
    case none, top, center, bottom
}

/// The settings of a stack spec.
///
/// While `horizontalAlignment` or `verticalAlignment` is set it owns `justify` or `alignItems` (which of the two, `direction` decides): another value
/// assigned there is replaced at once. Cleared to `none` the last derived value stays (as in Texture).
public struct StackParameters: Equatable, Sendable {
    /// The axis of the stack.
    public var direction: StackDirection { didSet { deriveAlignments() } }
    /// Space between neighbours; may be negative.
    public var spacing: Double
    /// Placement along the direction.
    public var justify: Justify { didSet { deriveAlignments() } }
    /// Placement across the direction.
    public var alignItems: AlignItems { didSet { deriveAlignments() } }
    /// Whether children that do not fit start a new line.
    public var wraps: Bool
    /// Placement of the lines when there is room across the direction.
    public var alignContent: AlignContent
    /// Space between lines; may be negative.
    public var lineSpacing: Double
    /// Replaces `justify` in a horizontal stack and `alignItems` in a vertical one, unless `none`.
    public var horizontalAlignment: HorizontalAlignment { didSet { deriveAlignments() } }
    /// Replaces `alignItems` in a horizontal stack and `justify` in a vertical one, unless `none`.
    public var verticalAlignment: VerticalAlignment { didSet { deriveAlignments() } }

    /// A horizontal stack without gaps that stretches its children, unless told otherwise (as in Texture).
    public init(
        direction: StackDirection = .horizontal, spacing: Double = 0, justify: Justify = .start,
        alignItems: AlignItems = .stretch, wraps: Bool = false, alignContent: AlignContent = .start,
        lineSpacing: Double = 0, horizontalAlignment: HorizontalAlignment = .none,
        verticalAlignment: VerticalAlignment = .none
    ) {
        self.direction = direction
        self.spacing = spacing
        self.justify = justify
        self.alignItems = alignItems
        self.wraps = wraps
        self.alignContent = alignContent
        self.lineSpacing = lineSpacing
        self.horizontalAlignment = horizontalAlignment
        self.verticalAlignment = verticalAlignment
        deriveAlignments()
    }

    /// Baselines have a meaning along a horizontal stack only.
    var alignsBaselines: Bool {
        direction == .horizontal && (alignItems == .baselineFirst || alignItems == .baselineLast)
    }

    private mutating func deriveAlignments() {
        let horizontal: Justify? =
            switch horizontalAlignment {
            case .none: nil
            case .left, .start: .start
            case .middle: .center
            case .right, .end: .end
            }
        let vertical: Justify? =
            switch verticalAlignment {
            case .none: nil
            case .top: .start
            case .center: .center
            case .bottom: .end
            }
        let along = direction == .horizontal ? horizontal : vertical
        let across = direction == .horizontal ? vertical : horizontal
        // Assigned only when different: each assignment runs the observers again.
        if let along, along != justify { justify = along }
        guard let across else { return }
        let alignment: AlignItems = across == .start ? .start : across == .center ? .center : .end
        if alignment != alignItems { alignItems = alignment }
    }
}
