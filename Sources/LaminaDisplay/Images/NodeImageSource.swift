internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaLock
internal import LaminaNode

/// The picture of a node that loads itself: what is near is fetched, what will be drawn is decoded in the size of the
/// node, and the best that is there shows. What showed before stays until then.
// Unchecked: only the owner thread reaches what changes, but for `told`, and the last reference.
final class NodeImageSource: @unchecked Sendable, InterfaceObserver, LayoutObserver {
    typealias Tell = @Sendable (ImageSourceStatus) -> Void

    let node: NodeID
    let spec: ImageSourceSpec
    weak let parts: EngineParts?
    private let teller: ImageTeller
    private var numbers: (interface: UInt64, layout: UInt64) = (0, 0)

    private enum Stage {
        case notBegun, begun
        /// The node shows something else, or is gone.
        case ended
    }

    private var stage = Stage.notBegun
    private var hasLayout = false
    /// Loads all of it anew, whatever memory has.
    private var isReloading: Bool
    /// Whether the look at a file that is under way, or comes next, was asked for.
    private var isAskedToLook = false
    private let picture: NodePicture
    private let work: ImageSourceWork

    init(_ parts: EngineParts, _ node: NodeID, _ spec: ImageSourceSpec, shows: (any NodeContent)?, _ tell: Tell?) {
        self.parts = parts
        self.node = node
        self.spec = spec
        isReloading = spec.reloads
        picture = NodePicture(node, shows: shows)
        work = ImageSourceWork(spec, parts)
        teller = ImageTeller(tell)
        work.tell(self)
    }

    deinit { parts?.imageSources.remove(node, nil) }

    // MARK: - Any thread

    var status: ImageSourceStatus { teller.status }

    /// To be dropped without a lock.
    func replaceObserver(_ tell: Tell?) -> Tell? { teller.replace(tell) }

    func addObservers(in store: inout NodeStore, _ index: Int32) {
        numbers = (store.addInterfaceObserver(self, to: index), store.addLayoutObserver(self, to: index))
    }

    func removeObservers(in store: inout NodeStore, _ index: Int32, _ discarded: inout Discarded) {
        _ = store.removeInterfaceObserver(numbers.interface, of: index, &discarded)
        _ = store.removeLayoutObserver(numbers.layout, of: index, &discarded)
        // Its callback may end with it.
        discarded.append(self)
    }

    // MARK: - What happens to the node

    func begin() {
        stage = .begun
        if let parts, let fallback = spec.fallback {
            show(ImageContent(fallback, spec.image), nil, parts)
        }
        settle()
    }

    /// Tries again what failed, and looks whether a file has changed; or loads everything anew.
    func retry(reloads: Bool) {
        work.forgetFailures()
        if reloads {
            work.stop()
            isReloading = true
            outdate()
        } else {
            picture.suspect()
            isAskedToLook = true
        }
        settle()
    }

    /// `retry` is to come: who asks meanwhile is told that it loads.
    func willRetry() { teller.expect(.loading) }

