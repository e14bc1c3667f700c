import LaminaGeometry
import LaminaLock
import LaminaNode

/// A call of the host's that the owner thread runs, once.
public typealias OwnerCall = @Sendable () -> Void

/// Calls that any thread hands to the owner thread: in the order posted, or after a delay on the context's clock.
///
/// A call that is never run (cancelled, or the context ends first) is let go all the same, so that its destroy notify runs.
final class RunQueue: Sendable {
    private struct Entry {
        let number: UInt64
        /// Nil once it was taken: the queue must not be the last to hold a call, for it lets go of entries with its lock held.
        var call: OwnerCall?
    }

    private struct Delayed {
        let due: UInt64
        let entry: Entry
    }

    private struct State {
        var isClosed = false
        var nextNumber: UInt64 = 1
        var waiting: [Entry] = []
        /// Entries of `waiting` that were taken already.
        var taken = 0
        /// The last to be due first.
        var delayed: [Delayed] = []
        /// When the owner thread has a frame to bring on by itself.
        var frameDue: UInt64?
        /// The host's clock; nil while the system's counts.
        var hostTime: UInt64?

        var isEmpty: Bool { taken == waiting.count }
        var now: UInt64 { hostTime ?? monotonicMicroseconds() }

        mutating func append(_ call: @escaping OwnerCall) -> Entry {
            let entry = Entry(number: nextNumber, call: call)
            nextNumber += 1
            return entry
        }
    }

    private let state = Locked<State>(.queue, State())
    private let wake: Wake

    init(wake: Wake) { self.wake = wake }

    /// Posts a call and returns its number. Any thread.
    func post(_ call: @escaping OwnerCall, delay: UInt64 = 0) -> UInt64 {
        let number = state.withLock { state -> UInt64 in
            let entry = state.append(call)
            if state.isClosed { return entry.number }
            if delay == 0 {
                state.waiting.append(entry)
            } else {
                let (due, overflow) = state.now.addingReportingOverflow(delay)
                let time = overflow ? UInt64.max : due
                // Of those due at the same time, the first posted stands last.
                let place = state.delayed.firstIndex { $0.due <= time } ?? state.delayed.count
                state.delayed.insert(Delayed(due: time, entry: entry), at: place)
            }
            return entry.number
        }
        // Also for a delayed one: the loop has to ask again how long it may sleep.
        wake.signal()
        return number
    }

    /// Takes a call back; false when it ran already or there never was one. The caller drops it without a lock.
    func cancel(_ number: UInt64) -> Bool {
        let found = state.withLock { state -> Entry? in
            if let index = state.delayed.firstIndex(where: { $0.entry.number == number }) {
                return state.delayed.remove(at: index).entry
            }
            if let index = state.waiting[state.taken...].firstIndex(where: { $0.number == number }) {
                return state.waiting.remove(at: index)
            }
            return nil
        }
        return found != nil
    }

    /// Begins a turn: what is due joins the others. Returns the number that ends the turn, so that calls that post calls do not go on for ever.
    func beginTurn() -> UInt64 {
        state.withLock { state in
            if !state.delayed.isEmpty {
                let now = state.now
                while let last = state.delayed.last, last.due <= now {
                    state.delayed.removeLast()
                    let entry = Entry(number: last.entry.number, call: last.entry.call)
                    state.waiting.append(entry)
                }
            }
            return state.nextNumber
        }
    }

    /// The next call of a turn.
    func take(before limit: UInt64) -> OwnerCall? {
        state.withLock { state in
            guard state.taken < state.waiting.count, state.waiting[state.taken].number < limit else { return nil }
            let call = state.waiting[state.taken].call.take()
            state.taken += 1
            // Taken places are cleared in bulk: each entry moves at most once.
            if state.taken == state.waiting.count {
                state.waiting.removeAll(keepingCapacity: true)
                state.taken = 0
            } else if state.taken >= 64 && state.taken * 2 >= state.waiting.count {
                state.waiting.removeFirst(state.taken)
                state.taken = 0
            }
            return call
        }
    }

    /// Whether a turn would find a call.
    var hasCalls: Bool {
        state.withLock { state in
            if !state.isEmpty { return true }
            return state.delayed.last.map { $0.due <= state.now } ?? false
        }
    }

    /// How long until the next delayed call is due; nil when there is none, or when only the host knows how fast its clock runs.
    var timeToNext: UInt64? {
        state.withLock { state in
            let call = state.delayed.last?.due
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

    /// Notes when the owner thread has a frame to bring on by itself: of a fade, or what waited for others long enough. Nil for none.
    func setFrameDue(_ time: UInt64?) { state.withLock { $0.frameDue = time } }

    /// Sets the host's clock, or nil for the system's. Delayed calls keep the time that is left. Fails with `invalidArgument` for a step back.
    func setTime(_ time: UInt64?) throws(LaminaError) {
        try state.withLock { (state) throws(LaminaError) in
            if let old = state.hostTime, let time, time < old {
                throw LaminaError(
                    .invalidArgument,
                    "time_us is \(time), before the \(old) of the last call; a clock moves forward only")
            }
            if (state.hostTime == nil) != (time == nil) {
                let before = state.now
                state.hostTime = time
                let after = state.now
                state.delayed = state.delayed.map { delayed in
                    let left = delayed.due > before ? delayed.due - before : 0
                    let (due, overflow) = after.addingReportingOverflow(left)
                    return Delayed(due: overflow ? .max : due, entry: delayed.entry)
                }
            }
            state.hostTime = time
        }
        wake.signal()
    }

    /// Lets go of all calls and takes no more; the caller drops them without a lock.
    func close() {
        let rest = state.withLock { state -> State in
            let rest = state
            state = State(isClosed: true)
            return rest
        }
        withExtendedLifetime(rest) {}
    }
}
