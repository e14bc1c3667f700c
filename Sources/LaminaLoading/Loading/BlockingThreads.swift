import CSystem
import Glibc
import LaminaLock

/// A few threads for what waits for a disk, so that no worker does.
final class BlockingThreads: Sendable {
    typealias Body = @Sendable () -> Void

    private struct Task {
        var due: UInt64
        var body: Body
    }

    private struct State {
        var isClosed = false
        /// Counts what was pushed, so that those who sleep notice.
        var pushes = 0
        /// Oldest first.
        var tasks: [Task] = []
        var threads: [pthread_t] = []
        /// Threads that do something.
        var busy = 0
    }

    private let state = Monitor(State())
    private let maximum: Int

    init(maximum: Int) { self.maximum = maximum }

    /// Runs `body` on one of the threads, `delay` microseconds from now at the earliest. False when there is no thread.
    @discardableResult
    func push(delay: UInt64 = 0, _ body: @escaping Body) -> Bool {
        let due = delay == 0 ? 0 : monotonicMicroseconds() + delay
        return state.withLock(wakes: { _ in true }) { state in
            if state.isClosed { return false }
            if state.threads.count < maximum && state.tasks.count >= state.threads.count - state.busy {
                if let thread = startThread(nil, { [self] in work() }) { state.threads.append(thread) }
            }
            if state.threads.isEmpty { return false }
            state.tasks.append(Task(due: due, body: body))
            state.pushes += 1
            return true
        }
    }

    private func work() {
        lamina_name_io_thread()
        while let body = next() {
            body()
            state.withLock { $0.busy -= 1 }
        }
    }

    private enum Step {
        case run(Body)
        case sleep(until: UInt64, pushes: Int)
        case end
    }

    /// The next that is due; nil at the end.
    private func next() -> Body? {
        while true {
            let now = monotonicMicroseconds()
            let step = state.withLock { state -> Step in
                if state.isClosed { return .end }
                guard let place = state.tasks.firstIndex(where: { $0.due <= now }) else {
                    return .sleep(until: state.tasks.map(\.due).min() ?? .max, pushes: state.pushes)
                }
                state.busy += 1
                return .run(state.tasks.remove(at: place).body)
            }
            switch step {
            case .run(let body): return body
            case .end: return nil
            case .sleep(let due, let pushes):
                _ = state.wait(microseconds: due == .max ? .max : due - now) { state in
                    state.isClosed || state.pushes != pushes ? true : nil
                }
            }
        }
    }

    /// Drops what has not begun and waits for the rest, but not for a disk that does not answer.
    func close() {
        let (threads, tasks) = state.withLock(wakes: { _ in true }) { state -> ([pthread_t], [Task]) in
            let found = (state.threads, state.tasks)
            state = State(isClosed: true)
            return found
        }
        withExtendedLifetime(tasks) {}
        for thread in threads where lamina_join_thread(thread, 2) == 0 { pthread_detach(thread) }
    }
}
