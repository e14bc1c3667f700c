import Testing

@testable import LaminaLoading

/// RFC 9111 section by section, where the cases of `Fixtures/http-cache` say nothing or wait for seconds to pass.
@Suite struct CacheSectionTests {
    private static let now = 1_790_000_000
    private static let rules = HTTPCacheRules()
    private static let url = HTTPURL("http://example.org/a.png")!

    enum Use: Sendable {
        case answered, asked, answeredAndAsked, refused
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let section: String
        var stored: [String]
        var asks: [String] = []
        var method = "GET"
        /// Seconds after the response came.
        var after = 0
        /// Seconds that its request took.
        var delay = 0
        let use: Use

        var testDescription: String { "\(section): \(stored) \(asks) \(after)" }
    }

    private static func headers(_ lines: [String]) -> HTTPHeaders {
        HTTPHeaders(
            lines.map { line in
                let parts = line.split(separator: ":", maxSplits: 1).map { trimmed($0.utf8) }
                return HTTPHeaders.Field(parts[0], parts[1])
            })
    }

    private static func date(_ offset: Int) -> String { HTTPDate.format(now + offset) }

    private static func response(_ lines: [String], delay: Int = 0) -> StoredResponse {
        var headers = headers(lines)
        if !headers.has("Date") { headers.append("Date", date(0)) }
        return StoredResponse(
            id: 1, status: 200, headers: headers, requestTime: now - delay, responseTime: now, bytes: 0..<10,
            completeLength: 10)
    }

    private static func request(_ lines: [String] = [], _ method: String = "GET") -> HTTPRequest {
        HTTPRequest(method: method, url: url, headers: headers(lines))
    }

