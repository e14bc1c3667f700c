public import LaminaDisplay
public import LaminaGeometry
import LaminaMotion
import LaminaNode

/// Transitions: what the host changes between their beginning and their end shows as movement, from what is shown to
/// where the next layout puts it.
extension Animator {
    /// Fails with `invalidState` while another is open, `invalidArgument` for a timing that never ends.
    public func beginTransition(_ options: TransitionOptions, in engine: Engine) throws(LaminaError) {
        if open != nil {
            throw LaminaError(.invalidState, "a transition has begun already: end it before the next one")
        }
        try options.animation.check()
        if !options.animation.runs.isFinite {
            throw LaminaError(.invalidArgument, "run_count is infinite; a transition comes to an end")
        }
        open = Transition(options, before: engine.shownNodes())
    }

    /// Fails with `invalidState` when none is open. `done` is called once all its movements are over.
    public func endTransition(
        _ done: (@Sendable (Bool) -> Void)?, in engine: Engine
    ) throws(LaminaError) {
        guard let transition = open else {
            throw LaminaError(.invalidState, "no transition has begun")
        }
        open = nil
        transition.done = done
        // Where nodes stand is known when they are laid out; all else is changed already.
        move(transition, engine.shownNodes(), except: [.position, .size], in: engine)
        if engine.hasChanges {
            armed.append(transition)
        } else {
            transition.settle(in: self)
        }
        deliverSoon()
    }

    /// Changes are about to be read: what has been laid out begins to move.
    func advanceTransitions(in engine: Engine) {
        let progress = engine.layoutProgress
        if progress == .waiting { return }
        let nodes = engine.shownNodes()
        for transition in armed {
            transition.passes += 1
            move(transition, nodes, except: [], in: engine)
            leave(transition, nodes, in: engine)
        }
        // A host that changes something in every frame is never settled.
        let settled = armed.filter { progress == .settled || $0.passes >= 3 }
        armed.removeAll { progress == .settled || $0.passes >= 3 }
        for transition in settled { transition.settle(in: self) }
        for transition in armed { transition.note(nodes) }
    }

    /// Moves what has other values than before, and has appear what is new.
    private func move(
        _ transition: Transition, _ nodes: [ShownNode], except: PresentedFields, in engine: Engine
    ) {
        var changes: [PresentedChange] = []
        var appeared: Set<NodeID> = []
        for node in nodes {
            guard let before = transition.before[node.node], before.parent == node.parent else {
                if except.isEmpty, let parent = node.parent {
                    // What is below a new node comes with it.
                    let isTop = !appeared.contains(parent)
                    appeared.insert(node.node)
                    if isTop { appear(node, transition, &changes, in: engine) }
                }
                continue
            }
            let changed = node.changes(since: before).subtracting(except)
            if changed.isEmpty { continue }
            var request = transition.options.animation
            request.node = node.node
            request.values = PresentedValues()
            request.values.fields = changed
            request.endsAtModel = true
            // Of places, what is shown is known better.
            if !except.isEmpty { request.from = before.values }
            start(request, transition, &changes, in: engine)
        }
        engine.setPresented(changes)
        // What has begun to move has been taken into account.
        if !except.isEmpty { transition.note(merged(transition.order, nodes)) }
    }

    /// The nodes as they are now, but for their frames, which are still compared with those before.
    private func merged(_ before: [ShownNode], _ now: [ShownNode]) -> [ShownNode] {
        var current: [NodeID: ShownNode] = [:]
        for node in now { current[node.node] = node }
        return before.map { old in current[old.node]?.with(frame: old.frame, parent: old.parent) ?? old }
    }

    private func start(
        _ request: AnimationRequest, _ transition: Transition, _ changes: inout [PresentedChange], in engine: Engine
    ) {
        var request = request
        request.done = transition.begin(in: self)
        do {
            _ = try begin(request, &changes, in: engine)
        } catch {
            if let done = request.done { call(done, false) }
        }
    }

    private func appear(
        _ node: ShownNode, _ transition: Transition, _ changes: inout [PresentedChange], in engine: Engine
    ) {
        guard let from = effect(transition.options.appears, on: node) else { return }
        var request = transition.options.animation
        request.node = node.node
        request.values = PresentedValues()
        request.values.fields = from.fields
        request.endsAtModel = true
        request.from = from
        start(request, transition, &changes, in: engine)
    }

    /// Has what is gone leave with what is shown of it.
    private func leave(_ transition: Transition, _ nodes: [ShownNode], in engine: Engine) {
        if transition.options.leaves == .none { return }
        var current: Set<NodeID> = []
        for node in nodes { current.insert(node.node) }
        for node in transition.order where !current.contains(node.node) {
            // What is below a node that left goes with it.
            guard let parent = node.parent, current.contains(parent) else { continue }
            guard let to = effect(transition.options.leaves, on: node), let exit = engine.beginExit(ofLeft: node) else {
                continue
            }
            var request = transition.options.animation
            request.node = node.node
            request.values = to
            request.done = transition.begin(in: self)
            beginExit(exit, request, in: engine)
        }
    }

    /// The values at the other end of an effect; nil for none.
    private func effect(_ effect: TransitionEffect, on node: ShownNode) -> PresentedValues? {
        if effect == .none { return nil }
        var values = PresentedValues(opacity: 0)
        var transform = node.values.transform
        switch effect {
        case .none, .fade: return values
        case .scale: transform = AffineTransform(xx: 0.8, yx: 0, xy: 0, yy: 0.8, x0: 0, y0: 0).after(transform)
        case .left: transform.x0 -= node.frame.size.width
        case .right: transform.x0 += node.frame.size.width
        case .top: transform.y0 -= node.frame.size.height
        case .bottom: transform.y0 += node.frame.size.height
        }
        if !reducesMotion {
            values.fields.formUnion(.transform)
            values.transform = transform
        }
        return values
    }
}
