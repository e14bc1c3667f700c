public import LaminaGeometry

extension Bitmap {
    /// The pixels as bytes of red, green, blue and straight alpha, row after row.
    public func straightBytes() throws(LaminaError) -> [UInt8] {
        try withPixels { (pixels) throws(LaminaError) in
            let bytes = try StraightBytes.rgba(pixels)
            return bytes.array
        }
    }
}
