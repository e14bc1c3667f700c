import LaminaDisplay
import LaminaMotion
import LaminaNode

/// How animations end.
extension Animator {
    /// Ends an animation. One that came to its end shows the model again where it was to.
    func end(_ number: UInt64, finished: Bool, in engine: Engine) {
        guard let place = place(of: number) else { return }
        unlink(place)
        animations[place].isOver = true
        overCount += 1
        settle(animations[place], finished: finished, in: engine)
        // Without frames there would be ever more.
        if overCount > 64 && overCount > animations.count / 2 { removeOver() }
    }

    /// Gives the places of those that have ended to others.
    func removeOver() {
        if overCount == 0 { return }
        animations.removeAll { $0.isOver }
        overCount = 0
    }

    /// The same for many, which are in the order of their numbers: costs the number of all, once.
    func endAll(_ over: [(number: UInt64, finished: Bool)], in engine: Engine) {
        if over.isEmpty { return }
        var ending: [(Animation, finished: Bool)] = []
        for (number, finished) in over {
            guard let place = place(of: number) else { continue }
            unlink(place)
            ending.append((animations[place], finished))
            animations[place].isOver = true
            overCount += 1
        }
        removeOver()
        for (animation, finished) in ending { settle(animation, finished: finished, in: engine) }
    }

    /// An animation is over and not among the others any more.
    private func settle(_ animation: Animation, finished: Bool, in engine: Engine) {
        if case .exit(let exit) = animation.target { _ = engine.endExit(exit) }
        note(animation.target, -1)
        let isOfNode = if case .node = animation.target { true } else { false }
        // One that went back to its beginning stays there.
        if finished, isOfNode, animation.playback.speed >= 0 {
            var fields: PresentedFields = []
            for track in animation.tracks { fields.formUnion(track.field.field) }
            // A node that is gone shows nothing.
            try? engine.clearPresented(fields.intersection(animation.cleared), of: animation.node)
            if animation.endsAtModel && !defaults.isEmpty && engine.hasChanges {
                arrived[animation.node, default: []].formUnion(fields)
            }
        }
        if !finished && animation.settles && isOfNode && !animation.tracks.isEmpty {
            if animation.endsAtModel {
                try? engine.clearPresented(animation.fields, of: animation.node)
            } else {
                let end = animation.values(at: Animation.duration(of: animation.tracks))
                engine.setPresented([PresentedChange(animation.node, end)])
            }
        }
        if let done = animation.done { call(done, finished) }
        animation.group?.end(finished: finished, in: self)
    }

    /// Counts those that cost something while there is one.
    func note(_ target: AnimationTarget, _ change: Int) {
        switch target {
        case .addition: additions += change
        case .exit: exits += change
        default: break
        }
    }

    // MARK: Animations of a node

    /// Notes an animation that begins as the last of its node; returns the one before it.
    func link(_ number: UInt64, of node: NodeID) -> UInt64 {
        let index = Int(node.index)
        if index < 0 { return 0 }
        if index >= lastOfNode.count {
            lastOfNode.append(contentsOf: repeatElement(0, count: index + 1 - lastOfNode.count))
        }
        defer { lastOfNode[index] = number }
        return lastOfNode[index]
    }

    private func unlink(_ place: Int) {
        let (number, index) = (animations[place].number, Int(animations[place].node.index))
        if index < 0 { return }
        if lastOfNode[index] == number {
            lastOfNode[index] = animations[place].previous
            return
        }
        var next = lastOfNode[index]
        while next != 0, let behind = self.place(of: next) {
            if animations[behind].previous == number {
                animations[behind].previous = animations[place].previous
                return
            }
            next = animations[behind].previous
        }
    }

    /// Takes a value away from the animation that moves it, for another one that goes on from where it is in the last
    /// frame. An animation that has none left ends, uninterrupted if what takes over is of the same `group`.
    func take(
        _ field: AnimatedField, of node: NodeID, for beginning: Beginning = Beginning(), _ group: AnimationGroup? = nil,
        in engine: Engine
    ) -> MovingValue? {
        guard node.index >= 0, Int(node.index) < lastOfNode.count else { return nil }
        var next = lastOfNode[Int(node.index)]
        while next != 0, let place = place(of: next) {
            let number = next
            next = animations[place].previous
            if case .addition = animations[place].target { continue }
            guard animations[place].node == node,
                let index = animations[place].tracks.firstIndex(where: {
                    $0.field.field == field.field && $0.field.part.isSame(as: field.part)
                })
            else { continue }
            let isSame = group != nil && animations[place].group === group
            let track = animations[place].tracks.remove(at: index)
            // A shape of another kind has other numbers.
            let isSameKind = track.field.part == field.part
            let moving =
                isSameKind
                ? MovingValue(track, of: animations[place], at: shownFrame, now: now, beginning)
                : MovingValue(at: .zero)
            if animations[place].tracks.isEmpty { end(number, finished: isSame, in: engine) }
            return moving
        }
        return nil
    }
}
