public import LaminaDisplay
public import LaminaGeometry
import LaminaLock
import LaminaMotion
public import LaminaNode

/// Transitions: what the host changes between their beginning and their end shows as movement, from what is shown to
/// where the next layout puts it. What was shown is in the layers, which are read later.
extension Animator {
    /// Transitions stand within others up to this depth.
    public static let deepest = 64

    /// Begins a transition, within the one that is open if one is, and returns the number of its group. Fails with
    /// `invalidArgument` for a timing that never ends.
    public func beginTransition(_ given: TransitionOptions, in engine: Engine) throws(LaminaError) -> UInt64 {
        if open.count >= Self.deepest {
            throw LaminaError(.invalidState, "\(open.count) transitions have begun: end some before the next one")
        }
        try given.animation.check()
        try given.animation.checkEnds()
        // What a finger moves follows it evenly.
        var options = given
        if options.animation.speed == 0 { options.hold() }
        // What changed up to here belongs to the one around it.
        if let outer = open.last { moveValues(outer, in: engine) }
        let transition = Transition(
            options, makeGroup(speed: options.animation.speed), known: engine.hasChanges ? engine.nodesChanged() : [:],
            names: options.namesNodes ? engine.names(of: options.names) : [:])
        open.append(transition)
        return transition.group.number
    }

    /// Ends the transition that began last. Fails with `invalidState` when none is open. `done` is called once all its
    /// movements are over.
    public func endTransition(
        _ done: (@Sendable (Bool) -> Void)?, in engine: Engine
    ) throws(LaminaError) {
        guard let transition = open.popLast() else {
            throw LaminaError(.invalidState, "no transition has begun")
        }
        transition.group.setDone(done)
        // Where nodes stand is known when they are laid out; all else is changed already.
        moveValues(transition, in: engine)
        if let outer = open.last { outer.known = engine.nodesChanged() }
        if engine.hasChanges {
            armed.append(transition)
        } else {
            transition.group.close(in: self)
        }
        deliverSoon()
    }

    /// Changes are about to be read into layers: what has changed, and what has been laid out, begins to move.
    func advanceTransitions(in engine: Engine) {
        if let inner = open.last {
            moveValues(inner, in: engine)
            for transition in open { transition.known = [:] }
        }
        if !defaults.isEmpty { moveDefaults(in: engine) }
        let progress = engine.layoutProgress
        if progress == .waiting { return }
        // What is laid out for several at once moves as the last one says.
        if let transition = armed.last ?? open.last {
            arrange(transition, engine.arrangedChanges(), in: engine)
            if let progress = transition.group.progress {
                move(transition.group.number, to: progress, at: shownFrame)
            }
        } else if exits > 0 {
            endExits(ofReturnedWith: engine.arrangedChanges().appeared, in: engine)
        }
        for transition in armed { transition.passes += 1 }
        // A host that changes something in every frame is never settled.
        let settled = armed.filter { progress == .settled || $0.passes >= 3 }
        armed.removeAll { progress == .settled || $0.passes >= 3 }
        for transition in settled { transition.group.close(in: self) }
    }

    /// Has values move that layers do not have yet, places and sizes aside.
    private func moveValues(_ transition: Transition, in engine: Engine) {
        let changes = engine.changedValues(since: transition.known)
        if changes.isEmpty { return }
        if !choose(transition, changes, .values, in: engine) { return }
        if !defaults.isEmpty {
            for change in changes { arrived[change.now.node, default: []].formUnion(change.fields) }
        }
        start(changes, transition, in: engine)
    }

