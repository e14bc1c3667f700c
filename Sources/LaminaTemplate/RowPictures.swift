import LaminaDisplay
import LaminaGeometry
public import LaminaLoading
import LaminaLock

/// The pictures that a row names by URLs. No worker waits for them: a row that lacks some is drawn when they have come,
/// or without them at first.
public final class RowPictures: Sendable {
    /// Whether the row is not drawn before they are there.
    let isAwaited: Bool

    private struct State {
        var fetched: [String: Result<LoadedBytes, LaminaError>] = [:]
        /// Those that were asked for and are not there, each once.
        var wanted: [String] = []
        var loads: [UInt64] = []
        var isCancelled = false
    }

    private let state = Locked<State>(.leaf, State())

    public init(isAwaited: Bool) { self.isAwaited = isAwaited }

    /// The picture of a URL, in its own size; nil for one that has to come first.
    func find(_ url: String, _ parts: EngineParts) throws(LaminaError) -> SharedImage? {
        if let image = parts.findImage(LoadRequest(url: url), ImageLoadOptions()) { return image }
        let found = state.withLock { state -> Result<LoadedBytes, LaminaError>? in
            if let found = state.fetched[url] { return found }
            if !state.wanted.contains(url) { state.wanted.append(url) }
            return nil
        }
        guard let found else { return nil }
        return try parts.decodeImage(url, try found.get())
    }

    /// Whether some were asked for that are not there.
    public var isWaiting: Bool { state.withLock { !$0.wanted.isEmpty } }

    /// Has those that are wanted loaded; `done` runs when all have come, on any thread.
    public func load(_ loader: Loader, done: @escaping @Sendable () -> Void) {
        let wanted = state.withLock { state -> [String] in
            defer { state.wanted = [] }
            return state.wanted
        }
        // One more than there are, so that it is not done before all have begun.
        let left = Locked<Int>(.leaf, wanted.count + 1)
        @Sendable func count() {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { done() }
        }
        for url in wanted {
            do throws(LaminaError) {
                let number = try loader.start(LoadRequest(url: url), isDirect: true) { [self] result in
                    let found = result.failure.map { Result<LoadedBytes, LaminaError>.failure($0) }
                    state.withLock { $0.fetched[url] = found ?? .success(result.bytes) }
                    count()
                }
                let isCancelled = state.withLock { state -> Bool in
                    state.loads.append(number)
                    return state.isCancelled
                }
                if isCancelled { _ = loader.cancel(number) }
            } catch {
                state.withLock { $0.fetched[url] = .failure(error) }
                count()
            }
        }
        count()
    }

    /// Ends what is loaded.
    public func cancel(_ loader: Loader) {
        let loads = state.withLock { state -> [UInt64] in
            state.isCancelled = true
            defer { state.loads = [] }
            return state.loads
        }
        for load in loads { _ = loader.cancel(load) }
    }

    /// Whether a string in a row is the URL of something that is loaded.
    static func isURL(_ text: String) -> Bool {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = text.utf8[..<colon]
        return scheme.count > 1 && (try? LoadRequest.check(text)) != nil
    }
}
