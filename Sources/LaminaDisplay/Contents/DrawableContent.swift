public import LaminaDraw
public import LaminaGeometry
public import LaminaNode

/// Where contents are drawn: in a node of some logical units that covers some pixels.
public struct ContentBox: Sendable {
    /// Logical units.
    public let size: Size
    /// Pixels per logical unit.
    public let scale: Double
    public let rect: PixelRect

    /// The corner of the node in logical units.
    var origin: Point { Point(x: Double(rect.x) / scale, y: Double(rect.y) / scale) }
}

/// A bitmap of a layer.
public struct Rendering {
    /// nil for contents without ink.
    public var bitmap: Bitmap?
    /// Where its first pixel stands, from the corner of the node.
    var offset = PixelOffset.zero
    /// The failure of one drawing of many, the others of which are shown.
    var warning: LaminaError?
}

/// What the bitmap of a layer is drawn from: the contents of a node, or something that takes their place.
public protocol BitmapContent: AnyObject, Sendable {
    /// Draws it into a bitmap of its own.
    func render(in box: ContentBox, on worker: Worker, as operation: Operation) throws(LaminaError) -> Rendering
    /// Whether drawing so many pixels takes some tens of microseconds.
    func isBrief(pixels: Int) -> Bool
    /// Whether the bitmap is there, and drawing it takes a microsecond.
    func isReady(in box: ContentBox) -> Bool
    /// Pictures that it shows as soon as they are loaded: it is drawn anew then.
    var awaitedImages: [SharedImage] { get }
    /// Nodes below whose drawings are part of this one, and who is notified of them.
    var observersBelow: [(node: NodeID, observer: any DisplayObserver)] { get }
    /// Whether drawing it may read traits, which can be others when it is done.
    var readsTraits: Bool { get }
    /// Whether what was drawn of this is out of date for `now`, which differs in traits only and came while it was
    /// drawn.
    func isOutdated(by now: any NodeContent) -> Bool
}

extension BitmapContent {
    public func isBrief(pixels: Int) -> Bool { false }
    public func isReady(in box: ContentBox) -> Bool { false }
    public var awaitedImages: [SharedImage] { [] }
    public var observersBelow: [(node: NodeID, observer: any DisplayObserver)] { [] }
    public var readsTraits: Bool { false }
    public func isOutdated(by now: any NodeContent) -> Bool { false }
}

/// The content of a node, as far as drawing has to know it. Each kind of content has a file of its own, and nothing
/// else names it.
public protocol DrawableContent: NodeContent, BitmapContent {
    /// The pixels that drawing it touches. Without `exactly`, limits that take less time to find will do.
    func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect
    /// Draws over the pixels of the box, as far as `clip` and the buffer go.
    func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError)
    /// Whether it is drawn over what is there. Otherwise it starts from transparent pixels, for it may use any
    /// operator.
    var blendsInPlace: Bool { get }
    /// The pixels that fill the box, when they are there, or will be for others as well; nil when they have to be
    /// drawn.
    func bitmap(filling box: ContentBox, on worker: Worker) throws(LaminaError) -> Bitmap?
    /// The text whose lines a placeholder shows as bars.
    var placeholderText: TextContent? { get }
    /// Whether there is nothing to draw yet: it has a size, and that is all.
    var isAwaited: Bool { get }
}

extension DrawableContent {
    public func bitmap(filling box: ContentBox, on worker: Worker) throws(LaminaError) -> Bitmap? { nil }
    public var placeholderText: TextContent? { nil }
    public var isAwaited: Bool { false }

    public func render(in box: ContentBox, on worker: Worker, as operation: Operation) throws(LaminaError) -> Rendering
    {
        if let whole = try bitmap(filling: box, on: worker) { return Rendering(bitmap: whole) }
        return try worker.render(ink(in: box, exactly: true, on: worker), from: box) {
            (pixels, ink) throws(LaminaError) in
            try draw(in: box, clip: ink, on: pixels, worker, as: operation)
        }
    }

    public func pass(to receiver: any ContentReceiver) {
        guard let receiver = receiver as? DrawableReceiver else {
            preconditionFailure("contents are passed to the display module only")
        }
        receiver.content = self
    }
}

extension Worker {
    /// A bitmap of the pixels `ink`, drawn over transparent ones.
    func render(
        _ ink: PixelRect, from box: ContentBox, _ draw: (PixelBuffer, PixelRect) throws(LaminaError) -> Void
    ) throws(LaminaError) -> Rendering {
        if ink.isEmpty { return Rendering() }
        let bitmap = try pool.take(width: ink.width, height: ink.height, cleared: true)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            var pixels = pixels
            (pixels.originX, pixels.originY) = (ink.x, ink.y)
            try draw(pixels, ink)
        }
        // A pass over the pixels here spares the owner thread what is behind them, frame for frame.
        bitmap.isOpaque = bitmap.withPixels { $0.isOpaque }
        return Rendering(bitmap: bitmap, offset: PixelOffset(x: ink.x - box.rect.x, y: ink.y - box.rect.y))
    }
}

/// Takes contents of the tree for what drawing knows them as. A cast to a protocol would take twenty times as long.
final class DrawableReceiver: ContentReceiver {
    fileprivate var content: (any DrawableContent)?

    func drawable(_ content: any NodeContent) -> any DrawableContent {
        content.pass(to: self)
        guard let drawable = self.content.take() else { preconditionFailure("a content that did not pass itself on") }
        return drawable
    }
}
