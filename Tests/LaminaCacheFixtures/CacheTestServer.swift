import LaminaLoading

/// The server of a case. It numbers what it is asked and answers as the exchange of that number says.
struct CacheTestServer {
    struct Seen {
        let number: Int
        let request: HTTPRequest
        /// The fields that the client must get.
        var compared: [HTTPHeaders.Field] = []
    }

    let exchanges: [CacheCase.Exchange]
    let url: HTTPURL
    /// The content when a case names none.
    let token: String
    private(set) var seen: [Seen] = []

    init(exchanges: [CacheCase.Exchange], url: HTTPURL, token: String) {
        self.exchanges = exchanges
        self.url = url
        self.token = token
    }

    /// nil: the server closes the connection.
    mutating func answer(_ request: HTTPRequest, now: Int) -> (response: HTTPResponse, body: String)? {
        let number = request.headers["Req-Num"].flatMap { Int($0) } ?? seen.count + 1
        seen.append(Seen(number: number, request: request))
        let exchange = exchanges[number - 1]
        var response = HTTPResponse(status: status(of: exchange, number, request, now: now))
        response.headers.append("Server-Request-Count", String(seen.count))
        response.headers.append("Client-Request-Count", String(number))
        response.headers.append("Server-Now", String(now))
        for field in exchange.server.headers ?? [] {
            response.headers.append(field.name, value(of: field, in: exchange, now: now))
        }
        if !response.headers.has("Content-Type") { response.headers.append("Content-Type", "text/plain") }
        let free = (exchange.server.notCompared ?? []) + ["Date"]
        seen[seen.count - 1].compared = (exchange.server.headers ?? [])
            .filter { field in !free.contains { $0.lowercased() == field.name.lowercased() } }
            .map { HTTPHeaders.Field($0.name, value(of: $0, in: exchange, now: now)) }
        if exchange.server.disconnect == true { return nil }
        let hasBody = ![204, 304].contains(response.status) && request.method != "HEAD"
        var body = hasBody ? exchange.server.body ?? token : ""
        if hasBody, let length = response.headers["Content-Length"].flatMap({ Int($0) }) {
            body = String(body.prefix(length))
        }
        return (response, body)
    }

    private func status(of exchange: CacheCase.Exchange, _ number: Int, _ request: HTTPRequest, now: Int) -> Int {
        guard exchange.expect.answer?.isValidated == true else { return exchange.server.status ?? 200 }
        let before = exchanges[number - 2]
        // What it answered then, whose dates were relative to that time.
        let then = sentDate(number - 1)
        let previous = { (name: String) in
            before.server.headers?.first { $0.name.lowercased() == name }.map { value(of: $0, in: before, now: then) }
        }
        if let tag = previous("etag"), request.headers["If-None-Match"] == tag { return 304 }
        if let date = previous("last-modified"), request.headers["If-Modified-Since"] == date { return 304 }
        return 999
    }

    private var sentDates: [Int: Int] = [:]
    private func sentDate(_ number: Int) -> Int { sentDates[number] ?? 0 }
    mutating func note(_ number: Int, sentAt now: Int) { sentDates[number] = now }

    func value(of field: CacheCase.Field, in exchange: CacheCase.Exchange, now: Int) -> String {
        let name = field.name.lowercased()
        switch field.value {
        case .number(let seconds):
            guard CacheTestDate.fields.contains(name) else { return String(seconds) }
            let isOld = exchange.server.rfc850Dates?.contains { $0.lowercased() == name } ?? false
            return CacheTestDate.text(now + seconds, isOld: isOld)
        case .text(let text)
        where exchange.server.locationsRelativeToTestUrl == true
            && ["location", "content-location"].contains(name):
            return text.isEmpty ? url.path : "\(url.path)/\(text)"
        case .text(let text): return text
        default: return ""
        }
    }
}

/// Dates as the server writes them, by means of its own.
enum CacheTestDate {
    static let fields = ["date", "expires", "last-modified", "if-modified-since", "if-unmodified-since"]

    static func text(_ seconds: Int, isOld: Bool) -> String {
        guard isOld else { return HTTPDate.format(seconds) }
        let days = [
            "Sun": "Sunday", "Mon": "Monday", "Tue": "Tuesday", "Wed": "Wednesday", "Thu": "Thursday", "Fri": "Friday",
            "Sat": "Saturday",
        ]
        let words = HTTPDate.format(seconds).split(separator: " ").map(String.init)
        return
            "\(days[String(words[0].prefix(3))] ?? ""), \(words[1])-\(words[2])-\(words[3].suffix(2)) \(words[4]) GMT"
    }
}
