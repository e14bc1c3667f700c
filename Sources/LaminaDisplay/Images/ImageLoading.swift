public import LaminaDraw
public import LaminaGeometry
public import LaminaLoading
internal import LaminaLock
internal import LaminaNode

/// How a picture is loaded.
public struct ImageLoadOptions: Sendable {
    public var recipe = ImageRecipe()
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
        let subject: ImageDecodes.Subject
        switch origin {
        case .url(let request): return try startLoading(image, request, options, done: done)
        case .bytes(let bytes):
            subject = ImageDecodes.Subject(key: nil, file: .given(bytes), recipe: options.recipe)
        case .path(let path):
            let key = ImageKey(ImageName(path: path), options.recipe)
            subject = ImageDecodes.Subject(key: key, file: .path(path), recipe: options.recipe)
        }
        let ticket = try decode(subject, priority: options.priority) { [self] in finish(image, $0, done) }
        image.cancelWork = { [weak self] in self?.leave(ticket) }
    }

    /// A picture was decoded, or could not be. Owner thread.
    func finish(
        _ image: SharedImage, _ result: Result<SharedImage, LaminaError>, _ done: (@Sendable (LaminaError?) -> Void)?
    ) {
        switch result {
        case .success(let found): _ = image.finish(.loaded(found.bitmap, found.file))
        case .failure(let error): _ = image.finish(.failed(error))
        }
        settle(image, done)
    }

    /// Loading is over: nodes that waited show the picture, and then its host is told. Owner thread.
    func settle(_ image: SharedImage, _ done: (@Sendable (LaminaError?) -> Void)?) {
        image.cancelWork = nil
        let waiting = image.takeWaiting()
        var failure: LaminaError?
        switch image.stage {
        case .loaded:
            for case .node(let node) in waiting { show(image, in: node) }
            for case .drawing(let node) in waiting {
                withNodes { store in if let index = store.find(node) { store.setNeedsDisplay(index) } }
            }
        case .failed(let error):
            failure = error
            for case .node(let node) in waiting { _ = pendingImages.take(node) }
        case .loading: break
        }
        for case .call(let call) in waiting { call() }
        done?(failure)
    }

    /// Has `call` run on the owner thread when the loading of a picture is over; false when it is.
    public func awaitLoading(_ image: SharedImage, _ call: @escaping @Sendable () -> Void) -> Bool {
        image.add(.call(call))
    }

    /// Ends the loading of a picture. Fails with `invalidState` when that is over. Any thread.
    public func cancelLoading(_ image: SharedImage) throws(LaminaError) {
        guard image.finish(.failed(.pictureNotWanted)) else {
            throw LaminaError(.invalidState, "image is not loading: it is loaded, has failed or was cancelled")
        }
        image.cancelWork?()
    }
}
