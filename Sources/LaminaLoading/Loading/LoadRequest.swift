public import LaminaGeometry

/// Which of the loads that wait goes first.
public enum LoadPriority: Int32, Sendable, Comparable {
    case normal = 0
    case low = 1
    case high = 2

    private var order: Int { self == .low ? 0 : self == .normal ? 1 : 2 }
    public static func < (a: LoadPriority, b: LoadPriority) -> Bool { a.order < b.order }
}

/// What is to be loaded, and how. Two that are equal are loaded once.
public struct LoadRequest: Hashable, Sendable {
    public var url: String
    /// Asks the server whether what is stored is current.
    public var reloads = false
    /// Asks no server.
    public var isOnlyCached = false
    /// Keeps nothing of the answer.
    public var keepsNothing = false
    /// Of a file: if it is still this one, its bytes are not read.
    public var known: FileStamp?
    /// More fields for requests of http and https.
    public var headers: [HTTPHeaders.Field] = []

    public init(url: String) { self.url = url }

    /// Fails with `invalidArgument` for what is no URL of any scheme.
    public static func check(_ url: String, _ argument: StaticString = "url") throws(LaminaError) {
        _ = try LoadScheme.name(of: url, argument)
    }

    /// The fields that lines such as "Name: value" name. Fails with `invalidArgument` for what is none, and for those
    /// that say how a message is sent, which is libcurl's matter.
    public static func fields(_ lines: String) throws(LaminaError) -> [HTTPHeaders.Field] {
        var fields: [HTTPHeaders.Field] = []
        for line in lines.utf8.split(separator: UInt8(ascii: "\n")) {
            let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.startIndex
            let name = String(decoding: line[..<colon], as: UTF8.self)
            let isName = !name.isEmpty && name.utf8.allSatisfy { $0 > 32 && $0 < 127 && !separators.contains($0) }
            guard isName, line.allSatisfy({ $0 >= 32 && $0 != 127 || $0 == 9 }) else {
                throw LaminaError(
                    .invalidArgument,
                    "options->headers has a line '\(String(decoding: line.prefix(100), as: UTF8.self))'; \"Name: value\" is needed, without control characters"
                )
            }
            if ["host", "content-length", "transfer-encoding", "connection", "te", "upgrade", "accept-encoding"]
                .contains(lowercasedToken(name))
            {
                throw LaminaError(.invalidArgument, "options->headers names \(name), which the loader sets by itself")
            }
            fields.append(HTTPHeaders.Field(name, trimmed(line[line.index(after: colon)...])))
        }
        return fields
    }

    private static let separators = Set("()<>@,;:\\\"/[]?={}".utf8)
}

/// Which contents a file has: one that is written anew, or replaced, has another stamp.
public struct FileStamp: Hashable, Sendable {
    let device: UInt64
    let file: UInt64
    let bytes: Int64
    /// Seconds and nanoseconds.
    let modified: [Int]
    let changed: [Int]
}

/// From where the bytes are.
public enum LoadSource: Int32, Sendable {
    case network = 0
    case cache = 1
    /// From the cache, after the server said that it is current.
    case validated = 2
    case file = 3
    case data = 4
    case host = 5
}

/// What became of a load.
public struct LoadResult: Sendable {
    /// Why there is nothing to show; nil: all is there.
    public var failure: LaminaError?
    /// The content; of an answer such as 404, what came with it.
    public var bytes: LoadedBytes
    /// From where it came in the end, after redirects.
    public var url: String
    /// As the server says, with its parameters; empty when nobody said.
    public var contentType = ""
    /// 0 when no server was asked, or none answered.
    public var httpStatus = 0
    public var source = LoadSource.network
    /// Whether it is older than its server allows, which could not be asked.
    public var isStale = false
    /// Of a file.
    public var stamp: FileStamp?
    /// Whether the file is still the one that was known: there are no bytes then.
    public var isUnchanged = false

    public init(url: String, bytes: LoadedBytes, source: LoadSource) {
        self.url = url
        self.bytes = bytes
        self.source = source
    }

    public init(url: String, failure: LaminaError) {
        self.init(url: url, bytes: LoadedBytes([]), source: .network)
        self.failure = failure
    }
}

/// What has come of a load so far.
public struct LoadProgress: Sendable {
    public var bytes: LoadedBytes
    /// How many bytes it will be; nil while not known.
    public var total: Int?
}

/// What all loads of a context are held to.
public struct LoaderSettings: Sendable {
    /// Bytes of one answer.
    public var maximumBytes = 64 << 20
    /// Microseconds for one load, from its first request to its last byte, retries included.
    public var timeout: UInt64 = 60_000_000
    public var maximumRedirects = 10
    /// How often a request that failed for a reason that may pass goes out again.
    public var retries = 2
    public var allowsFiles = true
    /// http without TLS.
    public var allowsPlainHTTP = true
    /// Addresses of this machine and of its own networks.
    public var allowsPrivateAddresses = true
    /// A folder for the cache; nil: it is kept in memory.
    public var cacheFolder: String?
    /// Bytes of the cache: of contents, with what they are found by.
    public var cacheBytes = 32 << 20
    public var userAgent = "Lamina"
    /// Certificates that vouch for servers; nil: those of the system.
    public var caFile: String?

    public init() {}
}
