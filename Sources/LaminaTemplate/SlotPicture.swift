import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLoading
import LaminaLock
import LaminaText

/// A picture that a row names, of which the size is known: it is decoded when the row is laid out, for the room that it
/// has there.
struct SlotPicture: Sendable {
    /// Nil for one of a file, which is kept nowhere.
    let url: String?
    /// Nil for one that is in memory, in some size.
    let source: PictureSource?
    /// Of a file that was loaded.
    let stamp: FileStamp?
    /// Pixels.
    let ownSize: Size
    /// What it was decoded to, if rows share it.
    private var decoded: DecodedSizes?

    init(_ source: PictureSource, url: String? = nil, _ stamp: FileStamp? = nil) {
        self.url = url
        self.stamp = stamp
        self.source = source
        ownSize = Size(width: Double(source.width), height: Double(source.height))
    }

    init(inMemory url: String, ownSize: Size) {
        self.url = url
        (source, stamp) = (nil, nil)
        self.ownSize = ownSize
    }

    /// The same for rows that share it: it is decoded once for each size. Nil without its file.
    var shared: SlotPicture? {
        if source == nil { return nil }
        var picture = self
        picture.decoded = DecodedSizes()
        return picture
    }

    /// The picture for a room; nil when it is there in other sizes only. On a worker.
    func find(
        _ room: PictureRoom?, _ parts: EngineParts, _ limits: WorkLimits, on worker: Worker
    ) throws(LaminaError) -> SharedImage? {
        guard let decoded, let source else { return try decode(room, parts, limits, on: worker) }
        let size = room?.size(source.width, source.height, grows: source.isScalable) ?? (source.width, source.height)
        if let image = decoded.find(size) { return image }
        return try decode(room, parts, limits, on: worker).map { decoded.put($0, size) }
    }

    private func decode(
        _ room: PictureRoom?, _ parts: EngineParts, _ limits: WorkLimits, on worker: Worker
    ) throws(LaminaError) -> SharedImage? {
        if let url, let found = parts.imageInMemory(url, for: room), source == nil || found.stamp == stamp {
            return found.image
        }
        guard let source else { return nil }
        let sign = worker.brake.sign
        let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { sign?.mustStop ?? false }
        do throws(LaminaError) {
            return try parts.decodeImage(source, url, stamp, for: room, watch: watch)
        } catch {
            try RowStop.check(worker)
            throw url.map { LaminaError(error.code, "'\($0.prefix(200))': \(error.message)") } ?? error
        }
    }
}

/// The sizes in which rows show a picture that they share: the last few.
private final class DecodedSizes: Sendable {
    private static let most = 8
    private let known = Locked<[(size: (width: Int, height: Int), image: SharedImage)]>(.leaf, [])

    func find(_ size: (width: Int, height: Int)) -> SharedImage? {
        known.withLock { known in known.first { $0.size == size }?.image }
    }

    /// Another worker may have decoded it meanwhile: the first one is kept, so that its scaled pixels are shared.
    func put(_ image: SharedImage, _ size: (width: Int, height: Int)) -> SharedImage {
        // What goes ends after the lock: its pixels return to a pool with a lock of its own.
        var dropped: SharedImage?
        defer { withExtendedLifetime(dropped) {} }
        return known.withLock { known in
            if let first = known.first(where: { $0.size == size }) { return first.image }
            if known.count == Self.most { dropped = known.removeFirst().image }
            known.append((size, image))
            return image
        }
    }
}

/// What a row shows in an image node.
enum TemplatePicture: Sendable {
    case whole(ImageContent)
    /// It stands in for the picture until the row is laid out.
    case slot(ImageContent, SlotPicture)
}
