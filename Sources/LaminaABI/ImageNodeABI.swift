public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

// Section "Node" of lamina.h: pictures as contents.

@implementation @_cdecl("lamina_node_set_image")
public func lamina_node_set_image(
    _ node: UnsafeMutablePointer<lamina_node>?, _ image: UnsafePointer<lamina_bitmap>?,
    _ options: UnsafePointer<lamina_image_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let context = try unsafe node.handle().context(.node, "node")
        let parts = try context.parts(context.generation)
        let content = unsafe image == nil ? nil : try unsafe imageContent(image, options, pool: parts.pool)
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(
                    .unsupported, "node is a text node; only a node from lamina_node_create() shows a picture")
            }
            store.setContent(content, of: index, &discarded)
        }
    }
}

private func imageContent(
    _ image: UnsafePointer<lamina_bitmap>?, _ options: UnsafePointer<lamina_image_options>?, pool: BitmapPool
) throws(LaminaError) -> ImageContent {
    let defaults = lamina_image_options(
        struct_size: MemoryLayout<lamina_image_options>.size, gravity: .LAMINA_GRAVITY_RESIZE, scale: 1,
        source: lamina_rect(Rect(x: 0, y: 0, width: 1, height: 1)), stretch: lamina_insets())
    let given = try unsafe readStruct(options, over: defaults, "options")
    guard let gravity = Gravity(rawValue: Int32(bitPattern: given.gravity.rawValue)) else {
        throw Check.unknown(given.gravity.rawValue, "options->gravity")
    }
    guard given.scale >= 0.1 && given.scale <= 16 else {
        throw LaminaError(.invalidArgument, "options->scale is \(given.scale); it must be 0.1 to 16")
    }
    let source = try Check.rect(given.source, "options->source")
    let isInside =
        source.minX >= 0 && source.minY >= 0 && source.maxX <= 1 + Pixels.epsilon && source.maxY <= 1 + Pixels.epsilon
    guard isInside, !source.isEmpty else {
        throw LaminaError(
            .invalidArgument,
            "options->source is \(source.size.width) x \(source.size.height) at (\(source.minX), \(source.minY));"
                + " a part of (0, 0) to (1, 1) is needed")
    }
    let slices = EdgeInsets(
        top: try Check.length(given.stretch.top, "options->stretch.top"),
        left: try Check.length(given.stretch.left, "options->stretch.left"),
        bottom: try Check.length(given.stretch.bottom, "options->stretch.bottom"),
        right: try Check.length(given.stretch.right, "options->stretch.right"))
    let bitmap = try unsafe pool.copy(try pixelTarget(image, "image"))
    return ImageContent(bitmap, gravity: gravity, scale: given.scale, source: source, slices: slices)
}
