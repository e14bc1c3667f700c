import CSystem
import Glibc
import LaminaGeometry
import LaminaLock
import Synchronization

/// The descriptor by which a context tells its owner's event loop that there is something to process: an eventfd,
/// readable while that is so.
///
/// Without a lock: a thread that held one while it is in the kernel would keep all others from going on.
final class Wake: Sendable {
    /// The owner was notified and has not processed yet.
    private static let notified = 1
    /// The descriptor was made readable: it may be. Set after that: for a moment it is without this.
    private static let written = 2

    private let state = Atomic<Int>(0)
    private let eventDescriptor = Atomic<Int32>(-1)
    /// Threads that are about to write.
    private let writers = Atomic<Int>(0)
    /// When a worker put off notifying the owner, in microseconds; 0 when none did.
    private let deferredSince = Atomic<UInt64>(0)
    /// The owner is notified of finished work by then, in microseconds. Waking up costs it more than taking over a
    /// drawing: with every drawing announced at once, a screen of 20 cards took 7 % longer with two workers (3.30 ms,
    /// not 3.07).
    private static let longestDelay: UInt64 = 250

    func open() throws(LaminaError) {
        let descriptor = lamina_eventfd()
        guard descriptor >= 0 else {
            throw LaminaError(.backend, "no descriptor for the event loop: \(describeErrno())")
        }
        state.store(0, ordering: .sequentiallyConsistent)
        deferredSince.store(0, ordering: .sequentiallyConsistent)
        eventDescriptor.store(descriptor, ordering: .sequentiallyConsistent)
    }

    func close() {
        let descriptor = eventDescriptor.exchange(-1, ordering: .sequentiallyConsistent)
        // Whoever writes now took the descriptor before; its number must not be given to another file meanwhile.
        while writers.load(ordering: .sequentiallyConsistent) > 0 { sched_yield() }
        if descriptor >= 0 { _ = Glibc.close(descriptor) }
        state.store(0, ordering: .sequentiallyConsistent)
    }

    var descriptor: Int32 { eventDescriptor.load(ordering: .acquiring) }
    var isSignalled: Bool { state.load(ordering: .acquiring) & Self.notified != 0 }

    /// Makes the descriptor readable. Call it after the news is where the owner thread finds it.
    func signal() {
        let before = state.bitwiseOr(Self.notified, ordering: .sequentiallyConsistent).oldValue
        if before & Self.notified != 0 { return }
        writers.add(1, ordering: .sequentiallyConsistent)
        let descriptor = eventDescriptor.load(ordering: .sequentiallyConsistent)
        if descriptor >= 0 {
            eventfd_write(descriptor, 1)
            state.bitwiseOr(Self.written, ordering: .sequentiallyConsistent)
        }
        writers.subtract(1, ordering: .sequentiallyConsistent)
    }

    /// Makes the descriptor quiet. Call it before anything is taken.
    func clear() {
        // What was put off is found as well.
        deferredSince.store(0, ordering: .sequentiallyConsistent)
        while true {
            let before = state.load(ordering: .sequentiallyConsistent)
            if before == 0 { return }
            // Also when nobody has said yet that it is readable: it may be all the same, and then this is the moment to
            // make it quiet.
            var count: eventfd_t = 0
            _ = unsafe eventfd_read(descriptor, &count)
            // Somebody who wrote after the reading has changed the state: once more. Whoever has not written yet will
            // say so, and is read next time.
            if state.compareExchange(expected: before, desired: 0, ordering: .sequentiallyConsistent).exchanged {
                return
            }
        }
    }

    /// A worker has news and will call `settle` or `flush` before it sleeps or does anything long.
    func signalSoon() {
        _ = deferredSince.compareExchange(
            expected: 0, desired: max(1, monotonicMicroseconds()), ordering: .sequentiallyConsistent)
    }

    /// A worker goes on: notifies the owner of what was put off unless the work that follows is brief.
    func settle(beforeBrief isBrief: Bool) {
        let since = deferredSince.load(ordering: .sequentiallyConsistent)
        if since == 0 || (isBrief && monotonicMicroseconds() &- since < Self.longestDelay) { return }
        flush()
    }

    /// Notifies the owner of what was put off.
    func flush() {
        if deferredSince.exchange(0, ordering: .sequentiallyConsistent) != 0 { signal() }
    }
}

/// The text of the calling thread's errno.
func describeErrno() -> String {
    let number = errno
    var buffer = [CChar](repeating: 0, count: 128)
    let failed = unsafe strerror_r(number, &buffer, buffer.count) != 0
    return failed
        ? "error \(number)" : String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
