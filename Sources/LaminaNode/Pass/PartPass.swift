import LaminaGeometry
import LaminaLayout
import LaminaLock

/// The solver's pass over one part: answers for what is not among the part's elements, and makes arrangements of the outcome.
struct PartPass: LeafMeasurer {
    private let solver: LayoutSolver
    private let snapshot: LayoutSnapshot
    private let part: LayoutSnapshot.Part
    private let results: StepResults
    /// Nodes whose earlier answers did not do.
    private(set) var missing: Set<NodeID> = []
    /// While set, questions that need work are noted and not answered.
    private var wanted: [(outside: Int, question: LayoutQuestion)]?

    init(
        _ solver: LayoutSolver, _ snapshot: LayoutSnapshot, _ part: LayoutSnapshot.Part, _ results: StepResults
    ) {
        self.solver = solver
        self.snapshot = snapshot
        self.part = part
        self.results = results
    }

    // MARK: Answers

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LeafSize {
        solver.measure(snapshot.contents[Int(identifier)], range: range)
    }

    mutating func measure(outside identifier: Int32, _ question: LayoutQuestion) -> LeafSize {
        let outside = part.outsides[Int(identifier)]
        if case .known(let known, _) = outside.source,
            let answer = known.answer(to: question, solver.setting, parentCounts: outside.parentCounts)
        {
            return answer
        }
        if let found = arrangement(Int(identifier), question) { return found.answer }
        return LeafSize(size: .zero)
    }

    /// How a node outside of the part is arranged for a question; nil, noted as missing, when earlier answers do not do.
    private mutating func arrangement(_ number: Int, _ question: LayoutQuestion) -> NodeArrangement? {
        let outside = part.outsides[number]
        switch outside.source {
        case .known(let known, let patched):
            let counts = outside.parentCounts
            if let found = known.arrangement(for: question, snapshot.setting, parentCounts: counts) { return found }
            if patched >= 0, let new = results[Int(patched)],
                new.isFor(question, snapshot.setting, parentCounts: counts)
            {
                return new
            }
            if wanted == nil { missing.insert(outside.node) }
            return nil
        case .provided, .custom, .content, .flex, .apart:
            if let done = solver.answered(outside, question) { return done }
            if wanted != nil {
                note(number, question)
                return nil
            }
            return solver.solve(outside, question)
        }
    }

    /// Solves the part and appends its frames; returns the size of its root.
    mutating func solve(into found: inout LayoutFrames, withRoot: Bool) -> Size {
        if part.isConcurrent && solver.environment.isConcurrent { measureConcurrently() }
        let solution = LayoutSolution(part.tree, question: part.question, measurer: &self)
        for entry in part.entries where entry.parentElement >= 0 || withRoot {
            found.frames.append(solution.frames[Int(entry.element)])
        }
        for number in part.outsides.indices {
            let outside = part.outsides[number]
            guard let question = solution.question(of: outside.element) else {
                found.more.append(ChildFrame(node: outside.node, frame: .zero, isLeftOut: true))
                continue
            }
            var waiting = [arrangement(number, question)]
            while let next = waiting.popLast() {
                guard let next else { continue }
                found.more += next.frames
                if let sizes = next.heldSizes { found.held.append((next.node, sizes)) }
                for leaf in next.leafInsets { found.inset.append((leaf.node, leaf.insets)) }
                waiting += next.below
            }
        }
        return solution.answer(of: 0).size
    }

    private mutating func note(_ outside: Int, _ question: LayoutQuestion) {
        // Later questions to the same node follow from this answer: they would be wrong ones.
        if wanted?.contains(where: { $0.outside == outside }) ?? true { return }
        wanted?.append((outside, question))
    }

    // MARK: The pass

    mutating func solve() -> NodeArrangement? {
        if part.isConcurrent && solver.environment.isConcurrent { measureConcurrently() }
        let solution = LayoutSolution(part.tree, question: part.question, measurer: &self)
        if !missing.isEmpty { return nil }
        return arrangements(solution)
    }

    /// Measures what stands apart on several threads, a round for each question that a stack asks (free, flexed, stretched).
    ///
    /// Every answer depends on its question only, so the pass that follows gives what it would give without this, to the bit.
    private mutating func measureConcurrently() {
        for _ in 0..<4 {
            wanted = []
            _ = LayoutSolution(part.tree, question: part.question, measurer: &self)
            let round = wanted ?? []
            wanted = nil
            if round.count < 2 { return }
            let outsides = round.map { (part.outsides[$0.outside], $0.question) }
            let setting = snapshot.setting
            let keepsFindings = solver.storesFindings
            let done = Locked<[LayoutSolver.Harvest?]>(.leaf, Array(repeating: nil, count: round.count))
            solver.environment.runConcurrently(round.count) { number, environment in
                let helper = LayoutSolver(environment, setting: setting, storesFindings: keepsFindings)
                _ = helper.solve(outsides[number].0, outsides[number].1)
                let harvest = helper.harvest()
                done.withLock { $0[number] = harvest }
            }
            for harvest in done.withLock({ $0 }) { if let harvest { solver.take(harvest) } }
        }
    }

    // MARK: The outcome

    /// Arrangements of the nodes in the part, from the innermost out; that of the root is returned.
    private mutating func arrangements(_ solution: LayoutSolution) -> NodeArrangement? {
        let tree = part.tree
        var made = [NodeArrangement?](repeating: nil, count: tree.count)
        var nodes = [NodeID](repeating: NodeID(index: -1, generation: 0), count: tree.count)
        for entry in part.entries { nodes[Int(entry.element)] = entry.node }
        for number in part.outsides.indices {
            let outside = part.outsides[number]
            guard let question = solution.question(of: outside.element) else { continue }
            if case .known = outside.source, outside.layout.arranging.isContent { continue }
            made[Int(outside.element)] = arrangement(number, question)
            solver.keepHostAnswers(of: outside, made[Int(outside.element)])
        }
        if !missing.isEmpty { return nil }
        for container in part.containers.reversed() {
            let element = container.element
            // A leaf arranges nothing; as a root it is a layout all the same.
            let isArranged = element == 0 || container.layout?.arranging.isContent != true
            if isArranged, let question = solution.question(of: element) {
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
                made[Int(element)] = NodeArrangement(
                    node: nodes[Int(element)], question: question, setting: snapshot.setting,
                    answer: solution.answer(of: element), frames: frames, below: below)
            }
            guard let layout = container.layout else { continue }
            solver.keep(
                LayoutFindings(
                    layout: layout, version: container.version, setting: snapshot.setting,
                    answers: solution.answers(of: element), arrangement: made[Int(element)]))
        }
        if let root = made[0] { return root }
        return NodeArrangement(
            node: nodes[0], question: part.question, setting: snapshot.setting, answer: solution.answer(of: 0))
    }
}
