public import LaminaGeometry
import LaminaLayout

/// What was made of a plan.
public struct BuiltTree {
    /// The node of each record, nil for specs.
    public let nodes: [NodeID?]
    /// The spec of the first record, held as one that the host has a handle on.
    public let spec: LayoutSpec?
}

/// A plan on its way to being a tree, in steps: between two of them others may have the tree lock.
///
/// Nodes that are made are nodes like others from the first step on, but nobody knows them before the last.
public struct TreeBuild: ~Copyable {
    private let plan: TreePlan
    private let isOwnerThread: Bool
    private var nodes: [NodeID?]
    private var specs: [LayoutSpec?]
    private var stage = Stage.makes(next: 0)

    private enum Stage {
        /// Nodes are made, from the first record to the last.
        case makes(next: Int)
        /// What stands below an element goes into it, from the last record to the first, so that what goes in is
        /// complete and the search for cycles costs nothing. `child` is the next of them, nil for the first.
        case joins(record: Int, child: Int?)
        /// The references that parents have taken over are let go.
        case releases(next: Int)
        case isDone
    }

    /// What one step does at most, in nodes made, joined or let go: some microseconds. A spec goes into its node with
    /// all that it names.
    private static let stepSize = 16

    public init(_ plan: TreePlan, isOwnerThread: Bool) {
        self.plan = plan
        self.isOwnerThread = isOwnerThread
        nodes = [NodeID?](repeating: nil, count: plan.records.count)
        specs = [LayoutSpec?](repeating: nil, count: plan.records.count)
    }

    /// Whether the tree is made.
    public var isDone: Bool { if case .isDone = stage { true } else { false } }

    /// What was made of the plan, once it is done. A root node is left with one reference of the host's.
    public var result: BuiltTree { BuiltTree(nodes: nodes, spec: specs.first ?? nil) }

    /// Does all of it.
    public mutating func finish(in store: inout NodeStore, _ discarded: inout Discarded) throws(LaminaError) {
        while !isDone { try step(in: &store, &discarded) }
    }

    /// Does some of it. When one fails, nothing is left of what was made, and there is no other.
    public mutating func step(in store: inout NodeStore, _ discarded: inout Discarded) throws(LaminaError) {
        do throws(LaminaError) {
            // Existing nodes must be the same when they are moved as when they are checked.
            var left = plan.hasExisting ? Int.max : Self.stepSize
            if case .makes(next: 0) = stage { try store.checkExisting(plan, isOwnerThread: isOwnerThread) }
            while left > 0 && !isDone { left -= try advance(&store, &discarded) }
        } catch {
            for number in plan.records.indices { release(number, &store, &discarded) }
            stage = .isDone
            throw error
        }
    }

    /// Does one thing; returns what it counts for.
    private mutating func advance(_ store: inout NodeStore, _ discarded: inout Discarded) throws(LaminaError) -> Int {
        switch stage {
        case .makes(let next):
            if next == plan.records.count {
                stage = .joins(record: next - 1, child: nil)
                return 0
            }
            nodes[next] = try store.make(plan, next, &discarded)
            stage = .makes(next: next + 1)
        case .joins(let record, let child):
            let child = child ?? plan.firstChild(record)
            if case .node = plan.records[record].kind, child >= 0 {
                try join(child, into: record, &store, &discarded)
                stage = .joins(record: record, child: plan.nextSibling(child))
                return 1
            }
            if case .spec(let spec) = plan.records[record].kind { specs[record] = makeSpec(spec, record) }
            if record > 0 {
                stage = .joins(record: record - 1, child: nil)
            } else {
                if let root = specs[0] { store.hold(root) }
                stage = .releases(next: specs[0] == nil ? 1 : 0)
            }
        case .releases(let next):
            stage = next + 1 < plan.records.count ? .releases(next: next + 1) : .isDone
            if next < plan.records.count { release(next, &store, &discarded) }
        case .isDone: break
        }
        return 1
    }

    private func release(_ record: Int, _ store: inout NodeStore, _ discarded: inout Discarded) {
        guard case .node = plan.records[record].kind, let node = nodes[record], let index = store.find(node) else {
            return
        }
        _ = store.release(index, &discarded)
    }

    private func makeSpec(_ spec: Spec, _ record: Int) -> LayoutSpec {
        var children: [SpecChild] = []
        var child = plan.firstChild(record)
        while child >= 0 {
            if let spec = specs[child] {
                children.append(.spec(spec))
            } else if let node = nodes[child] {
                children.append(.node(node))
            }
            child = plan.nextSibling(child)
        }
        return LayoutSpec(spec, style: plan.records[record].style?.style ?? ElementStyle(), children: children)
    }

    private func join(
        _ child: Int, into record: Int, _ store: inout NodeStore, _ discarded: inout Discarded
    ) throws(LaminaError) {
        guard let id = nodes[record], let index = store.find(id) else { return }
        if let spec = specs[child] {
            try store.setSpec(spec, of: index, isOwnerThread: isOwnerThread, &discarded)
        } else if let node = nodes[child], let childIndex = store.find(node) {
            try store.add(childIndex, to: index, &discarded)
        }
    }
}

/// Trees that are made as a whole.
extension NodeStore {
    /// Makes all that the plan holds, or nothing. A root node is left with one reference of the host's.
    public mutating func build(
        _ plan: TreePlan, isOwnerThread: Bool, _ discarded: inout Discarded
    ) throws(LaminaError) -> BuiltTree {
        var build = TreeBuild(plan, isOwnerThread: isOwnerThread)
        try build.finish(in: &self, &discarded)
        return build.result
    }

    /// All that can be wrong with nodes that there are already.
    fileprivate func checkExisting(_ plan: TreePlan, isOwnerThread: Bool) throws(LaminaError) {
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

    /// Makes the node of a record, without what stands below; nil for a spec.
    fileprivate mutating func make(
        _ plan: borrowing TreePlan, _ number: Int, _ discarded: inout Discarded
    ) throws(LaminaError) -> NodeID? {
        // By index: a record that is copied whole is retained piece by piece.
        switch plan.records[number].kind {
        case .spec: return nil
        case .existing(let id): return id
        case .node(let isText, let content):
            guard let id = create(isText: isText, content: content) else {
                throw TreePlan.failure(
                    number, "the context has \(Self.capacity) nodes, which is the limit", .outOfMemory)
            }
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
            return id
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
