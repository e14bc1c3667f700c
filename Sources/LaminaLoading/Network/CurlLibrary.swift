import CCurl

/// libcurl, loaded when it is first needed.
@safe struct CurlLibrary: @unchecked Sendable {  // functions; handles are their users' matter
    let functions: lamina_curl

    static let packageMissing =
        "http and https need libcurl, which is not installed: on Debian it is the package libcurl4, "
        + "or libcurl4t64 since Debian 13"

    /// nil when the system has none.
    static let shared: CurlLibrary? = load("libcurl.so.4")

    static func load(_ name: String) -> CurlLibrary? {
        var functions = lamina_curl()
        return unsafe lamina_curl_open(&functions, name) ? CurlLibrary(functions: functions) : nil
    }

    private init(functions: lamina_curl) { self.functions = functions }
}
