import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLoading
import LaminaNode

/// What `lamina_context_load` is asked for.
@safe func loadRequest(
    _ url: [UInt8], _ options: UnsafePointer<lamina_load_options>?
) throws(LaminaError) -> (LoadRequest, LoadPriority) {
    let given = try readStruct(options, over: lamina_load_options(), "options")
    var request = try loadRequest(url, flags: given.flags, "options->flags")
    if let lines = try optionalString(given.headers, "options->headers") {
        request.headers = try LoadRequest.fields(lines)
    }
    return (request, try loadPriority(given.priority, "options->priority"))
}

func loadRequest(
    _ url: [UInt8], flags: lamina_load_flags, _ argument: StaticString
) throws(LaminaError) -> LoadRequest {
    try checkLoadFlags(flags, argument)
    var request = LoadRequest(url: String(decoding: url, as: UTF8.self))
    request.reloads = flags.contains(.LAMINA_LOAD_FLAGS_RELOAD)
    request.isOnlyCached = flags.contains(.LAMINA_LOAD_FLAGS_ONLY_CACHED)
    request.keepsNothing = flags.contains(.LAMINA_LOAD_FLAGS_NO_STORE)
    return request
}

func checkLoadFlags(_ flags: lamina_load_flags, _ argument: StaticString) throws(LaminaError) {
    let known: lamina_load_flags = [
        .LAMINA_LOAD_FLAGS_RELOAD, .LAMINA_LOAD_FLAGS_ONLY_CACHED, .LAMINA_LOAD_FLAGS_NO_STORE,
    ]
    guard flags.isSubset(of: known) else {
        throw LaminaError(
            .invalidArgument,
            "\(argument) is \(flags.rawValue), which has flags that are not in lamina_load_flags")
    }
}

func loadPriority(_ priority: lamina_load_priority, _ argument: StaticString) throws(LaminaError) -> LoadPriority {
    guard let known = LoadPriority(rawValue: Int32(bitPattern: priority.rawValue)) else {
        throw Check.unknown(priority, "\(argument)")
    }
    return known
}

/// What loads are held to; 0 and NULL stand for the defaults.
@safe func loaderSettings(_ options: UnsafePointer<lamina_loader_options>?) throws(LaminaError) -> LoaderSettings {
    let given = try readStruct(options, over: lamina_loader_options(), "options")
    let known: lamina_loader_flags = [
        .LAMINA_LOADER_FLAGS_NO_FILES, .LAMINA_LOADER_FLAGS_NO_PLAIN_HTTP,
        .LAMINA_LOADER_FLAGS_NO_PRIVATE_ADDRESSES,
    ]
    guard given.flags.isSubset(of: known) else {
        throw LaminaError(
            .invalidArgument,
            "options->flags is \(given.flags.rawValue), which has flags that are not in lamina_loader_flags")
    }
    var settings = LoaderSettings()
    settings.allowsFiles = !given.flags.contains(.LAMINA_LOADER_FLAGS_NO_FILES)
    settings.allowsPlainHTTP = !given.flags.contains(.LAMINA_LOADER_FLAGS_NO_PLAIN_HTTP)
    settings.allowsPrivateAddresses = !given.flags.contains(.LAMINA_LOADER_FLAGS_NO_PRIVATE_ADDRESSES)
    settings.maximumRedirects = try count(given.max_redirects, "max_redirects", settings.maximumRedirects)
    settings.retries = try count(given.max_retries, "max_retries", settings.retries)
    if given.max_bytes > 0 { settings.maximumBytes = Int(clamping: min(given.max_bytes, 1 << 31)) }
    if given.timeout_us > 0 { settings.timeout = min(given.timeout_us, 1 << 50) }
    settings.cacheFolder = try optionalString(given.cache_folder, "options->cache_folder")
    if settings.cacheFolder != nil { settings.cacheBytes = 256 << 20 }
    if given.cache_bytes > 0 { settings.cacheBytes = Int(clamping: min(given.cache_bytes, 1 << 50)) }
    if let agent = try optionalString(given.user_agent, "options->user_agent") {
        guard agent.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw LaminaError(.invalidArgument, "options->user_agent has a control character")
        }
        settings.userAgent = agent
    }
    settings.caFile = try optionalString(given.ca_file, "options->ca_file")
    return settings
}

/// What a host says of a request that it could not serve.
func loadFailure(
    _ status: lamina_status, _ httpStatus: Int32, _ message: String?
) throws(LaminaError) -> LaminaError {
    if status == .LAMINA_OK {
        throw LaminaError(
            .invalidArgument, "status is LAMINA_OK; a load that failed needs one that says so, such as LAMINA_ERROR_IO")
    }
    guard LaminaError.Code(rawValue: Int32(bitPattern: status.rawValue)) != nil else {
        throw Check.unknown(status, "status")
    }
    guard httpStatus == 0 || 100...999 ~= httpStatus else {
        throw LaminaError(.invalidArgument, "http_status is \(httpStatus); 0 for none, or 100 to 999 is needed")
    }
    let failure = LaminaError(status: Int32(bitPattern: status.rawValue), of: "the loader of its scheme")
    if let message, !message.isEmpty { return LaminaError(failure.code, message) }
    return httpStatus == 0 ? failure : LaminaError(failure.code, "its loader responded with HTTP status \(httpStatus)")
}

private func count(_ value: Int32, _ name: StaticString, _ standard: Int) throws(LaminaError) -> Int {
    guard value >= -1 && value <= 100 else {
        throw LaminaError(.invalidArgument, "options->\(name) is \(value); -1 to 100 is needed")
    }
    return value == 0 ? standard : max(0, Int(value))
}
