public import LaminaDraw
public import LaminaGeometry
internal import LaminaLock
internal import LaminaNode

/// A picture that many nodes show: its pixels once, and once for each size that a part of it was drawn in.
public final class SharedImage: Sendable, RecordedPicture {
    private struct Scaled {
        let part: PixelRect
        let tint: Color?
        let bitmap: Bitmap

        func isFor(_ part: PixelRect, _ width: Int, _ height: Int, _ tint: Color?) -> Bool {
            self.part == part && bitmap.width == width && bitmap.height == height && self.tint == tint
        }
    }

    /// Sizes that are kept; the one least recently used goes.
    private static let limit = 8
    /// Larger ones are not kept: a picture that covers its node shows a part of them only.
    private static let largest = 1 << 22

    /// Of a picture that is loaded: what there is of it so far.
    enum Stage {
        case loading
        case loaded(Bitmap, ImageFile?)
        case failed(LaminaError)
    }

    /// What waits for a picture that is loaded.
    enum Waiting {
        case node(PendingImage)
        /// A node that shows it in a drawing.
        case drawing(NodeID)
        /// Owner thread.
        case call(@Sendable () -> Void)
    }

    /// Pixels that were there from the beginning, else one that is clear.
    private let first: Bitmap
    /// What was there of its file from the beginning.
    private let firstFile: ImageFile?
    /// The size of the picture in its file, when that is known and may be larger than the pixels.
    let ownSize: Size?
    /// Nil for a picture that was there from the beginning.
    private let load: Locked<Load>?
    private let scaled = Locked<[Scaled]>(.leaf, [])

    private struct Load {
        var stage = Stage.loading
        var waiting: [Waiting] = []
        /// The nodes among them, each once, as often as they are drawn.
        var drawings: Set<NodeID> = []
        var cancelWork: (@Sendable () -> Void)?
    }

    public convenience init(_ bitmap: Bitmap) { self.init(bitmap, file: nil, ownSize: nil) }

    /// The picture of a file in its own size. Fails as decoding does.
    public convenience init(_ source: PictureSource, pool: BitmapPool) throws(LaminaError) {
        self.init(
            try source.decode(pool: pool), file: source.isScalable ? .drawing(source) : nil, ownSize: nil)
    }

    init(_ bitmap: Bitmap, file: ImageFile?, ownSize: Size?) {
        first = bitmap
        firstFile = file
        self.ownSize = ownSize
        load = nil
    }

    /// One that is being loaded, which shows `clear` until then.
    init(loading clear: Bitmap) {
        first = clear
        firstFile = nil
        ownSize = nil
        load = Locked(.leaf, Load())
    }

    /// The pixels; of a picture that is not loaded, one that is clear.
    public var bitmap: Bitmap {
        guard let load else { return first }
        if case .loaded(let bitmap, _) = load.withLock({ $0.stage }) { return bitmap }
        return first
    }

    var stage: Stage { load?.withLock { $0.stage } ?? .loaded(first, firstFile) }

    /// What is kept of its file.
    var file: ImageFile? {
        if case .loaded(_, let file) = stage { return file }
        return nil
    }

    /// Says what came of loading; false when that has been said before.
    func finish(_ stage: Stage) -> Bool {
        load?.withLock { load in
            guard case .loading = load.stage else { return false }
            load.stage = stage
            return true
        } ?? false
    }

    /// Has something wait for the picture; false when it does not have to.
    func add(_ waiting: Waiting) -> Bool {
        load?.withLock { load in
            guard case .loading = load.stage else { return false }
            if case .drawing(let node) = waiting, !load.drawings.insert(node).inserted { return true }
            load.waiting.append(waiting)
            return true
        } ?? false
    }

    func takeWaiting() -> [Waiting] {
        load?.withLock { load in
            defer { (load.waiting, load.drawings) = ([], []) }
            return load.waiting
        } ?? []
    }

    public var pixels: Bitmap? {
        if case .loaded(let bitmap, _) = stage { return bitmap }
        return nil
    }

    /// What ends loading early.
    var cancelWork: (@Sendable () -> Void)? {
        get { load?.withLock { $0.cancelWork } }
        set {
            let old = load?.withLock { load -> (@Sendable () -> Void)? in
                defer { load.cancelWork = newValue }
                return load.cancelWork
            }
            withExtendedLifetime(old) {}
        }
    }

