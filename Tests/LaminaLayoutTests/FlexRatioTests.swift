import LaminaGeometry
import LaminaLayout
import Testing

/// Aspect ratios beyond what the cases of browsers show: limits that go through them, and content that is larger than
/// they say.
@Suite struct FlexRatioTests {
    /// A box with a style as CSS writes it.
    private struct Box {
        let style: String
        let children: [Box]

        init(_ style: String, _ children: [Box] = []) {
            self.style = style
            self.children = children
        }
    }

    private struct Nothing: FlexMeasurer {
        mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
            LayoutMeasurement(size: .zero)
        }
    }

    private func add(_ box: Box, to tree: inout FlexTree, in parent: Int32? = nil) throws {
        var style = FlexStyle()
        try FlexDeclarations(Array(box.style.utf8)).apply(to: &style)
        let element = tree.add(style)
        if let parent { tree.append(element, to: parent) }
        for child in box.children { try add(child, to: &tree, in: element) }
    }

    /// The sizes of all boxes in a root of 150 x 110, in the order of the source.
    private func sizes(_ root: String, _ boxes: Box..., profile: FlexProfile = .css) throws -> [Size] {
        var tree = FlexTree(profile: profile)
        try add(Box(root, boxes), to: &tree)
        var nothing = Nothing()
        tree.layout(0, width: .exactly(150), height: .exactly(110), measurer: &nothing)
        func count(_ boxes: [Box]) -> Int { boxes.reduce(0) { $0 + 1 + count($1.children) } }
        return (0..<count(boxes)).map { tree.frame(Int32($0 + 1)).size }
    }

    private func size(_ width: Double, _ height: Double) -> Size { Size(width: width, height: height) }

    // MARK: Limits that go through the ratio

    /// CSS Sizing 4, 5.2: a maximum that goes through the ratio is no smaller than a definite size, a minimum no
    /// larger.
    @Test(arguments: [FlexProfile.css, .yoga])
    func aWidthIsStrongerThanLimitsOfTheHeight(_ profile: FlexProfile) throws {
        let cut = "width: 70px; max-height: 30px; aspect-ratio: 0.5"
        let raised = "width: 10px; min-height: 60px; aspect-ratio: 0.5"
        for direction in ["row", "column"] {
            let outer = "flex-direction: row; align-items: flex-start"
            let inner = "flex-direction: \(direction); align-items: flex-start"
            #expect(
                try sizes(outer, Box(inner, [Box(cut)]), profile: profile) == [size(70, 30), size(70, 30)])
            #expect(
                try sizes(outer, Box(inner, [Box(cut + "; flex-shrink: 0")]), profile: profile)
                    == [size(70, 30), size(70, 30)])
            #expect(
                try sizes(outer, Box(inner, [Box(raised)]), profile: profile) == [size(10, 60), size(10, 60)])
            let absolute = "position: absolute; " + inner
            #expect(try sizes("", Box(absolute, [Box(cut)]), profile: profile) == [size(70, 30), size(70, 30)])
        }
    }

    /// A box without a width of its own keeps being limited.
    @Test func limitsOfTheHeightLimitOpenWidths() throws {
        let wide = Box("width: 50px; height: 10px; flex-shrink: 0")
        let outer = "align-items: flex-start"
        let column = "flex-direction: column; align-items: flex-start"
        let cut = Box("max-height: 30px; aspect-ratio: 0.5; min-width: 0px", [wide])
        #expect(try sizes(outer, Box(column, [cut]))[0] == size(15, 30))
        let raised = Box("min-height: 60px; aspect-ratio: 0.5")
        #expect(try sizes(outer, Box(column, [raised])) == [size(30, 60), size(30, 60)])
    }

    /// The same for a maximum in the other axis, which a minimum that comes through the ratio does not exceed.
    @Test func aMaximumIsStrongerThanAMinimumThroughTheRatio() throws {
        let item = "max-width: 10px; min-height: 60px; aspect-ratio: 0.5"
        let column = "flex-direction: column; align-items: flex-start"
        #expect(try sizes("align-items: flex-start", Box(column, [Box(item)])) == [size(10, 60), size(10, 60)])
        #expect(try sizes("align-items: flex-start", Box("", [Box(item)])) == [size(10, 60), size(10, 60)])
        #expect(try sizes("", Box("position: absolute; " + item)) == [size(10, 60)])
        // Its own minimum is stronger than both.
        let widest = item + "; min-width: 20px"
        #expect(try sizes("align-items: flex-start", Box(column, [Box(widest)])) == [size(20, 60), size(20, 60)])
        #expect(try sizes("", Box("position: absolute; " + widest)) == [size(20, 60)])
    }

    // MARK: Content that is larger than the ratio says

    private static let child = Box("width: 5px; height: 20px; flex-shrink: 0")

    /// CSS Flexbox 4.5, where the ratio works from a width that is the content's.
    @Test func aColumnDoesNotCutContentByTheRatio() throws {
        for inner in ["row", "column"] {
            let item = "aspect-ratio: 1; flex-direction: \(inner)"
            let column = "flex-direction: column; align-items: flex-start"
            #expect(try sizes(column, Box(item, [Self.child])) == [size(20, 20), size(5, 20)])
            #expect(try sizes(column, Box(item, [Box("min-height: 20px")]))[0] == size(20, 20))
            #expect(try sizes(column, Box("width: 5px; " + item, [Self.child]))[0] == size(5, 20))
            #expect(try sizes(column, Box("max-height: 12px; " + item, [Self.child]))[0] == size(12, 12))
            #expect(try sizes(column, Box("max-width: 8px; " + item, [Self.child]))[0] == size(8, 8))
            #expect(try sizes(column, Box("min-height: 0px; " + item, [Self.child]))[0] == size(5, 5))
            #expect(try sizes(column, Box("overflow: hidden; " + item, [Self.child]))[0] == size(5, 5))
            #expect(try sizes(column, Box("padding: 1px; " + item, [Self.child]))[0] == size(22, 22))
            #expect(try sizes(column, Box(item, [Self.child]), profile: .yoga)[0] == size(5, 5))
        }
    }

    /// CSS Sizing 4, 5.1.1: across the line, too.
    @Test func aRowDoesNotCutContentByTheRatio() throws {
        for inner in ["row", "column"] {
            let item = "width: 5px; aspect-ratio: 1; flex-direction: \(inner)"
            let row = "flex-direction: row; align-items: flex-start"
            #expect(try sizes(row, Box(item, [Self.child])) == [size(5, 20), size(5, 20)])
            #expect(try sizes(row, Box("max-height: 12px; " + item, [Self.child]))[0] == size(5, 12))
            #expect(try sizes(row, Box("min-height: 0px; " + item, [Self.child]))[0] == size(5, 5))
            #expect(try sizes(row, Box("overflow: hidden; " + item, [Self.child]))[0] == size(5, 5))
            #expect(try sizes(row, Box("padding-top: 3px; " + item, [Self.child]))[0] == size(5, 23))
            #expect(try sizes(row, Box(item, [Self.child]), profile: .yoga)[0] == size(5, 5))
            // A line is as high as its items, and a sibling is stretched to it.
            let line = Box("", [Box(item, [Self.child]), Box("width: 9px")])
            #expect(try sizes(row, line) == [size(14, 20), size(5, 20), size(5, 20), size(9, 20)])
        }
    }

    /// The same from a height to a width.
    @Test func aColumnDoesNotCutWidthsByTheRatio() throws {
        let wide = Box("width: 20px; height: 2px; flex-shrink: 0")
        let item = "height: 5px; aspect-ratio: 1; flex-direction: column"
        let start = "align-items: flex-start"
        for outer in ["row", "column"] {
            let direction = "flex-direction: \(outer); \(start)"
            #expect(try sizes(direction, Box(item, [wide])) == [size(20, 5), size(20, 2)])
            #expect(try sizes(direction, Box("max-width: 12px; " + item, [wide]))[0] == size(12, 5))
            #expect(try sizes(direction, Box("min-width: 0px; " + item, [wide]))[0] == size(5, 5))
            #expect(try sizes(direction, Box("overflow: hidden; " + item, [wide]))[0] == size(5, 5))
            // Who holds it is as wide.
            #expect(
                try sizes(start, Box(direction, [Box(item, [wide])])) == [size(20, 5), size(20, 5), size(20, 2)])
        }
    }
}
