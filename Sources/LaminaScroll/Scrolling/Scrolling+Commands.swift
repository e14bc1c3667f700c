import LaminaDisplay
public import LaminaGeometry
import LaminaLock
public import LaminaMotion
public import LaminaNode

/// What a host asks of nodes that scroll.
extension Scrolling {
    /// Has a node scroll, or do so otherwise. Fails with `invalidHandle` when it is gone.
    public func setOptions(_ options: ScrollOptions, of node: NodeID) throws(LaminaError) {
        if let list = content(of: node) as? List {
            return list.setOptions(options, in: engine)
        }
        let known = content(of: node) as? ScrollNode
        let scrolled = known ?? ScrollNode(node, at: .zero)
        let isThere = engine.context.nodes.withLock { store -> Bool in
            guard let index = store.find(node) else { return false }
            store.setScrollAxes(options.axes, of: index)
            store.set(.clips, to: true, of: index)
            return true
        }
        if !isThere { throw LaminaError(.invalidHandle, "node no longer exists: it was released") }
        if known == nil { add(scrolled) }
        scrolled.setOptions(options, in: engine)
        if known == nil { scrolled.present(in: engine) }
        scrolled.takeContent(in: engine)
        scrolled.scroller.scroll(
            to: scrolled.scroller.restingPlace(scrolled.offset) ?? scrolled.offset, nil, in: engine)
    }

    /// Has a node scroll no more; nothing for one that does not.
    public func end(_ node: NodeID) throws(LaminaError) {
        switch content(of: node) {
        case let scrolled as ScrollNode: scrolled.end(in: engine)
        case nil: break
        default: throw LaminaError(.invalidState, "node is a list's, which scrolls as long as it is there")
        }
    }

    public func state(of node: NodeID) throws(LaminaError) -> ScrollState {
        guard let state = try scroller(of: node).state else { throw Self.still }
        return state
    }

    /// Goes to an offset: at once with nil for `timing`.
    public func scroll(_ node: NodeID, to offset: Point, _ timing: Timing?) throws(LaminaError) {
        let scroller = try changeable(node)
        scroller.scroll(to: scroller.restingPlace(scroller.within(offset)) ?? offset, timing, in: engine)
    }

    public func scroll(_ node: NodeID, by distance: Point, _ timing: Timing?) throws(LaminaError) {
        let scroller = try changeable(node)
        guard let offset = scroller.content?.offset else { return }
        let goal = offset + distance
        scroller.scroll(to: scroller.restingPlace(scroller.within(goal)) ?? goal, timing, in: engine)
    }

    public func addObserver(of node: NodeID, _ call: @escaping ScrollCall) throws(LaminaError) -> UInt64 {
        let scroller = try scroller(of: node)
        lastObserver += 1
        scroller.observers.append(call, number: lastObserver)
        scroller.noteChanged(in: engine)
        return lastObserver
    }

    /// False when there is none of this number.
    public func removeObserver(_ number: UInt64, of node: NodeID) throws(LaminaError) -> Bool {
        try scroller(of: node).observers.remove(number) != nil
    }

    private func scroller(of node: NodeID) throws(LaminaError) -> Scroller {
        guard let content = content(of: node) else { throw Self.still }
        (content as? ScrollNode)?.takeContent(in: engine)
        (content as? List)?.settleRows()
        return content.scroller
    }

    private func changeable(_ node: NodeID) throws(LaminaError) -> Scroller {
        let scroller = try scroller(of: node)
        try (scroller.content as? List)?.checkChangeable()
        return scroller
    }

    private static var still: LaminaError {
        LaminaError(.invalidState, "node does not scroll: set how it does first")
    }

    // MARK: - Into view

    /// Scrolls what stands above a node until a rectangle of it is seen. Fails with `invalidHandle` when it is gone.
    public func reveal(
        _ rect: Rect?, of node: NodeID, _ alignment: RevealAlignment, _ timing: Timing?
    ) throws(LaminaError) {
        let path = engine.context.nodes.withLock { store -> [(node: NodeID, frame: Rect)] in
            var path: [(node: NodeID, frame: Rect)] = []
            var next = store.find(node) ?? -1
            while next >= 0 {
                path.append((store.id(next), store[next].frame))
                next = store[next].parent
            }
            return path
        }
        guard let first = path.first else {
            throw LaminaError(.invalidHandle, "node no longer exists: it was released")
        }
        var target = rect ?? Rect(origin: .zero, size: first.frame.size)
        for (number, level) in path.enumerated() {
            if number > 0, let content = content(of: level.node), !content.isBusy {
                (content as? ScrollNode)?.takeContent(in: engine)
                target = target.offset(by: .zero - reveal(target, in: content, alignment, timing))
            }
            target = target.offset(by: level.frame.origin)
        }
    }

    /// Returns the offset that the content will stand at.
    private func reveal(
        _ target: Rect, in content: any ScrollContent, _ alignment: RevealAlignment, _ timing: Timing?
    ) -> Point {
        let scroller = content.scroller
        let found = scroller.offset(revealing: SnapArea(id: -1, rect: target), alignment)
        if found != content.offset { scroller.scroll(to: found, timing, in: engine) }
        return found
    }
}
