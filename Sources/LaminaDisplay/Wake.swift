import CSystem
import Glibc
import LaminaGeometry
import LaminaNode
import LaminaLock

/// The descriptor by which a context tells its owner's event loop that there is something to process: an eventfd, readable while that is so.
final class Wake: Sendable {
    private struct State {
        var descriptor: Int32 = -1
        var isSignalled = false
    }

    private let state = Locked<State>(.wake, State())

    func open() throws(LaminaError) {
        let descriptor = lamina_eventfd()
        guard descriptor >= 0 else {
            throw LaminaError(.backend, "no descriptor for the event loop: \(describeErrno())")
        }
        state.withLock { $0 = State(descriptor: descriptor) }
    }

    func close() {
        state.withLock { state in
            if state.descriptor >= 0 { Glibc.close(state.descriptor) }
            state = State()
        }
    }

    var descriptor: Int32 { state.withLock { $0.descriptor } }
    var isSignalled: Bool { state.withLock { $0.isSignalled } }

    /// Makes the descriptor readable. Call it after the news is where the owner thread looks for it.
    func signal() {
        state.withLock { state in
            if state.isSignalled || state.descriptor < 0 { return }
            state.isSignalled = true
            eventfd_write(state.descriptor, 1)
        }
    }

    /// Makes the descriptor quiet. Call it before looking for news.
    func clear() {
        state.withLock { state in
            guard state.isSignalled else { return }
            state.isSignalled = false
            var count: eventfd_t = 0
            _ = unsafe eventfd_read(state.descriptor, &count)
        }
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

/// Microseconds of a clock that only moves forward.
@inline(__always)
func monotonicMicroseconds() -> UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000 + UInt64(time.tv_nsec) / 1000
}
