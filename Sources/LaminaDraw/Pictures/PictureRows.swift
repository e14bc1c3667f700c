internal import LaminaGeometry

/// Where a decoder puts the rows of a picture, one after another from the top: into a bitmap of the size that is
/// wanted. A smaller one is made while they come.
@safe final class PictureRows {
    /// What a decoder writes.
    enum Words {
        /// Red, green, blue and straight alpha, in this order in memory.
        case straight
        /// The same, the alpha being of no meaning.
        case opaque
        /// Premultiplied ARGB32.
        case premultiplied
        /// As `straight`, multiplied with their alpha already.
        case premultipliedBytes
    }

    let width: Int
    let height: Int
    let watch: DecodingWatch
    private let bitmap: Bitmap
    private let stages: [ShrinkingStage]
    /// A row for each stage to read, in one piece of memory each.
    private let lines: [Line]
    private var row = 0
    private let words: Words

    private final class Line {
        let bytes: HeapBytes

        init(width: Int) throws(LaminaError) { bytes = try HeapBytes(capacity: (width + 2) * 4) }

        var words: UnsafeMutablePointer<UInt32> {
            unsafe UnsafeMutableRawPointer(bytes.start).assumingMemoryBound(to: UInt32.self)
        }
    }

    /// For a picture of `width` x `height` that becomes one of `size`, which is no larger. `cleared`: rows that do not
    /// come are transparent, and not whatever was there.
    init(
        width: Int, height: Int, size: (width: Int, height: Int), words: Words, pool: BitmapPool, watch: DecodingWatch,
        cleared: Bool = false
    ) throws(LaminaError) {
        self.width = width
        self.height = height
        self.words = words
        self.watch = watch
        bitmap = try pool.take(width: size.width, height: size.height, cleared: cleared)
        var stages: [ShrinkingStage] = []
        var lines: [Line] = []
        if size != (width, height) {
            var before = (width: width, height: height)
            for next in ShrinkingStage.sizes(width, height, toWidth: size.width, toHeight: size.height) {
                lines.append(try Line(width: before.width))
                stages.append(
                    try ShrinkingStage(
                        width: before.width, height: before.height, toWidth: next.width, toHeight: next.height))
                before = next
            }
        }
        (self.stages, self.lines) = (stages, lines)
    }

    /// Room for the next row: `width` pixels. Valid until `endRow`.
    var room: UnsafeMutablePointer<UInt32> {
        precondition(row < height)
        if let line = lines.first { return unsafe line.words }
        return unsafe address(row)
    }

    private func address(_ row: Int) -> UnsafeMutablePointer<UInt32> {
        unsafe bitmap.withPixels { unsafe $0.words + row * $0.wordStride }
    }

    /// The next row is where `room` was. Fails as the watch does.
    func endRow() throws(LaminaError) {
        try watch.check()
        let line = unsafe room
        switch words {
        case .straight: unsafe StraightBytes.premultiply(line, count: width)
        case .opaque: unsafe StraightBytes.withoutAlpha(line, count: width)
        case .premultiplied: break
        case .premultipliedBytes: unsafe StraightBytes.reorder(line, count: width)
        }
        row += 1
        if !stages.isEmpty { try unsafe shrink(line, 0) }
    }

    private func shrink(_ line: UnsafeMutablePointer<UInt32>, _ stage: Int) throws(LaminaError) {
        let isLast = stage == stages.count - 1
        try unsafe stages[stage].take(line) { index in
            unsafe isLast ? address(index) : lines[stage + 1].words
        } written: { (_) throws(LaminaError) in
            if !isLast { try unsafe shrink(lines[stage + 1].words, stage + 1) }
        }
    }

    /// The picture, of which all rows came, or as many as there were.
    func finish() -> Bitmap {
        bitmap.isOpaque = words == .opaque && row == height || bitmap.withPixels { $0.isOpaque }
        return bitmap
    }
}
