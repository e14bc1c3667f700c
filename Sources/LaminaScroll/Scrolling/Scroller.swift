import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// What moves content: fingers, wheels, keys and commands, and what goes on by itself afterwards. Scroll nodes and
/// lists have one each. Owner thread.
final class Scroller {
    /// Keeps this one; nil before it is there.
    weak var content: (any ScrollContent)?
    var options = ScrollOptions()
    /// Pixels to a logical unit.
    var scale = 1.0
    /// A finger moves it.
    var isDragged = false
    private var x: ScrollMovement?
    private var y: ScrollMovement?
    /// What it stands at or goes to.
    var aim: ScrollAim?
    var bars = ScrollBars()
    /// Bars stand over the node.
    var hasShownBars = false
    /// Who is told of what changes, and whether something has.
    var observers = NumberedList<ScrollCall>()
    private var isNews = false
    private var told: ScrollState?
    /// A wheel has moved it: when it has been still for long enough, on the clock of frames; 0 before the next frame.
    private var settleTime: UInt64?
    /// Where it stood before that.
    private var wheelStart = Point.zero
    /// Microseconds.
    private static let stillTime: UInt64 = 150_000
    /// Units a second: as fast as a finger can be, along each axis, and what is no speed at all.
    private static let greatestSpeed = 8000.0
    private static let leastSpeed = 50.0
    /// So far a wheel means to go to another place to rest, however far that is: half a notch.
    private static let leastTurn = 60.0

    subscript(axis: Axis) -> ScrollMovement? {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }

    var isMoving: Bool { x != nil || y != nil }
    /// A finger moves it, or what that left it with; a command stays within the ends.
    var mayPassEnds: Bool { isDragged || [x, y].contains { $0 != nil && $0?.goal == nil } }
    var needsFrames: Bool { isMoving || settleTime != nil }

    /// When it has to be advanced next; nil when nothing changes by itself.
    var nextFrame: UInt64? {
        if isMoving || isNews { return 0 }
        return [settleTime, nextBarFrame].lazy.compactMap { $0 }.min()
    }

    /// Units a second.
    var velocity: Velocity { Velocity(x: x?.velocity ?? 0, y: y?.velocity ?? 0) }

    func setOptions(_ given: ScrollOptions, in engine: Engine) {
        options = given
        noteChanged(in: engine)
        showBars(in: engine)
    }

    func stop() { (x, y, settleTime, aim) = (nil, nil, nil, nil) }

    // MARK: - By hand

    /// What content would use of a finger's movement without running past its ends.
    func usable(_ movement: Double, _ axis: Axis) -> Double {
        guard let place = content?.place(axis) else { return 0 }
        return place.offset - place.extent.clamp(place.offset - movement)
    }

    /// Follows a finger's movement; past its ends as its physics say.
    func drag(by movement: Double, _ axis: Axis, in engine: Engine) {
        guard let content, movement != 0 else { return }
        let place = content.place(axis)
        var offset = content.offset
        offset[axis] = options.physics.offset(
            afterDrag: movement, from: place.offset, extent: place.extent, viewport: max(1, place.viewport))
        if offset != content.offset { content.show(offset, in: engine) }
    }

    /// Whether content beyond its end is on its way back, or has to be brought back.
    func isPastEnd(_ axis: Axis) -> Bool {
        guard let place = content?.place(axis) else { return false }
        return place.extent.excess(place.offset) > 0
    }

    func canMove(_ direction: Double, _ axis: Axis) -> Bool {
        guard let place = content?.place(axis) else { return false }
        return direction > 0 ? place.offset < place.extent.upper : direction < 0 && place.offset > place.extent.lower
    }

