import LaminaGeometry
import LaminaLayout
import Testing

/// The words in which a layout explains itself: that they name the rule which decided, with its numbers.
@Suite struct ExplanationTests {
    /// A leaf of 80 x 20 that wraps to half the width at double the height.
    private struct Words: LeafMeasurer {
        mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
            LayoutMeasurement(size: range.max.width < 80 ? Size(width: 40, height: 40) : Size(width: 80, height: 20))
        }
    }

    private func explain(
        _ tree: ElementTree, _ element: Int32, min: Size = .zero, max: Size = Size(width: 100, height: 100)
    ) -> String {
        var words = Words()
        return explainLayout(
            tree,
            constraints: LayoutConstraints(range: SizeRange(min: min, max: max), parentSize: max, isRightToLeft: false),
            element: element, measurer: &words, words: ExplanationWords(name: { "box \($0)" }))
    }

    private func row(_ styles: [ElementStyle], _ stack: StackSpec = StackSpec()) -> ElementTree {
        var tree = ElementTree()
        _ = tree.beginSpec(.stack(stack), style: .default)
        for style in styles { _ = tree.addLeaf(style: style, identifier: 0) }
        tree.end()
        return tree
    }

    @Test func shrinking() {
        let text = explain(
            row([ElementStyle(flexShrink: 1), ElementStyle(flexShrink: 1)], StackSpec(spacing: 4)), 2)
        #expect(
            text == """
                box 2: 48 x 40 at (52, 0)
                style: shrink 1
                constraints from row, spacing 4: width 0 to inf, height 0 to 100; parent unknown x unknown (first alone, free along the stack)
                measured: 80 x 20
                row, spacing 4: 64 are missing; it shrinks by its share 1, weighted by its length, to 48
                constraints again from row, spacing 4: width 48, height 0 to 100; parent unknown x unknown
                measured: 48 x 40
                allowed: width 48, height 0 to 100
                decided: its content wants 40 x 40
                limited: width 40 raised to 48, by what is allowed
                placed: 52 from the left and 0 from the top of row, spacing 4, aligned across by the stack: stretch

                """)
    }

    @Test func growingAndStretching() {
        let styles = [ElementStyle(flexGrow: 1), ElementStyle(height: .points(50), flexGrow: 2)]
        let tree = row(styles)
        let text = explain(tree, 1, min: Size(width: 200, height: 0), max: Size(width: 200, height: 100))
        #expect(
            text.contains("40 are left; it grows by its share 1 of 3, in whole points, to 94\n"),
            "13, and 1 that was left over")
        #expect(text.contains("row: stretches it across to the line's 50\n"))
        #expect(
            text.contains("placed: 0 from the left and 0 from the top of row, aligned across by the stack: stretch\n"))
    }

    @Test func oneThatTakesWhatIsLeft() {
        let styles = [ElementStyle(flexGrow: 1, flexShrink: 1), ElementStyle(width: .points(100))]
        let full = Size(width: 100, height: 100)
        let text = explain(row(styles), 1, min: full, max: full)
        #expect(text.contains("deferred, it takes what the others leave (as in Texture)"))
        #expect(text.contains("nothing is left for it\n") || text.contains("left out: "), "\(text)")
    }

    @Test func basesAndShares() {
        let tree = row([
            ElementStyle(width: .fraction(0.5), flexBasis: .points(30)), ElementStyle(flexBasis: .fraction(0.5)),
        ])
        let first = explain(tree, 1)
        #expect(first.contains("(width 30 is its basis)"))
        #expect(first.contains("ignored: width 50%, a share of an unknown width (as in Texture)\n"))
        #expect(explain(tree, 2).contains("its basis is a share of an unknown width)"))
    }

    @Test func aShareOfABoundlessSizeEndsAtTheMaximum() {
        var alone = ElementTree()
        _ = alone.addLeaf(style: ElementStyle(width: .fraction(0.5), maxWidth: .points(60)), identifier: 0)
        #expect(explain(alone, 0, max: .infinite).contains("limited: width inf by its own max width, to 60"))
    }

    @Test func limits() {
        let tree = row([
            ElementStyle(width: .points(70), maxWidth: .points(60)),
            ElementStyle(minWidth: .points(90), maxWidth: .points(20)),
            ElementStyle(height: .points(400)),
        ])
        #expect(explain(tree, 1).contains("limited: width 70 by its own max width, to 60\n"))
        #expect(explain(tree, 2).contains("allowed: width 90, height "))
        #expect(!explain(tree, 2).contains("parent wins"))
        var wide = ElementTree()
        _ = wide.beginSpec(.wrapper, style: .default)
        _ = wide.addLeaf(style: ElementStyle(width: .points(400)), identifier: 0)
        wide.end()
        let text = explain(wide, 1)
        #expect(
            text.contains(
                "the style wants a width of 400 or more, but 100 is the most that is allowed; the parent wins"))
        #expect(text.contains("limited: width 80 raised to 100, by what is allowed\n"))
    }

    @Test(arguments: [
        (
            Spec.inset(InsetSpec(EdgeInsets(top: 1, left: 2, bottom: 3, right: 4))),
            "its child, 80 x 20, and the insets around it"
        ),
        (
            .inset(InsetSpec(EdgeInsets(top: .infinity, left: 2, bottom: 3, right: 4))),
            "on an axis with an infinite inset, all there is"
        ),
        (.overlay, "as large as its content, 80 x 20"),
        (
            .center(CenterSpec(centering: .xy, sizing: .minY)),
            "all the width there is, 100; the height of its child, 20, as its sizing asks"
        ),
        (.ratio(RatioSpec(0.5)), "as large as its child, 100 x 50"),
        (.absolute(AbsoluteSpec(.fit)), "as far as its children reach"),
        (.wrapper, "as large as the largest of its children"),
        (.corner(CornerSpec(location: .topStart)), "whatever sticks out at the corner"),
        (.stack(StackSpec(wraps: true)), "the longest of its lines"),
    ])
    func everySpecHasItsRule(_ spec: Spec, _ words: String) {
        var tree = ElementTree()
        _ = tree.beginSpec(spec, style: ElementStyle(width: .points(70), layoutDirection: .rightToLeft))
        _ = tree.addLeaf(style: .default, identifier: 0)
        tree.end()
        let own = explain(tree, 0)
        if case .inset = spec {
            #expect(own.contains("ignored: its own width and height"))
        } else if spec == .overlay {
            #expect(own.contains("it takes the size of its content (as in Texture)"))
        } else {
            // The wish for a width would hide the rule.
            tree = ElementTree()
            _ = tree.beginSpec(spec, style: ElementStyle(layoutDirection: .rightToLeft))
            _ = tree.addLeaf(style: .default, identifier: 0)
            tree.end()
        }
        #expect(explain(tree, 0).contains(words), "\(explain(tree, 0))")
        #expect(explain(tree, 1).contains("; layout runs from right to left\n"))
    }

    /// Explaining lays out the same; and every element of every tree has something to say.
    @Test func listsAndEdges() {
        let tree = row([ElementStyle(), ElementStyle()])
        #expect(
            explain(tree, -1) == """
                row: 100 x 20 at (0, 0); allowed width 0 to 100, height 0 to 100
                  box 1: 80 x 20 at (0, 0); allowed width 0 to inf, height 0 to 100
                  box 2: 80 x 20 at (80, 0); allowed width 0 to inf, height 0 to 100

                """)
        #expect(explain(ElementTree(), -1) == "" && explain(tree, 3) == "")
        var beside = ElementTree()
        _ = beside.addPlainNode(style: .default, identifier: 0)
        _ = beside.addPlainNode(style: .default, identifier: 0)
        #expect(explain(beside, 1).contains("left out: it is not below the root\n"))
        #expect(explain(beside, -1).contains("left out\n"))
        #expect(explain(beside, 0, max: .infinite).contains("takes the least where that is boundless"))
    }
}
