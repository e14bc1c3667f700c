internal import LaminaGeometry
internal import LaminaLock
public import LaminaNode

/// A node that shows a picture as soon as it is loaded.
final class PendingImage: Sendable {
    let node: NodeID
    let options: ImageOptions

    init(_ node: NodeID, _ options: ImageOptions) {
        self.node = node
        self.options = options
    }
}

/// Which picture each node waits for: the last one that it was given, and none once it was given anything else.
final class PendingImages: Sendable {
    private struct Entry {
        let pending: PendingImage
        weak var image: SharedImage?
        /// What the node showed when it was given the picture.
        weak var before: (any NodeContent)?
        let hadContent: Bool
    }

    private let entries = Locked<[NodeID: Entry]>(.leaf, [:])

    func put(_ pending: PendingImage, _ image: SharedImage, before: (any NodeContent)?) {
        let entry = Entry(pending: pending, image: image, before: before, hadContent: before != nil)
        let old = entries.withLock { $0.updateValue(entry, forKey: pending.node) }
        withExtendedLifetime(old) {}
    }

    func remove(_ node: NodeID) {
        let old = entries.withLock { $0.isEmpty ? nil : $0.removeValue(forKey: node) }
        withExtendedLifetime(old) {}
    }

    /// All that wait, and for what.
    var waiting: [(node: NodeID, image: SharedImage, options: ImageOptions)] {
        entries.withLock { entries in
            entries.values.compactMap { entry in
                entry.image.map { (entry.pending.node, $0, entry.pending.options) }
            }
        }
    }

    /// Whether the node still waits for this one, as far as is known here; it does not any more. What is returned says
    /// whether its contents are still those that it had.
    func take(_ pending: PendingImage) -> (((any NodeContent)?) -> Bool)? {
        let entry = entries.withLock { entries -> Entry? in
            guard entries[pending.node]?.pending === pending else { return nil }
            return entries.removeValue(forKey: pending.node)
        }
        guard let entry else { return nil }
        return { content in
            // Contents that other traits were adapted to are other ones; a picture has none.
            entry.hadContent ? content != nil && (content === entry.before || content is ImageContent) : content == nil
        }
    }
}

extension EngineParts {
    /// Has a node show a picture when it is loaded, until then what it shows; false when it is loaded. Any thread.
    public func showWhenLoaded(
        _ image: SharedImage, _ options: ImageOptions, in node: NodeID, before: (any NodeContent)?
    ) -> Bool {
        let pending = PendingImage(node, options)
        pendingImages.put(pending, image, before: before)
        if image.add(.node(pending)) { return true }
        pendingImages.remove(node)
        return false
    }

    /// A node was given this picture, or something else: it waits for no other, and plays what moves. Any thread.
    public func noteShown(_ image: SharedImage?, _ content: ImageContent?, _ options: ImageOptions, in node: NodeID) {
        pendingImages.remove(node)
        guard let image, let content, case .animation(let animation)? = image.file else { return players.remove(node) }
        players.put(FramePlayer(node, animation, image, content, options))
        wake.signal()
    }
}

extension EngineParts {
    /// The picture is loaded that a node was given; shown unless it was given something else since. Owner thread.
    func show(_ image: SharedImage, in pending: PendingImage) {
        guard let isUnchanged = pendingImages.take(pending) else { return }
        let content = ImageContent(image, pending.options)
        var discarded = Discarded()
        let isShown = withNodes { store -> Bool in
            guard let index = store.find(pending.node), isUnchanged(store[index].content) else { return false }
            store.setContent(content, of: index, &discarded)
            return true
        }
        _ = consume discarded
        if isShown { noteShown(image, content, pending.options, in: pending.node) }
    }

    /// Works on nodes, and wakes the owner thread for what was changed.
    func withNodes<R>(_ body: (inout NodeStore) -> R) -> R {
        var hasNews = false
        defer { if hasNews { wake.signal() } }
        return nodes.withLock { store in
            defer { hasNews = store.takeNews() }
            return body(&store)
        }
    }
}
