import LaminaGeometry

/// A stack's directions: `main` is along it, `cross` across it.
struct StackAxis {
    var isHorizontal: Bool

    func main(_ size: Size) -> Double { isHorizontal ? size.width : size.height }
    func cross(_ size: Size) -> Double { isHorizontal ? size.height : size.width }

    func size(main: Double, cross: Double) -> Size {
        isHorizontal ? Size(width: main, height: cross) : Size(width: cross, height: main)
    }

    func point(main: Double, cross: Double) -> Point {
        isHorizontal ? Point(x: main, y: cross) : Point(x: cross, y: main)
    }
}

/// The limits of one axis.
struct Span {
    var min: Double
    var max: Double

    /// What must be added to `length` to bring it between the limits: positive = room to fill, negative = too long (as
    /// in Texture).
    func violation(of length: Double) -> Double {
        if length < min { return min - length }
        if length > max { return max - length }
        return 0
    }
}

/// What all steps of a stack's arrangement share.
struct StackContext {
    /// Differences below this are dirt of arithmetic; nothing flexes or stretches for them (as in Texture).
    static let epsilon = 0.01

    let parameters: StackSpec
    let axis: StackAxis
    let range: SizeRange
    let main: Span
    let cross: Span
    /// What children's fractions relate to: only lengths that do not depend on them (as in Texture).
    let parentSize: Size
    /// The only child that can both grow and shrink, in a stack of fixed length; else -1 (as in Texture).
    var soleFlexible: Int32 = -1
    /// Where the stack's lines begin among those of all stacks.
    let firstLine: Int
    /// Of the line that is being flexed.
    var flexing = StackFlexing()

    init(_ parameters: StackSpec, _ range: SizeRange, firstLine: Int) {
        self.firstLine = firstLine
        self.parameters = parameters
        self.range = range
        axis = StackAxis(isHorizontal: parameters.direction == .horizontal)
        main = Span(min: axis.main(range.min), max: axis.main(range.max))
        cross = Span(min: axis.cross(range.min), max: axis.cross(range.max))
        parentSize = Size(
            width: range.min.width == range.max.width ? range.min.width : .nan,
            height: range.min.height == range.max.height ? range.min.height : .nan)
    }

    func alignment(_ style: ElementStyle) -> AlignItems {
        switch style.alignSelf {
        case .start: return .start
        case .end: return .end
        case .center: return .center
        case .stretch: return .stretch
        case .auto:
            let isBaseline = parameters.alignItems == .baselineFirst || parameters.alignItems == .baselineLast
            return isBaseline && !axis.isHorizontal ? .start : parameters.alignItems
        }
    }
}

/// Consecutive children of a stack that share a line.
struct StackLine {
    var first: Int32
    var count: Int32
    /// Length of the children with all spacing.
    var mainSum = 0.0
    var crossSize = 0.0
    /// Distance from the line's edge to the common baseline.
    var baseline = 0.0
}
