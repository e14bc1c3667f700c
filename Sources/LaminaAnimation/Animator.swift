public import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaMotion
import LaminaNode

/// Animations of a context's nodes: what is presented of them follows the clock of frames. Owner thread.
///
/// An animation moves presented values alone; the model is where it ends, or knows nothing of it. One that begins where
/// another of the same value is under way takes over from it, with its velocity.
public final class Animator: FrameDriver {
    /// In the order of their numbers.
    var animations: ContiguousArray<Animation> = []
    /// The last animation of each node, by its place in the store; each knows the one before it. 0 for none.
    var lastOfNode: ContiguousArray<UInt64> = []
    /// Groups that are not over.
    var groups: [UInt64: AnimationGroup] = [:]
    private var lastNumber: UInt64 = 0
    /// What has begun behind this one is not presented yet.
    var lastPresented: UInt64 = 0
    private var isInSequence = false
    /// The time of the last frame while one follows the other; nil when the next one may come any time later.
    var currentFrame: UInt64? { isInSequence ? shownFrame : nil }
    /// The time of the last frame that it was advanced to.
    private(set) var shownFrame: UInt64 = 0
    /// The time of what moves, between frames.
    var now: UInt64 { engine.map { max($0.motionNow, shownFrame) } ?? shownFrame }
    /// Completions that have not been called yet, in their order.
    private var ended: [(done: @Sendable (Bool) -> Void, finished: Bool)] = []
    private var isDelivering = false
    /// Movements become fades.
    public var reducesMotion = false
    /// What this frame presents of nodes. Kept from frame to frame, for most have the same fields in the next one.
    private var changes: [PresentedChange] = []
    private var changeCount = 0
    private var exitChanges: [(exit: UInt64, animation: Animation, values: PresentedValues)] = []
    private var valueCalls: [(call: @Sendable ([Double]) -> Void, values: [Double])] = []
    private var shapes = ShapeCache()
    private var lastTiming: (timing: Timing, number: Int)?
    /// Transitions whose changes are being made, the innermost last.
    var open: [Transition] = []
    /// The transition whose changes are still to be laid out.
    var armed: [Transition] = []
    /// How changes of nodes show that are made outside of transitions.
    var defaults: [NodeID: DefaultAnimation] = [:]
    /// What a transition has decided on, or came to where its node has it, before layers know that: no default
    /// animation brings it there.
    var arrived: [NodeID: PresentedFields] = [:]
    /// Says how nodes show what changes of them in transitions.
    public var chooser: Chooser?
    /// How many animations add, and how many move exits.
    var additions = 0
    var exits = 0
    /// Values that animations add to, by their field.
    var added: [NodeID: [UInt32: AddedValue]] = [:]
    weak var engine: Engine?

    init(engine: Engine) { self.engine = engine }

    /// Those under way.
    public var count: Int { animations.count - overCount }
    /// Animations that have ended and still have a place.
    var overCount = 0

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// The number of a request's timing: that of the last one if it is the same.
    func timingNumber(of request: AnimationRequest) -> Int {
        if request.timingNumber != 0 { return request.timingNumber }
        if let lastTiming, lastTiming.timing == request.timing { return lastTiming.number }
        let number = (lastTiming?.number ?? 0) + 1
        lastTiming = (request.timing, number)
        return number
    }

