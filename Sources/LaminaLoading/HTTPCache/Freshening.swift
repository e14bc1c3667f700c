// New fields for stored responses: 304 (RFC 9111 4.3.4), HEAD (4.3.5), and what changes make invalid (4.4).
extension HTTPCacheRules {
    /// Fields that describe the bytes as they are stored, which an update does not change (RFC 9111 3.2).
    private static let fieldsOfContent = ["Content-Length", "Content-Encoding", "Content-Range"]

    /// A stored response with the fields of a newer head. Age is that of the newer one, or none.
    func freshened(_ stored: StoredResponse, by headers: HTTPHeaders, _ times: Times) -> StoredResponse {
        var result = stored
        var newer = storedFields(headers, responseTime: times.response)
        newer.removeAll(named: Self.fieldsOfContent)
        result.headers.remove("Age")
        result.headers.replaceFields(by: newer)
        result.requestTime = times.request
        result.responseTime = times.response
        result.isSuspect = false
        return result
    }

    func freshen(
        by response: HTTPResponse, _ plan: ForwardPlan, _ stored: [StoredResponse], _ times: Times,
        _ reception: inout Reception
    ) {
        let candidates = stored.filter { plan.validating.contains($0.id) }
        let chosen = validated(candidates, by: response.headers)
        var new = chosen.map { freshened($0, by: response.headers, times) }
        guard var newest = new.popLast() else {
            // Without a condition of the client, it has nothing that 304 could be about.
            if !plan.original.isConditional { reception.answer = .askAgain }
            return
        }
        // Another variant than the request would have selected: it is the answer to such a request, too.
        if select([newest], for: plan.original) == nil {
            newest.selecting = selectingFields(newest.headers.list("Vary"), of: plan.original.headers)
        }
        update(new + [newest], &reception)
        // With its own condition, the client gets the server's answer to it.
        if plan.original.isConditional { return }
        if let answer = answer(newest, to: plan.original, now: times.response) {
            reception.answer = .stored(answer)
        } else {
            reception.answer = .askAgain
        }
    }

    /// Takes new fields over; a response of which they say that it is not to be kept goes.
    private func update(_ responses: [StoredResponse], _ reception: inout Reception) {
        for response in responses {
            if forbidsKeeping(response.status, CacheControl(response.headers)) {
                reception.removed.append(response.id)
            } else {
                reception.updated.append(response)
            }
        }
    }

    /// The stored responses that 304 is about, the most recent last: all with its strong tag; or the most recent with
    /// its weak tag or its date; or the only one, if neither side has a validator that could tell.
    private func validated(_ candidates: [StoredResponse], by headers: HTTPHeaders) -> [StoredResponse] {
        let candidates = candidates.sorted { ($0.responseTime, $0.id) < ($1.responseTime, $1.id) }
        if let tag = EntityTag(headers) {
            let same = candidates.filter { EntityTag($0.headers)?.isWeaklyEqual(tag) ?? false }
            return tag.isWeak ? Array(same.suffix(1)) : same
        }
        if let date = headers["Last-Modified"] {
            return Array(candidates.filter { $0.headers["Last-Modified"] == date }.suffix(1))
        }
        return candidates.count == 1 ? candidates : []
    }

    /// The answer to HEAD tells what GET would get now.
    func freshen(
        byHead response: HTTPResponse, _ request: HTTPRequest, _ stored: [StoredResponse], _ times: Times,
        _ reception: inout Reception
    ) {
        guard response.status == 200, !RequestControl(request).noStore, let selected = select(stored, for: request)
        else { return }
        let headers = response.headers
        let isSame = ["ETag", "Last-Modified"].allSatisfy { !headers.has($0) || headers[$0] == selected.headers[$0] }
        let length = headers["Content-Length"].flatMap(digits)
        if isSame, length == nil || length == selected.completeLength {
            update([freshened(selected, by: headers, times)], &reception)
        } else {
            var suspect = selected
            suspect.isSuspect = true
            reception.updated = [suspect]
        }
    }

    /// What a method that may change things makes invalid, unless it failed: its URL, and those of the same origin that
    /// the answer names.
    func invalidatedURLs(_ request: HTTPRequest, _ response: HTTPResponse) -> [String] {
        guard 200..<400 ~= response.status else { return [] }
        let named = ["Location", "Content-Location"].compactMap { response.headers[$0] }
            .compactMap(request.url.resolve).filter { $0.origin == request.url.origin }.map(\.text)
        return [request.url.text] + named.filter { $0 != request.url.text }
    }
}