    /// The part in another size or tinted; nil when that is no use: it is its own, too large to be kept, or none that a
    /// bitmap can have.
    func scaled(
        _ part: PixelRect, width: Int, height: Int, tint: Color?, _ worker: Worker
    ) throws(LaminaError) -> Bitmap? {
        if tint == nil && part.width == width && part.height == height || width * height > Self.largest { return nil }
        if max(width, height) > PixelBuffer.maximumSide { return nil }
        let known = scaled.withLock { (kept) -> Bitmap? in
            guard
                let at = kept.firstIndex(where: { $0.isFor(part, width, height, tint) })
            else { return nil }
            kept.append(kept.remove(at: at))
            return kept.last?.bitmap
        }
        if let known { return known }
        let made: Bitmap
        if let drawn = try drawn(part, width: width, height: height, worker) {
            made = drawn
        } else {
            made = try stretched(part, width, height, worker)
        }
        if let tint { made.tint(tint) }
        // Another worker may have made the same meanwhile; what is given up goes without the lock.
        let surplus = scaled.withLock { (kept) -> Scaled? in
            kept.append(Scaled(part: part, tint: tint, bitmap: made))
            return kept.count > Self.limit ? kept.removeFirst() : nil
        }
        withExtendedLifetime(surplus) {}
        return made
    }

    private func stretched(
        _ part: PixelRect, _ width: Int, _ height: Int, _ worker: Worker
    ) throws(LaminaError) -> Bitmap {
        let made = try worker.pool.take(width: width, height: height, cleared: true)
        try made.withPixels { (pixels) throws(LaminaError) in
            try worker.painter.drawPart(part, of: bitmap, into: pixels.bounds, clip: pixels.bounds, on: pixels)
        }
        made.isOpaque = made.withPixels { $0.isOpaque }
        return made
    }

    /// The part of a picture without pixels of its own, drawn anew; nil for others, and for more pixels than the limits
    /// allow.
    private func drawn(
        _ part: PixelRect, width: Int, height: Int, _ worker: Worker
    ) throws(LaminaError) -> Bitmap? {
        guard case .drawing(let source)? = file else { return nil }
        let (across, down) = (Double(width) / Double(part.width), Double(height) / Double(part.height))
        func whole(_ length: Int, _ factor: Double) -> Int {
            max(1, Int(min((Double(length) * factor).rounded(), Double(PixelBuffer.maximumSide))))
        }
        let room = PictureRoom(width: whole(bitmap.width, across), height: whole(bitmap.height, down), mode: .exact)
        guard room.width * room.height <= Self.largest, let all = try? source.decode(for: room, pool: worker.pool)
        else {
            return nil
        }
        if part == bitmap.bounds { return all }
        let x = min(Int((Double(part.x) * across).rounded()), all.width - 1)
        let y = min(Int((Double(part.y) * down).rounded()), all.height - 1)
        let rect = PixelRect(x: x, y: y, width: width, height: height)
        guard rect.maxX <= all.width, rect.maxY <= all.height else { return nil }
        let made = try all.withPixels { (pixels) throws(LaminaError) in try worker.pool.copy(pixels.part(rect)) }
        made.isOpaque = all.isOpaque
        return made
    }

    /// Whether the part is there in this size.
    func hasScaled(_ part: PixelRect, width: Int, height: Int, tint: Color?) -> Bool {
        scaled.withLock { kept in kept.contains { $0.isFor(part, width, height, tint) } }
    }

    /// All bytes of it.
    var byteCount: Int { bitmap.byteCount + scaledBytes }

    /// The bytes of what was scaled.
    var scaledBytes: Int { scaled.withLock { $0.reduce(0) { $0 + $1.bitmap.byteCount } } }

    /// Lets go of what was scaled; what shows keeps its own.
    func dropScaled() {
        let dropped = scaled.withLock { kept -> [Scaled] in
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(dropped) {}
    }
}

/// The images of a context that are alive, whoever holds them: for what is to be said or done of all of them.
final class ImageRegistry: Sendable {
    private struct Entry {
        weak var image: SharedImage?
    }

    private struct State {
        var entries: [Entry] = []
        /// So many entries are looked through for dead ones, which are then half of them at most.
        var limit = 32
    }

    private let state = Locked<State>(.wake, State())

    func add(_ image: SharedImage) {
        state.withLock { state in
            if state.entries.count >= state.limit {
                state.entries.removeAll { $0.image == nil }
                state.limit = max(32, state.entries.count * 2)
            }
            state.entries.append(Entry(image: image))
        }
    }

    /// To be used and dropped without a lock.
    var living: [SharedImage] { state.withLock { $0.entries.compactMap { $0.image } } }
}
