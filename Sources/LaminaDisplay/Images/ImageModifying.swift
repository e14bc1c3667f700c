internal import LaminaDraw
public import LaminaGeometry
internal import LaminaLock

/// A picture being made of another one, by a worker.
private final class ImageModifying: OperationBody {
    private let image: SharedImage
    private let source: SharedImage
    private let steps: [ImageStep]
    private let limits: WorkLimits
    private let done: (@Sendable (LaminaError?) -> Void)?

    init(
        _ image: SharedImage, _ source: SharedImage, _ steps: [ImageStep], _ limits: WorkLimits,
        _ done: (@Sendable (LaminaError?) -> Void)?
    ) {
        self.image = image
        self.source = source
        self.steps = steps
        self.limits = limits
        self.done = done
    }

    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        // One who asked for the same may have been first.
        guard case .loading = image.stage else { return }
        do throws(LaminaError) {
            let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { operation.isCancelled }
            let whole = try source.loaded("image").bitmap
            _ = image.finish(.loaded(try steps.apply(to: whole, pool: worker.pool, watch: watch), nil))
        } catch {
            _ = image.finish(.failed(error))
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        if cancelled { _ = image.finish(.failed(.pictureNotWanted)) }
        engine.parts.settle(image, done)
    }
}

/// The pictures that were made of others, by what they were made with, as long as anybody holds them.
final class ModifiedImages: Sendable {
    private struct Key: Hashable {
        let source: ObjectIdentifier
        let steps: [ImageStep]
    }

    private struct Entry {
        weak var image: SharedImage?
        /// A key with its address is no one else's as long as it lives.
        weak var source: SharedImage?
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var limit = 32
    }

    private let state = Locked<State>(.wake, State())

    /// One that is there, or on its way.
    func find(_ source: SharedImage, _ steps: [ImageStep]) -> SharedImage? {
        let key = Key(source: ObjectIdentifier(source), steps: steps)
        let found = state.withLock { $0.entries[key] }
        guard let found, found.source === source, let image = found.image else { return nil }
        switch image.stage {
        case .loaded, .loading: return image
        case .failed: return nil
        }
    }

    func add(_ image: SharedImage, _ source: SharedImage, _ steps: [ImageStep]) {
        let key = Key(source: ObjectIdentifier(source), steps: steps)
        state.withLock { state in
            if state.entries.count >= state.limit {
                state.entries = state.entries.filter { $0.value.image != nil }
                state.limit = max(32, state.entries.count * 2)
            }
            state.entries[key] = Entry(image: image, source: source)
        }
    }
}

extension EngineParts {
    /// The picture that another one becomes by these steps, to be made by `modify`; that of equal steps is the same.
    public func modifiedImage(_ source: SharedImage, _ steps: [ImageStep]) throws(LaminaError) -> SharedImage {
        if let known = modifiedImages.find(source, steps) { return known }
        let image = try makeLoadingImage()
        modifiedImages.add(image, source, steps)
        return image
    }

    /// Has a worker make a picture of another one, as soon as that is loaded, unless it is there. `done` runs on the
    /// owner thread, once, with what went wrong. Any thread.
    public func modify(
        _ source: SharedImage, _ steps: [ImageStep], into image: SharedImage, priority: Int32,
        done: (@Sendable (LaminaError?) -> Void)?
    ) throws(LaminaError) {
        let told = Locked<Bool>(.leaf, false)
        /// When it is cancelled while it waits, this happens early.
        let tell: @Sendable (LaminaError?) -> Void = { failure in
            let isFirst = told.withLock { told in
                defer { told = true }
                return !told
            }
            if isFirst { done?(failure) }
        }
        let begin: @Sendable () throws(LaminaError) -> Void = { [self] () throws(LaminaError) in
            let call = try run(ImageModifying(image, source, steps, limits, tell), priority: priority)
            image.cancelWork = { [weak self] in _ = self?.cancelCall(call) }
        }
        // Before it waits, so that this does not take the place of what cancels the work.
        if case .loading = source.stage {
            image.cancelWork = { [weak self] in
                guard let self else { return }
                _ = try? post { [self] in settle(image, tell) }
            }
        }
        let isWaiting = source.add(
            .call { [self] in
                do throws(LaminaError) {
                    try begin()
                } catch {
                    // The context has ended.
                    _ = image.finish(.failed(error))
                    settle(image, tell)
                }
            })
        if !isWaiting { try begin() }
    }
}
