import LaminaGeometry
import LaminaLayout

@testable import LaminaNode

/// A leaf of some area, as tall as it has to be for the width it gets: what a text is to layout.
final class AreaContent: LayoutLeaf {
    let area: Double
    private let isMirrored: Bool
    init(_ area: Double, isMirrored: Bool = false) { (self.area, self.isMirrored) = (area, isMirrored) }
    var isMeasurable: Bool { true }
    /// A little higher, so that it is seen which one was measured.
    var runningRightToLeft: (any NodeContent)? { isMirrored ? nil : AreaContent(area, isMirrored: true) }

    func size(_ range: SizeRange) -> LayoutMeasurement {
        let width = min(range.max.width, area)
        return LayoutMeasurement(
            size: Size(width: width, height: width > 0 ? (area / width).rounded(.up) * (isMirrored ? 7.5 : 7.3) : 0),
            ascender: area.truncatingRemainder(dividingBy: 5),
            descender: -1)
    }
}

/// Surroundings for trees without content.
final class NoSurroundings: LayoutEnvironment {
    func measure(_ content: any NodeContent, range: SizeRange) -> LayoutMeasurement { LayoutMeasurement(size: .zero) }
    func withNodes<R>(_ body: (inout NodeStore) -> R) -> R {
        var store = NodeStore(firstGeneration: 0)
        return body(&store)
    }
    func warn(_ message: String) {}
    var isConcurrent: Bool { false }
    func runConcurrently(_ count: Int, _ body: @escaping @Sendable (Int, any LayoutEnvironment) -> Void) {}
    func withStack(for depth: Int, _ body: @escaping () -> Void) -> Bool {
        body()
        return true
    }
}

/// A store and all it takes to lay it out, on one thread.
final class LayoutGrove: LayoutEnvironment {
    var store = NodeStore(firstGeneration: 0)
    private(set) var measured = 0
    private(set) var warnings: [String] = []
    var isConcurrent = false

    init() { store.layouts.leastReusablePart = 1 }

    func measure(_ content: any NodeContent, range: SizeRange) -> LayoutMeasurement {
        measured += 1
        return (content as? AreaContent)?.size(range) ?? LayoutMeasurement(size: .zero)
    }

    func withNodes<R>(_ body: (inout NodeStore) -> R) -> R { body(&store) }
    func warn(_ message: String) { warnings.append(message) }

    /// One after the other, the last first: the order must not matter.
    func runConcurrently(_ count: Int, _ body: @escaping @Sendable (Int, any LayoutEnvironment) -> Void) {
        for number in (0..<count).reversed() { body(number, self) }
    }

    private var levels = 0
    func withStack(for depth: Int, _ body: @escaping () -> Void) -> Bool {
        if levels > 50 { return false }
        levels += 1
        body()
        levels -= 1
        return true
    }

    // MARK: Trees

    func node(_ area: Double? = nil) -> Int32 {
        store.create(isText: area != nil, content: area.map { AreaContent($0) })!.index
    }

    func style(_ node: Int32, _ change: (inout ElementStyle) -> Void) {
        var discarded = Discarded()
        var style = store[node].style?.style ?? ElementStyle()
        change(&style)
        store.setStyle(StyleBox(style), of: node, &discarded)
    }

    func arrange(_ node: Int32, _ spec: LayoutSpec?) throws {
        var discarded = Discarded()
        try store.setSpec(spec, of: node, isOwnerThread: true, &discarded)
    }

    func column(_ nodes: [Int32], align: AlignItems = .stretch) -> LayoutSpec {
        LayoutSpec(
            .stack(StackSpec(direction: .vertical, alignItems: align)), style: ElementStyle(),
            children: nodes.map { .node(store.id($0)) })
    }

    // MARK: Layouts

    func capture(_ root: Int32, _ range: SizeRange, _ extent: LayoutSnapshot.Extent) -> LayoutSnapshot {
        LayoutSnapshot(of: root, in: &store, range: range, extent)
    }

    /// What a pass over everything gives; nothing is kept.
    func wholeLayout(_ root: Int32, _ range: SizeRange) -> TreeLayout {
        let snapshot = capture(root, range, .picture)
        return LayoutSolver(self, setting: snapshot.setting, storesFindings: false).layOut(snapshot)
    }

    /// The usual way: what has not changed is not laid out again.
    @discardableResult
    func layOut(_ root: Int32, _ range: SizeRange, keep: Bool = true, apply: Bool = true) -> TreeLayout {
        if let current = store.currentLayout(of: root, range: range, scale: 1) {
            if apply { self.apply(current) }
            return current
        }
        let snapshot = capture(root, range, .changes(expanded: []))
        let solver = LayoutSolver(self, setting: snapshot.setting)
        let layout = solver.layOut(snapshot)
        if apply { self.apply(layout) }
        if keep {
            solver.store(in: &store)
            store.keepResult(layout)
        }
        return layout
    }

    func apply(_ layout: TreeLayout) {
        var discarded = Discarded()
        _ = store.apply(layout, isOwnerThread: true, &discarded)
        store.endHolds(&discarded)
    }
}

/// Everything a layout says, for comparing.
struct LayoutDump: Equatable {
    struct Line: Equatable {
        var node: NodeID, parent: NodeID, frame: Rect, absolute: Rect
    }
    var lines: [Line] = []

    init(_ layout: TreeLayout) {
        for part in layout.parts {
            TreeLayout(parts: [part]).forEachEntry {
                lines.append(Line(node: $0.node, parent: $0.parent, frame: $0.frame, absolute: $0.absolute))
            }
        }
    }
}
