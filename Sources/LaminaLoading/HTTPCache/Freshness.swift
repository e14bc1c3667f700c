// How long a response is fresh and how old it is: RFC 9111 4.2.
extension HTTPCacheRules {
    /// Statuses whose answers may be kept without an explicit lifetime (RFC 9110 15.1). 206 is kept as part of a 200.
    static let heuristicStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

    /// For how many seconds after it was made a response is fresh.
    public func lifetime(_ stored: StoredResponse) -> Int {
        explicitLifetime(stored.headers, responseTime: stored.responseTime) ?? heuristicLifetime(stored)
    }

    /// Whether a response is fresh at `now`.
    public func isFresh(_ stored: StoredResponse, now: Int) -> Bool { lifetime(stored) > currentAge(stored, now: now) }

    /// nil: the response says nothing about it.
    func explicitLifetime(_ headers: HTTPHeaders, responseTime: Int) -> Int? {
        let control = CacheControl(headers)
        if isShared, let seconds = control.seconds("s-maxage") { return seconds }
        if let seconds = control.seconds("max-age") { return seconds }
        guard let expires = headers["Expires"] else { return nil }
        // A date that cannot be read is in the past (RFC 9111 5.3).
        guard let end = HTTPDate.parse(expires, now: responseTime) else { return 0 }
        return max(0, end - date(headers, responseTime: responseTime))
    }

    private func heuristicLifetime(_ stored: StoredResponse) -> Int {
        guard Self.heuristicStatuses.contains(stored.status) || CacheControl(stored.headers).has("public"),
            let modified = stored.headers["Last-Modified"].flatMap({ HTTPDate.parse($0, now: stored.responseTime) })
        else { return 0 }
        let unchanged = max(0, date(stored.headers, responseTime: stored.responseTime) - modified)
        return min(Int(Double(unchanged) * heuristicFraction), longestHeuristicSeconds)
    }

    /// RFC 9111 4.2.3.
    public func currentAge(_ stored: StoredResponse, now: Int) -> Int {
        let apparent = max(0, stored.responseTime - date(stored.headers, responseTime: stored.responseTime))
        let delay = max(0, stored.responseTime - stored.requestTime)
        let initial = max(apparent, ageValue(stored.headers) + delay)
        return min(initial + max(0, now - stored.responseTime), Self.endlessSeconds)
    }

    /// When the response was made; when it came, if it does not say.
    private func date(_ headers: HTTPHeaders, responseTime: Int) -> Int {
        headers["Date"].flatMap { HTTPDate.parse($0, now: responseTime) } ?? responseTime
    }

    /// Of several values the first counts; what is no number is ignored (RFC 9111 5.1).
    private func ageValue(_ headers: HTTPHeaders) -> Int { headers.list("Age").first.flatMap(digits) ?? 0 }

    /// Whether a stored response may be used only after the server has said that it is current.
    func needsValidation(_ stored: StoredResponse) -> Bool {
        CacheControl(stored.headers).hasUnqualified("no-cache")
    }

    /// Whether nothing forbids to use a stale response (RFC 9111 4.2.4).
    func mayServeStale(_ stored: StoredResponse) -> Bool {
        let control = CacheControl(stored.headers)
        if control.has("must-revalidate") || needsValidation(stored) { return false }
        return !isShared || !(control.has("proxy-revalidate") || control.has("s-maxage"))
    }

    /// RFC 5861 3.
    func mayServeWhileRevalidating(_ stored: StoredResponse, now: Int) -> Bool {
        guard let window = CacheControl(stored.headers).seconds("stale-while-revalidate"), mayServeStale(stored),
            !stored.isSuspect
        else { return false }
        return currentAge(stored, now: now) - lifetime(stored) <= window
    }

    /// RFC 5861 4: whether a stale response may stand in for an error of the server.
    func mayServeInsteadOfError(_ stored: StoredResponse, _ request: HTTPRequest, status: Int, now: Int) -> Bool {
        guard [500, 502, 503, 504].contains(status), mayServeStale(stored), !stored.isSuspect,
            let window = staleIfError(stored, RequestControl(request))
        else { return false }
        return currentAge(stored, now: now) - lifetime(stored) <= window
    }

    /// Whether a stale response may stand in for an answer that did not come (RFC 9111 4.2.4). If `stale-if-error` says
    /// for how long, no longer than that.
    func mayServeWhenUnreachable(_ stored: StoredResponse, _ request: HTTPRequest, now: Int) -> Bool {
        let control = RequestControl(request)
        guard mayServeStale(stored), !stored.isSuspect,
            let window = staleIfError(stored, control) ?? (control.allowsStale ? longestUnreachableSeconds : nil)
        else { return false }
        return currentAge(stored, now: now) - lifetime(stored) <= window
    }

    private func staleIfError(_ stored: StoredResponse, _ control: RequestControl) -> Int? {
        [CacheControl(stored.headers).seconds("stale-if-error"), control.staleIfError].compactMap { $0 }.max()
    }

    /// Whether a reload by the user need not ask the server: RFC 8246.
    public func isImmutable(_ stored: StoredResponse, now: Int) -> Bool {
        CacheControl(stored.headers).has("immutable") && stored.isComplete && isFresh(stored, now: now)
    }
}
