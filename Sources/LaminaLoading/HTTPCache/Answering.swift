// What a client gets from a stored response: its fields, its own conditions, a range of its bytes.
extension HTTPCacheRules {
    /// The answer to `request`; nil when the stored response cannot answer it, as one of which a part is missing.
    func answer(_ stored: StoredResponse, to request: HTTPRequest, now: Int) -> CachedAnswer? {
        // These are for the server (RFC 9111 4.3.2).
        if request.headers.has("If-Match") || request.headers.has("If-Unmodified-Since") { return nil }
        let headers = fields(of: stored, now: now)
        if isNotModified(stored, for: request) {
            return CachedAnswer(
                stored: stored.id, response: HTTPResponse(status: 304, headers: withoutContent(headers)), bytes: 0..<0)
        }
        if request.method == "HEAD" {
            guard stored.isComplete else { return nil }
            return CachedAnswer(
                stored: stored.id, response: HTTPResponse(status: stored.status, headers: headers), bytes: 0..<0)
        }
        if stored.status == 200, let range = request.headers["Range"], isRangeAsked(stored, by: request) {
            return part(range, of: stored, headers)
        }
        guard stored.isComplete else { return nil }
        return CachedAnswer(
            stored: stored.id, response: HTTPResponse(status: stored.status, headers: headers),
            bytes: 0..<stored.bytes.count)
    }

    /// The stored fields without those that must not be used before a validation, and with the age.
    private func fields(of stored: StoredResponse, now: Int) -> HTTPHeaders {
        var headers = stored.headers
        headers.removeAll(named: CacheControl(headers).fields("no-cache"))
        headers.set("Age", String(currentAge(stored, now: now)))
        return headers
    }

    /// 304 has what describes the response, but nothing about content that it does not have (RFC 9110 15.4.5).
    private func withoutContent(_ headers: HTTPHeaders) -> HTTPHeaders {
        var headers = headers
        headers.removeAll(named: ["Content-Length", "Content-Encoding", "Content-Type", "Content-Range"])
        return headers
    }

    /// Whether the client has this response already (RFC 9111 4.3.2).
    func isNotModified(_ stored: StoredResponse, for request: HTTPRequest) -> Bool {
        guard stored.status == 200 else { return false }
        if request.headers.has("If-None-Match") {
            let wanted = request.headers.list("If-None-Match")
            if wanted == ["*"] { return true }
            guard let tag = EntityTag(stored.headers) else { return false }
            return wanted.contains { EntityTag($0).isWeaklyEqual(tag) }
        }
        guard let since = request.headers["If-Modified-Since"],
            let limit = HTTPDate.parse(since, now: stored.responseTime)
        else { return false }
        let modified = stored.headers["Last-Modified"] ?? stored.headers["Date"]
        guard let date = modified.flatMap({ HTTPDate.parse($0, now: stored.responseTime) }) else { return false }
        return date <= limit
    }

    /// If-Range asks for the part only if the rest is what the client has (RFC 9110 13.1.5).
    private func isRangeAsked(_ stored: StoredResponse, by request: HTTPRequest) -> Bool {
        request.headers["If-Range"].map { $0 == strongValidator(stored) } ?? true
    }

    private func part(_ range: String, of stored: StoredResponse, _ headers: HTTPHeaders) -> CachedAnswer? {
        guard let length = stored.completeLength, let wanted = ByteRange.parse(range, length: length),
            wanted.lowerBound >= stored.bytes.lowerBound, wanted.upperBound <= stored.bytes.upperBound
        else { return nil }
        var headers = headers
        headers.set("Content-Range", "bytes \(wanted.lowerBound)-\(wanted.upperBound - 1)/\(length)")
        headers.set("Content-Length", String(wanted.count))
        let start = stored.bytes.lowerBound
        return CachedAnswer(
            stored: stored.id, response: HTTPResponse(status: 206, headers: headers),
            bytes: wanted.lowerBound - start..<wanted.upperBound - start)
    }
}

/// Ranges of bytes (RFC 9110 14).
enum ByteRange {
    /// The bytes that `bytes=0-499`, `bytes=500-` or `bytes=-500` asks for of so many. nil for what cannot be had, and
    /// for several ranges at once, which only the server answers.
    static func parse(_ text: String, length: Int) -> Range<Int>? {
        let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
        guard sides.count == 2, isSameToken(sides[0], "bytes") else { return nil }
        let ends = sides[1].split(separator: "-", omittingEmptySubsequences: false).map { trimmed($0.utf8) }
        guard ends.count == 2 else { return nil }
        if ends[0].isEmpty {
            guard let count = digits(ends[1]), count > 0, length > 0 else { return nil }
            return max(0, length - count)..<length
        }
        guard let first = digits(ends[0]), first < length else { return nil }
        if ends[1].isEmpty { return first..<length }
        guard let last = digits(ends[1]), last >= first else { return nil }
        return first..<min(last + 1, length)
    }

    /// What `bytes 0-499/1234` says: which bytes came, and of how many (nil: not known).
    static func parseContent(_ text: String) -> (bytes: Range<Int>, length: Int?)? {
        let words = text.split(separator: " ").map(String.init)
        guard words.count == 2, isSameToken(words[0], "bytes") else { return nil }
        let sides = words[1].split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard sides.count == 2 else { return nil }
        let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false).map(String.init)
        guard ends.count == 2, let first = digits(ends[0]), let last = digits(ends[1]), first <= last else {
            return nil
        }
        let length = digits(sides[1])
        guard length != nil || sides[1] == "*", length.map({ last < $0 }) ?? true else { return nil }
        return (first..<last + 1, length)
    }
}

/// An entity tag (RFC 9110 8.8.3).
struct EntityTag {
    let text: String
    let isWeak: Bool

    init(_ text: String) {
        isWeak = text.hasPrefix("W/")
        self.text = isWeak ? String(text.dropFirst(2)) : text
    }

    init?(_ headers: HTTPHeaders) {
        // Bytes that are no UTF-8 were replaced: two such tags may differ.
        guard let tag = headers["ETag"], !tag.isEmpty, !tag.unicodeScalars.contains("\u{FFFD}") else { return nil }
        self.init(tag)
    }

    func isWeaklyEqual(_ other: EntityTag) -> Bool { text == other.text }
    func isStronglyEqual(_ other: EntityTag) -> Bool { text == other.text && !isWeak && !other.isWeak }
}
