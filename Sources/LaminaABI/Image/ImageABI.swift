public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_image_create")
public func lamina_image_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ pixels: UnsafePointer<lamina_bitmap>?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try handOutImage(context, out_image) { (pool, _) throws(LaminaError) in
            SharedImage(try pool.copy(try pixelTarget(pixels, "pixels")))
        }
    }
}

@implementation @_cdecl("lamina_image_create_data")
public func lamina_image_create_data(
    _ context: UnsafeMutablePointer<lamina_context>?, _ data: UnsafePointer<CChar>?, _ length: Int,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let bytes = try pictureBytes(data, length)
        try handOutImage(context, out_image) { (pool, limits) throws(LaminaError) in
            try SharedImage(PictureSource(bytes, limits: limits), pool: pool)
        }
    }
}

@implementation @_cdecl("lamina_image_create_file")
public func lamina_image_create_file(
    _ context: UnsafeMutablePointer<lamina_context>?, _ path: UnsafePointer<CChar>?, _ length: Int,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let path = try LaminaABI.path(path, length)
        try handOutImage(context, out_image) { (pool, limits) throws(LaminaError) in
            try SharedImage(PictureSource(path: path, limits: limits), pool: pool)
        }
    }
}

@safe private func handOutImage(
    _ context: UnsafeMutablePointer<lamina_context>?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?,
    _ image: (BitmapPool, WorkLimits) throws(LaminaError) -> SharedImage
) throws(LaminaError) {
    let out = try HandleOutput(out_image, "out_image")
    let handle = try ContextHandle.open(context)
    let parts = try handle.context.parts(handle.generation)
    try handle.handOut(parts.add(try image(parts.pool, parts.limits)), .image, to: out)
}

@implementation @_cdecl("lamina_image_retain")
public func lamina_image_retain(
    _ image: UnsafeMutablePointer<lamina_image>?
) -> UnsafeMutablePointer<lamina_image>! {
    retainObject(image, .image)
}

@implementation @_cdecl("lamina_image_release")
public func lamina_image_release(_ image: UnsafeMutablePointer<lamina_image>?) {
    releaseObject(image, .image)
}

@implementation @_cdecl("lamina_image_get_size")
public func lamina_image_get_size(_ image: UnsafeMutablePointer<lamina_image>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let image = try findObject(image, .image, "image", as: SharedImage.self).object
        if image.state != .loaded { return lamina_size() }
        let bitmap = image.bitmap
        return lamina_size(width: Double(bitmap.width), height: Double(bitmap.height))
    }
}

@implementation @_cdecl("lamina_node_set_image")
public func lamina_node_set_image(
    _ node: UnsafeMutablePointer<lamina_node>?, _ image: UnsafeMutablePointer<lamina_image>?,
    _ options: UnsafePointer<lamina_image_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = node.handle()
        let context = try handle.context(.node, "node")
        let parts = try context.parts()
        var shared: SharedImage?
        var content: ImageContent?
        var given = ImageOptions()
        if !isNull(image) {
            let (owner, found) = try findObject(image, .image, "image", as: SharedImage.self)
            if owner !== context { throw LaminaError(.foreignContext, "image belongs to another context") }
            given = try imageOptions(options, in: context)
            if found.state == .loading {
                let before = try imageNode(node) { (store, index, discarded) throws(LaminaError) in
                    parts.endImageSource(of: handle.nodeID, in: &store, index, &discarded)
                    return store[index].content
                }
                if parts.showWhenLoaded(found, given, in: handle.nodeID, before: before) { return }
            }
            shared = try found.loaded("image")
            content = ImageContent(found, given)
        }
        try imageNode(node) { (store, index, discarded) throws(LaminaError) in
            parts.endImageSource(of: handle.nodeID, in: &store, index, &discarded)
            store.setContent(content, of: index, &discarded)
        }
        parts.noteShown(shared, content, given, in: handle.nodeID)
    }
}

/// Works on a node that may show a picture.
@safe func imageNode<R>(
    _ node: UnsafeMutablePointer<lamina_node>?,
    _ body: (inout NodeStore, Int32, inout Discarded) throws(LaminaError) -> R
) throws(LaminaError) -> R {
    try withNode(node) { (store, index, discarded) throws(LaminaError) in
        if store[index].flags.contains(.text) {
            throw LaminaError(
                .unsupported, "node is a text node; only a node from lamina_node_create() shows a picture")
        }
        return try body(&store, index, &discarded)
    }
}

/// The picture of a handle, which must belong to the context.
@safe func sharedImage(
    _ image: UnsafeMutablePointer<lamina_image>?, _ name: StaticString, in context: Context,
    inAnyState: Bool = false
) throws(LaminaError) -> SharedImage {
    let (owner, shared) = try findObject(image, .image, name, as: SharedImage.self)
    if owner !== context { throw LaminaError(.foreignContext, "\(name) belongs to another context") }
    return inAnyState ? shared : try shared.loaded(name)
}
