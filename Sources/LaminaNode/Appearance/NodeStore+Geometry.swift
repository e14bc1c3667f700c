public import LaminaGeometry

/// Where points of one node are in another, as they are presented: by frames and transforms.
extension NodeStore {
    /// From a node's space to that of the node above.
    private func transform(_ node: Int32) -> AffineTransform {
        let corner = presentedBoundsOrigin(of: node)
        if corner == .zero { return placement(node) }
        return placement(node).after(AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: -corner.x, y0: -corner.y))
    }

    /// The same, from the node's corner.
    private func placement(_ node: Int32) -> AffineTransform {
        let frame = shownFrame(of: node)
        let origin = AffineTransform(xx: 1, yx: 0, xy: 0, yy: 1, x0: frame.minX, y0: frame.minY)
        let transform = shownTransform(of: node)
        if transform == .identity { return origin }
        let anchor = anchor(of: node)
        let center = Point(x: anchor.x * frame.size.width, y: anchor.y * frame.size.height)
        var turned = transform
        (turned.x0, turned.y0) = (0, 0)
        let moved = turned.apply(center)
        turned.x0 = center.x - moved.x + transform.x0
        turned.y0 = center.y - moved.y + transform.y0
        return origin.after(turned)
    }

    // MARK: As presented

    private func shownTransform(of node: Int32) -> AffineTransform {
        if let values = presentedValues(of: node), values.fields.contains(.transform) { return values.transform }
        return self[node].appearance?.value.transform ?? .identity
    }

    private func shownOpacity(of node: Int32) -> Double {
        if let values = presentedValues(of: node), values.fields.contains(.opacity) { return values.opacity }
        return self[node].opacity
    }

    private func shownRadii(of node: Int32) -> CornerRadii {
        if let values = presentedValues(of: node), values.fields.contains(.cornerRadii) { return values.cornerRadii }
        return cornerRadii(of: node)
    }

    /// The root fills its surface from the corner, whatever its frame says.
    private func shownFrame(of node: Int32) -> Rect {
        if self[node].parent >= 0 { return presentedFrame(of: node) }
        let own = Rect(origin: .zero, size: self[node].frame.size)
        return presentedValues(of: node)?.frame(for: own, anchor: anchor(of: node)) ?? own
    }

    // MARK: Conversions and hits

    /// From a node's space to that of its root's surroundings; costs the depth.
    private func transformUp(_ node: Int32) -> (transform: AffineTransform, root: Int32) {
        var result = AffineTransform.identity
        var ancestor = node
        while true {
            result = transform(ancestor).after(result)
            if self[ancestor].parent < 0 { return (result, ancestor) }
            ancestor = self[ancestor].parent
        }
    }

    /// Where a point of `node` is in `other`, in the space around the root for -1. Fails with `invalidArgument` when
    /// the two are not in one tree, with `invalidState` when there is no way back.
    public func convert(_ point: Point, from node: Int32, to other: Int32) throws(LaminaError) -> Point {
        let up = transformUp(node)
        let around = up.transform.apply(point)
        if other < 0 { return around }
        let target = transformUp(other)
        guard target.root == up.root else {
            throw LaminaError(.invalidArgument, "node and to are in different trees")
        }
        if node == other { return point }
        guard let down = target.transform.inverse else {
            throw LaminaError(
                .invalidState, "the transform of to or of an ancestor cannot be inverted")
        }
        return down.apply(around)
    }

    /// A node whose children are searched, from the topmost down.
    private struct Level {
        let node: Int32
        let point: Point
        let children: ContiguousArray<Int32>
        var next: Int
    }

    /// The topmost node that contains a point, and where in it; nil for none. Linear in the nodes searched.
    public func hit(_ root: Int32, at point: Point) -> (node: Int32, point: Point)? { hitPath(root, at: point).first }

    /// The same with all above it, up to the root; empty for none.
    public func hitPath(_ root: Int32, at point: Point) -> [(node: Int32, point: Point)] {
        guard let first = level(root, at: point) else { return [] }
        var levels = [first]
        while var level = levels.popLast() {
            level.next -= 1
            if level.next < 0 {
                // Children lie above the node itself.
                if !isHit(level.point, level.node) { continue }
                return [(level.node, level.point)] + levels.reversed().map { ($0.node, $0.point) }
            }
            let child = level.children[level.next]
            let point = level.point
            levels.append(level)
            guard let back = transform(child).inverse else { continue }
            if let below = self.level(child, at: back.apply(point)) { levels.append(below) }
        }
        return []
    }

    /// The same for a point in the space around the root, as events have it. Without a root (-1) nothing is hit.
    public func hitPath(_ root: Int32, around point: Point) -> [(node: Int32, point: Point)] {
        guard root >= 0, let back = transform(root).inverse else { return [] }
        return hitPath(root, at: back.apply(point))
    }

    private func level(_ node: Int32, at point: Point) -> Level? {
        if !self[node].flags.isDisjoint(with: [.hidden, .ignoresHits]) || shownOpacity(of: node) <= 0 { return nil }
        if self[node].flags.contains(.clips) && !isHit(point, node) { return nil }
        let children = presentedOrder(below: node)
        return Level(node: node, point: point, children: children, next: children.count)
    }

    /// Whether a point of the node's own space meets it: within its slop where it has one (as in Texture).
    private func isHit(_ inside: Point, _ node: Int32) -> Bool {
        let corner = presentedBoundsOrigin(of: node)
        let point = Point(x: inside.x - corner.x, y: inside.y - corner.y)
        if !self[node].flags.contains(.hitSlop) { return contains(point, node) }
        let (slop, size) = (hitSlop(of: node), shownFrame(of: node).size)
        return point.x >= slop.left && point.x < size.width - slop.right && point.y >= slop.top
            && point.y < size.height - slop.bottom
    }

    /// Whether a node and those below it take hits.
    public func isInteractive(_ node: Int32) -> Bool { !self[node].flags.contains(.ignoresHits) }

    public mutating func setInteractive(_ value: Bool, of node: Int32) {
        if value { self[node].flags.remove(.ignoresHits) } else { self[node].flags.insert(.ignoresHits) }
    }

    /// How far inside of its edges a node is hit.
    public func hitSlop(of node: Int32) -> EdgeInsets { self[node].extras?.hitSlop ?? .zero }

    /// Moves the edges within which a node is hit.
    public mutating func setHitSlop(_ slop: EdgeInsets, of node: Int32, _ discarded: inout Discarded) {
        if slop == hitSlop(of: node) { return }
        setExtras(of: node, hitSlop: slop, &discarded)
        if slop == .zero { self[node].flags.remove(.hitSlop) } else { self[node].flags.insert(.hitSlop) }
    }

    /// Whether a point, counted from the node's corner, is inside of it, its corners rounded.
    private func contains(_ point: Point, _ node: Int32) -> Bool {
        let size = shownFrame(of: node).size
        guard Rect(origin: .zero, size: size).contains(point) else { return false }
        let own = shownRadii(of: node)
        if own.largest <= 0 { return true }
        let radii = own.fitting(width: size.width, height: size.height)
        func isCut(_ radius: Double, _ x: Double, _ y: Double) -> Bool {
            let (dx, dy) = (radius - x, radius - y)
            return dx > 0 && dy > 0 && dx * dx + dy * dy > radius * radius
        }
        let (right, bottom) = (size.width - point.x, size.height - point.y)
        return !isCut(radii.topLeft, point.x, point.y) && !isCut(radii.topRight, right, point.y)
            && !isCut(radii.bottomRight, right, bottom) && !isCut(radii.bottomLeft, point.x, bottom)
    }
}
