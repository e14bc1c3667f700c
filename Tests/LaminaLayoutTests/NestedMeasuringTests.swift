import LaminaGeometry
import LaminaLayout
import Testing

/// Counts questions; the content is text-like, so that width and height depend on each other.
struct CountingMeasurer: LeafMeasurer {
    var calls = 0

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
        calls += 1
        let width = min(range.max.width, 40 + Double(identifier % 7))
        return LayoutMeasurement(size: Size(width: width, height: 400 / max(width, 1)))
    }
}

/// Nested flexible content must not be measured again and again: without a cache the number of questions doubles or
/// worse per level.
@Suite struct NestedMeasuringTests {
    enum Nesting: String, CaseIterable, Sendable {
        case alternating, horizontal, vertical, wrapping, baseline, ratio, fractionBasis
    }

    /// `depth` stacks inside each other, each with a leaf before the inner stack; all flex both ways and stretch.
    static func tree(_ nesting: Nesting, depth: Int) -> ElementTree {
        var tree = ElementTree()
        let flexible = ElementStyle(flexGrow: 1, flexShrink: 1)
        for level in 0..<depth {
            let direction: StackDirection =
                switch nesting {
                case .horizontal: .horizontal
                case .vertical: .vertical
                default: level % 2 == 0 ? .horizontal : .vertical
                }
            var style = flexible
            if nesting == .fractionBasis { style.flexBasis = .fraction(0.5) }
            if nesting == .ratio { _ = tree.beginSpec(.ratio(RatioSpec(0.7)), style: flexible) }
            _ = tree.beginSpec(
                .stack(
                    StackSpec(
                        direction: direction, spacing: 1, alignItems: nesting == .baseline ? .baselineFirst : .stretch,
                        wraps: nesting == .wrapping)),
                style: style)
            _ = tree.addLeaf(style: flexible, identifier: Int32(level))
        }
        _ = tree.addLeaf(style: flexible, identifier: Int32(depth))
        for _ in 0..<(nesting == .ratio ? 2 * depth : depth) { tree.end() }
        return tree
    }

    static func calls(_ nesting: Nesting, depth: Int, exact: Bool) -> Int {
        var measurer = CountingMeasurer()
        let size = Size(width: 300, height: 500)
        _ = solveLayout(
            tree(nesting, depth: depth), range: exact ? SizeRange(exactly: size) : SizeRange(min: .zero, max: size),
            measurer: &measurer)
        return measurer.calls
    }

    @Test(arguments: Nesting.allCases, [true, false])
    func questionsDoNotMultiplyWithDepth(_ nesting: Nesting, _ exact: Bool) {
        let depths = [1, 2, 4, 7, 14, 28, 56]
        let calls = depths.map { Self.calls(nesting, depth: $0, exact: exact) }
        print("measuring \(nesting) \(exact ? "exact" : "loose"): leaf measures at depths \(depths): \(calls)")
        for (depth, calls) in zip(depths, calls) {
            // Fractions make every level's lengths new ones, so that the questions at a level grow with the levels
            // above it.
            let limit = nesting == .fractionBasis ? 5 * (depth + 1) * (depth + 1) : 20 * (depth + 1)
            #expect(calls <= limit, "depth \(depth): \(calls) leaf measures")
        }
    }
}
