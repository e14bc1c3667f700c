import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

/// What is left of a flex layout whose root has ended.
@Suite struct FlexTeardownTests {
    private let grove = LayoutGrove()
    private let range = SizeRange(min: .zero, max: Size(width: 320, height: .infinity))

    /// A flex layout of one box, 70 wide.
    private func flexRoot(around box: Int32) throws -> Int32 {
        var discarded = Discarded()
        let root = grove.node()
        grove.store.setFlexProfile(.css, of: root, &discarded)
        grove.store.setFlexLength(.width, .points(70), of: box)
        try grove.store.add(box, to: root, &discarded)
        grove.layOut(root, range)
        return root
    }

    /// The last of many nodes that end at once are freed elsewhere, with what they hold.
    @Test(arguments: [0, Teardown.leastCount]) func childrenThatLiveOnBelongToNoOther(others: Int) throws {
        grove.store.teardown = Teardown(keepsAll: true) { _ in }
        var discarded = Discarded()
        let (root, kept) = (grove.node(), grove.node())
        let box = try flexRoot(around: kept)
        #expect(grove.store[kept].flexTree >= 0)
        let ending = [box] + (0..<others).map { _ in grove.node() }
        for node in ending {
            try grove.store.add(node, to: root, &discarded)
            _ = grove.store.release(node, &discarded)
        }
        _ = grove.store.release(root, &discarded)
        #expect(grove.store.count == 1)
        #expect(grove.store[kept].flexTree < 0 && grove.store[kept].flexElement < 0)
        // The next layout has the place of the one that ended.
        let inner = grove.node()
        let other = try flexRoot(around: inner)
        grove.store.setFlexLength(.width, .points(11), of: kept)
        #expect(grove.layOut(other, range).frame(of: grove.store.id(inner))?.size.width == 70)
    }
}
