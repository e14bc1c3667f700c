import LaminaDisplay
import LaminaNode

/// Nodes that appear with what is around them, and also by a rule of their own.
extension Animator {
    /// Those with a rule of their own below what is new, each after what it stands in. What comes back goes on as it is
    /// shown.
    func nodesWithin(
        _ appeared: [ShownNode], _ transition: Transition, _ matches: TransitionMatches, in engine: Engine
    ) -> [ShownNode] {
        if appeared.isEmpty || transition.options.rules.isEmpty { return [] }
        let tops = appeared.filter { exitUnderWay(of: $0.node) == nil }
        return engine.nodes(newBelow: tops) {
            transition.hasOwnRule(for: $0) && !matches.appeared.contains($0) && exitUnderWay(of: $0) == nil
        }
    }

    /// Those of them that something around them has fade in already.
    func nodesFaded(
        _ within: [ShownNode], by appeared: [ShownNode], _ transition: Transition, _ matches: TransitionMatches,
        in engine: Engine
    ) -> Set<NodeID> {
        if within.isEmpty { return [] }
        var fading = Set(appeared.map(\.node).filter { fades($0, transition, matches) })
        var faded: Set<NodeID> = []
        for node in within {
            if !engine.nodes([node.node], within: fading).isEmpty {
                faded.insert(node.node)
            } else if fades(node.node, transition, matches) {
                fading.insert(node.node)
            }
        }
        return faded
    }

    private func fades(_ node: NodeID, _ transition: Transition, _ matches: TransitionMatches) -> Bool {
        if matches.appeared.contains(node) { return matches.over.values.contains(node) }
        let rule = transition.rule(of: node)
        return switch rule.appears {
        case .none: false
        case .own: rule.values.fields.contains(.opacity)
        default: true
        }
    }
}
