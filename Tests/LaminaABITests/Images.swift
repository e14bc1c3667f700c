import CLamina

/// Shows pixels in a node that alone holds them.
func setImage(
    _ context: UnsafeMutablePointer<lamina_context>?, _ node: Lamina.Node?, _ pixels: UnsafePointer<lamina_bitmap>,
    _ options: UnsafePointer<lamina_image_options>?
) -> lamina_status {
    var image: UnsafeMutablePointer<lamina_image>?
    let made = lamina_image_create(context, pixels, &image)
    if made != .LAMINA_OK { return made }
    defer { lamina_image_release(image) }
    return lamina_node_set_image(node, image, options)
}
