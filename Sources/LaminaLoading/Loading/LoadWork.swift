import LaminaGeometry
import LaminaLock
import Synchronization

/// What a loader's threads share: the store, the network, and threads that wait for the disk.
final class LoadWork: Sendable {
    let settings: LoaderSettings
    let rules = HTTPCacheRules()
    let store: any ResponseStore
    private weak let sink: (any LoadSink)?
    private let threads = BlockingThreads(maximum: 3)
    private let networks = Locked<Network?>(.leaf, nil)
    /// Jobs of nobody, by the URL that they bring up to date.
    private let background = Locked<Set<String>>(.leaf, [])
    private let nextBackground = Atomic<UInt64>(1 << 63)

    init(settings: LoaderSettings, sink: any LoadSink, report: @escaping @Sendable (String) -> Void) {
        self.settings = settings
        self.sink = sink
        if let folder = settings.cacheFolder {
            store = DiskStore(folder: folder, limit: settings.cacheBytes, report: report)
        } else {
            store = MemoryStore(limit: settings.cacheBytes)
        }
    }

    func start(_ job: LoadJob) {
        push(job) { [self] in
            switch job.scheme {
            case .file: end(job, readFile(job))
            case .data: end(job, readData(job))
            case .web(let url): ask(job, WebRequest(url, job.request))
            case .host: break
            }
        }
    }

    func cancel(_ id: UInt64) { networks.withLock { $0 }?.cancel(id) }
    func setPriority(_ id: UInt64, _ priority: LoadPriority) { networks.withLock { $0 }?.setPriority(id, priority) }

    /// Opens libcurl, which takes milliseconds, when it is first needed: on a thread that may wait. nil without it.
    private func network() -> Network? {
        guard let curl = CurlLibrary.shared else { return nil }
        return networks.withLock { network in
            if network == nil { network = Network(curl, rules: rules, settings: settings) }
            return network
        }
    }

    /// Ends everything; nobody is told of anything any more.
    func close() {
        networks.withLock { $0 }?.close()
        threads.close()
        // A thread may have opened it meanwhile.
        networks.withLock { $0 }?.close()
        store.close()
    }

    /// Goes on with a job on a thread that may wait.
    private func push(_ job: LoadJob, delay: UInt64 = 0, _ body: @escaping @Sendable () -> Void) {
        if !threads.push(delay: delay, { if !job.isCancelled { body() } }) { lackThread(job) }
    }

    private func lackThread(_ job: LoadJob) {
        if job.isCancelled { return }
        fail(job, LaminaError(.backend, "the system has no thread left to load '\(job.request.url)' on"))
    }

    private func end(_ job: LoadJob, _ result: LoadResult) {
        if job.isBackground {
            background.withLock { _ = $0.remove(job.request.url) }
        } else if !job.isCancelled {
            sink?.jobEnded(job.id, result)
        }
    }

    private func fail(_ job: LoadJob, _ error: LaminaError) {
        end(job, LoadResult(url: job.request.url, failure: error))
    }

    private func readFile(_ job: LoadJob) -> LoadResult {
        var result = LoadResult(url: job.request.url, bytes: LoadedBytes([]), source: .file)
        do throws(LaminaError) {
            let (bytes, stamp) = try LocalSource.readFile(
                job.request.url, known: job.request.known, limit: settings.maximumBytes)
            result.stamp = stamp
            result.isUnchanged = bytes == nil
            if let bytes { result.bytes = bytes }
        } catch {
            result.failure = error
        }
        return result
    }

    private func readData(_ job: LoadJob) -> LoadResult {
        var result = LoadResult(url: job.request.url, bytes: LoadedBytes([]), source: .data)
        do throws(LaminaError) {
            (result.bytes, result.contentType) = try LocalSource.readData(
                job.request.url, limit: settings.maximumBytes)
        } catch {
            result.failure = error
        }
        return result
    }

    // MARK: The web

    /// Decides whether the store answers, and asks the server if not.
    private func ask(_ job: LoadJob, _ web: WebRequest) {
        let now = systemSeconds()
        let stored = web.isUnconditional ? [] : store.responses(web.url.text)
        let selected = rules.select(stored, for: web.request(isImmutable: true))
        let request = web.request(isImmutable: selected.map { rules.isImmutable($0, now: now) } ?? false)
        switch rules.decide(request, stored: stored, now: now) {
        case .answer(let answer):
            if answer.stored == nil {
                return fail(
                    job, LaminaError(.io, "'\(web.url.text)' is not in the cache, and no server was to be asked"))
            }
            if !take(job, web, answer, bytes(of: answer), .cache) { ask(job, web.unconditional) }
        case .answerAndRevalidate(let answer, let plan):
            if take(job, web, answer, bytes(of: answer), .cache) {
                revalidate(job, web, plan, stored)
            } else {
                ask(job, web.unconditional)
            }
        case .forward(let plan): forward(job, web, plan, stored)
        }
    }

    /// Brings a stale answer up to date that was used already, once at a time for each URL.
    private func revalidate(_ job: LoadJob, _ web: WebRequest, _ plan: ForwardPlan, _ stored: [StoredResponse]) {
        guard background.withLock({ $0.insert(job.request.url).inserted }) else { return }
        let number = nextBackground.add(1, ordering: .relaxed).newValue
        let later = LoadJob(
            id: number, request: job.request, scheme: job.scheme, settings: settings, isBackground: true)
        later.setPriority(.low)
        forward(later, web, plan, stored)
    }

