import CSystem
import Glibc
public import LaminaDraw
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode
public import LaminaText

/// What one thread at a time needs to measure and draw: a text engine and a painter, with their caches. Made when first
/// needed.
public final class Worker {
    private let fonts: FontSystem
    public let pool: BitmapPool

    public private(set) lazy var textEngine = TextEngine(fonts, brake: brake)
    /// What the work under way is asked to stop by.
    public let brake: WorkBrake
    public private(set) lazy var painter = Painter(pool: pool)

    /// What flex layouts on this thread use one after the other; nil while one does.
    var flexWorkspace: FlexWorkspace?
    /// Room for more than this, some 50,000 items of one container, is not kept.
    static let flexWorkspaceLimit = 8 << 20

    /// Drops what is cached for measuring and drawing, and can be made again.
    func trim() {
        textEngine.trim()
        painter.trim()
        flexWorkspace = nil
    }

    /// `end` stops all long work.
    init(fonts: FontSystem, pool: BitmapPool, end: EndSign?) {
        brake = WorkBrake(end: end)
        self.fonts = fonts
        self.pool = pool
    }
}

/// The threads of a context. They exist from its creation to its end and run nothing but its operations.
@safe final class WorkerThreads {
    /// Layout recurses: this is enough for `LayoutSnapshot.maximumDepth` levels of some 500 bytes, several times over;
    /// debug and instrumented builds take up to 10 KB a level. The memory is only reserved.
    #if DEBUG
        static let stackSize = 256 << 20
    #else
        static let stackSize = 64 << 20
    #endif

    /// Seconds between two complaints about a worker that does not end.
    private static let patience: Int32 = 2

    private var threads: [pthread_t] = []

    /// What a thread needs to run; handed over to it as it starts.
    private final class Start: Sendable {
        let number: Int
        let engine: EngineParts
        init(number: Int, engine: EngineParts) {
            self.number = number
            self.engine = engine
        }
    }

    var count: Int { threads.count }

    /// Starts `count` threads; fails with `backend` when the system has none to give, and ends those already started.
    func start(_ count: Int, _ engine: EngineParts, niceness: Int32) throws(LaminaError) {
        if count == 0 { try Self.checkThreads() }
        for number in 0..<count {
            let start = Start(number: number, engine: engine)
            let result = startThread(stackSize: Self.stackSize) {
                // What debuggers, profilers and top show.
                lamina_name_worker_thread()
                if niceness > 0 { lamina_set_thread_niceness(niceness) }
                Self.run(start)
            }
            guard let thread = result else {
                engine.queue.close()
                join()
                throw LaminaError(
                    .backend, "could not start worker thread \(number + 1) of \(count): \(describeErrno())")
            }
            threads.append(thread)
        }
    }

    /// Waits for all threads; close the queue first. `isLate` gets the seconds waited each time that another few
    /// have passed: a callback of the host that does not come back cannot be ended, but it need not hang the host
    /// silently.
    func join(isLate: (_ seconds: Int) -> Void = { _ in }) {
        var waited = 0
        for thread in threads {
            while lamina_join_thread(thread, Self.patience) == 0 {
                waited += Int(Self.patience)
                isLate(waited)
            }
        }
        threads = []
    }

    /// Without workers of ours, Pango still starts threads of its own, and ends the process when there are none to be
    /// had. The stack is as large as theirs at most is: a small one would not hold the thread-local variables of some
    /// programs, and the system then refuses what it would give to Pango.
    private static func checkThreads() throws(LaminaError) {
        guard let thread = startThread(stackSize: stackSize, {}) else {
            throw LaminaError(.backend, "the system has no thread left, and Pango needs one: \(describeErrno())")
        }
        pthread_join(thread, nil)
    }

    private static func run(_ start: Start) {
        let engine = start.engine
        let worker = Worker(fonts: engine.fonts, pool: engine.pool, end: engine.end)
        var trims = 0
        engine.destroys.collect {
            while runOne(on: worker, engine, start.number) {
                let wanted = engine.trimCount
                if wanted != trims {
                    trims = wanted
                    worker.trim()
                    engine.workerTrimmed()
                }
                // Dropping the operation may have left a destroy notify for the owner thread.
                if !engine.destroys.isEmpty { engine.wake.signal() }
            }
        }
    }

    /// A function of its own, so that nothing of the operation is held here when it returns.
    @inline(never)
    private static func runOne(on worker: Worker, _ engine: EngineParts, _ number: Int) -> Bool {
        var next = engine.queue.tryPop(worker: number)
        if let next {
            engine.wake.settle(beforeBrief: next.isBrief)
        } else {
            engine.wake.flush()
            next = engine.queue.pop(worker: number)
        }
        guard let operation = next else { return false }
        engine.run(operation, on: worker)
        return true
    }
}

/// Starts a thread with a stack of `stackSize` bytes; nil when the system refuses.
func startThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> pthread_t? {
    // Not a variable: which module the initialiser of the C struct belongs to depends on the order in which the
    // compiler meets modules.
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
        unsafe pthread_attr_destroy(attributes)
        unsafe attributes.deallocate()
    }
    unsafe pthread_attr_setstacksize(attributes, stackSize)
    // Wider than any frame, so that running out of stack ends in a fault and never in another thread's memory.
    unsafe pthread_attr_setguardsize(attributes, 1 << 20)
    return unsafe startThread(attributes, body)
}

/// Runs `body` on a thread with a deep stack and waits for it; on this thread when there is none to be had.
func withDeepStack(_ body: @escaping @Sendable () -> Void) {
    if let thread = startThread(stackSize: WorkerThreads.stackSize, { WorkerThreadMark.run(body) }) {
        pthread_join(thread, nil)
    } else {
        body()
    }
}
