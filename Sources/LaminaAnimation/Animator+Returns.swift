import LaminaDisplay
import LaminaNode

/// Nodes that come back while what they left still leaves.
extension Animator {
    /// Has a node go on from what its exit shows; that is over. `isAtOnce`: it is there instead. False when none is
    /// under way.
    func comeBack(
        _ node: ShownNode, _ transition: Transition, isAtOnce: Bool, delay: Double, in engine: Engine
    ) -> Bool {
        guard let (number, exit) = exitUnderWay(of: node.node), let shown = engine.shown(ofExit: exit, as: node) else {
            return false
        }
        if !isAtOnce {
            var request = request(transition, node.node, delay: delay)
            var own = node.values
            own.fields = shown.values.fields
            request.values.fields = own.merge(shown.values)
            // It counts from another corner.
            if !shown.isSibling { _ = take(AnimatedField(field: .position), of: node.node, in: engine) }
            // What is shown of it is not what moves it.
            if let place = place(of: number), animations[place].crossFade != nil {
                _ = take(AnimatedField(field: .opacity), of: node.node, in: engine)
            }
            if !request.values.fields.isEmpty {
                _ = begin(request, from: shown.values, to: node.values, of: transition.group, in: engine)
            }
        }
        if let place = place(of: number) {
            end(number, finished: animations[place].group === transition.group, in: engine)
        }
        return true
    }

    /// Nodes that come back with what is new, or outside of transitions, are there at once: what leaves of them is
    /// gone.
    func endExits(ofReturnedWith appeared: [ShownNode], in engine: Engine) {
        if exits == 0 || appeared.isEmpty { return }
        let leaving = animations.compactMap { animation -> NodeID? in
            if case .exit = animation.target, !animation.isOver { animation.node } else { nil }
        }
        for node in engine.nodes(leaving, within: Set(appeared.map(\.node))) {
            if let (number, _) = exitUnderWay(of: node) { end(number, finished: false, in: engine) }
        }
    }

    func exitUnderWay(of node: NodeID) -> (number: UInt64, exit: UInt64)? {
        for place in places(of: node) {
            if case .exit(let exit) = animations[place].target { return (animations[place].number, exit) }
        }
        return nil
    }
}
