public import LaminaDraw
public import LaminaGeometry
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
}

/// What may be asked of a picture that is loaded.
public enum ImageState: Int32, Sendable {
    case loaded = 0
    case loading = 1
    case failed = 2
    case cancelled = 3
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

/// A picture being loaded, by a worker.
final class ImageLoading: OperationBody {
    private let image: SharedImage
    private let origin: ImageOrigin
    private let options: ImageLoadOptions
    private let limits: WorkLimits
    private let done: (@Sendable (LaminaError?) -> Void)?

    init(
        _ image: SharedImage, _ origin: ImageOrigin, _ options: ImageLoadOptions, _ limits: WorkLimits,
        _ done: (@Sendable (LaminaError?) -> Void)?
    ) {
        self.image = image
        self.origin = origin
        self.options = options
        self.limits = limits
        self.done = done
    }

    /// What is shown already goes first.
    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            let source: PictureSource
            switch origin {
            case .bytes(let bytes): source = try PictureSource(bytes, limits: limits)
            case .path(let path): source = try PictureSource(path: path, limits: limits)
            }
            let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { operation.isCancelled }
            let bitmap = try source.decode(for: options.room, pool: worker.pool, watch: watch)
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
        let waiting = image.takeWaiting()
        var failure: LaminaError?
        switch image.stage {
        case .loaded: for node in waiting { engine.show(image, in: node) }
        case .failed(let error):
            failure = error
            for node in waiting { _ = engine.parts.pendingImages.take(node) }
        case .loading: break
        }
        done?(failure)
    }
}

extension EngineParts {
    /// A picture that is to be loaded: `startLoading` follows. Any thread.
    public func makeLoadingImage() throws(LaminaError) -> SharedImage {
        let image = SharedImage(loading: try pool.take(width: 1, height: 1, cleared: true))
        images.add(image)
        return image
    }

    /// Has a worker load a picture. `done` runs on the owner thread, once, with what went wrong. Any thread.
    public func startLoading(
        _ image: SharedImage, _ origin: ImageOrigin, _ options: ImageLoadOptions,
        done: (@Sendable (LaminaError?) -> Void)?
    ) throws(LaminaError) {
        let body = ImageLoading(image, origin, options, limits, done)
        image.call = try run(body, priority: options.priority)
    }

    /// Ends the loading of a picture. Fails with `invalidState` when that is over. Any thread.
    public func cancelLoading(_ image: SharedImage) throws(LaminaError) {
        let cancelled = LaminaError(.cancelled, "the picture is not wanted any more")
        guard image.finish(.failed(cancelled)) else {
            throw LaminaError(.invalidState, "image is not loading: it is loaded, has failed or was cancelled")
        }
        if let call = image.call { _ = cancelCall(call) }
    }
}
