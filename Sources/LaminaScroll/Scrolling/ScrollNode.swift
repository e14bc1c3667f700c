import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaMotion
import LaminaNode

/// A node whose content scrolls. Owner thread.
final class ScrollNode: ScrollContent {
    let node: NodeID
    let scroller = Scroller()
    private var position = Point.zero
    private var view = Size.zero
    private var bounds = Rect(origin: .zero, size: .zero)
    /// As they were last, back to front.
    private var children: [(node: NodeID, frame: Rect)] = []
    /// The node is no more.
    private(set) var isReleased = false

    init(_ node: NodeID, at position: Point) { (self.node, self.position) = (node, position) }

    var axes: Axes { scroller.options.axes }
    var isBusy: Bool { isReleased }

    func place(_ axis: Axis) -> ScrollPlace {
        guard axes.contains(axis) else {
            return ScrollPlace(offset: position[axis], extent: ScrollExtent(0, 0), viewport: view[axis])
        }
        let options = scroller.options
        let (before, behind) =
            axis == .x ? (options.insets.left, options.insets.right) : (options.insets.top, options.insets.bottom)
        let start = bounds.origin[axis]
        let end = options.contentSize[axis] > 0 ? start + options.contentSize[axis] : start + bounds.size[axis]
        return ScrollPlace(
            offset: position[axis], extent: ScrollExtent(start - before, end + behind - view[axis]),
            viewport: view[axis])
    }

    func show(_ offset: Point, in engine: Engine) {
        if offset == position { return }
        position = offset
        present(in: engine)
        scroller.noteScrolled(in: engine)
    }

    /// Along an axis that does not scroll any more it stands at the beginning.
    func setOptions(_ options: ScrollOptions, in engine: Engine) {
        var kept = position
        for axis in Axis.allCases where !options.axes.contains(axis) { kept[axis] = 0 }
        scroller.setOptions(options, in: engine)
        show(kept, in: engine)
    }

    func present(in engine: Engine) {
        engine.setPresented([PresentedChange(node, PresentedValues(boundsOrigin: position))])
    }

    // MARK: - Content

    /// The last reference may have gone since: nobody is told of a node that is no more.
    func noteGone(_ isGone: Bool) { isReleased = isReleased || isGone }

    func changed(in engine: Engine) {
        guard let shown = engine.shownSize(of: node) else {
            isReleased = engine.context.nodes.withLock { $0.find(node) == nil }
            return
        }
        scroller.scale = shown.scale
    }

    /// Takes over what layouts and hands have made of the content since it was looked at last.
    func takeContent(in engine: Engine) {
        let read = engine.context.nodes.withLock { store -> ScrolledContent? in
            guard let index = store.find(node), store.takeScrolledChange(of: index) else { return nil }
            return store.scrolledContent(of: index)
        }
        if let read { take(read, in: engine) }
    }

    private func take(_ content: ScrolledContent, in engine: Engine) {
        let before = (place(.x), place(.y))
        let distance = scroller.options.keepsPlace ? distance(to: content.children) : .zero
        (view, bounds, children) = (content.view, content.bounds, content.children)
        var goal = position
        for axis in axes.contained {
            let old = axis == .x ? before.0 : before.1
            let new = place(axis).extent
            let change = RangeChange(
                offset: old.offset + distance[axis], from: old.extent, to: new,
                velocity: scroller.mayPassEnds ? 1 : 0)
            goal[axis] = change.newOffset
        }
        show(goal, in: engine)
        scroller.contentChanged()
        if let rest = scroller.restingOffset { show(rest, in: engine) }
        scroller.noteChanged(in: engine)
    }

    /// How far a layout has moved what is seen: the first child that is and that is still there.
    private func distance(to new: [(node: NodeID, frame: Rect)]) -> Point {
        var result = Point.zero
        for axis in axes.contained {
            let place = place(axis)
            // At the very beginning what is put before comes into view.
            if place.offset <= place.extent.lower { continue }
            let end = place.offset + place.viewport
            for (index, child) in children.enumerated() {
                let start = child.frame.origin[axis]
                let isSeen = start < end && start + child.frame.size[axis] > place.offset
                if !isSeen || child.frame.isEmpty { continue }
                let same = index < new.count && new[index].node == child.node ? new[index] : nil
                guard let now = same ?? new.first(where: { $0.node == child.node }) else { continue }
                // A child on its way into the layout has no frame yet.
                result[axis] = now.frame.isEmpty ? 0 : now.frame.origin[axis] - start
                break
            }
        }
        return result
    }

    func area(_ id: Int) -> SnapArea? { snapAreas(near: position).first { $0.id == id } }

    func snapAreas(near offset: Point) -> [SnapArea] {
        let options = scroller.options
        let (x, y) = (axes.contains(.x) ? options.snapAlignment : nil, axes.contains(.y) ? options.snapAlignment : nil)
        if options.snapPoints.isEmpty {
            return children.enumerated().filter { !$1.frame.isEmpty }.map { index, child in
                SnapArea(id: index, rect: child.frame, alignX: x, alignY: y)
            }
        }
        return options.snapPoints.enumerated().map { index, point in
            var rect = Rect(origin: bounds.origin, size: Size(width: bounds.size.width, height: bounds.size.height))
            for axis in axes.contained {
                rect.origin[axis] += point
                rect.size[axis] = 0
            }
            return SnapArea(id: index, rect: rect, alignX: x, alignY: y)
        }
    }

    /// The node is shown where it has itself again.
    func end(in engine: Engine) {
        Scrolling.of(engine).remove(self)
        if isReleased { return }
        isReleased = true
        engine.context.nodes.withLock { store in
            if let index = store.find(node) { store.setScrollAxes([], of: index) }
        }
        engine.setBars([], of: node)
        _ = try? engine.clearPresented(.boundsOrigin, of: node)
    }
}
