internal import LaminaDraw
internal import LaminaGeometry
internal import LaminaLoading
internal import LaminaNode

extension NodeImageSource {
    /// One URL at a time.
    enum Work {
        case none
        case fetching(index: Int, load: UInt64)
        case fetched(index: Int, bytes: LoadedBytes)
        case decoding(index: Int, ticket: ImageTicket, bytes: LoadedBytes?)
    }

    struct Failure {
        let error: LaminaError
        var httpStatus = 0
    }

    struct Shown {
        let index: Int
        let image: SharedImage
        let isPreview: Bool
        let from: LoadSource?
    }

    /// What the tree says of the node.
    struct Place {
        var near: InterfaceState
        var isManaged: Bool
        /// Nil before the node was laid out.
        var room: PictureRoom??
    }

    static func priority(_ near: InterfaceState) -> LoadPriority {
        near.contains(.visible) ? .high : near.contains(.display) ? .normal : .low
    }
}

extension NodeImageSource.Shown {
    /// Whether the picture was decoded to less than a room takes; a pixel more or less, as rounding makes it, counts
    /// for nothing.
    func isTooSmall(for room: PictureRoom?) -> Bool {
        guard let own = image.ownSize else { return false }
        let (width, height) = (Int(own.width), Int(own.height))
        let need = room?.size(width, height) ?? (width: width, height: height)
        return need.width > image.bitmap.width + 1 || need.height > image.bitmap.height + 1
    }
}
