internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaLock
public import LaminaNode

/// The pictures that a captured tree lacks: those that its nodes load, and those that they wait for. The tree is laid
/// out and drawn when all have come. A picture is decoded for the room that it has then.
public final class AwaitedPictures: Sendable {
    /// Nodes that lack a picture. Held until no lock is: a source's callback may end with it.
    public struct Candidates {
        fileprivate let sources: [NodeImageSource]
        fileprivate let pending: [(node: NodeID, image: SharedImage, options: ImageOptions)]
    }

    // In boxes: copying them otherwise looks at bits that nobody has set, which valgrind tells of.
    private indirect enum Source {
        case image(SharedImage, ImageOptions)
        case urls(ImageSourceSpec)
    }

    private struct Lack {
        let place: RenderSnapshot.Place
        let traits: ResolvedTraits
        let source: Source
    }

    /// A file that came for one of several URLs.
    private struct File {
        let index: Int
        let bytes: LoadedBytes
        let stamp: FileStamp?
    }

    private let lacks: [Lack]
    private let parts: EngineParts
    /// By the numbers of `lacks`.
    private let files = Locked<[Int: Result<File, LaminaError>]>(.leaf, [:])

    /// Right after the tree below `root` was captured; nil when it lacks none.
    public init?(
        _ snapshot: RenderSnapshot, below root: Int32, in store: borrowing NodeStore, of candidates: Candidates,
        _ parts: EngineParts
    ) {
        var lacks: [Lack] = []
        func add(_ node: NodeID, _ source: Source) {
            guard let index = store.place(of: node), Self.isBelow(root, index, store),
                let place = snapshot.place(of: node, in: store)
            else { return }
            lacks.append(Lack(place: place, traits: store.traits(of: index), source: source))
        }
        for pending in candidates.pending { add(pending.node, .image(pending.image, pending.options)) }
        for source in candidates.sources { add(source.node, .urls(source.spec)) }
        if lacks.isEmpty { return nil }
        self.lacks = lacks
        self.parts = parts
    }

    private static func isBelow(_ root: Int32, _ node: Int32, _ store: borrowing NodeStore) -> Bool {
        var node = node
        while node >= 0 && node != root { node = store[node].parent }
        return node == root
    }

    // MARK: Loading

    /// Has them loaded; `done` runs when all have come or failed, on any thread.
    public func load(_ done: @escaping @Sendable () -> Void) {
        // One more than there are, so that it is not done before all have begun.
        let left = Locked<Int>(.leaf, lacks.count + 1)
        @Sendable func count() {
            let isLast = left.withLock { left in
                left -= 1
                return left == 0
            }
            if isLast { done() }
        }
        for (number, lack) in lacks.enumerated() {
            switch lack.source {
            case .image(let image, _): if !parts.awaitLoading(image, count) { count() }
            case .urls(let spec): load(spec, 0, for: number, count)
            }
        }
        count()
    }

    /// The best that can be had; of several failures the one of the best URL counts.
    private func load(
        _ spec: ImageSourceSpec, _ index: Int, for number: Int, _ done: @escaping @Sendable () -> Void
    ) {
        let end: @Sendable (LoadResult) -> Void = { [self] result in
            guard let failure = result.failure else {
                files.withLock { $0[number] = .success(File(index: index, bytes: result.bytes, stamp: result.stamp)) }
                return done()
            }
            files.withLock { if $0[number] == nil { $0[number] = .failure(failure) } }
            if index + 1 < spec.urls.count { load(spec, index + 1, for: number, done) } else { done() }
        }
        do throws(LaminaError) {
            _ = try parts.loader.start(LoadRequest(url: spec.urls[index]), priority: .high, isDirect: true, end: end)
        } catch {
            end(LoadResult(url: spec.urls[index], failure: error))
        }
    }

    // MARK: On the worker that draws

    /// Gives the nodes what layout needs of their pictures; returns the first failure. A fallback is none.
    func setContents(in snapshot: inout RenderSnapshot) -> LaminaError? {
        var first: LaminaError?
        for (number, lack) in lacks.enumerated() {
            do throws(LaminaError) {
                if let content = try content(of: lack, number) {
                    let adapted = content.adapted(to: lack.traits, textColor: nil)?.content
                    snapshot.setContent(adapted ?? content, at: lack.place)
                }
            } catch {
                first = first ?? error
            }
        }
        return first
    }

    private func content(of lack: Lack, _ number: Int) throws(LaminaError) -> ImageContent? {
        switch lack.source {
        case .image(let image, let options): return ImageContent(try image.loaded("image"), options)
        case .urls(let spec):
            do throws(LaminaError) {
                let file = try source(number, spec)
                let size = spec.recipe(nil).ownSize(ofWidth: file.width, height: file.height)
                return parts.clearImage.map { ImageContent(of: size, spec.image, clear: $0) }
            } catch {
                guard let fallback = spec.fallback else { throw error }
                return ImageContent(fallback, spec.image)
            }
        }
    }

    /// The file of a picture; the failure names its URL.
    private func source(_ number: Int, _ spec: ImageSourceSpec) throws(LaminaError) -> PictureSource {
        guard let found = files.withLock({ $0[number] }) else { throw .pictureNotWanted }
        let file = try found.get()
        do throws(LaminaError) {
            return try PictureSource(try file.bytes.encoded(), limits: parts.limits)
        } catch {
            throw LaminaError(error.code, "'\(spec.urls[file.index].prefix(200))': \(error.message)")
        }
    }

    /// Decodes those that are to be seen; returns the first failure.
    func fill(_ picture: inout LaidOutPicture, on worker: Worker, as operation: Operation) -> LaminaError? {
        var first: LaminaError?
        for (number, lack) in lacks.enumerated() {
            guard case .urls(let spec) = lack.source, let file = files.withLock({ try? $0[number]?.get() }) else {
                continue
            }
            do throws(LaminaError) {
                try picture.fill(lack.place, lack.traits) { (room) throws(LaminaError) in
                    try decode(number, file, spec, room, on: worker, as: operation)
                }
            } catch {
                first = first ?? error
            }
        }
        return first
    }

    private func decode(
        _ number: Int, _ file: File, _ spec: ImageSourceSpec, _ room: PictureRoom?, on worker: Worker,
        as operation: Operation
    ) throws(LaminaError) -> SharedImage {
        var recipe = spec.recipe(spec.forcedSize == nil ? room : spec.room(.zero, scale: 1))
        recipe.isAnimated = false
        let key = ImageKey(spec.names[file.index], recipe)
        if let image = parts.imageCache.find(key, of: file.bytes) { return image }
        let watch = DecodingWatch(microseconds: parts.limits.pictureMicroseconds) { operation.isCancelled }
        let image = try parts.decode(try source(number, spec), recipe, pool: worker.pool, watch)
        parts.imageCache.put(
            image, key, url: spec.urls[file.index], number: parts.decodes.nextNumber(), of: file.bytes,
            file.stamp)
        return image
    }
}

extension EngineParts {
    /// The nodes of the context that lack a picture. To be asked for without a lock.
    public var picturesLacking: AwaitedPictures.Candidates {
        let sources = imageSources.living.filter { source in
            let status = source.status
            return status.state != .loaded || status.isPreview
        }
        // In an order of their own: of several failures the first one is told.
        return AwaitedPictures.Candidates(
            sources: sources.sorted { $0.node.index < $1.node.index },
            pending: pendingImages.waiting.sorted { $0.node.index < $1.node.index })
    }
}
