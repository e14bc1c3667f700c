/// A URL of the web, cut into parts (RFC 3986), as far as caching, redirects and origins ask.
public struct HTTPURL: Equatable, Hashable, Sendable {
    /// In lower case, as is the host.
    public let scheme: String
    /// User and password, without the `@`; nil when there are none.
    public let userInfo: String?
    public let host: String
    /// nil when it is the scheme's own.
    public let port: Int?
    /// Begins with a slash.
    public let path: String
    public let query: String?

    /// nil for what is no http or https URL. The fragment is left out: it never goes to a server.
    public init?(_ text: String) {
        let parts = Parts(text)
        guard let scheme = parts.scheme, let authority = parts.authority else { return nil }
        self.init(scheme: scheme, authority: authority, path: parts.path, query: parts.query)
    }

    private init?(scheme: String, authority: String, path: String, query: String?) {
        self.scheme = lowercasedToken(scheme)
        guard self.scheme == "http" || self.scheme == "https" else { return nil }
        var rest = Substring(authority)
        if let at = rest.lastIndex(of: "@") {
            userInfo = String(rest[..<at])
            rest = rest[rest.index(after: at)...]
        } else {
            userInfo = nil
        }
        // A colon within the brackets of an IPv6 address begins no port.
        let afterAddress = rest.lastIndex(of: "]").map { rest.index(after: $0) } ?? rest.startIndex
        if let colon = rest[afterAddress...].firstIndex(of: ":") {
            let text = String(rest[rest.index(after: colon)...])
            guard text.isEmpty || (digits(text).map { $0 <= 65535 } ?? false) else { return nil }
            let standard = self.scheme == "http" ? 80 : 443
            port = digits(text).flatMap { $0 == standard ? nil : $0 }
            rest = rest[..<colon]
        } else {
            port = nil
        }
        host = lowercasedToken(String(rest))
        guard !host.isEmpty else { return nil }
        self.path = path.isEmpty ? "/" : Self.withoutDots(path)
        self.query = query
    }

    /// Scheme, host and port: what may see what belongs to it.
    public var origin: String { scheme + "://" + host + (port.map { ":\($0)" } ?? "") }

    /// The URL without user and password, the key under which responses are kept.
    public var text: String { origin + path + (query.map { "?" + $0 } ?? "") }

    /// What a reference, such as the value of Location, means on a page of this URL (RFC 3986 5.2).
    public func resolve(_ reference: String) -> HTTPURL? {
        let parts = Parts(reference)
        if let scheme = parts.scheme {
            guard let authority = parts.authority else { return nil }
            return HTTPURL(scheme: scheme, authority: authority, path: parts.path, query: parts.query)
        }
        if let authority = parts.authority {
            return HTTPURL(scheme: scheme, authority: authority, path: parts.path, query: parts.query)
        }
        let own = (userInfo.map { $0 + "@" } ?? "") + host + (port.map { ":\($0)" } ?? "")
        if parts.path.isEmpty {
            return HTTPURL(scheme: scheme, authority: own, path: path, query: parts.query ?? query)
        }
        let folder = path[...(path.lastIndex(of: "/") ?? path.startIndex)]
        let whole = parts.path.hasPrefix("/") ? parts.path : folder + parts.path
        return HTTPURL(scheme: scheme, authority: own, path: whole, query: parts.query)
    }

    /// RFC 3986 5.2.4.
    private static func withoutDots(_ path: String) -> String {
        var result: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for segment in segments {
            if segment == ".." { _ = result.popLast() }
            if segment != "." && segment != ".." { result.append(segment) }
        }
        if let last = segments.last, last == "." || last == ".." { result.append("") }
        return "/" + result.joined(separator: "/")
    }

    private struct Parts {
        var scheme: String?
        var authority: String?
        var path: String
        var query: String?

        init(_ text: String) {
            var rest = Substring(text)
            if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
            if let mark = rest.firstIndex(of: "?") {
                query = String(rest[rest.index(after: mark)...])
                rest = rest[..<mark]
            }
            if let colon = rest.firstIndex(of: ":"), colon != rest.startIndex,
                rest[..<colon].utf8.allSatisfy(HTTPURL.isSchemeByte)
            {
                scheme = String(rest[..<colon])
                rest = rest[rest.index(after: colon)...]
            }
            if rest.hasPrefix("//") {
                rest = rest.dropFirst(2)
                let end = rest.firstIndex(of: "/") ?? rest.endIndex
                authority = String(rest[..<end])
                rest = rest[end...]
            }
            path = String(rest)
        }
    }

    static func isSchemeByte(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercase(byte) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
            || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
}
