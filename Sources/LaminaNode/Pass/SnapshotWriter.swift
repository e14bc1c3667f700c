import LaminaGeometry
import LaminaLayout

/// Writes nodes into a snapshot, under the tree lock. Without recursion: trees may be deeper than the caller's stack.
struct SnapshotWriter {
    private let extent: LayoutSnapshot.Extent
    /// Stands in for what arranges the first root: host code made it just now, and its nodes need not be children yet.
    var replacement: LayoutSpec?
    private var replacedNode: Int32 = -1
    /// Steps that have a number and are not written yet.
    private var planned: [(step: Int32, node: Int32, constraints: LayoutConstraints, isWhole: Bool)] = []

    private let notesSpecs: Bool

    init(_ extent: LayoutSnapshot.Extent, notesSpecs: Bool = false) {
        self.extent = extent
        self.notesSpecs = notesSpecs
    }

    /// A spec whose children are being written, with what they need to know of it.
    private struct OpenSpec {
        let children: [SpecChild]
        var next = 0
        /// The node that the spec arranges.
        let owner: Int32
        let ownerElement: Int32
        let depth: Int
        let isWhole: Bool
        let isApart: Bool
        /// A stack, which has one item less for a node that was taken away since: no spacing is left for it.
        let isStack: Bool
        /// Ends with the spec, which is the outermost of its node.
        let endsNode: Bool
    }

    /// Adds a root and all steps that it needs; false when its layout is valid. The direction of the constraints is
    /// what the root inherits, or its own.
    @discardableResult
    mutating func addRoot(
        _ node: Int32, _ constraints: LayoutConstraints, to snapshot: inout LayoutSnapshot, of store: inout NodeStore
    ) -> Bool {
        var constraints = constraints
        let direction = store[node].style?.style.layoutDirection ?? .inherit
        constraints.isRightToLeft = direction.isRightToLeft(inherited: constraints.isRightToLeft)
        let step = plan(node, constraints, isWhole: extent == .whole || extent == .picture, &snapshot)
        snapshot.roots.append(LayoutSnapshot.Root(node: store.id(node), constraints: constraints, step: step))
        while let next = planned.popLast() {
            snapshot.steps[Int(next.step)] = makeStep(next.node, next.constraints, next.isWhole, &snapshot, &store)
        }
        if case .keep = snapshot.steps[Int(step)] { return false } else { return true }
    }

    /// Finds the parts below `root` that nothing arranges, until there is no more time. Nodes with nothing of that kind
    /// below them are not visited.
    mutating func addParts(
        below root: Int32, _ isRightToLeft: Bool, to snapshot: inout LayoutSnapshot, of store: inout NodeStore,
        isOver: () -> Bool
    ) {
        var pending = [(root, isRightToLeft)]
        while let (node, inherited) = pending.popLast() {
            guard store[node].flags.contains(.partsBelow) else { continue }
            var isNeeded = false
            for child in store[node].children {
                let size = store[child].frame.size
                let byHand = store.isPlacedByHand(child)
                let isPart = byHand && store[child].layout != nil
                if isPart || store[child].flags.contains(.partsBelow) { isNeeded = true }
                if byHand && !(size.width > 0 && size.height > 0) { continue }
                let direction = store.isRightToLeft(child, inherited: inherited)
                if isPart {
                    let constraints = LayoutConstraints(
                        range: SizeRange(exactly: size), parentSize: size, isRightToLeft: direction)
                    if addRoot(child, constraints, to: &snapshot, of: &store) && isOver() {
                        snapshot.isPartial = true
                        return
                    }
                }
                pending.append((child, direction))
            }
            if !isNeeded { store.noteNoPartsBelow(node) }
        }
    }

    private mutating func plan(
        _ node: Int32, _ constraints: LayoutConstraints, isWhole: Bool, _ snapshot: inout LayoutSnapshot
    ) -> Int32 {
        let step = Int32(snapshot.steps.count)
        snapshot.steps.append(.solve(LayoutSnapshot.Part(constraints: constraints)))
        planned.append((step, node, constraints, isWhole))
        return step
    }

