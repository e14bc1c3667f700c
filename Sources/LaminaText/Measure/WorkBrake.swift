import Synchronization

/// Says when work has to end early. Once it does, it says so for ever.
public protocol StopSign: AnyObject, Sendable {
    var mustStop: Bool { get }
}

/// A sign that is set once.
public final class EndSign: StopSign {
    private let isSet = Atomic<Bool>(false)

    public init() {}

    public func set() { isSet.store(true, ordering: .relaxed) }

    public var mustStop: Bool { isSet.load(ordering: .relaxed) }
}

/// What long work on one thread asks between its pieces. Confined to that thread.
public final class WorkBrake {
    /// The end of all work.
    private let end: EndSign?
    /// What the work that is under way is held to.
    public private(set) var sign: (any StopSign)?
    /// Whether the work that is under way was told to stop: nothing that it found may be kept.
    public private(set) var hasStopped = false

    public init(end: EndSign?) { self.end = end }

    /// Other work begins, held to `sign`.
    public func begin(_ sign: (any StopSign)? = nil) {
        self.sign = sign
        hasStopped = false
    }

    /// Whether to stop here. Some 10 ns where there is a deadline, otherwise 1 or 2.
    public func mustStop() -> Bool {
        if !hasStopped, end?.mustStop ?? false || sign?.mustStop ?? false { hasStopped = true }
        return hasStopped
    }
}
