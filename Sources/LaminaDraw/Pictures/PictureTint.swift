public import LaminaGeometry

extension Bitmap {
    /// Makes it a stencil: this colour, where there was anything.
    public func tint(_ color: Color) {
        let pixel = color.pixel
        withPixels { pixels in
            for row in 0..<pixels.height {
                let line = unsafe pixels.words + row * pixels.wordStride
                for column in 0..<pixels.width {
                    unsafe line[column] = Pixel.multiply(pixel, line[column] >> 24)
                }
            }
        }
        isOpaque = isOpaque && pixel >> 24 == 255
    }
}
