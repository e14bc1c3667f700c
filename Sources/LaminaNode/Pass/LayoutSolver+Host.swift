public import LaminaGeometry
import LaminaLayout

/// What a layout callback may do with the children while it runs.
public protocol ChildLayout: AnyObject {
    /// The children, back to front.
    var children: [NodeID] { get }
    /// How large a child would be within `range`. Fails with `invalidArgument` for a node that is not a child.
    func measure(_ child: NodeID, range: SizeRange) throws(LaminaError) -> Size
    /// Gives a child its place.
    func place(_ child: NodeID, frame: Rect) throws(LaminaError)
    /// Says how large the node itself is.
    func setSize(_ size: Size)
}

/// Nodes that are laid out by themselves, and host code that takes part in that.
extension LayoutSolver {
    /// What a solver on another thread found.
    struct Harvest: Sendable {
        let findings: [LayoutFindings]
        let measurements: [NodeID: DelegatedResults]
        let provided: [NodeID: DelegatedResults]
        let unadopted: [NodeID: UInt64]
        let failure: LayoutFailure?
    }

    func harvest() -> Harvest {
        Harvest(
            findings: findings, measurements: apartResults, provided: hostResults, unadopted: unadopted,
            failure: failure)
    }

    func take(_ harvest: Harvest) {
        findings += harvest.findings
        apartResults.take(harvest.measurements)
        hostResults.take(harvest.provided)
        unadopted.merge(harvest.unadopted) { min($0, $1) }
        takeFailure(harvest.failure)
    }

    /// The measurement for constraints that this pass had before.
    func earlierResult(_ delegated: LayoutSnapshot.DelegatedNode, _ constraints: LayoutConstraints) -> NodeLayoutResult?
    {
        measurements(of: delegated)?.last { $0.isFor(constraints, setting) }
    }

    private func measurements(of delegated: LayoutSnapshot.DelegatedNode) -> [NodeLayoutResult]? {
        let all = delegated.isHosted ? hostResults : apartResults
        guard let known = all[delegated.node], known.areOf(delegated.layout, delegated.version) else { return nil }
        return known.found
    }

    /// Lays out a node that is not among the elements of a part.
    func solve(_ delegated: LayoutSnapshot.DelegatedNode, _ constraints: LayoutConstraints) -> NodeLayoutResult? {
        switch delegated.source {
        case .known: return nil
        case .apart:
            guard let found = solve(delegated.node, constraints) else { return nil }
            apartResults.add(found, of: delegated)
            return found
        case .provided, .custom, .content, .flex:
            let found = callHost(delegated, constraints)
            hostResults.add(found, of: delegated)
            return found
        }
    }

    /// Keeps all measurements of a node with a layout callback.
    func keepHostResults(of delegated: LayoutSnapshot.DelegatedNode, _ result: NodeLayoutResult?) {
        guard delegated.isHosted, let measurements = measurements(of: delegated) else { return }
        keep(
            LayoutFindings(
                layout: delegated.layout, version: delegated.version, setting: setting,
                measurements: measurements.reversed().map { ($0.constraints, $0.measurement) }, result: result))
    }

    private func callHost(_ delegated: LayoutSnapshot.DelegatedNode, _ constraints: LayoutConstraints)
        -> NodeLayoutResult
    {
        let range = delegated.style.allowedRange(constraints)
        let empty = NodeLayoutResult(
            node: delegated.node, constraints: constraints, setting: setting,
            measurement: delegated.style.measurementWithoutContent(constraints))
        // Only host code that names a node above its own gets here twice.
        if !activeHosts.insert(delegated.node).inserted {
            environment.warn(
                "a layout callback below \(name(of: delegated.node)) uses it, its own ancestor, which stays empty")
            return empty
        }
        defer { activeHosts.remove(delegated.node) }
        switch delegated.source {
        case .provided(let providing):
            let provided = providing.spec(for: delegated.node, range: range)
            takeFailure(of: delegated.node)
            guard let provided else { return empty }
            if provided.spec.nodes.hasRepetition {
                environment.warn(
                    "the layout spec callback of \(name(of: delegated.node)) returned a spec in which a node is twice;"
                        + " it is ignored")
                return empty
            }
            guard let found = solve(delegated.node, constraints, spec: provided.spec) else { return empty }
            return NodeLayoutResult(
                node: found.node, constraints: constraints, setting: setting, measurement: found.measurement,
                frames: found.frames,
                below: found.below, content: found.content, provided: provided)
        case .custom(let custom, let children):
            let arranger = ChildLayoutPass(self, children: children, isRightToLeft: constraints.isRightToLeft)
            custom.arrange(delegated.node, range: range, by: arranger)
            takeFailure(of: delegated.node)
            return arranger.result(of: delegated.node, constraints, within: range, style: delegated.style)
        case .content(let children):
            let arranger = ChildLayoutPass(self, children: children, isRightToLeft: constraints.isRightToLeft)
            arranger.arrange(contentOf: delegated.node, within: range)
            return arranger.result(of: delegated.node, constraints, within: range, style: delegated.style)
        case .flex: return arrangeFlex(delegated, constraints) ?? empty
        case .known, .apart: return empty
        }
    }
}

