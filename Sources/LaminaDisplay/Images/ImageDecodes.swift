public import LaminaDraw
public import LaminaGeometry
public import LaminaLoading
internal import LaminaLock

/// One who waits for a picture to be decoded.
struct ImageTicket: Sendable {
    let decode: UInt64
    let waiter: UInt64
}

/// Pictures that are being decoded, equal ones once for all who wait, and how long that took.
final class ImageDecodes: Sendable {
    /// Owner thread.
    typealias Done = @Sendable (Result<SharedImage, LaminaError>) -> Void

    enum File {
        case loaded(LoadedBytes)
        case given(EncodedPicture)
        case path(String)
    }

    /// What a decode is of.
    struct Subject: Sendable {
        /// Nil for what nobody else can ask for.
        let key: ImageKey?
        let file: File
        let recipe: ImageRecipe
        /// Of a picture that was loaded.
        var url: String?
        /// Of a file that was loaded.
        var stamp: FileStamp?
        /// Of the request: a later one wins.
        var number: UInt64 = 0
        /// Whether the picture may be kept.
        var isKept = false
    }

    private struct Waiter {
        let number: UInt64
        let done: Done
        var hasLeft = false
    }

    private struct Decode {
        let subject: Subject
        var waiters: [Waiter]
        var call: UInt64?
        var isWanted: Bool { waiters.contains { !$0.hasLeft } }
    }

    private struct State {
        var last: UInt64 = 0
        var decodes: [UInt64: Decode] = [:]
        /// The decode that one who comes may join.
        var newest: [ImageKey: UInt64] = [:]
        var joined: UInt64 = 0
        var counts: [PictureFormat: (count: UInt64, microseconds: UInt64)] = [:]
    }

    private let state = Locked<State>(.leaf, State())

    /// Numbers that rise, for requests.
    func nextNumber() -> UInt64 {
        state.withLock { state in
            state.last += 1
            return state.last
        }
    }

    /// Waits for a decode that is under way, of this file or, for nil, of any; nil when there is none.
    func join(_ key: ImageKey, _ file: File?, _ done: @escaping Done) -> ImageTicket? {
        state.withLock { state in
            guard let id = state.newest[key], let found = state.decodes[id] else { return nil }
            if case .loaded(let bytes) = file, case .loaded(let others) = found.subject.file, !bytes.isSame(as: others)
            {
                return nil
            }
            state.last += 1
            state.joined += 1
            state.decodes[id]?.waiters.append(Waiter(number: state.last, done: done))
            return ImageTicket(decode: id, waiter: state.last)
        }
    }

    fileprivate func add(_ subject: Subject, _ done: @escaping Done) -> ImageTicket {
        state.withLock { state in
            state.last += 2
            let (id, waiter) = (state.last - 1, state.last)
            state.decodes[id] = Decode(subject: subject, waiters: [Waiter(number: waiter, done: done)])
            if let key = subject.key { state.newest[key] = id }
            return ImageTicket(decode: id, waiter: waiter)
        }
    }

    /// Notes under which number the work can be cancelled; false when nobody wants it any more.
    fileprivate func setCall(_ call: UInt64, of id: UInt64) -> Bool {
        state.withLock { state in
            guard let found = state.decodes[id] else { return true }
            state.decodes[id]?.call = call
            return found.isWanted
        }
    }

    /// One who waits does not any more: it is told so when the work ends, which is at once if nobody else waits.
    /// Returns the number of work to be cancelled.
    func leave(_ ticket: ImageTicket) -> UInt64? {
        state.withLock { state in
            guard var found = state.decodes[ticket.decode] else { return nil }
            for index in found.waiters.indices where found.waiters[index].number == ticket.waiter {
                found.waiters[index].hasLeft = true
            }
            state.decodes[ticket.decode] = found
            if found.isWanted { return nil }
            if let key = found.subject.key, state.newest[key] == ticket.decode { state.newest[key] = nil }
            return found.call
        }
    }

    /// Takes a decode that has ended: who is to be told, and whether the picture is wanted.
    fileprivate func end(_ id: UInt64) -> (waiters: [(done: Done, hasLeft: Bool)], isWanted: Bool) {
        state.withLock { state in
            guard let found = state.decodes.removeValue(forKey: id) else { return ([], false) }
            if let key = found.subject.key, state.newest[key] == id { state.newest[key] = nil }
            return (found.waiters.map { ($0.done, $0.hasLeft) }, found.isWanted)
        }
    }

    /// Counts a picture that was decoded.
    func count(_ format: PictureFormat, _ microseconds: UInt64) {
        state.withLock { state in
            state.counts[format, default: (0, 0)].count += 1
            state.counts[format]?.microseconds += microseconds
        }
    }

