import LaminaGeometry
import LaminaLayout
import Testing

/// How an element's own wishes meet what its parent allows (as in Texture).
@Suite struct StyleTests {
    private static let box = SizeRange(min: .zero, max: Size(width: 100, height: 100))

    private func width(
        _ style: ElementStyle, in range: SizeRange = StyleTests.box, parentSize: Size? = nil
    ) -> Double {
        var tree = ElementTree()
        _ = tree.addPlainNode(style: style, identifier: 0)
        var measurer = CountingMeasurer()
        return solveLayout(tree, range: range, parentSize: parentSize, measurer: &measurer).size.width
    }

    @Test func minBeatsMaxBeatsExact() {
        #expect(width(ElementStyle(width: .points(50))) == 50)
        #expect(width(ElementStyle(width: .points(50), maxWidth: .points(40))) == 40)
        #expect(width(ElementStyle(width: .points(50), minWidth: .points(60))) == 60)
        #expect(width(ElementStyle(width: .points(50), minWidth: .points(60), maxWidth: .points(40))) == 60)
    }

    @Test func theConstraintBeatsTheStyle() {
        let atLeast = SizeRange(min: Size(width: 30, height: 0), max: Size(width: 80, height: 80))
        #expect(width(ElementStyle(width: .points(10)), in: atLeast) == 30)
        #expect(width(ElementStyle(width: .points(500)), in: atLeast) == 80)
    }

    @Test func fractionsRelateToTheParentSize() {
        let style = ElementStyle(width: .fraction(0.25))
        #expect(width(style) == 25)
        #expect(width(style, parentSize: Size(width: 200, height: 200)) == 50)
    }

    /// A share of an unknown or boundless size is no wish, for limits too.
    @Test(arguments: [Double.nan, .infinity])
    func fractionsOfNothingAreAuto(_ parent: Double) {
        let parentSize = Size(width: parent, height: parent)
        #expect(width(ElementStyle(width: .fraction(0.25)), parentSize: parentSize) == 100)
        #expect(width(ElementStyle(minWidth: .fraction(0.25)), parentSize: parentSize) == 100)
        #expect(width(ElementStyle(maxWidth: .fraction(0.25)), parentSize: parentSize) == 100)
    }

    /// A share of a boundless size ends at the element's own greatest length.
    @Test func aFractionOfABoundlessSizeEndsAtTheMaximum() {
        func allowed(_ width: Dimension, _ maxWidth: Dimension, parent: Double = .infinity) -> ClosedRange<Double> {
            let style = ElementStyle(width: width, minWidth: .points(10), maxWidth: maxWidth)
            let range = style.allowedRange(
                LayoutConstraints(range: .unconstrained, parentSize: Size(width: parent, height: parent)))
            return range.min.width...range.max.width
        }
        #expect(allowed(.fraction(0.25), .points(60)) == 60...60)
        #expect(allowed(.fraction(0.25), .points(5)) == 10...10)
        // Without a maximum the content decides, as it does where the parent's size is unknown.
        #expect(allowed(.fraction(0.25), .auto) == 10...(.infinity))
        #expect(allowed(.fraction(0.25), .points(60), parent: .nan) == 10...60)
    }

    @Test func aPlainNodeFillsOnlyWhatIsBoundedOnBothAxes() {
        #expect(width(.default) == 100)
        #expect(width(.default, in: SizeRange(min: .zero, max: Size(width: 100, height: .infinity))) == 0)
    }
}

/// Nodes that arrange children of their own, and what a tree may leave out.
@Suite struct NodeTests {
    private static let small = ElementStyle(width: .points(10), height: .points(20))

    private func solve(_ tree: ElementTree) -> [Rect] {
        var measurer = CountingMeasurer()
        return solveLayout(
            tree, range: SizeRange(min: .zero, max: Size(width: 100, height: 100)), measurer: &measurer
        ).frames
    }

