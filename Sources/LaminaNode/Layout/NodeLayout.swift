public import LaminaGeometry
public import LaminaLayout

/// Host code that says how large a node is. Called without a lock, on any thread, several at a time.
public protocol NodeMeasuring: AnyObject, Sendable {
    /// The size wanted within `range`; the caller corrects invalid values.
    func measure(_ node: NodeID, range: SizeRange) -> LayoutMeasurement
}

/// Host code that makes a spec for the space available. Called without a lock, on any thread, several at a time.
public protocol SpecProviding: AnyObject, Sendable {
    /// The spec to use within `range`; nil for none.
    func spec(for node: NodeID, range: SizeRange) -> ProvidedSpec?
}

/// Host code that measures and places a node's children itself. Called without a lock, on any thread, several at a
/// time.
public protocol CustomLayout: AnyObject, Sendable {
    /// Places the children through `arranger`, which is of use until this returns.
    func arrange(_ node: NodeID, range: SizeRange, by arranger: any ChildLayout)
}

/// How a node arranges what is below it; a node has one way at a time.
public enum LayoutMethod: Sendable {
    case spec(LayoutSpec)
    case measured(any NodeMeasuring)
    case provided(any SpecProviding)
    case custom(any CustomLayout)
    /// The content has room for the children in it.
    case content
    /// As CSS flexbox says (`FlexLayout`).
    case flex

    /// Whether the size comes from the node's content, with baselines of its own.
    var isContent: Bool { if case .measured = self { true } else { false } }

    /// Whether the content says where its baselines are.
    var hasBaselines: Bool {
        switch self {
        case .measured, .content: true
        default: false
        }
    }

    /// Whether host data may end with it.
    var holdsHostData: Bool {
        switch self {
        case .spec, .content, .flex: false
        case .measured, .provided, .custom: true
        }
    }

    private static let nothing = StyleBox(ElementStyle())

    /// What keeps the host's data alive.
    var object: AnyObject {
        switch self {
        case .spec(let spec): spec
        case .measured(let object): object
        case .provided(let object): object
        case .custom(let object): object
        case .content, .flex: Self.nothing
        }
    }
}

/// What measurements depend on besides the tree: the scale that texts are rounded for, and which fonts there were.
public struct LayoutSetting: Equatable, Sendable {
    public let scale: Double
    public let epoch: UInt32

    public init(scale: Double, epoch: UInt32) {
        self.scale = scale
        self.epoch = epoch
    }
}

/// The layout side of a node that arranges something: how, and what is known of the outcome. Nodes that arrange nothing
/// have none.
///
/// Measurements are valid until something they depend on changes; `NodeStore+Staleness` says what that is.
// Unchecked: touched under the tree lock only, but for `method`, which never changes.
public final class NodeLayout: @unchecked Sendable {
    /// How much of what is known here is out of date.
    enum Staleness: UInt8 {
        case none
        /// Sizes hold, and so do the frames of direct children; something farther below is to be arranged anew.
        case frames
        case sizes
    }

    struct KnownMeasurement {
        let setting: LayoutSetting
        let constraints: LayoutConstraints
        let measurement: LayoutMeasurement
    }

    /// What is known at one moment, to be taken along by a pass.
    final class Knowledge: Sendable {
        let measurements: [KnownMeasurement]
        /// Newest last.
        let results: [NodeLayoutResult]

        init(measurements: [KnownMeasurement], results: [NodeLayoutResult]) {
            self.measurements = measurements
            self.results = results
        }

        static let none = Knowledge(measurements: [], results: [])

        /// Whether there are measurements for a direction; those for the other one do not apply.
        func isFor(isRightToLeft: Bool) -> Bool {
            measurements.contains { $0.constraints.isRightToLeft == isRightToLeft }
                || results.contains { $0.constraints.isRightToLeft == isRightToLeft }
        }

        /// `parentCounts` false: whatever the size of the parent is, which such a node has nothing to do with.
        func measurement(
            for constraints: LayoutConstraints, _ setting: LayoutSetting, parentCounts: Bool = true
        ) -> LayoutMeasurement? {
            for known in measurements.reversed() where known.setting == setting {
                let isSame =
                    parentCounts
                    ? known.constraints.isSame(as: constraints)
                    : known.constraints.isSameIgnoringParent(as: constraints)
                if isSame { return known.measurement }
            }
            return nil
        }

        func result(
            for constraints: LayoutConstraints, _ setting: LayoutSetting, parentCounts: Bool = true
        ) -> NodeLayoutResult? {
            for known in results.reversed() where known.isFor(constraints, setting, parentCounts: parentCounts) {
                return known
            }
            return nil
        }
    }