    /// How many were decoded and in which time, by format, and how many joined a decode that was under way.
    var counts: (formats: [(format: PictureFormat, count: UInt64, microseconds: UInt64)], joined: UInt64) {
        state.withLock { state in
            let sorted = state.counts.sorted { $0.key.rawValue < $1.key.rawValue }
            return (sorted.map { ($0.key, $0.value.count, $0.value.microseconds) }, state.joined)
        }
    }
}

/// A decode, by a worker.
private final class ImageDecoding: OperationBody {
    private let subject: ImageDecodes.Subject
    private let id: UInt64
    private let parts: EngineParts
    private let result = Locked<Result<SharedImage, LaminaError>?>(.leaf, nil)

    init(_ subject: ImageDecodes.Subject, _ id: UInt64, _ parts: EngineParts) {
        self.subject = subject
        self.id = id
        self.parts = parts
    }

    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        let found: Result<SharedImage, LaminaError>
        do throws(LaminaError) {
            let watch = DecodingWatch(microseconds: parts.limits.pictureMicroseconds) { operation.isCancelled }
            found = .success(try parts.decode(subject, pool: worker.pool, watch))
        } catch {
            found = .failure(subject.named(error))
        }
        result.withLock { $0 = found }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        let gone = LaminaError.pictureNotWanted
        let found = cancelled ? .failure(gone) : result.withLock { $0 } ?? .failure(gone)
        let (waiters, isWanted) = parts.decodes.end(id)
        if case .success(let image) = found, isWanted { parts.keep(image, subject) }
        for (done, hasLeft) in waiters { done(hasLeft ? .failure(gone) : found) }
    }
}

extension EngineParts {
    /// Has a worker decode a picture, unless it does that already; `done` runs on the owner thread, once. Any thread.
    /// Fails with `invalidHandle` when the context has ended.
    func decode(
        _ subject: ImageDecodes.Subject, priority: Int32, done: @escaping ImageDecodes.Done
    ) throws(LaminaError) -> ImageTicket {
        if let key = subject.key, let ticket = decodes.join(key, subject.file, done) { return ticket }
        let ticket = decodes.add(subject, done)
        do throws(LaminaError) {
            let call = try run(ImageDecoding(subject, ticket.decode, self), priority: priority)
            if !decodes.setCall(call, of: ticket.decode) { _ = cancelCall(call) }
        } catch {
            _ = decodes.end(ticket.decode)
            throw error
        }
        return ticket
    }

    /// See `ImageDecodes.leave`. Any thread.
    func leave(_ ticket: ImageTicket) {
        if let call = decodes.leave(ticket) { _ = cancelCall(call) }
    }

    func decode(
        _ subject: ImageDecodes.Subject, pool: BitmapPool, _ watch: DecodingWatch
    ) throws(LaminaError) -> SharedImage {
        let source =
            switch subject.file {
            case .loaded(let bytes): try PictureSource(try bytes.encoded(), limits: limits)
            case .given(let bytes): try PictureSource(bytes, limits: limits)
            case .path(let path): try PictureSource(path: path, limits: limits)
            }
        return try decode(source, subject.recipe, pool: pool, watch)
    }

    func decode(
        _ source: PictureSource, _ recipe: ImageRecipe, pool: BitmapPool, _ watch: DecodingWatch
    ) throws(LaminaError) -> SharedImage {
        let start = monotonicMicroseconds()
        let image = try recipe.make(of: source, pool: pool, watch: watch)
        decodes.count(source.format, monotonicMicroseconds() - start)
        images.add(image)
        return image
    }

    /// Keeps a picture that was decoded, if it may be.
    func keep(_ image: SharedImage, _ subject: ImageDecodes.Subject) {
        guard subject.isKept, let key = subject.key, let url = subject.url else { return }
        var loaded: LoadedBytes?
        if case .loaded(let bytes) = subject.file { loaded = bytes }
        imageCache.put(image, key, url: url, number: subject.number, of: loaded, subject.stamp)
    }
}

extension ImageDecodes.Subject {
    /// What went wrong, with the URL; of a file its path is said.
    func named(_ error: LaminaError) -> LaminaError {
        url.map { LaminaError(error.code, "'\($0.prefix(200))': \(error.message)") } ?? error
    }
}

extension LoadedBytes {
    /// The same bytes for decoders, which keep them in place.
    public func encoded() throws(LaminaError) -> EncodedPicture {
        try withBytes { (bytes) throws(LaminaError) in try EncodedPicture(copying: bytes) }
    }
}
