import LaminaGeometry

/// A request to a server on the way from one redirect to the next.
struct WebRequest: Sendable {
    private(set) var url: HTTPURL
    private var headers: HTTPHeaders
    private let load: LoadRequest
    private var redirects = 0
    /// How often it was tried again.
    private(set) var attempt = 0
    /// Nothing stored is used, since that did not serve.
    private(set) var isUnconditional = false

    init(_ url: HTTPURL, _ load: LoadRequest) {
        self.url = url
        self.load = load
        headers = HTTPHeaders(load.headers)
        addCredentials()
    }

    /// The user and password of a URL go out as a field, as they would from a browser.
    private mutating func addCredentials() {
        guard let user = url.userInfo, !headers.has("Authorization") else { return }
        headers.append("Authorization", "Basic " + Base64.encode(PercentCoding.decode(user)))
    }

    /// `isImmutable`: a reload need not ask (RFC 8246).
    func request(isImmutable: Bool) -> HTTPRequest {
        var headers = headers
        if load.isOnlyCached { headers.append("Cache-Control", "only-if-cached") }
        if load.reloads && !isImmutable { headers.append("Cache-Control", "no-cache") }
        if load.keepsNothing { headers.append("Cache-Control", "no-store") }
        return HTTPRequest(url: url, headers: headers)
    }

    var unconditional: WebRequest {
        var next = self
        next.isUnconditional = true
        return next
    }

    var again: WebRequest {
        var next = self
        next.attempt += 1
        return next
    }

    /// Where an answer points to; nil for one that is the answer.
    func redirection(_ response: HTTPResponse) -> String? {
        [301, 302, 303, 307, 308].contains(response.status) ? response.headers["Location"] : nil
    }

    /// Fails for what must not be followed.
    func redirected(to location: String, _ settings: LoaderSettings) throws(LaminaError) -> WebRequest {
        guard redirects < settings.maximumRedirects else {
            throw LaminaError(
                .outOfRange, "'\(load.url)' was redirected more than \(settings.maximumRedirects) times, the limit")
        }
        guard let target = url.resolve(location) else {
            throw LaminaError(
                .unsupported, "'\(url.text)' redirects to '\(location.prefix(200))', which is no URL of http or https")
        }
        if url.scheme == "https" && target.scheme == "http" {
            throw LaminaError(.unsupported, "'\(url.text)' redirects to '\(target.text)', away from TLS")
        }
        try target.check(settings)
        var next = self
        next.redirects += 1
        next.isUnconditional = false
        next.url = target
        // What is meant for one server is not told another.
        if target.origin != url.origin {
            next.headers.removeAll(named: ["Authorization", "Cookie", "Proxy-Authorization"])
        }
        return next
    }
}

enum PercentCoding {
    /// Bytes with %XX as what they stand for; a % without two digits stays.
    static func decode(_ text: String) -> [UInt8] { LocalSource.unescaped(text.utf8) ?? Array(text.utf8) }
}

enum Base64 {
    private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        var place = 0
        while place < bytes.count {
            let rest = Array(bytes[place..<min(place + 3, bytes.count)])
            let bits =
                UInt32(rest[0]) << 16 | UInt32(rest.count > 1 ? rest[1] : 0) << 8 | UInt32(rest.count > 2 ? rest[2] : 0)
            for index in 0...3 {
                let letter = letters[Int(bits >> UInt32(18 - 6 * index)) & 63]
                result.append(index <= rest.count ? letter : UInt8(ascii: "="))
            }
            place += 3
        }
        return String(decoding: result, as: UTF8.self)
    }
}
