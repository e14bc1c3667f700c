import Testing

@testable import LaminaLoading

/// The same numbers each time.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// What the cases do not ask: resuming, RFC 8246, errors, and answers that make no sense.
@Suite struct CacheRulesTests {
    private let now = 1_790_000_000
    private let rules = HTTPCacheRules()
    private let url = HTTPURL("http://example.org/a.png")!

    private func request(_ fields: [(String, String)] = [], method: String = "GET") -> HTTPRequest {
        HTTPRequest(method: method, url: url, headers: headers(fields))
    }

    private func headers(_ fields: [(String, String)]) -> HTTPHeaders {
        HTTPHeaders(fields.map { HTTPHeaders.Field($0.0, $0.1) })
    }

    private func stored(_ fields: [(String, String)], bytes: Range<Int> = 0..<10, of length: Int? = 10)
        -> StoredResponse
    {
        StoredResponse(
            id: 1, status: 200, headers: headers(fields + [("Date", HTTPDate.format(now))]), requestTime: now,
            responseTime: now, bytes: bytes, completeLength: length)
    }

    private func forwarded(_ decision: CacheDecision) -> ForwardPlan? {
        if case .forward(let plan) = decision { return plan }
        return nil
    }

    private func receive(_ status: Int, _ fields: [(String, String)], _ plan: ForwardPlan, _ stored: [StoredResponse])
        -> Reception
    {
        rules.receive(
            HTTPResponse(status: status, headers: headers(fields)), for: plan, stored: stored, requestTime: now,
            responseTime: now)
    }

