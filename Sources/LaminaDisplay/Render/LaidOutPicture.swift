public import LaminaDraw
public import LaminaGeometry
import LaminaLayout
public import LaminaLock
public import LaminaNode
import LaminaText

/// A captured tree whose frames are found. It belongs to the worker that found them.
public struct LaidOutPicture {
    private var snapshot: RenderSnapshot
    private var appearances: [Appearance]
    private var sizes: [Size]
    /// What the nodes show, as drawing knows it.
    private var contents: [(any DrawableContent)?] = []
    private let scale: Double
    /// A layout callback that failed.
    private var layoutFailure: LaminaError?

    /// Lays the tree out. `nodes` are those that were captured; nil for the context's.
    public init(
        _ snapshot: RenderSnapshot, scale: Double, on worker: Worker, of parts: EngineParts,
        nodes: Locked<NodeStore>? = nil
    ) {
        self.snapshot = snapshot
        self.scale = scale
        if let layout = snapshot.layout {
            let (frames, failure) = parts.frames(layout, on: worker, nodes: nodes)
            layoutFailure = failure
            (appearances, sizes) = snapshot.appearances(with: frames)
            self.snapshot.takeContents(frames)
        } else {
            (appearances, sizes) = snapshot.standingAppearances()
        }
        // Groups take memory and time for all that they may touch; for what is painted at once the limits will do.
        findInk(worker, exactly: appearances.contains { $0.opacity < 1 || $0.hasEffects })
    }

    /// A tree as it stands, its root covering `rect`.
    init(_ snapshot: RenderSnapshot, standingAt rect: PixelRect, scale: Double, on worker: Worker) {
        self.snapshot = snapshot
        self.scale = scale
        (appearances, sizes) = snapshot.standingAppearances()
        appearances[0].rect = rect
        findInk(worker, exactly: true)
    }

    private mutating func findInk(_ worker: Worker, exactly: Bool) {
        let receiver = DrawableReceiver()
        contents.reserveCapacity(snapshot.items.count)
        for (index, item) in snapshot.items.enumerated() {
            guard let content = item.content, !appearances[index].rect.isEmpty, !worker.brake.mustStop() else {
                contents.append(nil)
                continue
            }
            let drawable = receiver.drawable(content)
            let box = ContentBox(size: sizes[index], scale: scale, rect: appearances[index].rect)
            appearances[index].ink = drawable.ink(in: box, exactly: exactly, on: worker)
            contents.append(drawable)
        }
    }

    /// Gives a node that shows a picture without pixels the one that `find` has for its room (nil: its own size), if it
    /// is to be seen and there is one; `traits` are those of its node, if it has some of its own.
    public mutating func fill(
        _ place: RenderSnapshot.Place, _ traits: ResolvedTraits = ResolvedTraits(),
        _ find: (PictureRoom?) throws(LaminaError) -> SharedImage?
    ) throws(LaminaError) {
        let index = place.item
        guard let content = contents[index] as? ImageContent else { return }
        let box = ContentBox(size: sizes[index], scale: scale, rect: appearances[index].rect)
        guard let image = try find(content.room(in: box)) else { return }
        let shown = content.showing(image)
        contents[index] = shown.adapted(to: traits, textColor: nil)?.content as? ImageContent ?? shown
    }

    /// The pixels that all of it may touch, as far as clips let it.
    var reach: PixelRect {
        // From the last to the first: children hand up what they reach before their parents do. Without recursion, as
        // trees may be deep.
        let effects = snapshot.effects
        var reaches = appearances.map { $0.reach }
        for index in appearances.indices.reversed() {
            let appearance = appearances[index]
            if appearance.isInvisible { reaches[index] = .empty }
            if appearance.clips { reaches[index] = reaches[index].intersection(appearance.rect) }
            if let effects = effects[index], !appearance.isInvisible {
                reaches[index] = effects.outer(
                    reaches[index].union(effects.reach(of: appearance.rect)), of: appearance.rect)
            }
            let parent = Int(snapshot.items[index].parent)
            if parent >= 0 { reaches[parent] = reaches[parent].union(reaches[index]) }
        }
        return reaches.first ?? .empty
    }

