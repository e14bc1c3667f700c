import CSystem
import Glibc
public import LaminaGeometry
public import LaminaNode
import Synchronization
public import LaminaLock

extension LaminaError {
    /// The context has ended, or is ending.
    public static var contextClosed: LaminaError {
        LaminaError(.invalidHandle, "the context is closed: its last reference was released")
    }
}

/// A place for a context. Places are never freed, only opened and closed: that is what makes a stale handle harmless to
/// look up.
///
/// The nodes and objects of a closed place are gone, and the generations of the next ones start above all that were
/// given out.
public final class Context: Sendable {
    public let number: Int
    public let nodes: Locked<NodeStore>
    /// One thread at a time builds a tree, and gives way to whoever wants the nodes meanwhile.
    let builder = Locked<Void>(.builder, ())
    public let objects: Locked<ObjectTable>
    let wake = Wake()
    let counts = Locked<EngineCounts>(.wake, EngineCounts())
    private let life = Locked<Life>(.context, Life())
    /// How often the process had forked when the context was opened: a child must not use it.
    private let openedInFork = Atomic<Int>(0)
    /// The thread that owns the context, 0 when it has ended; the same as in `life`, to be read without its lock.
    private let owner = Atomic<UInt>(0)

    private struct Life {
        var generation: UInt32 = 0
        var references = 0
        var isOpen = false
        /// 0 when the owner has ended: the next thread may get its number.
        var owner: UInt = 0
        var engine: Engine?
    }

    init(number: Int) {
        self.number = number
        nodes = Locked(.tree, NodeStore(firstGeneration: 0))
        objects = Locked(.objects, ObjectTable(firstGeneration: 0))
    }

    // MARK: Opening and closing

    /// Opens a context owned by the calling thread and returns it with its generation.
    public static func open(_ options: EngineOptions) throws(LaminaError) -> (context: Context, generation: UInt32) {
        // The process may have forked between the loading of the library and now, when nobody watched.
        lamina_forget_thread_number()
        let context = try ContextTable.shared.takePlace()
        do throws(LaminaError) {
            let engine = try Engine(context: context, options: options)
            return (context, context.start(engine))
        } catch {
            ContextTable.shared.giveBack(context)
            throw error
        }
    }

    private func start(_ engine: Engine) -> UInt32 {
        openedInFork.store(Forks.count, ordering: .relaxed)
        let thread = OwnerThreads.watched()
        owner.store(thread, ordering: .relaxed)
        let parts = engine.parts
        nonisolated(unsafe) let opened = engine  // handed over to the state that keeps it for the owner thread
        let generation = life.withLock { life -> UInt32 in
            let generation = life.generation + 1
            life = Life(
                generation: generation, references: 1, isOpen: true, owner: thread, engine: unsafe opened)
            return generation
        }
        counts.withLock { $0 = EngineCounts() }
        nodes.withLock { store in
            store.contextGeneration = generation
            store.teardown = parts.teardown
        }
        objects.withLock { table in
            table.contextGeneration = generation
            table.parts = parts
        }
        return generation
    }

    /// Adds a reference of the host's; false when the handle is stale.
    public func retain(_ generation: UInt32) -> Bool {
        life.withLock { life in
            guard life.isOpen && life.generation == generation && life.references > 0 else { return false }
            life.references += 1
            return true
        }
    }

    /// Drops a reference; false when the handle is stale. The last one closes the context, on the owner thread and
    /// outside its calls.
    public func release(_ generation: UInt32) -> Bool {
        let (wasValid, isLast) = life.withLock { life -> (Bool, Bool) in
            guard life.isOpen && life.generation == generation && life.references > 0 else { return (false, false) }
            life.references -= 1
            return (true, life.references == 0)
        }
        if isLast { closeIfReleased() }
        return wasValid
    }

    /// Whether the last reference is gone.
    public var isClosing: Bool { life.withLock { !$0.isOpen || $0.references == 0 } }

    /// Closes the context when nobody holds it and this is a moment to do so: on the owner thread, or any when that has
    /// ended, outside all calls that run callbacks.
    func closeIfReleased() {
        let engine = life.withLock { life -> Engine? in
            guard life.isOpen && life.references == 0 else { return nil }
            let thread = UInt(pthread_self())
            guard life.owner == thread || life.owner == 0, let engine = life.engine, engine.depth == 0 else {
                wake.signal()
                return nil
            }
            if life.owner == 0 {
                life.owner = OwnerThreads.watched()
                owner.store(thread, ordering: .relaxed)
            }
            life.isOpen = false
            return engine
        }
        if let engine { close(engine) }
    }

