import Foundation
import LaminaGeometry
import LaminaLayout
import Testing

@testable import LaminaNode

@Suite struct IncrementalLayoutTests {
    static let ranges = [
        SizeRange(exactly: Size(width: 320, height: 480)),
        SizeRange(min: .zero, max: Size(width: 320, height: .infinity)),
        SizeRange(min: .zero, max: Size(width: 250.5, height: 300)),
    ]

    private static var isInstrumented: Bool {
        !(ProcessInfo.processInfo.environment["LAMINA_SANITIZER"] ?? "").isEmpty
    }

    /// The frames in the store are those of the layout, all the way down.
    private func storeHas(_ layout: TreeLayout, _ grove: LayoutGrove) -> Bool {
        for part in layout.parts {
            var same = true
            TreeLayout(parts: [part]).forEachEntry { entry in
                if entry.depth > 0, let node = grove.store.find(entry.node), grove.store[node].frame != entry.frame {
                    same = false
                }
            }
            if !same { return false }
        }
        return true
    }

    /// After any edit, laying out what changed gives what laying out everything gives, to the bit.
    @Test(arguments: 0..<16) func editsGiveWhatAWholePassGives(number: Int) throws {
        let seed = UInt64(ProcessInfo.processInfo.environment["LAMINA_SEED"] ?? "") ?? UInt64(number)
        let edits = Self.isInstrumented ? 200 : 6250
        var grove: RandomGrove = try RandomGrove(seed: seed)
        for edit in 0..<edits {
            if edit % 150 == 0 { grove = try RandomGrove(seed: seed &* 1000 &+ UInt64(edit)) }
            try grove.edit()
            let range = Self.ranges[grove.random.chance(85) ? 0 : grove.random.below(3)]
            switch grove.random.below(12) {
            case 0:  // a pass whose outcome is lost
                grove.grove.layOut(grove.root, range, keep: false, apply: false)
            case 1:  // an edit between the capture and the end of the pass
                let snapshot = grove.grove.capture(grove.root, range, .changes(expanded: []))
                let solver = LayoutSolver(grove.grove, setting: snapshot.setting)
                let layout = solver.layOut(snapshot)
                try grove.edit()
                grove.grove.apply(layout)
                solver.store(in: &grove.grove.store)
            case 2:  // a layout of something inside
                if let inner = grove.nodes.lazy.compactMap({ grove.grove.store.find($0) }).dropFirst(3).first {
                    grove.grove.layOut(inner, Self.ranges[2])
                }
            case 3: grove.grove.layOut(grove.root, range, keep: true, apply: false)
            default: break
            }
            let found = grove.grove.layOut(grove.root, range)
            let whole = grove.grove.wholeLayout(grove.root, range)
            guard LayoutDump(found) == LayoutDump(whole) else {
                Issue.record("seed \(seed), edit \(edit): another layout than a whole pass")
                return
            }
            guard storeHas(whole, grove.grove) else {
                Issue.record("seed \(seed), edit \(edit): the nodes have other frames than the layout")
                return
            }
        }
    }
}
