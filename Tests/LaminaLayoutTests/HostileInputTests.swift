import LaminaGeometry
import LaminaLayout
import Testing

/// A generator with a fixed seed: the same trees on every machine.
struct Lottery {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 2 &+ 1 }

    mutating func next(_ bound: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(bound))
    }

    mutating func pick<T>(_ values: [T]) -> T { values[next(values.count)] }
}

/// Answers nonsense.
struct HostileMeasurer: LeafMeasurer {
    var lottery: Lottery

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
        LayoutMeasurement(
            size: Size(width: lottery.pick(HostileTree.numbers), height: lottery.pick(HostileTree.numbers)),
            ascender: lottery.pick(HostileTree.numbers), descender: lottery.pick(HostileTree.numbers))
    }
}

/// A random tree of odd shape and odd numbers.
struct HostileTree {
    static let numbers: [Double] = [
        0, -0.0, 1, -1, 10, 0.5, 33.3, 1e-300, -1e-300, 9_999_999, 10_000_000, 1e18, 1e300, -1e300,
        .greatestFiniteMagnitude, -.greatestFiniteMagnitude, .infinity, -.infinity, .nan, -.nan, .leastNonzeroMagnitude,
        0.01, 100, 300,
    ]

    var tree = ElementTree()
    var lottery: Lottery

    init(seed: UInt64) {
        lottery = Lottery(seed: seed)
        add(depth: 0)
        if lottery.next(4) == 0 { tree.end() }
        if lottery.next(4) == 0 { add(depth: 3) }
    }

    private mutating func number() -> Double { lottery.pick(Self.numbers) }

    private mutating func dimension() -> Dimension {
        switch lottery.next(4) {
        case 0: .points(number())
        case 1: .fraction(number())
        default: .auto
        }
    }

    private mutating func style() -> ElementStyle {
        ElementStyle(
            width: dimension(), height: dimension(), minWidth: dimension(), maxWidth: dimension(),
            minHeight: dimension(), maxHeight: dimension(), spacingBefore: number(), spacingAfter: number(),
            flexGrow: number(), flexShrink: number(), flexBasis: dimension(),
            alignSelf: lottery.pick([.auto, .start, .end, .center, .stretch]), ascender: number(),
            descender: number(), layoutPosition: Point(x: number(), y: number()))
    }

    private mutating func spec() -> Spec {
        switch lottery.next(12) {
        case 0: .wrapper
        case 1: .inset(InsetSpec(EdgeInsets(top: number(), left: number(), bottom: number(), right: number())))
        case 2: .overlay
        case 3: .background
        case 4: .center(CenterSpec(centering: .xy, sizing: lottery.pick([.default, .minXY])))
        case 5: .relative(RelativeSpec(horizontal: .end, vertical: .center))
        case 6: .ratio(RatioSpec(number()))
        case 7: .absolute(AbsoluteSpec(lottery.pick([.default, .fit])))
        case 8:
            .corner(CornerSpec(location: .topRight, offset: Point(x: number(), y: number()), wrapsCorner: true))
        default:
            .stack(
                StackSpec(
                    direction: lottery.pick([.horizontal, .vertical]), spacing: number(),
                    justify: lottery.pick([.start, .center, .end, .spaceBetween, .spaceAround]),
                    alignItems: lottery.pick([.start, .end, .center, .stretch, .baselineFirst, .baselineLast]),
                    wraps: lottery.next(2) == 0,
                    alignContent: lottery.pick([.start, .center, .end, .spaceBetween, .spaceAround, .stretch]),
                    lineSpacing: number()))
        }
    }

    private mutating func add(depth: Int) {
        let style = style()
        switch depth >= 7 ? lottery.next(2) : lottery.next(10) {
        case 0: _ = tree.addLeaf(style: style, identifier: Int32(tree.count))
        case 1: _ = tree.addPlainNode(style: style, identifier: 0)
        case 2:
            _ = tree.beginNode(style: style, identifier: 0)
            for _ in 0..<lottery.next(3) { add(depth: depth + 1) }
            tree.end()
        default:
            _ = tree.beginSpec(spec(), style: style)
            for _ in 0..<lottery.next(4) { add(depth: depth + 1) }
            tree.end()
        }
    }