extension LayoutSnapshot.DelegatedNode {
    /// Whether the node has a layout of its own kind, found anew for all constraints.
    var isHosted: Bool {
        switch source {
        case .provided, .custom, .content, .flex: true
        case .known, .apart: false
        }
    }
}

/// Measures and gathers for one call of host code.
private final class ChildLayoutPass: ChildLayout {
    private let solver: LayoutSolver
    let children: [NodeID]
    /// What children without a direction of their own inherit.
    private let isRightToLeft: Bool
    /// For finding out whether a node is one of them.
    private lazy var known = Set(children)
    private var places: [NodeID: Rect] = [:]
    private var measured: [NodeID: [(given: LayoutConstraints, found: NodeLayoutResult)]] = [:]
    private var size = Size.zero
    private var held: (sizes: [Size], ascender: Double, descender: Double)?

    init(_ solver: LayoutSolver, children: [NodeID], isRightToLeft: Bool) {
        self.solver = solver
        self.children = children
        self.isRightToLeft = isRightToLeft
    }

    func measure(_ child: NodeID, range: SizeRange) throws(LaminaError) -> Size {
        try checkIsChild(child)
        let constraints = LayoutConstraints(range: range, parentSize: range.max, isRightToLeft: isRightToLeft)
        if let known = measured[child]?.last(where: { $0.given.isSame(as: constraints) }) {
            return known.found.measurement.size
        }
        guard let found = solver.solve(child, constraints) else { return .zero }
        measured[child, default: []].append((constraints, found))
        return found.measurement.size
    }

    func place(_ child: NodeID, frame: Rect) throws(LaminaError) {
        try checkIsChild(child)
        places[child] = frame
    }

    func setSize(_ size: Size) { self.size = size }

    /// Gives the children the places that the node's content has for them.
    func arrange(contentOf node: NodeID, within range: SizeRange) {
        let content = solver.environment.withNodes { store in store.find(node).flatMap { store[$0].content } }
        guard let content, content.holdsChildren else { return }
        let room = SizeRange(min: .zero, max: Size(width: range.max.width, height: .infinity))
        let sizes = children.map { (try? measure($0, range: room)) ?? .zero }
        let filled = content.holding(sizes)
        let shown = isRightToLeft ? filled.runningRightToLeft ?? filled : filled
        let found = solver.environment.place(shown, range: range)
        size = found.measurement.size
        held = (sizes, found.measurement.ascender, found.measurement.descender)
        for (child, frame) in zip(children, found.children) {
            if let frame { places[child] = frame }
        }
    }

    private func checkIsChild(_ child: NodeID) throws(LaminaError) {
        if known.contains(child) { return }
        throw LaminaError(.invalidArgument, "child is not a child of the node that is laid out")
    }

    /// A child is arranged for what it was measured with last when that gave the size of its frame, else for exactly
    /// that size.
    func result(
        of node: NodeID, _ constraints: LayoutConstraints, within range: SizeRange, style: ElementStyle
    ) -> NodeLayoutResult {
        var frames: [ChildFrame] = []
        var below: [NodeLayoutResult?] = []
        for child in children {
            guard let frame = places[child] else {
                frames.append(ChildFrame(node: child, frame: .zero, isLeftOut: true))
                below.append(nil)
                continue
            }
            frames.append(ChildFrame(node: child, frame: frame))
            let exact = LayoutConstraints(
                range: SizeRange(exactly: frame.size), parentSize: frame.size, isRightToLeft: isRightToLeft)
            let known = measured[child]?.last { $0.found.measurement.size == frame.size }
            below.append(known?.found ?? solver.solve(child, exact))
        }
        let measurement = LayoutMeasurement(
            size: range.clamp(size), ascender: held?.ascender ?? style.ascender,
            descender: held?.descender ?? style.descender)
        return NodeLayoutResult(
            node: node, constraints: constraints, setting: solver.setting, measurement: measurement, frames: frames,
            below: below,
            heldSizes: held?.sizes)
    }
}
