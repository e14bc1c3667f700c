internal import CPixman
internal import LaminaGeometry

/// A pixman image that one operation uses: pixman's reference counts are not atomic, so only pixels are shared between
/// threads.
@safe struct PixmanImage: ~Copyable {
    let handle: OpaquePointer

    deinit {
        unsafe pixman_image_unref(handle)
    }

    /// An image over memory that the caller keeps alive; nil when there is no memory for the record.
    init?(
        _ format: pixman_format_code_t, words: UnsafeMutablePointer<UInt32>, width: Int, height: Int, stride: Int
    ) {
        guard
            let handle = unsafe pixman_image_create_bits_no_clear(
                format, Int32(width), Int32(height), words, Int32(stride))
        else { return nil }
        unsafe self.handle = unsafe handle
    }

    /// The pixels of a buffer; its alpha is taken as 255 when `isOpaque`.
    init?(_ buffer: PixelBuffer, isOpaque: Bool = false) {
        unsafe self.init(
            isOpaque ? PIXMAN_x8r8g8b8 : PIXMAN_a8r8g8b8, words: buffer.words, width: buffer.width,
            height: buffer.height, stride: buffer.stride)
    }

    /// One premultiplied colour, everywhere.
    init?(solid pixel: UInt32) {
        // 257 widens 8 bits to 16 such that the upper byte is the same again.
        func component(_ shift: UInt32) -> UInt16 { UInt16((pixel >> shift) & 255) * 257 }
        var color = pixman_color_t(
            red: component(16), green: component(8), blue: component(0), alpha: component(24))
        guard let handle = unsafe pixman_image_create_solid_fill(&color) else { return nil }
        unsafe self.handle = unsafe handle
    }

    /// Draws `image` from its position `start` into a rectangle of this one.
    func composite(
        _ operation: pixman_op_t, _ image: borrowing PixmanImage, from start: (x: Int, y: Int), to rect: PixelRect
    ) {
        unsafe pixman_image_composite32(
            operation, image.handle, nil, handle, Int32(start.x), Int32(start.y), 0, 0, Int32(rect.x), Int32(rect.y),
            Int32(rect.width), Int32(rect.height))
    }

    /// The same through the alpha of `mask`.
    func composite(
        _ operation: pixman_op_t, _ image: borrowing PixmanImage, from start: (x: Int, y: Int),
        through mask: borrowing PixmanImage, to rect: PixelRect
    ) {
        unsafe pixman_image_composite32(
            operation, image.handle, mask.handle, handle, Int32(start.x), Int32(start.y), 0, 0, Int32(rect.x),
            Int32(rect.y), Int32(rect.width), Int32(rect.height))
    }

    /// Makes the image, which holds the pixels `window` of a picture, show that picture stretched, its position (0, 0)
    /// being the pixel `start.x`, `start.y` of the rectangle, bilinear; beyond the edge the edge goes on, so that it
    /// does not fade.
    func apply(_ stretch: PixelStretch, from start: PixelRect, in window: PixelRect) {
        var transform = pixman_transform_t()
        transform.matrix.0 = (
            pixman_fixed_t(stretch.across.step), 0, pixman_fixed_t(stretch.across.start(start.x) - window.x << 16)
        )
        transform.matrix.1 = (
            0, pixman_fixed_t(stretch.down.step), pixman_fixed_t(stretch.down.start(start.y) - window.y << 16)
        )
        transform.matrix.2 = (0, 0, 65536)
        unsafe pixman_image_set_transform(handle, &transform)
        unsafe pixman_image_set_filter(handle, PIXMAN_FILTER_BILINEAR, nil, 0)
        unsafe pixman_image_set_repeat(handle, PIXMAN_REPEAT_PAD)
    }
}
