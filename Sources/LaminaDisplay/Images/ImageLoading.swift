public import LaminaDraw
public import LaminaGeometry
public import LaminaLoading
internal import LaminaLock
internal import LaminaNode

/// How a picture is loaded.
public struct ImageLoadOptions: Sendable {
    /// The size that it is shown in; nil for its own.
    public var room: PictureRoom?
    /// Keeps the file of an animation, to be played.
    public var isAnimated = false
    /// As an operation's.
    public var priority: Int32 = 0

    public init() {}
}

/// What a picture is loaded from.
public enum ImageOrigin: Sendable {
    case bytes(EncodedPicture)
    case path(String)
    case url(LoadRequest)
}

/// What may be asked of a picture that is loaded.
public enum ImageState: Int32, Sendable {
    case loaded = 0
    case loading = 1
    case failed = 2
    case cancelled = 3
    /// Of a node: it is not near enough to being seen.
    case waiting = 4
}

extension SharedImage {
    public var state: ImageState {
        switch stage {
        case .loaded: .loaded
        case .loading: .loading
        case .failed(let error): error.code == .cancelled ? .cancelled : .failed
        }
    }

    /// The picture, of which there are pixels. Fails with `invalidState` as long as it is loaded, and with the reason
    /// when that failed.
    public func loaded(_ argument: StaticString) throws(LaminaError) -> SharedImage {
        switch stage {
        case .loaded: return self
        case .loading:
            throw LaminaError(
                .invalidState, "\(argument) is still loading; only a node may wait for it, by lamina_node_set_image()")
        case .failed(let error):
            throw LaminaError(error.code, "\(argument) was not loaded: \(error.message)")
        }
    }
}

/// A picture being loaded from a file by a worker.
final class ImageLoading: OperationBody {
    private let image: SharedImage
    private let open: @Sendable (WorkLimits) throws(LaminaError) -> PictureSource
    private let options: ImageLoadOptions
    private let limits: WorkLimits
    private let decodes: ImageDecodes
    private let done: (@Sendable (LaminaError?) -> Void)?

    init(
        _ image: SharedImage, _ options: ImageLoadOptions, _ parts: EngineParts,
        _ done: (@Sendable (LaminaError?) -> Void)?,
        open: @escaping @Sendable (WorkLimits) throws(LaminaError) -> PictureSource
    ) {
        self.image = image
        self.open = open
        self.options = options
        limits = parts.limits
        decodes = parts.decodes
        self.done = done
    }

    /// What is shown already goes first.
    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            let source = try open(limits)
            let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { operation.isCancelled }
            let start = monotonicMicroseconds()
            let bitmap = try source.decode(for: options.room, pool: worker.pool, watch: watch)
            decodes.count(source.format, monotonicMicroseconds() - start)
            _ = image.finish(.loaded(bitmap, options.isAnimated && source.isAnimated ? source : nil))
        } catch {
            _ = image.finish(.failed(error))
        }
    }

    func complete(cancelled: Bool, in engine: Engine) { Self.complete(image, cancelled: cancelled, in: engine, done) }

    /// What was to be loaded is there, or will not be.
    static func complete(
        _ image: SharedImage, cancelled: Bool, in engine: Engine, _ done: (@Sendable (LaminaError?) -> Void)?
    ) {
        if cancelled { _ = image.finish(.failed(LaminaError(.cancelled, "the picture is not wanted any more"))) }
        engine.parts.settle(image, done)
    }
}

extension EngineParts {
    /// A picture that is to be loaded: `startLoading` follows. Any thread.
    public func makeLoadingImage() throws(LaminaError) -> SharedImage {
        let image = SharedImage(loading: try pool.take(width: 1, height: 1, cleared: true))
        images.add(image)
        return image
    }

    /// Has a picture loaded. `done` runs on the owner thread, once, with what went wrong. Any thread.
    public func startLoading(
        _ image: SharedImage, _ origin: ImageOrigin, _ options: ImageLoadOptions,
        done: (@Sendable (LaminaError?) -> Void)?
    ) throws(LaminaError) {
        let body: ImageLoading
        switch origin {
        case .url(let request): return try startLoading(image, request, options, done: done)
        case .bytes(let bytes):
            body = ImageLoading(image, options, self, done) { (limits) throws(LaminaError) in
                try PictureSource(bytes, limits: limits)
            }
        case .path(let path):
            body = ImageLoading(image, options, self, done) { (limits) throws(LaminaError) in
                try PictureSource(path: path, limits: limits)
            }
        }
        let call = try run(body, priority: options.priority)
        image.cancelWork = { [weak self] in _ = self?.cancelCall(call) }
    }

    /// Loading is over: nodes that waited show the picture, and then its host is told. Owner thread.
    func settle(_ image: SharedImage, _ done: (@Sendable (LaminaError?) -> Void)?) {
        image.cancelWork = nil
        let waiting = image.takeWaiting()
        var failure: LaminaError?
        switch image.stage {
        case .loaded: for node in waiting { show(image, in: node) }
        case .failed(let error):
            failure = error
            for node in waiting { _ = pendingImages.take(node) }
        case .loading: break
        }
        done?(failure)
    }

    /// Ends the loading of a picture. Fails with `invalidState` when that is over. Any thread.
    public func cancelLoading(_ image: SharedImage) throws(LaminaError) {
        let cancelled = LaminaError(.cancelled, "the picture is not wanted any more")
        guard image.finish(.failed(cancelled)) else {
            throw LaminaError(.invalidState, "image is not loading: it is loaded, has failed or was cancelled")
        }
        image.cancelWork?()
    }
}
