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
