internal import CCodecs
internal import Glibc
internal import LaminaGeometry
internal import LaminaLock

/// Lottie to pixels, by rlottie, any frame in any size. For one thread at a time.
@safe final class LottieReader: FrameReader {
    private let lottie: lamina_lottie
    private let animation: OpaquePointer

    /// Fails with `unsupported` without rlottie, and with `io` for what it does not take. What it gets has been checked
    /// (`LottieFile`).
    init(_ bytes: PictureBytes) throws(LaminaError) {
        lottie = try LottieLibrary.find().functions
        var text = unsafe [CChar](unsafeUninitializedCapacity: bytes.count + 1) { room, count in
            for index in 0..<bytes.count { unsafe room[index] = CChar(bitPattern: bytes[index]) }
            unsafe room[bytes.count] = 0
            count = bytes.count + 1
        }
        // It reads where it parses. No file lies in a folder of this name.
        guard let animation = unsafe lottie.from_data(&text, "lamina", "/dev/null/") else {
            throw LaminaError(.io, "the Lottie file is incomplete or damaged: rlottie does not take it")
        }
        unsafe self.animation = animation
    }

    deinit { unsafe lottie.destroy(animation) }

    var byteCount: Int { 0 }

    func draw(
        _ frame: Int, size: (width: Int, height: Int), pool: BitmapPool, watch: DecodingWatch
    ) throws(LaminaError) -> Bitmap {
        try watch.check()
        let bitmap = try pool.take(width: size.width, height: size.height, cleared: true)
        bitmap.withPixels { pixels in
            unsafe lottie.render(
                animation, frame, pixels.words, pixels.width, pixels.height, pixels.wordStride * 4)
        }
        try watch.check()
        bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
        return bitmap
    }
}
