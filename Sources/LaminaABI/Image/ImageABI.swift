public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_set_image")
public func lamina_node_set_image(
    _ node: UnsafeMutablePointer<lamina_node>?, _ image: UnsafePointer<lamina_bitmap>?,
    _ options: UnsafePointer<lamina_image_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let parts = try context.parts()
        let content =
            unsafe image == nil
            ? nil
            : try unsafe imageContent(
                try parts.pool.copy(try pixelTarget(image, "image")), options)
        try unsafe show(content, in: node)
    }
}

@implementation @_cdecl("lamina_node_set_shared_image")
public func lamina_node_set_shared_image(
    _ node: UnsafeMutablePointer<lamina_node>?, _ image: UnsafeMutablePointer<lamina_image>?,
    _ options: UnsafePointer<lamina_image_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        var content: ImageContent?
        if unsafe image != nil {
            content = ImageContent(
                try unsafe sharedImage(image, "image", in: context), try unsafe imageOptions(options))
        }
        try unsafe show(content, in: node)
    }
}

/// The picture of a handle, which must belong to the context.
func sharedImage(
    _ image: UnsafeMutablePointer<lamina_image>?, _ name: StaticString, in context: Context
) throws(LaminaError) -> SharedImage {
    let (owner, shared) = try unsafe findObject(image, .image, name, as: SharedImage.self)
    if owner !== context { throw LaminaError(.foreignContext, "\(name) belongs to another context") }
    return shared
}

private func show(_ content: ImageContent?, in node: UnsafeMutablePointer<lamina_node>?) throws(LaminaError) {
    try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
        if store[index].flags.contains(.text) {
            throw LaminaError(
                .unsupported, "node is a text node; only a node from lamina_node_create() shows a picture")
        }
        store.setContent(content, of: index, &discarded)
    }
}

@implementation @_cdecl("lamina_image_create")
public func lamina_image_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ pixels: UnsafePointer<lamina_bitmap>?,
    _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_image, "out_image")
        let handle = try unsafe ContextHandle.open(context)
        let parts = try handle.context.parts(handle.generation)
        let image = parts.makeImage(try parts.pool.copy(try unsafe pixelTarget(pixels, "pixels")))
        try unsafe handle.handOut(image, .image, to: out)
    }
}

@implementation @_cdecl("lamina_image_retain")
public func lamina_image_retain(
    _ image: UnsafeMutablePointer<lamina_image>?
) -> UnsafeMutablePointer<lamina_image>! {
    unsafe retainObject(image, .image)
}

@implementation @_cdecl("lamina_image_release")
public func lamina_image_release(_ image: UnsafeMutablePointer<lamina_image>?) {
    unsafe releaseObject(image, .image)
}
