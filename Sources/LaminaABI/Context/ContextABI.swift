public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaText
import LaminaLock

@implementation @_cdecl("lamina_context_create")
public func lamina_context_create(
    _ options: UnsafePointer<lamina_context_options>?,
    _ out_context: UnsafeMutablePointer<UnsafeMutablePointer<lamina_context>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_context, "out_context")
        let (context, generation) = try Context.open(try unsafe engineOptions(options))
        unsafe out.pointee = Handle(.context, context: context.number, generation: generation, index: 0).pointer()
    }
}

@implementation @_cdecl("lamina_context_retain")
public func lamina_context_retain(_ context: UnsafeMutablePointer<lamina_context>?) -> UnsafeMutablePointer<
    lamina_context
>! {
    let retained = status { () throws(LaminaError) in
        let handle = try unsafe ContextHandle(context)
        if !handle.context.retain(handle.generation) { throw unsafe context.handle().refusal(.context, "context") }
    }
    return retained == .LAMINA_OK ? unsafe context : nil
}

@implementation @_cdecl("lamina_context_release")
public func lamina_context_release(_ context: UnsafeMutablePointer<lamina_context>?) {
    guard let context = unsafe context else { return }
    _ = status { () throws(LaminaError) in
        let handle = try unsafe ContextHandle(context)
        if !handle.context.release(handle.generation) { throw unsafe context.handle.refusal(.context, "context") }
    }
}

@implementation @_cdecl("lamina_context_get_fd")
public func lamina_context_get_fd(_ context: UnsafeMutablePointer<lamina_context>?) -> Int32 {
    value(-1) { () throws(LaminaError) in
        let handle = try unsafe ContextHandle(context)
        _ = try handle.parts()
        return handle.context.descriptor
    }
}

@implementation @_cdecl("lamina_context_get_timeout_us")
public func lamina_context_get_timeout_us(_ context: UnsafeMutablePointer<lamina_context>?) -> Int64 {
    value(-1) { () throws(LaminaError) in
        let handle = try unsafe ContextHandle(context)
        return try handle.parts().timeToNext.map { Int64(clamping: $0) } ?? -1
    }
}

@implementation @_cdecl("lamina_context_process")
public func lamina_context_process(_ context: UnsafeMutablePointer<lamina_context>?, _ budget_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try unsafe ContextHandle(context).engine().process(budget: budget_us == 0 ? nil : budget_us)
    }
}

@implementation @_cdecl("lamina_context_is_owner_thread")
public func lamina_context_is_owner_thread(_ context: UnsafeMutablePointer<lamina_context>?) -> Bool {
    value(false) { () throws(LaminaError) in try unsafe ContextHandle.open(context).context.isOwnerThread }
}

@implementation @_cdecl("lamina_context_wait_idle")
public func lamina_context_wait_idle(_ context: UnsafeMutablePointer<lamina_context>?, _ timeout_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in try unsafe ContextHandle(context).engine().waitIdle(timeout: timeout_us) }
}

@implementation @_cdecl("lamina_context_add_font_file")
public func lamina_context_add_font_file(
    _ context: UnsafeMutablePointer<lamina_context>?, _ path: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try unsafe ContextHandle(context)
        try handle.parts().fonts.addFontFile(try unsafe LaminaABI.path(path, length))
        // Otherwise texts would keep measurements with other fonts.
        handle.context.withNodes { $0.forgetMeasurements() }
    }
}

@implementation @_cdecl("lamina_context_get_statistics")
public func lamina_context_get_statistics(
    _ context: UnsafeMutablePointer<lamina_context>?, _ statistics: UnsafeMutablePointer<lamina_statistics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try unsafe ContextHandle(context)
        let parts = try handle.parts()
        let counts = handle.context.engineCounts
        try unsafe writeStruct(
            lamina_statistics(
                struct_size: 0, owner_us: counts.ownerMicroseconds, worker_us: parts.busyMicroseconds,
                layouts: counts.layouts, displays: counts.displays, stale_displays: counts.staleDisplays,
                node_count: UInt64(handle.context.nodes.withLock { $0.count }),
                object_count: UInt64(handle.context.objects.withLock { $0.count }),
                bitmap_bytes: UInt64(parts.pool.allocatedBytes), composites: counts.composites,
                painted_px: counts.paintedPixels, copied_px: counts.copiedPixels,
                longest_process_us: counts.longestProcess, evictions: counts.evictions,
                calls_us: counts.callMicroseconds, completions_us: counts.completionMicroseconds,
                changes_us: counts.changeMicroseconds, composite_us: counts.compositeMicroseconds,
                operations_started: parts.operationCounts.started,
                operations_finished: parts.operationCounts.finished,
                operations_cancelled: parts.operationCounts.cancelled,
                operations_waiting: parts.operationCounts.waiting),
            to: statistics, "statistics")
    }
}

@implementation @_cdecl("lamina_context_get_thread_count")
public func lamina_context_get_thread_count(_ context: UnsafeMutablePointer<lamina_context>?) -> Int {
    value(0) { () throws(LaminaError) in try unsafe ContextHandle(context).parts().threadCount }
}

@implementation @_cdecl("lamina_context_set_layout_direction")
public func lamina_context_set_layout_direction(
    _ context: UnsafeMutablePointer<lamina_context>?, _ direction: lamina_layout_direction
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try unsafe ContextHandle.open(context)
        let isRightToLeft = try layoutDirection(direction, "direction") == .rightToLeft
        handle.context.withNodes { store in store.setRunsRightToLeft(isRightToLeft) }
    }
}

