public import LaminaDisplay
public import LaminaDraw
public import LaminaGeometry
import LaminaLock
public import LaminaNode
import LaminaText

/// The options of a job.
public struct RowJobOptions: Sendable {
    /// Pixels per logical unit.
    public var scale = 1.0
    /// Replaces the template's; nil keeps it.
    public var background: Color?
    /// The encoding of pictures as files; nil for pixels.
    public var encoding: PictureEncoding?
    /// Pictures begun before they are taken.
    public var lookAhead = 16
    /// Workers that draw at the same time; nil for all.
    public var workerLimit: Int?
    /// The folder of pictures named by rows; nil if rows may not name files.
    public var imageFolder: String?
    /// Whether these may lie elsewhere.
    public var allowsOutsideImages = false
    /// Whether rows may name pictures by URLs, which are loaded.
    public var allowsURLs = false
    public var limits = WorkLimits()
    public var isRightToLeft = false
    /// What holds where its rows will be shown.
    public var traits = ResolvedTraits()

    public init() {}
}

/// The picture of one row.
public struct RowPicture: Sendable {
    /// Its state.
    public enum Content: Sendable {
        case bitmap(Bitmap)
        case file(EncodedPicture, width: Int, height: Int)
        case failure(LaminaError)
    }

    /// Counted from 0.
    public let row: UInt64
    public let content: Content
}

/// The values of a row.
public enum RowSource: Sendable {
    case values([TemplateValue?])
    /// Read on the worker.
    case json([UInt8])
}

/// Rows of a template on their way to pictures, which are returned in the order of the rows.
///
/// Each row is a separate piece of work. At most `lookAhead` pictures are begun or ready at a time: taking one starts
/// another.
public final class RowJob: Sendable {
    let forms: RowForms
    public let template: Template
    public let parts: EngineParts
    let options: RowJobOptions
    let encoder = PictureEncoder()
    private let state: Monitor<State>

    private struct State {
        var waiting: [RowSource] = []
        /// The number of `waiting` rows that have begun.
        var begunOfWaiting = 0
        /// The number of the next row to begin, and of the next picture to return.
        var nextToBegin: UInt64 = 0
        var nextToTake: UInt64 = 0
        var running: [UInt64: RowWork] = [:]
        /// Of those, without workers: to be drawn again, as their pictures have come.
        var resumed: [RowWork] = []
        var ready: [UInt64: RowPicture.Content] = [:]
        var isCancelled = false
        /// The observers for the next picture, on the owner thread.
        var observers = NumberedList<OwnerCall>()
        var lastObserver: UInt64 = 0
        /// Notified, and has not run yet.
        var isTold = false

        /// Microseconds.
        var lastWake: UInt64 = 0

        var hasWaiting: Bool { begunOfWaiting < waiting.count }
        var isOver: Bool { !hasWaiting && running.isEmpty && ready.isEmpty }

        /// Whether there is a row to begin, and space for it.
        func mayBegin(_ options: RowJobOptions) -> Bool {
            hasWaiting && !isCancelled && running.count < min(options.workerLimit ?? .max, options.lookAhead)
                && nextToBegin - nextToTake < UInt64(options.lookAhead)
        }

        /// Waking a thread costs as much as a small picture. A thread that waits for the next one is woken if the last
        /// wake was long ago, if there is soon no space for more, or if nothing more will come.
        func isWorthWaking(_ now: UInt64, _ options: RowJobOptions) -> Bool {
            if ready[nextToTake] == nil { return false }
            return now >= lastWake + 1000 || ready.count >= max(1, options.lookAhead * 3 / 4)
                || (running.isEmpty && !mayBegin(options))
        }

        mutating func takeWaiting() -> RowSource {
            let source = waiting[begunOfWaiting]
            begunOfWaiting += 1
            // Finished rows are removed in bulk: each row moves at most once.
            if begunOfWaiting >= 64 && begunOfWaiting * 2 >= waiting.count {
                waiting.removeFirst(begunOfWaiting)
                begunOfWaiting = 0
            }
            return source
        }
    }

    public init(_ template: Template, parts: EngineParts, _ options: RowJobOptions) throws(LaminaError) {
        let files = TemplateImage.Files(
            folder: options.imageFolder, allowsOutside: options.allowsOutsideImages, limits: options.limits,
            traits: options.traits)
        forms = try RowForms(
            template, scale: options.scale, isRightToLeft: options.isRightToLeft, files: files)
        self.template = template
        self.parts = parts
        self.options = options
        state = Monitor(State())
    }

