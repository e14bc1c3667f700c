// What an answer of the server means for the client and for what is stored: RFC 9111 3.4, 4.3.3 to 4.4.

/// The consequences of an answer's head.
public struct Reception: Equatable, Sendable {
    public enum Answer: Equatable, Sendable {
        /// The client gets what came.
        case received
        /// The client gets a stored response; content that came is dropped.
        case stored(CachedAnswer)
        /// The bytes that come follow those that are stored; the client gets all, under this head.
        case continued(StoredResponse)
        /// 304 about something that the cache does not have: the request goes out again, as the client made it.
        case askAgain
    }

    public var answer: Answer
    /// Stored responses whose fields and times are new.
    public var updated: [StoredResponse] = []
    /// Stored responses that go; one of them may be the answer.
    public var removed: [Int] = []
    /// URLs under which all stored responses go.
    public var invalidated: [String] = []
    /// What to keep once the content is there.
    public var storing: PendingResponse?
}

extension HTTPCacheRules {
    /// What to do with an answer once its head is there.
    public func receive(
        _ response: HTTPResponse, for plan: ForwardPlan, stored: [StoredResponse], requestTime: Int, responseTime: Int
    ) -> Reception {
        var reception = Reception(answer: .received)
        let request = plan.original
        if !request.isSafe {
            reception.invalidated = invalidatedURLs(request, response)
            reception.storing = pending(response, to: request, (requestTime, responseTime))
            return reception
        }
        if request.method == "HEAD" {
            freshen(byHead: response, request, stored, (requestTime, responseTime), &reception)
            return reception
        }
        guard request.method == "GET" else { return reception }
        if response.status == 304 {
            freshen(by: response, plan, stored, (requestTime, responseTime), &reception)
            return reception
        }
        let selected = select(stored, for: request)
        if let selected, mayServeInsteadOfError(selected, request, status: response.status, now: responseTime),
            let answer = answer(selected, to: request, now: responseTime)
        {
            reception.answer = .stored(answer)
            return reception
        }
        if [206, 416].contains(response.status), let id = plan.completing,
            let old = stored.first(where: { $0.id == id })
        {
            complete(old, with: response, (requestTime, responseTime), &reception)
            return reception
        }
        replace(selected, by: response, request, (requestTime, responseTime), &reception)
        return reception
    }

    private func replace(
        _ selected: StoredResponse?, by response: HTTPResponse, _ request: HTTPRequest, _ times: Times,
        _ reception: inout Reception
    ) {
        reception.storing = pending(response, to: request, times)
        guard let selected else { return }
        if response.status != 206 {
            // An error of the server says nothing about what it had.
            if response.status < 500 || reception.storing != nil { reception.removed = [selected.id] }
        } else if selected.isComplete, isSame(selected, response.headers) {
            // A part of what is there as a whole.
            reception.storing = nil
        } else {
            reception.removed = [selected.id]
        }
    }

    /// Bytes that were asked for to complete a stored response: RFC 9111 3.4.
    private func complete(
        _ old: StoredResponse, with response: HTTPResponse, _ times: Times, _ reception: inout Reception
    ) {
        guard response.status == 206, isSame(old, response.headers),
            let part = response.headers["Content-Range"].flatMap(ByteRange.parseContent),
            part.bytes.lowerBound == old.bytes.upperBound
        else {
            reception.answer = .askAgain
            reception.removed = [old.id]
            return
        }
        var whole = freshened(old, by: response.headers, times)
        whole.headers.remove("Content-Range")
        whole.completeLength = part.length ?? old.completeLength
        whole.headers.remove("Content-Length")
        if let length = whole.completeLength { whole.headers.set("Content-Length", String(length)) }
        reception.answer = .continued(whole)
        if forbidsKeeping(whole.status, CacheControl(whole.headers)) {
            reception.removed = [old.id]
        } else {
            reception.storing = PendingResponse(response: whole, part: part.bytes)
        }
    }

    /// Whether an answer is about the same bytes as a stored response.
    private func isSame(_ stored: StoredResponse, _ headers: HTTPHeaders) -> Bool {
        guard strongValidator(stored) != nil else { return false }
        if let tag = EntityTag(stored.headers) {
            return EntityTag(headers).map(tag.isStronglyEqual) ?? false
        }
        return stored.headers["Last-Modified"] == headers["Last-Modified"]
    }
}
