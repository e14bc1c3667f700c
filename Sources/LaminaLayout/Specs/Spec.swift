/// A rule that arranges an element's children, with its settings.
///
/// This is the list of the specs: each has a case, a line in `rule`, one in `arrangeSpec` and one in `descriptors`; all
/// else is in the file of its type. As an enum a spec needs no allocation, and the solver calls its function directly.
///
/// Malformed trees are laid out, never refused: a missing child counts as an empty one of the least size allowed, and
/// children beyond the number that a spec takes get an empty frame at the spec's origin.
public enum Spec: Equatable, Sendable {
    case stack(StackSpec)
    case wrapper
    case absolute(AbsoluteSpec)
    case inset(InsetSpec)
    case directionalInset(DirectionalInsetSpec)
    case center(CenterSpec)
    case relative(RelativeSpec)
    case ratio(RatioSpec)
    case overlay
    case background
    case corner(CornerSpec)

    /// The spec as the type that knows it. For descriptions: most of these are too large for an existential without an
    /// allocation.
    var rule: any SpecRule {
        switch self {
        case .stack(let stack): stack
        case .wrapper: WrapperSpec()
        case .absolute(let absolute): absolute
        case .inset(let inset): inset
        case .directionalInset(let inset): inset
        case .center(let center): center
        case .relative(let relative): relative
        case .ratio(let ratio): ratio
        case .overlay: OverlaySpec()
        case .background: BackgroundSpec()
        case .corner(let corner): corner
        }
    }

    /// In the order of lamina_tree_kind, which begins with LAMINA_TREE_KIND_STACK.
    public static let descriptors = [
        SpecDescriptor(StackSpec.initial), SpecDescriptor(WrapperSpec.initial), SpecDescriptor(AbsoluteSpec.initial),
        SpecDescriptor(InsetSpec.initial), SpecDescriptor(DirectionalInsetSpec.initial),
        SpecDescriptor(CenterSpec.initial),
        SpecDescriptor(RelativeSpec.initial), SpecDescriptor(RatioSpec.initial), SpecDescriptor(OverlaySpec.initial),
        SpecDescriptor(BackgroundSpec.initial), SpecDescriptor(CornerSpec.initial),
    ]

    /// Other names for specs with some settings, which templates know as well.
    public static let shortForms = [StackSpec.row, StackSpec.column, spacer]
    public static let spacer = WrapperSpec.spacer

    /// How many elements it takes; nil for any number.
    public var childCount: Int? { type(of: rule).childCount }

    /// For people: what the spec is, with those of its settings that are not the defaults.
    public var title: String { rule.title }
}

extension LayoutPass {
    /// Hands a spec to the function that knows it.
    @inline(never)
    mutating func arrangeSpec<M: LeafMeasurer>(_ element: Int32, _ measurer: inout M) {
        guard case .spec(let spec) = tree.records[Int(element)].kind else { return }
        switch spec {
        case .stack: arrangeStack(element, &measurer)
        case .wrapper: arrangeWrapper(element, &measurer)
        case .absolute(let absolute): arrangeAbsolute(element, absolute.sizing, &measurer)
        case .inset(let inset): arrangeInset(element, inset.insets, isDirectional: false, &measurer)
        case .directionalInset(let inset): arrangeInset(element, inset.inset.insets, isDirectional: true, &measurer)
        case .center(let center): arrangeRelative(element, center.relative, &measurer)
        case .relative(let relative): arrangeRelative(element, relative, &measurer)
        case .ratio(let ratio): arrangeRatio(element, ratio.ratio, &measurer)
        case .overlay: arrangeOverlay(element, &measurer)
        case .background: arrangeBackground(element, &measurer)
        case .corner(let corner): arrangeCorner(element, corner, &measurer)
        }
    }
}
