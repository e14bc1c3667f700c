import LaminaGeometry
import LaminaLock
import LaminaNode

/// A call of the host's that the owner thread runs, once.
public typealias OwnerCall = @Sendable () -> Void

/// Calls that any thread hands to the owner thread: in the order posted, or after a delay on the context's clock.
///
/// A call that is never run (cancelled, or the context ends first) is let go all the same, so that its destroy notify
/// runs.
final class RunQueue: Sendable {
    private struct State {
        var isClosed = false
        var nextNumber: UInt64 = 1
        /// Work on workers that can be cancelled by its number.
        var runs: [UInt64: Transaction] = [:]
        /// All calls that were not taken yet, by number. What is taken out is dropped without the lock.
        var calls: [UInt64: OwnerCall] = [:]
        /// Numbers in the order in which they are run. One without a call was taken back; the first has one.
        var waiting: [UInt64] = []
        /// Numbers of `waiting` that were taken already.
        var taken = 0
        /// Numbers whose time has not come. One without a call was taken back; the first has one.
        var delayed = DueTimes()
        /// When the owner thread has a frame to bring on by itself.
        var frameDue: UInt64?
        /// The host's clock; nil while the system's counts.
        var hostTime: UInt64?

        var isEmpty: Bool { taken == waiting.count }
        var now: UInt64 { hostTime ?? monotonicMicroseconds() }

        /// Leaves out numbers whose calls are gone: those that stand first, and all when they are most.
        mutating func settle() {
            while taken < waiting.count, calls[waiting[taken]] == nil { taken += 1 }
            while let first = delayed.first, calls[first.number] == nil { delayed.removeFirst() }
            if waiting.count - taken + delayed.count > 2 * calls.count + 64 {
                waiting = waiting[taken...].filter { calls[$0] != nil }
                taken = 0
                delayed.filter { calls[$0] != nil }
            }
            // Taken places are cleared in bulk: each number moves at most once.
            if taken == waiting.count {
                waiting.removeAll(keepingCapacity: true)
                taken = 0
            } else if taken >= 64 && taken * 2 >= waiting.count {
                waiting.removeFirst(taken)
                taken = 0
            }
        }
    }

    private let state = Locked<State>(.queue, State())
    private let wake: Wake

    init(wake: Wake) { self.wake = wake }

    /// Posts a call and returns its number; nil when it would never be run. Any thread.
    func post(_ call: @escaping OwnerCall, delay: UInt64 = 0) -> UInt64? {
        let number = state.withLock { state -> UInt64? in
            if state.isClosed { return nil }
            let number = state.nextNumber
            state.nextNumber += 1
            state.calls[number] = call
            if delay == 0 {
                state.waiting.append(number)
            } else {
                let (due, overflow) = state.now.addingReportingOverflow(delay)
                state.delayed.add(number, due: overflow ? .max : due)
            }
            return number
        }
        // Also for a delayed one: the loop has to learn anew how long it may sleep.
        wake.signal()
        return number
    }

    /// Notes a transaction under a number of its own, by which it can be cancelled; nil when all were. Any thread.
    func add(_ run: Transaction) -> UInt64? {
        state.withLock { state in
            if state.isClosed { return nil }
            let number = state.nextNumber
            state.nextNumber += 1
            state.runs[number] = run
            return number
        }
    }

    /// Forgets a transaction, and returns it where there was one.
    func takeRun(_ number: UInt64) -> Transaction? { state.withLock { $0.runs.removeValue(forKey: number) } }

    /// Comparisons of due times made so far.
    var comparisons: Int { state.withLock { $0.delayed.comparisons } }

    /// Takes a call back; false when it ran already or there never was one. The caller drops it without a lock.
    func cancel(_ number: UInt64) -> Bool {
        let found = state.withLock { state -> OwnerCall? in
            let call = state.calls.removeValue(forKey: number)
            if call != nil { state.settle() }
            return call
        }
        return found != nil
    }

    /// Begins a turn: what is due joins the others. Returns the number that ends the turn, so that calls that post
    /// calls do not go on for ever.
    func beginTurn() -> UInt64 {
        state.withLock { state in
            if state.delayed.first != nil {
                let now = state.now
                while let next = state.delayed.first, next.due <= now {
                    state.delayed.removeFirst()
                    if state.calls[next.number] != nil { state.waiting.append(next.number) }
                }
                state.settle()
            }
            return state.nextNumber
        }
    }

    /// The next call of a turn.
    func take(before limit: UInt64) -> OwnerCall? {
        state.withLock { state in
            guard state.taken < state.waiting.count, state.waiting[state.taken] < limit else { return nil }
            let call = state.calls.removeValue(forKey: state.waiting[state.taken])
            state.taken += 1
            state.settle()
            return call
        }
    }

    /// Whether a turn would find a call.
    var hasCalls: Bool {
        state.withLock { state in
            if !state.isEmpty { return true }
            return state.delayed.first.map { $0.due <= state.now } ?? false
        }
    }

    /// How long until the next delayed call is due; nil when there is none, or when only the host knows how fast its
    /// clock runs.
    var timeToNext: UInt64? {
        state.withLock { state in
            let call = state.delayed.first?.due
            let now = state.now
            if let call, call <= now { return 0 }
            // The host's clock brings frames on by moving.
            if state.hostTime != nil { return nil }
            guard let next = [call, state.frameDue].compactMap({ $0 }).min() else { return nil }
            return next > now ? next - now : 0
        }
    }

    /// The time that delays and fades count on, and whether it is the host's.
    var clock: (now: UInt64, isHost: Bool) { state.withLock { ($0.now, $0.hostTime != nil) } }

    /// Notes when the owner thread has a frame to bring on by itself: of a fade, or what waited for others long enough.
    /// Nil for none.
    func setFrameDue(_ time: UInt64?) { state.withLock { $0.frameDue = time } }

    /// Sets the host's clock, or nil for the system's. Delayed calls keep the time that is left. Fails with
    /// `invalidArgument` for a step back.
    func setTime(_ time: UInt64?) throws(LaminaError) {
        try state.withLock { (state) throws(LaminaError) in
            if let old = state.hostTime, let time, time < old {
                throw LaminaError(
                    .invalidArgument,
                    "time_us is \(time), earlier than the \(old) of the last call; the clock is monotonic")
            }
            if (state.hostTime == nil) != (time == nil) {
                let before = state.now
                state.hostTime = time
                let after = state.now
                state.delayed.change { due in
                    let left = due > before ? due - before : 0
                    let (later, overflow) = after.addingReportingOverflow(left)
                    return overflow ? .max : later
                }
            }
            state.hostTime = time
        }
        wake.signal()
    }

    /// Lets go of all calls, cancels the work that has a number, and takes no more of either.
    func close() {
        let rest = state.withLock { state -> State in
            let rest = state
            state = State(isClosed: true)
            return rest
        }
        // Without the lock: calls take the host's data with them.
        for run in rest.runs.values { run.cancel() }
    }
}
