public import LaminaGeometry
import LaminaLayout

/// What was made of a plan.
public struct BuiltTree {
    /// The node of each record, nil for specs.
    public let nodes: [NodeID?]
    /// The spec of the first record, held as one that the host has a handle on.
    public let spec: LayoutSpec?
}

/// Trees that are made as a whole.
extension NodeStore {
    /// Makes all that the plan holds, or nothing. A root node is left with one reference of the host's.
    public mutating func build(
        _ plan: TreePlan, isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) -> BuiltTree {
        try checkExisting(plan, isOwnerThread: isOwnerThread)
        var nodes = [NodeID?](repeating: nil, count: plan.records.count)
        do throws(LaminaError) {
            try makeNodes(plan, &nodes, &discarded)
            let spec = try join(plan, nodes, isOwnerThread: isOwnerThread, &discarded)
            for number in plan.records.indices where number > 0 || spec != nil {
                if case .node = plan.records[number].kind { releaseMade(nodes[number], &discarded) }
            }
            return BuiltTree(nodes: nodes, spec: spec)
        } catch {
            for number in plan.records.indices {
                if case .node = plan.records[number].kind { releaseMade(nodes[number], &discarded) }
            }
            throw error
        }
    }

    private mutating func releaseMade(_ node: NodeID?, _ discarded: inout Discarded) {
        guard let node, let index = find(node) else { return }
        _ = release(index, &discarded)
    }

    /// All that can be wrong with nodes that there are already.
    private func checkExisting(_ plan: TreePlan, isOwnerThread: Bool) throws(LaminaError) {
        var seen: [NodeID: Int] = [:]
        for number in plan.records.indices {
            guard case .existing(let id) = plan.records[number].kind else { continue }
            guard let index = place(of: id) else {
                throw TreePlan.failure(number, "node no longer exists: it was released", .invalidHandle)
            }
            if let other = seen[id] {
                throw TreePlan.failure(number, "node is already in records[\(other)]; each node has one place")
            }
            seen[id] = number
            // Below the root spec of a spec it is named, not moved.
            guard plan.hasNode(above: number) else { continue }
            if self[index].flags.contains(.root) {
                throw TreePlan.failure(number, "node is the root of a surface", .invalidState)
            }
            if self[index].surface >= 0 && !isOwnerThread {
                throw TreePlan.failure(
                    number, "node is on a surface: only the thread that created the context may move it",
                    .wrongThread)
            }
        }
    }

    private mutating func makeNodes(
        _ plan: TreePlan, _ nodes: inout [NodeID?], _ discarded: inout Discarded
    ) throws(LaminaError) {
        // By index: a record that is copied whole is retained piece by piece.
        for number in plan.records.indices {
            switch plan.records[number].kind {
            case .spec: continue
            case .existing(let id): nodes[number] = id
            case .node(let isText, let content):
                guard let id = create(isText: isText, content: content) else {
                    throw TreePlan.failure(
                        number, "the context has \(Self.capacity) nodes, which is the limit", .outOfMemory)
                }
                nodes[number] = id
                let index = id.index
                self[index].style = plan.records[number].style
                noteDirection(plan.records[number].style?.style)
                self[index].background = plan.records[number].background
                self[index].opacity = plan.records[number].opacity
                self[index].cornerRadius = plan.records[number].cornerRadius
                self[index].frame = plan.records[number].frame
                self[index].flags.formUnion(plan.records[number].flags)
                let name = plan.records[number].name
                if !name.isEmpty { setExtras(of: index, name: name, &discarded) }
                setRareParts(of: index, plan.records[number], &discarded)
            }
        }
    }

    /// What few records say, of a node without children.
    private mutating func setRareParts(of node: Int32, _ record: TreeRecord, _ discarded: inout Discarded) {
        if let appearance = record.appearance?.value {
            changeAppearance(of: node, &discarded) { $0 = appearance }
            if let radii = appearance.radii { setCornerRadii(radii, of: node, &discarded) }
        }
        if let declarations = record.flexStyle {
            var style = self[node].flex
            declarations.apply(to: &style)
            setFlexStyle(style, of: node)
        }
        if let profile = record.flexProfile { setFlexProfile(profile, of: node, &discarded) }
    }

    /// From the last record to the first, so that what goes into an element is complete and the search for cycles costs
    /// nothing.
    private mutating func join(
        _ plan: TreePlan, _ nodes: [NodeID?], isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) -> LayoutSpec? {
        var specs = [LayoutSpec?](repeating: nil, count: plan.records.count)
        for number in plan.records.indices.reversed() {
            switch plan.records[number].kind {
            case .existing: continue
            case .spec(let spec):
                var children: [SpecChild] = []
                var child = plan.firstChild(number)
                while child >= 0 {
                    if let spec = specs[child] {
                        children.append(.spec(spec))
                    } else if let node = nodes[child] {
                        children.append(.node(node))
                    }
                    child = plan.nextSibling(child)
                }
                specs[number] = LayoutSpec(
                    spec, style: plan.records[number].style?.style ?? ElementStyle(), children: children)
            case .node:
                guard let id = nodes[number], let index = find(id) else { continue }
                var child = plan.firstChild(number)
                while child >= 0 {
                    if let spec = specs[child] {
                        try setSpec(spec, of: index, isOwnerThread: isOwnerThread, &discarded)
                    } else if let node = nodes[child], let childIndex = find(node) {
                        try add(childIndex, to: index, &discarded)
                    }
                    child = plan.nextSibling(child)
                }
            }
        }
        if let root = specs[0] { hold(root) }
        return specs[0]
    }
}

extension TreePlan {
    /// Whether a record stands below one that is a node, which will be its parent.
    fileprivate func hasNode(above number: Int) -> Bool {
        var parent = Int(records[number].parent)
        while parent >= 0 {
            if case .node = records[parent].kind { return true }
            parent = Int(records[parent].parent)
        }
        return false
    }
}