    static let cases: [Case] = [
        // 4.2.3: the age is the largest of what the date, the field and the time that the answer took say.
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60", "Age: 30"], after: 29, use: .answered),
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60", "Age: 30"], after: 30, use: .asked),
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60", "Age: 30"], after: 20, delay: 10, use: .asked),
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60", "Date: \(date(-50))"], after: 10, use: .asked),
        Case(
            section: "4.2.3", stored: ["Cache-Control: max-age=60", "Date: \(date(-50))", "Age: 5"], after: 9,
            use: .answered),
        // A server whose clock is ahead makes nothing younger than it is.
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60", "Date: \(date(900))"], after: 60, use: .asked),
        // A clock that was set back meanwhile.
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60"], after: -500, use: .answered),
        Case(section: "4.2.3", stored: ["Cache-Control: max-age=60", "Age: 99999999999999999999"], use: .asked),
        // 4.2.1: max-age before Expires, whatever their order; the lifetime of Expires is counted from Date.
        Case(section: "4.2.1", stored: ["Expires: \(date(900))", "Cache-Control: max-age=1"], after: 1, use: .asked),
        Case(
            section: "4.2.1", stored: ["Expires: \(date(-9))", "Cache-Control: max-age=60"], after: 59, use: .answered),
        Case(
            section: "4.2.1", stored: ["Expires: \(date(60))", "Date: \(date(30))"], after: 30, use: .asked),
        Case(section: "4.2.1", stored: ["Cache-Control: s-maxage=60"], use: .asked),
        // 5.3: what is no date is in the past, and no reason for a guess either.
        Case(section: "5.3", stored: ["Expires: 0", "Last-Modified: \(date(-86400))"], use: .asked),
        Case(section: "5.3", stored: ["Expires: soon", "Last-Modified: \(date(-86400))"], use: .asked),
        // 4.2.2: a tenth of the time since it was changed, a week at most.
        Case(section: "4.2.2", stored: ["Last-Modified: \(date(-1000))"], after: 99, use: .answered),
        Case(section: "4.2.2", stored: ["Last-Modified: \(date(-1000))"], after: 100, use: .asked),
        Case(section: "4.2.2", stored: ["Last-Modified: \(date(-99_999_999))"], after: 7 * 86400, use: .asked),
        Case(section: "4.2.2", stored: ["Last-Modified: \(date(500))"], use: .asked),
        // 4.1: of all lines of Vary, and of what is in them.
        Case(section: "4.1", stored: ["Cache-Control: max-age=60", "Vary: A", "Vary: *"], use: .asked),
        Case(section: "4.1", stored: ["Cache-Control: max-age=60", "Vary: A"], asks: ["A: 1"], use: .asked),
        Case(section: "4.1", stored: ["Cache-Control: max-age=60", "Vary: A"], asks: ["B: 1"], use: .answered),
        // 5.2.1: what a request says.
        Case(
            section: "5.2.1.1", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: max-age=5"], after: 5,
            use: .answered),
        Case(
            section: "5.2.1.1", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: max-age=5"], after: 6,
            use: .asked),
        Case(
            section: "5.2.1.2", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: max-stale=5"], after: 65,
            use: .answered),
        Case(
            section: "5.2.1.2", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: max-stale=5"], after: 66,
            use: .asked),
        Case(
            section: "5.2.1.2", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: max-stale"],
            after: 900_000, use: .answered),
        Case(
            section: "5.2.1.3", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: min-fresh=20"],
            after: 40, use: .answered),
        Case(
            section: "5.2.1.3", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: min-fresh=20"],
            after: 41, use: .asked),
        Case(section: "5.2.1.4", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: no-cache"], use: .asked),
        Case(section: "5.4", stored: ["Cache-Control: max-age=60"], asks: ["Pragma: no-cache"], use: .asked),
        Case(
            section: "5.4", stored: ["Cache-Control: max-age=60"],
            asks: ["Pragma: no-cache", "Cache-Control: max-age=9"], use: .answered),
        Case(
            section: "5.2.1.7", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: only-if-cached"],
            after: 61, use: .refused),
        Case(
            section: "5.2.1.7", stored: ["Cache-Control: max-age=60"],
            asks: ["Cache-Control: only-if-cached, max-stale"], after: 61, use: .answered),
        // 5.2.2: what a response says.
        Case(section: "5.2.2.2", stored: ["Cache-Control: max-age=60, must-revalidate"], after: 59, use: .answered),
        Case(
            section: "5.2.2.2", stored: ["Cache-Control: max-age=60, must-revalidate"],
            asks: ["Cache-Control: max-stale"], after: 61, use: .asked),
        Case(section: "5.2.2.4", stored: ["Cache-Control: max-age=60, no-cache"], use: .asked),
        Case(
            section: "5.2.2.4", stored: ["Cache-Control: max-age=60, no-cache"], asks: ["Cache-Control: max-stale"],
            use: .asked),
        Case(section: "5.2.2.4", stored: ["Cache-Control: max-age=60, no-cache=\"A, B\""], use: .answered),
        // One that names no field is about all.
        Case(section: "5.2.2.4", stored: ["Cache-Control: max-age=60, no-cache=\"\""], use: .asked),
        Case(section: "5.2.2.7", stored: ["Cache-Control: max-age=60, private"], use: .answered),
        Case(section: "5.2.2.7", stored: ["Cache-Control: max-age=60, private=\"A\""], use: .answered),
        // What is no number of seconds, and what stands there twice.
        Case(section: "4.2.1", stored: ["Cache-Control: max-age=soon", "Last-Modified: \(date(-86400))"], use: .asked),
        Case(section: "4.2.1", stored: ["Cache-Control: max-age=-1"], use: .asked),
        Case(section: "4.2.1", stored: ["Cache-Control: max-age = 60"], use: .asked),
        Case(section: "4.2.1", stored: ["Cache-Control: max-age=1, max-age=60"], after: 1, use: .asked),
        Case(section: "4.2.1", stored: ["Cache-Control: max-age=60.5"], use: .asked),
        Case(section: "5.2", stored: ["Cache-Control: ,, max-age=60 ,"], use: .answered),
        Case(
            section: "5.2.1.2", stored: ["Cache-Control: max-age=60"], asks: ["Cache-Control: max-stale=some"],
            after: 61, use: .asked),
        Case(section: "5.2.3", stored: ["Cache-Control: MAX-AGE=\"60\", community=\"a,no-cache\""], use: .answered),
        // RFC 5861 3.
        Case(
            section: "5861", stored: ["Cache-Control: max-age=60, stale-while-revalidate=9"], after: 69,
            use: .answeredAndAsked),
        Case(section: "5861", stored: ["Cache-Control: max-age=60, stale-while-revalidate=9"], after: 70, use: .asked),
        Case(
            section: "5861", stored: ["Cache-Control: max-age=60, stale-while-revalidate=9, must-revalidate"],
            after: 65, use: .asked),
        Case(
            section: "5861", stored: ["Cache-Control: max-age=60, stale-while-revalidate=9"],
            asks: ["Cache-Control: max-age=100"], after: 65, use: .asked),
        // 4: HEAD is answered by what a GET brought; other methods by nothing.
        Case(section: "4", stored: ["Cache-Control: max-age=60"], method: "HEAD", use: .answered),
        Case(section: "4", stored: ["Cache-Control: max-age=60"], method: "POST", use: .asked),
        // 4.3.2: conditions for the server are its own.
        Case(
            section: "4.3.2", stored: ["Cache-Control: max-age=60", "ETag: \"a\""], asks: ["If-Match: \"a\""],
            use: .asked),
    ]

    @Test(arguments: cases) func use(_ given: Case) {
        let stored = Self.response(given.stored, delay: given.delay)
        let request = Self.request(given.asks, given.method)
        let use: Use =
            switch Self.rules.decide(request, stored: [stored], now: Self.now + given.after) {
            case .answer(let answer): answer.stored == nil ? .refused : .answered
            case .answerAndRevalidate: .answeredAndAsked
            case .forward: .asked
            }
        #expect(use == given.use)
    }

    /// 3: what is kept, of an answer with status 200 unless it is said.
    @Test(arguments: [
        (200, ["Cache-Control: max-age=60"], [String](), true),
        (200, ["Cache-Control: max-age=60, no-store"], [], false),
        (200, ["Cache-Control: max-age=60, no-store, must-understand"], [], true),
        (299, ["Cache-Control: max-age=60, no-store, must-understand"], [], false),
        (200, ["Cache-Control: max-age=60"], ["Cache-Control: no-store"], false),
        (200, ["Cache-Control: max-age=60"], ["Authorization: Basic YTpi"], true),
        (200, ["Cache-Control: private, max-age=60"], [], true),
        (200, ["Cache-Control: max-age=60", "Vary: *"], [], false),
        // Neither fresh nor to be asked about.
        (200, [], [], false),
        (200, ["ETag: \"a\""], [], true),
        (302, ["ETag: \"a\""], [], false),
        (302, ["Cache-Control: max-age=60"], [], true),
        (500, ["Cache-Control: max-age=60"], [], true),
        (206, ["Cache-Control: max-age=60"], ["Range: bytes=0-4"], false),
        (206, ["Cache-Control: max-age=60", "Content-Range: bytes 0-4/10"], ["Range: bytes=0-4"], true),
        (206, ["Cache-Control: max-age=60", "Content-Range: bytes 4-0/10"], ["Range: bytes=0-4"], false),
    ]) func keeping(_ status: Int, _ fields: [String], _ asks: [String], _ isKept: Bool) {
        let request = Self.request(asks)
        let reception = Self.rules.receive(
            HTTPResponse(status: status, headers: Self.headers(fields)),
            for: ForwardPlan(request: request, original: request), stored: [], requestTime: Self.now,
            responseTime: Self.now)
        #expect((reception.storing != nil) == isKept)
    }

    private func validate(_ stored: StoredResponse, _ fields: [String], after: Int) throws -> StoredResponse {
        let later = Self.now + after
        guard case .forward(let plan) = Self.rules.decide(Self.request(), stored: [stored], now: later) else {
            throw Unexpected()
        }
        let reception = Self.rules.receive(
            HTTPResponse(status: 304, headers: Self.headers(fields)), for: plan, stored: [stored], requestTime: later,
            responseTime: later)
        return try #require(reception.updated.first)
    }

    struct Unexpected: Error {}

    /// 3.2 and 4.3.4: 304 brings new fields, and a new age.
    @Test func a304BringsFields() throws {
        let old = Self.response([
            "ETag: \"a\"", "Cache-Control: max-age=60", "Age: 50", "Content-Length: 10", "Content-Type: image/png",
            "X: 1",
            "X: 2",
        ])
        let new = try validate(
            old,
            [
                "ETag: \"a\"", "Cache-Control: max-age=90", "Date: \(Self.date(100))", "Content-Length: 0", "X: 3",
                "Connection: Hop", "Hop: 1",
            ], after: 100)
        #expect(new.headers.values("X") == ["3"])
        #expect(new.headers["Content-Length"] == "10")
        #expect(new.headers["Content-Type"] == "image/png")
        #expect(!new.headers.has("Hop") && !new.headers.has("Age"))
        #expect(Self.rules.isFresh(new, now: Self.now + 189))
        #expect(!Self.rules.isFresh(new, now: Self.now + 190))
    }

    /// 5.2.2.5: new fields that say `no-store` take the response out, which answers once more.
    @Test(arguments: [
        (["ETag: \"a\"", "Cache-Control: no-store"], true),
        (["ETag: \"a\"", "Cache-Control: no-store, must-understand"], false),
        (["ETag: \"a\"", "Cache-Control: no-cache"], false),
    ]) func newFieldsThatForbidKeeping(_ fields: [String], _ goes: Bool) throws {
        let old = Self.response(["ETag: \"a\"", "Cache-Control: max-age=60"])
        let later = Self.now + 100
        for method in ["GET", "HEAD"] {
            let request = Self.request([], method)
            guard case .forward(let plan) = Self.rules.decide(request, stored: [old], now: later) else {
                throw Unexpected()
            }
            let reception = Self.rules.receive(
                HTTPResponse(status: method == "GET" ? 304 : 200, headers: Self.headers(fields)), for: plan,
                stored: [old], requestTime: later, responseTime: later)
            #expect(reception.removed == (goes ? [1] : []))
            #expect(reception.updated.map(\.id) == (goes ? [] : [1]))
            guard method == "GET" else { continue }
            guard case .stored(let answer) = reception.answer else { throw Unexpected() }
            #expect(answer.bytes == 0..<10)
        }
    }

    /// 5.2.1.5: of what is asked with `no-store`, new fields are not kept either.
    @Test func headThatIsNotKept() {
        let old = Self.response(["ETag: \"a\"", "Cache-Control: max-age=60"])
        let request = Self.request(["Cache-Control: no-store"], "HEAD")
        let reception = Self.rules.receive(
            HTTPResponse(status: 200, headers: Self.headers(["ETag: \"a\"", "X: 1"])),
            for: ForwardPlan(request: request, original: request), stored: [old], requestTime: Self.now,
            responseTime: Self.now)
        #expect(reception.updated.isEmpty && reception.removed.isEmpty)
    }

    /// 3.4: the rest of a response may say that it is not to be kept: the whole is handed over and goes.
    @Test func aRestThatIsNotKept() throws {
        var part = Self.response(["ETag: \"a\"", "Cache-Control: max-age=60"])
        (part.bytes, part.completeLength) = (0..<4, 10)
        guard case .forward(let plan) = Self.rules.decide(Self.request(), stored: [part], now: Self.now) else {
            throw Unexpected()
        }
        let fields = ["ETag: \"a\"", "Content-Range: bytes 4-9/10", "Cache-Control: no-store"]
        let reception = Self.rules.receive(
            HTTPResponse(status: 206, headers: Self.headers(fields)), for: plan, stored: [part],
            requestTime: Self.now, responseTime: Self.now)
        guard case .continued(let whole) = reception.answer else { throw Unexpected() }
        #expect(whole.completeLength == 10)
        #expect(reception.storing == nil)
        #expect(reception.removed == [1])
    }

    /// 4.2.4 and RFC 5861 4: when no answer comes, for as long as is said, or a month.
    @Test(arguments: [
        ([String](), [String](), 600, true),
        ([], [], 32 * 86400, false),
        ([", must-revalidate"], [], 600, false),
        ([", no-cache"], [], 600, false),
        ([], ["Cache-Control: no-cache"], 600, false),
        ([], ["Cache-Control: max-age=5"], 600, false),
        ([", stale-if-error=100"], [], 160, true),
        ([", stale-if-error=100"], [], 161, false),
        ([", stale-if-error=9999999"], [], 32 * 86400, true),
        ([], ["Cache-Control: stale-if-error=100"], 161, false),
        ([", stale-if-error=100"], ["Cache-Control: max-age=5"], 100, true),
    ]) func whenNoAnswerComes(_ says: [String], _ asks: [String], _ after: Int, _ answers: Bool) {
        let stored = Self.response(["Cache-Control: max-age=60\(says.joined())"])
        let request = Self.request(asks)
        let answer = Self.rules.answerWhenUnreachable(
            ForwardPlan(request: request, original: request), stored: [stored], now: Self.now + after)
        #expect((answer != nil) == answers)
    }

    /// RFC 9110 13.1.5: If-Range takes a strong validator only, or all is sent.
    @Test(arguments: [
        (["ETag: \"a\""], "\"a\"", true),
        (["ETag: \"a\""], "\"b\"", false),
        (["ETag: W/\"a\""], "W/\"a\"", false),
        (["Last-Modified: \(date(-61))"], date(-61), true),
        (["Last-Modified: \(date(-59))"], date(-59), false),
        (["Last-Modified: \(date(-61))"], date(-62), false),
    ]) func partsByCondition(_ fields: [String], _ condition: String, _ isPart: Bool) throws {
        let stored = Self.response(fields + ["Cache-Control: max-age=60"])
        let request = Self.request(["Range: bytes=2-3", "If-Range: \(condition)"])
        guard case .answer(let answer) = Self.rules.decide(request, stored: [stored], now: Self.now) else {
            throw Unexpected()
        }
        #expect(answer.response.status == (isPart ? 206 : 200))
        #expect(answer.bytes == (isPart ? 2..<4 : 0..<10))
    }

    /// 5.2.2.4: the fields that no-cache names are not used before the server was asked.
    @Test func fieldsThatAreNotCached() throws {
        let stored = Self.response(["Cache-Control: max-age=60, no-cache=\"X-Now, Y\"", "X-Now: 1", "y: 2", "Z: 3"])
        guard case .answer(let answer) = Self.rules.decide(Self.request(), stored: [stored], now: Self.now + 7) else {
            throw Unexpected()
        }
        #expect(!answer.response.headers.has("X-Now") && !answer.response.headers.has("Y"))
        #expect(answer.response.headers["Z"] == "3")
        #expect(answer.response.headers["Age"] == "7")
    }

    /// 4.1: the newest of those that fit.
    @Test func theNewestIsSelected() {
        var old = Self.response(["Cache-Control: max-age=60", "Date: \(Self.date(-20))"])
        let new = Self.response(["Cache-Control: max-age=60", "Date: \(Self.date(-10))"])
        old.id = 2
        #expect(Self.rules.select([new, old], for: Self.request())?.id == new.id)
    }

    /// RFC 9110 8.8.3: bytes of a tag that are no UTF-8 are not kept: two such tags may be different ones.
    @Test func tagsThatAreNotKnownWhollyValidateNothing() throws {
        let stored = Self.response([
            "ETag: \"\u{FFFD}\"", "Last-Modified: \(Self.date(-900))", "Cache-Control: max-age=0",
        ])
        #expect(Self.rules.strongValidator(stored) == nil)
        guard case .forward(let plan) = Self.rules.decide(Self.request(), stored: [stored], now: Self.now) else {
            throw Unexpected()
        }
        #expect(!plan.request.headers.has("If-None-Match"))
        #expect(plan.request.headers.has("If-Modified-Since"))
    }
}
