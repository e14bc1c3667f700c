import Glibc
import LaminaLock

/// A server on the loopback that answers as a test says, also in ways that no server should.
final class FaultServer: @unchecked Sendable {  // the socket is set once; the rest is under its lock
    /// What is sent for a request, piece by piece.
    enum Piece {
        case text(String)
        case bytes([UInt8])
        case pause(milliseconds: UInt32)
        /// Ends the connection with a reset.
        case reset
    }

    struct Request {
        let path: String
        let headers: [String: String]
        /// The requests for this path, this one included.
        let count: Int
    }

    private let socketNumber: Int32
    let port: UInt16
    private let handler: @Sendable (Request) -> [Piece]
    private let seen = Locked<[Request]>(.leaf, [])
    private let threads = Locked<[pthread_t]>(.leaf, [])

    init(_ handler: @escaping @Sendable (Request) -> [Piece]) {
        self.handler = handler
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        socketNumber = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                precondition(bind(listener, $0, length) == 0 && listen(listener, 64) == 0)
                precondition(getsockname(listener, $0, &length) == 0)
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        run { [unowned self] in
            while true {
                let connection = accept(socketNumber, nil, nil)
                if connection < 0 { return }
                run { [unowned self] in serve(connection) }
            }
        }
    }

    var base: String { "http://127.0.0.1:\(port)" }
    func requests(_ path: String) -> [Request] { seen.withLock { $0.filter { $0.path == path } } }

    /// Ends the threads; connections must be idle or closed.
    func close() {
        shutdown(socketNumber, Int32(SHUT_RDWR))
        while let thread = threads.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) { pthread_join(thread, nil) }
        Glibc.close(socketNumber)
    }

    private func run(_ body: @escaping @Sendable () -> Void) {
        if let thread = startThread(nil, body) { threads.withLock { $0.append(thread) } }
    }

    /// One request for each connection, which keeps the faults apart.
    private func serve(_ connection: Int32) {
        defer { Glibc.close(connection) }
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            var byte: UInt8 = 0
            if recv(connection, &byte, 1, 0) != 1 { return }
            head.append(byte)
            // The beginning of TLS, which this server does not speak.
            if head == [22] {
                _ = send(Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), connection)
                return
            }
        }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            if let colon = line.firstIndex(of: ":") {
                headers[line[..<colon].lowercased()] = String(line[line.index(colon, offsetBy: 2)...])
            }
        }
        let path = String(lines[0].split(separator: " ")[1])
        let request = seen.withLock { seen -> Request in
            let request = Request(path: path, headers: headers, count: seen.filter { $0.path == path }.count + 1)
            seen.append(request)
            return request
        }
        for piece in handler(request) {
            switch piece {
            case .text(let text): if !send(Array(text.utf8), connection) { return }
            case .bytes(let bytes): if !send(bytes, connection) { return }
            case .pause(let time): usleep(time * 1000)
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
                return
            }
        }
        // The client has all of it before the connection ends.
        shutdown(connection, Int32(SHUT_WR))
        var byte: UInt8 = 0
        while recv(connection, &byte, 1, 0) > 0 {}
    }

    private func send(_ bytes: [UInt8], _ connection: Int32) -> Bool {
        var place = 0
        while place < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress! + place, bytes.count - place, Int32(MSG_NOSIGNAL))
            }
            if count <= 0 { return false }
            place += count
        }
        return true
    }

    /// An answer with a content and its length.
    static func answer(_ status: String = "200 OK", _ fields: [String] = [], _ body: String = "") -> [Piece] {
        let head =
            ["HTTP/1.1 \(status)"] + fields + ["Content-Length: \(body.utf8.count)", "Connection: close", "", ""]
        return [.text(head.joined(separator: "\r\n") + body)]
    }
}
