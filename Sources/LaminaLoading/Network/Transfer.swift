import CCurl
import LaminaGeometry
import LaminaLock

/// What a request to a server is to be, and what comes of it. The closures run on the network's thread.
struct TransferOrder: Sendable {
    let job: LoadJob
    var priority: LoadPriority
    let plan: ForwardPlan
    /// The stored responses that the plan was made from.
    let stored: [StoredResponse]
    /// The bytes that are there already, where the plan completes them.
    let prefix: LoadedBytes?
    let received: @Sendable (LoadProgress) -> Void
    let ended: @Sendable (TransferEnd) -> Void

    var id: UInt64 { job.id }
}

/// How a request ended.
struct TransferEnd: Sendable {
    /// nil: no answer came.
    var response: HTTPResponse?
    /// What the answer means; there when `response` is.
    var reception: Reception?
    var body: LoadedBytes
    /// How many bytes of `body` came with this answer.
    var received: Int
    /// Why the answer is not whole.
    var failure: LaminaError?
    /// Whether trying again may help.
    var mayPass = false
    var requestTime: Int
    var responseTime: Int
}

/// One request under way. Lives on the network's thread, which libcurl calls it on.
final class Transfer {
    let order: TransferOrder
    private let rules: HTTPCacheRules
    private let settings: LoaderSettings
    private let requestTime = systemSeconds()
    private var responseTime = 0
    private var head: HTTPResponse?
    private var isHeadComplete = false
    private var headBytes = 0
    private var reception: Reception?
    private var collector = ByteCollector(expected: 0)
    private var receivedCount = 0
    private var expected: Int?
    private var isDropping = false
    private var refusal: LaminaError?

    /// An answer's head is at most this large; libcurl has a limit of its own on top.
    private static let maximumHead = 256 << 10

    init(order: TransferOrder, rules: HTTPCacheRules, settings: LoaderSettings) {
        self.order = order
        self.rules = rules
        self.settings = settings
    }

    /// Takes a line of a head; false ends the transfer.
    func takeHeader(_ line: [UInt8]) -> Bool {
        headBytes += line.count
        if headBytes > Self.maximumHead {
            refusal = LaminaError(.outOfRange, "the head of the answer of '\(url)' is larger than 256 KiB")
            return false
        }
        let text = trimmed(line.filter { $0 != 13 && $0 != 10 })
        if line.starts(with: "HTTP/".utf8) {
            let words = text.split(separator: " ")
            head = HTTPResponse(status: words.count > 1 ? digits(String(words[1])) ?? 0 : 0)
            isHeadComplete = false
            return true
        }
        // Fields after the content are left alone.
        guard !isHeadComplete else { return true }
        if text.isEmpty {
            // What comes before the answer (1xx) has no content.
            if let status = head?.status, status >= 200 { return takeHead() }
            return true
        }
        if line[0] == UInt8(ascii: " ") || line[0] == UInt8(ascii: "\t") {
            // A value that goes on, in the old form (RFC 9112 5.2).
            head?.headers.continueLast(text)
        } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
            let value = text.utf8[text.utf8.index(after: colon)...]
            head?.headers.append(trimmed(text.utf8[..<colon]), trimmed(value))
        }
        return true
    }

    private var url: String { order.plan.request.url.text }

    private func takeHead() -> Bool {
        guard let head else { return false }
        // Two lengths are none (RFC 9112 6.3).
        let lengths = Set(head.headers.list("Content-Length"))
        if lengths.count > 1 || lengths.contains(where: { digits($0) == nil }) {
            refusal = LaminaError(.io, "'\(url)' was answered with a Content-Length that is no number, or several")
            return false
        }
        isHeadComplete = true
        responseTime = systemSeconds()
        let reception = rules.receive(
            head, for: order.plan, stored: order.stored, requestTime: requestTime, responseTime: responseTime)
        self.reception = reception
        expected = head.headers["Content-Length"].flatMap(digits)
        switch reception.answer {
        case .received:
            collector = ByteCollector(expected: expected ?? 0)
        case .continued(let whole):
            expected = whole.completeLength
            collector = ByteCollector(expected: expected ?? 0)
            if let prefix = order.prefix { collector.append(prefix) }
        case .stored, .askAgain: isDropping = true
        }
        if let expected, expected > settings.maximumBytes, !isDropping {
            refusal = LocalSource.tooLarge(url, settings.maximumBytes)
            return false
        }
        return true
    }

    /// Takes content; false ends the transfer.
    func takeBody(_ bytes: RawSpan) -> Bool {
        if order.job.isCancelled { return false }
        // Of an answer that is not used little is taken; after that the connection is not worth keeping.
        receivedCount += bytes.byteCount
        if isDropping { return receivedCount <= 64 << 10 }
        if collector.count + bytes.byteCount > settings.maximumBytes {
            refusal = LocalSource.tooLarge(url, settings.maximumBytes)
            return false
        }
        collector.append(bytes)
        order.received(LoadProgress(bytes: collector.view, total: expected))
        return true
    }

    /// Whether a connection to an address may be made.
    func mayConnect(_ address: [UInt8]?) -> Bool {
        if settings.allowsPrivateAddresses { return true }
        if let address, !AddressRules.isPrivate(address) { return true }
        refusal = LaminaError(
            .unsupported, "'\(url)' is at an address of this machine or its own network, which this context may not ask"
        )
        return false
    }

    /// Ends with the result of libcurl, 0 for success.
    func end(_ result: Int32, _ message: String) {
        let isEnough = isDropping && isHeadComplete && result == 23
        var end = TransferEnd(
            response: isHeadComplete ? head : nil, reception: isHeadComplete ? reception : nil, body: collector.view,
            received: receivedCount, requestTime: requestTime, responseTime: responseTime)
        if let refusal {
            end.failure = refusal
        } else if result != 0 && !isEnough || !isHeadComplete {
            end.failure = LaminaError(
                result == 28 ? .timedOut : .io,
                "'\(url)' cannot be loaded: \(result == 0 ? "the server answered with nothing" : message)")
            end.mayPass = CurlResult.mayPass(result)
        }
        order.ended(end)
    }
}

/// Results of libcurl (CURLcode).
enum CurlResult {
    static let aborted: Int32 = 42

    /// Name or host not found for now, connection failed or cut, nothing came, HTTP/2 and QUIC errors. Not what stays:
    /// bad certificates, URLs and formats.
    static func mayPass(_ result: Int32) -> Bool { [0, 5, 6, 7, 16, 18, 28, 35, 52, 55, 56, 92, 95].contains(result) }
}
