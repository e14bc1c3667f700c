internal import LaminaDraw

/// 128 bits of a URL or path, seeded anew in each process: nobody can choose names that meet.
struct ImageName: Hashable, Sendable {
    private let first: Int
    private let second: Int

    init(url: String) { self.init(0, url) }
    init(path: String) { self.init(2, path) }

    private init(_ kind: UInt8, _ name: String) {
        first = Self.hash(kind, name)
        second = Self.hash(kind + 1, name)
    }

    private static func hash(_ round: UInt8, _ name: String) -> Int {
        var hasher = Hasher()
        hasher.combine(round)
        if name.utf8.allSatisfy({ $0 < 128 }) {
            hasher.combine(name)
        } else {
            // Characters that count as equal make other names.
            for byte in name.utf8 { hasher.combine(byte) }
        }
        return hasher.finalize()
    }
}

/// Which picture, made in which way: of one size, and compared without strings. It says nothing of nodes, and so does
/// not depend on their layout.
struct ImageKey: Hashable, Sendable {
    let name: ImageName
    private let room: PictureRoom?
    private let isAnimated: Bool
    /// What is done to the pixels after they are decoded.
    private let process: Int
    /// Whether its size is that of the picture in its file.
    var isUnchanged: Bool { process == 0 }

    init(_ name: ImageName, _ recipe: ImageRecipe) {
        self.name = name
        room = recipe.room
        isAnimated = recipe.isAnimated
        process = recipe.steps.isEmpty ? 0 : recipe.steps.hashValue
    }
}