    /// How large the root is, in logical units.
    public var size: Size { sizes.first ?? .zero }

    /// What the root covers, in pixels.
    public var bounds: PixelRect { appearances.first?.rect ?? .empty }

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
            contents: contents, effects: snapshot.effects, appearances: appearances, sizes: sizes, scale: scale,
            worker: worker,
            operation: operation)
        var painter = AppearancePainter(appearances: appearances, painter: worker.painter, contents: contents)
        painter.paint(clip: target.bounds, on: target)
        return layoutFailure ?? painter.contents.failure
    }

    /// The pixels that the first thing to be drawn replaces, so that there is no use in what lies behind: all but the
    /// rows of its corners.
    private func coveredRows(of bounds: PixelRect) -> PixelRect {
        guard let root = appearances.first, !root.isInvisible, root.opacity >= 1, root.background.alpha >= 1,
            !root.hasEffects, !root.clipsRound
        else { return .empty }
        return (root.cornerRadius > 0 ? root.straight : root.rect).intersection(bounds)
    }
}

/// Draws contents without a bitmap of their own.
private struct DirectContents: ContentsPainter {
    let contents: [(any DrawableContent)?]
    let effects: [Int: AppearanceEffects]
    let appearances: [Appearance]
    let sizes: [Size]
    let scale: Double
    let worker: Worker
    let operation: Operation
    /// The first failure; the other contents are drawn all the same.
    var failure: LaminaError?

    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer) {
        let visible = appearances[index].ink.intersection(clip).intersection(buffer.bounds)
        guard !visible.isEmpty, !operation.isCancelled, !worker.brake.mustStop(), let content = contents[index] else {
            return
        }
        let (box, painter) = (box(index), worker.painter)
        do throws(LaminaError) {
            if content.blendsInPlace, opacity >= 1 {
                try content.draw(in: box, clip: visible, on: buffer, worker, as: operation)
            } else if content.blendsInPlace {
                try painter.group(visible, opacity: opacity, clip: visible, on: buffer) { clip throws(LaminaError) in
                    try content.draw(in: box, clip: clip, on: buffer, worker, as: operation)
                }
            } else if let bitmap = try content.bitmap(filling: box, on: worker) {
                painter.draw(bitmap, x: box.rect.x, y: box.rect.y, opacity: opacity, clip: visible, on: buffer)
            } else {
                try drawApart(content, in: box, opacity: opacity, clip: visible, on: buffer)
            }
        } catch {
            failure = failure ?? error
        }
    }

    /// Whether any other contents are is not known before they are drawn.
    func isOpaque(_ index: Int) -> Bool {
        guard let content = contents[index], appearances[index].ink == appearances[index].rect else { return false }
        return (try? content.bitmap(filling: box(index), on: worker))?.isOpaque ?? false
    }

    func effects(_ index: Int) -> AppearanceEffects? { effects[index] }

    private func box(_ index: Int) -> ContentBox {
        ContentBox(size: sizes[index], scale: scale, rect: appearances[index].rect)
    }

    private func drawApart(
        _ content: any DrawableContent, in box: ContentBox, opacity: Double, clip: PixelRect, on buffer: PixelBuffer
    ) throws(LaminaError) {
        let bitmap = try worker.pool.take(width: clip.width, height: clip.height, cleared: true)
        try bitmap.withPixels { (pixels) throws(LaminaError) in
            var pixels = pixels
            (pixels.originX, pixels.originY) = (clip.x, clip.y)
            try content.draw(in: box, clip: clip, on: pixels, worker, as: operation)
        }
        worker.painter.draw(bitmap, x: clip.x, y: clip.y, opacity: opacity, clip: clip, on: buffer)
    }
}
