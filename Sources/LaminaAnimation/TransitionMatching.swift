import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// What stands for the same thing before and after a transition, by its name: the photo of a card and that of its page.
struct TransitionMatches {
    /// From where one was shown to where the other is.
    var changes: [ShownChange] = []
    var appeared: Set<NodeID> = []
    /// Where those that leave go.
    var left: [NodeID: PresentedValues] = [:]
    /// What fades in over those that leave.
    var over: [NodeID: NodeID] = [:]
}

extension Animator {
    /// Pairs what appears, leaves or stays by the names that rules match: one of them has to appear or leave. Of a name
    /// that several have on a side, none is matched.
    func match(_ transition: Transition, _ changes: ArrangedChanges, in engine: Engine) -> TransitionMatches {
        var matches = TransitionMatches()
        for rule in transition.options.rules where rule.matches {
            guard let name = rule.name else { continue }
            let appeared = engine.nodes(named: name, below: changes.appeared)
            let left = engine.layers(below: changes.left) { transition.names[$0] == name }
            let stays = transition.names.filter { entry in
                entry.value == name && !left.contains { $0.node == entry.key }
                    && !appeared.contains { $0.node == entry.key }
            }.compactMap { engine.layer(of: $0.key) }
            if appeared.count == 1, left.count == 1 || left.isEmpty && stays.count == 1 {
                let other = left.first ?? stays[0]
                endMovements(ofReturned: appeared[0].node, in: engine)
                guard var change = engine.change(from: other, to: appeared[0]) else { continue }
                // Within something else that fades, it is there at once.
                let isBeside = !left.isEmpty && other.parent == appeared[0].parent
                if isBeside && rule.appears != .none {
                    (change.fadesIn, matches.over[other.node]) = (true, appeared[0].node)
                    change.fields.insert(.opacity)
                }
                // One that comes back goes on from where it is.
                if exitUnderWay(of: appeared[0].node) == nil {
                    matches.changes.append(change)
                    matches.appeared.insert(appeared[0].node)
                }
                if !left.isEmpty {
                    matches.left[other.node] = engine.place(of: other, with: change, scales: rule.scales)
                }
            } else if appeared.isEmpty, left.count == 1, stays.count == 1 {
                // What leaves with what is around it fades with that: the one that stays comes from there.
                if changes.left.contains(where: { $0.node == left[0].node }) {
                    matches.left[left[0].node] = engine.place(of: left[0], at: stays[0], scales: rule.scales)
                } else if let change = engine.change(from: left[0], to: stays[0]) {
                    matches.changes.append(change)
                    matches.left[left[0].node] = engine.place(of: left[0], with: change, scales: rule.scales)
                }
            }
        }
        return matches
    }

    /// Where a node was on its way when it left with its page does not count when it comes back from its match.
    private func endMovements(ofReturned node: NodeID, in engine: Engine) {
        for number in places(of: node).map({ animations[$0].number }) {
            guard let place = place(of: number), animations[place].endsAtModel,
                case .node = animations[place].target
            else { continue }
            try? engine.clearPresented(animations[place].fields, of: node)
            end(number, finished: false, in: engine)
        }
    }

    /// Has what is below one that leaves go along with its match, from rest as that. It fades with what is around it.
    func leaveMatched(
        below top: ShownNode, _ transition: Transition, _ matches: TransitionMatches, _ delays: [NodeID: Double],
        in engine: Engine
    ) {
        if matches.left.isEmpty || reducesMotion || exitUnderWay(of: top.node) == nil { return }
        for node in engine.layers(below: [top], { $0 != top.node && matches.left[$0] != nil }) {
            guard count < Self.greatest, var to = matches.left[node.node], let exit = engine.beginExit(ofLeft: node)
            else { continue }
            let match = matches.changes.first { $0.before.node == node.node }?.now.node
            var request = request(transition, node.node, delay: match.flatMap { delays[$0] } ?? 0)
            to.fields.remove(.opacity)
            (request.node, request.endsAtModel, request.values) = (Self.noNode, false, to)
            beginExit(exit, request, of: transition.group, in: engine)
        }
    }

    /// The names of what is new, and of what is below it; of all else they are known from the beginning.
    func learnNames(_ transition: Transition, _ appeared: [ShownNode], in engine: Engine) {
        if appeared.isEmpty { return }
        transition.names.merge(engine.names(of: transition.options.names, below: appeared)) { $1 }
    }

    /// Has what was drawn for another size fade out over what is drawn for this one.
    func fadeContents(of change: ShownChange, _ transition: Transition, in engine: Engine) {
        let rule = transition.rule(of: change.now.node)
        if !change.fields.contains(.size) || !rule.fadesContents || rule.scales { return }
        // One that stands elsewhere goes along itself.
        if change.before.node != change.now.node && change.before.parent != change.now.parent { return }
        fadeContents(of: change.before, at: change.now.node, transition, of: transition.group, in: engine)
    }

    /// Has what is drawn of something fade out at the corner of a node that is drawn anew.
    func fadeContents(
        of before: ShownNode, at node: NodeID, _ transition: Transition, of group: AnimationGroup?, in engine: Engine
    ) {
        guard count < Self.greatest, let exit = engine.beginCopy(of: before) else { return }
        var request = transition.options.animation
        request.node = Self.noNode
        request.values = PresentedValues(opacity: 0)
        beginExit(exit, request, of: group, in: engine)
        if let last = animations.indices.last, case .exit(exit) = animations[last].target {
            let anchor = transition.rule(of: node).contentsAnchor
            animations[last].followed = FollowedContents(node: node, size: before.frame.size, anchor: anchor)
        }
    }
}

extension ShownChange {
    /// How far a picture that is there in its new size has to be moved for a point of it, by shares of its size, to be
    /// where it was.
    func shift(pinnedAt point: Point) -> Point {
        let (before, now) = (before.frame.size, now.frame.size)
        return Point(
            x: (before.width - now.width) * (point.x - self.now.anchor.x),
            y: (before.height - now.height) * (point.y - self.now.anchor.y))
    }
}

extension TransitionRule {
    /// How much larger something was than it is, where its size is to be scaled.
    func scale(of change: ShownChange) -> Point? {
        let (before, now) = (change.before.frame.size, change.now.frame.size)
        guard scales, change.fields.contains(.size), now.width > 0, now.height > 0 else { return nil }
        return Point(x: before.width / now.width, y: before.height / now.height)
    }
}
