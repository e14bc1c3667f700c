public import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaMotion
import LaminaNode

/// What scrolls in a context: hands events to scrollers and brings them to the time of each frame. Owner thread.
public final class Scrolling: FrameDriver {
    private var contents: [NodeID: any ScrollContent] = [:]
    /// Fingers that went down on something that scrolls.
    private var pans: [PointerKey: Pan] = [:]
    private var heldBars: [PointerKey: HeldBar] = [:]
    private var heldIndexes: [PointerKey: HeldIndex] = [:]
    /// Pointers that are down on rows.
    private var touches: [PointerKey: RowTouch] = [:]
    /// What a wheel moves for as long as it turns without a pause.
    private var wheel: WheelTurn?
    /// What keys go to: what a pointer or wheel was used on last.
    private var focus: NodeID?
    /// The number of the observer that was added last.
    var lastObserver: UInt64 = 0
    /// Keeps this one.
    unowned let engine: Engine

    private struct PointerKey: Hashable {
        let surface: ObjectIdentifier
        let pointer: Int32
    }

    private struct HeldBar {
        let node: NodeID
        let axis: Axis
        var last: Point
    }

    /// A pointer that is down on the index of a list.
    private struct HeldIndex {
        weak var list: List?
        /// From a point of the surface to one of the list's view.
        let shift: Point
        var entry: Int
    }

    private struct WheelTurn {
        let surface: ObjectIdentifier
        let node: NodeID
        /// Microseconds of events.
        var last: UInt64
        static let pause: UInt64 = 300_000
    }

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

    func add(_ content: any ScrollContent) {
        content.scroller.content = content
        contents[content.node] = content
    }

    func remove(_ content: any ScrollContent) {
        contents[content.node] = nil
        if focus == content.node { focus = nil }
        if wheel?.node == content.node { wheel = nil }
    }

    func content(of node: NodeID) -> (any ScrollContent)? { contents[node] }

    var ordered: [any ScrollContent] { contents.values.sorted { $0.node.index < $1.node.index } }

    // MARK: - Frames

    public var nextFrame: UInt64? {
        contents.values.lazy.compactMap { $0.isReleased ? 0 : $0.scroller.nextFrame }.min()
    }

    public func advance(to time: UInt64, in engine: Engine) {
        engine.context.nodes.withLock { store in
            for case let scrolled as ScrollNode in contents.values {
                scrolled.noteGone(store.find(scrolled.node) == nil)
            }
        }
        for content in ordered where content.isReleased { content.end(in: engine) }
        for content in ordered where content.scroller.nextFrame ?? .max <= time {
            content.scroller.advance(to: time, in: engine)
        }
    }

    public func willReadLayers(in engine: Engine) {
        if engine.context.nodes.withLock({ !$0.hasScrolledChanges }) { return }
        for content in ordered { (content as? ScrollNode)?.takeContent(in: engine) }
    }

    public func trimMemory(in engine: Engine) {
        for content in ordered { (content as? List)?.trimMemory() }
    }

    private func committed(_ engine: Engine) {
        for content in ordered {
            content.changed(in: engine)
            content.scroller.showBars(in: engine)
        }
    }

    // MARK: - Events

    /// Gives an event to the scroller that it is for; false when it is for none.
    public func handle(_ event: InputEvent, on surface: Surface, in engine: Engine) -> Bool {
        let key = PointerKey(surface: ObjectIdentifier(surface), pointer: event.pointer)
        let path = event.kind == .pointerDown ? hitPath(event.position, on: surface) : []
        if event.kind == .pointerDown {
            takeFocus(path.map(\.node), .keys)
            // Before what moves is stopped by it.
            touches[key] = touchesRows ? RowTouch(event, on: path.map(\.node), contents) : nil
        }
        if moveIndex(event, key, path, in: engine) {
            touches[key] = nil
            return true
        }
        let isUsed = scroll(event, path, on: surface, in: engine)
        return touch(event, key, isScroll: isUsed, in: engine) || isUsed
    }

    /// The node at a point and all above it, with the point in the space of each.
    private func hitPath(_ point: Point, on surface: Surface) -> [(node: NodeID, point: Point)] {
        engine.context.nodes.withLock { store in
            store.hitPath(surface.root(store), around: point).map { (store.id($0.node), $0.point) }
        }
    }

    /// Keys go to the innermost that takes them of what was used last.
    private func takeFocus(_ path: [NodeID], _ input: ScrollOptions.Inputs) {
        let found = path.first { contents[$0]?.scroller.options.inputs.contains(input) ?? false }
        if let found { focus = found }
    }