    private func close(_ engine: Engine) {
        // From here on nothing new is made; what exists is there for running callbacks until all have returned.
        nodes.withLock { $0.contextGeneration = 0 }
        objects.withLock { table in
            table.contextGeneration = 0
            table.parts = nil
        }
        engine.shutDown()
        var discarded = Discarded()
        let lastNode = nodes.withLock { store -> UInt32 in
            store.teardown = nil
            store.removeAll(&discarded)
            return store.lastGeneration
        }
        let lastObject: UInt32
        do {
            let (removed, last) = objects.withLock { ($0.removeAll(), $0.lastGeneration) }
            lastObject = last
            // Destroy notifies of the host run here, on the owner thread and without a lock: the compiler lets go of
            // what is not used any more, and would within that.
            withExtendedLifetime(removed) {}
        }
        release(discarded)
        engine.parts.destroys.run()

        nodes.withLock { $0 = NodeStore(firstGeneration: lastNode + 1) }
        self.objects.withLock { $0 = ObjectTable(firstGeneration: lastObject + 1) }
        life.withLock { $0.engine = nil }
        wake.close()
        let isUsedUp =
            lastNode + 2 >= NodeStore.generationLimit || lastObject + 2 >= ObjectTable.generationLimit
            || life.withLock { $0.generation + 2 >= NodeStore.generationLimit }
        if !isUsedUp { ContextTable.shared.giveBack(self) }
    }

    private func release(_ discarded: consuming Discarded) {}

    fileprivate func holdForFork() {
        life.holdForFork()
        builder.holdForFork()
        nodes.holdForFork()
        objects.holdForFork()
        counts.holdForFork()
    }

    fileprivate func letGoAfterFork() {
        counts.letGoAfterFork()
        objects.letGoAfterFork()
        nodes.letGoAfterFork()
        builder.letGoAfterFork()
        life.letGoAfterFork()
    }

    // MARK: Reaching what is inside

    /// The owner thread's side. Fails with `wrongThread` elsewhere, `invalidHandle` when the handle is stale.
    public func engine(_ generation: UInt32) throws(LaminaError) -> Engine {
        enum Refusal { case stale, wrongThread, ownerless }
        let found = life.withLock { life -> (Engine?, Refusal) in
            guard life.isOpen && life.generation == generation else { return (nil, .stale) }
            if life.owner == UInt(pthread_self()) { return (life.engine, .stale) }
            return (nil, life.owner == 0 ? .ownerless : .wrongThread)
        }
        if let engine = found.0 { return engine }
        if found.1 == .ownerless {
            throw LaminaError(
                .wrongThread,
                "the thread that owned the context has ended: lamina_context_adopt() makes the calling thread its owner"
            )
        }
        if found.1 == .wrongThread {
            throw LaminaError(
                .wrongThread,
                "only the thread that created the context may call this function; it was called from another"
            )
        }
        throw .contextClosed
    }

    /// Makes the calling thread the owner, when the one before has ended. Fails with `wrongThread` when it has not,
    /// `invalidState` when it ended within a callback, `invalidHandle` when the handle is stale. A context that nobody
    /// holds any more is closed.
    public func adopt(_ generation: UInt32) throws(LaminaError) {
        let thread = OwnerThreads.watched()
        try life.withLock { (life) throws(LaminaError) in
            guard life.isOpen && life.generation == generation, let engine = life.engine else {
                throw .contextClosed
            }
            if life.owner == thread { return }
            if life.owner != 0 {
                throw LaminaError(
                    .wrongThread,
                    "the thread that owns the context has not ended: it must end before another adopts it")
            }
            if engine.depth > 0 {
                throw LaminaError(
                    .invalidState, "the thread that owned the context ended within a callback: it cannot be adopted")
            }
            life.owner = thread
            owner.store(thread, ordering: .relaxed)
        }
        // Whatever became due while there was no owner.
        wake.signal()
        closeIfReleased()
    }

    /// A thread has ended; what it owned has no owner.
    fileprivate func threadEnded(_ thread: UInt) {
        if owner.load(ordering: .relaxed) != thread { return }
        // If it was to make one more call for that, this is it.
        closeIfReleased()
        life.withLock { life in
            if life.owner == thread { life.owner = 0 }
            owner.store(0, ordering: .relaxed)
        }
    }

    /// What any thread may use of an open context.
    public func parts(_ generation: UInt32) throws(LaminaError) -> EngineParts {
        try Self.open(objects.withLock { $0.contextGeneration == generation ? $0.parts : nil })
    }

    /// The same of the opening that is under way.
    public func parts() throws(LaminaError) -> EngineParts { try Self.open(objects.withLock { $0.parts }) }

    private static func open(_ parts: EngineParts?) throws(LaminaError) -> EngineParts {
        guard let parts else {
            throw .contextClosed
        }
        return parts
    }