    @Test func aNodeIsAsLargeAsItsSpecAndFramesAreAbsolute() {
        var tree = ElementTree()
        _ = tree.beginSpec(.inset(InsetSpec(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))), style: .default)
        _ = tree.beginNode(style: .default, identifier: 0)
        _ = tree.beginSpec(.inset(InsetSpec(EdgeInsets(top: 5, left: 6, bottom: 7, right: 8))), style: .default)
        _ = tree.addPlainNode(style: Self.small, identifier: 1)
        for _ in 0..<3 { tree.end() }
        #expect(
            solve(tree) == [
                Rect(x: 0, y: 0, width: 30, height: 36), Rect(x: 2, y: 1, width: 24, height: 32),
                Rect(x: 2, y: 1, width: 24, height: 32), Rect(x: 8, y: 6, width: 10, height: 20),
            ])
    }

    @Test func childrenBeyondTheFirstOfANodeStayEmptyAtItsOrigin() {
        var tree = ElementTree()
        _ = tree.beginSpec(.inset(InsetSpec(EdgeInsets(top: 3, left: 3, bottom: 3, right: 3))), style: .default)
        _ = tree.beginNode(style: .default, identifier: 0)
        _ = tree.addPlainNode(style: Self.small, identifier: 1)
        _ = tree.beginSpec(.wrapper, style: .default)
        _ = tree.addPlainNode(style: Self.small, identifier: 2)
        for _ in 0..<3 { tree.end() }
        let frames = solve(tree)
        #expect(frames[2] == Rect(x: 3, y: 3, width: 10, height: 20))
        #expect(frames[3] == Rect(x: 3, y: 3, width: 0, height: 0))
        #expect(frames[4] == Rect(x: 3, y: 3, width: 0, height: 0))
    }

    @Test func aMissingChildHasTheLeastSize() {
        var tree = ElementTree()
        _ = tree.beginSpec(.inset(InsetSpec(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))), style: .default)
        tree.end()
        #expect(solve(tree) == [Rect(x: 0, y: 0, width: 6, height: 4)])
    }

    /// Where Texture has no answer: an inset that keeps clear of an edge in a boundless place hugs its child.
    @Test func aLooseInsetInABoundlessPlaceHugsItsChild() {
        var tree = ElementTree()
        _ = tree.beginSpec(.inset(InsetSpec(EdgeInsets(top: .infinity, left: 0, bottom: 5, right: 0))), style: .default)
        _ = tree.addPlainNode(style: Self.small, identifier: 0)
        tree.end()
        var measurer = CountingMeasurer()
        let result = solveLayout(tree, range: .unconstrained, measurer: &measurer)
        #expect(result.frames == [Rect(x: 0, y: 0, width: 10, height: 25), Rect(x: 0, y: 0, width: 10, height: 20)])
    }

    /// Two texts of different size sit on one line, the inner one inside a vertical stack, which hands its baseline on.
    @Test func measuredBaselinesAlign() {
        struct Texts: LeafMeasurer {
            mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
                let height = Double(identifier)
                return LayoutMeasurement(
                    size: Size(width: 10, height: height), ascender: height * 0.75, descender: height * -0.25)
            }
        }
        for alignment in [AlignItems.baselineFirst, .baselineLast] {
            var tree = ElementTree()
            _ = tree.beginSpec(.stack(StackSpec(alignItems: alignment)), style: .default)
            _ = tree.addLeaf(style: .default, identifier: 40)
            _ = tree.beginSpec(.stack(StackSpec(direction: .vertical)), style: .default)
            _ = tree.addLeaf(style: .default, identifier: 16)
            _ = tree.addLeaf(style: .default, identifier: 8)
            tree.end()
            tree.end()
            var texts = Texts()
            let frames = solveLayout(tree, range: .unconstrained, measurer: &texts).frames
            // The large text's baseline is at 30: above it 12 of the first inner line, or 22 up to that of the second.
            #expect(frames[1].minY == 0)
            #expect(frames[2].minY == (alignment == .baselineFirst ? 18 : 8))
            #expect(frames[0].size.height == (alignment == .baselineFirst ? 42 : 40))
        }
    }
}
