import LaminaGeometry
import LaminaLock
import LaminaNode

/// When an observer of turns is called.
public enum CommitPhase: Int32, Sendable {
    /// Before what the host changed and workers finished is taken over: changes made now are part of it.
    case before = 0
    /// After that: the surfaces can be composited.
    case after = 1
}

/// The part of the host in a turn: posted calls, and observers of commits.
extension Engine {
    struct CommitObserver {
        let phase: CommitPhase
        let call: OwnerCall
    }

    /// Adds an observer behind the others of its phase and returns its number.
    public func addObserver(_ phase: CommitPhase, _ call: @escaping OwnerCall) -> UInt64 {
        nextObserver += 1
        observers.append(CommitObserver(phase: phase, call: call), number: nextObserver)
        return nextObserver
    }

    /// Removes an observer; false when there is none of this number.
    public func removeObserver(_ number: UInt64) -> Bool { observers.remove(number) != nil }

    func notify(_ phase: CommitPhase) {
        let notified = observers
        notified.forEach { number, observer in
            // One that an earlier one removed is not called any more.
            if observer.phase == phase && observers.contains(number) { observer.call() }
        }
    }

    /// Runs posted calls of this turn until `deadline`; at least one, so that every turn gets on. False when there was
    /// none.
    func runCalls(before limit: UInt64, _ deadline: UInt64) -> Bool {
        var didWork = false
        while let call = parts.calls.take(before: limit) {
            call()
            didWork = true
            if monotonicMicroseconds() >= deadline { break }
        }
        return didWork
    }
}
