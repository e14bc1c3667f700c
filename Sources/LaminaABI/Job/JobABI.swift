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
        job.setObserver(nil)
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
    _ job: UnsafeMutablePointer<lamina_job>?, _ timeout_us: UInt64, _ picture: UnsafeMutablePointer<lamina_picture>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let job = try unsafe findJob(job)
        // Whether there is room for it is asked before a picture is taken that would be lost.
        _ = unsafe try readStruct(Check.out(picture, "picture"), over: lamina_picture(), "picture")
        let next = try job.next(timeout: timeout_us)
        try unsafe writeStruct(lend(next), to: picture, "picture")
    }
}

@implementation @_cdecl("lamina_job_set_observer")
public func lamina_job_set_observer(
    _ job: UnsafeMutablePointer<lamina_job>?, _ ready: lamina_context_call_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let found = try unsafe findJob(job)
        try found.setObserver(unsafe ready == nil ? nil : ownerCall(ready, data))
    }
}

@implementation @_cdecl("lamina_job_release_picture")
public func lamina_job_release_picture(_ number: UInt64) -> lamina_status {
    status { () throws(LaminaError) in if number != 0 { try LentPictures.shared.takeBack(number) } }
}

@implementation @_cdecl("lamina_job_cancel")
public func lamina_job_cancel(_ job: UnsafeMutablePointer<lamina_job>?) -> lamina_status {
    status { () throws(LaminaError) in try unsafe findJob(job).cancel() }
}

private func findJob(_ pointer: UnsafeMutablePointer<lamina_job>?) throws(LaminaError) -> RowJob {
    try unsafe findObject(pointer, .job, "job", as: RowJob.self).object
}

/// What C sees of a picture, which is kept until it is taken back.
private func lend(_ picture: RowPicture) -> lamina_picture {
    var result = unsafe lamina_picture()
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
    unsafe result.number = LentPictures.shared.lend(picture)
    return unsafe result
}

/// The pictures that the host has. They belong to no context, so that none of their memory goes before the host says so.
private final class LentPictures: Sendable {
    static let shared = LentPictures()
    private let state = Locked<(next: UInt64, pictures: [UInt64: RowPicture])>(.leaf, (1, [:]))

    func lend(_ picture: RowPicture) -> UInt64 {
        state.withLock { state in
            let number = state.next
            state.next += 1
            state.pictures[number] = picture
            return number
        }
    }

    func takeBack(_ number: UInt64) throws(LaminaError) {
        if state.withLock({ $0.pictures.removeValue(forKey: number) }) == nil {
            throw LaminaError(
                .outOfRange,
                "number is \(number); no picture of that number is handed out, or it was given back already")
        }
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
    switch unsafe given.format {
    case .LAMINA_PICTURE_FORMAT_PIXELS: break
    case .LAMINA_PICTURE_FORMAT_PNG: options.encoding = PictureEncoding(.png)
    default: throw unsafe Check.unknown(given.format.rawValue, "options->format")
    }
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