    mutating func range() -> SizeRange {
        SizeRange(
            min: Size(width: number(), height: number()), max: Size(width: number(), height: number()))
    }
}

/// The solver never traps, never hangs, and never answers with numbers that are none.
@Suite struct HostileInputTests {
    @Test(arguments: [
        LayoutRounding.none, .everySizeUp(scale: 2), .everySizeUp(scale: .nan), .everySizeUp(scale: 1e300),
    ])
    func randomNonsenseYieldsFiniteFrames(_ rounding: LayoutRounding) {
        for seed in 0..<4_000 {
            var hostile = HostileTree(seed: UInt64(seed))
            let range = hostile.range()
            let parent = seed % 2 == 0 ? nil : hostile.range().min
            var measurer = HostileMeasurer(lottery: Lottery(seed: UInt64(seed)))
            let result = solveLayout(
                hostile.tree, range: range, parentSize: parent, measurer: &measurer, rounding: rounding)
            #expect(result.frames.count == hostile.tree.count)
            let isSane = result.frames.allSatisfy {
                $0.minX.isFinite && $0.minY.isFinite && $0.size.width >= 0 && $0.size.height >= 0
                    && $0.size.width <= 10_000_000 && $0.size.height <= 10_000_000
            }
            #expect(isSane, "seed \(seed), range \(range)")
        }
    }

    @Test func theSameTreeGivesTheSameFramesTwice() {
        for seed in 0..<200 {
            var hostile = HostileTree(seed: UInt64(seed))
            let range = hostile.range()
            var first = HostileMeasurer(lottery: Lottery(seed: 1))
            var second = HostileMeasurer(lottery: Lottery(seed: 1))
            #expect(
                solveLayout(hostile.tree, range: range, measurer: &first).frames
                    == solveLayout(hostile.tree, range: range, measurer: &second).frames)
        }
    }

    /// Specs that take a fixed number of children, with every other number of them.
    @Test(arguments: [
        Spec.inset(InsetSpec(.zero)), .overlay, .background, .center(CenterSpec()), .relative(RelativeSpec()),
        .ratio(RatioSpec(1)), .corner(CornerSpec(location: .topLeft)), .wrapper, .absolute(AbsoluteSpec(.default)),
        .stack(StackSpec()),
    ])
    func anyNumberOfChildrenIsLaidOut(_ spec: Spec) {
        for count in 0...4 {
            var tree = ElementTree()
            _ = tree.beginSpec(spec, style: .default)
            for _ in 0..<count {
                _ = tree.addPlainNode(style: ElementStyle(width: .points(5), height: .points(5)), identifier: 0)
            }
            tree.end()
            var measurer = CountingMeasurer()
            let result = solveLayout(
                tree, range: SizeRange(min: .zero, max: Size(width: 100, height: 50)), measurer: &measurer)
            #expect(result.frames.count == count + 1)
        }
    }

    @Test func anEmptyTreeHasNoFrames() {
        var measurer = CountingMeasurer()
        let result = solveLayout(ElementTree(), range: .unconstrained, measurer: &measurer)
        #expect(result.size == .zero)
        #expect(result.frames.isEmpty)
    }

    @Test func surplusEndsAndRootsAreHarmless() {
        var tree = ElementTree()
        tree.end()
        _ = tree.addPlainNode(style: .default, identifier: 0)
        tree.end()
        _ = tree.addPlainNode(style: .default, identifier: 1)
        var measurer = CountingMeasurer()
        let result = solveLayout(
            tree, range: SizeRange(exactly: Size(width: 4, height: 3)), measurer: &measurer)
        #expect(result.frames == [Rect(x: 0, y: 0, width: 4, height: 3), .zero])
    }
}
