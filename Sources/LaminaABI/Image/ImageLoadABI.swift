public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaLock

@implementation @_cdecl("lamina_image_begin_data")
public func lamina_image_begin_data(
    _ context: UnsafeMutablePointer<lamina_context>?, _ data: UnsafePointer<CChar>?, _ length: Int,
    _ options: UnsafePointer<lamina_image_load_options>?, _ loaded: lamina_image_loaded_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    beginLoading(context, options, loaded, user_data, destroy, out_image) { (_) throws(LaminaError) in
        let bytes = try pictureBytes(data, length)
        try PictureFile.recognize(bytes)
        return .bytes(try EncodedPicture(copying: bytes))
    }
}

@implementation @_cdecl("lamina_image_begin_file")
public func lamina_image_begin_file(
    _ context: UnsafeMutablePointer<lamina_context>?, _ path: UnsafePointer<CChar>?, _ length: Int,
    _ options: UnsafePointer<lamina_image_load_options>?, _ loaded: lamina_image_loaded_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    beginLoading(context, options, loaded, user_data, destroy, out_image) { (_) throws(LaminaError) in
        .path(try LaminaABI.path(path, length))
    }
}

@implementation @_cdecl("lamina_image_begin_url")
public func lamina_image_begin_url(
    _ context: UnsafeMutablePointer<lamina_context>?, _ url: UnsafePointer<CChar>?, _ length: Int,
    _ options: UnsafePointer<lamina_image_load_options>?, _ loaded: lamina_image_loaded_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    beginLoading(context, options, loaded, user_data, destroy, out_image) { (flags) throws(LaminaError) in
        .url(try loadRequest(utf8Bytes(url, length, "url"), flags: flags, "options->load_flags"))
    }
}

@implementation @_cdecl("lamina_image_cancel")
public func lamina_image_cancel(_ image: UnsafeMutablePointer<lamina_image>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (found, parts) = try findObjectAndParts(image, .image, "image", as: SharedImage.self)
        try parts.cancelLoading(found)
    }
}

@implementation @_cdecl("lamina_image_get_state")
public func lamina_image_get_state(_ image: UnsafeMutablePointer<lamina_image>?) -> lamina_image_state {
    value(.LAMINA_IMAGE_STATE_FAILED) { () throws(LaminaError) in
        switch try findObject(image, .image, "image", as: SharedImage.self).object.state {
        case .loaded: .LAMINA_IMAGE_STATE_LOADED
        case .loading: .LAMINA_IMAGE_STATE_LOADING
        case .failed: .LAMINA_IMAGE_STATE_FAILED
        case .cancelled: .LAMINA_IMAGE_STATE_CANCELLED
        case .waiting: .LAMINA_IMAGE_STATE_WAITING
        }
    }
}

@safe private func beginLoading(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_image_load_options>?,
    _ loaded: lamina_image_loaded_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?,
    _ origin: (lamina_load_flags) throws(LaminaError) -> ImageOrigin
) -> lamina_status {
    let kept = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let out = try HandleOutput(out_image, "out_image")
        let handle = try ContextHandle.open(context)
        let given = try readStruct(options, over: lamina_image_load_options(), "options")
        let options = try loadOptions(given, keeping: kept)
        let parts = try handle.context.parts(handle.generation)
        let origin = try origin(given.load_flags)
        let image: SharedImage
        if case .url(let request) = origin, let found = parts.findImage(request, options) {
            image = found
        } else {
            image = try parts.makeLoadingImage()
        }
        let call = hostCall(loaded, kept)
        try handOutLoading(image, in: handle.context, handle.generation, call, kept, out) {
            (done) throws(LaminaError) in
            try parts.startLoading(image, origin, options, done: done)
        }
    }
}

/// Hands out a picture that `start` begins to load; `call` is told what came of it.
func handOutLoading(
    _ image: SharedImage, in context: Context, _ generation: UInt32?,
    _ call: (@Sendable (Handle, lamina_status) -> Void)?, _ kept: HostData, _ out: HandleOutput<lamina_image>,
    _ start: (@escaping @Sendable (LaminaError?) -> Void) throws(LaminaError) -> Void
) throws(LaminaError) {
    let made = try newHandle(image, .image, in: context, generation: generation)
    // Stays valid until the call, also when the host releases it.
    if call != nil { _ = context.objects.withLock { $0.retain(made.index, made.generation, .image) } }
    do throws(LaminaError) {
        try start { failure in
            _ = kept
            guard let call else { return }
            call(made, failure.map { LastError.set($0) } ?? .LAMINA_OK)
            releaseObject(made, .image)
        }
    } catch {
        if call != nil { releaseObject(made, .image) }
        releaseObject(made, .image)
        throw error
    }
    out.write(made)
}

@safe private func loadOptions(
    _ given: lamina_image_load_options, keeping kept: HostData
) throws(LaminaError) -> ImageLoadOptions {
    var result = ImageLoadOptions()
    try checkLoadFlags(given.load_flags, "options->load_flags")
    result.priority = given.priority
    result.recipe.isAnimated = given.animated
    result.recipe.room = try pictureRoom(
        given.width_px, given.height_px, given.fit, "options->width_px, height_px", "options->fit")
    result.recipe.steps = try imageSteps(given.steps, given.step_count, "options->steps", keeping: kept)
    return result
}

/// The size that a picture is for; nil for 0 x 0, its own.
func pictureRoom(
    _ width: Int32, _ height: Int32, _ fit: lamina_image_fit, _ sides: StaticString, _ fitName: StaticString
) throws(LaminaError) -> PictureRoom? {
    let mode: PictureRoom.Mode
    switch fit {
    case .LAMINA_IMAGE_FIT_ASPECT_FIT: mode = .fit
    case .LAMINA_IMAGE_FIT_ASPECT_FILL: mode = .fill
    default: throw Check.unknown(fit, fitName)
    }
    guard (width == 0) == (height == 0), width >= 0, height >= 0 else {
        throw LaminaError(
            .invalidArgument,
            "\(sides) are \(width) x \(height); both must be at least 1, or both 0 for the picture's own size")
    }
    return width > 0 ? PictureRoom(width: Int(width), height: Int(height), mode: mode) : nil
}
