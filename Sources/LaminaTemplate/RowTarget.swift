import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

/// A tree into which a row writes its values, node by node, at the places of the template's bindings.
protocol RowTarget {
    mutating func setContent(_ content: any NodeContent, at place: Int)
    mutating func setBackground(_ color: Color, at place: Int)
    mutating func setOpacity(_ opacity: Double, at place: Int)
    mutating func setCornerRadius(_ radius: Double, at place: Int)
    mutating func setHidden(_ isHidden: Bool, at place: Int)
    mutating func changeAppearance(at place: Int, _ change: (inout NodeAppearance) -> Void)
    mutating func changeStyle(at place: Int, _ change: (inout ElementStyle) -> Void)
}

/// A captured tree.
struct SnapshotTarget: RowTarget {
    var snapshot: RenderSnapshot
    let places: [RenderSnapshot.Place]

    mutating func setContent(_ content: any NodeContent, at place: Int) {
        snapshot.setContent(content, at: places[place])
    }
    mutating func setBackground(_ color: Color, at place: Int) { snapshot.setBackground(color, at: places[place]) }
    mutating func setOpacity(_ opacity: Double, at place: Int) { snapshot.setOpacity(opacity, at: places[place]) }
    mutating func setCornerRadius(_ radius: Double, at place: Int) {
        snapshot.setCornerRadius(radius, at: places[place])
    }
    mutating func setHidden(_ isHidden: Bool, at place: Int) { snapshot.setHidden(isHidden, at: places[place]) }
    mutating func changeAppearance(at place: Int, _ change: (inout NodeAppearance) -> Void) {
        snapshot.changeAppearance(at: places[place], change)
    }
    mutating func changeStyle(at place: Int, _ change: (inout ElementStyle) -> Void) {
        snapshot.changeStyle(at: places[place], change)
    }
}

/// Nodes in a store of their own, for trees with flex layouts, which are not captured but kept with their nodes.
///
/// Used by one row at a time. Nothing of it shows in the next row's picture, since every binding is written.
final class KeptTree: RowTarget, Sendable {
    let nodes: Locked<NodeStore>
    private let root: Int32
    private let bound: [Int32]

    init(_ store: consuming NodeStore, root: Int32, bound: [Int32]) {
        nodes = Locked(.tree, store)
        self.root = root
        self.bound = bound
    }

    func capture(_ range: SizeRange, scale: Double) throws(LaminaError) -> RenderSnapshot {
        try nodes.withLock { (store) throws(LaminaError) in
            try RenderSnapshot(of: root, in: &store, range: range, scale: scale)
        }
    }

    private func change(_ place: Int, _ body: (inout NodeStore, Int32, inout Discarded) -> Void) {
        var discarded = Discarded()
        nodes.withLock { body(&$0, bound[place], &discarded) }
    }

    func setContent(_ content: any NodeContent, at place: Int) {
        change(place) { $0.setContent(content, of: $1, &$2) }
    }
    func setBackground(_ color: Color, at place: Int) {
        change(place) { store, node, _ in store.setBackground(color, of: node) }
    }
    func setOpacity(_ opacity: Double, at place: Int) {
        change(place) { store, node, _ in store.setOpacity(opacity, of: node) }
    }
    func setCornerRadius(_ radius: Double, at place: Int) {
        change(place) { $0.setCornerRadius(radius, of: $1, &$2) }
    }
    func setHidden(_ isHidden: Bool, at place: Int) {
        change(place) { store, node, _ in store.set(.hidden, to: isHidden, of: node) }
    }
    func changeAppearance(at place: Int, _ body: (inout NodeAppearance) -> Void) {
        change(place) { $0.changeAppearance(of: $1, &$2, body) }
    }
    func changeStyle(at place: Int, _ body: (inout ElementStyle) -> Void) {
        change(place) { store, node, discarded in
            var style = store[node].style?.style ?? ElementStyle()
            body(&style)
            store.setStyle(StyleBox(style), of: node, &discarded)
        }
    }
}
