public import LaminaGeometry
public import LaminaLayout

/// Host code that says how large a node is. Called without a lock, on any thread, several at a time.
public protocol NodeMeasuring: AnyObject, Sendable {
    /// The size wanted within `range`; whatever comes back is made sane by the caller.
    func measure(_ node: NodeID, range: SizeRange) -> LeafSize
}

/// Host code that makes a spec for the room there is. Called without a lock, on any thread, several at a time.
public protocol SpecProviding: AnyObject, Sendable {
    /// The spec to use within `range`; nil for none.
    func spec(for node: NodeID, range: SizeRange) -> ProvidedSpec?
}

/// Host code that measures and places a node's children itself. Called without a lock, on any thread, several at a time.
public protocol CustomArranging: AnyObject, Sendable {
    /// Places the children through `arranger`, which is of use until this returns.
    func arrange(_ node: NodeID, range: SizeRange, by arranger: any ChildArranging)
}

/// How a node arranges what is below it; a node has one way at a time.
public enum Arranging: Sendable {
    case spec(LayoutSpec)
    case measured(any NodeMeasuring)
    case provided(any SpecProviding)
    case custom(any CustomArranging)
    /// The content has room for the children in it.
    case content
    /// As CSS flexbox says (`FlexArrangement`).
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

/// What answers depend on besides the tree: the scale that texts are rounded for, and which fonts there were.
public struct LayoutSetting: Equatable, Sendable {
    public let scale: Double
    public let epoch: UInt32

    public init(scale: Double, epoch: UInt32) {
        self.scale = scale
        self.epoch = epoch
    }
}

/// The layout side of a node that arranges something: how, and what is known of the outcome. Nodes that arrange nothing have none.
///
/// Answers are valid until something they depend on changes; `NodeStore+Staleness` says what that is.
// Unchecked: touched under the tree lock only, but for `arranging`, which never changes.
public final class NodeLayout: @unchecked Sendable {
    /// How much of what is known here is out of date.
    enum Staleness: UInt8 {
        case none
        /// Sizes hold, and so do the frames of direct children; something farther below is to be arranged anew.
        case frames
        case sizes
    }

    struct Answer {
        let setting: LayoutSetting
        let question: LayoutQuestion
        let answer: LeafSize
    }

    /// What is known at one moment, to be taken along by a pass.
    final class Knowledge: Sendable {
        let answers: [Answer]
        /// Newest last.
        let arrangements: [NodeArrangement]

        init(answers: [Answer], arrangements: [NodeArrangement]) {
            self.answers = answers
            self.arrangements = arrangements
        }

        static let none = Knowledge(answers: [], arrangements: [])

        /// Whether there are answers for a direction; those for the other one say nothing.
        func isFor(isRightToLeft: Bool) -> Bool {
            answers.contains { $0.question.isRightToLeft == isRightToLeft }
                || arrangements.contains { $0.question.isRightToLeft == isRightToLeft }
        }

        /// `parentCounts` false: whatever the size of the parent is, which such a node has nothing to do with.
        func answer(
            to question: LayoutQuestion, _ setting: LayoutSetting, parentCounts: Bool = true
        ) -> LeafSize? {
            for known in answers.reversed() where known.setting == setting {
                let isSame =
                    parentCounts
                    ? known.question.isSame(as: question) : known.question.isSameButForParent(as: question)
                if isSame { return known.answer }
            }
            return nil
        }

        func arrangement(
            for question: LayoutQuestion, _ setting: LayoutSetting, parentCounts: Bool = true
        ) -> NodeArrangement? {
            for known in arrangements.reversed() where known.isFor(question, setting, parentCounts: parentCounts) {
                return known
            }
            return nil
        }
    }

    /// Enough for what a stack asks (free, flexed, stretched) in two sizes of the window.
    static let maximumAnswers = 8
    /// The one that is applied and one that was measured only (as in Texture).
    static let maximumArrangements = 2

