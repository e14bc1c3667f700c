public import LaminaGeometry
import LaminaLock
import Synchronization

/// Loads URLs for a context. Files and caches are read, and servers asked, by threads of its own; every load ends once,
/// on the owner thread.
public final class Loader: Sendable {
    public typealias Progress = @Sendable (LoadProgress) -> Void
    public typealias End = @Sendable (LoadResult) -> Void
    /// Has the owner thread run something.
    public typealias Post = @Sendable (@escaping @Sendable () -> Void) -> Void

    struct Load {
        let number: UInt64
        let fetch: UInt64
        let progress: Progress?
        let end: End
        /// Told at once, by whichever thread.
        let isDirect: Bool
        /// How many bytes it was told of.
        var told = 0
    }

    /// What is loaded once for all who want it.
    struct Shared {
        let request: LoadRequest
        var loads: [UInt64] = []
        var priority = LoadPriority.normal
        let job: LoadJob
        /// What came last, for those that watch; nil when they have seen it.
        var progress: LoadProgress?
        /// What the host has handed over, if it serves it.
        var handedOver: ByteCollector?
    }

    /// What was loaded and not all who want it were told of yet: who asks meanwhile is told, too.
    struct Untold {
        let result: LoadResult
        var count: Int
    }

    /// A load that has ended and waits for the owner thread.
    struct Ended {
        let load: Load
        let result: LoadResult
        /// By which `untold` counts it.
        var request: LoadRequest?
    }

    struct State {
        var isClosed = false
        var settings = LoaderSettings()
        var nextNumber: UInt64 = 1
        var loads: [UInt64: Load] = [:]
        var shared: [UInt64: Shared] = [:]
        var fetches: [LoadRequest: UInt64] = [:]
        var ended: [Ended] = []
        /// Direct ones that have ended, and are being told.
        var telling = 0
        var untold: [LoadRequest: Untold] = [:]
        var work: LoadWork?
        var statistics = LoadStatistics()
        /// Who serves a scheme in place of the library.
        var hosts: [String: HostLoader] = [:]

        /// Has the owner thread told of an end: one of those of `request` from now on, unless nobody may join it.
        mutating func tell(_ load: Load, _ result: LoadResult, of request: LoadRequest?) {
            ended.append(Ended(load: load, result: result, request: request))
            if let request { untold[request, default: Untold(result: result, count: 0)].count += 1 }
        }

        mutating func takeEnded() -> Ended? {
            if ended.isEmpty { return nil }
            let next = ended.removeFirst()
            if let request = next.request, let count = untold[request]?.count {
                untold[request]?.count = count - 1
                if count == 1 { untold[request] = nil }
            }
            return next
        }

        /// Nobody waits for it any more.
        mutating func forget(_ fetch: UInt64) -> LoadJob? {
            guard let shared = shared.removeValue(forKey: fetch) else { return nil }
            if fetches[shared.request] == fetch { fetches[shared.request] = nil }
            return shared.job
        }
    }

    let state = Locked<State>(.leaf, State())
    let post: Post
    private let report: @Sendable (String) -> Void

    /// `report` gets what no load can say, on any thread.
    public init(post: @escaping Post, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.post = post
        self.report = report
    }

    /// What loads are held to. Fails with `invalidState` once the first has begun, `io` for certificates that cannot be
    /// read.
    public func setSettings(_ settings: LoaderSettings) throws(LaminaError) {
        if settings.cacheFolder != nil && SQLiteLibrary.shared == nil {
            throw LaminaError(.unsupported, SQLiteLibrary.packageMissing)
        }
        if let file = settings.caFile { _ = try LocalSource.readRegularFile(file, limit: settings.maximumBytes) }
        let isLate = state.withLock { state in
            if state.work != nil { return true }
            state.settings = settings
            return false
        }
        if isLate {
            throw LaminaError(.invalidState, "a load has begun already: set what loads are held to before the first")
        }
    }

    public var settings: LoaderSettings { state.withLock { $0.settings } }

