import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Stands for the picture of a whole subtree, as the contents of the layer at its top.
final class RasterMark: NodeContent {
    static let shared = RasterMark()
    var isMeasurable: Bool { false }
}

/// A subtree, captured to be drawn into one bitmap.
final class RasterContent: NodeContent {
    let snapshot: RenderSnapshot
    /// Who hears of the drawings of nodes below.
    let observers: [(node: NodeID, observer: any DisplayObserver)]

    /// More of a subtree than this is not kept around its top's box, pixels.
    private static let maximumReach = 4096
    private static let maximumArea = 1 << 26

    /// What is noted as changed below stays so: as long as the node's children were not read again, layers stand for them that know nothing of it.
    init(of node: Int32, in store: inout NodeStore, scale: Double) {
        snapshot = RenderSnapshot(standing: node, in: &store, scale: scale)
        var observers: [(node: NodeID, observer: any DisplayObserver)] = []
        var pending = Array(store[node].children.reversed())
        while let next = pending.popLast() {
            if store[next].content != nil, let observer = store[next].extras?.displayObserver as? any DisplayObserver {
                observers.append((store.id(next), observer))
            }
            pending.append(contentsOf: store[next].children.reversed())
        }
        self.observers = observers
    }

    var isMeasurable: Bool { false }

    /// The picture, and where its first pixel stands from the corner of `rect`; nil without ink. A failure of one drawing leaves that out.
    func draw(
        at rect: PixelRect, scale: Double, on worker: Worker, as operation: Operation
    ) throws(LaminaError) -> (bitmap: Bitmap?, offset: PixelOffset, failure: LaminaError?) {
        let picture = LaidOutPicture(snapshot, standingAt: rect, scale: scale, on: worker)
        let reach = Self.maximumReach
        let limit = PixelRect(
            x: rect.x - reach, y: rect.y - reach, width: rect.width + 2 * reach, height: rect.height + 2 * reach)
        var ink = picture.reach.intersection(limit)
        if ink.area > Self.maximumArea { ink = ink.intersection(rect) }
        if ink.isEmpty { return (nil, .zero, nil) }
        let bitmap = try worker.pool.take(width: ink.width, height: ink.height, cleared: false)
        let failure = bitmap.withPixels { pixels in
            var pixels = pixels
            (pixels.originX, pixels.originY) = (ink.x, ink.y)
            worker.painter.clear(ink, on: pixels)
            return picture.paint(on: pixels, background: .clear, worker: worker, as: operation)
        }
        return (bitmap, PixelOffset(x: ink.x - rect.x, y: ink.y - rect.y), failure)
    }
}

/// What a rasterizing node is drawn with, and what stays its layer's: moving, turning and fading it draws nothing anew.
final class RasterLook {
    private let background: Color
    private let cornerRadius: Double
    private let clips: Bool
    private let source: AppearanceBox?
    /// What the layer has of the appearance.
    let transform: AppearanceBox?
    /// What the last bitmap covered, from the corner of the frame, which is no measure of it; nil until there is one.
    var reach: PixelRect?

    init(_ record: borrowing NodeRecord, before: RasterLook?) {
        background = record.background
        cornerRadius = record.cornerRadius
        clips = record.flags.contains(.clips)
        source = record.appearance
        reach = before?.reach
        // By identity, a transform that stays is not taken for another.
        let transform = record.appearance?.transformOnly
        self.transform = before?.transform?.value == transform?.value ? before?.transform : transform
    }

    /// Whether it is drawn as another one is.
    func looksLike(_ other: RasterLook) -> Bool {
        background == other.background && cornerRadius == other.cornerRadius && clips == other.clips
            && (source === other.source || source?.withoutTransform?.value == other.source?.withoutTransform?.value)
    }

    /// Whether the record is the one that this was made from.
    func isCurrent(_ record: borrowing NodeRecord) -> Bool {
        background == record.background && cornerRadius == record.cornerRadius
            && clips == record.flags.contains(.clips) && source === record.appearance
    }
}