@implementation @_cdecl("lamina_context_get_layout_direction")
public func lamina_context_get_layout_direction(
    _ context: UnsafeMutablePointer<lamina_context>?
) -> lamina_layout_direction {
    value(.LAMINA_LAYOUT_DIRECTION_INHERIT) { () throws(LaminaError) in
        let handle = try unsafe ContextHandle.open(context)
        let isRightToLeft = handle.context.nodes.withLock { $0.runsRightToLeft }
        return isRightToLeft ? .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT : .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT
    }
}

@implementation @_cdecl("lamina_context_set_active_thread_count")
public func lamina_context_set_active_thread_count(_ context: UnsafeMutablePointer<lamina_context>?, _ count: Int32)
    -> lamina_status
{
    status { () throws(LaminaError) in
        guard count >= 1 || count == -1 else {
            throw LaminaError(.invalidArgument, "count is \(count); at least 1, or LAMINA_THREADS_AUTO, is needed")
        }
        try unsafe ContextHandle(context).parts().setActiveThreads(count < 0 ? nil : Int(count))
    }
}

// MARK: Options

private func engineOptions(_ pointer: UnsafePointer<lamina_context_options>?) throws(LaminaError) -> EngineOptions {
    let given = unsafe try readStruct(
        pointer,
        over: lamina_context_options(
            struct_size: 0, thread_count: -1, flags: [], log: nil, log_user_data: nil, font_files: nil,
            font_file_count: 0, font_family: nil, language: nil, antialias: .LAMINA_ANTIALIAS_GRAY,
            hinting: .LAMINA_HINTING_SLIGHT, worker_niceness: 0), "options")
    var options = EngineOptions()
    let threads = unsafe given.thread_count
    guard threads >= -1 && threads <= EngineOptions.maximumThreads else {
        throw LaminaError(
            .invalidArgument,
            "options->thread_count is \(threads); 0 to \(EngineOptions.maximumThreads) or LAMINA_THREADS_AUTO is needed"
        )
    }
    options.threadCount = threads < 0 ? nil : Int(threads)
    let niceness = unsafe given.worker_niceness
    guard niceness >= 0 && niceness <= 19 else {
        throw LaminaError(.invalidArgument, "options->worker_niceness is \(niceness); 0 to 19 is needed")
    }
    options.workerNiceness = niceness
    let known: lamina_context_flags = [.LAMINA_CONTEXT_FLAGS_DETERMINISTIC, .LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS]
    let flags = unsafe given.flags
    guard flags.isSubset(of: known) else {
        throw LaminaError(
            .invalidArgument,
            "options->flags is \(flags.rawValue), which has flags that are not in lamina_context_flags;"
                + " LAMINA_CONTEXT_FLAGS_DETERMINISTIC (1) and LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS (2) may be set")
    }
    options.isDeterministic = flags.contains(.LAMINA_CONTEXT_FLAGS_DETERMINISTIC)
    options.fonts.usesSystemFonts = !flags.contains(.LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS)
    try unsafe readFonts(given, &options.fonts)
    if let log = unsafe given.log {
        let userData = unsafe CarriedPointer(given.log_user_data)
        nonisolated(unsafe) let call = unsafe log  // the host gives it for the owner thread, where it runs
        options.log = { level, message in
            let level = lamina_log_level(rawValue: UInt32(level)) ?? .LAMINA_LOG_LEVEL_ERROR
            unsafe message.withCString { text in unsafe call(level, text, userData.pointer) }
        }
    }
    return options
}

private func readFonts(_ given: lamina_context_options, _ fonts: inout FontConfiguration) throws(LaminaError) {
    let count = unsafe given.font_file_count
    if count != 0 {
        guard let files = unsafe given.font_files, count > 0, count <= 4096 else {
            throw LaminaError(
                .invalidArgument,
                "options->font_files is NULL or font_file_count is \(UInt(bitPattern: count)), which is more than 4,096"
            )
        }
        for number in 0..<count {
            fonts.fontFiles.append(try unsafe path(files[number], files[number] == nil ? 0 : -1))
        }
    }
    if let family = try unsafe optionalString(given.font_family, "options->font_family") {
        fonts.defaultFamily = family
    }
    if let language = try unsafe optionalString(given.language, "options->language") { fonts.language = language }
    switch unsafe given.antialias {
    case .LAMINA_ANTIALIAS_GRAY: fonts.antialias = .gray
    case .LAMINA_ANTIALIAS_NONE: fonts.antialias = .none
    case let other: throw Check.unknown(other.rawValue, "options->antialias")
    }
    switch unsafe given.hinting {
    case .LAMINA_HINTING_SLIGHT: fonts.hintStyle = .slight
    case .LAMINA_HINTING_NONE: fonts.hintStyle = .none
    case .LAMINA_HINTING_MEDIUM: fonts.hintStyle = .medium
    case .LAMINA_HINTING_FULL: fonts.hintStyle = .full
    case let other: throw Check.unknown(other.rawValue, "options->hinting")
    }
}

/// A host pointer for a host callback.
@safe struct CarriedPointer: @unchecked Sendable {  // only carried, under the host's own thread rules
    let pointer: UnsafeMutableRawPointer?
    init(_ pointer: UnsafeMutableRawPointer?) { unsafe self.pointer = pointer }
}
