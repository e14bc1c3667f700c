public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLock
import LaminaNode
import LaminaTemplate

@implementation @_cdecl("lamina_job_create")
public func lamina_job_create(
    _ template_: UnsafeMutablePointer<lamina_template>?, _ options: UnsafePointer<lamina_job_options>?,
    _ out_job: UnsafeMutablePointer<UnsafeMutablePointer<lamina_job>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_job, "out_job")
        let source = try unsafe template(template_)
        let parts = try source.context.parts(source.generation)
        var given = try unsafe jobOptions(options, parts)
        given.isRightToLeft = source.context.nodes.withLock { $0.runsRightToLeft }
        let job = try RowJob(source.template, parts: parts, given)
        let handle = try newHandle(job, .job, in: source.context, generation: source.generation)
        unsafe out.pointee = handle.pointer()
    }
}

@implementation @_cdecl("lamina_job_retain")
public func lamina_job_retain(_ job: UnsafeMutablePointer<lamina_job>?) -> UnsafeMutablePointer<lamina_job>? {
    unsafe retainObject(job, .job)
}

@implementation @_cdecl("lamina_job_release")
public func lamina_job_release(_ job: UnsafeMutablePointer<lamina_job>?) {
    unsafe releaseObject(job, .job) { object, _ in
        guard let job = object as? RowJob else { return }
        job.removeObservers()
        job.cancel()
    }
}

@implementation @_cdecl("lamina_job_add_row")
public func lamina_job_add_row(
    _ job: UnsafeMutablePointer<lamina_job>?, _ values: UnsafePointer<lamina_slot_value>?, _ value_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try unsafe findJob(job)
        let context = try unsafe job.handle().context(.job, "job")
        let given = try unsafe slotValues(values, value_count, rows.parts, context)
        try rows.add([.values(try rows.template.values(given))])
    }
}

@implementation @_cdecl("lamina_job_add_row_json")
public func lamina_job_add_row_json(
    _ job: UnsafeMutablePointer<lamina_job>?, _ json: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try unsafe findJob(job)
        try rows.add([.json(try unsafe utf8Bytes(json, length, "json"))])
    }
}

@implementation @_cdecl("lamina_job_add_row_texts")
public func lamina_job_add_row_texts(
    _ job: UnsafeMutablePointer<lamina_job>?, _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ text_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try unsafe findJob(job)
        let given = try unsafe slotTexts(texts, text_count, of: rows.template)
        try rows.add([.values(rows.template.values(texts: given))])
    }
}

@implementation @_cdecl("lamina_job_add_text_rows")
public func lamina_job_add_text_rows(
    _ job: UnsafeMutablePointer<lamina_job>?, _ texts: UnsafePointer<CChar>?, _ length: Int, _ row_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try unsafe findJob(job)
        let given = try unsafe textRows(texts, length, row_count, of: rows.template)
        try rows.add(given.map { .values(rows.template.values(texts: $0)) })
    }
}

@implementation @_cdecl("lamina_job_wait_picture")
public func lamina_job_wait_picture(
    _ job: UnsafeMutablePointer<lamina_job>?, _ timeout_us: UInt64,
    _ out_info: UnsafeMutablePointer<lamina_picture_info>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let job = try unsafe findJob(job)
        // Whether there is room for it is asked before a picture is taken that would be lost.
        _ = unsafe try readStruct(Check.out(out_info, "out_info"), over: lamina_picture_info(), "out_info")
        let next = try job.next(timeout: timeout_us)
        try unsafe writeStruct(lend(next), to: out_info, "out_info")
    }
}

@implementation @_cdecl("lamina_job_add_observer")
public func lamina_job_add_observer(
    _ job: UnsafeMutablePointer<lamina_job>?, _ ready: lamina_job_ready_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let found = try unsafe findJob(job)
        guard let ready = unsafe ready else {
            throw LaminaError(.invalidArgument, "ready is NULL; a function is needed")
        }
        nonisolated(unsafe) let function = unsafe ready  // the host gives it for the owner thread, where it runs
        nonisolated(unsafe) let sender = unsafe job
        let number = found.addObserver { unsafe function(sender, data.pointer) }
        unsafe out_observer?.pointee = number
    }
}

@implementation @_cdecl("lamina_job_remove_observer")
public func lamina_job_remove_observer(_ job: UnsafeMutablePointer<lamina_job>?, _ observer: UInt64) -> lamina_status {
    status { () throws(LaminaError) in
        if try unsafe !findJob(job).removeObserver(observer) {
            throw LaminaError(.invalidState, "there is no observer \(observer): it was removed or never added")
        }
    }
}

@implementation @_cdecl("lamina_picture_retain")
public func lamina_picture_retain(
    _ picture: UnsafeMutablePointer<lamina_picture>?
) -> UnsafeMutablePointer<lamina_picture>? {
    let handle = unsafe picture.handle()
    let isRetained = status { () throws(LaminaError) in try LentPictures.shared.retain(handle) }
    return isRetained == .LAMINA_OK ? unsafe picture : nil
}

