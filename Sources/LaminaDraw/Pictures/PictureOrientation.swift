internal import LaminaGeometry

/// How a picture is to be turned, as its Exif block says (Exif 2.32, 4.6.4, tag 0x0112).
public enum PictureOrientation: Int, Sendable {
    case upright = 1
    case mirrored = 2
    case halfTurn = 3
    case flipped = 4
    case transposed = 5
    case quarterTurn = 6
    case antiTransposed = 7
    case threeQuarterTurn = 8

    /// Whether width and height change places.
    public var swapsSides: Bool { rawValue >= 5 }

    /// The orientation in an Exif block (TIFF 6.0, section 2): the first directory's, the first of several. One that
    /// is damaged, or says a number that means nothing, leaves the picture as it is.
    init(exif bytes: PictureBytes) {
        self = .upright
        let start = bytes.says("Exif\0\0", at: 0) ? 6 : 0
        let isLittle = bytes.says("II*\0", at: start)
        guard isLittle || bytes.says("MM\0*", at: start) else { return }
        func number16(_ at: Int) -> Int { isLittle ? bytes.little16(at) : bytes.big16(at) }
        let directory = start + (isLittle ? bytes.little32(start + 4) : bytes.big32(start + 4))
        guard bytes.has(directory..<directory + 2) else { return }
        for entry in 0..<number16(directory) {
            let at = directory + 2 + entry * 12
            if !bytes.has(at..<at + 12) { return }
            guard number16(at) == 0x0112 else { continue }
            // One SHORT, which stands in the entry.
            let type = number16(at + 2)
            let count = isLittle ? bytes.little32(at + 4) : bytes.big32(at + 4)
            if type == 3, count == 1, let found = PictureOrientation(rawValue: number16(at + 8)) { self = found }
            return
        }
    }

    /// Where pixel 0 of the picture comes to stand, and how far on its neighbours do: to the right, and below.
    fileprivate func steps(width: Int, height: Int, wordStride: Int) -> (start: Int, right: Int, down: Int) {
        // The sides are those of the picture before it is turned.
        let last = (column: width - 1, row: height - 1)
        switch self {
        case .upright: return (0, 1, wordStride)
        case .mirrored: return (last.column, -1, wordStride)
        case .halfTurn: return (last.row * wordStride + last.column, -1, -wordStride)
        case .flipped: return (last.row * wordStride, 1, -wordStride)
        case .transposed: return (0, wordStride, 1)
        case .quarterTurn: return (last.row, wordStride, -1)
        case .antiTransposed: return (last.column * wordStride + last.row, -wordStride, -1)
        case .threeQuarterTurn: return (last.column * wordStride, -wordStride, 1)
        }
    }

    /// The bitmap turned upright; itself where it is.
    func turned(_ bitmap: Bitmap, pool: BitmapPool) throws(LaminaError) -> Bitmap {
        if self == .upright { return bitmap }
        let (width, height) = swapsSides ? (bitmap.height, bitmap.width) : (bitmap.width, bitmap.height)
        let result = try pool.take(width: width, height: height, cleared: false)
        result.isOpaque = bitmap.isOpaque
        bitmap.withPixels { source in
            result.withPixels { target in
                let steps = steps(width: source.width, height: source.height, wordStride: target.wordStride)
                for row in 0..<source.height {
                    let line = unsafe source.words + row * source.wordStride
                    let place = unsafe target.words + steps.start + row * steps.down
                    for column in 0..<source.width { unsafe place[column * steps.right] = line[column] }
                }
            }
        }
        return result
    }
}
