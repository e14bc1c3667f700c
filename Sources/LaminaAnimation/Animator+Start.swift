public import LaminaDisplay
public import LaminaGeometry
import LaminaLock
import LaminaMotion
import LaminaNode

extension Animator {
    public static let greatest = 1_000_000

    /// Begins an animation with the next frame and returns its number; where the same values of the node move already,
    /// it goes on from them as if the frame were the last one. Fails with `invalidHandle` when the node is gone,
    /// `invalidArgument` for a timing that never ends.
    public func start(_ request: AnimationRequest, in engine: Engine) throws(LaminaError) -> UInt64 {
        try request.check()
        if request.values.fields.isEmpty {
            throw LaminaError(.invalidArgument, "values->fields names no value; an animation moves at least one")
        }
        try checkRoom()
        let group = scope(of: request)
        if request.adds {
            _ = try engine.presented(of: request.node)
            let number = startAdding(request, of: group, in: engine)
            deliverSoon()
            return number
        }
        let shown = try engine.presented(of: request.node)
        let target = try self.target(of: request, in: engine)
        let number = begin(request, from: shown, to: target, of: group, in: engine)
        deliverSoon()
        return number
    }

    /// What begins in a transition belongs to it, unless it never ends.
    func scope(of request: AnimationRequest) -> AnimationGroup? { request.runs.isFinite ? open.last?.group : nil }

    func checkRoom() throws(LaminaError) {
        if count < Self.greatest { return }
        throw LaminaError(.outOfRange, "there are \(count) animations already; a context has at most that")
    }

    /// Begins an animation of the fields that a request names. `shown`: where what does not move yet is shown. `shift`:
    /// how far what it stands in has been moved under it since. `scale`: how much larger it was than it is by now.
    func begin(
        _ request: AnimationRequest, from shown: borrowing PresentedValues, to target: borrowing PresentedValues,
        shift: Point = .zero, scaledBy scale: Point? = nil, of group: AnimationGroup? = nil, in engine: Engine
    ) -> UInt64 {
        // What follows a finger goes on as it was thrown.
        var reduces = reducesMotion
        if case .decay = request.timing { reduces = false }
        var tracks: ContiguousArray<AnimationTrack> = []
        tracks.reserveCapacity(request.values.fields.rawValue.nonzeroBitCount)
        var (takesOver, isHeld) = (false, false)
        let next = Beginning(delay: request.delay, speed: group?.speed ?? request.speed)
        for field in AnimatedFields(request, from: shown, to: target) {
            var moving = MovingValue(at: field.channels(of: shown))
            if let base = base(of: field, request.node) { moving.value = base }
            if let taken = take(field, of: request.node, for: next, group, in: engine) {
                moving = taken
                (takesOver, isHeld) = (true, isHeld || taken.taken != .zero)
            }
            if field.field == .position { moving.shift(by: Channels(shift.x, shift.y, 0, 0, 0, 0, 0, 0)) }
            if field.field == .size {
                (moving.value[2], moving.value[3]) = (target.contentsAnchor.x, target.contentsAnchor.y)
            }
            if let scale, field.field == .transform { moving.scale(by: TransformParts.scale(scale)) }
            if let given = request.velocity, !field.field.isDisjoint(with: [.position, .boundsOrigin]) {
                moving.velocity = Channels(given.x, given.y, 0, 0, 0, 0, 0, 0) * (next.speed > 0 ? 1 / next.speed : 1)
            }
            let jumps = reduces && field.isMovement
            if !request.keyframes.isEmpty && !jumps {
                tracks.append(keyframed(field, request, moving))
                continue
            }
            let to = field.matched(field.channels(of: target, near: moving.value), to: moving.value)
            moving.value = field.matched(moving.value, to: to)
            tracks.append(
                jumps
                    ? AnimationTrack(field: field, movement: Movement(at: to))
                    : AnimationTrack(field, request.timing, moving, to: to, field.tolerance))
        }
        takeRest(ofGradient: request.node, behind: tracks, in: engine)
        if reduces { fadeIn(&tracks, request, shown, in: engine) }
        // Nothing that moves repeats.
        let isOnce = reduces && !request.values.fields.isDisjoint(with: AnimatedField.movements)
        let number = add(
            request, .node, tracks, takesOver: takesOver, isOnce: isOnce, keeping: shown.fields, of: group, in: engine)
        // Where a finger was moving it, the last frame is the one that showed it.
        if isHeld { animations[animations.count - 1].playback.start(at: shownFrame) }
        return number
    }

