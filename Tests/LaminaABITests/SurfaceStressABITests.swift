import CLamina
import Foundation
import LaminaABI
import Testing

/// Many threads of a host at once, while surfaces show what they change.
@Suite struct SurfaceStressABITests {
    /// Numbers that a seed gives.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    /// What a thread of the host works with; handles may be used on any thread.
    private final class World: @unchecked Sendable {
        let lamina: Lamina
        /// Shown, half of them on each surface; never released before the end.
        let shown: [Lamina.Node]
        private let lock = NSLock()
        private var isEnding = false
        private var rounds = 0
        private var failures: [String] = []

        init(_ lamina: Lamina, shown: [Lamina.Node]) {
            self.lamina = lamina
            self.shown = shown
        }

        var isOver: Bool { lock.withLock { isEnding } }
        func end() { lock.withLock { isEnding = true } }
        func count() { lock.withLock { rounds += 1 } }
        func fail(_ text: String) { lock.withLock { failures.append(text) } }
        var outcome: (rounds: Int, failures: [String]) { lock.withLock { (rounds, failures) } }
    }

    private static func random(_ range: Range<Double>, _ numbers: inout Numbers) -> Double {
        Double.random(in: range, using: &numbers)
    }

    /// One thread of the host: changes what is shown, builds, moves and releases trees of its own, starts and cancels
    /// work.
    private static func work(_ world: World, seed: UInt64) throws {
        var numbers = Numbers(state: seed)
        while !world.isOver {
            let node = world.shown.randomElement(using: &numbers)
            switch Int.random(in: 0..<8, using: &numbers) {
            case 0:
                let text = try world.lamina.text("word \(Int.random(in: 0..<50, using: &numbers))")
                try ok(lamina_node_set_text(node, text))
                lamina_text_release(text)
            case 1:
                let (x, y) = (random(0..<300, &numbers), random(0..<300, &numbers))
                let frame = lamina_rect(
                    origin: lamina_point(x: x, y: y), size: lamina_size(width: 80, height: random(1..<60, &numbers)))
                try ok(lamina_node_set_frame(node, frame))
            case 2: try ok(lamina_node_set_opacity(node, random(0..<1, &numbers)))
            case 3: try ok(lamina_node_set_needs_display(node))
            case 4:
                let color = lamina_color(red: 1, green: Float(random(0..<1, &numbers)), blue: 0, alpha: 1)
                try ok(lamina_node_set_background(node, color))
            case 5: try moveAndRelease(world)
            case 6: try startAndCancel(world)
            default:
                try ok(lamina_node_set_hidden(node, Bool.random(using: &numbers)))
                var bounds = lamina_node_get_frame(node)
                bounds.size.width += 1
                if bounds.size.width.isNaN { world.fail("a frame was torn") }
            }
            world.count()
        }
    }

    /// A tree that nothing shows: a child moves from one parent to the other, and all of it goes.
    private static func moveAndRelease(_ world: World) throws {
        let (first, second, child) = (
            try world.lamina.node(), try world.lamina.node(), try world.lamina.textNode("moves")
        )
        try ok(lamina_node_add_child(first, child))
        try ok(lamina_node_insert_child(second, child, 0))
        lamina_node_release(first)
        lamina_node_release(child)
        lamina_node_release(second)
    }

    /// A transaction of two operations that is cancelled or not; its completions run on the owner thread.
    private static func startAndCancel(_ world: World) throws {
        var made: UnsafeMutablePointer<lamina_transaction>?
        try ok(lamina_transaction_create(world.lamina.context, &made))
        for _ in 0..<2 {
            try ok(lamina_transaction_add_operation(made, 0, { _, _ in }, { _, _ in }, nil, nil))
        }
        try ok(lamina_transaction_cancel(made))
        lamina_transaction_release(made)
    }

    /// Eight threads mutate, cancel, move and release while two surfaces render, one of them in bands, for
    /// LAMINA_STRESS_SECONDS (2).
    @Test func eightThreadsTwoSurfaces() throws {
        let seconds = ProcessInfo.processInfo.environment["LAMINA_STRESS_SECONDS"].flatMap(Double.init) ?? 2
        let lamina = try Lamina(threads: 2)
        defer { lamina.close() }
        let roots = try (0..<2).map { _ in try lamina.node() }
        let shown = try (0..<40).map { try lamina.textNode("node \($0)") }
        for (number, node) in shown.enumerated() { try ok(lamina_node_add_child(roots[number % 2], node)) }
        let surfaces = try roots.map { root in
            var surface: UnsafeMutablePointer<lamina_surface>?
            try ok(lamina_surface_create(lamina.context, lamina_size(width: 400, height: 400), 1, &surface))
            try ok(lamina_surface_set_root(surface, root))
            return surface
        }
        try ok(lamina_surface_set_composited_in_bands(surfaces[0], true))
        let world = World(lamina, shown: shown)
        let threads = (0..<8).map { number in
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                do { try Self.work(world, seed: UInt64(number) + 1) } catch { world.fail("\(error)") }
                done.signal()
            }
            return done
        }
        var pixels = [UInt32](repeating: 0, count: 400 * 400)
        let end = Date(timeIntervalSinceNow: seconds)
        var frames = 0
        while Date() < end || world.outcome.rounds < 100 {
            try ok(lamina_context_process(lamina.context, 2000))
            for surface in surfaces {
                try ok(lamina_surface_set_needs_composite(surface))
                try composite(surface, &pixels)
            }
            frames += 1
        }
        world.end()
        for thread in threads { thread.wait() }
        try ok(lamina_context_wait_idle(lamina.context, 120_000_000))
        try composite(surfaces[0], &pixels)
        let (rounds, failures) = world.outcome
        #expect(failures.isEmpty && frames > 0)
        for surface in surfaces { lamina_surface_release(surface) }
        for node in shown + roots { lamina_node_release(node) }
        print("stress of surfaces: \(rounds) changes on 8 threads, \(frames) frames of 2 surfaces in \(seconds) s")
    }

    private func composite(_ surface: UnsafeMutablePointer<lamina_surface>?, _ pixels: inout [UInt32]) throws {
        try pixels.withUnsafeMutableBytes { bytes in
            var bitmap = lamina_bitmap()
            bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
            bitmap.data = bytes.baseAddress
            bitmap.width = 400
            bitmap.height = 400
            bitmap.stride = 1600
            try ok(lamina_surface_composite(surface, &bitmap, nil, 0, nil))
        }
    }
}
