internal import LaminaGeometry

/// Three boxes one after another, which make a Gaussian (SVG 1.1, feGaussianBlur), first along rows and then along
/// columns. The cost of a pixel does not depend on the deviation.
struct PictureBlur {
    /// So many pixels before and behind each are in each box.
    private let boxes: [(before: Int, behind: Int)]

    init(deviation: Double) {
        let length = Int((deviation * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
        if length < 2 {
            boxes = []
        } else if length % 2 == 1 {
            boxes = Array(repeating: (length / 2, length / 2), count: 3)
        } else {
            boxes = [(length / 2, length / 2 - 1), (length / 2 - 1, length / 2), (length / 2, length / 2)]
        }
    }

    func apply(to bitmap: Bitmap, pool: BitmapPool, watch: DecodingWatch) throws(LaminaError) {
        if boxes.isEmpty { return }
        let longest = max(bitmap.width, bitmap.height)
        let one = try HeapBytes(capacity: longest * 4)
        let two = try HeapBytes(capacity: longest * 4)
        let first = unsafe UnsafeMutableRawPointer(one.start).assumingMemoryBound(to: UInt32.self)
        let second = unsafe UnsafeMutableRawPointer(two.start).assumingMemoryBound(to: UInt32.self)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            for row in 0..<pixels.height {
                try watch.check()
                unsafe blur(pixels.words + row * pixels.wordStride, 1, pixels.width, first, second)
            }
            for column in 0..<pixels.width {
                try watch.check()
                unsafe blur(pixels.words + column, pixels.wordStride, pixels.height, first, second)
            }
        }
    }

    private func blur(
        _ line: UnsafeMutablePointer<UInt32>, _ step: Int, _ count: Int, _ first: UnsafeMutablePointer<UInt32>,
        _ second: UnsafeMutablePointer<UInt32>
    ) {
        for index in 0..<count { unsafe first[index] = line[index * step] }
        unsafe Self.sum(first, to: second, count, boxes[0])
        unsafe Self.sum(second, to: first, count, boxes[1])
        unsafe Self.sum(first, to: second, count, boxes[2])
        for index in 0..<count { unsafe line[index * step] = second[index] }
    }

    /// Each pixel becomes the mean of its box.
    private static func sum(
        _ source: UnsafeMutablePointer<UInt32>, to target: UnsafeMutablePointer<UInt32>, _ count: Int,
        _ box: (before: Int, behind: Int)
    ) {
        let length = UInt32(box.before + box.behind + 1)
        // Halves are rounded up, the same in all channels: what is premultiplied stays so.
        var sums = SIMD4<UInt32>(repeating: length / 2)
        func channels(_ index: Int) -> SIMD4<UInt32> {
            let word = unsafe source[min(max(index, 0), count - 1)]
            return SIMD4(word & 255, word >> 8 & 255, word >> 16 & 255, word >> 24)
        }
        for index in -box.before...box.behind { sums &+= channels(index) }
        for index in 0..<count {
            let mean = sums / length
            unsafe target[index] = mean[0] | mean[1] << 8 | mean[2] << 16 | mean[3] << 24
            sums &+= channels(index + box.behind + 1)
            sums &-= channels(index - box.before)
        }
    }
}