@implementation @_cdecl("lamina_picture_release")
public func lamina_picture_release(_ picture: UnsafeMutablePointer<lamina_picture>?) {
    let handle = unsafe picture.handle()
    if handle.bits != 0 { _ = status { () throws(LaminaError) in try LentPictures.shared.release(handle) } }
}

@implementation @_cdecl("lamina_job_cancel")
public func lamina_job_cancel(_ job: UnsafeMutablePointer<lamina_job>?) -> lamina_status {
    status { () throws(LaminaError) in try unsafe findJob(job).cancel() }
}

private func findJob(_ pointer: UnsafeMutablePointer<lamina_job>?) throws(LaminaError) -> RowJob {
    try unsafe findObject(pointer, .job, "job", as: RowJob.self).object
}

/// What C sees of a picture, which is kept until it is taken back.
private func lend(_ picture: RowPicture) -> lamina_picture_info {
    var result = unsafe lamina_picture_info()
    unsafe result.row = picture.row
    switch picture.content {
    case .bitmap(let bitmap):
        unsafe result.width = Int32(bitmap.width)
        unsafe result.height = Int32(bitmap.height)
        unsafe result.stride = Int32(bitmap.stride)
        unsafe result.data_size = bitmap.byteCount
        unsafe result.data = bitmap.withPixels { unsafe $0.baseAddress }
    case .file(let file, let width, let height):
        unsafe result.width = Int32(width)
        unsafe result.height = Int32(height)
        unsafe result.data_size = file.bytes.count
        unsafe result.data = UnsafeMutableRawPointer(mutating: file.bytes.baseAddress)
    case .failure(let error):
        unsafe result.status = error.status
        rowSentence.set(error.message)
        unsafe result.message = rowSentence.current
        return unsafe result
    }
    unsafe result.picture = LentPictures.shared.lend(picture).pointer()
    return unsafe result
}

/// The pictures held by the host. They belong to no context, so that their memory stays until the host releases them.
private final class LentPictures: Sendable {
    private struct Lent {
        let picture: RowPicture
        var references = 1
    }

    static let shared = LentPictures()
    private let state = Locked<(next: UInt, pictures: [UInt: Lent])>(.leaf, (1, [:]))

    func lend(_ picture: RowPicture) -> Handle {
        state.withLock { state in
            // A number is never used again; 46 bits hold a million pictures a second for two years.
            let handle = Handle(pictureNumber: state.next)
            state.next += 1
            state.pictures[handle.bits] = Lent(picture: picture)
            return handle
        }
    }

    func retain(_ handle: Handle) throws(LaminaError) {
        let isThere = state.withLock { state -> Bool in
            guard state.pictures[handle.bits] != nil else { return false }
            state.pictures[handle.bits]?.references += 1
            return true
        }
        if !isThere { throw refusal(handle) }
    }

    func release(_ handle: Handle) throws(LaminaError) {
        // Its memory goes without the lock.
        let (isThere, last) = state.withLock { state -> (Bool, RowPicture?) in
            guard let lent = state.pictures[handle.bits] else { return (false, nil) }
            if lent.references == 1 { return (true, state.pictures.removeValue(forKey: handle.bits)?.picture) }
            state.pictures[handle.bits]?.references -= 1
            return (true, nil)
        }
        withExtendedLifetime(last) {}
        if !isThere { throw refusal(handle) }
    }

    private func refusal(_ handle: Handle) -> LaminaError {
        if handle.isTagged && handle.kind == .picture {
            return LaminaError(.invalidHandle, "picture is a lamina_picture that no longer exists: it was released")
        }
        return handle.refusal(.picture, "picture")
    }
}

/// The sentence about the last row of each thread that could not be drawn.
private let rowSentence = ThreadSentence()

private func jobOptions(
    _ pointer: UnsafePointer<lamina_job_options>?, _ parts: EngineParts
) throws(LaminaError) -> RowJobOptions {
    var initial = unsafe lamina_job_options()
    unsafe initial.scale = 1
    let given = try unsafe readStruct(pointer, over: initial, "options")
    var options = RowJobOptions()
    options.scale = try unsafe Check.scale(given.scale)
    if unsafe given.encoding != nil {
        options.encoding = try unsafe pictureEncoding(
            given.encoding, "options->encoding", format: "options->encoding->format",
            background: "options->encoding->background")
    }
    let lookAhead = unsafe given.look_ahead
    guard lookAhead <= 10_000 else {
        throw LaminaError(.invalidArgument, "options->look_ahead is \(lookAhead); 0 to 10,000 is needed")
    }
    options.lookAhead = lookAhead > 0 ? Int(lookAhead) : max(8, 8 * parts.threadCount)
    let limit = unsafe given.worker_limit
    options.workerLimit = limit > 0 ? Int(limit) : nil
    options.background = try unsafe optionalColor(given.background, "*options->background")
    options.imageFolder = try unsafe optionalString(given.image_folder, "options->image_folder")
    return options
}