    func place(of number: UInt64) -> Int? {
        var (low, high) = (0, animations.count)
        while low < high {
            let middle = (low + high) / 2
            if animations[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < animations.count && animations[low].number == number && !animations[low].isOver ? low : nil
    }

    // MARK: Frames

    public var nextFrame: UInt64? {
        if !(engine?.motionSpeed ?? 0 > 0) { return nil }
        for place in animations.indices where animations[place].moves { return 0 }
        return nil
    }

    public func advance(to time: UInt64, in engine: Engine) {
        let frame = engine.motionTime
        shownFrame = frame
        isInSequence = true
        removeOver()
        var gone = engine.context.nodes.withLock { store in follow(&store, at: frame) }
        moveProgress(at: frame, in: engine)
        changeCount = 0
        var over: [(number: UInt64, finished: Bool)] = []
        for animation in animations where animation.moves {
            if show(animation, at: frame) { over.append((animation.number, true)) }
        }
        if changes.count > changeCount { changes.removeLast(changes.count - changeCount) }
        lastPresented = lastNumber
        for missing in engine.setPresented(changes) { gone.insert(changes[missing].node) }
        presentExits(in: engine)
        callValues()
        if !gone.isEmpty { over = with(gone, over) }
        endAll(over, in: engine)
        addUp(in: engine)
        deliver()
        isInSequence = nextFrame != nil
    }

    /// Presents what exits show in this frame: some by what is presented of nodes.
    private func presentExits(in engine: Engine) {
        for (exit, animation, values) in exitChanges {
            var values = values
            if let followed = animation.followed, let frame = engine.presentedFrame(of: followed.node) {
                values.fields.formUnion(.position)
                values.position = followed.position(at: frame)
            }
            if let fade = animation.crossFade, let (shown, own) = engine.opacities(of: fade.node) {
                values.opacity = fade.opacity(values.opacity, below: shown, of: own)
            }
            _ = engine.setPresented(values, ofExit: exit)
        }
        exitChanges.removeAll(keepingCapacity: true)
    }

    /// Gives the host its numbers of this frame.
    private func callValues() {
        if valueCalls.isEmpty { return }
        var due: [(call: @Sendable ([Double]) -> Void, values: [Double])] = []
        swap(&due, &valueCalls)
        for (call, values) in due { call(values) }
    }

    /// What is over with those whose nodes are gone, in the order of their numbers.
    private func with(
        _ gone: Set<NodeID>, _ over: [(number: UInt64, finished: Bool)]
    ) -> [(number: UInt64, finished: Bool)] {
        let missing = animations.indices.filter { animations[$0].needsNode && gone.contains(animations[$0].node) }
        let numbers = Set(missing.map { animations[$0].number })
        let all = over.filter { !numbers.contains($0.number) } + numbers.map { ($0, false) }
        return all.sorted { $0.number < $1.number }
    }

    /// Adds what an animation shows in a frame; true when it is over.
    private func show(_ animation: Animation, at frame: UInt64) -> Bool {
        let (time, isOver) = animation.advance(to: frame)
        switch animation.target {
        case .node: showNode(animation, at: time)
        case .addition: break  // see `addUp`
        case .exit(let exit): exitChanges.append((exit, animation, animation.values(at: time)))
        case .values(let values): valueCalls.append((values.call, animation.numbers(values.count, at: time)))
        case .progress: return false
        }
        return isOver
    }

    private func showNode(_ animation: Animation, at time: Double) {
        if changeCount == changes.count { changes.append(PresentedChange(Self.noNode, PresentedValues())) }
        animation.present(at: time, in: &changes[changeCount], &shapes)
        changeCount += 1
    }

    /// Presents what animations begin with that no frame has shown yet: what their nodes have must not show before.
    public func willReadPresented(in engine: Engine) {
        if lastPresented == lastNumber { return }
        var due: [PresentedChange] = []
        var place = animations.count
        while place > 0 && animations[place - 1].number > lastPresented {
            place -= 1
            if animations[place].isOfNode && !animations[place].isShown {
                let time = min(animations[place].playback.time(at: shownFrame), 0)
                due.append(PresentedChange(animations[place].node, animations[place].values(at: time)))
            }
        }
        lastPresented = lastNumber
        engine.setPresented(due.reversed())
        addUp(in: engine)
    }

    /// Sends the animations that follow the model on to where it is now. Returns the nodes that it finds gone; those of
    /// which something is presented in this frame are found then.
    private func follow(_ store: inout NodeStore, at frame: UInt64) -> Set<NodeID> {
        var gone: Set<NodeID> = []
        var own = PresentedValues()
        for animation in animations where animation.needsNode {
            if animation.isOfNode && !animation.endsAtModel && animation.moves { continue }
            guard let node = store.find(animation.node) else {
                gone.insert(animation.node)
                continue
            }
            if !animation.endsAtModel { continue }
            store.readOwnValues(of: node, animation.fields, into: &own)
            if let gradient = own.gradient { animation.fit(to: gradient) }
            if animation.isAstray(own) { animation.follow(own, at: frame) }
        }
        return gone
    }

    // MARK: Completions

    /// Has a completion called, behind those before it.
    func call(_ done: @escaping @Sendable (Bool) -> Void, _ finished: Bool) { ended.append((done, finished)) }

    /// Calls the completions that are due, in a turn; each once, also when one begins or ends animations.
    func deliver() {
        if isDelivering { return }
        isDelivering = true
        while !ended.isEmpty {
            var due: [(done: @Sendable (Bool) -> Void, finished: Bool)] = []
            swap(&due, &ended)
            for (done, finished) in due { done(finished) }
        }
        isDelivering = false
    }

    /// Has completions called in the next turn: the host is in a call of its own.
    func deliverSoon() {
        guard !ended.isEmpty, !isDelivering, let engine else { return }
        // The animator stays on its thread: posted calls run there.
        let animator = OwnerOnly(value: self)
        // In a context that ends, its end calls them.
        _ = try? engine.parts.post { animator.value.deliver() }
    }

    /// The context ends: nothing moves any more, and every completion is called.
    public func end(in engine: Engine) {
        endAll(animations.map { ($0.number, false) }, in: engine)
        for group in groups.values.sorted(by: { $0.number < $1.number }) { group.abandon(in: self) }
        (armed, open, defaults) = ([], [], [:])
        deliver()
    }

    public func willReadLayers(in engine: Engine) {
        if !open.isEmpty || !armed.isEmpty || !defaults.isEmpty || exits > 0 { advanceTransitions(in: engine) }
        arrived.removeAll(keepingCapacity: true)
        willReadPresented(in: engine)
        deliverSoon()
    }
}

extension Animation {
    /// Goes on to where the model is now.
    fileprivate func follow(_ own: borrowing PresentedValues, at frame: UInt64) {
        // One that goes back does so to its beginning.
        let speed = playback.speed
        if speed < 0 { return }
        let (time, direction) = runTime(at: frame, now: frame)
        let pace = speed > 0 ? direction / speed : direction
        for index in tracks.indices {
            let track = tracks[index]
            // One that has not begun only learns where it ends.
            let start = time < 0 ? 0 : time
            let leg = track.leg(at: time, of: timing)
            let from = leg.value(at: start)
            let velocity = track.legs.isEmpty && time < 0 ? .zero : leg.velocity(at: start) * (time < 0 ? 1 : pace)
            let to = track.field.matched(track.field.channels(of: own, near: from), to: from)
            if time >= 0 { tracks[index].legs = [] }
            tracks[index].begin(
                Movement(timing, from: from, to: to, velocity: velocity, tolerance: track.field.tolerance), of: timing)
        }
        playback.turn(to: Animation.duration(of: tracks), at: frame, restarts: time >= 0)
    }

    /// Puts what it shows of its node into what is presented of nodes.
    func present(at time: Double, in change: inout PresentedChange, _ shapes: inout ShapeCache) {
        var fields: PresentedFields = []
        for index in tracks.indices { fields.formUnion(tracks[index].field.field) }
        if change.node != node || change.values.fields != fields {
            change = PresentedChange(node, PresentedValues())
        }
        for index in tracks.indices {
            if !tracks[index].legs.isEmpty {
                tracks[index].field.put(tracks[index].value(at: time, of: timing), into: &change.values)
                continue
            }
            let duration = tracks[index].movement.duration
            if time >= duration {
                tracks[index].put(.over, into: &change.values)
                continue
            }
            let key = ShapeCache.Key(
                time: time, duration: shapesDependOnDuration ? duration : .infinity, timing: timingNumber)
            if key != shapes.key { shapes.set(key, timing) }
            tracks[index].put(shapes.shape, into: &change.values)
        }
    }
}

/// What only the owner thread looks at, carried through a call that is posted to it: a context calls nothing any more
/// that was posted to it once its animator is gone.
private struct OwnerOnly: @unchecked Sendable {  // opened on the owner thread alone
    unowned let value: Animator
}

extension Engine {
    /// The animations of the context.
    public var animator: Animator {
        if let animator = driver(Animator.self) { return animator }
        let animator = Animator(engine: self)
        add(animator)
        return animator
    }
}
