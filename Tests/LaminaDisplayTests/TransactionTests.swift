import Glibc
import LaminaGeometry
import LaminaLock
import Synchronization
import Testing

@testable import LaminaDisplay

/// A context of its own for one test, on the thread that runs the test, closed at the end.
final class TestContext {
    let context: Context
    let generation: UInt32

    init(threads: Int, deterministic: Bool = false) throws {
        var options = EngineOptions()
        options.threadCount = threads
        options.isDeterministic = deterministic
        options.fonts.defaultFamily = "DejaVu Sans"
        (context, generation) = try Context.open(options)
    }

    var engine: Engine { get throws { try context.engine(generation) } }

    func close() { _ = context.release(generation) }
}

/// What happened, in order; any thread.
final class Journal: Sendable {
    private let lines = Locked<[String]>(.leaf, [])
    func note(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
}

/// An operation that notes what becomes of it, and waits on the worker until told to go on.
final class NotedOperation: OperationBody {
    let name: String
    let journal: Journal
    let gate: Gate?
    let isBackground: Bool

    init(_ name: String, _ journal: Journal, gate: Gate? = nil, isBackground: Bool = false) {
        self.isBackground = isBackground
        self.name = name
        self.journal = journal
        self.gate = gate
    }

    func execute(on worker: Worker, as operation: Operation) {
        gate?.pass()
        journal.note("ran \(name)")
    }

    func complete(cancelled: Bool, in engine: Engine) { journal.note(cancelled ? "cancelled \(name)" : "done \(name)") }
}

/// Holds workers up until it is opened.
final class Gate: Sendable {
    private let isOpen = Atomic<Bool>(false)
    private let waiting = Atomic<Int>(0)

    func open() { isOpen.store(true, ordering: .releasing) }

    func pass() {
        waiting.add(1, ordering: .relaxed)
        while !isOpen.load(ordering: .acquiring) { usleep(200) }
    }

    /// How many workers came to the gate.
    var count: Int { waiting.load(ordering: .relaxed) }

    /// Waits until `count` workers stand before the gate.
    func await(_ count: Int) {
        while waiting.load(ordering: .relaxed) < count { usleep(200) }
    }
}

@Suite struct TransactionTests {
    @Test(arguments: [0, 1, 4]) func completionsRunTogetherInTheOrderAdded(threads: Int) throws {
        let test = try TestContext(threads: threads)
        defer { test.close() }
        let journal = Journal()
        let transaction = try test.engine.parts.makeTransaction()
        for number in 0..<20 { try transaction.add(NotedOperation("\(number)", journal), priority: Int32(number % 3)) }
        try test.engine.process(budget: nil)
        #expect(!journal.all.contains { $0.hasPrefix("done") }, "nothing completes before the commit")
        try transaction.commit { cancelled in journal.note("all, cancelled \(cancelled)") }
        try test.engine.wait(for: transaction, timeout: 5_000_000)
        let completions = journal.all.filter { !$0.hasPrefix("ran") }
        #expect(completions == (0..<20).map { "done \($0)" } + ["all, cancelled false"])
        #expect(journal.all.filter { $0.hasPrefix("ran") }.count == 20)
    }

    @Test func anEmptyTransactionCompletes() throws {
        let test = try TestContext(threads: 1)
        defer { test.close() }
        let journal = Journal()
        let transaction = try test.engine.parts.makeTransaction()
        try transaction.commit { _ in journal.note("done") }
        try test.engine.waitIdle(timeout: 5_000_000)
        #expect(journal.all == ["done"])
    }

    @Test func cancellingSkipsWhatHasNotBegunAndCompletesAll() throws {
        let test = try TestContext(threads: 1)
        defer { test.close() }
        let journal = Journal()
        let gate = Gate()
        let transaction = try test.engine.parts.makeTransaction()
        try transaction.add(NotedOperation("first", journal, gate: gate))
        try transaction.add(NotedOperation("second", journal))
        gate.await(1)
        transaction.cancel()
        #expect(throws: LaminaError.self) { try transaction.add(NotedOperation("late", journal)) }
        #expect(throws: LaminaError.self) { try transaction.commit(done: nil) }
        gate.open()
        try test.engine.waitIdle(timeout: 5_000_000)
        #expect(journal.all == ["ran first", "cancelled first", "cancelled second"])
        #expect(transaction.isComplete)
    }

    @Test func deterministicModeKeepsTheOrderOfCommits() throws {
        let test = try TestContext(threads: 2, deterministic: true)
        defer { test.close() }
        let journal = Journal()
        let gate = Gate()
        let slow = try test.engine.parts.makeTransaction()
        try slow.add(NotedOperation("slow", journal, gate: gate))
        try slow.commit(done: nil)
        let fast = try test.engine.parts.makeTransaction()
        try fast.add(NotedOperation("fast", journal))
        try fast.commit(done: nil)
        while !fast.isReady { usleep(200) }
        try test.engine.process(budget: nil)
        #expect(!journal.all.contains("done fast"))
        gate.open()
        try test.engine.waitIdle(timeout: 5_000_000)
        #expect(journal.all.filter { $0.hasPrefix("done") } == ["done slow", "done fast"])
    }

