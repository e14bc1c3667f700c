internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaNode

/// What is under way for the picture of a node: one URL at a time is fetched, then decoded. What comes of it, it tells
/// its source. Owner thread.
// Unchecked: see `NodeImageSource`, with which it ends.
final class ImageSourceWork: @unchecked Sendable {
    enum Step {
        case none
        case fetching(index: Int, load: UInt64)
        /// Whether the file that shows has changed.
        case looking(index: Int, load: UInt64)
        case fetched(index: Int, Fetched)
        /// `fetched`: nil when somebody else fetched what is decoded.
        case decoding(index: Int, room: PictureRoom?, ticket: ImageTicket, fetched: Fetched?)
    }

    /// The file of a URL.
    struct Fetched {
        let bytes: LoadedBytes
        let from: LoadSource
        let stamp: FileStamp?
    }

    struct Failure {
        let error: LaminaError
        var httpStatus = 0
    }

    private(set) var step = Step.none
    /// 0 to 1 of the bytes of what was fetched last.
    private(set) var progress = 0.0
    /// URLs that could not be had, until they are to be tried again.
    private(set) var failures: [Int: Failure] = [:]
    /// How far the file that is fetched shows already.
    var preview = PreviewProgress()
    /// Rises with each step: results of others are late.
    private(set) var turn: UInt64 = 0

    let spec: ImageSourceSpec
    weak let parts: EngineParts?
    private(set) weak var source: NodeImageSource?

    init(_ spec: ImageSourceSpec, _ parts: EngineParts) {
        self.spec = spec
        self.parts = parts
    }

    deinit { cancel() }

    /// Once, by the source itself.
    func tell(_ source: NodeImageSource) { self.source = source }

    func forgetFailures() { failures = [:] }

    func key(_ index: Int, _ room: PictureRoom?) -> ImageKey { ImageKey(spec.names[index], spec.recipe(room)) }

    // MARK: - Steps

    /// Waits for an equal picture that is being decoded; false when there is none.
    func join(_ index: Int, _ room: PictureRoom?) -> Bool {
        let turn = turn + 1
        let done: ImageDecodes.Done = { [weak self] in self?.decoded($0, turn) }
        guard let ticket = parts?.decodes.join(key(index, room), nil, done) else { return false }
        self.turn = turn
        step = .decoding(index: index, room: room, ticket: ticket, fetched: nil)
        return true
    }

    /// False when it cannot be fetched.
    func fetch(_ index: Int, _ priority: LoadPriority, reloads: Bool) -> Bool {
        var request = LoadRequest(url: spec.urls[index])
        request.reloads = reloads
        progress = 0
        do throws(LaminaError) {
            guard let load = try start(request, priority) else { return false }
            step = .fetching(index: index, load: load)
            return true
        } catch {
            failures[index] = Failure(error: error)
            return false
        }
    }

    /// Has the loader look whether a file is still the one that shows.
    func look(_ index: Int, _ stamp: FileStamp, _ priority: LoadPriority) {
        var request = LoadRequest(url: spec.urls[index])
        request.known = stamp
        // What is refused here shows all the same.
        if let load = try? start(request, priority) { step = .looking(index: index, load: load) }
    }

    /// Nil when the context has ended.
    private func start(_ request: LoadRequest, _ priority: LoadPriority) throws(LaminaError) -> UInt64? {
        guard let parts else { return nil }
        turn += 1
        let turn = turn
        preview = PreviewProgress(number: parts.decodes.nextNumber())
        return try parts.loader.start(
            request, priority: priority, progress: { [weak self] in self?.progressed($0, turn) },
            end: { [weak self] in self?.fetched($0, turn) })
    }

    /// False when the context has ended.
    func decode(_ index: Int, _ file: Fetched, _ room: PictureRoom?) -> Bool {
        turn += 1
        let turn = turn
        let subject = ImageDecodes.Subject(
            key: key(index, room), file: .loaded(file.bytes), recipe: spec.recipe(room), url: spec.urls[index],
            stamp: file.stamp, number: preview.number, isKept: true)
        let done: ImageDecodes.Done = { [weak self] in self?.decoded($0, turn) }
        guard let ticket = try? parts?.decode(subject, priority: 0, done: done) else { return false }
        step = .decoding(index: index, room: room, ticket: ticket, fetched: file)
        return true
    }

    func setPriority(_ priority: LoadPriority) {
        if case .fetching(_, let load) = step { _ = parts?.loader.setPriority(load, priority) }
    }

    /// The file is dealt with, or not wanted.
    func dropFetched() {
        if case .fetched = step { step = .none }
    }

    /// Decodes nothing for now; the file stays.
    func stopDecoding() {
        guard case .decoding(let index, _, let ticket, let file) = step else { return }
        turn += 1
        parts?.leave(ticket)
        step = file.map { .fetched(index: index, $0) } ?? .none
    }

    /// Ends what is under way; its results are late.
    func stop() {
        turn += 1
        cancel()
        step = .none
        progress = 0
    }

    private func cancel() {
        switch step {
        case .fetching(_, let load), .looking(_, let load): _ = parts?.loader.cancel(load)
        case .decoding(_, _, let ticket, _): parts?.leave(ticket)
        case .none, .fetched: break
        }
    }

    // MARK: - What comes of them

    private func progressed(_ found: LoadProgress, _ turn: UInt64) {
        guard turn == self.turn, case .fetching(let index, _) = step else { return }
        if let total = found.total, total > 0 { progress = min(1, Double(found.bytes.count) / Double(total)) }
        source?.progressed(found, index)
    }

    private func fetched(_ result: LoadResult, _ turn: UInt64) {
        if turn != self.turn { return }
        let file = Fetched(bytes: result.bytes, from: result.source, stamp: result.stamp)
        switch step {
        case .fetching(let index, _):
            if let failure = result.failure {
                failures[index] = Failure(error: failure, httpStatus: result.httpStatus)
                step = .none
            } else {
                progress = 1
                step = .fetched(index: index, file)
            }
        case .looking(let index, _):
            // A file that is gone shows as long as nobody asks for it anew.
            step = .none
            if result.failure == nil && !result.isUnchanged {
                step = .fetched(index: index, file)
                source?.outdate()
            }
        default: return
        }
        source?.settle()
    }

    private func decoded(_ result: Result<SharedImage, LaminaError>, _ turn: UInt64) {
        guard turn == self.turn, case .decoding(let index, let room, _, let file) = step else { return }
        step = .none
        switch result {
        case .success(let image):
            let kept = file == nil ? parts?.imageCache.peek(key(index, room)) : nil
            let stamp = kept?.image === image ? kept?.stamp : file?.stamp
            source?.show(image, index, from: file?.from, for: room, stamp)
        case .failure(let error): failures[index] = Failure(error: error)
        }
        source?.settle()
    }
}
