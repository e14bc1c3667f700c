public import LaminaGeometry
public import LaminaLayout

/// What a layout pass needs of its surroundings: one for each thread that lays out.
public protocol LayoutEnvironment: AnyObject {
    /// How large content is within `range`.
    func measure(_ content: any NodeContent, range: SizeRange) -> LayoutMeasurement
    /// How large content is in a flex layout.
    func measure(_ content: any NodeContent, width: FlexSpace, height: FlexSpace) -> LayoutMeasurement
    /// Where in the content, as large as it is within `range`, its children stand.
    func place(_ content: any NodeContent, range: SizeRange) -> PlacedContent
    /// Works on the nodes under the tree lock.
    func withNodes<R>(_ body: (inout NodeStore) -> R) -> R
    /// Warns the host of a measurement that was corrected.
    func warn(_ message: String)
    /// Whether there are several threads.
    var isConcurrent: Bool { get }
    /// Runs `body` for 0..<count, on several threads if there are any, each time with the environment of that thread;
    /// returns when all are done.
    func runConcurrently(_ count: Int, _ body: @escaping @Sendable (Int, any LayoutEnvironment) -> Void)
    /// Room for flex layouts, for one at a time; it comes back by `keep`.
    func takeFlexWorkspace() -> FlexWorkspace
    func keep(_ workspace: consuming FlexWorkspace)
    /// Runs `body` where the stack holds `depth` more elements, before it returns; false when there is no such place.
    /// Escaping, because the check of `withoutActuallyEscaping` writes the length of the sources' path into the
    /// library, which then depends on where it is built.
    func withStack(for depth: Int, _ body: @escaping () -> Void) -> Bool
}

/// A content that holds children, laid out.
public struct PlacedContent: Sendable {
    public let measurement: LayoutMeasurement
    /// For each child where it stands; nil for one that is not shown.
    public let children: [Rect?]

    public init(measurement: LayoutMeasurement, children: [Rect?]) {
        self.measurement = measurement
        self.children = children
    }
}

extension LayoutEnvironment {
    public func place(_ content: any NodeContent, range: SizeRange) -> PlacedContent {
        PlacedContent(measurement: measure(content, range: range), children: [])
    }
}

/// A layout pass over a snapshot, and over what host code makes known on the way.
///
/// Takes no lock while it measures or calls host code. An instance belongs to one thread at a time.
public final class LayoutSolver {
    let environment: any LayoutEnvironment
    let setting: LayoutSetting
    /// What is to be kept with the nodes.
    var findings: [LayoutFindings] = []
    /// What host code returned, by node: it is called once for the same constraints.
    var hostResults: [NodeID: DelegatedResults] = [:]
    /// Layout results of parts that are laid out by themselves, by node.
    var apartResults: [NodeID: DelegatedResults] = [:]
    /// Nodes whose layout spec callbacks named some that were no children of theirs, and `LayoutState.unadoptedChanges`
    /// then.
    var unadopted: [NodeID: UInt64] = [:]
    /// Nodes that layout spec callbacks named in this pass and that are no children yet, with those that will be their
    /// parents.
    var futureParents: [NodeID: NodeID] = [:]
    /// Nodes whose callbacks are running, on this thread.
    var activeHosts: Set<NodeID> = []
    /// The first layout callback that said that it failed; the layout goes on with what it returned.
    public private(set) var failure: LayoutFailure?
    /// False for a picture, which leaves no trace in the nodes.
    let storesFindings: Bool

    public init(_ environment: any LayoutEnvironment, setting: LayoutSetting, storesFindings: Bool = true) {
        self.environment = environment
        self.setting = setting
        self.storesFindings = storesFindings
    }

    /// Solves a picture's snapshot into frames, without layout results where none are needed.
    public func frames(_ snapshot: LayoutSnapshot) -> LayoutFrames {
        var found = LayoutFrames()
        let parts = snapshot.parts
        found.frames.reserveCapacity(parts.reduce(0) { $0 + $1.entries.count })
        for (number, part) in parts.enumerated() {
            var pass = PartPass(self, snapshot, part, StepResults(first: 0, count: 0))
            let size = pass.solve(into: &found, withRoot: number == 0)
            if number == 0 { found.size = size }
        }
        return found
    }

