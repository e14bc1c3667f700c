import CLamina
import Foundation
import LaminaABI
import Testing

/// Text on several workers through the C names: what aborts plain Pango and cairo within seconds.
@Suite struct StressABITests {
    /// Four workers, ten font sizes, for LAMINA_STRESS_SECONDS (2): every round changes all texts, lays out, draws and
    /// composites.
    @Test func fourWorkersTenSizes() throws {
        let seconds = ProcessInfo.processInfo.environment["LAMINA_STRESS_SECONDS"].flatMap(Double.init) ?? 2
        let lamina = try Lamina(threads: 4)
        defer { lamina.close() }
        let root = try lamina.node()
        let nodes = try (0..<20).map { _ in try lamina.textNode("") }
        let spec = try lamina.column(nodes.map { UnsafeMutableRawPointer($0) }, spacing: 2)
        try ok(lamina_node_set_spec(root, spec))
        lamina_spec_release(spec)
        var surface: UnsafeMutablePointer<lamina_surface>?
        try ok(lamina_surface_create(lamina.context, lamina_size(width: 200, height: 600), 1, &surface))
        try ok(lamina_surface_set_root(surface, root))
        var pixels = [UInt32](repeating: 0, count: 200 * 600)
        let words = ["swift", "λόγος", "слово", "كلمة", "מילה", "शब्द", "คำ", "字", "語", "말", "👩‍👩‍👧", "fi ffi"]

        let end = Date(timeIntervalSinceNow: seconds)
        var round = 0
        while Date() < end {
            for (number, node) in nodes.enumerated() {
                var attributes = lamina_text_attributes()
                attributes.struct_size = MemoryLayout<lamina_text_attributes>.size
                attributes.size = Double(9 + (round + number) % 10)
                attributes.weight = number % 3 == 0 ? 700 : 400
                let string = (0...(round + number) % 7).map { words[($0 * 5 + number + round) % words.count] }
                var text: Lamina.Text?
                try ok(lamina_text_create(lamina.context, string.joined(separator: " "), -1, &attributes, &text))
                try ok(lamina_node_set_text(node, text))
                lamina_text_release(text)
            }
            try ok(lamina_context_wait_idle(lamina.context, 60_000_000))
            try pixels.withUnsafeMutableBytes { bytes in
                var bitmap = lamina_bitmap()
                bitmap.struct_size = MemoryLayout<lamina_bitmap>.size
                bitmap.data = bytes.baseAddress
                bitmap.width = 200
                bitmap.height = 600
                bitmap.stride = 800
                try ok(lamina_surface_composite(surface, &bitmap, nil, 0, nil))
            }
            round += 1
        }
        let isDrawn = pixels.contains { $0 != 0 }
        #expect(round > 0 && isDrawn)
        print("stress through C: \(round) rounds of \(nodes.count) texts in \(seconds) s")
    }
}
