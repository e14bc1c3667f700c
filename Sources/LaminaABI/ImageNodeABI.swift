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
        let content =
            unsafe image == nil
            ? nil
            : try unsafe imageContent(
                try parts.pool.copy(try pixelTarget(image, "image")), options)
        try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
            if store[index].flags.contains(.text) {
                throw LaminaError(
                    .unsupported, "node is a text node; only a node from lamina_node_create() shows a picture")
            }
            store.setContent(content, of: index, &discarded)
        }
    }
}
