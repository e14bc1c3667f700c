public import LaminaDraw
public import LaminaGeometry
import LaminaLayout
public import LaminaNode

/// A whole tree, captured: what it takes to lay it out and draw it on one worker.
public struct RenderSnapshot {
    let layout: LayoutSnapshot
    /// For each frame of the layout, the index of its look.
    private(set) var items: [Item] = []
    /// For each frame that the layout finds, in its order, the index of its item.
    private var itemOfFrame: [Int32] = []
    /// For nodes that no element of the layout stands for, the index of their item; empty when there are none.
    private var itemOfNode: [NodeID: Int32] = [:]
    private let rootSize: Size
    private let scale: Double

    struct Item {
        var parent: Int32
        var frame: Rect
        var look: Look
        var content: (any NodeContent)?
    }

    /// Captures the tree below `root`, to be drawn at `size` logical units.
    public init(of root: Int32, in store: inout NodeStore, size: Size, scale: Double) throws(LaminaError) {
        layout = LayoutSnapshot(of: root, in: &store, range: SizeRange(exactly: size), scale: scale)
        try layout.checkDepth()
        rootSize = size
        self.scale = scale
        var captured: [Item] = []
        captured.reserveCapacity(32)
        let hasOutsides = layout.hasOutsides
        var places: [NodeID: Int32] = [:]
        let looks = LookWalk.read(root, in: &store, rootSize: size, scale: scale) { node, index, parent, record in
            // Free for this use while the node is on no surface.
            record.layer = Int32(index)
            if hasOutsides { places[NodeID(index: node, generation: record.generation)] = Int32(index) }
            captured.append(
                Item(parent: parent, frame: record.frame, look: Look.placeholder, content: record.content))
        }
        for index in looks.indices { captured[index].look = looks[index] }
        items = captured
        for node in layout.framedNodes { itemOfFrame.append(store[node.index].layer) }
        itemOfNode = places
    }

    /// Whether host code says what some of the nodes arrange.
    public var hasProvidedSpecs: Bool { layout.hasProvidedSpecs }

    /// The looks with the frames that layout found.
    func looks(with frames: LayoutFrames) -> (looks: [Look], sizes: [Size]) {
        var items = items
        for (index, found) in zip(itemOfFrame, frames.frames) { items[Int(index)].frame = found }
        for more in frames.more {
            // A node that is not a child yet is not in the picture.
            guard let index = itemOfNode[more.node] else { continue }
            items[Int(index)].frame = more.frame
            if more.isLeftOut { items[Int(index)].look.isHidden = true }
        }
        var origins = [Point](repeating: .zero, count: items.count)
        var looks: [Look] = []
        var sizes: [Size] = []
        looks.reserveCapacity(items.count)
        sizes.reserveCapacity(items.count)
        for (index, item) in items.enumerated() {
            let size = item.parent < 0 ? rootSize : item.frame.size
            if item.parent >= 0 { origins[index] = origins[Int(item.parent)] + item.frame.origin }
            var look = item.look
            look.rect = Pixels.snap(Rect(origin: origins[index], size: size), scale: scale)
            looks.append(look)
            sizes.append(size)
        }
        return (looks, sizes)
    }
}

extension Look {
    fileprivate static let placeholder = Look(
        rect: .empty, isHidden: true, clips: false, opacity: 0, background: .clear, cornerRadius: 0, hasContents: false)
}

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
            && root.rect.intersection(bounds) == bounds
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