    private var touchesRows: Bool { contents.values.contains { ($0 as? List)?.takesTaps ?? false } }

    /// Lets the row under a pointer know; whether it was a tap on one.
    private func touch(_ event: InputEvent, _ key: PointerKey, isScroll: Bool, in engine: Engine) -> Bool {
        guard let touch = touches[key] else { return false }
        switch event.kind {
        case .pointerDown: touch.begin(in: engine)
        case .pointerMove where isScroll || touch.isFar(event), .pointerCancel:
            touches[key] = nil
            touch.end(isTap: false, in: engine)
        case .pointerUp:
            touches[key] = nil
            let isTap = !isScroll && !touch.isFar(event)
            touch.end(isTap: isTap, in: engine)
            return isTap
        default: break
        }
        return false
    }

    private func scroll(
        _ event: InputEvent, _ path: [(node: NodeID, point: Point)], on surface: Surface, in engine: Engine
    ) -> Bool {
        let key = PointerKey(surface: ObjectIdentifier(surface), pointer: event.pointer)
        if let used = moveBar(event, key, path, in: engine) { return used }
        switch event.kind {
        case .pointerDown:
            pans.removeValue(forKey: key)?.end(nil, in: engine)
            let scrollers = scrollers(path.map(\.node), .drag)
            guard let first = scrollers.first else { return false }
            // One finger at a time moves a scroller: the last one.
            for (other, pan) in pans where pan.scrollers.contains(where: { $0 === first }) { pans[other] = nil }
            pans[key] = Pan(scrollers, event)
            return true
        case .pointerMove:
            // Taken out, so that what is called meanwhile finds no finger half on its way.
            guard var pan = pans.removeValue(forKey: key) else { return false }
            pan.move(event, in: engine)
            pans[key] = pan
            return pan.isMoving
        case .pointerUp, .pointerCancel:
            guard var pan = pans.removeValue(forKey: key) else { return false }
            if event.kind == .pointerUp { pan.move(event, in: engine) }
            pan.end(event.kind == .pointerUp ? event : nil, in: engine)
            return pan.isMoving
        case .wheel(let delta): return turn(delta, event, on: surface, in: engine)
        case .key(let key): return press(key, event, on: surface, in: engine)
        case .other: return false
        }
    }

    /// A pointer that takes the index of a list goes from section to section, and does nothing else.
    private func moveIndex(
        _ event: InputEvent, _ key: PointerKey, _ path: [(node: NodeID, point: Point)], in engine: Engine
    ) -> Bool {
        switch event.kind {
        case .pointerDown:
            for (node, point) in path {
                guard let list = contents[node] as? List, !list.isBusy,
                    let entry = list.indexEntry(at: list.viewPoint(point), isHeld: false)
                else { continue }
                focus = node
                heldIndexes[key] = HeldIndex(list: list, shift: list.viewPoint(point) - event.position, entry: entry)
                list.jump(toEntry: entry, in: engine)
                return true
            }
            return false
        case .pointerMove, .pointerUp, .pointerCancel:
            guard let held = heldIndexes[key] else { return false }
            if event.kind != .pointerMove { heldIndexes[key] = nil }
            guard event.kind == .pointerMove, let list = held.list, !list.isBusy,
                let entry = list.indexEntry(at: event.position + held.shift, isHeld: true), entry != held.entry
            else { return true }
            heldIndexes[key]?.entry = entry
            list.jump(toEntry: entry, in: engine)
            return true
        default: return false
        }
    }

    /// A pointer that takes a bar moves that and nothing else; nil for any other.
    private func moveBar(
        _ event: InputEvent, _ key: PointerKey, _ path: [(node: NodeID, point: Point)], in engine: Engine
    ) -> Bool? {
        switch event.kind {
        case .pointerDown:
            for (node, point) in path {
                guard let content = contents[node], !content.isBusy,
                    let axis = content.scroller.bar(at: point - content.offset)
                else { continue }
                content.scroller.stop()
                content.scroller.isDragged = true
                focus = node
                heldBars[key] = HeldBar(node: node, axis: axis, last: event.position)
                return true
            }
            return nil
        case .pointerMove, .pointerUp, .pointerCancel:
            guard var held = heldBars[key] else { return nil }
            heldBars[key] = nil
            guard let content = contents[held.node], !content.isBusy else { return false }
            let step = event.position[held.axis] - held.last[held.axis]
            if event.kind != .pointerCancel { content.scroller.dragBar(by: step, held.axis, in: engine) }
            held.last = event.position
            if event.kind == .pointerMove {
                heldBars[key] = held
            } else {
                content.scroller.isDragged = false
                content.scroller.release(.zero, in: engine)
            }
            return true
        default: return nil
        }
    }

