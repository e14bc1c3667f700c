public import LaminaDraw
public import LaminaGeometry
internal import LaminaLock

/// A step of the host's own: it changes the pixels in place.
public struct HostPictureStep: Hashable, Sendable {
    private let key: [UInt]
    fileprivate let call: @Sendable (PixelBuffer) throws(LaminaError) -> Void

    /// Equal keys are the same step.
    public init(key: [UInt], _ call: @escaping @Sendable (PixelBuffer) throws(LaminaError) -> Void) {
        self.key = key
        self.call = call
    }

    public static func == (left: HostPictureStep, right: HostPictureStep) -> Bool { left.key == right.key }
    public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

public enum ImageStep: Hashable, Sendable {
    case picture(PictureStep)
    case host(HostPictureStep)
}

/// A picture being made of another one, by a worker.
final class ImageModifying: OperationBody {
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
            var bitmap = source.bitmap
            for step in steps {
                switch step {
                case .picture(let step): bitmap = try step.apply(to: bitmap, pool: worker.pool, watch: watch)
                case .host(let step):
                    try watch.check()
                    let copy = try bitmap.withPixels { (pixels) throws(LaminaError) in try worker.pool.copy(pixels) }
                    try copy.withPixels { (pixels) throws(LaminaError) in try step.call(pixels) }
                    copy.isOpaque = copy.withPixels { $0.isOpaque }
                    bitmap = copy
                }
            }
            _ = image.finish(.loaded(bitmap, nil))
        } catch {
            _ = image.finish(.failed(error))
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        ImageLoading.complete(image, cancelled: cancelled, in: engine, done)
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
    /// The picture that a loaded one becomes by these steps, to be made by `modify`; that of equal steps is the same.
    public func modifiedImage(_ source: SharedImage, _ steps: [ImageStep]) throws(LaminaError) -> SharedImage {
        if let known = modifiedImages.find(source, steps) { return known }
        let image = try makeLoadingImage()
        modifiedImages.add(image, source, steps)
        return image
    }

    /// Has a worker make a picture of a loaded one, unless it is there. `done` runs on the owner thread, once, with
    /// what went wrong. Any thread.
    public func modify(
        _ source: SharedImage, _ steps: [ImageStep], into image: SharedImage, priority: Int32,
        done: (@Sendable (LaminaError?) -> Void)?
    ) throws(LaminaError) {
        let call = try run(ImageModifying(image, source, steps, limits, done), priority: priority)
        image.cancelWork = { [weak self] in _ = self?.cancelCall(call) }
    }
}
