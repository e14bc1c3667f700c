import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

/// Frames stay exact and are rounded once, at their absolute edges, whatever the scale.
@Suite struct PixelEdgeTests {
    private struct Neighbours {
        let first: NodeID, second: NodeID
        let direction: StackDirection
    }

    /// Stacks in stacks without gaps, with leaves of all kinds of fractions.
    private struct Bricks {
        let grove = LayoutGrove()
        var random: SeededNumbers
        var neighbours: [Neighbours] = []
        /// Leaves that host code measures, and the sizes that it returns.
        var measured: [(node: NodeID, size: Size)] = []

        mutating func build(_ depth: Int, _ direction: StackDirection) throws -> Int32 {
            let node = grove.node()
            if depth == 0 || random.chance(20) {
                let size = Size(width: fraction(), height: fraction())
                if random.chance(50) {
                    var discarded = Discarded()
                    grove.store.setLayoutMethod(.measured(FixedMeasuring(size)), of: node, &discarded)
                    measured.append((grove.store.id(node), size))
                } else {
                    let grows = random.chance(30)
                    grove.style(node) { style in
                        style.width = .points(size.width)
                        style.height = .points(size.height)
                        if grows { style.flexGrow = 1 }
                    }
                }
                return node
            }
            let inner: StackDirection = direction == .horizontal ? .vertical : .horizontal
            let children = try (0..<(2 + random.below(3))).map { _ in try build(depth - 1, inner) }
            for (first, second) in zip(children, children.dropFirst()) {
                neighbours.append(
                    Neighbours(
                        first: grove.store.id(first), second: grove.store.id(second), direction: direction))
            }
            let spec = LayoutSpec(
                .stack(StackSpec(direction: direction, alignItems: random.chance(50) ? .center : .start)),
                style: ElementStyle(), children: children.map { .node(grove.store.id($0)) })
            let padded = LayoutSpec(
                .inset(InsetSpec(EdgeInsets(top: fraction() / 9, left: fraction() / 7, bottom: 0, right: 0.1))),
                style: ElementStyle(), children: [.spec(spec)])
            try grove.arrange(node, random.chance(50) ? spec : padded)
            return node
        }

        /// Thirds, sevenths and halves of pixels: what does not end in binary, and what lies between two pixels.
        private mutating func fraction() -> Double {
            Double(1 + random.below(200)) / [1, 2, 3, 4, 7, 10, 12][random.below(7)]
        }
    }

    private final class FixedMeasuring: NodeMeasuring {
        let size: Size
        init(_ size: Size) { self.size = size }
        func measure(_ node: NodeID, range: SizeRange) -> LayoutMeasurement { LayoutMeasurement(size: size) }
    }

    @Test(arguments: [1, 1.25, 1.5, 2, 3]) func neighboursShareTheirEdge(scale: Double) throws {
        var pairs = 0
        for seed in 0..<150 {
            var bricks = Bricks(random: SeededNumbers(seed: UInt64(seed)))
            let root = try bricks.build(4, .vertical)
            let snapshot = LayoutSnapshot(
                of: root, in: &bricks.grove.store, range: SizeRange(min: .zero, max: Size(width: 4000, height: 4000)),
                scale: scale, .whole)
            let layout = LayoutSolver(bricks.grove, setting: snapshot.setting).layOut(snapshot)
            var pixels: [NodeID: PixelRect] = [:]
            layout.forEachEntry { pixels[$0.node] = Pixels.snap($0.absolute, scale: scale) }
            for pair in bricks.neighbours {
                let first = try #require(pixels[pair.first])
                let second = try #require(pixels[pair.second])
                let (end, start) =
                    pair.direction == .horizontal ? (first.maxX, second.x) : (first.maxY, second.y)
                guard end == start else {
                    Issue.record("seed \(seed): a gap or overlap of \(start - end) pixels")
                    continue
                }
                pairs += 1
            }
            for leaf in bricks.measured {
                let rect = try #require(pixels[leaf.node])
                // As many whole pixels as it takes, wherever it stands.
                #expect(Double(rect.width) >= leaf.size.width * scale - 1e-6, "seed \(seed)")
                #expect(Double(rect.height) >= leaf.size.height * scale - 1e-6, "seed \(seed)")
            }
        }
        #expect(pairs > 5000)
    }
}
