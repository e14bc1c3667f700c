public import LaminaGeometry
import LaminaLock
public import LaminaNode

extension EngineParts {
    /// Says on the calling thread, at scale 1, how a layout came about. Fails with `outOfRange` when the tree is too deep.
    public func explain(_ explained: ExplainedSnapshot) throws(LaminaError) -> String {
        try explained.snapshot.checkDepth()
        return withWorker { worker in
            let run = ExplainRun(
                explained,
                ContentMeasurer(contents: explained.snapshot.contents, engine: worker.textEngine, scale: 1))
            if explained.snapshot.depth <= LayoutSnapshot.comfortableDepth {
                run.run()
            } else {
                withDeepStack { run.run() }
            }
            return run.text
        }
    }
}

/// Carries an explanation to another thread and its text back; the first thread waits meanwhile.
private final class ExplainRun: @unchecked Sendable {  // one thread at a time: the other is waiting in join
    private let explained: ExplainedSnapshot
    private var measurer: ContentMeasurer
    private(set) var text = ""

    init(_ explained: ExplainedSnapshot, _ measurer: ContentMeasurer) {
        self.explained = explained
        self.measurer = measurer
    }

    func run() { text = explained.explain(&measurer) }
}
