import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaText
import Testing

@testable import LaminaDisplay

/// Nodes on a surface, reached as the ABI reaches them.
final class Stage {
    let test: TestContext
    let surface: Surface
    let pool = BitmapPool()
    let screen: Bitmap

    init(threads: Int = 1, width: Double = 40, height: Double = 30, scale: Double = 1) throws {
        test = try TestContext(threads: threads)
        surface = try test.engine.makeSurface(size: Size(width: width, height: height), scale: scale)
        screen = try pool.take(width: surface.bounds.width, height: surface.bounds.height, cleared: true)
    }

    func close() { test.close() }

    func node(_ frame: Rect = .zero, _ color: Color = .clear, content: (any NodeContent)? = nil) -> NodeID {
        test.context.withNodes { store in
            let id = store.create(isText: content is TextContent, content: content)!
            store.setFrame(frame, of: id.index)
            store.setBackground(color, of: id.index)
            return id
        }
    }

    func add(_ child: NodeID, to parent: NodeID) throws {
        var discarded = Discarded()
        try test.context.withNodes { store in try store.add(child.index, to: parent.index, &discarded) }
    }

    func change(_ body: (inout NodeStore, inout Discarded) -> Void) {
        var discarded = Discarded()
        test.context.withNodes { body(&$0, &discarded) }
    }

    func show(_ root: NodeID) throws {
        try test.engine.setRoot(root, of: surface)
        try settle()
    }

    func settle() throws { try test.engine.waitIdle(timeout: 10_000_000) }

    /// Composites and returns the damage.
    @discardableResult
    func composite() throws -> [PixelRect] {
        try screen.withPixels { try test.engine.composite(surface, into: $0) }
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 {
        screen.withPixels { pixels in
            unsafe (pixels.baseAddress + y * pixels.stride + x * 4).load(as: UInt32.self)
        }
    }

    /// All pixels, row by row.
    var picture: [UInt32] {
        (0..<screen.height).flatMap { y in (0..<screen.width).map { x in pixel(x, y) } }
    }

    /// Whether what was composited last is what a tree that is read anew shows.
    func showsWhatIsThere() throws -> Bool {
        let shown = picture
        change { store, _ in store.setNeedsAllLayers(0) }
        try settle()
        try composite()
        return shown == picture
    }
}

let red = Color(red: 1, green: 0, blue: 0, alpha: 1)
let green = Color(red: 0, green: 1, blue: 0, alpha: 1)

@Suite struct SurfaceTests {
    @Test func backgroundsAppearAndDamageIsWhatChanged() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let box = stage.node(Rect(x: 5, y: 6, width: 10, height: 8), red)
        try stage.add(box, to: root)
        try stage.show(root)
        #expect(try stage.composite() == [PixelRect(x: 0, y: 0, width: 40, height: 30)])
        #expect(stage.pixel(5, 6) == 0xFFFF_0000)
        #expect(stage.pixel(4, 6) == 0xFFFF_FFFF)
        #expect(stage.pixel(14, 13) == 0xFFFF_0000)
        #expect(stage.pixel(15, 13) == 0xFFFF_FFFF)
        #expect(try stage.composite() == [])

        stage.change { store, _ in store.setBackground(green, of: box.index) }
        try stage.settle()
        #expect(try stage.composite() == [PixelRect(x: 5, y: 6, width: 10, height: 8)])
        #expect(stage.pixel(5, 6) == 0xFF00_FF00)

        stage.change { store, _ in store.setFrame(Rect(x: 20, y: 6, width: 10, height: 8), of: box.index) }
        try stage.settle()
        let damage = try stage.composite()
        #expect(damage.reduce(PixelRect.empty) { $0.union($1) } == PixelRect(x: 5, y: 6, width: 25, height: 8))
        #expect(stage.pixel(5, 6) == 0xFFFF_FFFF)
        #expect(stage.pixel(20, 6) == 0xFF00_FF00)

        stage.change { store, discarded in store.remove(box.index, &discarded) }
        try stage.settle()
        try stage.composite()
        let isWhite = stage.picture.allSatisfy { $0 == 0xFFFF_FFFF }
        #expect(isWhite)
    }

    /// Every way of changing a scene, step by step, shows the same as compositing the whole.
    @Test(arguments: 0..<20) func damageNeverMissesAnything(seed: UInt64) throws {
        let stage = try Stage()
        defer { stage.close() }
        var random = SplitMix(seed: seed)
        let root = stage.node(.zero, .white)
        var nodes = [root]
        for _ in 0..<12 {
            let node = stage.node(random.rect(), random.color())
            try stage.add(node, to: nodes[random.below(nodes.count)])
            nodes.append(node)
        }
        try stage.show(root)
        try stage.composite()
        for step in 0..<30 {
            let node = nodes[1 + random.below(nodes.count - 1)].index
            let other = nodes[random.below(nodes.count)].index
            let kind = random.below(8)
            let rect = random.rect()
            let color = random.color()
            let number = random.unit()
            stage.change { store, discarded in
                switch kind {
                case 0: store.setFrame(rect, of: node)
                case 1: store.setBackground(color, of: node)
                case 2: store.setOpacity(number, of: node)
                case 3: store.setCornerRadius(number * 8, of: node)
                case 4: store.set(.hidden, to: number < 0.5, of: node)
                case 5: store.set(.clips, to: number < 0.5, of: node)
                case 6: try? store.add(node, to: other, &discarded)
                default:
                    let parent = store[node].parent
                    if parent >= 0 { try? store.insert(node, into: parent, at: 0, &discarded) }
                }
            }
            try stage.settle()
            try stage.composite()
            let shown = stage.picture
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            let isSame = stage.picture == shown
            #expect(isSame, "seed \(seed), step \(step), kind \(kind)")
        }
    }