    @Test func aCutResponseIsResumed() throws {
        let decision = rules.decide(request(), stored: [], now: now)
        let first = receive(200, [("ETag", "\"v1\""), ("Content-Length", "10")], try #require(forwarded(decision)), [])
        var part = try #require(first.storing?.finished(received: 4, isWhole: false, rules: rules))
        #expect(part.bytes == 0..<4)
        #expect(!part.isComplete)
        part.id = 7
        let next = try #require(forwarded(rules.decide(request(), stored: [part], now: now)))
        #expect(next.request.headers["Range"] == "bytes=4-")
        #expect(next.request.headers["If-Range"] == "\"v1\"")
        #expect(next.completing == 7)
        let rest = receive(206, [("ETag", "\"v1\""), ("Content-Range", "bytes 4-9/10")], next, [part])
        guard case .continued(let whole) = rest.answer else { throw Unexpected() }
        #expect(whole.headers["Content-Length"] == "10")
        #expect(!whole.headers.has("Content-Range"))
        let complete = try #require(rest.storing?.finished(received: 6, isWhole: true, rules: rules))
        #expect(complete.isComplete)
        #expect(complete.id == 7)
        // Cut once more, it is a longer beginning; with too much, nothing.
        #expect(rest.storing?.finished(received: 2, isWhole: false, rules: rules)?.bytes == 0..<6)
        #expect(rest.storing?.finished(received: 7, isWhole: false, rules: rules) == nil)
        // Changed in between: what was there goes.
        #expect(receive(200, [("ETag", "\"v2\"")], next, [part]).removed == [7])
        let other = receive(206, [("ETag", "\"v2\""), ("Content-Range", "bytes 4-9/10")], next, [part])
        #expect(other.answer == .askAgain)
        #expect(other.removed == [7])
        #expect(receive(416, [], next, [part]).answer == .askAgain)
    }

    struct Unexpected: Error {}

    @Test func withoutAStrongValidatorNothingIsResumed() throws {
        for fields in [[("ETag", "W/\"v1\"")], [("Last-Modified", HTTPDate.format(now - 30))], []] {
            let first = receive(
                200,
                fields + [("Content-Length", "10"), ("Cache-Control", "max-age=9"), ("Date", HTTPDate.format(now))],
                ForwardPlan(request: request(), original: request()), [])
            #expect(first.storing?.finished(received: 4, isWhole: false, rules: rules) == nil)
        }
    }

    @Test func noPartAnswersForTheWhole() {
        let part = stored([("Cache-Control", "max-age=100"), ("ETag", "\"v\"")], bytes: 0..<4)
        #expect(forwarded(rules.decide(request(), stored: [part], now: now)) != nil)
        #expect(forwarded(rules.decide(request([("Range", "bytes=2-5")]), stored: [part], now: now)) != nil)
        guard case .answer(let answer) = rules.decide(request([("Range", "bytes=1-3")]), stored: [part], now: now)
        else {
            Issue.record("not answered")
            return
        }
        #expect(answer.bytes == 1..<4)
        #expect(answer.response.headers["Content-Range"] == "bytes 1-3/10")
    }

    @Test func immutableIsKnown() {
        let fields = [("Cache-Control", "max-age=100, immutable")]
        #expect(rules.isImmutable(stored(fields), now: now))
        #expect(!rules.isImmutable(stored(fields), now: now + 101))
        #expect(!rules.isImmutable(stored(fields, bytes: 0..<4), now: now))
        #expect(!rules.isImmutable(stored([("Cache-Control", "max-age=100")]), now: now))
    }

    @Test func staleStandsInForWhatCannotBeReached() throws {
        let stale = stored([("Cache-Control", "max-age=1")])
        let plan = try #require(forwarded(rules.decide(request(), stored: [stale], now: now + 50)))
        #expect(rules.answerWhenUnreachable(plan, stored: [stale], now: now + 50) != nil)
        #expect(rules.answerWhenUnreachable(plan, stored: [stale], now: now + 50 * 86400) == nil)
        for forbidding in ["must-revalidate", "no-cache"] {
            let other = stored([("Cache-Control", "max-age=1, \(forbidding)")])
            #expect(rules.answerWhenUnreachable(plan, stored: [other], now: now + 50) == nil)
        }
        #expect(rules.answerWhenUnreachable(plan, stored: [], now: now) == nil)
        let error = stored([("Cache-Control", "max-age=1, stale-if-error=60")])
        let failing = receive(503, [], plan, [error])
        guard case .stored = failing.answer else { throw Unexpected() }
        #expect(receive(404, [], plan, [error]).answer == .received)
        #expect(receive(503, [], plan, [stale]).answer == .received)
    }

    @Test func a304AboutNothingIsAskedAgain() throws {
        let plain = ForwardPlan(request: request(), original: request())
        #expect(receive(304, [], plain, []).answer == .askAgain)
        let old = stored([("ETag", "\"v1\""), ("Cache-Control", "max-age=0")])
        let plan = try #require(forwarded(rules.decide(request(), stored: [old], now: now)))
        #expect(plan.request.headers["If-None-Match"] == "\"v1\"")
        #expect(receive(304, [("ETag", "\"v2\"")], plan, [old]).answer == .askAgain)
        // Taken away while the server was asked.
        #expect(receive(304, [("ETag", "\"v1\"")], plan, []).answer == .askAgain)
        #expect(plan.unconditional.request == request())
    }

    @Test func anErrorLeavesWhatIsStored() throws {
        let old = stored([("ETag", "\"v1\""), ("Cache-Control", "max-age=0")])
        let plan = try #require(forwarded(rules.decide(request(), stored: [old], now: now)))
        #expect(receive(500, [], plan, [old]).removed == [])
        #expect(receive(404, [], plan, [old]).removed == [1])
    }

    @Test func onlyIfCachedAsksNobody() {
        let decision = rules.decide(request([("Cache-Control", "only-if-cached")]), stored: [], now: now)
        #expect(decision == .answer(CachedAnswer(stored: nil, response: HTTPResponse(status: 504), bytes: 0..<0)))
    }

    @Test func anotherOriginInvalidatesNothing() {
        let post = request(method: "POST")
        let plan = ForwardPlan(request: post, original: post)
        let there = receive(200, [("Location", "http://other.org/x"), ("Content-Location", "/y")], plan, [])
        #expect(there.invalidated == ["http://example.org/a.png", "http://example.org/y"])
        #expect(receive(500, [], plan, []).invalidated == [])
    }

    /// Any field with any rubbish in it, in requests, stored responses and answers: the rules say something.
    @Test func rubbishIsSurvived() {
        var random = SplitMix(state: 31)
        let names = [
            "Cache-Control", "Vary", "Age", "Date", "Expires", "Last-Modified", "ETag", "If-None-Match", "Range",
            "If-Range", "If-Modified-Since", "Content-Range", "Content-Length", "Connection", "Location",
            "Accept-Language",
        ]
        let pieces = [
            "max-age=", "=", ",", "\"", "\\", "*", "bytes", "bytes=", "-", "/", "0", "99999999999999999999", "-5",
            ";q=", "no-cache",
            "no-cache=\"", "private", " ", "\u{301}", "é", "\u{0}", "W/", "Thu, 18 Aug 2050 02:01:18 GMT", ":", "Foo",
            "stale-if-error=9",
        ]
        func rubbish() -> [(String, String)] {
            (0..<Int.random(in: 0...6, using: &random)).map { _ in
                let value = (0..<Int.random(in: 0...5, using: &random)).map { _ in pieces.randomElement(using: &random)!
                }
                return (names.randomElement(using: &random)!, value.joined())
            }
        }
        for _ in 0..<5000 {
            let start = Int.random(in: 0...4, using: &random)
            var old = stored(rubbish(), bytes: start..<(start + 3), of: Bool.random(using: &random) ? 10 : nil)
            old.headers = headers(rubbish())
            let asked = request(rubbish(), method: ["GET", "HEAD", "POST"].randomElement(using: &random)!)
            let later = now + Int.random(in: -100...100, using: &random)
            switch rules.decide(asked, stored: [old], now: later) {
            case .answer(let answer), .answerAndRevalidate(let answer, _):
                #expect(answer.bytes.upperBound <= old.bytes.count)
            case .forward(let plan):
                let status = [200, 206, 304, 404, 416, 503].randomElement(using: &random)!
                let reception = receive(status, rubbish(), plan, [old])
                let kept = reception.storing?.finished(received: 3, isWhole: Bool.random(using: &random), rules: rules)
                if let kept, let length = kept.completeLength { #expect(kept.bytes.upperBound <= length) }
                _ = rules.answerWhenUnreachable(plan, stored: [old], now: later)
            }
        }
    }
}
