import LaminaNode
import LaminaLock

/// What waits for the owner thread: transactions that are ready, messages for the log, surfaces that nobody holds any
/// more.
///
/// In deterministic mode transactions leave in the order of their commits, otherwise as they become ready.
final class Mailbox: Sendable {
    private struct State {
        /// Transactions with operations that are not committed yet.
        var open = 0
        var committed = 0
        var isClosed = false
        var ready: [Transaction] = []
        /// Deterministic mode: all committed transactions, oldest first.
        var order: [Transaction] = []
        var nextInOrder = 0
        var messages: [(level: Int32, text: String)] = []
        var releasedSurfaces: [Int32] = []
    }

    private static let maximumMessages = 1000
    private let state = Locked<State>(.wake, State())
    private let wake: Wake
    private let isDeterministic: Bool

    init(wake: Wake, isDeterministic: Bool) {
        self.wake = wake
        self.isDeterministic = isDeterministic
    }

    /// A transaction has its first operation, and will be committed; false when nobody would complete it any more.
    func noteBegun() -> Bool {
        state.withLock { state in
            if !state.isClosed { state.open += 1 }
            return !state.isClosed
        }
    }

    /// Called under the transaction's lock, so that no `noteReady` overtakes it. False when nobody would complete it
    /// any more, which cannot be where it has begun.
    func noteCommitted(_ transaction: Transaction, hasBegun: Bool) -> Bool {
        state.withLock { state in
            if hasBegun { state.open -= 1 } else if state.isClosed { return false }
            state.committed += 1
            if isDeterministic { state.order.append(transaction) }
            return true
        }
    }

    /// Takes no more transactions; false while there are some to be completed. A thread that handed one over just
    /// before the context ended may still be on its way.
    func closeIfDone() -> Bool {
        state.withLock { state in
            if state.open == 0 && state.committed == 0 { state.isClosed = true }
            return state.isClosed
        }
    }

    /// `soon`: on a worker, which notifies the owner before it sleeps or does anything long.
    func noteReady(_ transaction: Transaction, soon: Bool = false) {
        if !isDeterministic { state.withLock { $0.ready.append(transaction) } }
        if soon { wake.signalSoon() } else { wake.signal() }
    }

    /// The transactions that may complete now.
    func takeReady() -> [Transaction] {
        guard isDeterministic else {
            return state.withLock { state in
                let taken = state.ready
                state.ready = []
                return taken
            }
        }
        var taken: [Transaction] = []
        while let next = state.withLock({ $0.nextInOrder < $0.order.count ? $0.order[$0.nextInOrder] : nil }),
            next.isReady
        {
            taken.append(next)
            state.withLock { state in
                state.nextInOrder += 1
                if state.nextInOrder == state.order.count {
                    state.order = []
                    state.nextInOrder = 0
                }
            }
        }
        return taken
    }

    /// Puts back what the owner thread had no time for, in front of what came since.
    func putBack(_ transactions: ArraySlice<Transaction>) {
        if transactions.isEmpty { return }
        state.withLock { state in
            if isDeterministic {
                state.order.replaceSubrange(0..<state.nextInOrder, with: transactions)
                state.nextInOrder = 0
            } else {
                state.ready.insert(contentsOf: transactions, at: 0)
            }
        }
    }

    /// Whether there is anything to take.
    var hasNews: Bool {
        hasReady || state.withLock { !$0.messages.isEmpty || !$0.releasedSurfaces.isEmpty }
    }

    /// Whether a transaction may complete now.
    var hasReady: Bool {
        let (isReady, next) = state.withLock { state in
            (!state.ready.isEmpty, state.nextInOrder < state.order.count ? state.order[state.nextInOrder] : nil)
        }
        return isReady || next?.isReady ?? false
    }

    func noteCompleted() { state.withLock { $0.committed -= 1 } }

    /// Committed transactions that are not complete.
    var pendingCount: Int { state.withLock { $0.committed } }

    func log(_ level: Int32, _ text: String) {
        // An owner that never processes must not gather messages without end.
        state.withLock { state in
            if state.messages.count < Self.maximumMessages { state.messages.append((level, text)) }
        }
        wake.signal()
    }

    func takeMessages() -> [(level: Int32, text: String)] {
        state.withLock { state in
            if state.messages.isEmpty { return [] }
            let taken = state.messages
            state.messages = []
            return taken
        }
    }

    func noteReleased(surface: Int32) {
        state.withLock { $0.releasedSurfaces.append(surface) }
        wake.signal()
    }

    func takeReleasedSurfaces() -> [Int32] {
        state.withLock { state in
            if state.releasedSurfaces.isEmpty { return [] }
            let taken = state.releasedSurfaces
            state.releasedSurfaces = []
            return taken
        }
    }
}
