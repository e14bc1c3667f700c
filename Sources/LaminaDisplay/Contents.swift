import LaminaGeometry
import LaminaLayout
public import LaminaNode
public import LaminaText

/// What a text node shows.
public final class TextContent: NodeContent {
    public let text: AttributedText?
    public let options: TextLayoutOptions

    public init(text: AttributedText?, options: TextLayoutOptions) {
        self.text = text
        self.options = options
    }

    public var isMeasurable: Bool { true }
}

/// Who hears of a node's drawings. Owner thread, no lock held.
public protocol DisplayObserver: AnyObject, Sendable {
    func willDisplay(_ node: NodeID)
    func didDisplay(_ node: NodeID, finished: Bool)
}

/// Measures the leaves of a layout pass with one worker's text engine.
struct ContentMeasurer: LeafMeasurer {
    let contents: [any NodeContent]
    let engine: TextEngine
    /// Device pixels per logical unit: sizes are rounded up to whole pixels, so that no last letter is lost.
    let scale: Double

    mutating func measure(leaf identifier: Int32, range: SizeRange, parentSize: Size) -> LeafSize {
        guard let content = contents[Int(identifier)] as? TextContent, let text = content.text else {
            return LeafSize(size: .zero)
        }
        let measured = engine.measure(text, content.options, maximumWidth: range.max.width)
        let size = Size(
            width: Pixels.ceil(measured.size.width, scale: scale),
            height: Pixels.ceil(measured.size.height, scale: scale))
        return LeafSize(
            size: size, ascender: measured.firstBaseline, descender: measured.lastBaseline - measured.size.height)
    }
}

extension LayoutSnapshot {
    /// Elements nested deeper than this are not laid out: the solver's stack would not hold them.
    static let maximumDepth = 20_000
    /// Deeper than this, the solver gets a thread with a deep stack of its own.
    static let comfortableDepth = 200

    /// Lays the snapshot out with `worker`; on a deep stack when the tree is deep and this thread's stack is of unknown size.
    func solve(on worker: Worker, scale: Double, stackIsDeep: Bool) -> LayoutFrames {
        var measurer = ContentMeasurer(contents: contents, engine: worker.textEngine, scale: scale)
        if stackIsDeep || depth <= Self.comfortableDepth { return solve(&measurer) }
        let box = DeepSolve(self, measurer)
        withDeepStack { box.run() }
        return box.frames
    }

    func checkDepth() throws(LaminaError) {
        if depth > Self.maximumDepth {
            throw LaminaError(
                .outOfRange, "the tree is \(depth) elements deep; layout goes down \(Self.maximumDepth) levels at most")
        }
    }
}

/// Carries a layout pass to another thread and its result back; the first thread waits meanwhile.
private final class DeepSolve: @unchecked Sendable {  // one thread at a time: the other is waiting in join
    private let snapshot: LayoutSnapshot
    private var measurer: ContentMeasurer
    private(set) var frames = LayoutFrames(size: .zero, frames: [])

    init(_ snapshot: LayoutSnapshot, _ measurer: ContentMeasurer) {
        self.snapshot = snapshot
        self.measurer = measurer
    }

    func run() { frames = snapshot.solve(&measurer) }
}
