public import LaminaDraw
public import LaminaGeometry
import LaminaLayout
public import LaminaLock
public import LaminaNode

/// A captured tree whose frames are found. It belongs to the worker that found them.
public struct LaidOutPicture {
    private var snapshot: RenderSnapshot
    private var looks: [Look]
    private var sizes: [Size]
    private let scale: Double

    /// Lays the tree out. `nodes` are those that were captured; nil for the context's.
    public init(
        _ snapshot: RenderSnapshot, scale: Double, on worker: Worker, of parts: EngineParts,
        nodes: Locked<NodeStore>? = nil
    ) {
        self.snapshot = snapshot
        self.scale = scale
        if let layout = snapshot.layout {
            let frames = parts.frames(layout, on: worker, nodes: nodes)
            (looks, sizes) = snapshot.looks(with: frames)
            self.snapshot.takeContents(frames)
        } else {
            (looks, sizes) = snapshot.standingLooks()
        }
        // Groups take memory and time for all that they may touch; for what is painted at once the limits will do.
        findInk(worker, exactly: looks.contains { $0.opacity < 1 || $0.hasEffects })
    }

    /// A tree as it stands, its root covering `rect`.
    init(_ snapshot: RenderSnapshot, standingAt rect: PixelRect, scale: Double, on worker: Worker) {
        self.snapshot = snapshot
        self.scale = scale
        (looks, sizes) = snapshot.standingLooks()
        looks[0].rect = rect
        findInk(worker, exactly: true)
    }

    private mutating func findInk(_ worker: Worker, exactly: Bool) {
        for (index, item) in snapshot.items.enumerated() {
            guard let content = item.content, !looks[index].rect.isEmpty else { continue }
            looks[index].ink = worker.inkBounds(
                of: content, size: sizes[index], scale: scale, at: looks[index].rect, exactly: exactly)
        }
    }

    /// The pixels that all of it may touch, as far as clips let it.
    var reach: PixelRect {
        // From the last to the first: children hand up what they reach before their parents do. Without recursion, as trees may be deep.
        let effects = snapshot.effects
        var reaches = looks.map { $0.reach }
        for index in looks.indices.reversed() {
            let look = looks[index]
            if look.isInvisible { reaches[index] = .empty }
            if look.clips { reaches[index] = reaches[index].intersection(look.rect) }
            if let effects = effects[index], !look.isInvisible {
                reaches[index] = effects.outside(
                    reaches[index].union(effects.reach(of: look.rect)), of: look.rect)
            }
            let parent = Int(snapshot.items[index].parent)
            if parent >= 0 { reaches[parent] = reaches[parent].union(reaches[index]) }
        }
        return reaches.first ?? .empty
    }

    /// How large the root is, in logical units.
    public var size: Size { sizes.first ?? .zero }

    /// What the root covers, in pixels.
    public var bounds: PixelRect { looks.first?.rect ?? .empty }

    /// Paints everything over `background`; returns the first failure, in spite of which the rest is painted.
    public func paint(
        on target: PixelBuffer, background: Color, worker: Worker, as operation: Operation
    ) -> LaminaError? {
        target.bounds.forEachPart(around: coveredRows(of: target.bounds)) { part in
            if background.alpha < 1 { worker.painter.clear(part, on: target) }
            worker.painter.fill(part, background, clip: part, on: target)
        }
        return paint(over: target, worker: worker, as: operation)
    }

    /// The same over what is there.
    func paint(over target: PixelBuffer, worker: Worker, as operation: Operation) -> LaminaError? {
        let contents = DirectContents(
            snapshot: snapshot, looks: looks, sizes: sizes, scale: scale, worker: worker, operation: operation)
        var painter = LookPainter(looks: looks, painter: worker.painter, contents: contents)
        painter.paint(clip: target.bounds, on: target)
        return painter.contents.failure
    }

    /// The pixels that the first thing to be drawn replaces, so that there is no use in what lies behind: all but the rows of its corners.
    private func coveredRows(of bounds: PixelRect) -> PixelRect {
        guard let root = looks.first, !root.isInvisible, root.opacity >= 1, root.background.alpha >= 1,
            !root.hasEffects, !root.clipsRound
        else { return .empty }
        return (root.cornerRadius > 0 ? root.straight : root.rect).intersection(bounds)
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
            if content is TextContent, opacity >= 1 {
                try draw(content, index, clip: visible, on: buffer)
            } else if content is TextContent {
                try worker.painter.group(visible, opacity: opacity, clip: visible, on: buffer) {
                    clip throws(LaminaError) in
                    try draw(content, index, clip: clip, on: buffer)
                }
            } else if let bitmap = try whole(content, index) {
                let rect = looks[index].rect
                worker.painter.draw(bitmap, x: rect.x, y: rect.y, opacity: opacity, clip: visible, on: buffer)
            } else {
                try drawApart(content, index, opacity: opacity, clip: visible, on: buffer)
            }
        } catch {
            failure = failure ?? error
        }
    }

    /// Of all but pictures nobody knows before they are drawn.
    func isOpaque(_ index: Int) -> Bool {
        guard let content = snapshot.items[index].content, looks[index].ink == looks[index].rect else { return false }
        return (try? whole(content, index))?.isOpaque ?? false
    }

    /// What the node shows, when that is a bitmap that is there.
    private func whole(_ content: any NodeContent, _ index: Int) throws(LaminaError) -> Bitmap? {
        guard let image = content as? ImageContent else { return nil }
        let rect = looks[index].rect
        return try image.whole(width: rect.width, height: rect.height, scale: scale, worker)
    }

    func effects(_ index: Int) -> LookEffects? { effects[index] }

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