    private mutating func makeStep(
        _ node: Int32, _ constraints: LayoutConstraints, _ isWhole: Bool, _ snapshot: inout LayoutSnapshot,
        _ store: inout NodeStore
    ) -> LayoutSnapshot.Step {
        var part = LayoutSnapshot.Part(constraints: constraints)
        guard let layout = store[node].layout, !isWhole else {
            write(node, isWhole: isWhole, into: &part, &snapshot, &store)
            return .solve(part)
        }
        let last = layout.result(for: constraints, snapshot.setting)
        if let last, replacement == nil, !isExpanded(node, store) {
            if layout.staleness == .none { return .keep(last) }
            if layout.staleness == .frames { return patch(last, layout, &snapshot, &store) }
        }
        // New constraints mean new constraints for all below, so their measurements are of no use. But children of a
        // column are measured for its width, and not for the height that the column has come to have.
        let isNew = last == nil && replacement == nil && !layout.hasResult(forWidthsOf: constraints, snapshot.setting)
        let mayKeep = replacement == nil && !notesSpecs && !isExpanded(node, store)
        if mayKeep, let kept = layout.kept?.take(for: constraints, layout, into: &snapshot, &store) {
            return .solve(kept)
        }
        let isFirst = snapshot.contents.isEmpty
        let depth = snapshot.depth
        snapshot.depth = 0
        write(node, isWhole: isNew || isExpanded(node, store), into: &part, &snapshot, &store)
        if mayKeep && isFirst && layout.changesByContents {
            layout.keep(ReusablePart(part, of: snapshot, depth: snapshot.depth, least: store.layouts.leastReusablePart))
        }
        snapshot.depth = max(snapshot.depth, depth)
        return .solve(part)
    }

    /// Whether an earlier snapshot lacked a measurement of this node.
    private func isExpanded(_ node: Int32, _ store: borrowing NodeStore) -> Bool {
        if case .changes(let expanded) = extent, !expanded.isEmpty { expanded.contains(store.id(node)) } else { false }
    }

    /// The frames directly below are valid; what changed farther down is laid out anew for its last constraints.
    private mutating func patch(
        _ result: NodeLayoutResult, _ layout: NodeLayout, _ snapshot: inout LayoutSnapshot,
        _ store: inout NodeStore
    ) -> LayoutSnapshot.Step {
        layout.capture()
        var parts: [(index: Int, step: Int32)] = []
        for (index, below) in result.below.enumerated() {
            guard let below, let child = store.find(below.node), let its = store[child].layout else { continue }
            let isCurrent =
                its.staleness == .none && its.result(for: below.constraints, snapshot.setting) === below
            if !isCurrent { parts.append((index, plan(child, below.constraints, isWhole: false, &snapshot))) }
        }
        return .patch(result, layout, version: layout.version, parts: parts)
    }

    private mutating func write(
        _ root: Int32, isWhole: Bool, into part: inout LayoutSnapshot.Part, _ snapshot: inout LayoutSnapshot,
        _ store: inout NodeStore
    ) {
        // Room for a usual cell, so that small trees grow their arrays once, or for all that one spec arranges.
        let own = (replacement ?? store[root].spec)?.elementCount ?? 0
        part.tree.reserve(max(64, own + 1))
        part.entries.reserveCapacity(max(32, own))
        part.tree.isRightToLeft = part.constraints.isRightToLeft
        var around: [OpenSpec] = []
        var current = writeNode(
            root, parentElement: -1, depth: 1, isWhole: isWhole, isApart: false, into: &part, &snapshot, &store)
        while var spec = current {
            current = writeChildren(of: &spec, into: &part, &snapshot, &store)
            if current != nil {
                around.append(spec)
            } else {
                part.tree.end()
                if spec.endsNode { part.tree.end() }
                current = around.popLast()
            }
        }
    }

