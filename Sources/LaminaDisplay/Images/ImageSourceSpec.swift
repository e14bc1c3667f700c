internal import LaminaDraw
public import LaminaGeometry
public import LaminaLoading
internal import LaminaLock
public import LaminaNode

/// From where a node loads its picture, and how it shows it.
public struct ImageSourceSpec: Sendable {
    /// The same picture, the best first.
    public let urls: [String]
    /// For their keys.
    let names: [ImageName]
    public var image = ImageOptions()
    /// What follows decoding.
    public var steps: [ImageStep] = []
    /// The size that it is decoded for, in place of that of the node.
    public var forcedSize: (width: Int, height: Int)?
    /// Shown while nothing else is there.
    public var fallback: SharedImage?
    /// Keeps the file of an animation, to be played.
    public var isAnimated = false
    /// Shows a progressive JPEG as it comes.
    public var showsPreviews = false
    /// Loads the worst first, and then better ones.
    public var loadsWorseFirst = false
    /// Loads wherever the node is.
    public var isEager = false
    /// Loads it anew once, whatever memory has.
    public var reloads = false

    public init(urls: [String]) {
        self.urls = urls
        names = urls.map { ImageName(url: $0) }
    }

    /// Whether the same is loaded and shown.
    func isSame(as other: ImageSourceSpec) -> Bool {
        urls.elementsEqual(other.urls) { $0.utf8.elementsEqual($1.utf8) } && image == other.image
            && fallback === other.fallback && isAnimated == other.isAnimated && showsPreviews == other.showsPreviews
            && loadsWorseFirst == other.loadsWorseFirst && isEager == other.isEager && steps == other.steps
            && forcedSize?.width == other.forcedSize?.width && forcedSize?.height == other.forcedSize?.height
    }

    /// How the picture is made for a room.
    func recipe(_ room: PictureRoom?) -> ImageRecipe {
        var recipe = ImageRecipe()
        recipe.room = room
        recipe.isAnimated = isAnimated
        recipe.steps = steps
        return recipe
    }

    /// The room in pixels that a picture is decoded for in a node of this size; nil for its own size.
    func room(_ size: Size, scale: Double) -> PictureRoom? {
        if let (width, height) = forcedSize {
            return PictureRoom(width: width, height: height, mode: image.gravity == .aspectFit ? .fit : .fill)
        }
        return image.room(size, scale: scale)
    }
}

extension ImageOptions {
    /// The room in pixels that a picture is decoded for in a node of this size; nil for its own size.
    func room(_ size: Size, scale: Double) -> PictureRoom? {
        let isScaled = gravity == .resize || gravity == .aspectFit || gravity == .aspectFill
        if !isScaled || slices != .zero || size.width <= 0 && size.height <= 0 { return nil }
        func side(_ length: Double, _ share: Double) -> Int {
            let most = PixelBuffer.maximumSide
            if length <= 0 { return most }
            return max(1, Int(min((length * scale / share - Pixels.epsilon).rounded(.up), Double(most))))
        }
        // A side that follows from the picture limits nothing.
        let isOpen = size.width <= 0 || size.height <= 0
        return PictureRoom(
            width: side(size.width, source.size.width), height: side(size.height, source.size.height),
            mode: gravity == .aspectFit || isOpen ? .fit : .fill)
    }
}

/// What became of the picture that a node loads.
public struct ImageSourceStatus: Sendable, Equatable {
    public var state = ImageState.waiting
    public var failure: LaminaError?
    /// Which of the URLs shows; nil for none.
    public var shown: Int?
    /// It shows less than will be.
    public var isPreview = false
    /// 0 to 1 of the bytes of what is loaded.
    public var progress = 0.0
    /// Where what shows is from; nil when nothing does, or it was in memory.
    public var from: LoadSource?
    /// Of the response to the URL that `failure` is about; 0 for none.
    public var httpStatus = 0

    public static func == (a: ImageSourceStatus, b: ImageSourceStatus) -> Bool {
        a.state == b.state && a.failure?.code == b.failure?.code && a.failure?.message == b.failure?.message
            && a.shown == b.shown && a.isPreview == b.isPreview && a.progress == b.progress && a.from == b.from
            && a.httpStatus == b.httpStatus
    }
}

/// The sources of a context, by the nodes that have them; the nodes hold them.
final class ImageSources: Sendable {
    private struct Entry {
        weak var source: NodeImageSource?
    }

    private struct State {
        var isClosed = false
        var sources: [NodeID: Entry] = [:]
        /// Those that wait for a layout to say how large their nodes are.
        var waiting: [Entry] = []
    }

    private let state = Locked<State>(.leaf, State())

    /// The context ends: nobody is told of anything any more.
    func close() { state.withLock { $0.isClosed = true } }
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func find(_ node: NodeID) -> NodeImageSource? {
        state.withLock { $0.sources.isEmpty ? nil : $0.sources[node]?.source }
    }
    var living: [NodeImageSource] { state.withLock { $0.sources.values.compactMap(\.source) } }
    func put(_ source: NodeImageSource) { state.withLock { $0.sources[source.node] = Entry(source: source) } }

    /// Forgets a source, unless the node has another one by now; nil for one that ends.
    func remove(_ node: NodeID, _ source: NodeImageSource?) {
        state.withLock { state in
            if state.sources[node]?.source === source { state.sources[node] = nil }
        }
    }

    func awaitLayout(_ source: NodeImageSource) { state.withLock { $0.waiting.append(Entry(source: source)) } }

    /// A layout was applied. Owner thread.
    func layoutEnded() {
        let waiting = state.withLock { state -> [NodeImageSource] in
            if state.waiting.isEmpty { return [] }
            defer { state.waiting = [] }
            return state.waiting.compactMap(\.source)
        }
        for source in waiting { source.wasLaidOut() }
    }
}

extension EngineParts {
    /// Gives a node a source in place of the one that it has, or none. To be called with the tree locked; what it
    /// returns is to be called without, and may begin to load. Any thread.
    public func setImageSource(
        _ spec: ImageSourceSpec?, tell: (@Sendable (ImageSourceStatus) -> Void)?, of node: NodeID,
        in store: inout NodeStore, _ index: Int32, _ discarded: inout Discarded
    ) -> @Sendable () -> Void {
        if let spec, let old = imageSources.find(node), spec.isSame(as: old.spec) {
            let replaced = old.replaceObserver(tell)
            old.willRetry()
            return { [self] in
                withExtendedLifetime(replaced) {}
                onOwner { old.retry(reloads: spec.reloads) }
            }
        }
        endImageSource(of: node, in: &store, index, &discarded)
        guard let spec else { return {} }
        pendingImages.remove(node)
        let source = NodeImageSource(self, node, spec, shows: store[index].content, tell)
        imageSources.put(source)
        source.addObservers(in: &store, index)
        return { [self] in onOwner { [weak source] in source?.begin() } }
    }

    private func onOwner(_ call: @escaping OwnerCall) { _ = calls.post(call) }

    /// A node shows something else from now on. Any thread.
    public func endImageSource(of node: NodeID, in store: inout NodeStore, _ index: Int32, _ discarded: inout Discarded)
    {
        guard let source = imageSources.find(node) else { return }
        imageSources.remove(node, source)
        source.removeObservers(in: &store, index, &discarded)
    }

    /// What became of a node's picture; nil for a node without a source. Any thread.
    public func imageSourceStatus(of node: NodeID) -> ImageSourceStatus? { imageSources.find(node)?.status }
}