    /// What shows is not what its URL stands for now.
    func outdate() { picture.outdate() }

    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState) {
        if event != .change { return }
        // What failed may be there when the node comes near again.
        if state.contains(.preload) && !before.contains(.preload) { work.forgetFailures() }
        settle()
    }

    func layout(of node: NodeID, _ event: LayoutEvent, size: Size) {
        if event == .laidOut { hasLayout = true }
        settle()
    }

    func wasLaidOut() {
        hasLayout = true
        settle()
    }

    // MARK: - What is to be done

    /// Brings everything to where it should be now.
    func settle() {
        guard stage == .begun, let parts, !parts.imageSources.isClosed, let place = place(parts) else { return }
        if !place.near.contains(.preload) {
            // What left its surface keeps what it has for when it comes back (as in Texture).
            if place.isManaged {
                work.stop()
                dropPixels(parts)
            }
        } else {
            if !place.near.contains(.display) {
                work.stopDecoding()
                dropPixels(parts)
            }
            proceed(place, parts)
            work.setPriority(place.priority)
        }
        tell(place)
    }

    /// Nil when the node is gone or shows what somebody else gave it.
    private func place(_ parts: EngineParts) -> Place? {
        let player = parts.players.find(node)?.content
        let found = parts.nodes.withLock { store -> Place? in
            guard let index = store.find(node), picture.isShown(store[index].content, player) else { return nil }
            let record = store[index]
            var near = store.interfaceState(of: index)
            if spec.isEager { near = .all }
            let surface = record.surface
            let size = record.frame.size
            let isKnown =
                spec.forcedSize != nil || size.width > 0 || size.height > 0 || hasLayout || surface < 0 && spec.isEager
                || surface >= 0 && store.surfaces[surface].isLaidOut
            let scale = surface >= 0 ? store.surfaces[surface].scale : 1
            return Place(
                near: near, isManaged: record.flags.contains(.managed),
                room: isKnown ? .some(spec.room(size, scale: scale)) : nil)
        }
        if found == nil { end(parts) }
        return found
    }

    /// URLs that are better than what shows: so many from the first on.
    private func better(_ place: Place) -> Int {
        guard let shown = picture.shown else { return spec.urls.count }
        if !shown.isFinal { return min(shown.index + 1, spec.urls.count) }
        if case .some(let room) = place.room, shown.isTooSmall(for: room) { return shown.index + 1 }
        return shown.index
    }

    private func next(_ place: Place) -> Int? {
        let candidates = (0..<better(place)).filter { work.failures[$0] == nil }
        return spec.loadsWorseFirst ? candidates.last : candidates.first
    }

    /// Begins what is next, until something is under way.
    private func proceed(_ place: Place, _ parts: EngineParts) {
        while stage == .begun {
            switch work.step {
            case .fetching, .decoding, .looking: return
            case .fetched(let index, let file):
                guard place.near.contains(.display) else { return }
                guard case .some(let room) = place.room else { return parts.imageSources.awaitLayout(self) }
                work.dropFetched()
                if index >= better(place) { continue }
                if let image = parts.imageCache.find(work.key(index, room), of: file.bytes) {
                    show(image, index, from: file.from, for: room, file.stamp)
                    continue
                }
                if !work.decode(index, file, room) { end(parts) }
                return
            case .none:
                var room: PictureRoom??
                if place.near.contains(.display) { room = place.room }
                // Memory has what is to be replaced.
                if case .some(let room) = room, !isReloading, picture.shown?.isOutdated != true {
                    if showFromMemory(place, room, parts) { continue }
                    showOtherSize(parts)
                }
                guard let index = next(place) else {
                    isReloading = false
                    if let file = picture.takeSuspect() { work.look(file.index, file.stamp, place.priority) }
                    return
                }
                if !isReloading {
                    // What is there need not come once more, as long as it is only near.
                    if room == nil, case .some(let later) = place.room,
                        parts.imageCache.peek(work.key(index, later)) != nil
                    {
                        return
                    }
                    if case .some(let room) = room, work.join(index, room) { return }
                }
                if work.fetch(index, place.priority, reloads: isReloading) { return }
            }
        }
    }

    /// The best that is in memory, if it is better than what shows.
    private func showFromMemory(_ place: Place, _ room: PictureRoom?, _ parts: EngineParts) -> Bool {
        for index in 0..<better(place) {
            guard let found = parts.imageCache.find(work.key(index, room), counts: index == 0) else { continue }
            show(found.image, index, from: nil, for: room, found.stamp)
            picture.suspect()
            return true
        }
        return false
    }

    /// What is in memory in another size shows until the right one is there, as nothing does yet: a picture that grows
    /// from a small one does not go through its placeholder.
    private func showOtherSize(_ parts: EngineParts) {
        guard picture.shown == nil, spec.steps.isEmpty else { return }
        for index in spec.urls.indices {
            guard let found = parts.imageCache.findAnySize(spec.names[index]) else { continue }
            return show(found.image, index, from: nil, for: nil, isPreview: true)
        }
    }

    // MARK: - What comes of it

    func progressed(_ found: LoadProgress, _ index: Int) {
        guard stage == .begun, let parts, let place = place(parts) else { return }
        if spec.showsPreviews, found.bytes.count != found.total, place.near.contains(.visible),
            case .some(let room) = place.room, wantsPreview(index)
        {
            work.beginPreview(found.bytes, index, room)
        }
        tell(place)
    }

    /// Whether less than the whole of a URL's picture is better than what shows.
    func wantsPreview(_ index: Int) -> Bool {
        stage == .begun && picture.shown.map { $0.isPreview || $0.index > index } ?? true
    }

    /// Shows a picture in place of a worse one.
    func show(
        _ image: SharedImage, _ index: Int, from: LoadSource?, for room: PictureRoom?, _ stamp: FileStamp? = nil,
        isPreview: Bool = false
    ) {
        guard stage == .begun, let parts else { return }
        let content = ImageContent(image, spec.image, ownSize: image.ownSize)
        let shown = NodePicture.Shown(
            index: index, image: image, isPreview: isPreview, from: from, room: room, stamp: stamp)
        guard show(content, shown, parts) else { return }
        parts.noteShown(isPreview ? nil : image, isPreview ? nil : content, spec.image, in: node)
    }

    @discardableResult
    private func show(_ content: ImageContent, _ shown: NodePicture.Shown?, _ parts: EngineParts) -> Bool {
        // Another source may have come on another thread.
        let isShown = picture.show(content, shown, parts) { parts.imageSources.find(node) === self }
        if !isShown { end(parts) }
        return isShown
    }

    // MARK: - What ends

    /// Lets go of the picture; its node stays as large, and shows what it did before there was one.
    private func dropPixels(_ parts: EngineParts) {
        guard let shown = picture.shown, let image = spec.fallback ?? parts.clearImage else { return }
        let before = ImageContent(shown.image, spec.image, ownSize: shown.image.ownSize)
        show(ImageContent(image, spec.image, inPlaceOf: before, isAwaited: spec.fallback == nil), nil, parts)
        parts.players.remove(node)
    }

    /// The node shows something else, or is gone.
    private func end(_ parts: EngineParts) {
        if stage == .ended { return }
        stage = .ended
        work.stop()
        picture.forget()
        var discarded = Discarded()
        parts.withNodes { store in
            guard let index = store.find(node) else { return }
            removeObservers(in: &store, index, &discarded)
        }
        parts.imageSources.remove(node, self)
        _ = consume discarded
    }

    // MARK: - Telling

    private func tell(_ place: Place) {
        if stage == .ended { return }
        var status = ImageSourceStatus()
        let shown = picture.shown
        status.shown = shown?.index
        status.isPreview = shown?.isFinal == false
        status.from = shown?.from
        status.progress = work.progress
        if case .looking = work.step {} else { isAskedToLook = false }
        switch work.step {
        case .fetching, .decoding: status.state = .loading
        case .looking where isAskedToLook: status.state = .loading
        case .fetched: status.state = .waiting
        case .none, .looking:
            let isOver = next(place) == nil
            if let shown, shown.isFinal {
                status.state = isOver ? .loaded : .waiting
                status.progress = 1
            } else if isOver {
                status.state = .failed
                let best = work.failures.min { $0.key < $1.key }?.value
                status.failure = best?.error
                status.httpStatus = best?.httpStatus ?? 0
            }
        }
        teller.tell(status)
    }
}

extension NodeImageSource {
    /// What the tree says of the node.
    private struct Place {
        var near: InterfaceState
        var isManaged: Bool
        /// Nil before the node was laid out.
        var room: PictureRoom??

        var priority: LoadPriority {
            near.contains(.visible) ? .high : near.contains(.display) ? .normal : .low
        }
    }
}
