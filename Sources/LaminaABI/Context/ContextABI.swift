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
        let out = try HandleOutput(out_context, "out_context")
        let (context, generation) = try Context.open(try engineOptions(options))
        out.write(Handle(.context, context: context.number, generation: generation, index: 0))
    }
}

@implementation @_cdecl("lamina_context_retain")
public func lamina_context_retain(_ context: UnsafeMutablePointer<lamina_context>?) -> UnsafeMutablePointer<
    lamina_context
>! {
    let retained = status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        if !handle.context.retain(handle.generation) { throw context.handle().refusal(.context, "context") }
    }
    return passed(context, if: retained)
}

@implementation @_cdecl("lamina_context_release")
public func lamina_context_release(_ context: UnsafeMutablePointer<lamina_context>?) {
    if context.handle().isNull { return }
    _ = status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        if !handle.context.release(handle.generation) { throw context.handle().refusal(.context, "context") }
    }
}

@implementation @_cdecl("lamina_context_get_fd")
public func lamina_context_get_fd(_ context: UnsafeMutablePointer<lamina_context>?) -> Int32 {
    value(-1) { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        _ = try handle.parts()
        return handle.context.descriptor
    }
}

@implementation @_cdecl("lamina_context_get_timeout_us")
public func lamina_context_get_timeout_us(_ context: UnsafeMutablePointer<lamina_context>?) -> Int64 {
    value(-1) { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        // In milliseconds, rounded up, it fits the int of poll(2).
        return try handle.parts().timeToNext.map { Int64(min($0, 2_147_483_000_000)) } ?? -1
    }
}

@implementation @_cdecl("lamina_context_process")
public func lamina_context_process(_ context: UnsafeMutablePointer<lamina_context>?, _ budget_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try ContextHandle(context).engine().process(budget: budget_us == 0 ? nil : budget_us)
    }
}

@implementation @_cdecl("lamina_context_is_owner_thread")
public func lamina_context_is_owner_thread(_ context: UnsafeMutablePointer<lamina_context>?) -> Bool {
    value(false) { () throws(LaminaError) in try ContextHandle.open(context).context.isOwnerThread }
}

@implementation @_cdecl("lamina_context_adopt")
public func lamina_context_adopt(_ context: UnsafeMutablePointer<lamina_context>?) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        try handle.context.adopt(handle.generation)
    }
}

@implementation @_cdecl("lamina_context_wait_idle")
public func lamina_context_wait_idle(_ context: UnsafeMutablePointer<lamina_context>?, _ timeout_us: UInt64)
    -> lamina_status
{
    status { () throws(LaminaError) in try ContextHandle(context).engine().waitIdle(timeout: timeout_us) }
}

@implementation @_cdecl("lamina_context_add_font_file")
public func lamina_context_add_font_file(
    _ context: UnsafeMutablePointer<lamina_context>?, _ path: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        try handle.parts().fonts.addFontFile(try LaminaABI.path(path, length))
        // What was measured with other fonts would stay otherwise.
        handle.context.withNodes { $0.forgetMeasurements() }
    }
}

@implementation @_cdecl("lamina_context_get_statistics")
public func lamina_context_get_statistics(
    _ context: UnsafeMutablePointer<lamina_context>?, _ out_statistics: UnsafeMutablePointer<lamina_statistics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        let parts = try handle.parts()
        let counts = handle.context.engineCounts
        try writeStruct(
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
            to: out_statistics, "out_statistics")
    }
}

@implementation @_cdecl("lamina_context_get_thread_count")
public func lamina_context_get_thread_count(_ context: UnsafeMutablePointer<lamina_context>?) -> Int {
    value(0) { () throws(LaminaError) in try ContextHandle(context).parts().threadCount }
}

@implementation @_cdecl("lamina_context_set_layout_direction")
public func lamina_context_set_layout_direction(
    _ context: UnsafeMutablePointer<lamina_context>?, _ direction: lamina_layout_direction
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try ContextHandle.open(context)
        let isRightToLeft = try layoutDirection(direction, "direction") == .rightToLeft
        handle.context.withNodes { store in store.setRunsRightToLeft(isRightToLeft) }
    }
}