    var background: Color { options.background ?? template.background }

    /// Adds rows, which begin when there is space. Fails with `invalidState` after `cancel`.
    public func add(_ rows: [RowSource]) throws(LaminaError) {
        let isCancelled = state.withLock { state -> Bool in
            if !state.isCancelled { state.waiting += rows }
            return state.isCancelled
        }
        if isCancelled { throw LaminaError(.invalidState, "the job is cancelled: it takes no more rows") }
        begin()
        tellObserver()
    }

    /// Runs `observer` on the owner thread whenever the next picture becomes ready; returns its number.
    public func addObserver(_ observer: @escaping OwnerCall) -> UInt64 {
        let number = state.withLock { state -> UInt64 in
            state.lastObserver += 1
            state.observers.append(observer, number: state.lastObserver)
            return state.lastObserver
        }
        tellObserver()
        return number
    }

    /// Removes an observer, and frees it outside of the lock; false if there is none with this number.
    public func removeObserver(_ number: UInt64) -> Bool {
        let removed = state.withLock { $0.observers.remove(number) }
        return removed != nil
    }

    /// Removes all observers.
    public func removeObservers() {
        let removed = state.withLock { state -> NumberedList<OwnerCall> in
            defer { state.observers = NumberedList() }
            return state.observers
        }
        withExtendedLifetime(removed) {}
    }

    /// Posts the call of the observers if a picture is ready and no call is pending.
    private func tellObserver() {
        // Without workers, the thread that takes a picture draws it.
        let isLazy = parts.threadCount == 0
        let tells = state.withLock { state -> Bool in
            guard !state.observers.isEmpty, !state.isTold else { return false }
            guard state.ready[state.nextToTake] != nil || (isLazy && (state.hasWaiting || !state.resumed.isEmpty))
            else { return false }
            state.isTold = true
            return true
        }
        // When the context ends, nobody is told any more.
        if tells { _ = try? parts.post { [weak self] in self?.runObserver() } }
    }

    /// An observer that took a picture and left others is notified again; one that took none is not, until another
    /// picture is ready.
    private func runObserver() {
        let (observers, before) = state.withLock { state in
            state.isTold = false
            return (state.observers, state.nextToTake)
        }
        observers.forEach { number, observer in
            // Skip observers that an earlier one removed.
            if state.withLock({ $0.observers.contains(number) }) { observer() }
        }
        if state.withLock({ $0.nextToTake != before }) { tellObserver() }
    }

    /// Starts rows while there is space.
    private func begin() {
        // Without workers, waiting threads do the work.
        if parts.threadCount == 0 { return }
        while let work = takeWork() { work.operation = parts.start(work) }
    }

    private func takeWork() -> RowWork? {
        state.withLock { state in
            if !state.resumed.isEmpty { return state.resumed.removeFirst() }
            guard state.mayBegin(options) else { return nil }
            let pictures = RowPictures(isAwaited: true, loadsURLs: options.allowsURLs)
            let work = RowWork(self, row: state.nextToBegin, state.takeWaiting(), pictures)
            state.running[work.row] = work
            state.nextToBegin += 1
            return work
        }
    }

    /// Takes over the result of a row.
    func finish(_ row: UInt64, _ content: RowPicture.Content, hasRun: Bool) {
        let now = monotonicMicroseconds()
        let wasCancelled = state.withLock(wakes: { $0.lastWake == now }) { state -> Bool in
            state.running[row] = nil
            state.ready[row] = state.isCancelled ? .failure(Self.cancelled) : content
            if state.isWorthWaking(now, options) { state.lastWake = now }
            return state.isCancelled
        }
        tellObserver()
        if wasCancelled { return }
        // Work that never ran was refused because the context ends.
        if hasRun { begin() } else { cancel() }
    }