    /// What of a path scrolls by an input, the innermost first.
    private func scrollers(_ path: [NodeID], _ input: ScrollOptions.Inputs) -> [Scroller] {
        path.compactMap { contents[$0] }
            .filter { $0.scroller.options.inputs.contains(input) && !$0.isBusy }.map(\.scroller)
    }

    /// The first of some scrollers that can move in a direction, each as far as those inside of it hand over.
    private func first(_ scrollers: [Scroller], by distance: Point) -> Scroller? {
        for scroller in scrollers {
            guard let content = scroller.content, !content.isBusy else { continue }
            if content.ownAxes.contains(where: { scroller.canMove(distance[$0], $0) }) { return scroller }
            if !scroller.options.handsOver { return nil }
        }
        return nil
    }

    /// What moved first keeps the wheel until it pauses: nothing else sets out because that is at its end.
    private func turn(_ delta: Point, _ event: InputEvent, on surface: Surface, in engine: Engine) -> Bool {
        var delta = delta
        if event.hasShift && delta.x == 0 { delta = Point(x: delta.y, y: 0) }
        let place = ObjectIdentifier(surface)
        if let last = wheel, last.surface == place, event.time >= last.last,
            event.time - last.last < WheelTurn.pause, let content = contents[last.node]
        {
            wheel?.last = event.time
            return !content.isBusy && content.scroller.move(by: delta, in: engine)
        }
        wheel = nil
        let found = scrollers(engine.nodes(at: event.position, on: surface), .wheel)
        guard let scroller = first(found, by: delta), let node = scroller.content?.node else { return false }
        focus = node
        wheel = WheelTurn(surface: place, node: node, last: event.time)
        return scroller.move(by: delta, in: engine)
    }

    private func press(_ key: InputEvent.Key, _ event: InputEvent, on surface: Surface, in engine: Engine) -> Bool {
        for scroller in scrollers(chain(on: surface, in: engine), .keys) {
            if let list = scroller.content as? List, list.press(key, event, in: engine) { return true }
            guard let (distance, stride) = scroller.distance(of: key, hasShift: event.hasShift) else { continue }
            if scroller.step(by: distance, stride, in: engine) { return true }
            if !scroller.options.handsOver { return false }
        }
        return false
    }

    /// What keys go to, the innermost first: what was used last on the surface, else what stands in its middle.
    private func chain(on surface: Surface, in engine: Engine) -> [NodeID] {
        let root = engine.context.nodes.withLock { store -> NodeID? in
            let root = surface.root(store)
            return root < 0 ? nil : store.id(root)
        }
        if let focus, contents[focus] != nil {
            let chain = engine.nodes(above: focus)
            if chain.last == root { return chain }
        }
        let size = surface.extent.size
        return engine.nodes(at: Point(x: size.width / 2, y: size.height / 2), on: surface)
    }
}

extension Scroller {
    /// How far a key moves the content; nil for one that does not.
    fileprivate func distance(of key: InputEvent.Key, hasShift: Bool) -> (distance: Point, stride: Stride)? {
        guard let content else { return nil }
        let axis: Axis = content.axes.contains(.y) ? .y : .x
        let page = max(1, content.place(axis).viewport * 0.9)
        func along(_ axis: Axis, _ distance: Double, _ stride: Stride) -> (distance: Point, stride: Stride)? {
            if !content.axes.contains(axis) { return nil }
            var point = Point.zero
            point[axis] = distance
            return (point, stride)
        }
        switch key {
        case .up: return along(.y, -InputEvent.line, .line)
        case .down: return along(.y, InputEvent.line, .line)
        case .left: return along(.x, -InputEvent.line, .line)
        case .right: return along(.x, InputEvent.line, .line)
        case .pageUp: return along(axis, -page, .page)
        case .pageDown: return along(axis, page, .page)
        case .space: return along(axis, hasShift ? -page : page, .page)
        case .home: return along(axis, -.greatestFiniteMagnitude, .end)
        case .end: return along(axis, .greatestFiniteMagnitude, .end)
        case .a: return nil
        }
    }
}

/// Observers of turns are kept by the engine, which keeps what they refer to.
private final class WeakScrolling: @unchecked Sendable {
    // The engine calls its observers on the owner thread, which alone reads it.
    weak let value: Scrolling?

    init(_ scrolling: Scrolling) { value = scrolling }
}
