import CSystem
import Glibc
import LaminaGeometry

/// What `file:` and `data:` URLs stand for.
enum LocalSource {
    /// Reads the regular file that a `file:` URL of this machine names; nil bytes if it is still the known one.
    static func readFile(
        _ url: String, known: FileStamp?, limit: Int
    ) throws(LaminaError) -> (bytes: LoadedBytes?, stamp: FileStamp) {
        try readRegularFile(path(of: url), known: known, limit: limit)
    }

    static func readRegularFile(
        _ path: String, known: FileStamp? = nil, limit: Int
    ) throws(LaminaError) -> (bytes: LoadedBytes?, stamp: FileStamp) {
        // A FIFO is not waited for.
        let file = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        if file < 0 { throw failure(path, errno) }
        defer { close(file) }
        var status = stat()
        if unsafe fstat(file, &status) != 0 { throw failure(path, errno) }
        if status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw LaminaError(.io, "'\(path)' is not a regular file")
        }
        let stamp = FileStamp(status)
        if stamp == known { return (nil, stamp) }
        guard Int(status.st_size) <= limit else { throw tooLarge("file:" + path, limit) }
        return (try read(file, expected: Int(status.st_size), limit: limit, path), stamp)
    }

    static func tooLarge(_ url: String, _ limit: Int) -> LaminaError {
        LaminaError(.outOfRange, "'\(url)' has more than \(limit) bytes, the limit of this context's loader")
    }

    /// All of an open file, which may grow meanwhile.
    private static func read(_ file: Int32, expected: Int, limit: Int, _ path: String) throws(LaminaError)
        -> LoadedBytes
    {
        var collector = ByteCollector(expected: expected + 1)
        let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 16)
        defer { unsafe piece.deallocate() }
        while true {
            let count = unsafe Glibc.read(file, piece.baseAddress, piece.count)
            if count == 0 { return collector.view }
            if count < 0 {
                if errno == EINTR { continue }
                throw failure(path, errno)
            }
            unsafe collector.append(UnsafeRawBufferPointer(rebasing: piece[0..<count]))
            if collector.count > limit { throw tooLarge("file:" + path, limit) }
        }
    }

    /// `file:///a%20b` and `file:/a%20b` are the file `/a b`.
    static func path(of url: String) throws(LaminaError) -> String {
        var rest = url.dropFirst("file:".count)
        if rest.hasPrefix("//") {
            rest = rest.dropFirst(2)
            let host = rest.prefix { $0 != "/" }
            guard host.isEmpty || isSameToken(String(host), "localhost") else {
                throw LaminaError(
                    .invalidArgument, "'\(url)' names the machine '\(host)'; only files of this one are read")
            }
            rest = rest.dropFirst(host.count)
        }
        guard rest.hasPrefix("/"),
            let bytes = unescaped(rest.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }),
            !bytes.contains(0), let path = String(validating: bytes, as: UTF8.self)
        else {
            throw LaminaError(
                .invalidArgument, "'\(url)' is no URL of a file; one such as file:///tmp/a.png is needed")
        }
        return path
    }

    /// The URL of an absolute path.
    static func url(ofPath path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        let text = path.utf8.flatMap { byte in
            plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return "file://" + String(decoding: text, as: UTF8.self)
    }

    /// The content and type of a `data:` URL (RFC 2397).
    static func readData(_ url: String, limit: Int) throws(LaminaError) -> (bytes: LoadedBytes, type: String) {
        let rest = url.utf8.dropFirst("data:".utf8.count)
        guard let comma = rest.firstIndex(of: UInt8(ascii: ",")) else {
            throw LaminaError(.invalidArgument, "a data URL has no comma before its content")
        }
        var type = String(decoding: rest[..<comma], as: UTF8.self)
        let content = rest[rest.index(after: comma)...].prefix { $0 != UInt8(ascii: "#") }
        guard let plain = unescaped(content) else {
            throw LaminaError(.invalidArgument, "a data URL has a % without two hexadecimal digits after it")
        }
        let parts = type.split(separator: ";", omittingEmptySubsequences: false)
        let isBase64 = parts.last.map { isSameToken(String($0), "base64") } ?? false
        if isBase64 { type = parts.dropLast().joined(separator: ";") }
        guard let bytes = isBase64 ? decodedBase64(plain) : plain else {
            throw LaminaError(.invalidArgument, "the content of a data URL is not what base64 says")
        }
        if bytes.count > limit { throw tooLarge("data:" + type, limit) }
        return (LoadedBytes(bytes), type.isEmpty ? "text/plain;charset=US-ASCII" : type)
    }

    /// With %XX as bytes; nil for a % without them.
    static func unescaped(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var result: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            if byte != UInt8(ascii: "%") {
                result.append(byte)
                continue
            }
            guard let high = iterator.next().flatMap(hexadecimal), let low = iterator.next().flatMap(hexadecimal) else {
                return nil
            }
            result.append(high << 4 | low)
        }
        return result
    }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Spaces and newlines are left out; the padding may be missing.
    static func decodedBase64(_ text: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        result.reserveCapacity(text.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        var padding = 0
        for byte in text {
            if [UInt8(ascii: " "), 9, 10, 12, 13].contains(byte) { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = base64Value(byte) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            if count % 4 == 0 {
                result += [UInt8(bits >> 16 & 255), UInt8(bits >> 8 & 255), UInt8(bits & 255)]
                bits = 0
            }
        }
        let rest = count % 4
        guard padding == 0 || (padding <= 2 && (rest + padding) == 4) else { return nil }
        switch rest {
        case 0: break
        case 2: result.append(UInt8(bits >> 4 & 255))
        case 3: result += [UInt8(bits >> 10 & 255), UInt8(bits >> 2 & 255)]
        default: return nil
        }
        return result
    }

    private static func base64Value(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }

    private static func failure(_ path: String, _ error: Int32) -> LaminaError {
        LaminaError(.io, "the file '\(path)' cannot be read: \(unsafe String(cString: strerror(error)))")
    }
}

extension FileStamp {
    fileprivate init(_ status: stat) {
        device = UInt64(status.st_dev)
        file = UInt64(status.st_ino)
        bytes = Int64(status.st_size)
        modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
        // Also when its time of modification is set back, as by `cp -p`.
        changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