    /// Enough for a stack's constraints (free, flexed, stretched) in two sizes of the window.
    static let maximumMeasurements = 8
    /// The one that is applied and one that was measured only (as in Texture).
    static let maximumResults = 2

    public let method: LayoutMethod
    private(set) var staleness = Staleness.sizes
    /// A layout pass has captured the present state, so that the next change has to notify those above again.
    private var isCaptured = false
    /// Moves with the first change after a capture: a pass may store what it found only where this has not moved.
    private(set) var version: UInt32 = 0
    /// While `staleness` is not `none`, the results only say which constraints were the last.
    private(set) var known = Knowledge.none
    /// What the frames of the nodes below are, all the way down; nil when that is not known.
    var applied: NodeLayoutResult?
    /// The whole tree's layout as the last pass found it, kept for the next caller; nil as soon as something changes.
    var tree: TreeLayout?

    /// Whether what leaves show is all that has changed since something else did: it may be so again.
    private(set) var changesByContents = false
    private(set) var kept: ReusablePart?

    init(_ method: LayoutMethod) { self.method = method }

    /// The spec that the host set; nil when the node is arranged otherwise.
    var spec: LayoutSpec? { if case .spec(let spec) = method { spec } else { nil } }

    /// The last constraints will come again: no reason to lay out all below anew.
    func inheritConstraints(from old: NodeLayout?) {
        if let old { known = Knowledge(measurements: [], results: old.known.results) }
    }

    /// What a leaf shows that the node arranges changed.
    func noteContent(of leaf: NodeID) {
        changesByContents = true
        if let kept, !kept.note(leaf) { self.kept = nil }
    }

    func keep(_ part: ReusablePart?) { kept = part }

    /// Notes a change; false when all above were notified of one already. `ofContent`: `noteContent` was called for it.
    func invalidate(_ kind: Staleness, ofContent: Bool = false) -> Bool {
        if !ofContent {
            changesByContents = false
            kept = nil
        }
        if staleness.rawValue >= kind.rawValue && !isCaptured { return false }
        if isCaptured || staleness == .none { version &+= 1 }
        isCaptured = false
        if kind.rawValue > staleness.rawValue { staleness = kind }
        tree = nil
        return true
    }

    /// Forgets what was found for other constraints than those of the layout that is applied, whose own pass may still
    /// store what it found; returns what is to be dropped outside of the tree lock.
    func forgetAllButApplied() -> Knowledge {
        let before = known
        known = Knowledge(measurements: [], results: before.results.filter { $0 === applied })
        kept = nil
        tree = nil
        return before
    }

    func capture() { if staleness != .none { isCaptured = true } }

    /// Takes over what a pass found; nothing when the node has changed since it was captured.
    func store(_ found: LayoutFindings) {
        guard found.version == version, staleness == .none || isCaptured else { return }
        var measurements = staleness == .sizes ? [] : known.measurements
        var results = staleness == .none ? known.results : []
        staleness = .none
        isCaptured = false
        for new in found.measurements.reversed() {
            measurements.removeAll { $0.setting == found.setting && $0.constraints.isSame(as: new.constraints) }
            measurements.append(
                KnownMeasurement(setting: found.setting, constraints: new.constraints, measurement: new.measurement))
        }
        if measurements.count > Self.maximumMeasurements {
            measurements.removeFirst(measurements.count - Self.maximumMeasurements)
        }
        if let result = found.result {
            results.removeAll { $0.isFor(result.constraints, found.setting) }
            results.append(result)
            if results.count > Self.maximumResults { results.removeFirst() }
        }
        known = Knowledge(measurements: measurements, results: results)
    }

    /// Whether there is a layout result for the same widths and other heights.
    func hasResult(forWidthsOf constraints: LayoutConstraints, _ setting: LayoutSetting) -> Bool {
        known.results.contains {
            $0.setting == setting && $0.constraints.hasSameWidths(as: constraints)
                && $0.constraints.isRightToLeft == constraints.isRightToLeft
        }
    }

    /// The layout result for constraints, whatever the staleness.
    func result(for constraints: LayoutConstraints, _ setting: LayoutSetting) -> NodeLayoutResult? {
        known.result(for: constraints, setting)
    }
}

/// What a pass found out about one node.
struct LayoutFindings {
    let layout: NodeLayout
    let version: UInt32
    let setting: LayoutSetting
    var measurements: [(constraints: LayoutConstraints, measurement: LayoutMeasurement)]
    var result: NodeLayoutResult?
}
