import LaminaDraw
import LaminaGeometry
import LaminaNode

/// Draws what a layer shows into a bitmap of its own.
final class DisplayOperation: OperationBody, @unchecked Sendable {
    // `rendering` and `failure` are written by the worker and read by the owner thread after the operation is over;
    // `operation` belongs to the owner thread.
    enum Kind {
        case contents
        /// What was drawn is brought to another size: no drawing of the node's, so nobody is notified.
        case stretched
        case placeholder
    }

    let surface: Int32
    let layer: Int32
    let node: NodeID
    let content: any BitmapContent
    let kind: Kind
    let drawn: Layer.Drawn
    let observer: (any DisplayObserver)?
    /// That of the queue; the owner thread's.
    var urgency: Urgency
    /// nil until it is done.
    private(set) var rendering: Rendering?
    private(set) var failure: LaminaError?
    var operation: Operation?

    init(
        surface: Int32, layer: Int32, node: NodeID, content: any BitmapContent, _ kind: Kind, drawn: Layer.Drawn,
        observer: (any DisplayObserver)?, _ urgency: Urgency
    ) {
        self.surface = surface
        self.layer = layer
        self.node = node
        self.content = content
        self.kind = kind
        self.drawn = drawn
        self.observer = observer
        self.urgency = urgency
    }

    var box: ContentBox {
        ContentBox(
            size: drawn.size, scale: drawn.scale,
            rect: PixelRect(x: 0, y: 0, width: drawn.width, height: drawn.height))
    }

    var isBrief: Bool { content.isBrief(pixels: drawn.width * drawn.height) }

    func execute(on worker: Worker, as operation: Operation) {
        do throws(LaminaError) {
            rendering = try content.render(in: box, on: worker, as: operation)
        } catch {
            failure = error
        }
    }

    /// Notifies the observers of the node, and of those in the same bitmap.
    func notifyWillDisplay() {
        observer?.willDisplay(node)
        for below in content.observersBelow { below.observer.willDisplay(below.node) }
    }

    func notifyDidDisplay(finished: Bool) {
        observer?.didDisplay(node, finished: finished)
        for below in content.observersBelow { below.observer.didDisplay(below.node, finished: finished) }
    }

    func complete(cancelled: Bool, in engine: Engine) {
        engine.displayEnded(self)
        operation = nil
    }
}
