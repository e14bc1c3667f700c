import Foundation
import LaminaGeometry
import LaminaLayout
import Testing

/// How the work grows with the tree, counted in visits: it must not depend on depth, nor grow faster than the tree.
@Suite struct FlexGrowthTests {
    /// Kinds of chains that make solvers ask again and again.
    static let chains = [
        "grow", "auto", "alternating", "minimums", "stretched", "percent", "wrapping", "shrinking", "balanced",
    ]

    @Test(arguments: chains, [FlexProfile.yoga, .css])
    func visitsPerLevelDoNotDependOnDepth(_ kind: String, _ profile: FlexProfile) {
        let shallow = visits(kind, profile, depth: 50)
        let deep = visits(kind, profile, depth: 400)
        #expect(deep <= shallow * 8 * 1.1 + 50, "\(shallow) visits at depth 50, \(deep) at 400")
        #expect(deep / 400 < 40)
    }

    private func visits(_ kind: String, _ profile: FlexProfile, depth: Int) -> Double {
        var tree = FlexTree(profile: profile)
        var texts = FlexTexts()
        // As narrow for its content at every depth.
        let side = FlexLength.points(Double(depth) * 30)
        let root = tree.add(FlexStyle(lengths: [.width: side, .height: side]))
        var parent = root
        for level in 0..<depth {
            var style = FlexStyle()
            style.setLength(.padding, .points(1))
            let alternates = ["alternating", "shrinking", "balanced"].contains(kind)
            let isRow = alternates ? level % 2 == 0 : kind == "minimums"
            style.setKeyword(.flexDirection, isRow ? FlexDirection.row.rawValue : FlexDirection.column.rawValue)
            switch kind {
            case "grow": style.setNumber(.flexGrow, 1)
            case "minimums":
                style.setNumber(.flexGrow, 1)
                style.setNumber(.flexShrink, 1)
                style.setLength(.flexBasis, .points(0))
            case "stretched": style.setNumber(.flexGrow, level % 2 == 0 ? 1 : 0)
            case "percent":
                style.setLength(.paddingLeft, .percent(1))
                style.setLength(.height, .percent(90))
            case "wrapping": style.setKeyword(.flexWrap, FlexWrap.wrap.rawValue)
            case "balanced":
                style.setKeyword(.flexWrap, FlexWrap.balance.rawValue)
                style.setNumber(.lineCount, level % 3 == 0 ? 1 : 2)
            case "shrinking":
                style.setNumber(.flexShrink, 1)
                style.setLength(.width, .percent(120))
            default: break
            }
            let element = tree.add(style)
            tree.append(element, to: parent)
            let text = tree.add(isMeasured: true, identifier: texts.add(3))
            tree.append(text, to: parent)
            parent = element
        }
        tree.layout(root, width: .maxContent, height: .maxContent, measurer: &texts)
        return Double(tree.statistics.visits + tree.statistics.measures)
    }

    /// A text change in one of many cells looks at the cell, and once at each of its siblings.
    @Test func aChangeLooksAtItsOwnAncestorsOnly() {
        var tree = FlexTree(profile: .css)
        var texts = FlexTexts()
        let root = tree.add(
            FlexStyle([.flexDirection: FlexDirection.column.rawValue], lengths: [.width: .points(300)]))
        var leaf: Int32 = 0
        for _ in 0..<500 {
            let cell = tree.add()
            tree.append(cell, to: root)
            for _ in 0..<10 {
                leaf = tree.add(isMeasured: true, identifier: texts.add(5))
                tree.append(leaf, to: cell)
            }
        }
        tree.layout(root, width: .maxContent, height: .maxContent, measurer: &texts)
        texts.lengths[Int(tree.identifier(leaf))] = 40
        tree.markDirty(leaf)
        tree.layout(root, width: .maxContent, height: .maxContent, measurer: &texts)
        #expect(tree.statistics.visits < 600)
        #expect(tree.statistics.measures <= 12)
        tree.layout(root, width: .maxContent, height: .maxContent, measurer: &texts)
        #expect(tree.statistics.visits == 0 && tree.statistics.measures == 0)
        #expect(tree.changed.isEmpty)
    }

    /// As deep as any layout may be, on a stack of the size that workers have.
    @Test func tenThousandLevelsFitOnAWorkersStack() {
        let isInstrumented = ProcessInfo.processInfo.environment["LAMINA_SANITIZER"].map { !$0.isEmpty } ?? false
        let depth = isInstrumented ? 1_000 : 10_000
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            for profile in [FlexProfile.yoga, .css] {
                var tree = FlexTree(profile: profile)
                var texts = FlexTexts()
                let root = tree.add(FlexStyle(lengths: [.width: .points(90_000), .height: .points(90_000)]))
                var parent = root
                for level in 0..<depth {
                    var style = FlexStyle()
                    style.setKeyword(.flexDirection, UInt8(level % 2 == 0 ? 1 : 3))
                    style.setNumber(.flexGrow, level % 3 == 0 ? 1 : nil)
                    style.setNumber(.flexShrink, 1)
                    style.setLength(.padding, .points(1))
                    let element = tree.add(style)
                    tree.append(element, to: parent)
                    parent = element
                }
                tree.append(tree.add(isMeasured: true, identifier: texts.add(3)), to: parent)
                tree.layout(root, width: .maxContent, height: .maxContent, measurer: &texts)
                #expect(tree.frame(root).size.width == 90_000)
                #expect(tree.statistics.visits < depth * 12)
                tree.layout(root, width: .minContent, height: .maxContent, rightToLeft: true, measurer: &texts)
                tree.remove(root)
                #expect(tree.count == 0)
            }
            done.signal()
        }
        thread.stackSize = 64 << 20
        thread.start()
        done.wait()
    }
}