    @Test func aShortBudgetLeavesTheRestForLater() throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let journal = Journal()
        for number in 0..<200 { try test.engine.parts.post(NotedOperation("\(number)", journal)) }
        var calls = 0
        while test.context.isSignalled {
            try test.engine.process(budget: 1)
            calls += 1
        }
        #expect(calls > 1)
        #expect(journal.all.filter { $0.hasPrefix("done") }.count == 200)
    }

    @Test func closingCompletesEverythingOnce() throws {
        let journal = Journal()
        let test = try TestContext(threads: 2)
        let open = try test.engine.parts.makeTransaction()
        _ = test.context.objects.withLock { $0.insert(open, .transaction) }
        for number in 0..<50 {
            try test.engine.parts.post(NotedOperation("p\(number)", journal))
            try open.add(NotedOperation("o\(number)", journal))
        }
        test.close()
        let completions = journal.all.filter { !$0.hasPrefix("ran") }
        for number in 0..<50 {
            #expect(completions.filter { $0.hasSuffix(" p\(number)") }.count == 1)
            #expect(completions.filter { $0.hasSuffix(" o\(number)") }.count == 1)
        }
        #expect(throws: LaminaError.self) { _ = try test.engine }
    }

    @Test func waitingTimesOut() throws {
        let test = try TestContext(threads: 1)
        defer { test.close() }
        let gate = Gate()
        try test.engine.parts.post(NotedOperation("slow", Journal(), gate: gate))
        #expect(throws: LaminaError.self) { try test.engine.waitIdle(timeout: 5000) }
        gate.open()
        try test.engine.waitIdle(timeout: 5_000_000)
    }
}

@Suite struct WorkQueueTests {
    private func operation(_ name: String, _ priority: Int32, _ parts: EngineParts) throws -> Operation {
        Operation(NotedOperation(name, Journal()), priority: priority, transaction: parts.makeTransaction())
    }

    /// What is left in a queue, in the order in which a worker takes it.
    private func drain(_ queue: WorkQueue, worker: Int) -> [String] {
        queue.close()
        var names: [String] = []
        while let next = queue.pop(worker: worker) { names.append((next.body as! NotedOperation).name) }
        return names
    }

    /// Of what the first worker takes while there is a choice, every eighth is the oldest; others go by priority only.
    @Test func theOldestIsNotStarved() throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let parts = try test.engine.parts
        func filled() throws -> WorkQueue {
            let queue = WorkQueue()
            for number in 0..<20 { _ = queue.push(try operation("low \(number)", 0, parts)) }
            for number in 0..<20 { _ = queue.push(try operation("high \(number)", 10, parts)) }
            return queue
        }
        let first = drain(try filled(), worker: 0)
        #expect(first.indices.filter { $0 < 22 && first[$0].hasPrefix("low") } == [7, 15])
        #expect(first[7] == "low 0")
        #expect(first[22...].allSatisfy { $0.hasPrefix("low") })
        let other = drain(try filled(), worker: 1)
        #expect(other[..<20].allSatisfy { $0.hasPrefix("high") })
    }

    /// What hosts have done in the background stands below what is shown, also after it got another priority.
    @Test func backgroundWorkComesAfterTheRestOfItsPriority() throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let parts = try test.engine.parts
        func background(_ name: String, _ priority: Int32) throws -> Operation {
            Operation(
                NotedOperation(name, Journal(), isBackground: true), priority: priority,
                transaction: parts.makeTransaction())
        }
        let queue = WorkQueue()
        let moved = try background("moved", 0)
        for operation in try [
            background("load", 0), moved, background("urgent", 1), background("last", .min),
            operation("drawing", 0, parts),
            operation("far drawing", -1, parts), background("first", .max), operation("layout", .max, parts),
        ] { _ = queue.push(operation) }
        queue.move(moved, to: -1)
        #expect(
            drain(queue, worker: 1) == [
                "layout", "first", "urgent", "drawing", "load", "far drawing", "moved", "last",
            ])
    }

    @Test func prioritiesFirst() throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let parts = try test.engine.parts
        func filled() throws -> WorkQueue {
            let queue = WorkQueue()
            for (name, priority) in [("a", Int32(0)), ("b", 5), ("c", 0), ("d", 5), ("e", -1)] {
                #expect(queue.push(try operation(name, priority, parts)))
            }
            return queue
        }
        #expect(drain(try filled(), worker: 1) == ["b", "d", "a", "c", "e"])
        #expect(drain(try filled(), worker: 0) == ["b", "d", "a", "c", "e"])
        // One that was moved stands in its new place only, also when it comes back.
        let moved = WorkQueue()
        let operations = try [("a", Int32(0)), ("b", 0), ("c", 1)].map { try operation($0.0, $0.1, parts) }
        for operation in operations { _ = moved.push(operation) }
        moved.move(operations[1], to: 2)
        moved.move(operations[2], to: -1)
        moved.move(operations[0], to: 5)
        moved.move(operations[0], to: 0)
        #expect(
            drain(moved, worker: 1) == ["b", "a", "a", "c"], "the second time it has begun, and is skipped")
        let closed = try filled()
        closed.close()
        #expect(!closed.push(try operation("late", 0, parts)))
    }

    @Test func manyOfOnePriority() throws {
        let test = try TestContext(threads: 0)
        defer { test.close() }
        let parts = try test.engine.parts
        let queue = WorkQueue()
        var next = 0
        for number in 0..<1000 {
            _ = queue.push(try operation("\(number)", 0, parts))
            if number % 3 == 0, let taken = queue.tryPop() {
                #expect((taken.body as! NotedOperation).name == "\(next)")
                next += 1
            }
        }
        while let taken = queue.tryPop() {
            #expect((taken.body as! NotedOperation).name == "\(next)")
            next += 1
        }
        #expect(next == 1000)
    }
}

