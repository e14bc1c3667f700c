/// The axis along which a stack lines its children up.
public enum StackDirection: UInt8, Keyword {
    case horizontal, vertical
}

/// How a stack spreads its children along its direction (as in Texture).
public enum Justify: UInt8, Keyword {
    case start, center, end, spaceBetween, spaceAround
}

/// How a stack places its children across its direction (as in Texture). The two baselines act as `start` in a vertical
/// stack.
public enum AlignItems: UInt8, Keyword {
    case start = 1
    case end, center, stretch, baselineFirst, baselineLast

    /// lamina_align begins with AUTO, which a stack takes for STRETCH.
    public static let names = ["auto"] + allCases.map(\.name)

    public init?(number: Int) {
        guard let align = number == 0 ? .stretch : UInt8(exactly: number).flatMap(Self.init(rawValue:)) else {
            return nil
        }
        self = align
    }

    var text: String {
        switch self {
        case .start: "start"
        case .end: "end"
        case .center: "center"
        case .stretch: "stretch"
        case .baselineFirst: "first baseline"
        case .baselineLast: "last baseline"
        }
    }
}

/// One child's own placement across a stack; `auto` follows the stack.
public enum AlignSelf: UInt8, Sendable {
    case auto, start, end, center, stretch
}

/// How a wrapping stack spreads its lines across its direction (as in Texture).
public enum AlignContent: UInt8, Keyword {
    case start, center, end, spaceBetween, spaceAround, stretch
}

/// Horizontal placement in keywords that do not depend on a stack's axis (as in Texture). `start` and `end` follow its
/// direction, `left` and `right` do not.
public enum HorizontalAlignment: UInt8, Keyword {
    case none, left, center, right, start, end
}

/// Vertical placement in keywords that do not depend on a stack's direction (as in Texture).
public enum VerticalAlignment: UInt8, Keyword {
    case none, top, center, bottom
}

/// Any number of children in lines (as in Texture).
///
/// While `horizontalAlignment` or `verticalAlignment` is set it owns `justify` or `alignItems` (which of the two,
/// `direction` decides): another value assigned there is replaced at once. Cleared to `none` the last derived value
/// stays (as in Texture).
public struct StackSpec: SpecRule {
    static let name = "stack"
    static let childCount: Int? = nil
    /// The shorthands come last: they own `justify` and `align_items` (as in Texture).
    static let settings: [SpecSetting<Self>] = [
        .keyword("axis") { $0.direction = $1 },
        .length("spacing") { $0.spacing = $1 },
        .keyword("justify") { $0.justify = $1 },
        .keyword("align_items") { $0.alignItems = $1 },
        .length("line_spacing") { $0.lineSpacing = $1 },
        .flag("wrap") { $0.wraps = $1 },
        .keyword("align_content") { $0.alignContent = $1 },
        .keyword("horizontal_alignment") { $0.horizontalAlignment = $1 },
        .keyword("vertical_alignment") { $0.verticalAlignment = $1 },
    ]

    static let row = SpecDescriptor(initial, name: "row", omitting: "axis")
    static let column = SpecDescriptor(StackSpec(direction: .vertical), name: "column", omitting: "axis")

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

    /// A horizontal stack without gaps that stretches its children, unless said otherwise (as in Texture).
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

    static let initial = Self(direction: .horizontal)

    var spec: Spec { .stack(self) }

    /// Baselines have a meaning along a horizontal stack only.
    var alignsBaselines: Bool {
        direction == .horizontal && (alignItems == .baselineFirst || alignItems == .baselineLast)
    }

    private mutating func deriveAlignments() {
        let horizontal: Justify? =
            switch horizontalAlignment {
            case .none: nil
            case .left, .start: .start
            case .center: .center
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

    /// The settings in a stack that is arranged from its start and mirrored afterwards: what is to stay at the left is
    /// at the end there.
    func arranged(isRightToLeft: Bool) -> StackSpec {
        guard isRightToLeft else { return self }
        var arranged = self
        switch horizontalAlignment {
        case .left: arranged.horizontalAlignment = .right
        case .right: arranged.horizontalAlignment = .left
        case .none, .start, .center, .end: break
        }
        return arranged
    }
}

// For people.
extension StackSpec {
    var title: String {
        Self.title(
            direction == .horizontal ? "row" : "column",
            [
                spacing == 0 ? "" : "spacing \(spacing.shortText)", justify == .start ? "" : "justify \(justify.text)",
                alignItems == .stretch ? "" : "align \(alignItems.text)", wraps ? "wraps" : "",
                wraps && lineSpacing != 0 ? "line spacing \(lineSpacing.shortText)" : "",
                wraps && alignContent != .start ? "lines \(alignContent.asJustify.text)" : "",
            ])
    }

    func sizeReason(_ element: Int32, _ explanation: LayoutExplanation) -> String {
        if wraps { return "the longest of its lines, and all lines beside each other" }
        let axis = StackAxis(isHorizontal: direction == .horizontal)
        let pass = explanation.pass
        var (sum, widest, count) = (0.0, 0.0, 0)
        var child = pass.firstChild(element)
        while child >= 0 {
            let style = pass.tree.styles[Int(child)]
            sum += axis.main(pass.size(child)) + style.spacingBefore + style.spacingAfter
            widest = max(widest, axis.cross(pass.size(child)))
            count += 1
            child = pass.nextSibling(child)
        }
        let gaps = spacing * Double(count - 1)
        let ofThat = gaps == 0 ? "" : ", \(gaps.shortText) of it spacing"
        return "\(count) children of \((sum + gaps).shortText) in all\(ofThat), the largest \(widest.shortText) across"
    }

    func constraintsReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        let style = explanation.pass.tree.styles[Int(child)]
        let length = direction == .horizontal ? "width" : "height"
        let context = StackContext(self, explanation.pass.allowedRange(element), firstLine: 0)
        if let basis = style.flexBasis.resolved(against: context.axis.main(context.parentSize)) {
            return " (\(length) \(basis.shortText) is its basis)"
        }
        let unknown = style.flexBasis == .auto ? "" : "; its basis is a share of an unknown \(length)"
        return " (first alone, free along the stack\(unknown))"
    }

    func placeReason(_ child: Int32, in element: Int32, _ explanation: LayoutExplanation) -> String {
        let pass = explanation.pass
        let context = StackContext(
            arranged(isRightToLeft: pass.isRightToLeft(element)), pass.allowedRange(element), firstLine: 0)
        let style = pass.tree.styles[Int(child)]
        return ", aligned across by \(style.alignSelf == .auto ? "the stack" : "its own style"):"
            + " \(context.alignment(style).text)"
    }
}

extension Spec {
    /// Whether its children stand beside each other.
    public var isRow: Bool {
        if case .stack(let stack) = self { stack.direction == .horizontal } else { false }
    }

    /// Whether children are aligned by their baselines, so that more than their sizes counts.
    public var alignsBaselines: Bool {
        if case .stack(let stack) = self { stack.alignsBaselines } else { false }
    }
}