    public let arranging: Arranging
    private(set) var staleness = Staleness.sizes
    /// A layout pass has seen the present state, so that the next change has to be told upwards again.
    private var isCaptured = false
    /// Moves with the first change after a capture: a pass may store what it found only where this has not moved.
    private(set) var version: UInt32 = 0
    /// While `staleness` is not `none`, the arrangements say only what was asked last.
    private(set) var known = Knowledge.none
    /// What the frames of the nodes below are, all the way down; nil when that is not known.
    var applied: NodeArrangement?
    /// The whole result of the last pass, kept for the next one who asks; nil as soon as something changes.
    var result: TreeLayout?

    /// Whether what leaves show is all that has changed since something else did: it may be so again.
    private(set) var changesByContents = false
    private(set) var kept: ReusablePart?

    init(_ arranging: Arranging) { self.arranging = arranging }

    /// The spec that the host set; nil when the node is arranged otherwise.
    var spec: LayoutSpec? { if case .spec(let spec) = arranging { spec } else { nil } }

    /// What was asked of the arrangement before this one will be asked again: no reason to lay out all below anew.
    func inheritQuestions(from old: NodeLayout?) {
        if let old { known = Knowledge(answers: [], arrangements: old.known.arrangements) }
    }

    /// What a leaf shows that the node arranges changed.
    func noteContent(of leaf: NodeID) {
        changesByContents = true
        if let kept, !kept.note(leaf) { self.kept = nil }
    }

    func keep(_ part: ReusablePart?) { kept = part }

    /// Notes a change; false when all above know of one already. `ofContent`: `noteContent` was told of it.
    func invalidate(_ kind: Staleness, ofContent: Bool = false) -> Bool {
        if !ofContent {
            changesByContents = false
            kept = nil
        }
        if staleness.rawValue >= kind.rawValue && !isCaptured { return false }
        if isCaptured || staleness == .none { version &+= 1 }
        isCaptured = false
        if kind.rawValue > staleness.rawValue { staleness = kind }
        result = nil
        return true
    }

    func capture() { if staleness != .none { isCaptured = true } }

    /// Takes over what a pass found; nothing when the node has changed since it was captured.
    func store(_ found: LayoutFindings) {
        guard found.version == version, staleness == .none || isCaptured else { return }
        var answers = staleness == .sizes ? [] : known.answers
        var arrangements = staleness == .none ? known.arrangements : []
        staleness = .none
        isCaptured = false
        for new in found.answers.reversed() {
            answers.removeAll { $0.setting == found.setting && $0.question.isSame(as: new.question) }
            answers.append(Answer(setting: found.setting, question: new.question, answer: new.answer))
        }
        if answers.count > Self.maximumAnswers { answers.removeFirst(answers.count - Self.maximumAnswers) }
        if let arrangement = found.arrangement {
            arrangements.removeAll { $0.isFor(arrangement.question, found.setting) }
            arrangements.append(arrangement)
            if arrangements.count > Self.maximumArrangements { arrangements.removeFirst() }
        }
        known = Knowledge(answers: answers, arrangements: arrangements)
    }

    /// Whether there is an arrangement for the widths of a question, in another height.
    func wasAsked(forWidthsOf question: LayoutQuestion, _ setting: LayoutSetting) -> Bool {
        known.arrangements.contains {
            $0.setting == setting && $0.question.hasSameWidths(as: question)
                && $0.question.isRightToLeft == question.isRightToLeft
        }
    }

    /// The arrangement for a question, whatever the staleness.
    func arrangement(for question: LayoutQuestion, _ setting: LayoutSetting) -> NodeArrangement? {
        known.arrangement(for: question, setting)
    }
}

/// What a pass found out about one node.
struct LayoutFindings {
    let layout: NodeLayout
    let version: UInt32
    let setting: LayoutSetting
    var answers: [(question: LayoutQuestion, answer: LeafSize)]
    var arrangement: NodeArrangement?
}
