import LaminaGeometry
import LaminaLayout
import LaminaLock

/// The solver's pass over one part: measures what is not among the part's elements, and makes layout results of the
/// outcome.
struct PartPass: LeafMeasurer {
    private let solver: LayoutSolver
    private let snapshot: LayoutSnapshot
    private let part: LayoutSnapshot.Part
    private let results: StepResults
    /// Nodes without a measurement for the constraints needed.
    private(set) var missing: Set<NodeID> = []
    /// While set, constraints that need work are noted and nothing is measured.
    private var wanted: [(delegated: Int, constraints: LayoutConstraints)]?

    init(
        _ solver: LayoutSolver, _ snapshot: LayoutSnapshot, _ part: LayoutSnapshot.Part, _ results: StepResults
    ) {
        self.solver = solver
        self.snapshot = snapshot
        self.part = part
        self.results = results
    }

    // MARK: Measurements

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LayoutMeasurement {
        solver.measure(snapshot.contents[Int(identifier)], range: range)
    }

    mutating func measure(delegated identifier: Int32, _ constraints: LayoutConstraints) -> LayoutMeasurement {
        let delegated = part.delegated[Int(identifier)]
        if case .known(let known, _) = delegated.source,
            let measurement = known.measurement(for: constraints, solver.setting, parentCounts: delegated.parentCounts)
        {
            return measurement
        }
        if let found = result(Int(identifier), constraints) { return found.measurement }
        return LayoutMeasurement(size: .zero)
    }

    /// The layout result of a delegated node; nil, noted as missing, when none is known for these constraints.
    private mutating func result(_ number: Int, _ constraints: LayoutConstraints) -> NodeLayoutResult? {
        let delegated = part.delegated[number]
        switch delegated.source {
        case .known(let known, let patched):
            let counts = delegated.parentCounts
            if let found = known.result(for: constraints, snapshot.setting, parentCounts: counts) { return found }
            if patched >= 0, let new = results[Int(patched)],
                new.isFor(constraints, snapshot.setting, parentCounts: counts)
            {
                return new
            }
            if wanted == nil { missing.insert(delegated.node) }
            return nil
        case .provided, .custom, .content, .flex, .apart:
            if let done = solver.earlierResult(delegated, constraints) { return done }
            if wanted != nil {
                note(number, constraints)
                return nil
            }
            return solver.solve(delegated, constraints)
        }
    }

    /// Solves the part and appends its frames; returns the size of its root.
    mutating func solve(into found: inout LayoutFrames, withRoot: Bool) -> Size {
        if part.isConcurrent && solver.environment.isConcurrent { measureConcurrently() }
        let solution = LayoutSolution(part.tree, constraints: part.constraints, measurer: &self)
        for entry in part.entries where entry.parentElement >= 0 || withRoot {
            found.frames.append(solution.frames[Int(entry.element)])
        }
        for number in part.delegated.indices {
            let delegated = part.delegated[number]
            guard let constraints = solution.constraints(of: delegated.element) else {
                found.more.append(ChildFrame(node: delegated.node, frame: .zero, isLeftOut: true))
                continue
            }
            var waiting = [result(number, constraints)]
            while let next = waiting.popLast() {
                guard let next else { continue }
                found.more += next.frames
                if let sizes = next.heldSizes { found.held.append((next.node, sizes)) }
                for leaf in next.leafInsets { found.inset.append((leaf.node, leaf.insets)) }
                waiting += next.below
            }
        }
        return solution.measurement(of: 0).size
    }

    private mutating func note(_ delegated: Int, _ constraints: LayoutConstraints) {
        // Later constraints of the same node follow from this measurement: they would be wrong.
        if wanted?.contains(where: { $0.delegated == delegated }) ?? true { return }
        wanted?.append((delegated, constraints))
    }

    // MARK: The pass

