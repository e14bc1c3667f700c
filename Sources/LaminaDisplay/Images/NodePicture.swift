internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaLock
internal import LaminaNode

/// What a node shows of the picture that it loads, as long as nobody gives it anything else. Owner thread.
final class NodePicture {
    /// A picture of one of the URLs.
    struct Shown {
        let index: Int
        let image: SharedImage
        let isPreview: Bool
        let from: LoadSource?
        /// What it was made for.
        let room: PictureRoom?
        /// Of a file.
        var stamp: FileStamp?
        /// Whether the file may be another one by now.
        var isUnseen = false
        /// Another one is to take its place.
        var isOutdated = false

        /// Whether it is what is to be seen in the end.
        var isFinal: Bool { !isPreview && !isOutdated }
    }

    private let node: NodeID
    /// What the node has as long as it is ours.
    private var expected: (any NodeContent)?
    private(set) var shown: Shown?

    init(_ node: NodeID, shows: (any NodeContent)?) {
        self.node = node
        expected = shows
    }

    /// Whether contents of the node are what was put there, or what the player of an animation put in its place.
    func isShown(_ content: (any NodeContent)?, _ player: (any NodeContent)?) -> Bool {
        content === expected || content != nil && content === player
    }

    /// Puts contents into the node: a picture, or nil for what stands in for one; false when it shows something else by
    /// now.
    func show(_ content: ImageContent, _ shown: Shown?, _ parts: EngineParts, if isWanted: () -> Bool) -> Bool {
        let player = parts.players.find(node)?.content
        var discarded = Discarded()
        let isDone = parts.withNodes { store -> Bool in
            guard let index = store.find(node), isWanted(), isShown(store[index].content, player) else { return false }
            store.setContent(content, of: index, &discarded)
            return true
        }
        _ = consume discarded
        if isDone { (expected, self.shown) = (content, shown) }
        return isDone
    }

    /// What shows is to be replaced.
    func outdate() { shown?.isOutdated = true }

    /// The file that shows is to be looked at.
    func suspect() { if shown?.stamp != nil { shown?.isUnseen = true } }

    /// The file that shows, if it is to be looked at; from now on it has been.
    func takeSuspect() -> (index: Int, stamp: FileStamp)? {
        guard let found = shown, found.isUnseen, let stamp = found.stamp else { return nil }
        shown?.isUnseen = false
        return (found.index, stamp)
    }

    func forget() { (expected, shown) = (nil, nil) }
}

extension NodePicture.Shown {
    /// Whether the picture was decoded to less than a room takes; a pixel more or less, as rounding makes it, counts
    /// for nothing. What steps made for that room is what there is.
    func isTooSmall(for room: PictureRoom?) -> Bool {
        if room == self.room { return false }
        guard let own = image.ownSize else { return false }
        let (width, height) = (Int(own.width), Int(own.height))
        let need = room?.size(width, height) ?? (width: width, height: height)
        return need.width > image.bitmap.width + 1 || need.height > image.bitmap.height + 1
    }
}

/// Whom to tell what became of a node's picture, and what was told last. Any thread.
final class ImageTeller: Sendable {
    private let told: Locked<(status: ImageSourceStatus, tell: NodeImageSource.Tell?)>

    init(_ tell: NodeImageSource.Tell?) { told = Locked(.leaf, (ImageSourceStatus(), tell)) }

    var status: ImageSourceStatus { told.withLock { $0.status } }

    /// Returns the one of before, to be dropped without a lock.
    func replace(_ tell: NodeImageSource.Tell?) -> NodeImageSource.Tell? {
        told.withLock { told in
            defer { told.tell = tell }
            return told.tell
        }
    }

    /// The state until more is told, of which nobody need be told.
    func expect(_ state: ImageState) { told.withLock { $0.status.state = state } }

    /// Tells what is news.
    func tell(_ status: ImageSourceStatus) {
        let call = told.withLock { told -> NodeImageSource.Tell? in
            if told.status == status { return nil }
            told.status = status
            return told.tell
        }
        call?(status)
    }
}
