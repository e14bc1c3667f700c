/// What a client asks a server for, without its content, of which a cache keeps nothing.
public struct HTTPRequest: Equatable, Sendable {
    /// As it is sent; methods are in upper case.
    public var method: String
    public var url: HTTPURL
    public var headers: HTTPHeaders

    public init(method: String = "GET", url: HTTPURL, headers: HTTPHeaders = HTTPHeaders()) {
        self.method = method
        self.url = url
        self.headers = headers
    }

    /// Methods that change nothing on the server (RFC 9110 9.2.1); one that is not known may change anything.
    var isSafe: Bool { ["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }

    /// Whether the client itself makes the answer depend on what it has.
    var isConditional: Bool {
        ["If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"].contains(
            where: headers.has)
    }
}

/// The head of an answer.
public struct HTTPResponse: Equatable, Sendable {
    public var status: Int
    public var headers: HTTPHeaders

    public init(status: Int, headers: HTTPHeaders = HTTPHeaders()) {
        self.status = status
        self.headers = headers
    }
}

/// What a cache keeps of an answer to GET: all but the bytes, which whoever stores them finds by `id`.
public struct StoredResponse: Equatable, Sendable {
    /// Given by whoever stores it; 0 before.
    public var id: Int
    /// 200 for one that was stored from a 206.
    public var status: Int
    public var headers: HTTPHeaders
    /// The values of the request's fields that Vary names, in the form in which they are compared; of fields that the
    /// request did not have, "".
    public var selecting: HTTPHeaders
    /// When the request went out and when its answer came, by the client's clock.
    public var requestTime: Int
    public var responseTime: Int
    /// Which bytes of the content there are.
    public var bytes: Range<Int>
    /// How long the content is; nil while not known.
    public var completeLength: Int?
    /// Something said that it may no longer be current: it is used again only after validation.
    public var isSuspect = false

    /// Whether all the content is there.
    public var isComplete: Bool { bytes.lowerBound == 0 && completeLength == bytes.upperBound }

    public init(
        id: Int = 0, status: Int, headers: HTTPHeaders, selecting: HTTPHeaders = HTTPHeaders(), requestTime: Int,
        responseTime: Int, bytes: Range<Int>, completeLength: Int?
    ) {
        self.id = id
        self.status = status
        self.headers = headers
        self.selecting = selecting
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.bytes = bytes
        self.completeLength = completeLength
    }
}

/// An answer from the cache.
public struct CachedAnswer: Equatable, Sendable {
    /// The stored response from which it is; nil for one that the cache makes itself (504).
    public var stored: Int?
    public var response: HTTPResponse
    /// The part of the stored bytes that is the content, counted from the first that is stored.
    public var bytes: Range<Int>

    public init(stored: Int?, response: HTTPResponse, bytes: Range<Int>) {
        self.stored = stored
        self.response = response
        self.bytes = bytes
    }
}
