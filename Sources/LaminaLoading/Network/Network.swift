import CCurl
import CSystem
import Glibc
import LaminaGeometry
import LaminaLock

/// One thread that speaks to all servers, through libcurl's multi interface.
final class Network: Sendable {
    private struct Inbox {
        var isClosed = false
        var orders: [TransferOrder] = []
        var cancelled: [UInt64] = []
        var priorities: [(id: UInt64, priority: LoadPriority)] = []
        var thread: pthread_t?
        /// nil once the thread is done with it.
        var multi: CurlMulti?
    }

    private let inbox = Locked<Inbox>(.leaf, Inbox())
    private let curl: CurlLibrary
    private let rules: HTTPCacheRules
    private let settings: LoaderSettings

    init(_ curl: CurlLibrary, rules: HTTPCacheRules, settings: LoaderSettings) {
        self.curl = curl
        self.rules = rules
        self.settings = settings
    }

    /// Sends a request; `ended` is called once for it, unless the network is closed. False when the system refuses a
    /// thread.
    func start(_ order: TransferOrder) -> Bool {
        let isRunning = inbox.withLock { inbox -> Bool in
            if inbox.isClosed { return true }
            if inbox.thread == nil {
                guard let multi = CurlMulti(curl) else { return false }
                inbox.multi = multi
                inbox.thread = startThread(nil, { [self] in run(multi) })
                if inbox.thread == nil {
                    inbox.multi = nil
                    return false
                }
            }
            inbox.orders.append(order)
            return true
        }
        wake()
        return isRunning
    }

    /// Ends a request; if it was under way, `ended` gets what came of it.
    func cancel(_ id: UInt64) {
        inbox.withLock { $0.cancelled.append(id) }
        wake()
    }

    func setPriority(_ id: UInt64, _ priority: LoadPriority) {
        inbox.withLock { $0.priorities.append((id, priority)) }
    }

    private func wake() { inbox.withLock { $0.multi?.wake() } }

    /// Ends all requests. Waits for the thread, but not long: a name server that does not answer holds it.
    func close() {
        let thread = inbox.withLock { inbox -> pthread_t? in
            inbox.isClosed = true
            inbox.multi?.wake()
            defer { inbox.thread = nil }
            return inbox.thread
        }
        if let thread, lamina_join_thread(thread, 2) == 0 { pthread_detach(thread) }
    }

    private func run(_ multi: CurlMulti) {
        lamina_name_io_thread()
        var transfers = RunningTransfers(curl, multi, rules, settings)
        while let news = takeInbox() {
            for id in news.cancelled { transfers.cancel(id) }
            for order in news.orders { transfers.add(order) }
            for (id, priority) in news.priorities { transfers.setPriority(id, priority) }
            transfers.run()
            multi.wait(milliseconds: 1000)
        }
        transfers.endAll()
        // Nobody wakes it from here on.
        inbox.withLock { $0.multi = nil }
        multi.end()
    }

    private func takeInbox() -> Inbox? {
        inbox.withLock { inbox in
            if inbox.isClosed { return nil }
            let news = inbox
            inbox.orders = []
            inbox.cancelled = []
            inbox.priorities = []
            return news
        }
    }
}

/// Requests on the network's thread: those under way, and those that wait for their turn.
private struct RunningTransfers {
    /// Requests at once, to all servers together. Each has at most six connections.
    private static let maximum = 32

    private let curl: CurlLibrary
    private let multi: CurlMulti
    private let rules: HTTPCacheRules
    private let settings: LoaderSettings
    private var waiting: [TransferOrder] = []
    private var running: [UInt64: CurlEasy] = [:]

    init(_ curl: CurlLibrary, _ multi: CurlMulti, _ rules: HTTPCacheRules, _ settings: LoaderSettings) {
        self.curl = curl
        self.multi = multi
        self.rules = rules
        self.settings = settings
    }

    mutating func add(_ order: TransferOrder) { if !order.job.isCancelled { waiting.append(order) } }

    mutating func cancel(_ id: UInt64) {
        waiting.removeAll { $0.id == id }
        guard let easy = running.removeValue(forKey: id) else { return }
        easy.end()
        easy.transfer.end(CurlResult.aborted, "it was cancelled")
    }

    mutating func setPriority(_ id: UInt64, _ priority: LoadPriority) {
        if let place = waiting.firstIndex(where: { $0.id == id }) { waiting[place].priority = priority }
    }

    mutating func run() {
        begin()
        for (easy, result) in multi.perform() {
            guard let done = running.first(where: { $0.value.isSame(easy) }) else { continue }
            running.removeValue(forKey: done.key)
            let transfer = done.value.transfer
            done.value.end()
            transfer.end(result, curl.message(result))
        }
        begin()
    }

    private mutating func begin() {
        while running.count < Self.maximum, !waiting.isEmpty {
            var best = 0
            for place in waiting.indices where waiting[place].priority > waiting[best].priority { best = place }
            let transfer = Transfer(order: waiting.remove(at: best), rules: rules, settings: settings)
            if let easy = CurlEasy(curl, multi, transfer, settings) {
                running[transfer.order.id] = easy
            } else {
                transfer.end(27, "out of memory")
            }
        }
    }

    mutating func endAll() {
        for easy in running.values { easy.end() }
        running = [:]
    }
}