    /// Writes the children that are left of a spec, up to one that has children of its own: these come first.
    private mutating func writeChildren(
        of spec: inout OpenSpec, into part: inout LayoutSnapshot.Part, _ snapshot: inout LayoutSnapshot,
        _ store: inout NodeStore
    ) -> OpenSpec? {
        let (owner, depth) = (spec.owner, spec.depth)
        while spec.next < spec.children.count {
            let child = spec.children[spec.next]
            spec.next += 1
            switch child {
            case .spec(let nested):
                return open(
                    nested, owner, spec.ownerElement, depth: depth + 1, isWhole: spec.isWhole, endsNode: false,
                    in: &part, &snapshot, store)
            case .node(let id):
                guard let index = store.find(id), isPlaced(index, by: owner, store) else {
                    if spec.isStack { continue }
                    return open(
                        Self.nothing, owner, spec.ownerElement, depth: depth, isWhole: spec.isWhole, endsNode: false,
                        in: &part, &snapshot, store)
                }
                let opened = writeNode(
                    index, parentElement: spec.ownerElement, depth: depth + 1, isWhole: spec.isWhole,
                    isApart: spec.isApart, into: &part, &snapshot, &store)
                if let opened { return opened }
            }
        }
        return nil
    }

    private func open(
        _ spec: LayoutSpec, _ owner: Int32, _ ownerElement: Int32, depth: Int, isWhole: Bool, endsNode: Bool,
        in part: inout LayoutSnapshot.Part, _ snapshot: inout LayoutSnapshot, _ store: borrowing NodeStore
    ) -> OpenSpec {
        snapshot.depth = max(snapshot.depth, depth)
        let element = part.tree.beginSpec(spec.spec, style: spec.style)
        if notesSpecs { part.specs.append((spec, element)) }
        // An explanation takes in all that it can.
        let isApart = store[owner].flags.contains(.concurrent) && !notesSpecs
        if isApart { part.isConcurrent = true }
        let isStack = if case .stack = spec.spec { true } else { false }
        return OpenSpec(
            children: spec.children, owner: owner, ownerElement: ownerElement, depth: depth, isWhole: isWhole,
            isApart: isApart, isStack: isStack, endsNode: endsNode)
    }

    /// Writes a node; its outermost spec when what it arranges is to follow.
    private mutating func writeNode(
        _ node: Int32, parentElement: Int32, depth: Int, isWhole: Bool, isApart: Bool,
        into part: inout LayoutSnapshot.Part, _ snapshot: inout LayoutSnapshot, _ store: inout NodeStore
    ) -> OpenSpec? {
        snapshot.depth = max(snapshot.depth, depth)
        if store.isFlexRoot(node) {
            snapshot.flexDepth = max(snapshot.flexDepth, store.prepareFlex(node))
        }
        let (element, spec) = writeElement(
            node, isRoot: parentElement < 0, isWhole: isWhole, isApart: isApart, into: &part, &snapshot, store)
        part.entries.append(
            LayoutSnapshot.Entry(node: store.id(node), element: element, parentElement: parentElement))
        guard let spec else { return nil }
        return open(
            spec, node, element, depth: depth + 1, isWhole: isWhole || isExpanded(node, store), endsNode: true,
            in: &part, &snapshot, store)
    }

    /// A node that was taken away since takes no room. What host code names is not a child before its layout is
    /// applied.
    private func isPlaced(_ node: Int32, by owner: Int32, _ store: borrowing NodeStore) -> Bool {
        store[node].parent == owner || (owner == replacedNode && store.canTake(node, into: owner))
    }

