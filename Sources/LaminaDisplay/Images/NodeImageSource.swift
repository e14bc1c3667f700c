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

    private(set) var isEnded = false
    private var hasBegun = false
    private var hasLayout = false
    private let picture: NodePicture
    private var failures: [Int: Failure] = [:]
    var shown: NodePicture.Shown? { picture.shown }
    private(set) var work = Work.none
    /// What the picture is decoded for, while one is.
    private var decodingRoom: PictureRoom?
    private var from: LoadSource?
    private var progress = 0.0
    /// Rises with each piece of work: results of others are late.
    private(set) var turn: UInt64 = 0
    var preview = PreviewProgress()

    init(_ parts: EngineParts, _ node: NodeID, _ spec: ImageSourceSpec, shows: (any NodeContent)?, _ tell: Tell?) {
        self.parts = parts
        self.node = node
        self.spec = spec
        picture = NodePicture(node, shows: shows)
        teller = ImageTeller(tell)
    }

    deinit {
        parts?.imageSources.remove(node, nil)
        cancelWork()
    }

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
        hasBegun = true
        if let parts, let fallback = spec.fallback {
            show(ImageContent(fallback, spec.image), nil, parts)
        }
        settle()
    }

    /// Tries again what failed.
    func retry() {
        failures = [:]
        settle()
    }

    func interfaceState(of node: NodeID, _ event: InterfaceEvent, _ state: InterfaceState, before: InterfaceState) {
        if event != .change { return }
        // What failed may be there when the node comes near again.
        if state.contains(.preload) && !before.contains(.preload) { failures = [:] }
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
        guard hasBegun, !isEnded, let parts, !parts.imageSources.isClosed, let place = place(parts) else { return }
        if !place.near.contains(.preload) {
            // What left its surface keeps what it has for when it comes back (as in Texture).
            if place.isManaged {
                stop()
                dropPixels(parts)
            }
        } else {
            if !place.near.contains(.display) { leaveDisplay(parts) }
            proceed(place, parts)
            prioritise(place, parts)
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
        guard let shown else { return spec.urls.count }
        if shown.isPreview { return min(shown.index + 1, spec.urls.count) }
        if case .some(let room) = place.room, shown.isTooSmall(for: room) { return shown.index + 1 }
        return shown.index
    }

    private func next(_ place: Place) -> Int? {
        let candidates = (0..<better(place)).filter { failures[$0] == nil }
        return spec.loadsWorseFirst ? candidates.last : candidates.first
    }

    private func key(_ index: Int, _ room: PictureRoom?) -> ImageKey {
        ImageKey(spec.names[index], spec.recipe(room))
    }

    /// Begins what is next, until something is under way.
    private func proceed(_ place: Place, _ parts: EngineParts) {
        while !isEnded {
            switch work {
            case .fetching, .decoding: return
            case .fetched(let index, let bytes):
                guard place.near.contains(.display) else { return }
                guard case .some(let room) = place.room else { return parts.imageSources.awaitLayout(self) }
                work = .none
                if index >= better(place) { continue }
                if let image = parts.imageCache.find(key(index, room), of: bytes) {
                    show(image, index, from: from, for: room, isPreview: false)
                    continue
                }
                return decode(index, bytes, room, parts)
            case .none:
                var room: PictureRoom??
                if place.near.contains(.display) { room = place.room }
                if case .some(let room) = room, showFromMemory(place, room, parts) { continue }
                guard let index = next(place) else { return }
                // What is there need not come once more, as long as it is only near.
                if room == nil, case .some(let later) = place.room, parts.imageCache.holds(key(index, later)) { return }
                if case .some(let room) = room, join(index, room, parts) { return }
                if fetch(index, place, parts) { return }
            }
        }
    }

    /// The best that is in memory, if it is better than what shows.
    private func showFromMemory(_ place: Place, _ room: PictureRoom?, _ parts: EngineParts) -> Bool {
        for index in 0..<better(place) {
            guard let image = parts.imageCache.find(key(index, room), counts: index == 0) else { continue }
            show(image, index, from: nil, for: room, isPreview: false)
            return true
        }
        return false
    }

    private func join(_ index: Int, _ room: PictureRoom?, _ parts: EngineParts) -> Bool {
        let turn = turn + 1
        let done: ImageDecodes.Done = { [weak self] in self?.decoded($0, turn) }
        guard let ticket = parts.decodes.join(key(index, room), nil, done) else { return false }
        self.turn = turn
        decodingRoom = room
        work = .decoding(index: index, ticket: ticket, bytes: nil)
        return true
    }

    /// False when it cannot be fetched.
    private func fetch(_ index: Int, _ place: Place, _ parts: EngineParts) -> Bool {
        turn += 1
        let turn = turn
        preview = PreviewProgress(number: parts.decodes.nextNumber())
        progress = 0
        do throws(LaminaError) {
            let load = try parts.loader.start(
                LoadRequest(url: spec.urls[index]), priority: Self.priority(place.near),
                progress: { [weak self] in self?.progressed($0, turn) }, end: { [weak self] in self?.fetched($0, turn) }
            )
            work = .fetching(index: index, load: load)
            return true
        } catch {
            failures[index] = Failure(error: error)
            return false
        }
    }

    private func decode(_ index: Int, _ bytes: LoadedBytes, _ room: PictureRoom?, _ parts: EngineParts) {
        turn += 1
        let turn = turn
        let subject = ImageDecodes.Subject(
            key: key(index, room), file: .loaded(bytes), recipe: spec.recipe(room), url: spec.urls[index],
            number: preview.number, isKept: true)
        do throws(LaminaError) {
            let ticket = try parts.decode(subject, priority: 0) { [weak self] in self?.decoded($0, turn) }
            decodingRoom = room
            work = .decoding(index: index, ticket: ticket, bytes: bytes)
        } catch {
            // The context has ended.
            end(parts)
        }
    }

    private func prioritise(_ place: Place, _ parts: EngineParts) {
        if case .fetching(_, let load) = work { _ = parts.loader.setPriority(load, Self.priority(place.near)) }
    }

    // MARK: - What comes of it

    private func progressed(_ found: LoadProgress, _ turn: UInt64) {
        guard turn == self.turn, !isEnded, let parts, case .fetching(let index, _) = work else { return }
        if let total = found.total, total > 0 { progress = min(1, Double(found.bytes.count) / Double(total)) }
        guard let place = place(parts) else { return }
        let isWhole = found.bytes.count == found.total
        if spec.showsPreviews, !isWhole, place.near.contains(.visible), case .some(let room) = place.room,
            shown.map({ $0.isPreview || $0.index > index }) ?? true
        {
            beginPreview(found.bytes, index, room, parts)
        }
        tell(place)
    }

    private func fetched(_ result: LoadResult, _ turn: UInt64) {
        guard turn == self.turn, case .fetching(let index, _) = work else { return }
        from = result.source
        if let failure = result.failure {
            failures[index] = Failure(error: failure, httpStatus: result.httpStatus)
            work = .none
        } else {
            progress = 1
            work = .fetched(index: index, bytes: result.bytes)
        }
        settle()
    }

    private func decoded(_ result: Result<SharedImage, LaminaError>, _ turn: UInt64) {
        guard turn == self.turn, !isEnded, case .decoding(let index, _, _) = work else { return }
        work = .none
        switch result {
        case .success(let image): show(image, index, from: from, for: decodingRoom, isPreview: false)
        case .failure(let error): failures[index] = Failure(error: error)
        }
        settle()
    }

    /// Shows a picture in place of a worse one.
    func show(_ image: SharedImage, _ index: Int, from: LoadSource?, for room: PictureRoom?, isPreview: Bool) {
        guard let parts else { return }
        let content = ImageContent(image, spec.image, ownSize: image.ownSize)
        let shown = NodePicture.Shown(index: index, image: image, isPreview: isPreview, from: from, room: room)
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

    private func leaveDisplay(_ parts: EngineParts) {
        if case .decoding(let index, let ticket, let bytes) = work {
            turn += 1
            parts.leave(ticket)
            work = bytes.map { .fetched(index: index, bytes: $0) } ?? .none
        }
        dropPixels(parts)
    }

    /// Lets go of the picture; its node stays as large, and shows what it did before there was one.
    private func dropPixels(_ parts: EngineParts) {
        guard let shown, let image = spec.fallback ?? parts.clearImage else { return }
        let before = ImageContent(shown.image, spec.image, ownSize: shown.image.ownSize)
        show(ImageContent(image, spec.image, inPlaceOf: before, isAwaited: spec.fallback == nil), nil, parts)
        parts.players.remove(node)
    }

    /// Ends what is under way; its results are late.
    private func stop() {
        turn += 1
        cancelWork()
        work = .none
        progress = 0
    }

    private func cancelWork() {
        switch work {
        case .fetching(_, let load): _ = parts?.loader.cancel(load)
        case .decoding(_, let ticket, _): parts?.leave(ticket)
        case .none, .fetched: break
        }
    }

    /// The node shows something else, or is gone.
    private func end(_ parts: EngineParts) {
        if isEnded { return }
        isEnded = true
        stop()
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
        if isEnded { return }
        var status = ImageSourceStatus()
        status.shown = shown?.index
        status.isPreview = shown?.isPreview ?? false
        status.from = shown?.from
        status.progress = progress
        switch work {
        case .fetching, .decoding: status.state = .loading
        case .fetched: status.state = .waiting
        case .none:
            let isOver = next(place) == nil
            if let shown, !shown.isPreview {
                status.state = isOver ? .loaded : .waiting
                status.progress = 1
            } else if isOver {
                status.state = .failed
                let best = failures.min { $0.key < $1.key }?.value
                status.failure = best?.error
                status.httpStatus = best?.httpStatus ?? 0
            }
        }
        teller.tell(status)
    }
}
