import LaminaGeometry
import LaminaLock
import Synchronization

/// What the threads of a loader tell.
protocol LoadSink: AnyObject, Sendable {
    func jobEnded(_ id: UInt64, _ result: LoadResult)
    func jobProgressed(_ id: UInt64, _ progress: LoadProgress)
    func jobWasValidated()
}

/// Who loads a URL.
enum LoadScheme: Sendable {
    case web(HTTPURL)
    case file
    case data
    case host(HostLoader)

    /// Fails with `invalidArgument` for what is no URL, `unsupported` for one that nobody loads; `others` are schemes
    /// that hosts serve.
    init(_ url: String, _ settings: LoaderSettings, others: [String]) throws(LaminaError) {
        let shown = url.prefix(200)
        switch try Self.name(of: url) {
        case "data": self = .data
        case "file":
            if !settings.allowsFiles {
                throw LaminaError(.unsupported, "'\(shown)' is a file, and this context may load none")
            }
            self = .file
        case "http", "https":
            guard let web = HTTPURL(url) else {
                throw LaminaError(.invalidArgument, "'\(shown)' names no server, or a port above 65,535")
            }
            try web.check(settings)
            self = .web(web)
        case let scheme:
            let known = (["http", "https", "file"] + others).joined(separator: ", ")
            throw LaminaError(.unsupported, "nobody loads the scheme '\(scheme)'; there are \(known) and data")
        }
    }
}

extension LoadScheme {
    /// What stands before the colon, in lower case. `argument` is where the host has the URL.
    static func name(of url: String, _ argument: StaticString = "url") throws(LaminaError) -> String {
        if url.utf8.first == UInt8(ascii: "/") {
            throw LaminaError(
                .invalidArgument,
                "\(argument) is the path '\(url.prefix(200))', where a URL is needed: '\(LocalSource.url(ofPath: url).prefix(600))'"
            )
        }
        guard url.utf8.allSatisfy({ $0 > 32 && $0 != 127 }), let colon = url.utf8.firstIndex(of: UInt8(ascii: ":")),
            case let name = String(decoding: url.utf8[..<colon], as: UTF8.self), isName(name)
        else {
            throw LaminaError(
                .invalidArgument,
                "\(argument) is '\(url.prefix(200))', which is no URL; one such as https://example.org/a.png is needed, "
                    + "without spaces, or file:///folder/a.png for a file")
        }
        return lowercasedToken(name)
    }

    /// RFC 3986 3.1.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first.map(lowercase), UInt8(ascii: "a")...UInt8(ascii: "z") ~= first else {
            return false
        }
        return text.utf8.allSatisfy(HTTPURL.isSchemeByte)
    }
}

extension HTTPURL {
    /// Whether a context may ask for it at all.
    func check(_ settings: LoaderSettings) throws(LaminaError) {
        if scheme == "http" && !settings.allowsPlainHTTP {
            throw LaminaError(.unsupported, "'\(text)' is without TLS, which this context may not load")
        }
    }
}

/// One load that is under way, whoever waits for it.
final class LoadJob: Sendable {
    let id: UInt64
    let request: LoadRequest
    let scheme: LoadScheme
    /// When it is over, on the monotonic clock.
    let deadline: UInt64
    /// Nobody waits for it, but what is stored is brought up to date.
    let isBackground: Bool
    private let cancelled = Atomic<Bool>(false)
    private let knownToHost = Atomic<Bool>(false)
    private let priorityValue: Atomic<Int32>

    init(
        id: UInt64, request: LoadRequest, scheme: LoadScheme, settings: LoaderSettings, isBackground: Bool = false
    ) {
        self.id = id
        self.request = request
        self.scheme = scheme
        self.isBackground = isBackground
        deadline = monotonicMicroseconds().addingReportingOverflow(settings.timeout).partialValue
        priorityValue = Atomic(LoadPriority.normal.rawValue)
    }

    /// Whether the host was told to serve it: what it was not told of is not cancelled either.
    var isKnownToHost: Bool { knownToHost.load(ordering: .relaxed) }
    func noteKnownToHost() { knownToHost.store(true, ordering: .relaxed) }

    func cancel() { cancelled.store(true, ordering: .relaxed) }
    var isCancelled: Bool { cancelled.load(ordering: .relaxed) }

    func setPriority(_ priority: LoadPriority) { priorityValue.store(priority.rawValue, ordering: .relaxed) }
    /// Who serves it in place of the library.
    var host: HostLoader? {
        if case .host(let host) = scheme { return host }
        return nil
    }

    var priority: LoadPriority { LoadPriority(rawValue: priorityValue.load(ordering: .relaxed)) ?? .normal }
}
