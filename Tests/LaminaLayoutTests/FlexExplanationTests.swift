import LaminaGeometry
import LaminaLayout
import Testing

/// The words in which a flex layout explains itself: that they name the rule of CSS which decided, with the solver's
/// numbers.
@Suite struct FlexExplanationTests {
    /// Two words of 40 x 20 beside or below each other.
    private struct Words: FlexMeasurer {
        mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
            let narrow =
                switch width {
                case .exactly(let length), .atMost(let length): length < 80
                case .minContent: true
                case .maxContent: false
                }
            return LayoutMeasurement(size: narrow ? Size(width: 40, height: 40) : Size(width: 80, height: 20))
        }
    }

    /// A style as CSS writes it, a number of children for each opening.
    private final class Box {
        let style: String
        let children: [Box]
        let isText: Bool

        init(_ style: String, _ children: [Box] = [], isText: Bool = false) {
            self.style = style
            self.children = children
            self.isText = isText
        }
    }

    private func text(_ style: String = "") -> Box { Box(style, isText: true) }

    private func add(_ box: Box, to tree: inout FlexTree, in parent: Int32? = nil) throws -> Int32 {
        var style = FlexStyle()
        try FlexDeclarations(Array(box.style.utf8)).apply(to: &style)
        let element = tree.add(style, isMeasured: box.isText)
        if let parent { tree.append(element, to: parent) }
        for child in box.children { _ = try add(child, to: &tree, in: element) }
        return element
    }

    /// Elements are numbered in the order of the source.
    private func explain(
        _ root: Box, _ element: Int32, width: FlexSpace = .exactly(300), height: FlexSpace = .maxContent,
        _ profile: FlexProfile = .css
    ) throws -> String {
        var tree = FlexTree(profile: profile)
        let top = try add(root, to: &tree)
        var words = Words()
        tree.watch(element)
        tree.layout(top, width: width, height: height, measurer: &words)
        return tree.explanation(root: tree.frame(top).size, .unconstrained, name: { "box \($0)" })
    }

    @Test func growing() throws {
        let row = Box(
            "gap: 10px; padding: 5px; height: 60px",
            [
                Box("flex: 1 1 0%; min-width: 20px"), text(),
                Box("flex: 2 1 auto; width: 30px; align-self: center; height: 50%"),
            ])
        #expect(
            try explain(row, 1) == """
                box 1: 53.333 x 50 at (5, 5)
                style: min-width: 20; flex-basis: 0%; flex-grow: 1; flex-shrink: 1
                item: 1 of 3 in the row of box 0, whose content box has width 290, height 50
                percentage: flex-basis 0% of box 0's content width 290
                base: width 0, its flex-basis 0% (CSS Flexbox 9.2)
                minimum: width 20, by its min-width
                limited: its base is raised to 20 before room is shared out
                line: its line wants 150 of 290: 140 are left in box 0
                flexing: it grows by its flex-grow 1 of 3, of the 160 left, to 53.333 (CSS Flexbox 9.7)
                decided: width 53.333
                across: height 50, stretched to its line's 50 (CSS Flexbox 9.4)
                placed: 5 from the left and 5 from the top of box 0
                rounded: its edges go to whole pixels when they are shown; were its root's corner at one, that is 53 x 50 at (5, 5) in it, at scale 1

                """)
        let text = try explain(row, 2)
        #expect(text.contains("base: width 80, the intrinsic width of its content (max-content) (CSS Flexbox 9.2)\n"))
        #expect(text.contains("flexing: none, its flex-grow is 0\n"))
        #expect(text.contains("measured: 80 x 20\n"))
        let last = try explain(row, 3)
        #expect(last.contains("percentage: height 50% of box 0's content height 50\n"))
        #expect(last.contains("across: height 25, its own 50%\nacross: its align-self is center in a line of 50"))
    }

    @Test func shrinkingDownToMinimums() throws {
        let row = Box("", [Box("width: 200px; min-width: 180px"), Box("width: 200px"), text("flex: 1 1 50%")])
        #expect(
            try explain(row, 1).contains(
                """
                line: its line wants 550 of 300: 250 are missing in box 0
                flexing: it shrinks by its flex-shrink 1 times its base, 200 of 550, of the 250 missing, \
                to less than its minimum, so to 180 (CSS Flexbox 9.7)
                decided: width 180

                """))
        // The one that stopped leaves more to the others.
        let second = try explain(row, 2)
        #expect(second.contains("200 of 550, of the 250 missing, to 109.091 (CSS Flexbox 9.7)\n"))
        #expect(second.contains("200 of 350, of the 230 missing, to 68.571 (CSS Flexbox 9.7)\n"))
        let third = try explain(row, 3)
        #expect(third.contains("automatic minimum: width 40, as small as its content can be (CSS Flexbox 4.5)\n"))
        #expect(
            third.contains("constraints: width as small as possible (min-content), height unconstrained (max-content)"))
        let stiff = try explain(Box("", [Box("width: 290px; flex-shrink: 0"), self.text("flex: 1 1 0px")]), 2)
        #expect(stiff.contains("limited: its base is raised to 40 before room is shared out\n"))
        #expect(stiff.contains("flexing: none, nothing in its line can shrink"))
        // In Yoga's profile there is no such minimum.
        #expect(!(try explain(row, 3, .yoga)).contains("automatic"))
    }

    @Test func maximumsAndFactorsBelowOne() throws {
        let row = Box("flex-direction: row", [text("flex-grow: 1; max-width: 100px"), text("flex-grow: 0.3")])
        #expect(try explain(row, 1, .yoga).contains("maximum: width 100, by its max-width\n"))
        #expect(try explain(row, 1, .yoga).contains("to more than its maximum, so to 100 (CSS Flexbox 9.7)\n"))
        let second = try explain(row, 2, .yoga)
        #expect(
            second.contains(
                "its flex-grow 0.3 of 0.3, of the 120 left (factors below 1 together take a part only), to 122"))
        #expect(second.contains("in lines where these are offered no more than the row"))
    }

    @Test func columnsRatiosAndUnknownShares() throws {
        let column = Box(
            "flex-direction: column",
            [
                text("margin-left: auto"), Box("height: 50%; aspect-ratio: 2; width: 33.3px"),
                Box("height: 30px; aspect-ratio: 2; align-self: start; padding-left: 4px; box-sizing: content-box"),
            ])
        let first = try explain(column, 1)
        #expect(first.contains("base: height 20, the height of its content at width 80 (CSS Flexbox 9.2)\n"))
        #expect(first.contains("across: auto margins take the room that is left in its line (CSS Flexbox 8.1)\n"))
        #expect(first.contains("so nothing is shared out\n"))
        let second = try explain(column, 2)
        #expect(second.contains("ignored: height 50%, a share of an indefinite height\n"))
        #expect(second.contains("base: height 16.65, from its width by its aspect ratio (CSS Flexbox 9.2)\n"))
        let third = try explain(column, 3)
        #expect(third.contains("across: width 64, from its height by its aspect ratio 2\n"))
    }

    /// Content that is larger than its box's ratio says (CSS Flexbox 4.5, CSS Sizing 4, 5.1.1).
    @Test func ratiosAndContent() throws {
        let content = Box("width: 5px; height: 20px; flex-shrink: 0")
        let column = Box("flex-direction: column; align-items: start", [Box("aspect-ratio: 1", [content])])
        let main = try explain(column, 1)
        #expect(main.contains("base: height 5, from its width by its aspect ratio (CSS Flexbox 9.2)\n"))
        #expect(main.contains("automatic minimum: height 20, as small as its content can be (CSS Flexbox 4.5)\n"))
        let row = Box("align-items: start", [Box("width: 5px; aspect-ratio: 1", [content])])
        let across = try explain(row, 1)
        #expect(across.contains("across: height 20, from its width by its aspect ratio 1\n"))
        #expect(
            across.contains("automatic minimum: height 20, as small as its content can be (CSS Sizing 4, 5.1.1)\n"))
    }

    @Test func outOfTheFlow() throws {
        let inset = Box(
            "height: 100px; border-width: 1px", [Box("position: absolute; left: 10px; right: 20%; height: 40%")])
        let text = try explain(inset, 1)
        #expect(text.contains("out of the flow: it relates to the padding box of box 0, 298 x 98 (CSS Position 3.5)\n"))
        #expect(text.contains("decided: width 228.4, all the space with left 10 and right 59.6\n"))
        #expect(text.contains("decided: height 39.2, its own 40% of 98\n"))
        #expect(text.contains("down the page: no inset is set, so it is where it would be as the only child"))
        let content = Box("height: 100px", [self.text("position: absolute; max-width: 60px"), Box("")])
        #expect(
            try explain(content, 1).contains(
                "decided: width 60, that of its content, in lines where it has no more room\nmaximum: width 60\n"))
        let ratio = Box("", [Box("position: absolute; height: 30px; aspect-ratio: 2; right: 0; margin-left: auto")])
        #expect(try explain(ratio, 1).contains("decided: width 60, from its height by its aspect ratio\n"))
        // Through a static parent to the one above.
        let below = Box("height: 50px", [Box("position: static", [Box("position: absolute; inset: 0")])])
        #expect(try explain(below, 2).contains("the padding box of box 0, 300 x 50 "))
    }

    @Test func elementsWithoutABox() throws {
        let row = Box("", [Box("display: none", [Box("")]), Box("display: contents", [text("left: 4px")])])
        #expect(try explain(row, 1).hasSuffix("left out: display: none\n"))
        #expect(try explain(row, 2).hasSuffix("left out: box 1, in which it is, is display: none\n"))
        #expect(try explain(row, 3).hasSuffix("it has no box, its children count as those of box 0\n"))
        let inside = try explain(row, 4)
        #expect(inside.contains("item: 1 of 1 in the row of box 0,"))
        #expect(inside.contains("moved: by its insets, 4, 0, and nobody else by that (CSS Position 3.4)\n"))
    }

    @Test func linesGapsAndContainers() throws {
        let wrapping = Box(
            "flex-wrap: wrap; gap: 4px; justify-content: center",
            [Box("width: 200px; height: 20px"), Box("width: 200px", [text()]), Box("width: 50px; margin: 2px")])
        let second = try explain(wrapping, 2)
        #expect(second.contains("item: 2 of 3 in line 2 of 2, in the row of box 0, "))
        #expect(second.contains("line: its line wants 258 of 300: 42 are left in its line\n"))
        #expect(second.contains("along: justify-content leaves 21 before the first item and 0 between items"))
        #expect(second.contains("arranges: a row of 1 item; its content box has width 200, height 20; they want 80"))
        #expect(try explain(wrapping, 4).contains("margins: 4 along and 4 across, both sides together\n"))
        let root = try explain(wrapping, 0)
        #expect(root.hasPrefix("flex root, CSS profile: laid out within width 0 to inf, height 0 to inf\n"))
        #expect(root.contains("arranges: a row of 3 items in 2 lines, gaps 4 and 4; "))
        let balanced = Box("flex-wrap: balance; flex-line-count: 2", [Box("width: 20px"), Box("width: 20px")])
        #expect(try explain(balanced, 2).contains("item: 2 of 2 in line 2 of 2, balanced, in the row of box 0, "))
        #expect(try explain(balanced, 0).contains("arranges: a row of 2 items in 2 balanced lines; "))
        let auto = Box("", [Box("width: 20px; margin-left: auto; margin-right: auto")])
        #expect(try explain(auto, 1).contains("along: auto margins take the room that is left, 140 each, before"))
    }

    /// Watching changes no layout, whatever is watched, and everything has its words.
    @Test(arguments: [FlexProfile.yoga, .css])
    func watchingChangesNothing(_ profile: FlexProfile) {
        for seed in 1...150 as ClosedRange<UInt64> {
            var random = FlexRandomTree(seed: seed, profile: profile, elements: 3 + Int(seed % 20))
            for _ in 0..<20 { random.change() }
            for element in random.elements {
                random.tree.watch(element)
                let problems = random.problems()
                #expect(problems.isEmpty, "seed \(seed): \(problems)")
                for other in random.elements { random.tree.markDirty(other) }
                random.tree.layout(
                    random.root, width: random.width, height: random.height, rightToLeft: random.rightToLeft,
                    measurer: &random.texts)
                let text = random.tree.explanation(root: .zero, .unconstrained, name: { "box \($0)" })
                let isExplained =
                    element == random.root || text.contains("\nleft out: ")
                    || (text.contains("\nplaced: ") && text.contains("\ndecided: "))
                #expect(isExplained, "seed \(seed), element \(element): \(text)\n\(random.words())")
            }
        }
    }
}