    /// Pictures of a row have to come first; then it is drawn anew.
    func suspend(_ work: RowWork, _ pictures: RowPictures) {
        pictures.load(parts) { [self] _ in
            let again = work.again
            let isCancelled = state.withLock(wakes: { _ in true }) { state -> Bool in
                if state.isCancelled { return true }
                state.running[work.row] = again
                if parts.threadCount == 0 { state.resumed.append(again) }
                return false
            }
            if isCancelled { return finish(work.row, .failure(Self.cancelled), hasRun: true) }
            if parts.threadCount > 0 { again.operation = parts.start(again) } else { tellObserver() }
        }
    }

    private static let cancelled = LaminaError(.cancelled, "the job was cancelled before the row was drawn")

    /// Waits for the next picture. Fails with `timedOut`, and with `invalidState` if the pictures of all rows have been
    /// taken, and on workers.
    public func next(timeout: UInt64) throws(LaminaError) -> RowPicture {
        enum Outcome { case picture(RowPicture), over, draw }
        if WorkerThreadMark.isThisThread {
            throw LaminaError(
                .invalidState,
                "a callback on a worker cannot wait for pictures: they may need this very worker. Wait on another thread"
            )
        }
        let hasWorkers = parts.threadCount > 0
        while true {
            let outcome = state.wait(microseconds: timeout) { state -> Outcome? in
                if let content = state.ready.removeValue(forKey: state.nextToTake) {
                    state.nextToTake += 1
                    return .picture(RowPicture(row: state.nextToTake - 1, content: content))
                }
                if state.isOver { return .over }
                return !hasWorkers && (state.running.isEmpty || !state.resumed.isEmpty) ? .draw : nil
            }
            switch outcome {
            case .picture(let picture):
                begin()
                return picture
            case .over:
                throw LaminaError(
                    .invalidState, "there is no next picture: those of all rows have been taken")
            case .draw: if let work = takeWork() { parts.runHere(work) }
            case nil: throw LaminaError(.timedOut, "not done within \(timeout) us")
            }
        }
    }

    /// Ends the job: rows that are not ready are returned as cancelled.
    public func cancel() {
        let running = state.withLock(wakes: { _ in true }) { state -> [RowWork] in
            state.isCancelled = true
            while state.hasWaiting {
                _ = state.takeWaiting()
                state.ready[state.nextToBegin] = .failure(Self.cancelled)
                state.nextToBegin += 1
            }
            return Array(state.running.values)
        }
        tellObserver()
        for work in running {
            work.operation?.cancel()
            work.pictures.cancel(parts.loader)
        }
    }
}

/// One row on its way.
final class RowWork: OperationBody, @unchecked Sendable {
    // `source` and `content` belong to the thread that runs the work; `operation` is under the lock.
    private let job: RowJob
    let row: UInt64
    private let source: RowSource
    let pictures: RowPictures
    private var content: RowPicture.Content?
    private var isSuspended = false
    private let started = Locked<Operation?>(.leaf, nil)

    init(_ job: RowJob, row: UInt64, _ source: RowSource, _ pictures: RowPictures) {
        self.job = job
        self.row = row
        self.source = source
        self.pictures = pictures
    }

    /// The same once more.
    var again: RowWork { RowWork(job, row: row, source, pictures) }

    var operation: Operation? {
        get { started.withLock { $0 } }
        set { started.withLock { $0 = newValue } }
    }

    func execute(on worker: Worker, as operation: Operation) {
        let stop = RowStop(operation, microseconds: job.options.limits.rowMicroseconds)
        worker.brake.begin(stop)
        do throws(LaminaError) {
            let (form, values) = try job.forms.prepare(source)
            try RowStop.check(worker)
            let bitmap = try form.draw(
                values, background: job.background, on: worker, of: job.parts, as: operation, pictures)
            guard let encoding = job.options.encoding else { return content = .bitmap(bitmap) }
            let file = try bitmap.withPixels { (pixels) throws(LaminaError) in
                try job.encoder.encode(pixels, encoding)
            }
            try RowStop.check(worker)
            content = .file(file, width: bitmap.width, height: bitmap.height)
        } catch {
            isSuspended = pictures.isWaiting
            content = .failure(error)
        }
    }

    func complete(cancelled: Bool, in engine: Engine) {}

    func ended(hasRun: Bool) {
        if hasRun, isSuspended { return job.suspend(self, pictures) }
        let missing = RowPicture.Content.failure(
            LaminaError(.cancelled, "the context ended before the row was drawn"))
        job.finish(row, content ?? missing, hasRun: hasRun)
    }
}
