import LaminaLoading

/// A client with a cache in memory and a clock of its own.
struct CacheTestClient {
    struct Answer {
        var response: HTTPResponse
        var body: String
    }

    private struct Entry {
        var response: StoredResponse
        var body: String
    }

    private let rules: HTTPCacheRules
    private var entries: [String: [Entry]] = [:]
    private var nextID = 1
    var server: CacheTestServer
    var now = 1_790_000_000

    init(rules: HTTPCacheRules, server: CacheTestServer) {
        self.rules = rules
        self.server = server
    }

    /// What the client gets; nil when there is no answer.
    mutating func send(_ request: HTTPRequest) -> Answer? {
        switch rules.decide(request, stored: stored(request), now: now) {
        case .answer(let answer): return content(of: answer)
        case .answerAndRevalidate(let answer, let plan):
            let content = content(of: answer)
            _ = forward(plan)
            return content
        case .forward(let plan): return forward(plan)
        }
    }

    private func stored(_ request: HTTPRequest) -> [StoredResponse] {
        (entries[request.url.text] ?? []).map(\.response)
    }

    private mutating func forward(_ plan: ForwardPlan) -> Answer? {
        let requestTime = now
        let number = plan.request.headers["Req-Num"].flatMap { Int($0) } ?? 0
        now += server.exchanges[number - 1].server.pauseS ?? 0
        server.note(number, sentAt: now)
        guard let (response, body) = server.answer(plan.request, now: now) else {
            return rules.answerWhenUnreachable(plan, stored: stored(plan.original), now: now).map(content)
        }
        let reception = rules.receive(
            response, for: plan, stored: stored(plan.original), requestTime: requestTime, responseTime: now)
        let before = plan.completing.flatMap { entry($0)?.body } ?? ""
        // What answers may go with what came.
        var stored: Answer?
        if case .stored(let answer) = reception.answer { stored = content(of: answer) }
        apply(reception, url: plan.original.url.text)
        switch reception.answer {
        case .askAgain: return forward(plan.unconditional)
        case .stored: return stored
        case .received:
            keep(reception.storing, body, received: body.utf8.count, plan)
            return Answer(response: response, body: body)
        case .continued(let whole):
            keep(reception.storing, before + body, received: body.utf8.count, plan)
            return Answer(
                response: HTTPResponse(status: whole.status, headers: whole.headers), body: before + body)
        }
    }

    private mutating func apply(_ reception: Reception, url: String) {
        for url in reception.invalidated { entries[url] = nil }
        for updated in reception.updated {
            guard let place = entries[url]?.firstIndex(where: { $0.response.id == updated.id }) else { continue }
            entries[url]?[place].response = updated
        }
        entries[url]?.removeAll { reception.removed.contains($0.response.id) }
    }

    private mutating func keep(_ pending: PendingResponse?, _ body: String, received count: Int, _ plan: ForwardPlan) {
        guard var stored = pending?.finished(received: count, isWhole: true, rules: rules) else { return }
        let url = plan.original.url.text
        entries[url]?.removeAll { $0.response.id == stored.id }
        stored.id = nextID
        nextID += 1
        entries[url, default: []].append(Entry(response: stored, body: body))
    }

    private func entry(_ id: Int) -> Entry? { entries.values.joined().first { $0.response.id == id } }

    private func content(of answer: CachedAnswer) -> Answer {
        let bytes = answer.stored.flatMap { entry($0)?.body.utf8 }.map(Array.init) ?? []
        return Answer(response: answer.response, body: String(decoding: bytes[answer.bytes], as: UTF8.self))
    }
}