    mutating func solve() -> NodeLayoutResult? {
        if part.isConcurrent && solver.environment.isConcurrent { measureConcurrently() }
        let solution = LayoutSolution(part.tree, constraints: part.constraints, measurer: &self)
        if !missing.isEmpty { return nil }
        return results(solution)
    }

    /// Measures what stands apart on several threads, a round for each of a stack's constraints (free, flexed,
    /// stretched).
    ///
    /// A measurement depends on its constraints only, so the pass that follows finds what it would find without this,
    /// to the bit.
    private mutating func measureConcurrently() {
        for _ in 0..<4 {
            wanted = []
            _ = LayoutSolution(part.tree, constraints: part.constraints, measurer: &self)
            let round = wanted ?? []
            wanted = nil
            if round.count < 2 { return }
            let delegated = round.map { (part.delegated[$0.delegated], $0.constraints) }
            let setting = snapshot.setting
            let keepsFindings = solver.storesFindings
            let futureParents = solver.futureParents
            let done = Locked<[LayoutSolver.Harvest?]>(.leaf, Array(repeating: nil, count: round.count))
            solver.environment.runConcurrently(round.count) { number, environment in
                let helper = LayoutSolver(environment, setting: setting, storesFindings: keepsFindings)
                helper.futureParents = futureParents
                _ = helper.solve(delegated[number].0, delegated[number].1)
                let harvest = helper.harvest()
                done.withLock { $0[number] = harvest }
            }
            for harvest in done.withLock({ $0 }) { if let harvest { solver.take(harvest) } }
        }
    }

    // MARK: The outcome

    /// Makes the layout results of the nodes in the part, from the innermost out; that of the root is returned.
    private mutating func results(_ solution: LayoutSolution) -> NodeLayoutResult? {
        let tree = part.tree
        var made = [NodeLayoutResult?](repeating: nil, count: tree.count)
        var nodes = [NodeID](repeating: NodeID(index: -1, generation: 0), count: tree.count)
        for entry in part.entries { nodes[Int(entry.element)] = entry.node }
        for number in part.delegated.indices {
            let delegated = part.delegated[number]
            guard let constraints = solution.constraints(of: delegated.element) else { continue }
            if case .known = delegated.source, delegated.layout.method.isContent { continue }
            made[Int(delegated.element)] = result(number, constraints)
            solver.keepHostResults(of: delegated, made[Int(delegated.element)])
        }
        if !missing.isEmpty { return nil }
        for container in part.containers.reversed() {
            let element = container.element
            // A leaf arranges nothing; as a root it is a layout all the same.
            let isArranged = element == 0 || container.layout?.method.isContent != true
            if isArranged, let constraints = solution.constraints(of: element) {
                let children = tree.nodesInPaintOrder(under: element)
                var frames: [ChildFrame] = []
                frames.reserveCapacity(children.count)
                var arrangesBelow = false
                for child in children {
                    frames.append(
                        ChildFrame(
                            node: nodes[Int(child)], frame: solution.frames[Int(child)],
                            isLeftOut: !solution.isPlaced(child)))
                    if made[Int(child)] != nil { arrangesBelow = true }
                }
                let below = arrangesBelow ? children.map { made[Int($0)] } : []
                made[Int(element)] = NodeLayoutResult(
                    node: nodes[Int(element)], constraints: constraints, setting: snapshot.setting,
                    measurement: solution.measurement(of: element), frames: frames, below: below,
                    content: tree.scrolledElement(of: element).map { solution.frames[Int($0)] })
            }
            guard let layout = container.layout else { continue }
            solver.keep(
                LayoutFindings(
                    layout: layout, version: container.version, setting: snapshot.setting,
                    measurements: solution.measurements(of: element), result: made[Int(element)]))
        }
        if let root = made[0] { return root }
        return NodeLayoutResult(
            node: nodes[0], constraints: part.constraints, setting: snapshot.setting,
            measurement: solution.measurement(of: 0))
    }
}
