public import LaminaDisplay
import LaminaDraw
import LaminaGeometry
public import LaminaLoading
import LaminaLock

/// The pictures of a row that have to come: those that it names by URLs, and those that the host is loading. No worker
/// waits for them: a row that lacks some is drawn when they have come, or without them at first.
public final class RowPictures: Sendable {
    /// Whether the row is not drawn before they are there, and fails with them. Otherwise it shows those that come.
    let isAwaited: Bool
    /// Whether it may name URLs.
    let loadsURLs: Bool

    private struct Fetched {
        let bytes: LoadedBytes
        let stamp: FileStamp?
    }

    private struct State {
        var fetched: [String: Result<Fetched, LaminaError>] = [:]
        /// Files that memory has, and that are to be looked at; nil: they were.
        var known: [String: FileStamp?] = [:]
        /// Those that were asked for and are not there, each once.
        var wanted: [String] = []
        var wantedImages: [SharedImage] = []
        var loads: [UInt64] = []
        var priority = LoadPriority.normal
        var isCancelled = false
        /// Why pictures do not show.
        var failures: [String] = []

        var isWaiting: Bool { !wanted.isEmpty || !wantedImages.isEmpty }
    }

    private let state = Locked<State>(.leaf, State())

    public init(isAwaited: Bool, loadsURLs: Bool = true) {
        self.isAwaited = isAwaited
        self.loadsURLs = loadsURLs
    }

    /// The picture of a URL; nil for one that has to come first.
    func find(_ url: String, _ parts: EngineParts, _ limits: WorkLimits) throws(LaminaError) -> SlotPicture? {
        if let found = state.withLock({ $0.fetched[url] }) {
            let file = try found.get()
            do throws(LaminaError) {
                return SlotPicture(try PictureSource(try file.bytes.encoded(), limits: limits), url: url, file.stamp)
            } catch {
                throw LaminaError(error.code, "'\(url.prefix(200))': \(error.message)")
            }
        }
        guard let found = parts.ownSizeOfImage(url) else {
            want(url)
            return nil
        }
        if let stamp = found.stamp, isToBeLookedAt(url, stamp) {
            want(url)
            if isAwaited { return nil }
        }
        return SlotPicture(inMemory: url, ownSize: found.size)
    }

    /// Whether a file may have other contents than those that memory has. Once for a row.
    private func isToBeLookedAt(_ url: String, _ stamp: FileStamp) -> Bool {
        state.withLock { state in
            if case .some(nil) = state.known[url] { return false }
            state.known[url] = .some(stamp)
            return true
        }
    }

    /// Has the bytes of a URL loaded next.
    func want(_ url: String) {
        state.withLock { if !$0.wanted.contains(url) { $0.wanted.append(url) } }
    }

    /// Has a picture waited for that the host is loading.
    func want(_ image: SharedImage) {
        state.withLock { state in
            if !state.wantedImages.contains(where: { $0 === image }) { state.wantedImages.append(image) }
        }
    }

    /// Whether some were asked for that are not there.
    public var isWaiting: Bool { state.withLock { $0.isWaiting } }

    /// Notes that a picture does not show. Fails for a row that has to have all of them.
    func leaveOut(_ error: LaminaError) throws(LaminaError) {
        if isAwaited { throw error }
        state.withLock { if !$0.failures.contains(error.message) { $0.failures.append(error.message) } }
    }

    /// Why pictures do not show, each reason once.
    public func takeFailures() -> [String] {
        state.withLock { state in
            defer { state.failures = [] }
            return state.failures
        }
    }

    /// Has those that are wanted loaded; `done` runs when all have come, on any thread, and hears whether there is
    /// something to show that was not there.
    public func load(_ parts: EngineParts, done: @escaping @Sendable (_ isNews: Bool) -> Void) {
        let (wanted, images, priority) = state.withLock { state in
            defer { (state.wanted, state.wantedImages) = ([], []) }
            return (state.wanted, state.wantedImages, state.priority)
        }
        // One more than there are, so that it is not done before all have begun.
        let left = Locked<(count: Int, isNews: Bool)>(.leaf, (wanted.count + images.count + 1, false))
        @Sendable func count(_ isNews: Bool) {
            let all = left.withLock { left in
                left.count -= 1
                left.isNews = left.isNews || isNews
                return left
            }
            if all.count == 0 { done(all.isNews) }
        }
        for image in images where !parts.awaitLoading(image, { count(true) }) { count(true) }
        for url in wanted { load(url, priority, parts, count) }
        count(false)
    }

    private func load(
        _ url: String, _ priority: LoadPriority, _ parts: EngineParts, _ done: @escaping @Sendable (Bool) -> Void
    ) {
        do throws(LaminaError) {
            let known = state.withLock { $0.known[url] ?? nil }
            var request = LoadRequest(url: url)
            request.known = known
            let number = try parts.loader.start(request, priority: priority, isDirect: true) {
                [self, weak parts] result in
                // What memory has shows on when the file is gone.
                let isCurrent = result.isUnchanged || (known != nil && result.failure != nil)
                if let known, !isCurrent { parts?.forgetImage(url, known) }
                let isNews = state.withLock { state -> Bool in
                    if isCurrent {
                        state.known[url] = .some(nil)
                        return false
                    }
                    state.fetched[url] =
                        result.failure.map { .failure($0) }
                        ?? .success(Fetched(bytes: result.bytes, stamp: result.stamp))
                    return true
                }
                done(isNews)
            }
            let isCancelled = state.withLock { state -> Bool in
                state.loads.append(number)
                return state.isCancelled
            }
            if isCancelled { _ = parts.loader.cancel(number) }
        } catch {
            state.withLock { $0.fetched[url] = .failure(error) }
            done(true)
        }
    }

    /// What rows that are seen lack comes first, and what is drawn to be seen soon before what may be.
    public func prioritise(isSeen: Bool, isDrawn: Bool, _ loader: Loader) {
        let priority: LoadPriority = isSeen ? .high : isDrawn ? .normal : .low
        let loads = state.withLock { state -> [UInt64] in
            if state.priority == priority { return [] }
            state.priority = priority
            return state.loads
        }
        for load in loads { _ = loader.setPriority(load, priority) }
    }

    /// Lets go of the bytes of pictures that show.
    public func settle() {
        let dropped = state.withLock { state in
            defer { (state.fetched, state.loads) = (state.fetched.filter { (try? $0.value.get()) == nil }, []) }
            return state.fetched
        }
        withExtendedLifetime(dropped) {}
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
