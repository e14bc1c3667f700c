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
    /// The animations of a node.
    var numbers: [NodeID: [UInt64]] = [:]
    private var lastNumber: UInt64 = 0
    private var lastFrame: UInt64 = 0
    private var isInSequence = false
    /// The time of the last frame while one follows the other; nil when the next one may come any time later.
    var currentFrame: UInt64? { isInSequence ? lastFrame : nil }
    /// The time of the last frame.
    var shownFrame: UInt64 { lastFrame }
    /// Completions that have not been called yet, in their order.
    private var ended: [(done: @Sendable (Bool) -> Void, finished: Bool)] = []
    private var isDelivering = false
    /// Movements become fades.
    public var reducesMotion = false
    private var changes: [PresentedChange] = []
    /// The last shape that a movement had in this frame: many have the same.
    private var shape = (
        shape: MovementShape(distance: 0, push: 0, speedOfDistance: 0, speedOfPush: 0), time: -1.0, duration: 0.0,
        timing: -1
    )
    private var lastTiming: (timing: Timing, number: Int)?
    private var exitChanges: [(exit: UInt64, values: PresentedValues)] = []
    /// The transition whose changes are being made.
    var open: Transition?
    /// Transitions whose changes are still to be laid out.
    var armed: [Transition] = []
    private weak var engine: Engine?

    init(engine: Engine) { self.engine = engine }

    public var count: Int { animations.count }

    func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// The number of a timing: that of the last one if it is the same.
    func number(of timing: Timing) -> Int {
        if let lastTiming, lastTiming.timing == timing { return lastTiming.number }
        let number = (lastTiming?.number ?? 0) + 1
        lastTiming = (timing, number)
        return number
    }

    func place(of number: UInt64) -> Int? {
        var (low, high) = (0, animations.count)
        while low < high {
            let middle = (low + high) / 2
            if animations[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < animations.count && animations[low].number == number ? low : nil
    }

    // MARK: Frames

    public var nextFrame: UInt64? { animations.contains(where: \.moves) ? 0 : nil }

    public func advance(to time: UInt64, in engine: Engine) {
        var over: [(number: UInt64, finished: Bool)] = []
        (lastFrame, isInSequence) = (time, true)
        let gone = engine.context.nodes.withLock { store in follow(&store, at: time) }
        changes.removeAll(keepingCapacity: true)
        for place in animations.indices {
            if !gone.isEmpty && gone.contains(animations[place].number) {
                over.append((animations[place].number, false))
            } else if animations[place].moves {
                if show(place, at: time) { over.append((animations[place].number, true)) }
            }
        }
        engine.setPresented(changes)
        for (exit, values) in exitChanges { _ = engine.setPresented(values, ofExit: exit) }
        exitChanges.removeAll(keepingCapacity: true)
        endAll(over, in: engine)
        deliver()
        isInSequence = nextFrame != nil
    }

    /// Adds what an animation shows in a frame; true when it is over.
    private func show(_ place: Int, at frame: UInt64) -> Bool {
        (animations[place].isTouched, animations[place].isShown) = (false, true)
        animations[place].playback.start(at: frame)
        let time: Double
        var isOver = false
        switch animations[place].playback.phase(at: frame) {
        case .waiting: time = 0
        case .running(let running, _): time = running
        case .over(let end): (time, isOver) = (end, true)
        }
        if animations[place].exit != 0 {
            exitChanges.append((animations[place].exit, animations[place].values(at: time)))
            return isOver
        }
        let last = changes.count
        changes.append(PresentedChange(animations[place].node, PresentedValues()))
        for index in animations[place].tracks.indices {
            if !animations[place].tracks[index].legs.isEmpty {
                let track = animations[place].tracks[index]
                track.field.put(track.value(at: time, of: animations[place].timing), into: &changes[last].values)
                continue
            }
            let duration = animations[place].tracks[index].movement.duration
            if time != shape.time || duration != shape.duration || animations[place].timingNumber != shape.timing {
                let found = animations[place].timing.shape(at: time, duration: duration)
                shape = (found, time, duration, animations[place].timingNumber)
            }
            let track = animations[place].tracks[index]
            track.field.put(track.movement.value(shape.shape), into: &changes[last].values)
        }
        return isOver
    }

    /// Finds the animations whose nodes are gone, and sends those on that follow the model to where it is now.
    private func follow(_ store: inout NodeStore, at frame: UInt64) -> Set<UInt64> {
        var gone: Set<UInt64> = []
        for place in animations.indices where animations[place].exit == 0 {
            guard let node = store.find(animations[place].node) else {
                gone.insert(animations[place].number)
                continue
            }
            if animations[place].endsAtModel { follow(place, store.ownValues(of: node), at: frame) }
        }
        return gone
    }

    private func follow(_ place: Int, _ own: borrowing PresentedValues, at frame: UInt64) {
        var hasChanged = false
        for index in animations[place].tracks.indices {
            let track = animations[place].tracks[index]
            let to = track.field.matched(
                track.field.channels(of: own, near: track.movement.to), to: track.movement.from)
            if to != track.movement.to { hasChanged = true }
        }
        if !hasChanged { return }
        let (time, direction) = animations[place].runTime(at: frame)
        // One that has not begun, or goes back, only learns where it ends.
        for index in animations[place].tracks.indices {
            let track = animations[place].tracks[index]
            let shape = animations[place].timing.shape(at: time, duration: track.movement.duration)
            let from = track.movement.value(shape)
            let to = track.field.matched(track.field.channels(of: own, near: from), to: from)
            animations[place].tracks[index].movement = Movement(
                animations[place].timing, from: from, to: to, velocity: track.movement.velocity(shape) * direction,
                tolerance: track.field.tolerance)
        }
        let before = animations[place].playback
        animations[place].playback = Playback(
            duration: Animation.duration(of: animations[place].tracks), delay: time > 0 ? 0 : before.delay,
            runs: before.runs, autoreverses: before.autoreverses, speed: max(before.speed, 0))
        animations[place].playback.start(at: frame)
    }

    // MARK: Ends

    /// Ends an animation. One that came to its end shows the model again where it was to.
    func end(_ number: UInt64, finished: Bool, in engine: Engine) {
        guard let place = place(of: number) else { return }
        settle(animations.remove(at: place), finished: finished, in: engine)
    }

    /// The same for many, which are in the order of their numbers: costs the number of all, once.
    private func endAll(_ over: [(number: UInt64, finished: Bool)], in engine: Engine) {
        if over.isEmpty { return }
        var rest: ContiguousArray<Animation> = []
        var ending: [(animation: Animation, finished: Bool)] = []
        for animation in animations {
            if ending.count < over.count && over[ending.count].number == animation.number {
                ending.append((animation, over[ending.count].finished))
            } else {
                rest.append(animation)
            }
        }
        animations = rest
        for (animation, finished) in ending { settle(animation, finished: finished, in: engine) }
    }

    /// An animation is over and not among the others any more.
    private func settle(_ animation: Animation, finished: Bool, in engine: Engine) {
        forget(animation.number, of: animation.node)
        if animation.exit != 0 { _ = engine.endExit(animation.exit) }
        // One that went back to its beginning stays there.
        if finished, animation.exit == 0, animation.playback.speed >= 0 {
            let fields = animation.tracks.reduce(into: PresentedFields()) { $0.formUnion($1.field.field) }
            // A node that is gone shows nothing.
            try? engine.clearPresented(fields.intersection(animation.cleared), of: animation.node)
        }
        if let done = animation.done { call(done, finished) }
    }

    /// Has a completion called, behind those before it.
    func call(_ done: @escaping @Sendable (Bool) -> Void, _ finished: Bool) { ended.append((done, finished)) }

    func forget(_ number: UInt64, of node: NodeID) {
        numbers[node]?.removeAll { $0 == number }
        if numbers[node]?.isEmpty == true { numbers[node] = nil }
    }

    /// Calls the completions that are due, in a turn; each once, also when one begins or ends animations.
    private func deliver() {
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
        _ = try? engine.parts.post { animator.value?.deliver() }
    }

    /// The context ends: nothing moves any more, and every completion is called.
    public func end(in engine: Engine) {
        endAll(animations.map { ($0.number, false) }, in: engine)
        for transition in armed { transition.settle(finished: false, in: self) }
        armed = []
        deliver()
    }

    public func willReadLayers(in engine: Engine) {
        if armed.isEmpty { return }
        advanceTransitions(in: engine)
        deliverSoon()
    }
}

/// What only the owner thread looks at, carried through a call that is posted to it.
private struct OwnerOnly: @unchecked Sendable {  // opened on the owner thread alone
    weak var value: Animator?
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