    /// Has move what a layout has put elsewhere, appear what is new, and leave what is gone.
    private func arrange(_ transition: Transition, _ changes: ArrangedChanges, in engine: Engine) {
        if transition.options.namesNodes { learnNames(transition, changes.appeared, in: engine) }
        let matches = match(transition, changes, in: engine)
        let movements = matches.changes.isEmpty ? changes.moved : changes.moved + matches.changes
        var appeared = changes.appeared.filter { !matches.appeared.contains($0.node) }
        guard choose(transition, movements, .moves, in: engine), choose(transition, appeared, .appears, in: engine),
            choose(transition, changes.left, .leaves, in: engine)
        else { return }
        let within = nodesWithin(changes.appeared, transition, matches, in: engine)
        appeared += within
        let faded = nodesFaded(within, by: changes.appeared, transition, matches, in: engine)
        var delays: [NodeID: Double] = [:]
        if transition.options.stagger > 0 {
            let nodes = movements.map(\.now) + appeared + changes.left
            delays = self.delays(of: nodes, transition.options.stagger)
        }
        for change in movements { fadeContents(of: change, transition, in: engine) }
        start(movements, transition, delays, in: engine)
        for node in appeared {
            let isFaded = faded.contains(node.node)
            appear(node, transition, isFaded: isFaded, delay: delays[node.node] ?? 0, in: engine)
        }
        endExits(ofReturnedWith: changes.appeared, in: engine)
        for node in changes.left {
            leave(node, transition, matches, delay: delays[node.node] ?? 0, in: engine)
            leaveMatched(below: node, transition, matches, delays, in: engine)
        }
    }

    /// Later ones begin later: from the top to the bottom, and from the left to the right.
    private func delays(of nodes: [ShownNode], _ stagger: Double) -> [NodeID: Double] {
        let places = nodes.indices.sorted {
            let (a, b) = (nodes[$0].frame.origin, nodes[$1].frame.origin)
            return (a.y, a.x, $0) < (b.y, b.x, $1)
        }
        var delays: [NodeID: Double] = [:]
        for (order, place) in places.enumerated() { delays[nodes[place].node] = Double(order) * stagger }
        return delays
    }

    // MARK: One node

    func request(_ transition: Transition, _ node: NodeID, delay: Double) -> AnimationRequest {
        var request = transition.options.animation
        if transition.hasRules {
            let rule = transition.rule(of: node)
            if let own = rule.animation { request = own }
            request.values.contentsAnchor = rule.contentsAnchor
        }
        request.node = node
        request.delay += delay
        request.endsAtModel = true
        return request
    }

    private func start(
        _ changes: [ShownChange], _ transition: Transition, _ delays: [NodeID: Double] = [:], in engine: Engine
    ) {
        animations.reserveCapacity(animations.count + changes.count)
        // One request for all that no rule concerns: it is large, and a copy of it counts.
        var request = request(transition, Animator.noNode, delay: 0)
        request.timingNumber = timingNumber(of: request)
        for number in changes.indices {
            let node = changes[number].now.node
            var scale: Point?
            if transition.hasRules {
                let rule = transition.rule(of: node)
                if !rule.moves { continue }
                scale = rule.scale(of: changes[number])
                request = self.request(transition, node, delay: delays[node] ?? 0)
            } else if !delays.isEmpty {
                request.delay = transition.options.animation.delay + (delays[node] ?? 0)
            }
            (request.node, request.values.fields) = (node, changes[number].fields)
            if scale != nil {
                request.values.fields.remove(.size)
                request.values.fields.insert(.transform)
            }
            start(request, changes[number], scaledBy: scale, of: transition.group, in: engine)
        }
    }

    /// Of no node.
    static var noNode: NodeID { NodeID(index: -1, generation: 0) }

    private func start(
        _ request: AnimationRequest, _ change: ShownChange, shift: Point = .zero, scaledBy scale: Point? = nil,
        of group: AnimationGroup?, in engine: Engine
    ) {
        if count >= Self.greatest { return }
        if change.now.isRasterized && request.values.fields.contains(.size) {
            var pinned = request
            pinned.values.fields.remove(.size)
            pinned.values.fields.insert(.position)
            let shift = change.shift(pinnedAt: request.values.contentsAnchor)
            return start(pinned, change, shift: shift, scaledBy: scale, of: group, in: engine)
        }
        var shown = change.before.values(by: change.now.anchor)
        if let presented = change.presented { shown.merge(presented.values) }
        if change.fadesIn { shown.opacity = 0 }
        var target = change.now.values
        target.contentsAnchor = request.values.contentsAnchor
        _ = begin(request, from: shown, to: target, shift: shift + change.shift, scaledBy: scale, of: group, in: engine)
    }

