public import LaminaGeometry
import LaminaLayout

/// A snapshot and what its nodes are called, to be explained without the tree lock.
public struct ExplainedSnapshot: Sendable {
    public let snapshot: LayoutSnapshot
    /// The part and the element that are asked about; nil for all of the first part.
    private let target: (part: Int, element: Int32)?
    private var names: [Int32: String] = [:]
    /// The node that is asked about has a measurer.
    private var isMeasuredByHost = false

    /// Takes the tree below `root`. Nil when `target` is given and not part of the layout.
    public init?(of root: Int32, target: SpecChild?, in store: inout NodeStore, range: SizeRange) {
        snapshot = LayoutSnapshot(of: root, in: &store, range: range, .picture, notesSpecs: true)
        if let target {
            guard let found = snapshot.find(target) else { return nil }
            self.target = found
            if case .node(let id) = target, let node = store.find(id) {
                isMeasuredByHost = store[node].layout?.arranging.isContent ?? false
            }
        } else {
            self.target = nil
        }
        let part = self.target?.part ?? 0
        for entry in snapshot.parts[part].entries {
            if let index = store.find(entry.node) { names[entry.element] = store.title(index) }
        }
    }

    /// The text, which ends in a newline. Stack use grows with the snapshot's depth. The solver is one for a picture.
    public func explain(_ solver: LayoutSolver) -> String {
        let part = snapshot.parts[target?.part ?? 0]
        var pass = PartPass(solver, snapshot, part, StepResults(first: 0, count: 0))
        var text = explainLayout(
            part.tree, range: part.question.range, element: target?.element ?? -1, measurer: &pass,
            name: { names[$0] ?? "node" })
        if isMeasuredByHost { text += "a measurer of the host says what it wants\n" }
        if let target, target.part > 0, target.element == 0 {
            text += "nothing places it: it keeps the frame that it was given, and this is about what is in it\n"
        }
        return text
    }
}

extension LayoutSnapshot {
    /// Where a node or a spec is laid out. A spec without nodes may be there more than once: the first.
    fileprivate func find(_ target: SpecChild) -> (part: Int, element: Int32)? {
        for (number, part) in parts.enumerated() {
            switch target {
            case .node(let node):
                if let entry = part.entries.first(where: { $0.node == node }) { return (number, entry.element) }
            case .spec(let spec):
                if let found = part.specs.first(where: { $0.spec === spec }) { return (number, found.element) }
            }
        }
        return nil
    }
}
