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
        let out = try HandleOutput(out_job, "out_job")
        let source = try template(template_)
        let parts = try source.context.parts(source.generation)
        var given = try jobOptions(options, parts)
        (given.isRightToLeft, given.traits) = source.context.nodes.withLock { ($0.runsRightToLeft, $0.contextTraits) }
        let job = try RowJob(source.template, parts: parts, given)
        let handle = try newHandle(job, .job, in: source.context, generation: source.generation)
        out.write(handle)
    }
}

@implementation @_cdecl("lamina_job_retain")
public func lamina_job_retain(_ job: UnsafeMutablePointer<lamina_job>?) -> UnsafeMutablePointer<lamina_job>? {
    retainObject(job, .job)
}

@implementation @_cdecl("lamina_job_release")
public func lamina_job_release(_ job: UnsafeMutablePointer<lamina_job>?) {
    releaseObject(job, .job) { object, _ in
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
        let rows = try findJob(job)
        let context = try job.handle().context(.job, "job")
        let given = try slotValues(values, value_count, rows.parts, context)
        try rows.add([.values(try rows.template.values(given))])
    }
}

@implementation @_cdecl("lamina_job_add_row_json")
public func lamina_job_add_row_json(
    _ job: UnsafeMutablePointer<lamina_job>?, _ json: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try findJob(job)
        try rows.add([.json(try utf8Bytes(json, length, "json"))])
    }
}

@implementation @_cdecl("lamina_job_add_row_texts")
public func lamina_job_add_row_texts(
    _ job: UnsafeMutablePointer<lamina_job>?, _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ text_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try findJob(job)
        let given = try slotTexts(texts, text_count, of: rows.template)
        try rows.add([.values(rows.template.values(texts: given))])
    }
}

@implementation @_cdecl("lamina_job_add_text_rows")
public func lamina_job_add_text_rows(
    _ job: UnsafeMutablePointer<lamina_job>?, _ texts: UnsafePointer<CChar>?, _ length: Int, _ row_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let rows = try findJob(job)
        let given = try textRows(texts, length, row_count, of: rows.template)
        try rows.add(given.map { .values(rows.template.values(texts: $0)) })
    }
}

@implementation @_cdecl("lamina_job_wait_picture")
public func lamina_job_wait_picture(
    _ job: UnsafeMutablePointer<lamina_job>?, _ timeout_us: UInt64,
    _ out_info: UnsafeMutablePointer<lamina_picture_info>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let job = try findJob(job)
        // Whether there is room for it is asked before a picture is taken that would be lost.
        try checkStruct(out_info, "out_info")
        let next = try job.next(timeout: timeout_us)
        try writeStruct(lend(next), to: out_info, "out_info")
    }
}

@implementation @_cdecl("lamina_job_add_observer")
public func lamina_job_add_observer(
    _ job: UnsafeMutablePointer<lamina_job>?, _ ready: lamina_job_ready_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let found = try findJob(job)
        let sender = job.handle()
        try addObserver(hostCall(ready, data), "ready", to: out_observer) { call in found.addObserver { call(sender) } }
    }
}

@implementation @_cdecl("lamina_job_remove_observer")
public func lamina_job_remove_observer(_ job: UnsafeMutablePointer<lamina_job>?, _ observer: UInt64) -> lamina_status {
    status { () throws(LaminaError) in
        try checkRemoved(findJob(job).removeObserver(observer), observer)
    }
}

@implementation @_cdecl("lamina_picture_retain")
public func lamina_picture_retain(
    _ picture: UnsafeMutablePointer<lamina_picture>?
) -> UnsafeMutablePointer<lamina_picture>? {
    let handle = picture.handle()
    let isRetained = status { () throws(LaminaError) in try LentPictures.shared.retain(handle) }
    return passed(picture, if: isRetained)
}

@implementation @_cdecl("lamina_picture_release")
public func lamina_picture_release(_ picture: UnsafeMutablePointer<lamina_picture>?) {
    let handle = picture.handle()
    if !handle.isNull { _ = status { () throws(LaminaError) in try LentPictures.shared.release(handle) } }
}

@implementation @_cdecl("lamina_job_cancel")
public func lamina_job_cancel(_ job: UnsafeMutablePointer<lamina_job>?) -> lamina_status {
    status { () throws(LaminaError) in try findJob(job).cancel() }
}

@safe private func findJob(_ pointer: UnsafeMutablePointer<lamina_job>?) throws(LaminaError) -> RowJob {
    try findObject(pointer, .job, "job", as: RowJob.self).object
}

@safe private func jobOptions(
    _ pointer: UnsafePointer<lamina_job_options>?, _ parts: EngineParts
) throws(LaminaError) -> RowJobOptions {
    var initial = lamina_job_options()
    initial.scale = 1
    let given = try readStruct(pointer, over: initial, "options")
    var options = RowJobOptions()
    options.scale = try Check.scale(given.scale)
    if !isNull(given.encoding) {
        options.encoding = try pictureEncoding(
            given.encoding, "options->encoding", format: "options->encoding->format",
            background: "options->encoding->background")
    }
    let lookAhead = given.look_ahead
    guard lookAhead <= 10_000 else {
        throw LaminaError(.invalidArgument, "options->look_ahead is \(lookAhead); 0 to 10,000 is needed")
    }
    options.lookAhead = lookAhead > 0 ? Int(lookAhead) : max(8, 8 * parts.threadCount)
    let limit = given.worker_limit
    options.workerLimit = limit > 0 ? Int(limit) : nil
    options.background = try optionalColor(given.background, "*options->background")
    options.imageFolder = try optionalString(given.image_folder, "options->image_folder")
    options.allowsOutsideImages = given.allows_outside_images
    options.allowsURLs = given.allows_urls
    options.limits = isNull(given.limits) ? parts.limits : try workLimits(given.limits, "options->limits")
    return options
}
