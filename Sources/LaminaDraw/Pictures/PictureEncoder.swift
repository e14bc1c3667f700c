public import LaminaGeometry
internal import LaminaLock

/// Encodes many pictures, and keeps the memory for it as long as it lives. May be used on any threads at once.
public final class PictureEncoder: Sendable {
    /// Workspaces that nobody uses now: as many as there were users at once.
    private let free = Locked<Workspaces>(.leaf, Workspaces())

    // Unchecked: a workspace has one owner at a time.
    private struct Workspaces: @unchecked Sendable {
        var list: [PNGWorkspace] = []
    }

    public init() {}

    /// Encodes as `PictureFile.encode` does.
    public func encode(_ pixels: PixelBuffer, _ encoding: PictureEncoding) throws(LaminaError) -> EncodedPicture {
        guard encoding.format == .png else { return try EncodedPicture(pixels, encoding) }
        let kept = free.withLock { $0.list.popLast() }
        let workspace = if let kept { kept } else { try PNGWorkspace() }
        defer { free.withLock { $0.list.append(workspace) } }
        return EncodedPicture(try PNGEncoder.encode(pixels, in: workspace))
    }
}
