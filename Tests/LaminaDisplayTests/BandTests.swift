import Glibc
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText
import Synchronization
import Testing

@testable import LaminaDisplay

/// Composites that workers take part in.
@Suite struct BandTests {
    private static let width = 500
    private static let height = 400

    /// Boxes of all kinds that a seed gives, the same in every stage.
    private func scene(_ stage: Stage, seed: UInt64) throws -> [NodeID] {
        var random = Numbers(seed)
        let root = stage.node(.zero, .white)
        var nodes: [NodeID] = []
        for number in 0..<60 {
            let frame = Rect(
                x: random.next(Double(Self.width)) - 30, y: random.next(Double(Self.height)) - 30,
                width: 10 + random.next(150), height: 10 + random.next(150))
            let color = Color(
                red: Float(random.next(1)), green: Float(random.next(1)), blue: Float(random.next(1)),
                alpha: number % 3 == 0 ? 1 : Float(random.next(1)))
            let text = try AttributedTextBuilder(utf8: Array("Hamburgefonts \(number)".utf8)).build()
            let content = number % 4 == 0 ? TextContent(text: text, options: TextLayoutOptions()) : nil
            let node = stage.node(frame, color, content: content)
            try stage.add(node, to: number % 5 == 4 ? nodes[number - 1] : root)
            nodes.append(node)
            let (turn, radius) = (random.next(6.28), random.next(40))
            stage.change { store, discarded in
                store.setCornerRadius(radius, of: node.index)
                store.set(.clips, to: number % 7 == 3, of: node.index)
                if number % 6 == 5 { store.setOpacity(0.5, of: node.index) }
                store.changeAppearance(of: node.index, &discarded) { look in
                    if number % 8 == 1 {
                        look.shadow = BoxShadow(color: .black, x: 2, y: 3, blur: radius / 2, spread: 1)
                    }
                    if number % 8 == 2 { look.border = BoxBorder(width: 3, color: color) }
                    if number % 8 == 3 {
                        look.transform = AffineTransform(
                            xx: cos(turn), yx: sin(turn), xy: -sin(turn), yy: cos(turn), x0: 0, y0: 0)
                    }
                    if number % 8 == 4 {
                        look.gradient = Gradient(
                            start: Point(x: 0, y: 0), end: Point(x: 1, y: turn / 6),
                            stops: [
                                Gradient.Stop(offset: 0, color: red),
                                Gradient.Stop(offset: 1, color: Color(red: 0, green: 0, blue: 1, alpha: 0.3)),
                            ])
                    }
                }
            }
        }
        try stage.show(root)
        return nodes
    }

    /// What a target of a format holds after all was painted, and after something moved.
    private func pictures(threads: Int, inBands: Bool, _ format: PixelFormat, seed: UInt64) throws -> [[UInt8]] {
        let stage = try Stage(threads: threads, width: Double(Self.width), height: Double(Self.height))
        defer { stage.close() }
        let nodes = try scene(stage, seed: seed)
        try stage.test.engine.setCompositesInBands(inBands, of: stage.surface)
        let stride = Self.width * format.bytesPerPixel
        var bytes = [UInt8](repeating: 7, count: stride * Self.height)
        var shown: [[UInt8]] = []
        for step in 0..<2 {
            if step == 1 {
                stage.change { store, _ in
                    store.setFrame(Rect(x: 3, y: 5, width: 480, height: 390), of: nodes[0].index)
                    store.setOpacity(0.7, of: nodes[11].index)
                }
                try stage.settle()
            }
            try bytes.withUnsafeMutableBytes { memory in
                let target = unsafe try PixelTarget(
                    format, baseAddress: memory.baseAddress, width: Self.width, height: Self.height, stride: stride)
                _ = try stage.test.engine.composite(stage.surface, into: target)
            }
            shown.append(bytes)
        }
        return shown
    }

    @Test(arguments: [PixelFormat.argb32, .rgb24, .rgb565])
    func theBytesAreTheSame(_ format: PixelFormat) throws {
        for seed in [UInt64(1), 2].prefix(isSanitized ? 1 : 2) {
            let serial = try pictures(threads: 0, inBands: false, format, seed: seed)
            #expect(serial[0] != serial[1])
            for threads in [0, 1, 2, 8] {
                let inBands = try pictures(threads: threads, inBands: true, format, seed: seed)
                #expect(inBands == serial, "\(threads) workers, seed \(seed)")
            }
        }
    }

    @Test func bandsCoverTheDamageOnce() {
        let rectangles = [
            PixelRect(x: 3, y: 5, width: 700, height: 301), PixelRect(x: 0, y: 400, width: 1000, height: 1),
            PixelRect(x: 900, y: 401, width: 20, height: 900),
        ]
        let bands = BandPainting.bands(of: rectangles, threads: 3)
        #expect(bands.count > 3)
        #expect(bands.reduce(0) { $0 + $1.area } == rectangles.reduce(0) { $0 + $1.area })
        for (number, band) in bands.enumerated() {
            #expect(!band.isEmpty && rectangles.contains { $0.contains(band) })
            #expect(!bands[..<number].contains { $0.overlaps(band) })
        }
        let little = [PixelRect(x: 0, y: 0, width: 100, height: 100)]
        #expect(BandPainting.bands(of: little, threads: 8).count < 2, "not worth waking anybody")
    }

    /// Work of the host's that ends when it is told to.
    private final class Gate: OperationBody, Sendable {
        let hasBegun = Atomic<Bool>(false)
        let isOpen = Atomic<Bool>(false)
        func execute(on worker: Worker, as operation: LaminaDisplay.Operation) {
            hasBegun.store(true, ordering: .releasing)
            while !isOpen.load(ordering: .acquiring) { sched_yield() }
        }
        func complete(cancelled: Bool, in engine: Engine) {}
    }

    @Test func aBusyWorkerIsNotWaitedFor() throws {
        let stage = try Stage(threads: 1, width: Double(Self.width), height: Double(Self.height))
        defer { stage.close() }
        _ = try scene(stage, seed: 3)
        try stage.test.engine.setCompositesInBands(true, of: stage.surface)
        let gate = Gate()
        try stage.test.engine.parts.post(gate)
        while !gate.hasBegun.load(ordering: .acquiring) { sched_yield() }
        // Hangs here if it is.
        #expect(try !stage.composite().isEmpty)
        let alone = stage.picture
        gate.isOpen.store(true, ordering: .releasing)
        try stage.settle()
        try stage.test.engine.setNeedsComposite(stage.surface)
        try stage.composite()
        #expect(stage.picture == alone)
    }
}

/// Numbers that look random and are the same every time.
private struct Numbers {
    private var state: UInt64
    init(_ seed: UInt64) { state = seed &* 0xD134_2543_DE82_EF95 }
    mutating func next(_ limit: Double) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 33) / Double(1 << 31) * limit
    }
}