    @Test func opacityAppliesToTheGroup() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let group = stage.node(Rect(x: 0, y: 0, width: 20, height: 20), red)
        let child = stage.node(Rect(x: 5, y: 5, width: 5, height: 5), green)
        try stage.add(group, to: root)
        try stage.add(child, to: group)
        stage.change { store, _ in store.setOpacity(0.5, of: group.index) }
        try stage.show(root)
        try stage.composite()
        // The child covers its parent before the group shows through: no red below the green.
        let inside = stage.pixel(6, 6)
        #expect(inside >> 8 & 0xFF == 255)
        #expect(abs(Int(inside >> 16 & 0xFF) - 128) <= 1)
    }

    /// A lone box rounds otherwise than a group, and damage must not cut it into both.
    @Test(arguments: 0..<40) func aGroupEndsWithItsLastChild(seed: UInt64) throws {
        let stage = try Stage()
        defer { stage.close() }
        var random = SplitMix(seed: seed)
        let root = stage.node(.zero, random.color())
        let group = stage.node(Rect(x: 4, y: 4, width: 30, height: 20), random.color())
        let child = stage.node(Rect(x: 10, y: 5, width: 8, height: 8), random.color())
        let other = stage.node(Rect(x: 30, y: 20, width: 8, height: 8), random.color())
        for node in [group, other] { try stage.add(node, to: root) }
        let opacity = 0.05 + 0.9 * random.unit()
        stage.change { store, _ in
            store.setOpacity(seed % 4 == 3 ? 1 : opacity, of: group.index)
            store.setCornerRadius(seed % 2 == 0 ? 0 : 6.5, of: group.index)
            store.set(.clips, to: seed % 4 > 1, of: group.index)
        }
        try stage.show(root)
        try stage.composite()
        for parent in [group, nil, group, other, group] {
            stage.change { store, discarded in
                if let parent {
                    try? store.add(child.index, to: parent.index, &discarded)
                } else {
                    store.remove(child.index, &discarded)
                }
            }
            try stage.settle()
            try stage.composite()
            let shown = stage.picture
            try stage.test.engine.setNeedsComposite(stage.surface)
            try stage.composite()
            let isSame = stage.picture == shown
            try #require(isSame)
        }
    }

    @Test func roundClipsCutChildren() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node(.zero, .white)
        let clip = stage.node(Rect(x: 0, y: 0, width: 20, height: 20))
        let child = stage.node(Rect(x: -5, y: -5, width: 50, height: 50), red)
        try stage.add(clip, to: root)
        try stage.add(child, to: clip)
        stage.change { store, _ in
            store.set(.clips, to: true, of: clip.index)
            store.setCornerRadius(10, of: clip.index)
        }
        try stage.show(root)
        try stage.composite()
        #expect(stage.pixel(10, 10) == 0xFFFF_0000)
        #expect(stage.pixel(0, 0) == 0xFFFF_FFFF)
        #expect(stage.pixel(21, 10) == 0xFFFF_FFFF)
    }

    @Test func aReleasedSurfaceLetsItsRootGo() throws {
        let stage = try Stage()
        defer { stage.close() }
        let root = stage.node()
        var second: Surface? = try stage.test.engine.makeSurface(size: Size(width: 5, height: 5), scale: 1)
        try stage.test.engine.setRoot(root, of: second!)
        #expect(throws: LaminaError.self) { try stage.test.engine.setRoot(root, of: stage.surface) }
        second = nil
        try stage.settle()
        try stage.test.engine.setRoot(root, of: stage.surface)
    }
}

/// The largest difference of a colour component.
func largestDifference(_ a: [UInt32], _ b: [UInt32]) -> Int {
    zip(a, b).reduce(0) { largest, pair in
        [0, 8, 16, 24].reduce(largest) { max($0, abs(Int(pair.0 >> $1 & 255) - Int(pair.1 >> $1 & 255))) }
    }
}

/// A small generator with a seed (splitmix64).
struct SplitMix {
    private var state: UInt64
    // Not the step of the sequence: one seed would continue where the one before it began.
    init(seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }
    mutating func unit() -> Double { Double(next() >> 40) / 16_777_216 }
    mutating func rect() -> Rect {
        Rect(x: unit() * 40 - 5, y: unit() * 30 - 5, width: unit() * 25, height: unit() * 20)
    }
    mutating func color() -> Color {
        Color(red: Float(unit()), green: Float(unit()), blue: Float(unit()), alpha: unit() < 0.5 ? 1 : Float(unit()))
    }
}
