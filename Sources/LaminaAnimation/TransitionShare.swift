public import LaminaDisplay
public import LaminaGeometry
import LaminaMotion
public import LaminaNode

/// The share in a transition of someone who presents nodes where they stand, as a list its rows: it begins their
/// movements itself, also after the end of the transition, which is not over as long as there are shares. Owner thread.
public final class TransitionShare {
    fileprivate let transition: Transition
    /// Rules of this node are for those that it places.
    fileprivate let owner: NodeID
    /// The transition waits for it. What moves by it later, to correct what moves, is no part of that any more.
    public fileprivate(set) var isOpen = true
    fileprivate var group: AnimationGroup? { isOpen ? transition.group : nil }

    fileprivate init(_ transition: Transition, _ owner: NodeID) { (self.transition, self.owner) = (transition, owner) }

    /// A finger moves the transition.
    public var isHeld: Bool { transition.options.animation.speed == 0 }
    /// Seconds by which each further one begins later.
    public var stagger: Double { transition.options.stagger }

    fileprivate func rule(of node: NodeID) -> TransitionRule {
        let rules = transition.options.rules
        if rules.isEmpty { return transition.options.rest }
        return rules.first { $0.concerns(node, transition.names[node]) || $0.node == owner } ?? transition.options.rest
    }
}

extension Animator {
    /// Takes a share in the transition that is open; nil when none is.
    public func takeShare(for owner: NodeID) -> TransitionShare? {
        guard let transition = open.last else { return nil }
        transition.group.begin()
        return TransitionShare(transition, owner)
    }

    /// The transition is to wait no longer.
    public func give(back share: TransitionShare) {
        if !share.isOpen { return }
        share.isOpen = false
        share.transition.group.end(finished: true, in: self)
        deliverSoon()
    }

    /// Moves a node to where it stands now, from where it stood before, or is on its way. `shift`: how far the space in
    /// which it stands was moved meanwhile.
    public func move(
        _ node: NodeID, from before: Point, shift: Point, to place: Point, delay: Double, _ share: TransitionShare,
        in engine: Engine
    ) {
        let rule = share.rule(of: node)
        if !rule.moves || count >= Self.greatest {
            stop(node, in: engine)
            engine.setPresented([PresentedChange(node, PresentedValues(position: place))])
            return
        }
        var request = request(share, rule, node, delay: delay)
        request.values = PresentedValues(position: place)
        let shown = PresentedValues(position: before)
        _ = begin(request, from: shown, to: request.values, shift: shift, of: share.group, in: engine)
    }

    /// Has a node appear where it stands. `isBelow`: below what makes room for it.
    public func appear(
        _ node: NodeID, isBelow: Bool, delay: Double, _ share: TransitionShare, in engine: Engine
    ) {
        let rule = share.rule(of: node)
        guard count < Self.greatest, let now = engine.node(node), let from = values(of: rule.appears, rule, on: now)
        else { return }
        var request = request(share, rule, node, delay: delay)
        if isBelow, let shown = try? engine.presented(of: node) {
            // Whoever presents it above or below others has it stay there.
            request.endsAtModel = !shown.fields.contains(.zPosition)
            request.values = PresentedValues(zPosition: shown.zPosition)
            let below = PresentedValues(zPosition: shown.zPosition - 0.5)
            _ = begin(request, from: below, to: request.values, of: share.group, in: engine)
        }
        (request.values.fields, request.endsAtModel) = (from.fields, true)
        _ = begin(request, from: from, to: now.values, of: share.group, in: engine)
    }

    /// Has what is shown of a node leave once the node does; the node itself moves no more. False when it is to be gone
    /// at once. `place`: where it goes, out of sight, rather than leave where it is; `order`: its z position meanwhile.
    public func leave(
        _ node: NodeID, to place: Point? = nil, order: Double? = nil, shift: Point, _ share: TransitionShare,
        in engine: Engine
    ) -> Bool {
        let rule = share.rule(of: node)
        let goal = rule.moves && !reducesMotion ? place.map { PresentedValues(position: $0) } : nil
        guard count < Self.greatest, let shown = engine.layer(of: node),
            let to = goal ?? values(of: rule.leaves, rule, on: shown), let exit = try? engine.beginExit(of: node)
        else { return false }
        var start = PresentedValues()
        start.fields = []
        if let order { (start.fields, start.zPosition) = (.zPosition, order) }
        if let now = try? engine.presented(of: node) {
            start.fields.insert(.position)
            start.position = now.position + shift
        }
        _ = engine.setPresented(start, ofExit: exit)
        for field in Self.ofPlaced { _ = take(field, of: node, for: Beginning(), share.group, in: engine) }
        // The node may show something else meanwhile, which is to move as it does.
        var request = request(share, rule, Self.noNode, delay: 0)
        request.values = to
        beginExit(exit, request, of: share.group, in: engine)
        return true
    }

    /// Has what is drawn of a node fade out over what it is going to be drawn as.
    public func fadeContents(of node: NodeID, _ share: TransitionShare, in engine: Engine) {
        guard share.rule(of: node).fadesContents, let before = engine.layer(of: node) else { return }
        fadeContents(of: before, at: node, share.transition, of: share.group, in: engine)
    }

    /// Ends what moves, or has appear, a node: it stands where it is presented next, as it is.
    public func stop(_ node: NodeID, in engine: Engine) {
        for field in Self.ofPlaced {
            guard take(field, of: node, in: engine) != nil else { continue }
            if field.field != .position { try? engine.clearPresented(field.field, of: node) }
        }
    }

    /// Whether an animation of the node is under way.
    public func moves(_ node: NodeID) -> Bool {
        guard node.index >= 0, Int(node.index) < lastOfNode.count else { return false }
        var next = lastOfNode[Int(node.index)]
        while next != 0, let place = place(of: next) {
            if animations[place].node == node && animations[place].isOfNode { return true }
            next = animations[place].previous
        }
        return false
    }

    /// What is animated of nodes that somebody else places.
    private static let ofPlaced = AnimatedField.all.filter {
        !$0.field.isDisjoint(with: [.position, .opacity, .transform, .zPosition])
    }

    private func request(
        _ share: TransitionShare, _ rule: TransitionRule, _ node: NodeID, delay: Double
    ) -> AnimationRequest {
        var request = rule.animation ?? share.transition.options.animation
        (request.node, request.endsAtModel, request.settles) = (node, false, true)
        request.delay += delay
        return request
    }
}
