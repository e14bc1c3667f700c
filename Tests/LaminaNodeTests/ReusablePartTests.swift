import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

/// What a layout pass took is used again where only contents have changed, and nowhere else.
@Suite struct ReusablePartTests {
    private static let range = SizeRange(min: .zero, max: Size(width: 320, height: .infinity))

    /// A column of rows of leaves, all in one spec.
    private struct Screen {
        let grove = LayoutGrove()
        let root: Int32
        let leaves: [Int32]

        init(rows: Int = 10, columns: Int = 10, least: Int = 64) throws {
            let grove = grove
            grove.store.layouts.leastReusablePart = least
            let leaves = (0..<rows * columns).map { grove.node(Double(20 + $0)) }
            self.leaves = leaves
            root = grove.node()
            let children = (0..<rows).map { row in
                SpecChild.spec(
                    LayoutSpec(
                        .stack(StackSpec(direction: .horizontal, wraps: true)), style: ElementStyle(),
                        children: leaves[row * columns..<(row + 1) * columns].map { .node(grove.store.id($0)) }))
            }
            try grove.arrange(
                root,
                LayoutSpec(.stack(StackSpec(direction: .vertical)), style: ElementStyle(), children: children))
        }

        func show(_ area: Double, _ leaf: Int) {
            var discarded = Discarded()
            grove.store.setContent(AreaContent(area), of: leaves[leaf], &discarded)
        }

        var kept: ReusablePart? { grove.store[root].layout?.kept }

        /// Whether the layout of what changed is that of everything.
        func isRight() -> Bool {
            LayoutDump(grove.layOut(root, ReusablePartTests.range))
                == LayoutDump(grove.wholeLayout(root, ReusablePartTests.range))
        }
    }

    @Test func contentsAreReplaced() throws {
        let screen = try Screen()
        #expect(screen.isRight() && screen.kept == nil, "nobody has changed a content yet")
        screen.show(70, 3)
        #expect(screen.isRight())
        let kept = try #require(screen.kept)
        for (leaf, area) in [(3, 80.0), (99, 1), (0, 300), (3, 80), (50, 12)] {
            screen.show(area, leaf)
            #expect(screen.isRight() && screen.kept === kept)
        }
        // Several at once, one of them twice.
        for leaf in [7, 8, 7] { screen.show(Double(leaf) * 31, leaf) }
        #expect(screen.isRight() && screen.kept === kept)
    }

    @Test func manyAreReadAgain() throws {
        let screen = try Screen()
        for _ in 0..<2 {
            screen.show(70, 3)
            #expect(screen.isRight())
        }
        let kept = try #require(screen.kept)
        for leaf in 0..<40 { screen.show(Double(leaf) * 7, leaf) }
        #expect(screen.kept == nil)
        #expect(screen.isRight() && screen.kept != nil && screen.kept !== kept)
    }

    @Test func smallOnesAreNotKept() throws {
        let screen = try Screen(rows: 7, columns: 8)
        for area in [1.0, 2, 3] {
            screen.show(area, 0)
            #expect(screen.isRight() && screen.kept == nil)
        }
    }

    @Test func everythingElseDropsIt() throws {
        let changes: [(String, (Screen) throws -> Void)] = [
            ("style", { screen in screen.grove.style(screen.leaves[5]) { $0.flexGrow = 1 } }),
            ("own style", { screen in screen.grove.style(screen.root) { $0.width = .points(200) } }),
            (
                "removal",
                { screen in
                    var discarded = Discarded()
                    screen.grove.store.remove(screen.leaves[5], &discarded)
                }
            ),
            (
                "layout",
                { screen in
                    let child = screen.grove.node(50)
                    try screen.grove.arrange(screen.leaves[5], screen.grove.column([child]))
                }
            ),
            (
                "direction",
                { screen in
                    var discarded = Discarded()
                    screen.grove.store.changeStyle(of: screen.root, &discarded) { $0.layoutDirection = .rightToLeft }
                }
            ),
            (
                "no content",
                { screen in
                    var discarded = Discarded()
                    screen.grove.store.setContent(nil, of: screen.leaves[5], &discarded)
                }
            ),
            ("direction of all", { screen in screen.grove.store.setRunsRightToLeft(true) }),
            ("spec", { screen in try screen.grove.arrange(screen.root, screen.grove.column(screen.leaves)) }),
        ]
        for (name, change) in changes {
            let screen = try Screen()
            for _ in 0..<2 {
                screen.show(70, 3)
                #expect(screen.isRight())
            }
            let kept = try #require(screen.kept)
            try change(screen)
            screen.show(90, 6)
            #expect(screen.isRight() && screen.kept !== kept, "\(name)")
        }
    }

    /// Another width means other constraints; the layouts for both stay right.
    @Test func otherConstraints() throws {
        let screen = try Screen()
        for width in [320.0, 200, 320, 200, 200] {
            screen.show(width / 3, 3)
            let range = SizeRange(min: .zero, max: Size(width: width, height: .infinity))
            let found = LayoutDump(screen.grove.layOut(screen.root, range))
            #expect(found == LayoutDump(screen.grove.wholeLayout(screen.root, range)), "\(width)")
        }
    }

    /// A leaf whose style fixes its size makes nothing stale when it shows something else.
    @Test func fixedSizes() throws {
        let screen = try Screen()
        screen.grove.style(screen.leaves[4]) { style in
            style.width = .points(30)
            style.height = .points(30)
        }
        for _ in 0..<2 {
            screen.show(70, 3)
            #expect(screen.isRight())
        }
        let kept = try #require(screen.kept)
        screen.show(500, 4)
        screen.show(71, 3)
        #expect(screen.isRight() && screen.kept === kept)
    }

    @Test func nothingIsHeldForever() throws {
        weak var kept: ReusablePart?
        weak var content: AreaContent?
        do {
            let screen = try Screen()
            for _ in 0..<2 {
                screen.show(70, 3)
                #expect(screen.isRight())
            }
            kept = screen.kept
            content = screen.grove.store[screen.leaves[3]].content as? AreaContent
            #expect(kept != nil && content != nil)
        }
        #expect(kept == nil && content == nil)
    }

    /// Mostly contents change, now and then anything.
    @Test(arguments: 0..<8) func editsOfContentsGiveWhatAWholePassGives(number: Int) throws {
        var reused = 0
        for tree in 0..<6 {
            var grove = try RandomGrove(seed: UInt64(number * 100 + tree))
            for edit in 0..<150 {
                if grove.random.chance(12) { try grove.edit() }
                let last: ReusablePart?
                if let id = grove.nodes.randomElement(using: &grove.random), let node = grove.grove.store.find(id),
                    grove.grove.store[node].content != nil
                {
                    var discarded = Discarded()
                    let parent = grove.grove.store[node].parent
                    last = parent < 0 ? nil : grove.grove.store[parent].layout?.kept
                    grove.grove.store.setContent(
                        AreaContent(Double(grove.random.below(300))), of: node, &discarded)
                    let found = grove.grove.layOut(grove.root, Self.range, apply: grove.random.chance(60))
                    if let last, grove.grove.store[parent].layout?.kept === last { reused += 1 }
                    guard LayoutDump(found) == LayoutDump(grove.grove.wholeLayout(grove.root, Self.range)) else {
                        Issue.record("tree \(number * 100 + tree), edit \(edit): another layout than a whole pass")
                        return
                    }
                }
            }
        }
        #expect(reused > 10, "\(reused)")
    }
}
