import LaminaDisplay
import LaminaGeometry
import LaminaMotion

/// A finger from where it went down until it goes up, and what it may scroll.
///
/// The innermost scroller takes what it can use of each step, and hands what is left to the one around it; what nobody
/// can use pulls the innermost that bounces past its end.
struct Pan {
    /// The innermost first.
    let scrollers: [Scroller]
    private let start: Point
    private var last: Point
    private var tracker = VelocityTracker()
    /// The axes that it moves things along; none as long as it may be a mere touch.
    private(set) var axes: Axes = []
    /// What moved last along each axis.
    private var movers: (x: Scroller?, y: Scroller?) = (nil, nil)
    /// How far a touch may move that is none, logical units.
    static let slop = 18.0

    /// What moves is held, and follows the finger at once.
    init(_ scrollers: [Scroller], _ event: InputEvent) {
        (self.scrollers, start, last) = (scrollers, event.position, event.position)
        for scroller in scrollers {
            if scroller.isMoving && axes.isEmpty {
                for axis in Axis.allCases where scroller[axis] != nil { axes.insert(Axes(axis)) }
            }
            scroller.stop()
        }
        tracker.add(time: Double(event.time) / 1e6, position: event.position)
        if !axes.isEmpty { hold() }
    }

    var isMoving: Bool { !axes.isEmpty }

    private func hold() { for scroller in scrollers { scroller.isDragged = true } }

    mutating func move(_ event: InputEvent, in engine: Engine) {
        tracker.add(time: Double(event.time) / 1e6, position: event.position)
        if axes.isEmpty { decide(event.position) }
        for axis in Axis.allCases where axes.contains(axis) {
            let step = event.position[axis] - last[axis]
            if step != 0 { drag(by: step, axis, in: engine) }
        }
        if isMoving { last = event.position }
    }

    /// Finds out along which axes it moves, once it has moved far enough along one that something scrolls along: a
    /// diagonal is as good as a straight way.
    private mutating func decide(_ position: Point) {
        let way = position - start
        func length(_ axis: Axis) -> Double {
            scrollers.contains { $0.content?.axes.contains(axis) ?? false } ? abs(way[axis]) : 0
        }
        let (x, y) = (length(.x), length(.y))
        guard max(x, y) > Self.slop else { return }
        axes = x > y ? .x : .y
        if let inner = scrollers.first(where: { $0.content.map { !$0.axes.isEmpty } ?? false }),
            inner.content?.axes == .both, !inner.options.locksAxis || max(x, y) < 2 * min(x, y)
        {
            axes = .both
        }
        hold()
        // What it took to be a drag is not scrolled.
        for axis in Axis.allCases where axes.contains(axis) {
            last[axis] = start[axis] + min(max(way[axis], -Self.slop), Self.slop)
        }
    }

    private func users(_ axis: Axis) -> [Scroller] {
        var users: [Scroller] = []
        for scroller in scrollers {
            guard let content = scroller.content, !content.isBusy else { continue }
            if content.axes.contains(axis) { users.append(scroller) }
            if !scroller.options.handsOver { break }
        }
        return users
    }

    private mutating func drag(by step: Double, _ axis: Axis, in engine: Engine) {
        let users = users(axis)
        // What is beyond its end comes back before anything else moves.
        if let past = users.first(where: { $0.isPastEnd(axis) }) { return past.drag(by: step, axis, in: engine) }
        var rest = step
        for scroller in users where rest != 0 {
            let used = scroller.usable(rest, axis)
            if used == 0 { continue }
            scroller.drag(by: used, axis, in: engine)
            rest -= used
            if axis == .x { movers.x = scroller } else { movers.y = scroller }
        }
        if rest != 0 { users.first { $0.options.isBouncing }?.drag(by: rest, axis, in: engine) }
    }

    /// The finger goes up, or (with nil) is taken away.
    func end(_ event: InputEvent?, in engine: Engine) {
        for scroller in scrollers { scroller.isDragged = false }
        var velocity = Velocity.zero
        if let event, isMoving {
            // A finger's velocity is the content's the other way round.
            velocity = -tracker.velocity(asked: Double(event.time) / 1e6)
        }
        var given = scrollers.map { _ in Velocity.zero }
        for axis in Axis.allCases where axes.contains(axis) {
            let users = users(axis)
            let mover = axis == .x ? movers.x : movers.y
            let taker =
                users.first { $0.isPastEnd(axis) }
                ?? mover.flatMap { $0.canMove(velocity[axis], axis) ? $0 : nil }
                ?? users.first { $0.canMove(velocity[axis], axis) } ?? users.first { $0.options.isBouncing }
            if let taker, let place = scrollers.firstIndex(where: { $0 === taker }) {
                given[place][axis] = velocity[axis]
            }
        }
        for (scroller, velocity) in zip(scrollers, given) {
            if scroller.content?.isBusy ?? true { continue }
            scroller.release(velocity, in: engine)
        }
    }
}
