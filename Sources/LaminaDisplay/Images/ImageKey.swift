internal import LaminaDraw
internal import LaminaGeometry

/// Which picture, in which size, made in which way: of one size, and compared without strings. It says nothing of
/// nodes, and so does not depend on their layout.
struct ImageKey: Hashable, Sendable {
    /// 128 bits of the URL, seeded anew in each process: nobody can choose URLs that meet.
    private let first: Int
    private let second: Int
    private let room: PictureRoom?
    private let isAnimated: Bool
    /// What is done to the pixels after they are decoded.
    private let process: UInt64

    init(_ url: String, _ room: PictureRoom?, isAnimated: Bool, process: UInt64 = 0) {
        first = Self.hash(url, 1)
        second = Self.hash(url, 2)
        self.room = room
        self.isAnimated = isAnimated
        self.process = process
    }

    private static func hash(_ url: String, _ round: UInt8) -> Int {
        var hasher = Hasher()
        hasher.combine(round)
        if url.utf8.allSatisfy({ $0 < 128 }) {
            hasher.combine(url)
        } else {
            // Characters that count as equal make other URLs.
            for byte in url.utf8 { hasher.combine(byte) }
        }
        return hasher.finalize()
    }
}
