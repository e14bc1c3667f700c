import LaminaDisplay
public import LaminaGeometry
public import LaminaNode

/// What a node is about to show in a transition, for whoever says how.
public struct TransitionChoice {
    public enum Kind: Sendable {
        /// Other values at the same place.
        case values
        /// Another place, size or parent.
        case moves
        case appears
        case leaves
    }

    public let transition: UInt64
    public let kind: Kind
    public let node: NodeID
    /// Each in the space of the parent that it was in, and is in.
    public let before: Rect
    public let after: Rect
    /// How it is shown if nobody says otherwise.
    public let rule: TransitionRule
}

extension Animator {
    /// Nil for how it would be without an answer. It may do what it wants.
    public typealias Chooser = @Sendable (TransitionChoice) -> TransitionRule?

    /// Asks the host how nodes show what changes of them, as far as no rule concerns them. False when the context ends.
    func choose(
        _ transition: Transition, _ changes: [ShownChange], _ kind: TransitionChoice.Kind, in engine: Engine
    ) -> Bool {
        choose(
            transition, changes.lazy.map { (node: $0.now.node, before: $0.before.frame, after: $0.now.frame) }, kind,
            in: engine)
    }

    /// The same of what appears or leaves.
    func choose(
        _ transition: Transition, _ nodes: [ShownNode], _ kind: TransitionChoice.Kind, in engine: Engine
    ) -> Bool {
        choose(transition, nodes.lazy.map { (node: $0.node, before: $0.frame, after: $0.frame) }, kind, in: engine)
    }

    private func choose(
        _ transition: Transition, _ changes: some Sequence<(node: NodeID, before: Rect, after: Rect)>,
        _ kind: TransitionChoice.Kind, in engine: Engine
    ) -> Bool {
        guard let chooser else { return true }
        for change in changes where !transition.hasRule(for: change.node) {
            let choice = TransitionChoice(
                transition: transition.group.number, kind: kind, node: change.node, before: change.before,
                after: change.after, rule: transition.rule(of: change.node))
            if let rule = chooser(choice) { transition.chosen[change.node] = rule }
            if engine.context.isClosing { return false }
        }
        return true
    }
}