    private func forward(_ job: LoadJob, _ web: WebRequest, _ plan: ForwardPlan, _ stored: [StoredResponse]) {
        guard let network = network() else { return fail(job, LaminaError(.unsupported, CurlLibrary.packageMissing)) }
        let prefix = plan.completing.flatMap(store.bytes)
        // What was to be completed is gone.
        if plan.completing != nil && prefix == nil { return forward(job, web, plan.unconditional, []) }
        let order = TransferOrder(
            job: job, priority: job.priority, plan: plan, stored: stored, prefix: prefix,
            received: { [weak sink] progress in
                if !job.isBackground { sink?.jobProgressed(job.id, progress) }
            },
            ended: { [weak self] end in
                guard let self else { return }
                // The beginning of what was cancelled is worth something to who asks next.
                let isPushed = threads.push {
                    // What answers may go with what came.
                    var stored: LoadedBytes?
                    if case .stored(let answer) = end.reception?.answer { stored = self.bytes(of: answer) }
                    self.keep(web, end)
                    if !job.isCancelled { self.conclude(job, web, plan, end, stored) }
                }
                if !isPushed { lackThread(job) }
            })
        if !network.start(order) { lackThread(job) }
    }

    /// Stores what came of a request.
    private func keep(_ web: WebRequest, _ end: TransferEnd) {
        guard let reception = end.reception else { return }
        // What takes the place of another is there before that goes: a process may be killed between the two.
        let whole = end.failure == nil
        if let kept = reception.storing?.finished(received: end.received, isWhole: whole, rules: rules) {
            store.put(kept, end.body, url: web.url.text)
        }
        store.apply(reception, url: web.url.text)
    }

    /// Goes on with what came of a request. `stored`: what is stored and answers it.
    private func conclude(
        _ job: LoadJob, _ web: WebRequest, _ plan: ForwardPlan, _ end: TransferEnd, _ stored: LoadedBytes?
    ) {
        if let failure = end.failure { return recover(job, web, plan, end, failure) }
        guard let response = end.response, let reception = end.reception else { return }
        switch reception.answer {
        case .askAgain:
            if web.isUnconditional {
                return fail(
                    job,
                    LaminaError(.io, "'\(web.url.text)' was answered with 304 (not modified), which nothing asked for"))
            }
            ask(job, web.unconditional)
        case .stored(let answer):
            let isCurrent = response.status == 304
            if isCurrent { sink?.jobWasValidated() }
            if !take(job, web, answer, stored, isCurrent ? .validated : .cache, isStale: !isCurrent) {
                ask(job, web.unconditional)
            }
        case .received:
            if [502, 503, 504].contains(response.status), retry(job, web, end) { return }
            take(job, web, response, end.body, .network)
        case .continued(let whole):
            take(job, web, HTTPResponse(status: whole.status, headers: whole.headers), end.body, .network)
        }
    }

    /// No answer, or a part of one: what is stored stands in, or the request goes out again.
    private func recover(
        _ job: LoadJob, _ web: WebRequest, _ plan: ForwardPlan, _ end: TransferEnd, _ failure: LaminaError
    ) {
        if end.mayPass {
            let stored = store.responses(web.url.text)
            if let answer = rules.answerWhenUnreachable(plan, stored: stored, now: systemSeconds()),
                take(job, web, answer, bytes(of: answer), .cache, isStale: true)
            {
                return
            }
            if retry(job, web, end) { return }
        }
        fail(job, failure)
    }

    /// Asks again after a while, twice as long each time; false when it was enough.
    private func retry(_ job: LoadJob, _ web: WebRequest, _ end: TransferEnd) -> Bool {
        guard web.attempt < settings.retries else { return false }
        var delay = UInt64(250_000) << UInt64(min(web.attempt, 8))
        if let text = end.response?.headers["Retry-After"] {
            // A server that wants to be left alone for longer is.
            guard let seconds = digits(text), seconds <= 10 else { return false }
            delay = max(delay, UInt64(seconds) * 1_000_000)
        }
        guard monotonicMicroseconds() + delay < job.deadline else { return false }
        push(job, delay: delay) { [self] in ask(job, web.again) }
        return true
    }

    /// The stored bytes of which an answer is a part; nil when they are gone.
    private func bytes(of answer: CachedAnswer) -> LoadedBytes? { answer.stored.flatMap(store.bytes) }

    /// Hands over an answer from the store; false when its bytes are gone.
    private func take(
        _ job: LoadJob, _ web: WebRequest, _ answer: CachedAnswer, _ bytes: LoadedBytes?, _ source: LoadSource,
        isStale: Bool = false
    ) -> Bool {
        guard let bytes, answer.bytes.upperBound <= bytes.count else { return false }
        take(job, web, answer.response, bytes.slice(answer.bytes), source, isStale: isStale)
        return true
    }

    /// Hands over an answer, or goes where it points to.
    private func take(
        _ job: LoadJob, _ web: WebRequest, _ response: HTTPResponse, _ bytes: LoadedBytes, _ source: LoadSource,
        isStale: Bool = false
    ) {
        if let location = web.redirection(response) {
            do throws(LaminaError) {
                ask(job, try web.redirected(to: location, settings))
            } catch {
                fail(job, error)
            }
            return
        }
        var result = LoadResult(url: web.url.text, bytes: bytes, source: source)
        result.httpStatus = response.status
        result.contentType = response.headers["Content-Type"] ?? ""
        result.isStale = isStale
        if !(200..<300 ~= response.status) {
            result.failure = LaminaError(.io, "'\(web.url.text)' was answered with HTTP status \(response.status)")
        }
        end(job, result)
    }
}
