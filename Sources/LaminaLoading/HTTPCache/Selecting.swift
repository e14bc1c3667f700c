// Which stored response a request selects: RFC 9111 4.1.
extension HTTPCacheRules {
    /// The most recent of the stored responses that fit the request's fields.
    func select(_ stored: [StoredResponse], for request: HTTPRequest) -> StoredResponse? {
        stored.filter { matches($0, request.headers) }.max { recency($0) < recency($1) }
    }

    private func recency(_ stored: StoredResponse) -> (Int, Int) {
        let date = stored.headers["Date"].flatMap { HTTPDate.parse($0, now: stored.responseTime) }
        return (date ?? stored.responseTime, stored.id)
    }

    private func matches(_ stored: StoredResponse, _ headers: HTTPHeaders) -> Bool {
        let names = stored.headers.list("Vary")
        return names.allSatisfy { name in
            if name == "*" { return false }
            if stored.selecting[name] ?? "" == Self.comparable(headers, name) { return true }
            return isSameToken(name, "Accept-Language") && isFirstChoice(stored, headers)
        }
    }

    /// The fields that Vary names, as they are kept with a response.
    func selectingFields(_ vary: [String], of headers: HTTPHeaders) -> HTTPHeaders {
        var result = HTTPHeaders()
        for name in vary where name != "*" { result.set(lowercasedToken(name), Self.comparable(headers, name)) }
        return result
    }

    /// A value in a form in which two that mean the same are equal, as far as the field's syntax tells: lines are
    /// joined, space around commas goes, and choices with a weight are put in the order of their weights.
    private static func comparable(_ headers: HTTPHeaders, _ name: String) -> String {
        let elements = headers.list(name)
        guard ["accept", "accept-encoding", "accept-language", "accept-charset"].contains(lowercasedToken(name)) else {
            return elements.joined(separator: ",")
        }
        let choices = elements.map(WeightedChoice.init).sorted {
            $0.weight != $1.weight ? $0.weight > $1.weight : $0.name < $1.name
        }
        return choices.map { "\($0.name);q=\($0.weight)" }.joined(separator: ",")
    }

    /// A response that is in the language that the request likes best is what the server would choose again. The
    /// request must like no other as much.
    private func isFirstChoice(_ stored: StoredResponse, _ headers: HTTPHeaders) -> Bool {
        let languages = stored.headers.list("Content-Language")
        let choices = headers.list("Accept-Language").map(WeightedChoice.init)
        guard languages.count == 1, let best = choices.map(\.weight).max(), best > 0 else { return false }
        return choices.filter { $0.weight == best }.map(\.name) == [lowercasedToken(languages[0])]
    }
}

/// An element such as `de;q=0.5` of a list of what a client accepts (RFC 9110 12.4.2).
private struct WeightedChoice {
    var name: String
    /// In thousandths.
    var weight: Int

    init(_ element: String) {
        var parts = split(lowercasedToken(element), at: UInt8(ascii: ";"))
        weight = 1000
        if parts.count > 1, let last = parts.last, last.hasPrefix("q="), let value = Self.thousandths(last.dropFirst(2))
        {
            weight = value
            parts.removeLast()
        }
        name = parts.joined(separator: ";")
    }

    /// `0`, `0.5`, `1.000`: three digits after the point at most.
    private static func thousandths(_ text: Substring) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let whole = digits(parts[0]), whole <= 1, parts.count <= 2 else { return nil }
        guard parts.count == 2, !parts[1].isEmpty else { return whole * 1000 }
        guard parts[1].utf8.count <= 3, let part = digits(parts[1]) else { return nil }
        let scale = [0, 100, 10, 1][parts[1].utf8.count]
        return min(1000, whole * 1000 + part * scale)
    }
}