@implementation @_cdecl("lamina_context_get_layout_direction")
public func lamina_context_get_layout_direction(
    _ context: UnsafeMutablePointer<lamina_context>?
) -> lamina_layout_direction {
    value(.LAMINA_LAYOUT_DIRECTION_INHERIT) { () throws(LaminaError) in
        let handle = try ContextHandle.open(context)
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
        try ContextHandle(context).parts().setActiveThreads(count < 0 ? nil : Int(count))
    }
}

// MARK: Options

@safe private func engineOptions(_ pointer: UnsafePointer<lamina_context_options>?) throws(LaminaError) -> EngineOptions
{
    var initial = lamina_context_options()
    initial.thread_count = -1
    let given = try readStruct(pointer, over: initial, "options")
    var options = EngineOptions()
    let threads = given.thread_count
    guard threads >= -1 && threads <= EngineOptions.maximumThreads else {
        throw LaminaError(
            .invalidArgument,
            "options->thread_count is \(threads); 0 to \(EngineOptions.maximumThreads) or LAMINA_THREADS_AUTO is needed"
        )
    }
    options.threadCount = threads < 0 ? nil : Int(threads)
    let niceness = given.worker_niceness
    guard niceness >= 0 && niceness <= 19 else {
        throw LaminaError(.invalidArgument, "options->worker_niceness is \(niceness); 0 to 19 is needed")
    }
    options.workerNiceness = niceness
    let known: lamina_context_flags = [.LAMINA_CONTEXT_FLAGS_DETERMINISTIC, .LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS]
    let flags = given.flags
    guard flags.isSubset(of: known) else {
        throw LaminaError(
            .invalidArgument,
            "options->flags is \(flags.rawValue), which has flags that are not in lamina_context_flags;"
                + " LAMINA_CONTEXT_FLAGS_DETERMINISTIC (1) and LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS (2) may be set")
    }
    options.isDeterministic = flags.contains(.LAMINA_CONTEXT_FLAGS_DETERMINISTIC)
    options.fonts.usesSystemFonts = !flags.contains(.LAMINA_CONTEXT_FLAGS_NO_SYSTEM_FONTS)
    try readFonts(given, &options.fonts)
    if let log = hostCall(given.log, HostData(given.log_user_data, destroy: nil)) {
        options.log = { level, message in
            log(lamina_log_level(rawValue: UInt32(level)) ?? .LAMINA_LOG_LEVEL_ERROR, message)
        }
    }
    return options
}

private func readFonts(_ given: lamina_context_options, _ fonts: inout FontConfiguration) throws(LaminaError) {
    fonts.fontFiles = try paths(given.font_files, given.font_file_count)
    if let family = try optionalString(given.font_family, "options->font_family") {
        fonts.defaultFamily = family
    }
    if let language = try optionalString(given.language, "options->language") {
        guard FontSyntax.isLanguage(language) else {
            throw LaminaError(
                .invalidArgument,
                "options->language is \"\(language.prefix(60))\"; a language tag such as \"pt-BR\" is needed")
        }
        fonts.language = language
    }
    switch given.antialias {
    case .LAMINA_ANTIALIAS_GRAY: fonts.antialias = .gray
    case .LAMINA_ANTIALIAS_NONE: fonts.antialias = .none
    case let other: throw Check.unknown(other, "options->antialias")
    }
    switch given.hinting {
    case .LAMINA_HINTING_SLIGHT: fonts.hintStyle = .slight
    case .LAMINA_HINTING_NONE: fonts.hintStyle = .none
    case .LAMINA_HINTING_MEDIUM: fonts.hintStyle = .medium
    case .LAMINA_HINTING_FULL: fonts.hintStyle = .full
    case let other: throw Check.unknown(other, "options->hinting")
    }
    switch given.glyph_positions {
    case .LAMINA_GLYPH_POSITIONS_SUBPIXEL: fonts.glyphPositions = .subpixel
    case .LAMINA_GLYPH_POSITIONS_WHOLE_PIXELS: fonts.glyphPositions = .wholePixels
    case let other: throw Check.unknown(other, "options->glyph_positions")
    }
}