    /// The finger goes up; `velocity` is the content's.
    func release(_ velocity: Velocity, in engine: Engine) {
        guard let content else { return }
        aim = nil
        let limited = velocity.clamped(to: Self.greatestSpeed)
        let from = content.offset
        var rest = from
        for axis in content.ownAxes {
            let place = content.place(axis)
            let speed = abs(limited[axis]) < Self.leastSpeed ? 0 : limited[axis]
            let motion = options.releasePhysics.release(
                at: place.offset, velocity: speed, extent: place.extent, viewport: place.viewport,
                tolerance: ScrollTolerance(scale: scale))
            self[axis] = motion.map { ScrollMovement(.physics($0)) }
            rest[axis] = motion?.finalPosition ?? place.offset
        }
        if let snap = snapContainer(near: rest) {
            let goal = rest == from ? snap.snap(to: rest.x, rest.y, from: from) : snap.snap(by: rest - from, from: from)
            for axis in content.ownAxes where goal.offset[axis] != rest[axis] {
                let motion = SpringMotion(
                    .scroll, from: from[axis], to: goal.offset[axis], velocity: limited[axis])
                self[axis] = ScrollMovement(.physics(.spring(motion, ScrollTolerance(scale: scale))))
            }
            aim = aim(goal)
        }
        if isMoving { engine.noteMotion() }
    }

    /// Moves by as much of a distance as there is content, as a wheel does; false when it cannot.
    func move(by distance: Point, in engine: Engine) -> Bool {
        guard let content else { return false }
        let before = content.offset
        if settleTime == nil { wheelStart = before }
        stop()
        show(within(before + distance), in: engine)
        if content.offset == before { return false }
        if options.settles { settleTime = 0 }
        engine.noteMotion()
        return true
    }

    /// The wheel is still: it comes to rest, elsewhere if it was turned that far.
    private func settleWheel(in engine: Engine) {
        guard let content else { return }
        let from = content.offset
        let turned = from - wheelStart
        var goal = restingPlace(from) ?? from
        for axis in content.ownAxes where abs(turned[axis]) >= Self.leastTurn {
            let direction = turned[axis] > 0 ? 1.0 : -1.0
            if (goal[axis] - wheelStart[axis]) * direction > 1 { continue }
            var step = Point.zero
            step[axis] = turned[axis]
            if options.isPaging {
                goal[axis] = content.place(axis).page(behind: wheelStart[axis], direction)
            } else if options.snap == .mandatory, let container = snapContainer(near: from) {
                goal[axis] = within(container.snap(step: step, from: wheelStart).offset)[axis]
            }
        }
        for axis in content.ownAxes where goal[axis] != from[axis] {
            let motion = SpringMotion(.scroll, from: from[axis], to: goal[axis], velocity: 0)
            self[axis] = ScrollMovement(.physics(.spring(motion, ScrollTolerance(scale: scale))))
        }
        if let container = snapContainer(near: goal) { aim = aim(container.snap(to: goal.x, goal.y, from: goal)) }
        if isMoving { engine.noteMotion() }
    }

    // MARK: - Commands

    /// An offset within reach.
    func within(_ offset: Point) -> Point {
        guard let content else { return offset }
        var result = content.offset
        for axis in content.ownAxes { result[axis] = content.place(axis).extent.clamp(offset[axis]) }
        return result
    }

    private func show(_ offset: Point, in engine: Engine) {
        if let content, content.offset != offset { content.show(offset, in: engine) }
    }

    /// Goes to an offset, at once or in time; that of `aim` while it is there.
    func scroll(to offset: Point, aim: ScrollAim? = nil, _ timing: Timing?, in engine: Engine) {
        guard let content else { return }
        let goal = within(offset)
        guard let timing else {
            stop()
            self.aim = aim
            return show(goal, in: engine)
        }
        settleTime = nil
        self.aim = aim
        for axis in content.ownAxes {
            let from = content.place(axis).offset
            let velocity = self[axis]?.velocity ?? 0
            self[axis] =
                goal[axis] == from && velocity == 0
                ? nil : ScrollMovement(timing, from: from, to: goal[axis], velocity: velocity)
        }
        if isMoving { engine.noteMotion() }
    }

    /// How far a key goes.
    enum Stride {
        /// To the next place where it may rest, if it has some.
        case line
        case page
        /// As far as there is content.
        case end
    }