    /// Keeps what was found with the nodes that have not changed since. Under the tree lock, after adopting what is to
    /// be adopted; the solver itself has to outlive that lock, since it may hold the last reference to host data.
    public func store(in store: inout NodeStore) {
        guard storesFindings else { return }
        // A change since may be that of an unadopted node, of which nobody was notified.
        let changes = store.layouts.unadoptedChanges
        for (node, before) in unadopted where before != changes {
            if let node = store.find(node) { store.noteLayoutNeeded(inside: node) }
        }
        let isNoted = noteUnadopted(in: &store)
        for found in findings {
            if !isNoted && (found.result?.hasProvided ?? true) { continue }
            found.layout.store(found)
        }
    }

    /// Nodes that layout spec callbacks named for other constraints than the last do not notify anybody of their
    /// changes: what was found with them holds while no such node changes. False when a change would not even be noted:
    /// what depends on them must be found anew.
    private func noteUnadopted(in store: inout NodeStore) -> Bool {
        var isNoted = true
        for measurements in hostResults.values {
            for found in measurements.found {
                guard let provided = found.provided else { continue }
                guard let node = store.find(found.node), store.mayAdopt(provided.spec, by: node) else {
                    isNoted = false
                    continue
                }
                if !store.isAdopted(provided.spec, by: node) { store.layouts.noteProvisional(found.node) }
            }
        }
        return isNoted
    }

    func solveRoot(_ number: Int, _ snapshot: LayoutSnapshot) -> NodeLayoutResult? {
        let root = snapshot.roots[number]
        let before = findings.count
        var (found, missing) = run(snapshot, root)
        if missing.isEmpty { return found }
        // A measurement was missing: the same once more with more of the tree, and at last with all of it.
        for extent in [LayoutSnapshot.Extent.changes(expanded: missing), .whole] {
            findings.removeLast(findings.count - before)
            guard let again = capture(root.node, root.constraints, extent) else { return nil }
            (found, missing) = run(again, again.roots[0])
            if missing.isEmpty { return found }
        }
        return nil
    }

    func capture(
        _ node: NodeID, _ constraints: LayoutConstraints, spec: LayoutSpec? = nil, _ extent: LayoutSnapshot.Extent
    ) -> LayoutSnapshot? {
        let isPicture = !storesFindings
        var discarded = Discarded()
        return environment.withNodes { store in
            if let spec, !isPicture, let index = store.find(node) {
                store.adaptUnadopted(spec, to: index, &futureParents, &discarded)
            }
            if let spec, unadopted[node] == nil, let index = store.find(node), !store.isAdopted(spec, by: index) {
                unadopted[node] = store.layouts.unadoptedChanges
            }
            return LayoutSnapshot(
                of: node, in: &store, constraints: constraints, setting: setting, spec: spec,
                isPicture ? .picture : extent)
        }
    }

    /// Lays out one node by itself, as it is now; `spec` stands in for what arranges it.
    func solve(_ node: NodeID, _ constraints: LayoutConstraints, spec: LayoutSpec? = nil) -> NodeLayoutResult? {
        guard let snapshot = capture(node, constraints, spec: spec, .changes(expanded: [])) else { return nil }
        return solveDeep(snapshot) {
            guard let spec else { return self.solveRoot(0, snapshot) }
            let before = self.findings.count
            let (found, missing) = self.run(snapshot, snapshot.roots[0])
            if missing.isEmpty { return found }
            self.findings.removeLast(self.findings.count - before)
            guard let again = self.capture(node, constraints, spec: spec, .whole) else { return nil }
            return self.run(again, again.roots[0]).found
        }
    }

    private func solveDeep(_ snapshot: LayoutSnapshot, _ body: @escaping () -> NodeLayoutResult?) -> NodeLayoutResult? {
        var result: NodeLayoutResult?
        if !environment.withStack(for: snapshot.depth, { result = body() }) {
            environment.warn(
                "layout callbacks are nested too deep: the nodes below stay empty")
        }
        return result
    }

