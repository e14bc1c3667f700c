public import LaminaDraw
public import LaminaGeometry
public import LaminaLoading
internal import LaminaLock

/// A picture by its URL on the way to one who wants it: fetched, then decoded, each together with equal ones.
final class ImageRequest: Sendable {
    private enum Step {
        case beginning
        case fetching(UInt64)
        case decoding(ImageTicket)
        case over
    }

    private struct State {
        var step = Step.beginning
        var isCancelled = false
    }

    private let parts: EngineParts
    private let request: LoadRequest
    private let options: ImageLoadOptions
    private let key: ImageKey
    private let number: UInt64
    /// What is in memory of a file that may have changed.
    private let found: ImageCache.Found?
    private let done: ImageDecodes.Done
    private let state = Locked<State>(.leaf, State())

    /// `done` runs on the owner thread, once.
    init(
        _ parts: EngineParts, _ request: LoadRequest, _ options: ImageLoadOptions, _ key: ImageKey,
        done: @escaping ImageDecodes.Done
    ) {
        self.parts = parts
        self.request = request
        self.options = options
        self.key = key
        self.done = done
        found = request.reloads ? nil : parts.imageCache.peek(key)
        number = parts.decodes.nextNumber()
    }

    /// Fails as `Loader.start` does; it is not told of anything then.
    func begin() throws(LaminaError) {
        if !request.reloads, let ticket = parts.decodes.join(key, nil, { [self] in end($0) }) {
            return note(.decoding(ticket))
        }
        let priority: LoadPriority = options.priority > 0 ? .high : options.priority < 0 ? .low : .normal
        var wanted = request
        wanted.known = found?.stamp
        let load = try parts.loader.start(wanted, priority: priority) { [self] in fetched($0) }
        note(.fetching(load))
    }

    /// What is cancelled before it is noted is cancelled here.
    private func note(_ step: Step) {
        let isCancelled = state.withLock { state -> Bool in
            // The load may be over by now.
            switch (state.step, step) {
            case (.beginning, _), (.fetching, .decoding): state.step = step
            default: break
            }
            return state.isCancelled
        }
        if isCancelled { cancel() }
    }

    private func fetched(_ result: LoadResult) {
        if let failure = result.failure { return end(.failure(failure)) }
        if state.withLock({ $0.isCancelled }) {
            return end(.failure(.pictureNotWanted))
        }
        if result.isUnchanged, let found { return end(.success(found.image)) }
        if let image = parts.imageCache.find(key, of: result.bytes) { return end(.success(image)) }
        let subject = ImageDecodes.Subject(
            key: key, file: .loaded(result.bytes), recipe: options.recipe, url: request.url, stamp: result.stamp,
            number: number, isKept: !request.keepsNothing)
        do throws(LaminaError) {
            let ticket = try parts.decode(subject, priority: options.priority) { [self] in end($0) }
            note(.decoding(ticket))
        } catch {
            end(.failure(error))
        }
    }

    private func end(_ result: Result<SharedImage, LaminaError>) {
        state.withLock { $0.step = .over }
        done(result)
    }

    /// Its end says so. Any thread.
    func cancel() {
        let step = state.withLock { state in
            state.isCancelled = true
            return state.step
        }
        switch step {
        case .fetching(let load): _ = parts.loader.cancel(load)
        case .decoding(let ticket): parts.leave(ticket)
        case .beginning, .over: break
        }
    }
}

extension EngineParts {
    /// A picture that is kept in memory; nil when it has to be loaded, or its file looked at. Any thread.
    public func findImage(_ request: LoadRequest, _ options: ImageLoadOptions) -> SharedImage? {
        if request.reloads { return nil }
        return imageCache.find(Self.key(request, options)).flatMap { $0.stamp == nil ? $0.image : nil }
    }

    /// A picture that is kept in memory, with the stamp of its file, if it is one.
    public func imageInMemory(_ url: String, for room: PictureRoom?) -> (image: SharedImage, stamp: FileStamp?)? {
        var recipe = ImageRecipe()
        recipe.room = room
        return imageCache.find(ImageKey(ImageName(url: url), recipe)).map { ($0.image, $0.stamp) }
    }

    /// The size of a picture in its file, as long as it is kept in memory, whatever it was decoded to; and which file.
    public func ownSizeOfImage(_ url: String) -> (size: Size, stamp: FileStamp?)? {
        imageCache.findAnySize(ImageName(url: url)).map { found in
            let pixels = found.image.bitmap
            return (
                found.image.ownSize ?? Size(width: Double(pixels.width), height: Double(pixels.height)), found.stamp
            )
        }
    }

    /// Forgets what was made of a file as it is not any more.
    public func forgetImage(_ url: String, _ stamp: FileStamp) { imageCache.forget(ImageName(url: url), stamp) }

    /// Decodes a picture on the calling thread, for a room or in its own size. One of a URL is kept in memory.
    public func decodeImage(
        _ source: PictureSource, _ url: String?, _ stamp: FileStamp?, for room: PictureRoom?, watch: DecodingWatch
    ) throws(LaminaError) -> SharedImage {
        var recipe = ImageRecipe()
        recipe.room = room
        let image = try decode(source, recipe, pool: pool, watch)
        if let url {
            let name = ImageName(url: url)
            imageCache.put(image, ImageKey(name, recipe), url: url, number: decodes.nextNumber(), stamp)
        }
        return image
    }

    private static func key(_ request: LoadRequest, _ options: ImageLoadOptions) -> ImageKey {
        ImageKey(ImageName(url: request.url), options.recipe)
    }

    /// See `startLoading`; the picture may have been found.
    func startLoading(
        _ image: SharedImage, _ request: LoadRequest, _ options: ImageLoadOptions,
        done: (@Sendable (LaminaError?) -> Void)?
    ) throws(LaminaError) {
        if image.state == .loaded {
            if let done { _ = try run(ImageThere(done)) }
            return
        }
        let wanted = ImageRequest(self, request, options, Self.key(request, options)) { [self] in
            finish(image, $0, done)
        }
        image.cancelWork = { [weak wanted] in wanted?.cancel() }
        try wanted.begin()
    }
}

/// Tells of a picture that was in memory.
private final class ImageThere: OperationBody {
    private let done: @Sendable (LaminaError?) -> Void
    init(_ done: @escaping @Sendable (LaminaError?) -> Void) { self.done = done }
    func execute(on worker: Worker, as operation: Operation) {}
    func complete(cancelled: Bool, in engine: Engine) { done(nil) }
    var isBrief: Bool { true }
}
