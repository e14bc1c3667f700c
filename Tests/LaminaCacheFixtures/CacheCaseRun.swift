import LaminaLoading

/// Runs one case against the rules and compares.
struct CacheCaseRun {
    private let fixture: CacheCase
    private let token = "0123abcd-4567-89ab-cdef-0123456789ab"
    private var problems: [String] = []

    /// What is not as expected, in a private and in a shared cache, unless the case is about one of them.
    static func problems(_ fixture: CacheCase) -> [String] {
        var modes = ["private", "shared"]
        if fixture.browsersOnly == true { modes = ["private"] }
        // Such a case is about what browsers, being private caches, cannot show.
        if fixture.notRunInBrowsers == true { modes = ["shared"] }
        return modes.flatMap { mode in
            var run = CacheCaseRun(fixture: fixture)
            run.run(HTTPCacheRules(isShared: mode == "shared"))
            return run.problems.map { "\(fixture.id) (\(mode) cache): \($0)" }
        }
    }

    private init(fixture: CacheCase) { self.fixture = fixture }

    private mutating func run(_ rules: HTTPCacheRules) {
        guard let url = HTTPURL("http://cache.test/test/\(token)") else { return }
        var client = CacheTestClient(
            rules: rules, server: CacheTestServer(exchanges: fixture.exchanges, url: url, token: token))
        var previous: HTTPHeaders?
        for (index, exchange) in fixture.exchanges.enumerated() {
            let number = index + 1
            let answer = client.send(request(exchange, number, url, previous))
            check(answer, exchange, number, client)
            previous = answer?.response.headers
            client.now += exchange.thenWaitS ?? 0
        }
    }

    private func request(
        _ exchange: CacheCase.Exchange, _ number: Int, _ url: HTTPURL, _ previous: HTTPHeaders?
    ) -> HTTPRequest {
        var text = url.text
        if let suffix = exchange.request.pathSuffix { text += "/" + suffix }
        if let query = exchange.request.query { text += "?" + query }
        var request = HTTPRequest(method: exchange.request.method ?? "GET", url: HTTPURL(text) ?? url)
        for field in exchange.request.headers ?? [] {
            switch field.value {
            case .number(let seconds):
                let now = previous?["Server-Now"].flatMap { Int($0) } ?? 0
                request.headers.append(field.name, HTTPDate.format(now + seconds))
            case .text(let text): request.headers.append(field.name, text)
            default: break
            }
        }
        request.headers.append("Req-Num", String(number))
        return request
    }

    private mutating func expect(_ holds: Bool, _ number: Int, _ message: @autoclosure () -> String) {
        if !holds { problems.append("exchange \(number): \(message())") }
    }

    private mutating func check(
        _ answer: CacheTestClient.Answer?, _ exchange: CacheCase.Exchange, _ number: Int, _ client: CacheTestClient
    ) {
        let expected = exchange.expect
        guard let answer else {
            // No answer is right where any status is.
            if case .any? = expected.status { return }
            return expect(false, number, "no answer")
        }
        let headers = answer.response.headers
        let answered = headers["Client-Request-Count"].flatMap { Int($0) }
        switch expected.answer {
        case .fromCache:
            let isBare304 = answer.response.status == 304 && answered == nil
            expect(isBare304 || (answered ?? number) < number, number, "not from the cache")
        case .fromServer: expect(answered == number, number, "from the cache")
        case .validatedByEtag:
            expect(sees("If-None-Match", number, client), number, "the server saw no If-None-Match")
        case .validatedByDate:
            expect(sees("If-Modified-Since", number, client), number, "the server saw no If-Modified-Since")
        case nil: break
        }
        switch expected.status {
        case .any?: break
        case .exactly(let status)?:
            expect(answer.response.status == status, number, "status \(answer.response.status), not \(status)")
        case nil:
            let status = exchange.server.status ?? 200
            expect(answer.response.status == status, number, "status \(answer.response.status), not \(status)")
        }
        checkHeaders(answer, exchange, number)
        checkServer(answer, exchange, number, client)
        checkBody(answer, exchange, number)
    }

    private func sees(_ name: String, _ number: Int, _ client: CacheTestClient) -> Bool {
        client.server.seen.contains { $0.number == number && $0.request.headers.has(name) }
    }

    private mutating func checkHeaders(_ answer: CacheTestClient.Answer, _ exchange: CacheCase.Exchange, _ number: Int)
    {
        let headers = answer.response.headers
        let now = headers["Server-Now"].flatMap { Int($0) } ?? 0
        for field in exchange.expect.headers ?? [] {
            let value = headers.combined(field.name)
            let holds =
                switch field.value {
                case .none: value != nil
                case .text(let text): value == text
                case .number(let seconds): value == HTTPDate.format(now + seconds)
                case .equalTo(let other): value != nil && value == headers.combined(other)
                case .largerThan(let limit): value.flatMap { Int($0) }.map { $0 > limit } ?? false
                }
            expect(holds, number, "\(field.name) is \(value ?? "absent"), not \(field.value)")
        }
        for field in exchange.expect.headersAbsent ?? [] {
            let value = headers.combined(field.name)
            let holds =
                switch field.value {
                case .text(let text): !(value?.contains(text) ?? false)
                default: value == nil
                }
            expect(holds, number, "\(field.name) is there: \(value ?? "")")
        }
    }

    private mutating func checkServer(
        _ answer: CacheTestClient.Answer, _ exchange: CacheCase.Exchange, _ number: Int, _ client: CacheTestClient
    ) {
        if exchange.expect.answer == .fromCache { return }
        guard let seen = client.server.seen.first(where: { $0.number == number }) else {
            let isAsked =
                exchange.expect.serverSawMethod != nil || exchange.expect.serverSawHeaders != nil
            return expect(!isAsked, number, "the server was not asked")
        }
        for field in exchange.expect.serverSawHeaders ?? [] {
            let value = seen.request.headers.combined(field.name)
            var holds = value != nil
            if case .text(let text) = field.value { holds = value == text }
            expect(holds, number, "the server saw \(field.name): \(value ?? "absent")")
        }
        for field in exchange.expect.serverSawNoHeaders ?? [] {
            let value = seen.request.headers.combined(field.name)
            var holds = value == nil
            if case .text(let text) = field.value { holds = value != text }
            expect(holds, number, "the server saw \(field.name): \(value ?? "")")
        }
        if let method = exchange.expect.serverSawMethod {
            expect(seen.request.method == method, number, "the server saw \(seen.request.method)")
        }
        for field in seen.compared {
            let sent = seen.compared.filter { $0.name.lowercased() == field.name.lowercased() }.map(\.value)
            let value = answer.response.headers.combined(field.name)
            expect(value == sent.joined(separator: ", "), number, "\(field.name) is \(value ?? "absent"), not as sent")
        }
    }

    private mutating func checkBody(_ answer: CacheTestClient.Answer, _ exchange: CacheCase.Exchange, _ number: Int) {
        if exchange.bodyNotCompared == true || exchange.request.method == "HEAD" { return }
        if [204, 304].contains(answer.response.status) { return }
        let body = exchange.expect.body ?? exchange.server.body ?? token
        expect(answer.body == body, number, "content \"\(answer.body)\", not \"\(body)\"")
    }
}

extension HTTPHeaders {
    /// All lines of a field as one (RFC 9110 5.3).
    fileprivate func combined(_ name: String) -> String? {
        let values = values(name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }
}
