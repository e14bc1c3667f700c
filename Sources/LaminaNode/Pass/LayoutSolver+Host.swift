public import LaminaGeometry
import LaminaLayout

/// What host code that arranges children may ask and tell, while its callback runs.
public protocol ChildArranging: AnyObject {
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
    /// What a helper on another thread found.
    struct Harvest: Sendable {
        let findings: [LayoutFindings]
        let answers: [NodeID: OutsideAnswers]
        let provided: [NodeID: OutsideAnswers]
        let strangers: [NodeID: UInt64]
    }

    func harvest() -> Harvest {
        Harvest(findings: findings, answers: apartAnswers, provided: hostAnswers, strangers: strangers)
    }

    func take(_ harvest: Harvest) {
        findings += harvest.findings
        apartAnswers.take(harvest.answers)
        hostAnswers.take(harvest.provided)
        strangers.merge(harvest.strangers) { min($0, $1) }
    }

    /// The answer to a question that was asked before in this pass.
    func answered(_ outside: LayoutSnapshot.Outside, _ question: LayoutQuestion) -> NodeArrangement? {
        answers(of: outside)?.last { $0.isFor(question, setting) }
    }

    private func answers(of outside: LayoutSnapshot.Outside) -> [NodeArrangement]? {
        let all = outside.isHosted ? hostAnswers : apartAnswers
        guard let known = all[outside.node], known.areOf(outside.layout, outside.version) else { return nil }
        return known.found
    }

    /// Lays out a node that is not among the elements of a part.
    func solve(_ outside: LayoutSnapshot.Outside, _ question: LayoutQuestion) -> NodeArrangement? {
        switch outside.source {
        case .known: return nil
        case .apart:
            guard let found = solve(outside.node, question) else { return nil }
            apartAnswers.add(found, of: outside)
            return found
        case .provided, .custom, .content, .flex:
            let found = askHost(outside, question)
            hostAnswers.add(found, of: outside)
            return found
        }
    }

    /// Keeps all answers of a node that host code arranges.
    func keepHostAnswers(of outside: LayoutSnapshot.Outside, _ arrangement: NodeArrangement?) {
        guard outside.isHosted, let answers = answers(of: outside) else { return }
        keep(
            LayoutFindings(
                layout: outside.layout, version: outside.version, setting: setting,
                answers: answers.reversed().map { ($0.question, $0.answer) }, arrangement: arrangement))
    }

    private func askHost(_ outside: LayoutSnapshot.Outside, _ question: LayoutQuestion) -> NodeArrangement {
        let range = outside.style.allowedRange(question)
        let empty = NodeArrangement(
            node: outside.node, question: question, setting: setting,
            answer: outside.style.answerWithoutContent(question))
        // Only host code that names a node above its own gets here twice.
        if !activeHosts.insert(outside.node).inserted {
            environment.warn("a layout callback uses an ancestor of its node, which stays empty")
            return empty
        }
        defer { activeHosts.remove(outside.node) }
        switch outside.source {
        case .provided(let providing):
            guard let provided = providing.spec(for: outside.node, range: range) else { return empty }
            if provided.spec.nodes.hasRepetition {
                environment.warn("a layout callback returned a spec in which a node is twice; it is ignored")
                return empty
            }
            guard let found = solve(outside.node, question, spec: provided.spec) else { return empty }
            return NodeArrangement(
                node: found.node, question: question, setting: setting, answer: found.answer, frames: found.frames,
                below: found.below, provided: provided)
        case .custom(let custom, let children):
            let arranger = ChildArranger(self, children: children, isRightToLeft: question.isRightToLeft)
            custom.arrange(outside.node, range: range, by: arranger)
            return arranger.arrangement(of: outside.node, question, within: range, style: outside.style)
        case .content(let children):
            let arranger = ChildArranger(self, children: children, isRightToLeft: question.isRightToLeft)
            arranger.arrange(contentOf: outside.node, within: range)
            return arranger.arrangement(of: outside.node, question, within: range, style: outside.style)
        case .flex: return arrangeFlex(outside, question) ?? empty
        case .known, .apart: return empty
        }
    }
}

extension LayoutSnapshot.Outside {
    /// Whether the node's arrangement is found by a way of its own, each time it is asked.
    var isHosted: Bool {
        switch source {
        case .provided, .custom, .content, .flex: true
        case .known, .apart: false
        }
    }
}

/// Measures and gathers for one call of host code.
private final class ChildArranger: ChildArranging {
    private let solver: LayoutSolver
    let children: [NodeID]
    /// What children without a direction of their own inherit.
    private let isRightToLeft: Bool
    /// For asking whether a node is one of them.
    private lazy var known = Set(children)
    private var places: [NodeID: Rect] = [:]
    private var measured: [NodeID: [(asked: LayoutQuestion, found: NodeArrangement)]] = [:]
    private var size = Size.zero
    private var held: (sizes: [Size], ascender: Double, descender: Double)?

    init(_ solver: LayoutSolver, children: [NodeID], isRightToLeft: Bool) {
        self.solver = solver
        self.children = children
        self.isRightToLeft = isRightToLeft
    }

    func measure(_ child: NodeID, range: SizeRange) throws(LaminaError) -> Size {
        try checkIsChild(child)
        let question = LayoutQuestion(range: range, parentSize: range.max, isRightToLeft: isRightToLeft)
        if let known = measured[child]?.last(where: { $0.asked.isSame(as: question) }) {
            return known.found.answer.size
        }
        guard let found = solver.solve(child, question) else { return .zero }
        measured[child, default: []].append((question, found))
        return found.answer.size
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
        size = found.answer.size
        held = (sizes, found.answer.ascender, found.answer.descender)
        for (child, frame) in zip(children, found.children) {
            if let frame { places[child] = frame }
        }
    }

    private func checkIsChild(_ child: NodeID) throws(LaminaError) {
        if known.contains(child) { return }
        throw LaminaError(.invalidArgument, "child is not a child of the node that is laid out")
    }

    /// A child is arranged for what it was measured with last when that gave the size of its frame, else for exactly that size.
    func arrangement(
        of node: NodeID, _ question: LayoutQuestion, within range: SizeRange, style: ElementStyle
    ) -> NodeArrangement {
        var frames: [ChildFrame] = []
        var below: [NodeArrangement?] = []
        for child in children {
            guard let frame = places[child] else {
                frames.append(ChildFrame(node: child, frame: .zero, isLeftOut: true))
                below.append(nil)
                continue
            }
            frames.append(ChildFrame(node: child, frame: frame))
            let exact = LayoutQuestion(
                range: SizeRange(exactly: frame.size), parentSize: frame.size, isRightToLeft: isRightToLeft)
            let known = measured[child]?.last { $0.found.answer.size == frame.size }
            below.append(known?.found ?? solver.solve(child, exact))
        }
        let answer = LeafSize(
            size: range.clamp(size), ascender: held?.ascender ?? style.ascender,
            descender: held?.descender ?? style.descender)
        return NodeArrangement(
            node: node, question: question, setting: solver.setting, answer: answer, frames: frames, below: below,
            heldSizes: held?.sizes)
    }
}
