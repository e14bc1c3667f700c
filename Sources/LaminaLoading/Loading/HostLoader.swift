public import LaminaGeometry
import LaminaLock

/// What serves a scheme in place of the library. Its functions run on the owner thread.
public final class HostLoader: Sendable {
    public typealias Start = @Sendable (_ request: UInt64, _ url: String, LoadPriority) -> Void
    let start: Start
    let cancel: @Sendable (_ request: UInt64) -> Void
    let setPriority: @Sendable (_ request: UInt64, LoadPriority) -> Void

    public init(
        start: @escaping Start, cancel: @escaping @Sendable (_ request: UInt64) -> Void,
        setPriority: @escaping @Sendable (_ request: UInt64, LoadPriority) -> Void
    ) {
        self.start = start
        self.cancel = cancel
        self.setPriority = setPriority
    }
}

extension Loader {
    /// Has a host serve a scheme, or for nil the library again. Fails with `invalidArgument` for what is no scheme.
    public func setHost(_ host: HostLoader?, for scheme: String) throws(LaminaError) {
        guard LoadScheme.isName(scheme) else {
            throw LaminaError(
                .invalidArgument, "'\(scheme.prefix(200))' is no scheme; one such as \"app\" is needed, without a colon"
            )
        }
        let old = state.withLock { state in
            let old = state.hosts[lowercasedToken(scheme)]
            // After the end nobody would let go of it.
            if !state.isClosed { state.hosts[lowercasedToken(scheme)] = host }
            return old
        }
        withExtendedLifetime(old) {}
    }

    func scheme(of url: String) throws(LaminaError) -> LoadScheme {
        let name = try LoadScheme.name(of: url)
        let (host, settings) = state.withLock { ($0.hosts[name], $0.settings) }
        if let host { return .host(host) }
        return try LoadScheme(url, settings, others: state.withLock { $0.hosts.keys.sorted() })
    }

    /// Owner thread.
    func startHost(_ id: UInt64) {
        let job = state.withLock { $0.shared[id]?.job }
        guard let job else { return }
        job.noteKnownToHost()
        job.host?.start(id, job.request.url, job.priority)
    }

    /// Takes bytes that a host hands over. Fails with `invalidState` when nobody waits for them, `outOfRange` when
    /// there are too many, which ends the request.
    public func append(_ bytes: LoadedBytes, total: Int?, to request: UInt64) throws(LaminaError) {
        let (progress, limit) = try state.withLock { (state) throws(LaminaError) -> (LoadProgress?, Int) in
            guard state.shared[request]?.job.host != nil else { throw Self.noRequest(request) }
            let limit = state.settings.maximumBytes
            var collector = state.shared[request]?.handedOver ?? ByteCollector(expected: total ?? 0)
            if collector.count + bytes.count > limit { return (nil, limit) }
            collector.append(bytes)
            state.shared[request]?.handedOver = collector
            return (LoadProgress(bytes: collector.view, total: total), limit)
        }
        if let progress { return jobProgressed(request, progress) }
        let error = LocalSource.tooLarge("request \(request)", limit)
        jobEnded(request, LoadResult(url: "", failure: error))
        throw error
    }

    /// Ends what a host serves.
    public func end(
        _ request: UInt64, failure: LaminaError?, contentType: String = "", httpStatus: Int = 0
    ) throws(LaminaError) {
        let found = state.withLock { state -> (String, LoadedBytes)? in
            guard let shared = state.shared[request], shared.job.host != nil else { return nil }
            return (shared.request.url, shared.handedOver?.view ?? LoadedBytes([]))
        }
        guard let (url, bytes) = found else { throw Self.noRequest(request) }
        var result = LoadResult(url: url, bytes: bytes, source: .host)
        result.failure = failure.map { LaminaError($0.code, "'\(url.prefix(200))': \($0.message)") }
        result.contentType = contentType
        result.httpStatus = httpStatus
        jobEnded(request, result)
    }

    private static func noRequest(_ request: UInt64) -> LaminaError {
        LaminaError(.invalidState, "no load waits for request \(request): it has ended, or was never given out")
    }
}