    /// Writes the element of a node; the spec to go on with when what it arranges is to follow.
    private mutating func writeElement(
        _ node: Int32, isRoot: Bool, isWhole: Bool, isApart: Bool, into part: inout LayoutSnapshot.Part,
        _ snapshot: inout LayoutSnapshot, _ store: borrowing NodeStore
    ) -> (element: Int32, spec: LayoutSpec?) {
        guard let layout = store[node].layout else {
            // Most nodes are such, and a style is large: it is copied once, to where it stays.
            let element =
                if let box = store[node].style {
                    addContent(of: node, box.style, to: &part, &snapshot, store)
                } else {
                    addContent(of: node, .default, to: &part, &snapshot, store)
                }
            return (element, nil)
        }
        let style = store[node].style?.style ?? .default
        if isRoot, let spec = replacement {
            replacement = nil
            replacedNode = node
            let element = part.tree.beginNode(
                style: style, identifier: node, scrolls: store.scrollAxes(of: node))
            note(nil, element, in: &part)
            return (element, spec)
        }
        var source: LayoutSnapshot.DelegatedNode.Source?
        if !isRoot, !isWhole, !isExpanded(node, store) {
            source = known(node, layout, part.tree.isRightToLeft(adding: style.layoutDirection), &snapshot)
        }
        if source == nil {
            if extent != .picture { layout.capture() }
            switch layout.method {
            case .spec(let spec):
                if !isApart || isRoot {
                    let element = part.tree.beginNode(
                        style: style, identifier: node, scrolls: store.scrollAxes(of: node))
                    note(layout, element, in: &part)
                    return (element, spec)
                }
                source = .apart
            case .measured(let measuring):
                let element = addLeaf(HostLeaf(store.id(node), measuring), style, to: &part, &snapshot)
                note(layout, element, in: &part)
                return (element, nil)
            case .provided(let providing): source = .provided(providing)
            case .flex: source = .flex
            case .content: source = .content(children: store[node].children.map { store.id($0) })
            case .custom(let custom): source = .custom(custom, children: store[node].children.map { store.id($0) })
            }
        }
        guard let source else { return (-1, nil) }
        if extent == .picture && !snapshot.hasProvidedSpecs {
            snapshot.hasProvidedSpecs = store.hasSpecCallback(from: node)
        }
        let element = part.tree.addDelegated(
            style: style, identifier: Int32(part.delegated.count), hasContent: layout.method.hasBaselines)
        part.delegated.append(
            LayoutSnapshot.DelegatedNode(
                node: store.id(node), element: element, source: source, style: style, layout: layout,
                version: layout.version))
        return (element, nil)
    }

    /// Writes a node that arranges nothing.
    private func addContent(
        of node: Int32, _ style: ElementStyle, to part: inout LayoutSnapshot.Part, _ snapshot: inout LayoutSnapshot,
        _ store: borrowing NodeStore
    ) -> Int32 {
        if let content = store[node].content, content.isMeasurable {
            addLeaf(content, style, to: &part, &snapshot)
        } else {
            part.tree.addPlainNode(style: style, identifier: node)
        }
    }

    private func addLeaf(
        _ content: any NodeContent, _ style: ElementStyle, to part: inout LayoutSnapshot.Part,
        _ snapshot: inout LayoutSnapshot
    ) -> Int32 {
        let isRightToLeft = part.tree.isRightToLeft(adding: style.layoutDirection)
        snapshot.contents.append(content.forLayout(isRightToLeft: isRightToLeft))
        return part.tree.addLeaf(style: style, identifier: Int32(snapshot.contents.count - 1))
    }

    private func note(_ layout: NodeLayout?, _ element: Int32, in part: inout LayoutSnapshot.Part) {
        part.containers.append(
            LayoutSnapshot.Container(element: element, layout: layout, version: layout?.version ?? 0))
    }

    /// What is known of a node that did not change; nil when nothing is, or only for the other direction.
    private mutating func known(
        _ node: Int32, _ layout: NodeLayout, _ isRightToLeft: Bool, _ snapshot: inout LayoutSnapshot
    ) -> LayoutSnapshot.DelegatedNode.Source? {
        if layout.staleness == .sizes || layout.known === NodeLayout.Knowledge.none { return nil }
        if layout.staleness == .none {
            return layout.known.isFor(isRightToLeft: isRightToLeft) ? .known(layout.known, patched: -1) : nil
        }
        guard let last = layout.known.results.last(where: { $0.setting == snapshot.setting }),
            last.constraints.isRightToLeft == isRightToLeft
        else { return nil }
        let step = plan(node, last.constraints, isWhole: false, &snapshot)
        return .known(.init(measurements: layout.known.measurements, results: []), patched: step)
    }

    private static let nothing = LayoutSpec(.wrapper, style: ElementStyle(), children: [])
}

/// A leaf that host code measures.
public final class HostLeaf: LayoutLeaf {
    public let node: NodeID
    public let measuring: any NodeMeasuring

    init(_ node: NodeID, _ measuring: any NodeMeasuring) {
        self.node = node
        self.measuring = measuring
    }

    public var isMeasurable: Bool { true }
}
