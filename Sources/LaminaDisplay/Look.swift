import LaminaDraw
import LaminaGeometry
import LaminaNode

/// How one node looks, in device pixels, apart from its contents. A tree of them is a flat array in painting order: parents before children.
struct Look: Equatable {
    /// The node's frame, absolute.
    var rect: PixelRect
    /// Where contents are drawn, absolute; a text's ink may reach out of its frame.
    var ink = PixelRect.empty
    /// One past the last look below this one.
    var end: Int32 = 0
    var isHidden: Bool
    var clips: Bool
    var opacity: Double
    var background: Color
    /// In device pixels.
    var cornerRadius: Double
    var hasContents: Bool
    /// Whether there is anything below it, painted or not.
    var hasChildren = false

    var isInvisible: Bool { isHidden || opacity <= 0 }
    var clipsRound: Bool { clips && cornerRadius > 0 }
    /// All pixels that the node itself may touch.
    var reach: PixelRect {
        let own = background.alpha > 0 ? rect : .empty
        if !hasContents { return own }
        return own.union(clips ? ink.intersection(rect) : ink)
    }
}

extension [Look] {
    /// The pixels that the look at `index` and all below it may touch, clips between them aside.
    func extent(_ index: Int) -> PixelRect {
        let look = self[index]
        if look.clips { return look.rect }
        return self[index..<Int(look.end)].reduce(PixelRect.empty) { $0.union($1.reach) }
    }
}

/// A walk over the nodes below a root in painting order, with the absolute position of each.
struct LookWalk {
    struct Visit {
        var node: Int32
        var parent: Int32
        var origin: Point
    }

    /// Reads the looks below `root` from the store; `visit` is told each node and the index of its look.
    static func read(
        _ root: Int32, in store: inout NodeStore, rootSize: Size, scale: Double,
        visit: (_ node: Int32, _ index: Int, _ parent: Int32, _ record: inout NodeRecord) -> Void
    ) -> [Look] {
        var looks: [Look] = []
        looks.reserveCapacity(32)
        var pending = [Visit(node: root, parent: -1, origin: .zero)]
        var parents: [Int32] = []
        while let next = pending.popLast() {
            let index = looks.count
            let record = store[next.node]
            let size = next.parent < 0 ? rootSize : record.frame.size
            let origin = next.parent < 0 ? Point.zero : next.origin + record.frame.origin
            looks.append(
                Look(
                    rect: Pixels.snap(Rect(origin: origin, size: size), scale: scale),
                    isHidden: record.flags.contains(.hidden), clips: record.flags.contains(.clips),
                    opacity: record.opacity, background: record.background,
                    cornerRadius: record.cornerRadius * scale, hasContents: record.content != nil))
            parents.append(next.parent)
            visit(next.node, index, next.parent, &store[next.node])
            for child in record.children.reversed() {
                pending.append(Visit(node: child, parent: Int32(index), origin: origin))
            }
        }
        // Children come right after their parent: walking backwards, each hands its end up.
        for index in looks.indices.reversed() {
            looks[index].end = max(looks[index].end, Int32(index + 1))
            let parent = Int(parents[index])
            if parent >= 0 { looks[parent].end = max(looks[parent].end, looks[index].end) }
        }
        return looks
    }
}