    /// Solves the steps that a root needs, and says which nodes lacked a measurement.
    private func run(
        _ snapshot: LayoutSnapshot, _ root: LayoutSnapshot.Root
    ) -> (found: NodeLayoutResult?, missing: Set<NodeID>) {
        // The steps of a root stand together, the root's own first; each refers to later ones only.
        let first = Int(root.step)
        let end = snapshot.roots.first { $0.step > root.step }.map { Int($0.step) } ?? snapshot.steps.count
        var missing: Set<NodeID> = []
        var results = StepResults(first: first, count: end - first)
        for step in (first..<end).reversed() {
            switch snapshot.steps[step] {
            case .keep(let result): results[step] = result
            case .patch(let old, let layout, let version, let parts):
                let new = old.replacing(parts.compactMap { part in results[Int(part.step)].map { (part.index, $0) } })
                keep(LayoutFindings(layout: layout, version: version, setting: setting, measurements: [], result: new))
                results[step] = new
            case .solve(let part):
                var pass = PartPass(self, snapshot, part, results)
                results[step] = pass.solve()
                missing.formUnion(pass.missing)
            }
        }
        return (results[first], missing)
    }

    func keep(_ found: LayoutFindings) { if storesFindings { findings.append(found) } }

    /// The size of a leaf. What host code returns is corrected: invalid numbers must not spread.
    func measure(_ content: any NodeContent, range: SizeRange) -> LayoutMeasurement {
        guard let host = content as? HostLeaf else { return environment.measure(content, range: range) }
        let measurement = host.measuring.measure(host.node, range: range)
        takeFailure(of: host.node)
        let wanted = measurement.size
        let isSane = Self.isSane(wanted)
        if !isSane {
            environment.warn(
                "the measure callback of \(name(of: host.node)) returned \(wanted.width) x \(wanted.height);"
                    + " 0 to 10,000,000 is needed: taken as 0 x 0")
        }
        let size =
            isSane
            ? Size(
                width: Pixels.ceil(wanted.width, scale: setting.scale),
                height: Pixels.ceil(wanted.height, scale: setting.scale)) : .zero
        return LayoutMeasurement(
            size: size, ascender: Self.isLength(measurement.ascender) ? measurement.ascender : 0,
            descender: Self.isLength(-measurement.descender) ? measurement.descender : 0)
    }

    /// Takes over whether the callback of a node that has just run failed.
    func takeFailure(of node: NodeID) {
        guard let status = LayoutCallbackMark.takeFailure() else { return }
        let found = LaminaError(status: status, of: "a layout callback")
        let error = LaminaError(found.code, "the layout of \(name(of: node)) failed: \(found.message)")
        failure = failure ?? LayoutFailure(node: node, error: error)
    }

    func takeFailure(_ other: LayoutFailure?) { failure = failure ?? other }

    /// A node, as messages name it.
    func name(of node: NodeID) -> String { environment.withNodes { $0.name(of: node) } }

    static func isLength(_ value: Double) -> Bool { value >= 0 && value < Pixels.coordinateLimit }
    static func isSane(_ size: Size) -> Bool { isLength(size.width) && isLength(size.height) }
}

/// What a pass found out about a node that its parts delegate. A pass that needs a node again captures it again, and a
/// change in between makes another node of it, to which earlier measurements do not apply.
struct DelegatedResults: Sendable {
    let layout: NodeLayout
    let version: UInt32
    var found: [NodeLayoutResult]

    func areOf(_ layout: NodeLayout, _ version: UInt32) -> Bool { self.layout === layout && self.version == version }
}

extension [NodeID: DelegatedResults] {
    mutating func add(_ found: NodeLayoutResult, of delegated: LayoutSnapshot.DelegatedNode) {
        take(DelegatedResults(layout: delegated.layout, version: delegated.version, found: [found]), of: delegated.node)
    }

    mutating func take(_ more: Self) {
        for (node, measurements) in more { take(measurements, of: node) }
    }

    private mutating func take(_ more: DelegatedResults, of node: NodeID) {
        if self[node]?.areOf(more.layout, more.version) == true {
            self[node]?.found += more.found
        } else {
            self[node] = more
        }
    }
}

/// What the steps of one root gave, by their number in the snapshot.
struct StepResults {
    private let first: Int
    private var found: [NodeLayoutResult?]

    init(first: Int, count: Int) {
        self.first = first
        found = [NodeLayoutResult?](repeating: nil, count: count)
    }

    subscript(step: Int) -> NodeLayoutResult? {
        get { found[step - first] }
        set { found[step - first] = newValue }
    }
}
