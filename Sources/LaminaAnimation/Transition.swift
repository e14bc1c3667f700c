import LaminaDisplay
public import LaminaGeometry
import LaminaMotion
public import LaminaNode

/// How a node appears or leaves.
public enum TransitionEffect: Int32, Sendable {
    /// At once.
    case none = 0
    case fade = 1
    /// It fades, and grows from four fifths of its size.
    case scale = 2
    /// It fades, and comes from the side by its own width or height.
    case left = 3
    case right = 4
    case top = 5
    case bottom = 6
    /// From values of the host's, and to them.
    case own = 7
}

/// How some nodes show what changes of them.
public struct TransitionRule {
    public var node: NodeID?
    public var name: [UInt8]?
    public var appears = TransitionEffect.fade
    public var leaves = TransitionEffect.fade
    /// Of the effect `own`.
    public var values = PresentedValues()
    /// Nil: that of the transition.
    public var animation: AnimationRequest?
    /// What has another place or size moves there; else it is there at once.
    public var moves = true
    /// What was drawn for another size fades out over what is drawn now.
    public var fadesContents = true
    /// With another size, the contents of the new one are scaled.
    public var scales = false
    /// Where contents stay while the size moves.
    public var contentsAnchor = Point.zero
    /// Of this name, what appears comes from the place of what leaves.
    public var matches = false

    public init() {}

    func concerns(_ node: NodeID, _ name: [UInt8]?) -> Bool {
        if let own = self.node { return own == node }
        return self.name == nil || self.name == name
    }
}

/// How the changes that are made in a transition show.
public struct TransitionOptions {
    /// Its node and values do not count.
    public var animation: AnimationRequest
    /// The first that concerns a node counts.
    public var rules: [TransitionRule] = []
    /// For all others.
    public var rest = TransitionRule()
    /// Seconds by which each further node begins later, from the top to the bottom.
    public var stagger = 0.0

    public init(_ animation: AnimationRequest) { self.animation = animation }

    /// Has all go evenly, in the time that its curves and springs have.
    mutating func hold() {
        animation.timing = animation.timing.even
        for place in rules.indices {
            if let timing = rules[place].animation?.timing { rules[place].animation?.timing = timing.even }
        }
    }

    /// Whether names have to be known.
    var namesNodes: Bool { rules.contains { $0.name != nil } }

    /// Those that have to be.
    var names: Set<[UInt8]> { Set(rules.compactMap(\.name)) }
}

/// Changes of nodes that show as movements from what was shown before. Owner thread.
final class Transition {
    let options: TransitionOptions
    let group: AnimationGroup
    /// What nodes had that had changed before it began, or in one within it.
    var known: [NodeID: ShownNode]
    /// Of the nodes that rules name, for when they are gone.
    var names: [NodeID: [UInt8]]
    /// What the host has said of single nodes when it was asked.
    var chosen: [NodeID: TransitionRule] = [:]
    /// Layouts that it has looked at.
    var passes = 0

    init(
        _ options: TransitionOptions, _ group: AnimationGroup, known: [NodeID: ShownNode], names: [NodeID: [UInt8]]
    ) {
        (self.options, self.group, self.known, self.names) = (options, group, known, names)
    }

    /// Whether one node may show its changes otherwise than another.
    var hasRules: Bool { !options.rules.isEmpty || !chosen.isEmpty }

    func hasRule(for node: NodeID) -> Bool { options.rules.contains { $0.concerns(node, names[node]) } }

    /// Whether the rule that counts for a node is of it or of its name, not of all.
    func hasOwnRule(for node: NodeID) -> Bool {
        guard let rule = options.rules.first(where: { $0.concerns(node, names[node]) }) else { return false }
        return rule.node != nil || rule.name != nil
    }

    func rule(of node: NodeID) -> TransitionRule {
        if !chosen.isEmpty, let rule = chosen[node] { return rule }
        if options.rules.isEmpty { return options.rest }
        let name = names[node]
        return options.rules.first { $0.concerns(node, name) } ?? options.rest
    }
}

/// How changes of a node show that are made outside of transitions.
public struct DefaultAnimation {
    public var fields: PresentedFields
    /// Its node and values do not count.
    public var animation: AnimationRequest

    public init(_ fields: PresentedFields, _ animation: AnimationRequest) {
        (self.fields, self.animation) = (fields, animation)
    }
}
