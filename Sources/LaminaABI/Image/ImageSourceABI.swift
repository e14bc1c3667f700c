public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLoading
import LaminaNode

@implementation @_cdecl("lamina_node_set_image_source")
public func lamina_node_set_image_source(
    _ node: UnsafeMutablePointer<lamina_node>?, _ source: UnsafePointer<lamina_image_source>?,
    _ changed: lamina_node_image_fn?, _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let handle = node.handle()
        let context = try handle.context(.node, "node")
        let parts = try context.parts()
        let spec = isNull(source) ? nil : try imageSource(source, in: context, keeping: data)
        let tell = hostCall(changed, data).map { call -> @Sendable (ImageSourceStatus) -> Void in
            { status in
                if let failure = status.failure { _ = LastError.set(failure) }
                call(handle, cStatus(status))
            }
        }
        let id = handle.nodeID
        let after = try imageNode(node) { (store, index, discarded) throws(LaminaError) in
            parts.setImageSource(spec, tell: tell, of: id, in: &store, index, &discarded)
        }
        after()
    }
}

@implementation @_cdecl("lamina_node_get_image_status")
public func lamina_node_get_image_status(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_status: UnsafeMutablePointer<lamina_image_status>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = node.handle()
        let parts = try handle.context(.node, "node").parts()
        try withNode(node) { (_, _, _) throws(LaminaError) in }
        guard let found = parts.imageSourceStatus(of: handle.nodeID) else {
            throw LaminaError(
                .invalidState, "node loads no picture: lamina_node_set_image_source() says from where it does")
        }
        try writeStruct(cStatus(found), to: out_status, "out_status")
    }
}

private func cStatus(_ status: ImageSourceStatus) -> lamina_image_status {
    let states: [ImageState: lamina_image_state] = [
        .loaded: .LAMINA_IMAGE_STATE_LOADED, .loading: .LAMINA_IMAGE_STATE_LOADING,
        .failed: .LAMINA_IMAGE_STATE_FAILED, .waiting: .LAMINA_IMAGE_STATE_WAITING,
    ]
    return lamina_image_status(
        struct_size: MemoryLayout<lamina_image_status>.size,
        state: states[status.state] ?? .LAMINA_IMAGE_STATE_WAITING,
        failure: lamina_status(rawValue: UInt32(status.failure?.code.rawValue ?? 0)) ?? .LAMINA_OK,
        shown: Int32(status.shown ?? -1), is_preview: status.isPreview, progress: status.progress,
        loaded_from: status.from?.rawValue ?? -1, http_status: Int32(status.httpStatus))
}

@safe private func imageSource(
    _ source: UnsafePointer<lamina_image_source>?, in context: Context, keeping kept: HostData
) throws(LaminaError) -> ImageSourceSpec {
    let given = try readStruct(source, over: lamina_image_source(), "source")
    guard let text = try optionalString(given.url, "source->url"), !text.isEmpty else {
        throw LaminaError(
            .invalidArgument, "source->url is NULL or empty; a URL such as https://example.org/a.png is needed")
    }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let urls = lines.map { String(Substring($0)) }
    guard urls.count <= 16 else {
        throw LaminaError(.invalidArgument, "source->url has \(urls.count) lines; at most 16 URLs are taken")
    }
    for url in urls { try LoadRequest.check(url, "source->url") }
    let known: lamina_image_source_flags = [
        .LAMINA_IMAGE_SOURCE_FLAGS_ANIMATED, .LAMINA_IMAGE_SOURCE_FLAGS_PROGRESSIVE,
        .LAMINA_IMAGE_SOURCE_FLAGS_WORST_FIRST, .LAMINA_IMAGE_SOURCE_FLAGS_EAGER,
        .LAMINA_IMAGE_SOURCE_FLAGS_RELOAD,
    ]
    guard given.flags.isSubset(of: known) else {
        throw LaminaError(
            .invalidArgument,
            "source->flags is \(given.flags.rawValue), which has flags that are not in lamina_image_source_flags")
    }
    var spec = ImageSourceSpec(urls: urls)
    spec.isAnimated = given.flags.contains(.LAMINA_IMAGE_SOURCE_FLAGS_ANIMATED)
    spec.showsPreviews = given.flags.contains(.LAMINA_IMAGE_SOURCE_FLAGS_PROGRESSIVE)
    spec.loadsWorseFirst = given.flags.contains(.LAMINA_IMAGE_SOURCE_FLAGS_WORST_FIRST)
    spec.isEager = given.flags.contains(.LAMINA_IMAGE_SOURCE_FLAGS_EAGER)
    spec.reloads = given.flags.contains(.LAMINA_IMAGE_SOURCE_FLAGS_RELOAD)
    if let fallback = given.fallback {
        spec.fallback = try sharedImage(fallback, "source->fallback", in: context)
    }
    spec.steps = try imageSteps(given.steps, given.step_count, "source->steps", keeping: kept)
    let forced = try pictureRoom(
        given.width_px, given.height_px, .LAMINA_IMAGE_FIT_ASPECT_FIT, "source->width_px, height_px", "fit")
    spec.forcedSize = forced.map { ($0.width, $0.height) }
    do throws(LaminaError) {
        spec.image = try imageOptions(given.options, in: context)
    } catch {
        throw LaminaError(error.code, "source->\(error.message)")
    }
    return spec
}
