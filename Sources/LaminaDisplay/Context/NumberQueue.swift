import LaminaLock

/// Numbers 0..<count, handed out one at a time to any thread, until all are done.
final class NumberQueue: Sendable {
    private struct State {
        var next = 0
        var running = 0
    }

    private let count: Int
    private let state = Monitor(State())

    init(count: Int) { self.count = count }

    /// The next number, which is then under way; nil when there is none left.
    func take() -> Int? {
        state.withLock { state in
            if state.next == count { return nil }
            state.next += 1
            state.running += 1
            return state.next - 1
        }
    }

    /// A number that was taken is done.
    func end() {
        state.withLock(wakes: isOver) { $0.running -= 1 }
    }

    /// Sleeps until all numbers are taken and done.
    func waitUntilOver() {
        _ = state.wait(microseconds: .max) { isOver($0) ? true : nil }
    }

    private func isOver(_ state: State) -> Bool { state.running == 0 && state.next == count }
}
