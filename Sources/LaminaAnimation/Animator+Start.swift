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
        if animations.count >= Self.greatest {
            throw LaminaError(.outOfRange, "there are \(animations.count) animations already; a context has at most that")
        }
        if request.values.fields.isEmpty {
            throw LaminaError(.invalidArgument, "values->fields names no value; an animation moves at least one")
        }
        let shown = try engine.presented(of: request.node)
        let target = try self.target(of: request, in: engine)
        var request = request
        // What follows a finger goes on as it was thrown.
        var reduces = reducesMotion
        if case .decay = request.timing { reduces = false }
        if reduces { reduceMotion(&request) }
        var tracks: [AnimationTrack] = []
        var takesOver = false
        for field in AnimatedField.all where request.values.fields.contains(field.field) {
            let moving = take(field, of: request.node, in: engine)
            if moving != nil { takesOver = true }
            let from = moving?.value ?? field.channels(of: shown)
            let jumps = reduces && field.isMovement
            let wanted = field.channels(of: target, near: from)
            let to = field.matched(wanted, to: from)
            let start = field.matched(from, to: to)
            var velocity = moving?.velocity ?? .zero
            if let given = request.velocity, !field.field.isDisjoint(with: [.position, .boundsOrigin]) {
                velocity = Channels(given.x, given.y, 0, 0, 0, 0, 0, 0)
            }
            let movement =
                jumps
                ? Movement(.curve(.linear, duration: 0), from: to, to: to, velocity: .zero, tolerance: field.tolerance)
                : Movement(request.timing, from: start, to: to, velocity: velocity, tolerance: field.tolerance)
            tracks.append(AnimationTrack(field: field, movement: movement))
        }
        if reduces { fadeIn(&tracks, to: shown.opacity, request) }
        return add(request, tracks, takesOver: takesOver, in: engine)
    }

    private func add(
        _ request: AnimationRequest, _ tracks: [AnimationTrack], takesOver: Bool, in engine: Engine
    ) -> UInt64 {
        var playback = Playback(
            duration: Animation.duration(of: tracks), delay: request.delay, runs: request.runs,
            autoreverses: request.autoreverses, speed: request.speed)
        // What is on its way loses no frame.
        if takesOver, let currentFrame { playback.start(at: currentFrame) }
        let number = nextNumber()
        let fields = tracks.reduce(into: PresentedFields()) { $0.formUnion($1.field.field) }
        animations.append(
            Animation(
                number: number, node: request.node, timing: request.timing, endsAtModel: request.endsAtModel,
                cleared: request.endsAtModel ? fields : fields.subtracting(request.values.fields), playback: playback, tracks: tracks, done: request.done))
        numbers[request.node, default: []].append(number)
        engine.noteMotion()
        deliverSoon()
        return number
    }

    private func target(of request: AnimationRequest, in engine: Engine) throws(LaminaError) -> PresentedValues {
        if !request.endsAtModel { return request.values }
        let own = engine.context.nodes.withLock { store in store.find(request.node).map { store.ownValues(of: $0) } }
        guard let own else { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        return own
    }

    /// Takes a value away from the animation that moves it, and says where it is in the last frame and how fast. An
    /// animation that has none left ends.
    private func take(
        _ field: AnimatedField, of node: NodeID, in engine: Engine
    ) -> (value: Channels, velocity: Channels)? {
        for number in numbers[node] ?? [] {
            guard let place = place(of: number),
                let index = animations[place].tracks.firstIndex(where: { $0.field.field == field.field })
            else { continue }
            let (time, direction) = animations[place].runTime(at: shownFrame)
            let track = animations[place].tracks.remove(at: index)
            let isShown = animations[place].isShown
            if animations[place].tracks.isEmpty { end(number, finished: false, in: engine) }
            if !isShown { return nil }
            return (track.movement.value(at: time), track.movement.velocity(at: time) * direction)
        }
        return nil
    }

    // MARK: Reduced motion

    /// Nothing that moves repeats.
    private func reduceMotion(_ request: inout AnimationRequest) {
        let moves = AnimatedField.all.contains { $0.isMovement && request.values.fields.contains($0.field) }
        if moves { (request.runs, request.autoreverses) = (1, false) }
    }

    /// What would have moved is there at once and fades in.
    private func fadeIn(_ tracks: inout [AnimationTrack], to opacity: Double, _ request: AnimationRequest) {
        guard tracks.contains(where: \.field.isMovement), !tracks.contains(where: { $0.field.field == .opacity }) else {
            return
        }
        let field = AnimatedField(field: .opacity)
        var timing = request.timing
        if case .curve = timing {} else { timing = .curve(.linear, duration: 0.25) }
        let to = Channels(opacity, 0, 0, 0, 0, 0, 0, 0)
        tracks.append(
            AnimationTrack(
                field: field,
                movement: Movement(timing, from: .zero, to: to, velocity: .zero, tolerance: field.tolerance)))
    }
}
