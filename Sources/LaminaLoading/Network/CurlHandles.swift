import CCurl
import LaminaGeometry
import LaminaLock

/// libcurl's handle for many transfers.
@safe final class CurlMulti: @unchecked Sendable {  // the network's thread has it; others only wake it
    fileprivate let curl: CurlLibrary
    fileprivate let handle: OpaquePointer

    init?(_ curl: CurlLibrary) {
        guard let handle = curl.functions.multi_init() else { return nil }
        self.curl = curl
        unsafe self.handle = handle
        unsafe withUnsafePointer(to: curl.functions) { functions in
            _ = unsafe lamina_curl_multi_set_long(functions, handle, Int32(LAMINA_CURLM_PIPELINING), 2)
            _ = unsafe lamina_curl_multi_set_long(
                functions, handle, Int32(LAMINA_CURLM_MAX_HOST_CONNECTIONS), 6)
        }
    }

    /// Ends `wait`, or the next one. Any thread.
    func wake() { _ = unsafe curl.functions.multi_wakeup(handle) }

    /// Waits for something to happen.
    func wait(milliseconds: Int32) { _ = unsafe curl.functions.multi_poll(handle, nil, 0, milliseconds, nil) }

    /// Does what can be done now, and returns what has ended.
    func perform() -> [(easy: UInt, result: Int32)] {
        var running: Int32 = 0
        _ = unsafe curl.functions.multi_perform(handle, &running)
        var ended: [(easy: UInt, result: Int32)] = []
        var left: Int32 = 0
        while let message = unsafe curl.functions.multi_info_read(handle, &left) {
            if unsafe message.pointee.kind == 1, let easy = unsafe message.pointee.easy {
                ended.append((UInt(bitPattern: easy), unsafe message.pointee.data.result))
            }
        }
        return ended
    }

    func end() { _ = unsafe curl.functions.multi_cleanup(handle) }
}

/// libcurl's handle for one transfer, running.
@safe final class CurlEasy {
    let transfer: Transfer
    private let multi: CurlMulti
    private let handle: OpaquePointer
    private let headers: UnsafeMutablePointer<lamina_curl_list>?

    /// Begins a transfer; nil without memory.
    init?(_ curl: CurlLibrary, _ multi: CurlMulti, _ transfer: Transfer, _ settings: LoaderSettings) {
        guard let handle = curl.functions.easy_init() else { return nil }
        self.transfer = transfer
        self.multi = multi
        unsafe self.handle = handle
        let request = transfer.order.plan.request
        // Pictures are compressed already; and what is stored is what was sent.
        var lines = ["Accept-Encoding: identity"]
        if !request.headers.has("Accept") { lines.append("Accept: image/*,*/*;q=0.8") }
        for field in request.headers.fields {
            lines.append(field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        var list: UnsafeMutablePointer<lamina_curl_list>?
        for line in lines {
            if let longer = unsafe curl.functions.slist_append(list, line) { unsafe list = longer }
        }
        unsafe headers = list
        let now = monotonicMicroseconds()
        let left = transfer.order.job.deadline > now ? (transfer.order.job.deadline - now) / 1000 : 0
        let longs: [(Int32, Int)] = [
            (option(LAMINA_CURL_NOSIGNAL), 1), (option(LAMINA_CURL_FOLLOWLOCATION), 0),
            // http and https.
            (option(LAMINA_CURL_PROTOCOLS), 3),
            // HTTP/2 where TLS offers it; a new request waits for a connection that may take it, too.
            (option(LAMINA_CURL_HTTP_VERSION), 4), (option(LAMINA_CURL_PIPEWAIT), 1),
            (option(LAMINA_CURL_TIMEOUT_MS), max(1, Int(clamping: left))),
            (option(LAMINA_CURL_CONNECTTIMEOUT_MS), 15000),
            // Less than a byte a second for so long is a server that is gone.
            (option(LAMINA_CURL_LOW_SPEED_LIMIT), 1), (option(LAMINA_CURL_LOW_SPEED_TIME), 20),
        ]
        unsafe withUnsafePointer(to: curl.functions) { functions in
            for (name, value) in longs { _ = unsafe lamina_curl_set_long(functions, handle, name, value) }
            _ = unsafe lamina_curl_set_string(functions, handle, option(LAMINA_CURL_URL), request.url.text)
            _ = unsafe lamina_curl_set_string(functions, handle, option(LAMINA_CURL_USERAGENT), settings.userAgent)
            if let file = settings.caFile {
                _ = unsafe lamina_curl_set_string(functions, handle, option(LAMINA_CURL_CAINFO), file)
                // The system's folder of them would vouch, too.
                _ = unsafe lamina_curl_set_string(functions, handle, option(LAMINA_CURL_CAPATH), nil)
            }
            _ = unsafe lamina_curl_set_list(functions, handle, list)
            unsafe lamina_curl_set_callbacks(
                functions, handle, takeHeader, takeBody, openSocket, Unmanaged.passUnretained(transfer).toOpaque())
        }
        _ = unsafe curl.functions.multi_add_handle(multi.handle, handle)
    }

    func isSame(_ easy: UInt) -> Bool { unsafe UInt(bitPattern: handle) == easy }

    /// Ends the transfer, whether or not it is done.
    func end() {
        _ = unsafe multi.curl.functions.multi_remove_handle(multi.handle, handle)
        unsafe multi.curl.functions.easy_cleanup(handle)
        unsafe multi.curl.functions.slist_free_all(headers)
    }
}

extension CurlLibrary {
    func message(_ result: Int32) -> String {
        unsafe functions.easy_strerror(result).map { unsafe String(cString: $0) } ?? "libcurl's error \(result)"
    }
}

private func option(_ name: Int) -> Int32 { Int32(name) }

/// The transfer that libcurl was given for its callbacks, which is alive while it runs.
private func transfer(_ data: UnsafeMutableRawPointer?) -> Transfer? {
    unsafe data.map { unsafe Unmanaged<Transfer>.fromOpaque($0).takeUnretainedValue() }
}

private let takeHeader: lamina_curl_bytes_fn = { bytes, size, count, data in
    let line = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(data)?.takeHeader(Array(line)) == true ? size * count : 0
}

private let takeBody: lamina_curl_bytes_fn = { bytes, size, count, data in
    let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer(data)?.takeBody(piece.bytes) == true ? size * count : 0
}

private let openSocket: lamina_curl_socket_fn = { data, _, address in
    guard let address = unsafe address else { return -1 }
    var bytes = [UInt8](repeating: 0, count: 16)
    let isKnown = unsafe bytes.withUnsafeMutableBufferPointer {
        unsafe lamina_curl_get_address(address, $0.baseAddress)
    }
    guard unsafe transfer(data)?.mayConnect(isKnown ? bytes : nil) == true else { return -1 }
    return unsafe lamina_curl_make_socket(address)
}
