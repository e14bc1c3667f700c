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
        for (number, record) in plan.records.enumerated() {
            guard case .existing(let id) = record.kind else { continue }
            guard let index = find(id) else {
                throw TreePlan.failure(number, "node is gone: it was released", .invalidHandle)
            }
            if let other = seen[id] {
                throw TreePlan.failure(number, "node stands in record \(other) already; each node has one place")
            }
            seen[id] = number
            // Below the root spec of a spec it is named, not moved.
            guard plan.hasNode(above: number) else { continue }
            if self[index].flags.contains(.root) {
                throw TreePlan.failure(number, "node is the root of a surface", .invalidState)
            }
            if self[index].surface >= 0 && !isOwnerThread {
                throw TreePlan.failure(
                    number, "node is shown on a surface: moving it belongs to the thread that created the context",
                    .wrongThread)
            }
        }
    }

    private mutating func makeNodes(
        _ plan: TreePlan, _ nodes: inout [NodeID?], _ discarded: inout Discarded
    ) throws(LaminaError) {
        for (number, record) in plan.records.enumerated() {
            switch record.kind {
            case .spec: continue
            case .existing(let id): nodes[number] = id
            case .node(let isText, let content):
                guard let id = create(isText: isText, content: content) else {
                    throw TreePlan.failure(
                        number, "the context has \(Self.capacity) nodes, which is the limit", .outOfMemory)
                }
                nodes[number] = id
                let index = id.index
                self[index].style = record.style.map { StyleBox($0) }
                noteDirection(record.style)
                self[index].background = record.background
                self[index].opacity = record.opacity
                self[index].cornerRadius = record.cornerRadius
                self[index].frame = record.frame
                self[index].flags.formUnion(record.flags)
                if !record.name.isEmpty { setExtras(of: index, name: record.name, &discarded) }
            }
        }
    }

    /// From the last record to the first, so that what goes into an element is complete and looking for cycles costs nothing.
    private mutating func join(
        _ plan: TreePlan, _ nodes: [NodeID?], isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) -> LayoutSpec? {
        var specs = [LayoutSpec?](repeating: nil, count: plan.records.count)
        for number in plan.records.indices.reversed() {
            switch plan.records[number].kind {
            case .existing: continue
            case .spec(let spec):
                let children = plan.children(number).compactMap { child -> SpecChild? in
                    specs[child].map { .spec($0) } ?? nodes[child].map { .node($0) }
                }
                specs[number] = LayoutSpec(
                    spec, style: plan.records[number].style ?? ElementStyle(), children: children)
            case .node:
                guard let id = nodes[number], let index = find(id) else { continue }
                for child in plan.children(number) {
                    if let spec = specs[child] {
                        try setSpec(spec, of: index, isOwnerThread: isOwnerThread, &discarded)
                    } else if let node = nodes[child], let childIndex = find(node) {
                        try add(childIndex, to: index, &discarded)
                    }
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
