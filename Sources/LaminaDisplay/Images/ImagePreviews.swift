internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaLock
internal import LaminaNode

/// How far the previews of a picture that comes have come.
struct PreviewProgress {
    /// Of the request.
    var number: UInt64 = 0
    var isUnderWay = false
    /// Scans that were decoded.
    var scans = 0
    /// The next look at the file is worth its time from here on: each time a quarter has come to it.
    var nextLook = 2048
}

/// What there is of a progressive JPEG, decoded by a worker.
private final class PreviewDecoding: OperationBody {
    private weak let work: ImageSourceWork?
    private let bytes: LoadedBytes
    private let index: Int
    private let recipe: ImageRecipe
    private let turn: UInt64
    private let known: Int
    private let limits: WorkLimits
    private let result = Locked<(image: SharedImage, scans: Int)?>(.leaf, nil)

    init(
        _ work: ImageSourceWork, _ bytes: LoadedBytes, _ index: Int, _ recipe: ImageRecipe, _ limits: WorkLimits
    ) {
        self.work = work
        self.bytes = bytes
        self.index = index
        self.recipe = recipe
        turn = work.turn
        self.limits = limits
        known = work.preview.scans
    }

    var isBackground: Bool { true }

    /// What fails here is said when all of the file is there.
    func execute(on worker: Worker, as operation: Operation) {
        guard let file = try? PictureSource(bytes.encoded(), limits: limits) else { return }
        let ends = file.scanEnds
        guard ends.count > known, let end = ends.last else { return }
        let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { operation.isCancelled }
        guard let part = try? PictureSource(bytes.slice(0..<end).encoded(), limits: limits),
            let image = try? recipe.make(of: part, isPartial: true, pool: worker.pool, watch: watch)
        else { return }
        result.withLock { $0 = (image, ends.count) }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        let found = result.withLock { $0 }
        work?.previewed(cancelled ? nil : found, index, turn)
    }
}

extension ImageSourceWork {
    /// Has a worker look whether there are more scans, and draw what there is.
    func beginPreview(_ bytes: LoadedBytes, _ index: Int, _ room: PictureRoom?) {
        guard let parts, !preview.isUnderWay, bytes.count >= preview.nextLook else { return }
        if bytes.slice(0..<3).array != [0xff, 0xd8, 0xff] { return }
        preview.nextLook = bytes.count + bytes.count / 4
        preview.isUnderWay = true
        let body = PreviewDecoding(self, bytes, index, spec.recipe(room), parts.limits)
        if (try? parts.post(body)) == nil { preview.isUnderWay = false }
    }

    fileprivate func previewed(_ found: (image: SharedImage, scans: Int)?, _ index: Int, _ turn: UInt64) {
        // The picture itself may be there, or another one be under way; while it is decoded, previews still count.
        if case .fetching = step, turn == self.turn { preview.isUnderWay = false }
        guard let source, let found, found.scans > preview.scans, isUnderWay(index, turn), source.wantsPreview(index)
        else { return }
        preview.scans = found.scans
        source.show(found.image, index, from: nil, for: nil, isPreview: true)
        source.settle()
    }

    /// Whether a URL of which a preview was begun in a turn is still on its way.
    private func isUnderWay(_ index: Int, _ turn: UInt64) -> Bool {
        switch step {
        case .fetching(index, _): turn == self.turn
        // Decoded in the turn after.
        case .decoding(index, _, _, _): turn + 1 == self.turn
        default: false
        }
    }
}