    /// Begins a load; equal ones that are under way are joined. `end` runs once, on the owner thread, `progress` there
    /// before it, as often as the owner thread has time. `isDirect`: `end` runs on any thread, as soon as it can. Fails
    /// with `invalidArgument` for what is no URL, `unsupported` for one that nobody loads.
    public func start(
        _ request: LoadRequest, priority: LoadPriority = .normal, isDirect: Bool = false, progress: Progress? = nil,
        end: @escaping End
    ) throws(LaminaError) -> UInt64 {
        let scheme = try scheme(of: request.url)
        let (number, job, isThere) = state.withLock { state -> (UInt64, LoadJob?, Bool) in
            let number = state.nextNumber
            state.nextNumber += 1
            // Nobody would end it.
            if state.isClosed { return (number, nil, false) }
            state.statistics.started += 1
            var fetch = number
            if !isDirect, let untold = state.untold[request] {
                let load = Load(number: number, fetch: fetch, progress: progress, end: end, isDirect: false)
                state.tell(load, untold.result, of: request)
                state.statistics.joined += 1
                return (number, nil, true)
            }
            var new: LoadJob?
            if let found = state.fetches[request] {
                fetch = found
                state.statistics.joined += 1
            } else {
                let job = LoadJob(id: number, request: request, scheme: scheme, settings: state.settings)
                state.fetches[request] = number
                state.shared[number] = Shared(request: request, priority: priority, job: job)
                new = job
            }
            state.loads[number] = Load(
                number: number, fetch: fetch, progress: progress, end: end, isDirect: isDirect)
            state.shared[fetch]?.loads.append(number)
            return (number, new, false)
        }
        if isThere {
            post { [weak self] in self?.endNext() }
        } else if let job {
            job.setPriority(priority)
            if job.host == nil { work.start(job) } else { post { [weak self] in self?.startHost(job.id) } }
        } else {
            raise(number, to: priority)
        }
        return number
    }

    /// Ends a load early: its end says `cancelled`. False when it has ended, or there never was one.
    public func cancel(_ number: UInt64) -> Bool {
        let (found, result, last) = state.withLock { state -> (Load?, LoadResult?, LoadJob?) in
            guard let load = state.loads.removeValue(forKey: number) else { return (nil, nil, nil) }
            let url = state.shared[load.fetch]?.request.url ?? ""
            let failure = LaminaError(.cancelled, "the load of '\(url)' was cancelled")
            let result = LoadResult(url: url, failure: failure)
            if !load.isDirect { state.ended.append(Ended(load: load, result: result)) }
            state.shared[load.fetch]?.loads.removeAll { $0 == number }
            guard state.shared[load.fetch]?.loads.isEmpty == true else { return (load, result, nil) }
            return (load, result, state.forget(load.fetch))
        }
        if let last { end(last) }
        guard let found, let result else { return false }
        if found.isDirect { found.end(result) } else { post { [weak self] in self?.endNext() } }
        return true
    }

    /// Changes which load goes first. What several wait for has the highest of their priorities. False when it has
    /// ended.
    public func setPriority(_ number: UInt64, _ priority: LoadPriority) -> Bool {
        let fetch = state.withLock { state in
            state.loads[number].flatMap { load in
                state.shared[load.fetch].map { (id: load.fetch, job: $0.job, isAlone: $0.loads.count == 1) }
            }
        }
        guard let fetch else { return false }
        if fetch.isAlone || priority > fetch.job.priority { apply(priority, to: fetch.job) }
        return true
    }

    private func raise(_ number: UInt64, to priority: LoadPriority) {
        let job = state.withLock { state in state.loads[number].flatMap { state.shared[$0.fetch]?.job } }
        if let job, priority > job.priority { apply(priority, to: job) }
    }

    private func apply(_ priority: LoadPriority, to job: LoadJob) {
        job.setPriority(priority)
        if let host = job.host {
            post { if job.isKnownToHost { host.setPriority(job.id, priority) } }
        } else {
            work.setPriority(job.id, priority)
        }
    }

    /// Nobody waits for a job any more.
    private func end(_ job: LoadJob) {
        job.cancel()
        if let host = job.host {
            post { if job.isKnownToHost { host.cancel(job.id) } }
        } else {
            work.cancel(job.id)
        }
    }

    /// Loads that have not ended.
    public var pendingCount: Int { state.withLock { $0.loads.count + $0.ended.count + $0.telling } }

    public var statistics: LoadStatistics {
        var (statistics, work) = state.withLock { ($0.statistics, $0.work) }
        let usage = work?.store.usage ?? StoreUsage()
        statistics.cachedResponses = usage.responses
        statistics.cachedBytes = usage.bytes
        return statistics
    }

    /// Drops what was used the longest time ago until the cache has at most so many bytes. Waits for the disk.
    public func trimCache(to bytes: Int) { work.store.trim(to: bytes) }

    /// What the cache holds, those used last first, as lines of fields with tabs between them: bytes, HTTP status, age
    /// in seconds, "fresh", "stale" or "part", and the URL. Waits for the disk.
    public func describeCache() -> String {
        let work = work
        let now = systemSeconds()
        return work.store.list(Self.longestList).map { url, response in
            let state = !response.isComplete ? "part" : work.rules.isFresh(response, now: now) ? "fresh" : "stale"
            let age = work.rules.currentAge(response, now: now)
            return "\(response.bytes.count)\t\(response.status)\t\(age)\t\(state)\t\(url)\n"
        }.joined()
    }

    private static let longestList = 10_000

