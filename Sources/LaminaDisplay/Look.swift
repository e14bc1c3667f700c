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

    var isInvisible: Bool { isHidden || opacity <= 0 }
    var clipsRound: Bool { clips && cornerRadius > 0 }
    /// All pixels that the node itself may touch.
    var reach: PixelRect { clips ? rect : rect.union(ink) }
}

/// Draws the contents of a look; says nothing when there are none.
protocol ContentsPainter {
    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer)
}

/// Paints looks in order, back to front. Groups (an opacity or a round clip that several things share) are painted apart and laid over.
struct LookPainter<Contents: ContentsPainter> {
    let looks: [Look]
    let painter: Painter
    var contents: Contents
    /// Groups being painted in one another.
    private var groupDepth = 0

    /// Each group takes stack and the memory of what it covers. Below this many, groups are painted as if they were none: opaque and unclipped.
    private static var maximumGroupDepth: Int { 64 }

    init(looks: [Look], painter: Painter, contents: Contents) {
        self.looks = looks
        self.painter = painter
        self.contents = contents
    }

    /// Paints all looks within `clip`.
    mutating func paint(clip: PixelRect, on buffer: PixelBuffer) {
        paint(0..<looks.count, clip: clip, on: buffer)
    }

    private mutating func paint(_ range: Range<Int>, clip: PixelRect, on buffer: PixelBuffer) {
        /// The clips of the ancestors that cut, innermost last, and where each ends.
        var clips: [(end: Int, clip: PixelRect)] = []
        var clip = clip
        var index = range.lowerBound
        while index < range.upperBound {
            while let last = clips.last, index >= last.end {
                clips.removeLast()
                clip = last.clip
            }
            let look = looks[index]
            let end = Int(look.end)
            if look.isInvisible || (look.clips && look.rect.intersection(clip).isEmpty) {
                index = end
                continue
            }
            if isGroup(index) {
                paintGroup(index, clip: clip, on: buffer)
                index = end
                continue
            }
            paintOwn(index, opacity: look.opacity, isCut: false, clip: clip, on: buffer)
            index += 1
            if look.clips && end > index {
                clips.append((end, clip))
                clip = clip.intersection(look.rect)
            }
        }
    }

    /// Whether opacity or a round clip applies to more than one drawing.
    private func isGroup(_ index: Int) -> Bool {
        if groupDepth >= Self.maximumGroupDepth { return false }
        let look = looks[index]
        let hasChildren = Int(look.end) > index + 1
        if look.opacity < 1 && (hasChildren || (look.hasContents && look.background.alpha > 0)) { return true }
        return look.clipsRound && (hasChildren || look.hasContents)
    }

    private mutating func paintGroup(_ index: Int, clip: PixelRect, on buffer: PixelBuffer) {
        let look = looks[index]
        let bounds = look.clips ? look.rect : looks.extent(index)
        groupDepth += 1
        defer { groupDepth -= 1 }
        // Without memory for a group it is left out; nothing else is to be done about it while painting.
        try? painter.group(
            bounds, opacity: look.opacity, cornerRadius: look.clipsRound ? look.cornerRadius : 0, clip: clip, on: buffer
        ) { inner in
            // A round clip cuts the background too: rounding that by itself would soften its edge twice.
            paintOwn(index, opacity: 1, isCut: look.clipsRound, clip: inner, on: buffer)
            paint(index + 1..<Int(look.end), clip: inner, on: buffer)
        }
    }

    private mutating func paintOwn(
        _ index: Int, opacity: Double, isCut: Bool, clip: PixelRect, on buffer: PixelBuffer
    ) {
        let look = looks[index]
        if look.reach.intersection(clip).isEmpty { return }
        if look.background.alpha > 0 {
            var color = look.background
            color.alpha *= Float(opacity)
            if look.cornerRadius > 0 && !isCut {
                painter.fillRounded(look.rect, radius: look.cornerRadius, color, clip: clip, on: buffer)
            } else {
                painter.fill(look.rect, color, clip: clip, on: buffer)
            }
        }
        if look.hasContents && !look.ink.isEmpty {
            let inner = look.clips ? clip.intersection(look.rect) : clip
            contents.paintContents(of: index, opacity: opacity, clip: inner, on: buffer)
        }
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
