/// When an answer may be kept and used again: RFC 9111, with RFC 5861 (stale answers) and RFC 8246 (immutable). The
/// rules are pure: time is an argument, and whoever stores responses applies what they say.
public struct HTTPCacheRules: Sendable {
    /// A cache for several users: it obeys `s-maxage`, keeps nothing `private`, and no answer to a request with
    /// credentials that does not allow it.
    public var isShared: Bool
    /// Without an explicit lifetime, an answer is fresh for this part of the time since it was last modified
    /// (RFC 9111 4.2.2), at most `longestHeuristicSeconds`.
    public var heuristicFraction = 0.1
    public var longestHeuristicSeconds = 7 * 86400
    /// How long after its lifetime an answer may stand in when the server cannot be reached, if nothing forbids it.
    public var longestUnreachableSeconds = 30 * 86400

    /// Stands for every number of seconds that is larger (RFC 9111 1.2.2).
    static let endlessSeconds = 1 << 31

    public init(isShared: Bool = false) { self.isShared = isShared }

    /// What to do with a request, given the responses that are stored under its URL.
    public func decide(_ request: HTTPRequest, stored: [StoredResponse], now: Int) -> CacheDecision {
        guard request.method == "GET" || request.method == "HEAD" else {
            return .forward(ForwardPlan(request: request, original: request))
        }
        let control = RequestControl(request)
        let selected = select(stored, for: request)
        if let selected, isReusable(selected, control, now: now), let answer = answer(selected, to: request, now: now) {
            return .answer(answer)
        }
        if control.onlyIfCached {
            return .answer(CachedAnswer(stored: nil, response: HTTPResponse(status: 504), bytes: 0..<0))
        }
        let plan = forwardPlan(request, selected: selected, among: stored)
        if let selected, control.allowsStale, mayServeWhileRevalidating(selected, now: now),
            let answer = answer(selected, to: request, now: now)
        {
            return .answerAndRevalidate(answer, plan)
        }
        return .forward(plan)
    }

    /// What answers when no answer came from the server at all: a stale response, unless something forbids it
    /// (RFC 9111 4.2.4).
    public func answerWhenUnreachable(_ plan: ForwardPlan, stored: [StoredResponse], now: Int) -> CachedAnswer? {
        guard let selected = select(stored, for: plan.original),
            mayServeWhenUnreachable(selected, plan.original, now: now)
        else { return nil }
        return answer(selected, to: plan.original, now: now)
    }

    private func isReusable(_ stored: StoredResponse, _ control: RequestControl, now: Int) -> Bool {
        if control.noCache || stored.isSuspect || needsValidation(stored) { return false }
        let age = currentAge(stored, now: now)
        let lifetime = lifetime(stored)
        if let limit = control.maxAge, age > limit { return false }
        if lifetime > age { return lifetime - age >= control.minFresh }
        guard let maxStale = control.maxStale, mayServeStale(stored), control.minFresh == 0 else { return false }
        return age - lifetime <= maxStale
    }
}

/// What becomes of a request.
public enum CacheDecision: Equatable, Sendable {
    case answer(CachedAnswer)
    /// Stale, but allowed to be used while the server is asked (RFC 5861 3).
    case answerAndRevalidate(CachedAnswer, ForwardPlan)
    case forward(ForwardPlan)
}

/// A request to the server, with what the cache adds to it.
public struct ForwardPlan: Equatable, Sendable {
    /// As it goes out.
    public var request: HTTPRequest
    /// As the client made it.
    public var original: HTTPRequest
    /// The stored responses that 304 may be about.
    public var validating: [Int] = []
    /// The stored response that 206 completes.
    public var completing: Int?

    /// The request as the client made it, for when what the cache added did not serve.
    public var unconditional: ForwardPlan { ForwardPlan(request: original, original: original) }
}

/// What a request says about stored responses (RFC 9111 5.2.1, 5.4).
struct RequestControl {
    let noCache: Bool
    let noStore: Bool
    let onlyIfCached: Bool
    let maxAge: Int?
    let maxStale: Int?
    let minFresh: Int
    let staleIfError: Int?
    /// Whether nothing asks for an answer that is fresher than a stale one.
    var allowsStale: Bool { !noCache && maxAge == nil && minFresh == 0 }

    init(_ request: HTTPRequest) {
        let control = CacheControl(request.headers)
        let hasPragma = request.headers.list("Pragma").contains { isSameToken($0, "no-cache") }
        noCache = control.has("no-cache") || (!control.isPresent && hasPragma)
        noStore = control.has("no-store")
        onlyIfCached = control.has("only-if-cached")
        maxAge = control.seconds("max-age")
        // Without a number, stale by any time.
        maxStale = control.seconds("max-stale", bare: HTTPCacheRules.endlessSeconds)
        minFresh = control.seconds("min-fresh") ?? 0
        staleIfError = control.seconds("stale-if-error")
    }
}
