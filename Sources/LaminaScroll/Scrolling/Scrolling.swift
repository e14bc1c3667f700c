public import LaminaDisplay
import LaminaGeometry
import LaminaNode

/// What scrolls in a context: hands events to lists and brings them to the time of each frame. Owner thread.
public final class Scrolling: FrameDriver {
    private var lists: [NodeID: List] = [:]
    /// Which list a pointer went down on.
    private var captures: [Int32: NodeID] = [:]
    /// The list that keys go to: the last one that a pointer or wheel was used on.
    private var focus: NodeID?
    /// Keeps this one.
    unowned let engine: Engine

    private init(_ engine: Engine) {
        self.engine = engine
        let box = WeakScrolling(self)
        _ = engine.addObserver(.after) { if let scrolling = box.value { scrolling.committed(scrolling.engine) } }
    }

    /// The one of a context.
    public static func of(_ engine: Engine) -> Scrolling {
        if let known = engine.driver(Scrolling.self) { return known }
        let made = Scrolling(engine)
        engine.add(made)
        return made
    }

    func add(_ list: List) { lists[list.node] = list }

    func remove(_ list: List) {
        lists[list.node] = nil
        captures = captures.filter { $0.value != list.node }
        if focus == list.node { focus = nil }
    }

    // MARK: Frames

    public var nextFrame: UInt64? { lists.values.contains { $0.isMoving || $0.isReleased } ? 0 : nil }

    public func advance(to time: UInt64, in engine: Engine) {
        for list in lists.values.filter(\.isReleased) { list.end(in: engine) }
        for list in lists.values.sorted(by: { $0.node.index < $1.node.index }) where list.isMoving {
            list.advance(to: time, in: engine)
        }
    }

    /// Layouts may have given lists another size.
    private func committed(_ engine: Engine) {
        for list in lists.values.sorted(by: { $0.node.index < $1.node.index }) { list.takeSize(in: engine) }
        for list in lists.values.sorted(by: { $0.node.index < $1.node.index }) { list.notifyApplied() }
    }

    // MARK: Events

    /// Gives an event to the list that it is for; false when it is for none.
    public func handle(_ event: InputEvent, on surface: Surface, in engine: Engine) -> Bool {
        switch event.kind {
        case .pointerDown:
            guard let list = list(at: event, on: surface, in: engine) else { return false }
            captures[event.pointer] = list.node
            focus = list.node
            list.pointerDown(event, in: engine)
            return true
        case .pointerMove, .pointerUp, .pointerCancel:
            guard let list = captures[event.pointer].flatMap({ lists[$0] }), !list.isAskingForValues else { return false }
            if event.kind != .pointerMove { captures[event.pointer] = nil }
            return list.pointerMoved(event, in: engine)
        case .wheel(let delta):
            guard let list = list(at: event, on: surface, in: engine) else { return false }
            focus = list.node
            return list.wheel(delta, in: engine)
        case .key(let key):
            guard let list = focus.flatMap({ lists[$0] }), !list.isAskingForValues else { return false }
            return list.key(key, in: engine)
        }
    }

    private func list(at event: InputEvent, on surface: Surface, in engine: Engine) -> List? {
        let list = engine.nodes(at: event.position, on: surface).lazy.compactMap { self.lists[$0] }.first
        // One that is asking the host for values is not to change.
        return list.flatMap { $0.isAskingForValues ? nil : $0 }
    }
}

/// Observers of turns are kept by the engine, which keeps what they refer to.
private final class WeakScrolling: @unchecked Sendable {
    // The engine calls its observers on the owner thread, which alone reads it.
    weak let value: Scrolling?

    init(_ scrolling: Scrolling) { value = scrolling }
}
