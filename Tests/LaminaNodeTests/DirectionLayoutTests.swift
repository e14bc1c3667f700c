import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

/// What is kept between layouts, when the direction changes.
@Suite struct DirectionLayoutTests {
    private let grove = LayoutGrove()
    private let range = SizeRange(exactly: Size(width: 100, height: 50))

    private func box(_ width: Double) -> Int32 {
        let node = grove.node()
        grove.style(node) {
            $0.width = .points(width)
            $0.height = .points(10)
        }
        return node
    }

    private func row(_ nodes: [Int32], _ direction: LayoutDirection = .inherit) -> LayoutSpec {
        LayoutSpec(
            .stack(StackSpec(alignItems: .start)), style: ElementStyle(layoutDirection: direction),
            children: nodes.map { .node(grove.store.id($0)) })
    }

    private func turn(_ node: Int32, _ direction: LayoutDirection) {
        grove.style(node) { $0.layoutDirection = direction }
    }

    /// Lays out what changed, and checks that it is what a whole layout gives. The left edges of some nodes.
    private func edges(_ root: Int32, _ nodes: Int32...) -> [Double] {
        let layout = grove.layOut(root, range)
        #expect(LayoutDump(layout) == LayoutDump(grove.wholeLayout(root, range)))
        return nodes.map { grove.store[$0].frame.minX }
    }

    /// A root with a text and a node 40 wide, in which there is one 10 wide.
    private func card() throws -> (root: Int32, text: Int32, inner: Int32, dot: Int32) {
        let (root, text, inner, dot) = (grove.node(), grove.node(30), box(40), box(10))
        try grove.arrange(inner, row([dot]))
        try grove.arrange(root, row([text, inner]))
        return (root, text, inner, dot)
    }

    @Test func aChangeReachesAllThatInherits() throws {
        let (root, text, inner, dot) = try card()
        #expect(edges(root, text, inner, dot) == [0, 30, 0])
        turn(root, .rightToLeft)
        #expect(edges(root, text, inner, dot) == [70, 30, 30])
        turn(inner, .leftToRight)
        #expect(edges(root, text, inner, dot) == [70, 30, 0])
        turn(inner, .inherit)
        #expect(edges(root, text, inner, dot) == [70, 30, 30])
        turn(root, .inherit)
        #expect(edges(root, text, inner, dot) == [0, 30, 0])
    }

    @Test func theContextHasTheLastWord() throws {
        let (root, text, inner, dot) = try card()
        turn(inner, .leftToRight)
        #expect(edges(root, text, inner, dot) == [0, 30, 0])
        grove.store.setRunsRightToLeft(true)
        #expect(edges(root, text, inner, dot) == [70, 30, 0])
    }

    /// A subtree whose measurements are known, moved below a node that runs the other way.
    @Test func aMoveTurnsASubtree() throws {
        let (root, text, inner, dot) = try card()
        #expect(edges(root, inner, dot) == [30, 0])
        let other = grove.node()
        turn(other, .rightToLeft)
        try grove.arrange(other, row([inner]))
        #expect(edges(other, inner, dot) == [60, 30])
        try grove.arrange(root, row([text, inner]))
        #expect(edges(root, inner, dot) == [30, 0])
    }

    /// The same nodes under another spec, which has a direction of its own, as nodes in it have not.
    @Test func aSpecTurnsWhatIsInIt() throws {
        let (root, text, inner, dot) = try card()
        #expect(edges(root, text, inner, dot) == [0, 30, 0])
        try grove.arrange(root, row([text, inner], .rightToLeft))
        #expect(edges(root, text, inner, dot) == [70, 30, 30])
        #expect(grove.store.isRightToLeft(inner) && !grove.store.isRightToLeft(root))
        try grove.arrange(root, row([text, inner]))
        #expect(edges(root, text, inner, dot) == [0, 30, 0])
    }

    /// Laid out by itself, a node runs as it does in its tree.
    @Test func aNodeAloneInheritsAsInItsTree() throws {
        let (root, text, inner, dot) = try card()
        try grove.arrange(root, row([text, inner], .rightToLeft))
        grove.layOut(inner, SizeRange(exactly: Size(width: 40, height: 10)))
        #expect(grove.store[dot].frame.minX == 30)
    }

    @Test func whatIsPlacedByHandIsTurnedToo() throws {
        let (root, _, _, _) = try card()
        let (hand, dot) = (grove.node(), box(10))
        try grove.arrange(hand, row([dot]))
        var discarded = Discarded()
        try grove.store.add(hand, to: root, &discarded)
        grove.store.setFrame(Rect(x: 5, y: 5, width: 60, height: 20), of: hand)
        #expect(edges(root, hand, dot) == [5, 0])
        turn(root, .rightToLeft)
        #expect(edges(root, hand, dot) == [5, 50])
    }

    /// Host code places children as it likes; what is in them runs as they inherit.
    @Test func hostCodeHandsTheDirectionDown() throws {
        let (root, inner, dot) = (grove.node(), box(40), box(10))
        try grove.arrange(inner, row([dot]))
        var discarded = Discarded()
        try grove.store.add(inner, to: root, &discarded)
        grove.store.setLayoutMethod(.custom(Corner()), of: root, &discarded)
        #expect(edges(root, inner, dot) == [3, 0])
        turn(root, .rightToLeft)
        #expect(edges(root, inner, dot) == [3, 30])
        turn(inner, .leftToRight)
        #expect(edges(root, inner, dot) == [3, 0])
    }

    private final class Corner: CustomLayout {
        func arrange(_ node: NodeID, range: SizeRange, by arranger: any ChildLayout) {
            arranger.setSize(range.max)
            for child in arranger.children {
                guard let size = try? arranger.measure(child, range: range.loosened) else { continue }
                try? arranger.place(child, frame: Rect(origin: Point(x: 3, y: 4), size: size))
            }
        }
    }

    /// Both directions are known once they were laid out: a change of direction elsewhere asks no text again.
    @Test func otherTextsAreNotMeasuredAgain() throws {
        let root = grove.node()
        var cells: [Int32] = []
        for _ in 0..<10 {
            let cell = grove.node()
            try grove.arrange(cell, grove.column([grove.node(20)]))
            cells.append(cell)
        }
        try grove.arrange(root, grove.column(cells))
        grove.layOut(root, range)
        let before = grove.measured
        turn(cells[4], .rightToLeft)
        grove.layOut(root, range)
        #expect(grove.measured > before && grove.measured <= before + 4)
    }
}

extension SizeRange {
    fileprivate var loosened: SizeRange { SizeRange(min: .zero, max: max) }
}