    /// Tells the host of something that no call can report.
    public func warn(_ message: String) { (try? parts(generation))?.mailbox.log(1, message) }

    /// The generation of the opening that is under way; 0 when the place is closed.
    public var generation: UInt32 { life.withLock { $0.isOpen ? $0.generation : 0 } }

    /// Whether the calling thread is the owner.
    public var isOwnerThread: Bool { owner.load(ordering: .relaxed) == UInt(pthread_self()) }

    /// The descriptor for the owner's event loop, -1 when closed.
    public var descriptor: Int32 { wake.descriptor }

    /// Whether `process` has something to do.
    public var isSignalled: Bool { wake.isSignalled }

    public var engineCounts: EngineCounts { counts.withLock { $0 } }

    /// Whether this process is a fork of the one that opened the context.
    public var isForked: Bool { openedInFork.load(ordering: .relaxed) != Forks.count }

    /// Takes the tree lock. The nodes are the caller's until `unlockNodes`, which has to follow on this thread.
    public func lockNodes() -> UnsafeMutablePointer<NodeStore> { unsafe nodes.acquire() }

    /// Ends `lockNodes`, and wakes the owner thread when something that is shown was changed.
    public func unlockNodes(_ store: UnsafeMutablePointer<NodeStore>) {
        let hasNews = unsafe store.pointee.takeNews()
        nodes.release()
        if hasNews { wake.signal() }
    }

    /// Works on the nodes under the tree lock and wakes the owner thread when that changed something that is shown.
    public func withNodes<R, E: Error>(_ body: (inout NodeStore) throws(E) -> R) throws(E) -> R {
        var hasNews = false
        defer { if hasNews { wake.signal() } }
        return try nodes.withLock { (store) throws(E) -> R in
            defer { hasNews = store.takeNews() }
            return try body(&store)
        }
    }
}

/// Threads that own contexts, or did: their ends are noticed, since the system gives the number of a thread that has
/// ended to a later one.
private enum OwnerThreads {
    private static let mark = unsafe ThreadMark(ended: { _ in
        ContextTable.shared.threadEnded(UInt(pthread_self()))
    })

    /// The number of the calling thread, whose end is noticed from now on.
    static func watched() -> UInt {
        mark.value = 1
        return UInt(pthread_self())
    }
}

/// All places for contexts. A place that was made stays valid for ever, so looking one up takes no lock.
// Unchecked: `places` is written before `count` says so, under the lock.
@safe public final class ContextTable: @unchecked Sendable {
    public static let shared = ContextTable()
    /// Handles have ten bits for the place.
    public static let capacity = 1024

    /// Each keeps one reference that is never given back.
    private let places: UnsafeMutablePointer<Unmanaged<Context>?>
    private let count = Atomic<Int>(0)
    private let free = Locked<[Context]>(.leaf, [])

    private init() {
        unsafe places = .allocate(capacity: Self.capacity)
        unsafe places.initialize(repeating: nil, count: Self.capacity)
        Forks.watch()
    }

    /// The place with this number; nil when there never was one.
    public func place(_ number: Int) -> Context? {
        number < count.load(ordering: .acquiring) ? unsafe places[number]?.takeUnretainedValue() : nil
    }

    /// The same without a reference.
    public func unmanagedPlace(_ number: Int) -> Unmanaged<Context>? {
        number < count.load(ordering: .acquiring) ? unsafe places[number] : nil
    }

    func takePlace() throws(LaminaError) -> Context {
        let place = free.withLock { free -> Context? in
            // The place that rests longest: its old handles are the least likely to be around.
            if !free.isEmpty { return free.removeFirst() }
            let number = count.load(ordering: .relaxed)
            guard number < Self.capacity else { return nil }
            let place = Context(number: number)
            unsafe places[number] = Unmanaged.passRetained(place)
            count.store(number + 1, ordering: .releasing)
            return place
        }
        guard let place else {
            throw LaminaError(.outOfMemory, "\(Self.capacity) contexts are open, which is the limit")
        }
        return place
    }

    fileprivate func threadEnded(_ thread: UInt) {
        for number in 0..<count.load(ordering: .acquiring) { place(number)?.threadEnded(thread) }
    }

    func giveBack(_ context: Context) { free.withLock { $0.append(context) } }

    // MARK: Forks

    /// Takes the locks of all closed places, which a child opens again; a stale handle may be looked up there at any
    /// time.
    func holdForFork() {
        free.holdForFork()
        for place in free.heldByFork { place.holdForFork() }
    }

    func letGoAfterFork() {
        for place in free.heldByFork { place.letGoAfterFork() }
        free.letGoAfterFork()
    }
}
