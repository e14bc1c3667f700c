import LaminaDraw
import LaminaNode

/// Frees what has ended, some at a time: on a worker, behind all that somebody waits for, or in the owner's turns where
/// there are no workers.
final class TeardownWork: OperationBody {
    /// A worker is at it for about a millisecond.
    private static let workerSlice = 2048
    /// Of a turn, about as much as one drawing.
    private static let turnSlice = 256

    private let teardown: Teardown
    private let queue: WorkQueue
    private let wake: Wake
    private let isInline: Bool

    private init(_ teardown: Teardown, _ queue: WorkQueue, _ wake: Wake, isInline: Bool) {
        self.teardown = teardown
        self.queue = queue
        self.wake = wake
        self.isInline = isInline
    }

    /// A place for what is to be freed by the workers of a queue.
    static func makeTeardown(_ queue: WorkQueue, _ wake: Wake, threadCount: Int) -> Teardown {
        Teardown(keepsAll: threadCount > 0) { teardown in
            TeardownWork(teardown, queue, wake, isInline: threadCount == 0).start()
        }
    }

    private func start() {
        let operation = Operation(self, priority: .min, transaction: nil)
        // When the context closes, the owner frees the rest.
        if !queue.push(operation) { operation.cancel() } else if isInline { wake.signal() }
    }

    var isBackground: Bool { true }

    func execute(on worker: Worker, as operation: Operation) {
        teardown.freeSome(isInline ? Self.turnSlice : Self.workerSlice)
    }

    func ended(hasRun: Bool) {
        if !hasRun { return }
        if teardown.takeEnd() {
            // The owner may wait for nothing else.
            if !isInline { wake.signal() }
        } else {
            start()
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {}
}

/// What layers held that ended.
// Unchecked: filled by the owner thread, and handed over from one to the next.
final class RetiredLayers: Remains, @unchecked Sendable {
    struct Piece {
        var content: (any NodeContent)?
        var effects: AppearanceEffects?
        var bitmap: Bitmap?
        var original: StretchedContent?
        var raster: RasterAppearance?
        var children: ContiguousArray<Int32>
    }

    private var pieces: ContiguousArray<Piece> = []

    var count: Int { pieces.count }

    func add(_ piece: consuming Piece) { pieces.append(piece) }

    func free(_ limit: Int) {
        if limit < count { pieces.removeLast(limit) } else { pieces = [] }
    }

    /// Gives all pixels back at once.
    func dropBitmaps() { for index in pieces.indices { pieces[index].bitmap = nil } }
}