    /// The way of a value through the keyframes that name it.
    func keyframed(
        _ field: AnimatedField, _ request: AnimationRequest, _ moving: MovingValue,
        _ channels: ((borrowing PresentedValues) -> Channels)? = nil
    ) -> AnimationTrack {
        var legs: [AnimationTrack.Leg] = []
        guard case .curve(_, let duration) = request.timing else {
            return AnimationTrack(field: field, movement: Movement(at: moving.value))
        }
        var (place, at) = (moving.value, 0.0)
        for keyframe in request.keyframes where keyframe.values.fields.contains(field.field) {
            let given = channels?(keyframe.values) ?? field.channels(of: keyframe.values, near: place)
            let to = field.matched(given, to: place)
            place = field.matched(place, to: to)
            let timing = Timing.curve(keyframe.curve, duration: (keyframe.at - at) * duration)
            let movement = Movement(
                timing, from: place, to: to, velocity: legs.isEmpty ? moving.velocity : .zero,
                tolerance: field.tolerance)
            legs.append(AnimationTrack.Leg(start: at * duration, timing, movement))
            (place, at) = (to, keyframe.at)
        }
        let first = legs.first?.movement ?? Movement(at: moving.value)
        if let lead = moving.lead { legs.insert(lead, at: 0) }
        return AnimationTrack(field: field, movement: first, taken: moving.taken, legs: legs)
    }

    /// `presented`: what was presented before it, and stays so when it is over, unless it is what the request names.
    func add(
        _ request: AnimationRequest, _ target: AnimationTarget, _ tracks: ContiguousArray<AnimationTrack>,
        takesOver: Bool, isOnce: Bool = false, keeping presented: PresentedFields = [], of group: AnimationGroup? = nil,
        in engine: Engine
    ) -> UInt64 {
        var playback = Playback(
            duration: Animation.duration(of: tracks), delay: request.delay, runs: isOnce ? 1 : request.runs,
            autoreverses: request.autoreverses && !isOnce, speed: group?.speed ?? request.speed)
        // What is on its way loses no frame.
        if takesOver, let currentFrame { playback.start(at: currentFrame) }
        var fields: PresentedFields = []
        for index in tracks.indices { fields.formUnion(tracks[index].field.field) }
        let named = request.values.fields
        let cleared = fields.subtracting(named.union(presented)).union(request.endsAtModel ? named : [])
        let number = nextNumber()
        animations.append(
            Animation(
                number: number, target, request, previous: link(number, of: request.node),
                timingNumber: timingNumber(of: request), cleared: cleared, playback, tracks, of: group))
        note(target, 1)
        group?.begin()
        engine.noteMotion()
        return number
    }

    /// Moves what an exit keeps from what it shows to `request.values`, and ends the exit then.
    func beginExit(_ exit: UInt64, _ request: AnimationRequest, of group: AnimationGroup?, in engine: Engine) {
        guard let shown = engine.presented(ofExit: exit) else {
            _ = engine.endExit(exit)
            return
        }
        var tracks: ContiguousArray<AnimationTrack> = []
        var takesOver = false
        for field in AnimatedFields(request, from: shown, to: request.values) {
            if reducesMotion && field.isMovement { continue }
            let next = Beginning(delay: request.delay, speed: group?.speed ?? request.speed)
            let taken = take(field, of: request.node, for: next, in: engine)
            // A node that comes back begins as it is.
            if taken != nil {
                takesOver = true
                try? engine.clearPresented(field.field, of: request.node)
            }
            var moving = taken ?? MovingValue(at: field.channels(of: shown))
            let to = field.matched(field.channels(of: request.values, near: moving.value), to: moving.value)
            moving.value = field.matched(moving.value, to: to)
            tracks.append(AnimationTrack(field, request.timing, moving, to: to, field.tolerance))
        }
        takeRest(ofGradient: request.node, behind: tracks, in: engine)
        _ = add(request, .exit(exit), tracks, takesOver: takesOver, of: group, in: engine)
    }

    private func target(of request: AnimationRequest, in engine: Engine) throws(LaminaError) -> PresentedValues {
        if let last = request.keyframes.last {
            var values = request.keyframes[0].values
            for keyframe in request.keyframes { values.merge(keyframe.values) }
            values.merge(last.values)
            return values
        }
        if !request.endsAtModel { return request.values }
        let own = engine.context.nodes.withLock { store in
            store.find(request.node).map { store.ownValues(of: $0, request.values.fields) }
        }
        guard let own else { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        return own
    }

    // MARK: Reduced motion

    /// What would have moved is there at once and fades in, unless something moves its opacity already.
    private func fadeIn(
        _ tracks: inout ContiguousArray<AnimationTrack>, _ request: AnimationRequest,
        _ shown: borrowing PresentedValues, in engine: Engine
    ) {
        guard tracks.contains(where: \.field.isMovement), !tracks.contains(where: { $0.field.field == .opacity }),
            !places(of: request.node).contains(where: {
                animations[$0].isOfNode && animations[$0].fields.contains(.opacity)
            })
        else { return }
        var opacity = shown.opacity
        if !shown.fields.contains(.opacity) {
            let own = engine.context.nodes.withLock { store in store.find(request.node).map { store[$0].opacity } }
            opacity = own ?? opacity
        }
        let field = AnimatedField(field: .opacity)
        let to = Channels(opacity, 0, 0, 0, 0, 0, 0, 0)
        tracks.append(
            AnimationTrack(
                field: field,
                movement: Movement(request.timing, from: .zero, to: to, velocity: .zero, tolerance: field.tolerance)))
    }
}