/// What other threads hand over while the context ends.
@Suite struct EndingTests {
    /// The context ended between the looking up of its parts and the call.
    @Test(arguments: [0, 1], [false, true]) func aClosedContextRefuses(threads: Int, deterministic: Bool) throws {
        let test = try TestContext(threads: threads, deterministic: deterministic)
        let journal = Journal()
        let parts = try test.engine.parts
        let empty = parts.makeTransaction()
        test.close()
        #expect(throws: LaminaError.contextClosed) { _ = try parts.run(NotedOperation("run", journal)) }
        #expect(throws: LaminaError.contextClosed) { try parts.post(NotedOperation("post", journal)) }
        #expect(throws: LaminaError.contextClosed) { _ = try parts.post { journal.note("call") } }
        #expect(throws: LaminaError.contextClosed) { try empty.commit { _ in journal.note("done") } }
        #expect(journal.all == [])
    }

    /// A thread has added an operation, and is not yet to say that it was all.
    @Test(arguments: [0, 1], [false, true]) func theEndWaitsForWhatWasAccepted(threads: Int, deterministic: Bool) throws
    {
        let test = try TestContext(threads: threads, deterministic: deterministic)
        let journal = Journal()
        let parts = try test.engine.parts
        let transaction = parts.makeTransaction()
        let late = parts.makeTransaction()
        try transaction.add(NotedOperation("first", journal))
        let started = try late.addWaiting(NotedOperation("late", journal), Urgency(0))
        let other = try #require(
            startThread(stackSize: 1 << 20) {
                usleep(20_000)
                try? transaction.commit { _ in journal.note("all") }
                usleep(20_000)
                try? late.commit(done: nil)
                parts.start([started])
            })
        test.close()
        #expect(journal.all.suffix(3).contains("all") && journal.all.suffix(1) == ["cancelled late"])
        #expect(journal.all.filter { $0.hasSuffix("first") && !$0.hasPrefix("ran") }.count == 1)
        pthread_join(other, nil)
    }

    /// What workers took last leads back to their queue.
    @Test func theEndLeavesNothingBehind() throws {
        weak var queue: WorkQueue?
        do {
            let test = try TestContext(threads: 1)
            let parts = try test.engine.parts
            queue = parts.queue
            let journal = Journal()
            _ = try parts.run(NotedOperation("run", journal))
            while journal.all.isEmpty { usleep(100) }
            test.close()
        }
        #expect(queue == nil)
    }

    /// Work that has begun is told that the context ends, whoever still holds its transaction.
    @Test func workUnderWayIsToldOfTheEnd() throws {
        final class Asking: OperationBody {
            let journal: Journal
            let begun = Atomic<Int>(0)
            init(_ journal: Journal) { self.journal = journal }
            func execute(on worker: Worker, as operation: Operation) {
                begun.add(1, ordering: .relaxed)
                let patience = monotonicMicroseconds() + 20_000_000
                while !operation.isCancelled && monotonicMicroseconds() < patience { usleep(100) }
                journal.note(operation.isCancelled ? "told" : "not told")
            }
            func complete(cancelled: Bool, in engine: Engine) { journal.note(cancelled ? "cancelled" : "done") }
        }
        let test = try TestContext(threads: 2)
        let journal = Journal()
        let body = Asking(journal)
        let parts = try test.engine.parts
        _ = try parts.run(body)
        try parts.post(body)
        while body.begun.load(ordering: .relaxed) < 2 { usleep(100) }
        test.close()
        #expect(journal.all == ["told", "told", "cancelled", "cancelled"])
    }
}
