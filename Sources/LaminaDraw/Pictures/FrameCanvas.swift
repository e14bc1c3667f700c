internal import LaminaGeometry

/// The canvas on which the frames of an animation are drawn, one after another: each on what the one before left.
struct FrameCanvas {
    private let picture: ParsedPicture
    private let pool: BitmapPool
    private var canvas: Bitmap?
    /// Whether somebody else has the canvas as a picture, so that it must not change any more.
    private var isShown = false
    /// What was in the place of the last frame, if it is to be again.
    private var saved: Bitmap?
    /// The frame that comes next.
    private(set) var next = 0

    init(_ picture: ParsedPicture, pool: BitmapPool) {
        self.picture = picture
        self.pool = pool
    }

    /// Forgets all frames that were drawn.
    mutating func rewind() {
        (canvas, saved, isShown, next) = (nil, nil, false, 0)
    }

    /// Draws the next frame. Fails with `io` when it is damaged, or there is none, and as `watch` does; the canvas is
    /// to be rewound then.
    mutating func advance(_ bytes: PictureBytes, watch: DecodingWatch) throws(LaminaError) {
        guard next < picture.frames.count else {
            throw LaminaError(.io, "the \(picture.format.name) is incomplete: it ends in its frame \(next + 1)")
        }
        let frame = picture.frames[next]
        let pixels = try decode(frame, bytes, watch)
        let canvas = try makeCanvas()
        if next > 0 { dispose(picture.frames[next - 1], on: canvas) }
        let place = frame.rect.intersection(canvas.bounds)
        saved = nil
        if frame.disposal == .previous, !place.isEmpty {
            saved = try canvas.withPixels { (pixels) throws(LaminaError) in try pool.copy(pixels.part(place)) }
        }
        switch pixels {
        case .bitmap(let bitmap): Self.draw(bitmap, of: frame, on: canvas)
        case .gif(let decoder): try decoder.draw(on: canvas, watch: watch)
        }
        next += 1
    }

    /// A canvas to draw on, with what was drawn.
    private mutating func makeCanvas() throws(LaminaError) -> Bitmap {
        if let canvas, !isShown { return canvas }
        let made: Bitmap
        if let shown = canvas {
            made = try shown.withPixels { (pixels) throws(LaminaError) in try pool.copy(pixels) }
        } else {
            made = try pool.take(width: picture.width, height: picture.height, cleared: true)
        }
        (canvas, isShown) = (made, false)
        return made
    }

    private enum Pixels {
        case bitmap(Bitmap)
        case gif(GIFDecoder)
    }

    private func decode(_ frame: PictureFrame, _ bytes: PictureBytes, _ watch: DecodingWatch) throws(LaminaError)
        -> Pixels
    {
        let size = (width: frame.rect.width, height: frame.rect.height)
        switch picture.detail {
        case .png(let file):
            let rows = try PictureRows(
                width: size.width, height: size.height, size: size, words: PNGDecoder.words(file), pool: pool,
                watch: watch)
            try PNGDecoder.decode(bytes, file, from: frame.data.lowerBound, into: rows, pool: pool)
            return .bitmap(rows.finish())
        case .webp:
            return .bitmap(
                try WebPDecoder.decode(
                    bytes.part(frame.data), width: size.width, height: size.height, hasAlpha: true, size: size,
                    isPartial: false, pool: pool, watch: watch))
        case .gif: return .gif(GIFDecoder(bytes, frame))
        case .jpeg, .qoi, .svg, .heif, .jxl, .lottie: throw LaminaError(.unsupported, "the picture has no frames")
        }
    }

    private func dispose(_ frame: PictureFrame, on canvas: Bitmap) {
        let place = frame.rect.intersection(canvas.bounds)
        if place.isEmpty || frame.disposal == .none { return }
        canvas.withPixels { pixels in
            let part = pixels.part(place)
            if frame.disposal == .previous, let saved {
                saved.copy(to: part)
                return
            }
            for row in 0..<part.height {
                unsafe (part.words + row * part.wordStride).update(repeating: 0, count: part.width)
            }
        }
    }

    private static func draw(_ bitmap: Bitmap, of frame: PictureFrame, on canvas: Bitmap) {
        let isOver = frame.blendsOver && !bitmap.isOpaque
        bitmap.withPixels { source in
            canvas.withPixels { target in
                for row in 0..<source.height {
                    let place = unsafe target.words + (frame.rect.y + row) * target.wordStride + frame.rect.x
                    let line = unsafe source.words + row * source.wordStride
                    if !isOver {
                        unsafe place.update(from: line, count: source.width)
                        continue
                    }
                    for column in 0..<source.width {
                        unsafe place[column] = Pixel.over(line[column], place[column])
                    }
                }
            }
        }
    }

    /// What was drawn in this size, which is no larger: in its own, the canvas itself, and what comes next is drawn on
    /// a copy.
    mutating func picture(size: (width: Int, height: Int)) throws(LaminaError) -> Bitmap {
        guard let canvas else {
            throw LaminaError(.io, "the \(picture.format.name) has no frame")
        }
        if size == (canvas.width, canvas.height) {
            if !isShown { canvas.isOpaque = canvas.withPixels { $0.isOpaque } }
            isShown = true
            return canvas
        }
        let rows = try PictureRows(
            width: picture.width, height: picture.height, size: size, words: .premultiplied, pool: pool,
            watch: DecodingWatch())
        for row in 0..<canvas.height {
            canvas.withPixels { source in
                unsafe rows.room.update(from: source.words + row * source.wordStride, count: source.width)
            }
            try rows.endRow()
        }
        return rows.finish()
    }

    /// The bytes of the canvas, unless they are those of a picture.
    var byteCount: Int { (isShown ? 0 : canvas?.byteCount ?? 0) + (saved?.byteCount ?? 0) }
}

extension PictureFormat {
    /// What sentences call it.
    var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        case .qoi: "QOI picture"
        case .raw: "raw picture"
        case .gif: "GIF"
        case .svg: "SVG"
        case .avif: "AVIF"
        case .heif: "HEIF"
        case .jxl: "JPEG XL"
        case .lottie: "Lottie"
        }
    }
}
