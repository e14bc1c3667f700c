// Which answers are kept, and what of them: RFC 9111 3.
extension HTTPCacheRules {
    /// Statuses whose meaning the cache knows, for `must-understand` (RFC 9111 5.2.2.3).
    private static let understoodStatuses: Set<Int> = [
        200, 203, 204, 206, 300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 410, 414, 416, 500, 501, 502,
        503, 504,
    ]

    /// Fields that are about the connection or a proxy (RFC 9111 3.1, RFC 9110 7.6.1).
    private static let connectionFields = [
        "Connection", "Keep-Alive", "Proxy-Connection", "TE", "Transfer-Encoding", "Upgrade",
        "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization",
    ]

    /// Whether an answer may be kept at all.
    func isStorable(_ response: HTTPResponse, to request: HTTPRequest) -> Bool {
        let control = CacheControl(response.headers)
        guard request.method == "GET" || isForGET(response, request) else { return false }
        guard response.status >= 200, response.status != 304, response.status != 416 else { return false }
        if RequestControl(request).noStore || forbidsKeeping(response.status, control) { return false }
        if isShared {
            let allows = ["must-revalidate", "public", "s-maxage"].contains(where: control.has)
            if request.headers.has("Authorization") && !allows { return false }
        }
        let isExplicit =
            explicitLifetime(response.headers, responseTime: 0) != nil || control.has("public")
            || (control.has("private") && !isShared)
        return isExplicit || Self.heuristicStatuses.contains(response.status)
    }

    /// Whether a response says that it is not to be kept.
    func forbidsKeeping(_ status: Int, _ control: CacheControl) -> Bool {
        if isShared && control.hasUnqualified("private") { return true }
        // Whoever understands the status may ignore `no-store` (RFC 9111 5.2.2.3).
        if control.has("must-understand") { return !Self.understoodStatuses.contains(status) }
        return control.has("no-store")
    }

    /// The answer to a POST that says that it is what a GET of the same URL would get (RFC 9110 9.3.3).
    private func isForGET(_ response: HTTPResponse, _ request: HTTPRequest) -> Bool {
        guard request.method == "POST", response.status == 200,
            explicitLifetime(response.headers, responseTime: 0) != nil,
            let location = response.headers["Content-Location"]
        else { return false }
        return request.url.resolve(location)?.text == request.url.text
    }

    /// Whether keeping it is of any use: it is fresh for a while, or the server can be asked whether it is current.
    private func isUseful(_ stored: StoredResponse) -> Bool {
        let hasValidator = stored.headers.has("ETag") || stored.headers.has("Last-Modified")
        return !stored.headers.list("Vary").contains("*") && (lifetime(stored) > 0 || hasValidator)
    }

    /// What is kept of an answer whose content is still to come; nil for nothing.
    func pending(_ response: HTTPResponse, to request: HTTPRequest, _ times: Times) -> PendingResponse? {
        guard isStorable(response, to: request) else { return nil }
        var stored = StoredResponse(
            status: response.status, headers: storedFields(response.headers, responseTime: times.response),
            selecting: selectingFields(response.headers.list("Vary"), of: request.headers), requestTime: times.request,
            responseTime: times.response, bytes: 0..<0,
            completeLength: response.headers["Content-Length"].flatMap(digits))
        guard isUseful(stored) else { return nil }
        guard response.status == 206 else { return PendingResponse(response: stored, part: nil) }
        guard let part = response.headers["Content-Range"].flatMap(ByteRange.parseContent) else { return nil }
        stored.status = 200
        stored.headers.removeAll(named: ["Content-Range", "Content-Length"])
        stored.bytes = part.bytes.lowerBound..<part.bytes.lowerBound
        stored.completeLength = part.length
        return PendingResponse(response: stored, part: part.bytes)
    }

    /// The fields of a response as they are kept: without those about the connection, and with a date.
    func storedFields(_ headers: HTTPHeaders, responseTime: Int) -> HTTPHeaders {
        var result = headers
        result.removeAll(named: headers.list("Connection") + Self.connectionFields)
        if isShared { result.removeAll(named: CacheControl(headers).fields("private")) }
        if !result.has("Date") { result.append("Date", HTTPDate.format(responseTime)) }
        return result
    }
}
