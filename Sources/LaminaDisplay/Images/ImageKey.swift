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

    /// Of the bytes: characters that look alike make other URLs.
    private static func hash(_ url: String, _ round: UInt8) -> Int {
        var url = url
        var hasher = Hasher()
        hasher.combine(round)
        url.withUTF8 { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return hasher.finalize()
    }
}
