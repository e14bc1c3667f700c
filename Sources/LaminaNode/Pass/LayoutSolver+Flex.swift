import LaminaGeometry
public import LaminaLayout

/// Flex layouts within a pass.
extension LayoutSolver {
    /// Finds the frames of a flex pass, on a stack that holds its depth.
    public func solve(_ pass: inout FlexPass) {
        // What stands on the stack for one element of a flex layout.
        let depth = pass.depth * Self.elementsOfFlexLevel
        let hasRoom = unsafe withUnsafeMutablePointer(to: &pass) { pass in
            environment.withStack(for: depth) { unsafe pass.pointee.solve(self) }
        }
        if !hasRoom {
            environment.warn("flex layouts are nested too deep: the nodes below keep their frames")
        }
    }

    private static var elementsOfFlexLevel: Int { 1 }

    /// Lays out the flex tree below a node.
    func arrangeFlex(_ delegated: LayoutSnapshot.DelegatedNode, _ constraints: LayoutConstraints) -> NodeLayoutResult? {
        let request = FlexRequest(
            range: delegated.style.allowedRange(constraints), setting: setting, isRightToLeft: constraints.isRightToLeft
        )
        var discarded = Discarded()
        var begun: FlexBeginning?
        environment.withNodes { store in
            if let node = store.find(delegated.node), store[node].flexProfile != nil {
                begun = store.beginFlexPass(node, request, copies: true, &discarded)
            }
        }
        guard case .pass(var pass)? = begun.take() else { return nil }
        solve(&pass)
        let found = pass.result(for: constraints, delegated.style)
        var ended: FlexPass? = pass
        environment.withNodes { store in
            if let pass = ended.take() { store.end(pass, &discarded) }
        }
        return found
    }
}

/// Measures the leaves of a flex layout.
struct FlexLeafMeasurer: FlexMeasurer {
    let leaves: FlexLeaves
    let solver: LayoutSolver

    mutating func measure(_ identifier: Int32, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
        measure(identifier, width: width, height: height, isRightToLeft: false)
    }

    mutating func measure(
        _ identifier: Int32, width: FlexSpace, height: FlexSpace, isRightToLeft: Bool
    ) -> LayoutMeasurement {
        guard var content = leaves[identifier].content else { return LayoutMeasurement(size: .zero) }
        if isRightToLeft { content = content.runningRightToLeft ?? content }
        if content is HostLeaf { return solver.measure(content, range: Self.range(width, height)) }
        guard let leaf = content as? FlexNodeLeaf else {
            return solver.environment.measure(content, width: width, height: height)
        }
        var free = measurement(of: leaf.node, width, height, isRightToLeft)
        // Some text in it may.
        free.breaksWords = true
        guard width.isOpen, height == .maxContent else { return free }
        // Children may want shares of the node's width, which is known only once it is chosen (CSS Sizing 5.2.1): its
        // height is that of the layout for that width, as the solver assumes.
        var settled = measurement(of: leaf.node, .exactly(free.size.width), height, isRightToLeft)
        settled.size.width = free.size.width
        settled.breaksWords = true
        return settled
    }

    private func measurement(of node: NodeID, _ width: FlexSpace, _ height: FlexSpace, _ isRightToLeft: Bool)
        -> LayoutMeasurement
    {
        let constraints = LayoutConstraints(
            range: Self.range(width, height), parentSize: Size(width: .nan, height: .nan),
            isRightToLeft: isRightToLeft)
        if let known = solver.knownMeasurement(of: node, constraints) { return known }
        return solver.solve(node, constraints)?.measurement ?? LayoutMeasurement(size: .zero)
    }

    /// The least size is found by offering nothing.
    private static func range(_ width: FlexSpace, _ height: FlexSpace) -> SizeRange {
        let (x, y) = (limits(width), limits(height))
        return SizeRange(min: Size(width: x.0, height: y.0), max: Size(width: x.1, height: y.1))
    }

    private static func limits(_ space: FlexSpace) -> (Double, Double) {
        switch space {
        case .exactly(let length): (length, length)
        case .atMost(let length): (0, length)
        case .minContent: (0, 0)
        case .maxContent: (0, .infinity)
        }
    }
}

extension LayoutSolver {
    /// What an earlier pass found out about a node that has not changed since.
    fileprivate func knownMeasurement(of node: NodeID, _ constraints: LayoutConstraints) -> LayoutMeasurement? {
        if !storesFindings { return nil }
        return environment.withNodes { store in
            guard let index = store.find(node), let layout = store[index].layout, layout.staleness == .none else {
                return nil
            }
            return layout.known.measurement(for: constraints, setting)
        }
    }
}

extension LayoutEnvironment {
    public func takeFlexWorkspace() -> FlexWorkspace { FlexWorkspace() }
    public func keep(_ workspace: consuming FlexWorkspace) {}

    /// How large content is in a flex layout.
    public func measure(_ content: any NodeContent, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement {
        LayoutMeasurement(size: .zero)
    }
}
