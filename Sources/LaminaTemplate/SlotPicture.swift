import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLoading
import LaminaText

/// A picture that a row names, of which the size is known: it is decoded when the row is laid out, for the room that it
/// has there.
struct SlotPicture: Sendable {
    /// Nil for one of a file, which is kept nowhere.
    let url: String?
    /// Nil for one that is in memory, in some size.
    let source: PictureSource?
    /// Pixels.
    let ownSize: Size

    init(_ source: PictureSource, url: String? = nil) {
        self.url = url
        self.source = source
        ownSize = Size(width: Double(source.width), height: Double(source.height))
    }

    init(inMemory url: String, ownSize: Size) {
        self.url = url
        source = nil
        self.ownSize = ownSize
    }

    /// The picture for a room; nil when it is there in other sizes only. On a worker.
    func find(
        _ room: PictureRoom?, _ parts: EngineParts, _ limits: WorkLimits, on worker: Worker
    ) throws(LaminaError) -> SharedImage? {
        if let url {
            var options = ImageLoadOptions()
            options.recipe.room = room
            if let image = parts.findImage(LoadRequest(url: url), options) { return image }
        }
        guard let source else { return nil }
        let sign = worker.brake.sign
        let watch = DecodingWatch(microseconds: limits.pictureMicroseconds) { sign?.mustStop ?? false }
        do throws(LaminaError) {
            return try parts.decodeImage(source, url, for: room, watch: watch)
        } catch {
            try RowStop.check(worker)
            throw url.map { LaminaError(error.code, "'\($0.prefix(200))': \(error.message)") } ?? error
        }
    }
}

/// What a row shows in an image node.
enum TemplatePicture {
    case whole(ImageContent)
    /// It stands in for the picture until the row is laid out.
    case slot(ImageContent, SlotPicture)
}
