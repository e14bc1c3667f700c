import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaMotion
import LaminaNode

/// A value that animations add to.
struct AddedValue {
    /// What is shown without them.
    var base: Channels
    /// Whether that is presented; else it is what the node has.
    var isPresented: Bool
    /// What is shown with them: something else that is presented is a new base.
    var shown: Channels
}

/// Animations that add to what is shown otherwise: a shake on top of a move. They take nothing over, and nothing takes
/// over from them; when they are over, what they added is gone.
extension Animator {
    /// What has a zero, and differences.
    static let addends: PresentedFields = [.position, .boundsOrigin, .transform, .zPosition]

    /// Begins an animation of differences: from those of `request.values` to none, or from none through keyframes.
    func startAdding(_ request: AnimationRequest, of group: AnimationGroup?, in engine: Engine) -> UInt64 {
        var tracks: ContiguousArray<AnimationTrack> = []
        let speed = group?.speed ?? request.speed
        for field in AnimatedField.all where request.values.fields.contains(field.field) {
            var moving = MovingValue(at: field.difference(of: request.values))
            if let given = request.velocity, field.field == .position || field.field == .boundsOrigin {
                moving.velocity = Channels(given.x, given.y, 0, 0, 0, 0, 0, 0) * (speed > 0 ? 1 / speed : 1)
            }
            if reducesMotion {
                tracks.append(AnimationTrack(field: field, movement: Movement(at: .zero)))
            } else if request.keyframes.isEmpty {
                tracks.append(AnimationTrack(field, request.timing, moving, to: .zero, field.tolerance))
            } else {
                moving.value = .zero
                tracks.append(keyframed(field, request, moving) { field.difference(of: $0) })
            }
        }
        return add(
            request, .addition, tracks, takesOver: false, isOnce: reducesMotion, of: group, in: engine)
    }

    /// Where a value is without what is added to it; nil where nothing is.
    func base(of field: AnimatedField, _ node: NodeID) -> Channels? { added[node]?[field.field.rawValue]?.base }

    /// Presents what is shown otherwise with all that is added to it now.
    func addUp(in engine: Engine) {
        // Looking at thousands for those that add costs a third of their values.
        if additions == 0 && added.isEmpty { return }
        let sums = sums()
        if sums.isEmpty && added.isEmpty { return }
        var changes: [PresentedChange] = []
        var cleared: [(node: NodeID, fields: PresentedFields)] = []
        let nodes = Set(sums.keys).union(added.keys).sorted { $0.index < $1.index }
        engine.context.nodes.withLock { store in
            for node in nodes {
                guard let index = store.find(node) else {
                    added[node] = nil
                    continue
                }
                let presented = store.presentedValues(of: index) ?? PresentedValues()
                let (values, gone) = addUp(node, sums[node] ?? [:], presented, store.ownValues(of: index))
                if !values.fields.isEmpty { changes.append(PresentedChange(node, values)) }
                if !gone.isEmpty { cleared.append((node, gone)) }
            }
        }
        engine.setPresented(changes)
        for (node, fields) in cleared { try? engine.clearPresented(fields, of: node) }
    }

    /// The values of one node with what is added, and those of which nothing is presented any more.
    private func addUp(
        _ node: NodeID, _ sums: [UInt32: Channels], _ presented: borrowing PresentedValues,
        _ own: borrowing PresentedValues
    ) -> (values: PresentedValues, gone: PresentedFields) {
        var values = PresentedValues()
        var gone: PresentedFields = []
        var known = added[node] ?? [:]
        for field in AnimatedField.all where !field.field.isDisjoint(with: Self.addends) {
            let (bit, before) = (field.field.rawValue, known[field.field.rawValue])
            if sums[bit] == nil && before == nil { continue }
            let isPresented = presented.fields.contains(field.field)
            let shown = field.channels(of: presented)
            var value = AddedValue(
                base: isPresented ? shown : field.channels(of: own), isPresented: isPresented, shown: .zero)
            if let before, isPresented, before.shown == shown {
                value.isPresented = before.isPresented
                value.base = before.isPresented ? before.base : field.channels(of: own)
            }
            if let sum = sums[bit] {
                field.put(value.base + sum, into: &values)
                value.shown = field.channels(of: values)
                known[bit] = value
            } else {
                if value.isPresented { field.put(value.base, into: &values) } else { gone.formUnion(field.field) }
                known[bit] = nil
            }
        }
        added[node] = known.isEmpty ? nil : known
        return (values, gone)
    }

    /// What all animations add at this moment, by node and field.
    private func sums() -> [NodeID: [UInt32: Channels]] {
        var sums: [NodeID: [UInt32: Channels]] = [:]
        for place in animations.indices {
            guard case .addition = animations[place].target, !animations[place].isOver else { continue }
            let (time, _) = animations[place].runTime(at: shownFrame, now: shownFrame)
            for track in animations[place].tracks {
                sums[animations[place].node, default: [:]][track.field.field.rawValue, default: .zero] +=
                    track.value(at: time, of: animations[place].timing)
            }
        }
        return sums
    }
}

extension AnimatedField {
    /// Values as differences: of a transform, what it does.
    func difference(of values: borrowing PresentedValues) -> Channels {
        let channels = channels(of: values)
        return field == .transform ? channels - TransformParts(.identity, near: 0).channels : channels
    }
}
