import Glibc
import LaminaLock

/// A pointer of the host's and the function that ends it, which runs exactly once: when the last reference here goes.
///
/// Workers never run host code other than drawing and measuring: on a thread that has a `DeferredDestroys`, the call is
/// put off to the owner thread. Everywhere else it runs at once, so no lock may be held when a reference is dropped
/// (see `Discarded`).
@safe public final class HostData: Sendable {
    public typealias Destroy = @convention(c) (UnsafeMutableRawPointer?) -> Void

    /// Never dereferenced here: it is the host's, under the host's own thread rules.
    nonisolated(unsafe) public let pointer: UnsafeMutableRawPointer?
    private let destroy: Destroy?

    @safe public init(_ pointer: UnsafeMutableRawPointer?, destroy: Destroy?) {
        unsafe self.pointer = pointer
        unsafe self.destroy = destroy
    }

    deinit {
        guard let destroy = unsafe destroy else { return }
        if let deferred = DeferredDestroys.ofThisThread {
            unsafe deferred.append(destroy, pointer)
        } else {
            LockRank.assertNoneHeld()
            unsafe destroy(pointer)
        }
    }
}

/// Destroy calls that came up on a worker and wait for the owner thread.
public final class DeferredDestroys: Sendable {
    @safe private struct Call: @unchecked Sendable {  // the pointer is only carried, to the host that gave it
        let destroy: HostData.Destroy
        let pointer: UnsafeMutableRawPointer?
    }

    private let calls = Locked<[Call]>(.leaf, [])

    public init() {}

    /// The list that destroy calls of this thread go to; nil on threads of the host's.
    static var ofThisThread: DeferredDestroys? {
        guard let stored = unsafe pthread_getspecific(threadKey) else { return nil }
        return unsafe Unmanaged<DeferredDestroys>.fromOpaque(stored).takeUnretainedValue()
    }

    /// Makes this the list of the calling thread while `body` runs; the caller keeps the list alive.
    public func collect<R>(_ body: () -> R) -> R {
        unsafe pthread_setspecific(threadKey, Unmanaged.passUnretained(self).toOpaque())
        defer { pthread_setspecific(threadKey, nil) }
        return body()
    }

    fileprivate func append(_ destroy: @escaping HostData.Destroy, _ pointer: UnsafeMutableRawPointer?) {
        let call = unsafe Call(destroy: destroy, pointer: pointer)
        calls.withLock { $0.append(call) }
    }

    public var isEmpty: Bool { calls.withLock { $0.isEmpty } }

    /// Runs what has gathered, on the calling thread and without a lock.
    public func run() {
        let taken = calls.withLock { list in
            let taken = list
            list = []
            return taken
        }
        for call in taken { unsafe call.destroy(call.pointer) }
    }
}

private let threadKey: pthread_key_t = {
    var key = pthread_key_t()
    unsafe pthread_key_create(&key, nil)
    return key
}()

/// References taken out of shared state under a lock, to be dropped after it: the last one may run a destroy notify of
/// the host's.
public struct Discarded: ~Copyable {
    // Most calls drop one thing at most. With an array alone, setting a content takes 1,938 instructions instead of
    // 1,423.
    private var first: AnyObject?
    private var others: [AnyObject] = []
    /// What is handed on instead of being dropped.
    private var retired: HandedOver?

    public init() {}

    @inline(__always)
    public mutating func append(_ object: AnyObject?) {
        guard let object else { return }
        if first == nil { first = object } else { others.append(object) }
    }

    /// Takes what a record of a node holds that ended, and its flex layout, none of it host data; it is freed later, on
    /// another thread.
    mutating func retire(_ record: inout NodeRecord, _ flex: FlexLayout?, to teardown: Teardown) {
        if retired == nil { retired = HandedOver(to: teardown) }
        retired?.nodes.take(&record)
        if let flex { retired?.nodes.take(flex) }
    }

    /// Goes to the teardown when the references are dropped, which is when no lock is held.
    private final class HandedOver {
        let nodes = RetiredNodes()
        private let teardown: Teardown

        init(to teardown: Teardown) { self.teardown = teardown }

        deinit { teardown.add(nodes) }
    }

    /// Hands everything out.
    mutating func takeAll() -> [AnyObject] {
        defer { (first, others) = (nil, []) }
        return (first.map { [$0] } ?? []) + others
    }
}
