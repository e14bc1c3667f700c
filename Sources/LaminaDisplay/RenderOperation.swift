public import LaminaDraw
public import LaminaGeometry
import LaminaLayout
import LaminaNode

/// Lays out and draws a captured tree straight into the host's pixels.
public final class RenderOperation: OperationBody, @unchecked Sendable {
    // `snapshot` and `failure` belong to the worker, and to the owner thread after the operation is over; the host keeps the
    // pixels valid and to itself until `done` has run.
    /// Let go by the worker: the memory came from there, and taking it apart costs as much as building it.
    private var snapshot: RenderSnapshot?
    private let target: PixelBuffer
    private let scale: Double
    private let background: Color
    private let parts: EngineParts
    private let done: @Sendable (LaminaError?) -> Void
    private var failure: LaminaError?

    /// `done` runs on the owner thread, once.
    public init(
        _ snapshot: RenderSnapshot, target: PixelBuffer, scale: Double, background: Color, parts: EngineParts,
        done: @escaping @Sendable (LaminaError?) -> Void
    ) {
        self.snapshot = snapshot
        self.target = target
        self.scale = scale
        self.background = background
        self.parts = parts
        self.done = done
    }

    public func execute(on worker: Worker, as operation: Operation) {
        guard let snapshot else { return }
        defer { self.snapshot = nil }
        let frames = parts.frames(snapshot.layout, on: worker)
        if operation.isCancelled { return }
        var (looks, sizes) = snapshot.looks(with: frames)
        for (index, item) in snapshot.items.enumerated() {
            guard let content = item.content, !looks[index].rect.isEmpty else { continue }
            looks[index].ink = worker.inkBounds(of: content, size: sizes[index], scale: scale, at: looks[index].rect)
        }
        if background != .clear || !Self.isCovered(target.bounds, by: looks) {
            worker.painter.clear(target.bounds, on: target)
            worker.painter.fill(target.bounds, background, clip: target.bounds, on: target)
        }
        let contents = DirectContents(
            snapshot: snapshot, looks: looks, sizes: sizes, scale: scale, worker: worker, operation: operation)
        var painter = LookPainter(looks: looks, painter: worker.painter, contents: contents)
        painter.paint(clip: target.bounds, on: target)
        failure = painter.contents.failure
    }

    /// Whether the first thing that is drawn replaces every pixel, so that there is no use in clearing them.
    private static func isCovered(_ bounds: PixelRect, by looks: [Look]) -> Bool {
        guard let root = looks.first else { return false }
        return !root.isInvisible && root.opacity >= 1 && root.background.alpha >= 1 && root.cornerRadius == 0
            && !root.hasEffects && root.rect.intersection(bounds) == bounds
    }

    public func complete(cancelled: Bool, in engine: Engine) {
        done(cancelled ? LaminaError(.cancelled, "the context ended before the picture was drawn") : failure)
    }
}

/// Draws contents without a bitmap of their own.
private struct DirectContents: ContentsPainter {
    let snapshot: RenderSnapshot
    let looks: [Look]
    let sizes: [Size]
    let effects: [Int: LookEffects]
    let scale: Double
    let worker: Worker
    let operation: Operation
    /// The first failure; the other contents are drawn all the same.
    var failure: LaminaError?

    init(
        snapshot: RenderSnapshot, looks: [Look], sizes: [Size], scale: Double, worker: Worker, operation: Operation
    ) {
        self.snapshot = snapshot
        self.looks = looks
        self.sizes = sizes
        effects = snapshot.effects
        self.scale = scale
        self.worker = worker
        self.operation = operation
    }

    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer) {
        let visible = looks[index].ink.intersection(clip).intersection(buffer.bounds)
        guard !visible.isEmpty, !operation.isCancelled, let content = snapshot.items[index].content else { return }
        do throws(LaminaError) {
            if content is TextContent {
                try worker.painter.group(visible, opacity: opacity, clip: visible, on: buffer) {
                    clip throws(LaminaError) in
                    try draw(content, index, clip: clip, on: buffer)
                }
            } else {
                try drawApart(content, index, opacity: opacity, clip: visible, on: buffer)
            }
        } catch {
            failure = failure ?? error
        }
    }

    func effects(_ index: Int) -> LookEffects? { effects[index] }

    /// Nobody knows before it is drawn.
    func isOpaque(_ index: Int) -> Bool { false }

    /// A drawing of the host's starts from transparent pixels, whatever operators it uses.
    private func drawApart(
        _ content: any NodeContent, _ index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer
    ) throws(LaminaError) {
        let bitmap = try worker.pool.take(width: clip.width, height: clip.height, cleared: true)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            var pixels = pixels
            pixels.originX = clip.x
            pixels.originY = clip.y
            try draw(content, index, clip: clip, on: pixels)
        }
        worker.painter.draw(bitmap, x: clip.x, y: clip.y, opacity: opacity, clip: clip, on: buffer)
    }

    private func draw(
        _ content: any NodeContent, _ index: Int, clip: PixelRect, on buffer: PixelBuffer
    ) throws(LaminaError) {
        try worker.draw(
            content, size: sizes[index], scale: scale, at: looks[index].rect, clip: clip, as: operation, on: buffer)
    }
}
