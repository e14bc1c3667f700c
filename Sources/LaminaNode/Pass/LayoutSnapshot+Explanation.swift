public import LaminaGeometry
import LaminaLayout

/// Where an element stands in layouts within layouts, to be explained without the tree lock.
public struct ExplainedSnapshot: Sendable {
    /// One layout on the way to the element, from the outermost in.
    enum Step: Sendable {
        /// A part of the first snapshot, and the element in it; nil for all of the part.
        case part(Int, element: Int32?)
        /// A node of the flex layout below a root.
        case flex(root: NodeID, node: NodeID)
        /// What is inside a leaf of that, which a spec arranges.
        case inside(leaf: NodeID, target: SpecChild)
    }

    public let snapshot: LayoutSnapshot
    let steps: [Step]
    /// The node to be explained has a measure callback.
    private var isMeasuredByHost = false

    /// Takes the tree below `root`. Nil when `target` is given and not part of the layout.
    public init?(of root: Int32, target: SpecChild?, in store: inout NodeStore, range: SizeRange) {
        snapshot = LayoutSnapshot(of: root, in: &store, range: range, .picture, notesSpecs: true)
        guard let target else {
            steps = [.part(0, element: nil)]
            return
        }
        guard let path = store.path(to: target, in: snapshot) else { return nil }
        steps = path
        if case .node(let id) = target, let node = store.find(id) {
            isMeasuredByHost = store[node].layout?.method.isContent ?? false
        }
    }

    /// The text, which ends in a newline; nil when the tree is another one by now. Stack use grows with the snapshot's
    /// depth. The solver is one for a picture.
    public func explain(_ solver: LayoutSolver) -> String? {
        guard var text = LayoutExplainer(solver).explain(self) else { return nil }
        if isMeasuredByHost { text += "a measure callback of the host measures it\n" }
        if case .part(let part, element: 0)? = steps.first, part > 0, endsAtFirst {
            text += "nothing places it: it keeps the frame that was set, and this is the layout inside it\n"
        }
        return text
    }

    /// Whether the element belongs to the first layout: a flex root belongs to what is around it, too.
    private var endsAtFirst: Bool {
        if steps.count == 2, case .flex(let root, let node) = steps[1] { return root == node }
        return steps.count == 1
    }
}

extension LayoutSnapshot {
    /// Where a node or a spec is laid out. A spec without nodes may be there more than once: the first.
    func find(_ target: SpecChild) -> (part: Int, element: Int32)? {
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

    /// The nodes in it that are flex roots, where they stand.
    fileprivate var flexRoots: [(part: Int, delegated: DelegatedNode)] {
        parts.enumerated().flatMap { number, part in
            part.delegated.compactMap { delegated in
                if case .flex = delegated.source { (number, delegated) } else { nil }
            }
        }
    }
}

/// The steps that were taken in search of an element, each with the one before it.
private struct Trail {
    private(set) var steps: [(step: ExplainedSnapshot.Step, before: Int)] = []
    /// Flex roots that are still to be searched, and the steps that lead there.
    var roots: [(node: NodeID, before: Int)] = []

    /// Adds a step; -1 is before the first ones.
    mutating func add(_ step: ExplainedSnapshot.Step, after before: Int) -> Int {
        steps.append((step, before))
        return steps.count - 1
    }

    mutating func go(on root: NodeID, after before: Int) { roots.append((root, before)) }

    /// The steps up to `end`, and `last`.
    func path(_ last: [ExplainedSnapshot.Step], from end: Int) -> [ExplainedSnapshot.Step] {
        var path = last.reversed() as [ExplainedSnapshot.Step]
        var next = end
        while next >= 0 {
            path.append(steps[next].step)
            next = steps[next].before
        }
        return path.reversed()
    }
}

extension NodeStore {
    /// The layouts that lead to `target`; nil when it is in none of them. Without recursion: layouts may stand in each
    /// other deeply.
    fileprivate mutating func path(
        to target: SpecChild, in snapshot: LayoutSnapshot
    ) -> [ExplainedSnapshot.Step]? {
        // Of a node only layouts above it are of interest.
        var above: Set<Int32>?
        if case .node(let id) = target {
            var found: Set<Int32> = []
            var next = find(id) ?? -1
            while next >= 0, found.insert(next).inserted { next = self[next].parent }
            above = found
        }
        var trail = Trail()
        let direct = snapshot.find(target)
        for (part, delegated) in snapshot.flexRoots {
            if let direct, direct != (part, delegated.element) { continue }
            trail.go(on: delegated.node, after: trail.add(.part(part, element: delegated.element), after: -1))
        }
        if let direct, trail.roots.isEmpty { return [.part(direct.part, element: direct.element)] }
        while let (root, before) = trail.roots.popLast() {
            guard let index = find(root), above?.contains(index) ?? true else { continue }
            if case .node(root) = target { return trail.path([.flex(root: root, node: root)], from: before) }
            if let found = path(to: target, below: index, after: before, within: above, &trail) { return found }
        }
        return nil
    }

    /// The same within the layout of one flex root, and of what is inside its leaves; where to go on is added to the
    /// trail.
    private mutating func path(
        to target: SpecChild, below root: Int32, after before: Int, within above: Set<Int32>?, _ trail: inout Trail
    ) -> [ExplainedSnapshot.Step]? {
        var pending = [root]
        while let node = pending.popLast() {
            for child in self[node].children where above?.contains(child) ?? true {
                let step = ExplainedSnapshot.Step.flex(root: id(root), node: id(child))
                if case .node(id(child)) = target { return trail.path([step], from: before) }
                guard isFlexLeaf(child) else {
                    pending.append(child)
                    continue
                }
                guard case .spec = self[child].layout?.method, let inside = inside(of: child) else { continue }
                if let found = inside.find(target) {
                    var last = [step, ExplainedSnapshot.Step.inside(leaf: id(child), target: target)]
                    for (part, delegated) in inside.flexRoots where found == (part, delegated.element) {
                        last.append(.flex(root: delegated.node, node: delegated.node))
                    }
                    return trail.path(last, from: before)
                }
                let leaf = trail.add(step, after: before)
                for (_, delegated) in inside.flexRoots {
                    let way = ExplainedSnapshot.Step.inside(leaf: id(child), target: .node(delegated.node))
                    trail.go(on: delegated.node, after: trail.add(way, after: leaf))
                }
            }
        }
        return nil
    }

    private mutating func inside(of leaf: Int32) -> LayoutSnapshot? {
        LayoutSnapshot(
            of: id(leaf), in: &self,
            constraints: LayoutConstraints(range: SizeRange(exactly: .zero), parentSize: .zero),
            setting: LayoutSetting(scale: 1, epoch: layouts.epoch), .picture, notesSpecs: true)
    }
}