    /// `isFaded`: it fades in already, with what it stands in.
    private func appear(
        _ node: ShownNode, _ transition: Transition, isFaded: Bool, delay: Double, in engine: Engine
    ) {
        let rule = transition.rule(of: node.node)
        if count >= Self.greatest { return }
        if comeBack(node, transition, isAtOnce: rule.appears == .none, delay: delay, in: engine) { return }
        guard let from = values(of: rule.appears, rule, on: node) else { return }
        var request = request(transition, node.node, delay: delay)
        request.values.fields = isFaded ? from.fields.subtracting(.opacity) : from.fields
        if request.values.fields.isEmpty { return }
        _ = begin(request, from: from, to: node.values, of: transition.group, in: engine)
    }

    /// Has what is gone leave with what is shown of it, to where something of its name is now.
    private func leave(
        _ node: ShownNode, _ transition: Transition, _ matches: TransitionMatches, delay: Double, in engine: Engine
    ) {
        let rule = transition.rule(of: node.node)
        guard count < Self.greatest, let to = matches.left[node.node] ?? values(of: rule.leaves, rule, on: node),
            let exit = engine.beginExit(ofLeft: node)
        else { return }
        var request = request(transition, node.node, delay: delay)
        request.endsAtModel = false
        request.values = to
        let opacity = engine.presented(ofExit: exit)?.opacity ?? 1
        beginExit(exit, request, of: transition.group, in: engine)
        guard let over = matches.over[node.node], let last = animations.indices.last,
            case .exit(exit) = animations[last].target
        else { return }
        engine.put(exit: exit, below: over)
        let tracks = places(of: over).lazy.compactMap {
            self.animations[$0].tracks.first { $0.field.field == .opacity }
        }
        guard let start = tracks.first?.movement.from[0] else { return }
        animations[last].crossFade = CrossFade(node: over, start: start, leaving: opacity)
    }

    /// The values at the other end of an effect; nil for none.
    func values(
        of effect: TransitionEffect, _ rule: TransitionRule, on node: ShownNode
    ) -> PresentedValues? {
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
        case .own:
            values = rule.values
            if reducesMotion { values.fields.subtract([.position, .size, .boundsOrigin, .transform]) }
            return values.fields.isEmpty ? nil : values
        }
        if !reducesMotion {
            values.fields.formUnion(.transform)
            values.transform = transform
        }
        return values
    }

    // MARK: Defaults

    /// Has changes of some fields of a node move outside of transitions, too; no fields end that. Fails with
    /// `invalidHandle` when it is gone.
    public func setDefault(
        _ animation: DefaultAnimation, of node: NodeID, in engine: Engine
    ) throws(LaminaError) {
        try animation.animation.check()
        let isThere = engine.context.nodes.withLock { store in
            // Those of nodes that are gone go when another one is set.
            defaults = defaults.filter { store.find($0.key) != nil }
            return store.find(node) != nil
        }
        if !isThere { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        defaults[node] = animation.fields.isEmpty ? nil : animation
    }

    private func moveDefaults(in engine: Engine) {
        let inScope = open.last?.known ?? [:]
        var changes = engine.changedValues(since: inScope)
        if armed.isEmpty && open.isEmpty { changes += engine.arrangedChanges().moved }
        for change in changes {
            guard let animation = defaults[change.now.node] else { continue }
            var request = animation.animation
            request.node = change.now.node
            request.endsAtModel = true
            request.values.fields = change.fields.intersection(animation.fields)
                .subtracting(fieldsUnderWay(to: change.now)).subtracting(arrived[change.now.node] ?? [])
            if request.values.fields.isEmpty { continue }
            start(request, change, of: nil, in: engine)
        }
    }

    func places(of node: NodeID) -> [Int] {
        guard Int(node.index) < lastOfNode.count else { return [] }
        var (found, next): ([Int], UInt64) = ([], lastOfNode[Int(node.index)])
        while next != 0, let place = place(of: next) {
            if animations[place].node == node { found.append(place) }
            next = animations[place].previous
        }
        return found
    }

    /// What is on its way already to where a node has it now.
    private func fieldsUnderWay(to node: ShownNode) -> PresentedFields {
        var fields: PresentedFields = []
        let values = node.values
        for place in places(of: node.node) where animations[place].endsAtModel {
            var others: PresentedFields = []
            for track in animations[place].tracks {
                let isUnderWay = track.target(values) == track.movement.to
                if isUnderWay { fields.formUnion(track.field.field) } else { others.formUnion(track.field.field) }
            }
            fields.subtract(others)
        }
        return fields
    }
}