    /// A step of a key; false when it cannot move.
    func step(by distance: Point, _ stride: Stride, in engine: Engine) -> Bool {
        guard let content else { return false }
        let from = content.offset
        var goal = within(from + distance)
        let snapped = snapContainer(near: goal).map { container in
            switch stride {
            case .line: container.snap(step: distance, from: from)
            case .page: container.snap(by: distance, from: from)
            case .end: container.snap(to: goal.x, goal.y, from: from)
            }
        }
        if let snapped { goal = within(snapped.offset) }
        if options.isPaging && stride != .end {
            for axis in content.ownAxes where distance[axis] != 0 {
                goal[axis] = content.place(axis).page(behind: from[axis], distance[axis] > 0 ? 1 : -1)
            }
        }
        stop()
        aim = snapped.flatMap(aim)
        show(goal, in: engine)
        return content.offset != from
    }

    // MARK: - Frames

    /// Brings it to the time of a frame, and tells who wants to know.
    func advance(to time: UInt64, in engine: Engine) {
        move(to: time, in: engine)
        advanceBars(to: time, in: engine)
        tell()
    }

    private func move(to time: UInt64, in engine: Engine) {
        guard let content else { return }
        if let settle = settleTime {
            if settle == 0 { settleTime = time + Self.stillTime }
            if settle != 0 && time >= settle {
                settleTime = nil
                settleWheel(in: engine)
            }
        }
        if !isMoving { return }
        var offset = content.offset
        for axis in Axis.allCases {
            guard var movement = self[axis] else { continue }
            movement.advance(to: time)
            offset[axis] = movement.position
            self[axis] = movement
            if movement.isAtRest {
                self[axis] = nil
                offset[axis] = content.place(axis).extent.clamp(offset[axis])
            }
        }
        content.show(offset, in: engine)
    }

    /// The content is another, or stands elsewhere: what moves goes on from where it stands now, in what is there now,
    /// with the speed that it has.
    func contentChanged() {
        guard let content, isMoving else { return }
        let goal = aim.flatMap(offset(of:))
        for axis in Axis.allCases {
            guard var current = self[axis] else { continue }
            let place = content.place(axis)
            switch (current.path, goal) {
            case (.physics, let goal?):
                let motion = SpringMotion(.scroll, from: place.offset, to: goal[axis], velocity: current.velocity)
                self[axis] = current.followed(by: .physics(.spring(motion, ScrollTolerance(scale: scale))))
            case (.physics, nil):
                let next = options.releasePhysics.release(
                    at: place.offset, velocity: current.velocity, extent: place.extent, viewport: place.viewport,
                    tolerance: ScrollTolerance(scale: scale))
                self[axis] = next.map { current.followed(by: .physics($0)) }
            case (.timed, _):
                // Without an aim, as much farther as the content moved, but no farther than there is content.
                let moved = (current.goal ?? 0) + place.offset - current.position
                current.aim(at: goal?[axis] ?? place.extent.clamp(moved), from: place.offset)
                self[axis] = current
            }
        }
    }

    // MARK: - Observers

    /// Something is otherwise than observers know.
    func noteChanged(in engine: Engine) {
        if observers.isEmpty || isNews { return }
        isNews = true
        engine.noteMotion()
    }

    var state: ScrollState? {
        guard let content else { return nil }
        let (x, y) = (content.place(.x), content.place(.y))
        return ScrollState(
            axes: content.axes, offset: content.offset,
            minimum: Point(x: x.extent.lower, y: y.extent.lower), maximum: Point(x: x.extent.upper, y: y.extent.upper),
            view: Size(width: x.viewport, height: y.viewport), velocity: velocity, isDragged: isDragged,
            isMoving: needsFrames)
    }

    private func tell() {
        isNews = false
        guard !observers.isEmpty, let state, told?.isSameToObservers(state) != true else { return }
        told = state
        let now = observers
        now.forEach { number, call in
            // One that an earlier one removed is not called any more.
            if observers.contains(number) { call(state) }
        }
    }
}

extension Velocity {
    subscript(axis: Axis) -> Double {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }
}
