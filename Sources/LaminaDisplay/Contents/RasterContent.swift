import LaminaDraw
import LaminaGeometry
import LaminaNode

/// A subtree, captured to be drawn into one bitmap.
final class RasterContent: BitmapContent {
    private let snapshot: RenderSnapshot
    let observersBelow: [(node: NodeID, observer: any DisplayObserver)]
    let awaitedImages: [SharedImage]

    /// The most pixels that are drawn beside the node's own (docs/limits.md).
    private static let maximumArea = 1 << 26
    private static let squareSide = 1 << 13

    /// What is noted as changed below stays so: as long as the node's children were not read again, layers stand for
    /// them that know nothing of it.
    init(of node: Int32, in store: inout NodeStore, scale: Double) {
        snapshot = RenderSnapshot(standing: node, in: &store, scale: scale)
        var observers: [(node: NodeID, observer: any DisplayObserver)] = []
        var awaited = (store[node].content as? RecordedContent)?.awaitedImages ?? []
        var pending = Array(store[node].children.reversed())
        while let next = pending.popLast() {
            if store[next].content != nil, let observer = store[next].extras?.displayObserver as? any DisplayObserver {
                observers.append((store.id(next), observer))
            }
            if let drawing = store[next].content as? RecordedContent { awaited += drawing.awaitedImages }
            pending.append(contentsOf: store[next].children.reversed())
        }
        observersBelow = observers
        awaitedImages = awaited
    }

    /// A failure of one drawing leaves that out, as does a subtree that reaches farther than a bitmap can.
    func render(in box: ContentBox, on worker: Worker, as operation: Operation) throws(LaminaError) -> Rendering {
        let rect = box.rect
        let picture = LaidOutPicture(snapshot, standingAt: rect, scale: box.scale, on: worker)
        let reach = picture.reach
        if reach.isEmpty { return Rendering() }
        let ink = Self.part(of: reach, around: rect)
        // Between a node and a child that stands far from it nothing is written: of fresh memory the system gives what
        // is touched.
        let bitmap = try worker.pool.take(width: ink.width, height: ink.height, cleared: true)
        var failure = bitmap.withPixels { pixels in
            var pixels = pixels
            (pixels.originX, pixels.originY) = (ink.x, ink.y)
            return picture.paint(over: pixels, worker: worker, as: operation)
        }
        if ink != reach {
            failure =
                failure
                ?? LaminaError(
                    .outOfRange,
                    "the rasterized subtree covers \(reach.width) x \(reach.height) pixels; the \(ink.width) x \(ink.height) around the node are drawn"
                )
        }
        bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
        return Rendering(
            bitmap: bitmap, offset: PixelOffset(x: ink.x - rect.x, y: ink.y - rect.y), warning: failure)
    }

    /// All of `reach`, or where that is too much, what is nearest to the middle of `rect`. An enlarged or endless
    /// child, of which a surface paints what shows, must not take all memory.
    static func part(of reach: PixelRect, around rect: PixelRect) -> PixelRect {
        var width = min(reach.width, PixelBuffer.maximumSide)
        var height = min(reach.height, PixelBuffer.maximumSide)
        if width > maximumArea / height {
            if rect.area > maximumArea { return reach.intersection(rect) }
            if min(width, height) > squareSide {
                (width, height) = (squareSide, squareSide)
            } else if width > height {
                width = maximumArea / height
            } else {
                height = maximumArea / width
            }
        }
        func start(_ begin: Int, _ length: Int, _ kept: Int, _ middle: Int) -> Int {
            min(max(middle - kept / 2, begin), begin + length - kept)
        }
        return PixelRect(
            x: start(reach.x, reach.width, width, rect.x + rect.width / 2),
            y: start(reach.y, reach.height, height, rect.y + rect.height / 2), width: width, height: height)
    }
}

/// What of a rasterizing node's appearance is drawn into its bitmap, and what stays its layer's: moving, turning and
/// fading draws nothing anew.
final class RasterAppearance {
    private let background: Color
    private let cornerRadius: Double
    private let clips: Bool
    private let source: AppearanceBox?
    /// What the layer has of the appearance.
    let transform: AppearanceBox?
    /// What the last bitmap covered, from the corner of the frame, which is no measure of it; nil until there is one.
    var reach: PixelRect?

    init(_ record: borrowing NodeRecord, before: RasterAppearance?) {
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
    func isDrawnLike(_ other: RasterAppearance) -> Bool {
        background == other.background && cornerRadius == other.cornerRadius && clips == other.clips
            && (source === other.source || source?.withoutTransform?.value == other.source?.withoutTransform?.value)
    }

    /// Whether the record is the one that this was made from.
    func isCurrent(_ record: borrowing NodeRecord) -> Bool {
        background == record.background && cornerRadius == record.cornerRadius
            && clips == record.flags.contains(.clips) && source === record.appearance
    }
}
