import LaminaGeometry
import LaminaLayout

/// Explains elements of layouts within layouts: each is solved anew for the constraints that the one around it gives.
final class LayoutExplainer {
    private let solver: LayoutSolver
    private let limit = LineLimit()

    init(_ solver: LayoutSolver) { self.solver = solver }

    /// Nil when what was found under the tree lock is not there any more.
    func explain(_ explained: ExplainedSnapshot) -> String? {
        var given: LayoutConstraints?
        var text = ""
        for (number, step) in explained.steps.enumerated() {
            let isLast = number == explained.steps.count - 1
            // A flex root is explained by its constraints, and by what it does with them.
            var isRootNext = false
            if !isLast, case .flex(let root, let node) = explained.steps[number + 1] { isRootNext = root == node }
            switch step {
            case .part(let part, let element):
                let part = explained.snapshot.parts[part]
                if isLast || isRootNext { text += words(explained.snapshot, part, element ?? -1) }
                if !isLast { given = constraints(explained.snapshot, part, element ?? 0) }
            case .flex(let root, let node):
                guard let constraints = given else { return text.isEmpty ? leftOut : text }
                guard let measurement = flex(root, constraints, node, isLast: isLast) else { return nil }
                text += measurement.text
                given = measurement.constraints
            case .inside(let leaf, let target):
                guard let constraints = given else { return leftOut }
                guard let snapshot = inside(leaf, constraints), let found = snapshot.find(target) else { return nil }
                let part = snapshot.parts[found.part]
                onStack(snapshot) {
                    if isLast || isRootNext { text += self.words(snapshot, part, found.element) }
                    if !isLast { given = self.constraints(snapshot, part, found.element) }
                }
            }
        }
        return text
    }

    private let leftOut = "left out: so is something in which it is\n"

    // MARK: Specs

    private func words(_ snapshot: LayoutSnapshot, _ part: LayoutSnapshot.Part, _ element: Int32, indent: Int = 0)
        -> String
    {
        var pass = PartPass(solver, snapshot, part, StepResults(first: 0, count: 0))
        var nodes: [Int32: NodeID] = [:]
        for entry in part.entries { nodes[entry.element] = entry.node }
        var flexRoots: [Int32: NodeID] = [:]
        var texts: Set<Int32> = []
        for delegated in part.delegated {
            if case .flex = delegated.source { flexRoots[delegated.element] = delegated.node }
            if case .content = delegated.source { texts.insert(delegated.element) }
        }
        let words = ExplanationWords(
            name: { nodes[$0].map { self.title($0) } ?? "node" },
            delegated: {
                if texts.contains($0) { return "by its text, which contains its children" }
                return flexRoots[$0] == nil ? "by a layout callback of the host" : "by its flex layout"
            },
            inside: { element, constraints, depth in
                flexRoots[element].map { self.list(below: $0, constraints, indent: depth) } ?? ""
            }, indent: indent, limit: limit)
        return explainLayout(part.tree, constraints: part.constraints, element: element, measurer: &pass, words: words)
    }

    /// The constraints of an element; nil when it is left out.
    private func constraints(
        _ snapshot: LayoutSnapshot, _ part: LayoutSnapshot.Part, _ element: Int32
    ) -> LayoutConstraints? {
        var pass = PartPass(solver, snapshot, part, StepResults(first: 0, count: 0))
        return LayoutSolution(part.tree, constraints: part.constraints, measurer: &pass).constraints(of: element)
    }

    private func inside(_ leaf: NodeID, _ constraints: LayoutConstraints) -> LayoutSnapshot? {
        solver.environment.withNodes {
            LayoutSnapshot(
                of: leaf, in: &$0, constraints: constraints, setting: solver.setting, .picture, notesSpecs: true)
        }
    }

    private func onStack(_ snapshot: LayoutSnapshot, _ body: @escaping () -> Void) {
        if !solver.environment.withStack(for: snapshot.depth, body) {
            solver.environment.warn("layouts are nested too deep to be explained")
        }
    }

    private func title(_ node: NodeID) -> String {
        solver.environment.withNodes { store in store.find(node).map { store.title($0) } ?? "node" }
    }

    // MARK: Flex

    /// Solves a flex layout anew in a tree of its own, and takes what is wanted from it.
    private func withFlex<R>(
        _ root: NodeID, _ constraints: LayoutConstraints, watching node: NodeID? = nil,
        _ body: (borrowing FlexPass, Int32) -> R
    ) -> R? {
        var discarded = Discarded()
        var begun: FlexBeginning?
        solver.environment.withNodes { store in
            guard let index = store.find(root), store[index].flexProfile != nil else { return }
            let style = store[index].style?.style ?? ElementStyle()
            let request = FlexRequest(
                range: style.allowedRange(constraints), setting: solver.setting,
                isRightToLeft: constraints.isRightToLeft)
            begun = store.beginFlexPass(index, request, copies: true, fresh: true, &discarded)
        }
        guard case .pass(var pass)? = begun.take() else { return nil }
        let element = node.flatMap { node in pass.nodes.firstIndex(of: node) } ?? 0
        if node != nil { pass.tree.watch(Int32(element)) }
        solver.solve(&pass)
        let result = body(pass, Int32(element))
        var ended: FlexPass? = pass
        solver.environment.withNodes { store in
            if let pass = ended.take() { store.end(pass, &discarded) }
        }
        return result
    }

    /// How `node` came to its frame, if it is the last step, and the constraints of what is inside.
    private func flex(
        _ root: NodeID, _ constraints: LayoutConstraints, _ node: NodeID, isLast: Bool
    ) -> (text: String, constraints: LayoutConstraints?)? {
        let found = withFlex(root, constraints, watching: node) { pass, element -> (String, LayoutConstraints?)? in
            if pass.nodes[Int(element)] != node { return nil }
            let nodes = pass.nodes
            var text = ""
            if isLast {
                text = pass.tree.explanation(
                    root: pass.wanted, pass.request.range,
                    name: { self.title(nodes[Int($0)]) })
            }
            return (text, pass.tree.frame(element).size == .zero ? nil : pass.constraints(inside: element))
        }
        return found ?? nil
    }

    /// Lines for what is below a flex root.
    private func list(below root: NodeID, _ constraints: LayoutConstraints, indent: Int) -> String {
        let text = withFlex(root, constraints) { pass, element in
            let nodes = pass.nodes
            let given = Dictionary(
                uniqueKeysWithValues: pass.leaves.all.filter(\.arranges).map(\.element).compactMap { leaf in
                    pass.tree.frame(leaf).size == .zero ? nil : (leaf, pass.constraints(inside: leaf))
                })
            return pass.tree.list(
                below: element, indent: indent, limit: limit, name: { self.title(nodes[Int($0)]) },
                inside: { leaf, depth in
                    guard let constraints = given[leaf] else { return "" }
                    return self.list(inside: nodes[Int(leaf)], constraints, indent: depth - 1)
                })
        }
        return text ?? ""
    }

    /// Lines for a leaf's spec; `indent` is that of the leaf.
    private func list(inside leaf: NodeID, _ constraints: LayoutConstraints, indent: Int) -> String {
        guard let snapshot = inside(leaf, constraints), let part = snapshot.parts.first,
            case .none = part.delegated.first(where: { $0.element == 0 })
        else { return "" }
        var text = ""
        onStack(snapshot) { text = self.words(snapshot, part, -1, indent: indent) }
        // The first line is the leaf's own, which stands there already.
        guard let end = text.firstIndex(of: "\n") else { return "" }
        return String(text[text.index(after: end)...])
    }
}
