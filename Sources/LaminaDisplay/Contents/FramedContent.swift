import LaminaDraw
import LaminaGeometry
public import LaminaNode

/// Drawings of the host's before and after the contents of a node, in the same bitmap (Texture's context hooks).
public final class DrawHooks: ContentDecorator {
    public let before: (any Drawing)?
    public let after: (any Drawing)?

    public init(before: (any Drawing)?, after: (any Drawing)?) {
        self.before = before
        self.after = after
    }

    public func decorated(_ content: any NodeContent) -> any NodeContent {
        FramedContent(DrawableReceiver().drawable(content), self)
    }
}

/// The contents of a node between two drawings of the host's.
final class FramedContent: DrawableContent {
    private let content: any DrawableContent
    private let hooks: DrawHooks

    init(_ content: any DrawableContent, _ hooks: DrawHooks) {
        self.content = content
        self.hooks = hooks
    }

    var isMeasurable: Bool { false }
    var holdsHostData: Bool { true }
    var holdsChildren: Bool { content.holdsChildren }
    func holding(_ children: [Size]) -> any NodeContent { hooks.decorated(content.holding(children)) }
    func inset(by insets: EdgeInsets) -> any NodeContent { hooks.decorated(content.inset(by: insets)) }
    var awaitedImages: [SharedImage] { content.awaitedImages }
    var readsTraits: Bool { content.readsTraits }
    func isOutdated(by now: any NodeContent) -> Bool { content.isOutdated(by: now) }
    var placeholderText: TextContent? { content.placeholderText }
    /// The host may use any operator.
    var blendsInPlace: Bool { false }

    func ink(in box: ContentBox, exactly: Bool, on worker: Worker) -> PixelRect {
        box.rect.union(content.ink(in: box, exactly: exactly, on: worker))
    }

    func draw(
        in box: ContentBox, clip: PixelRect, on buffer: PixelBuffer, _ worker: Worker, as operation: Operation
    ) throws(LaminaError) {
        try call(hooks.before, in: box, clip, on: buffer, operation)
        if content.blendsInPlace {
            try content.draw(in: box, clip: clip, on: buffer, worker, as: operation)
        } else {
            let bitmap = try worker.pool.take(width: clip.width, height: clip.height, cleared: true)
            try bitmap.withPixels { (pixels) throws(LaminaError) in
                var pixels = pixels
                (pixels.originX, pixels.originY) = (clip.x, clip.y)
                try content.draw(in: box, clip: clip, on: pixels, worker, as: operation)
            }
            worker.painter.draw(bitmap, x: clip.x, y: clip.y, clip: clip, on: buffer)
        }
        try call(hooks.after, in: box, clip, on: buffer, operation)
    }

    private func call(
        _ hook: (any Drawing)?, in box: ContentBox, _ clip: PixelRect, on buffer: PixelBuffer, _ operation: Operation
    ) throws(LaminaError) {
        guard let hook, !operation.isCancelled else { return }
        let status = try hook.draw(in: box, clip: clip, on: buffer, as: operation)
        if status != 0 { throw LaminaError(status: status, of: "a draw callback before or after the contents") }
    }
}