    private var work: LoadWork {
        state.withLock { state in
            if let work = state.work { return work }
            let work = LoadWork(settings: state.settings, sink: self, report: report)
            state.work = work
            return work
        }
    }

    /// Ends all loads, on the owner thread, which runs what is to be told here.
    public func close() {
        // What the host gave is let go of without the lock.
        let (work, jobs, hosts) = state.withLock { state -> (LoadWork?, [LoadJob], [String: HostLoader]) in
            state.isClosed = true
            for (_, shared) in state.shared {
                let url = shared.request.url
                for number in shared.loads.sorted() {
                    guard let load = state.loads.removeValue(forKey: number) else { continue }
                    let failure = LaminaError(.cancelled, "the context ended before '\(url)' was loaded")
                    state.ended.append(Ended(load: load, result: LoadResult(url: url, failure: failure)))
                }
            }
            let jobs = state.shared.values.map(\.job)
            state.shared = [:]
            state.fetches = [:]
            defer {
                state.work = nil
                state.hosts = [:]
            }
            return (state.work, jobs, state.hosts)
        }
        for job in jobs {
            job.cancel()
            if job.isKnownToHost { job.host?.cancel(job.id) }
        }
        work?.close()
        while endNext() {}
        withExtendedLifetime(hosts) {}
    }

    /// Tells the owner of the load that ended first of those that it was not told of. Owner thread.
    @discardableResult
    private func endNext() -> Bool {
        let next = state.withLock { state in state.takeEnded() }
        guard let next else { return false }
        let bytes = next.result.bytes
        if let progress = next.load.progress, next.result.failure == nil, next.load.told < bytes.count {
            progress(LoadProgress(bytes: bytes, total: bytes.count))
        }
        next.load.end(next.result)
        return true
    }
}

// What the threads tell.
extension Loader: LoadSink {
    func jobEnded(_ id: UInt64, _ result: LoadResult) {
        // The job goes without the lock: with it may go what the host gave.
        let (count, direct, job) = state.withLock { state -> (Int, [Load], LoadJob?) in
            guard let shared = state.shared[id] else { return (0, [], nil) }
            state.statistics.count(result)
            let loads = shared.loads.compactMap { state.loads.removeValue(forKey: $0) }
            let posted = loads.filter { !$0.isDirect }
            // What failed, or was to be current, is asked for anew.
            let isForOthers = result.failure == nil && !shared.request.reloads
            for load in posted { state.tell(load, result, of: isForOthers ? shared.request : nil) }
            let direct = loads.filter(\.isDirect)
            state.telling += direct.count
            return (posted.count, direct, state.forget(id))
        }
        withExtendedLifetime(job) {}
        if !direct.isEmpty {
            for load in direct { load.end(result) }
            state.withLock { $0.telling -= direct.count }
            // For an owner that waits until nothing is under way: not all ends give him something to do.
            post {}
        }
        for _ in 0..<count { post { [weak self] in self?.endNext() } }
    }

    func jobProgressed(_ id: UInt64, _ progress: LoadProgress) {
        let isNews = state.withLock { state -> Bool in
            guard let shared = state.shared[id] else { return false }
            guard shared.loads.contains(where: { state.loads[$0]?.progress != nil }) else { return false }
            state.shared[id]?.progress = progress
            return shared.progress == nil
        }
        if isNews { post { [weak self] in self?.tellProgress(id) } }
    }

    func jobWasValidated() { state.withLock { $0.statistics.validated += 1 } }

    /// Owner thread.
    private func tellProgress(_ id: UInt64) {
        let found = state.withLock { state -> (LoadProgress, [UInt64])? in
            guard let shared = state.shared[id], let progress = shared.progress else { return nil }
            state.shared[id]?.progress = nil
            return (progress, shared.loads)
        }
        guard let (progress, numbers) = found else { return }
        for number in numbers {
            // One may cancel another.
            let call = state.withLock { state -> Progress? in
                state.loads[number]?.told = progress.bytes.count
                return state.loads[number]?.progress
            }
            call?(progress)
        }
    }
}

/// Counts since the context was created.
public struct LoadStatistics: Sendable {
    public var started: UInt64 = 0
    /// Of those, joined to one that was under way.
    public var joined: UInt64 = 0
    public var failed: UInt64 = 0
    /// Answered by the cache without asking.
    public var hits: UInt64 = 0
    /// Answered by the cache after asking whether that is current.
    public var validated: UInt64 = 0
    /// Answered by a server.
    public var misses: UInt64 = 0
    public var networkBytes: UInt64 = 0
    public var cachedResponses = 0
    public var cachedBytes = 0

    mutating func count(_ result: LoadResult) {
        if result.failure != nil { failed += 1 }
        switch result.source {
        case .cache: hits += 1
        case .network where result.httpStatus != 0:
            misses += 1
            networkBytes += UInt64(result.bytes.count)
        default: break
        }
    }
}
