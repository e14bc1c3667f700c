import LaminaDraw
import LaminaGeometry

/// Draws the contents of a look; says nothing when there are none.
protocol ContentsPainter {
    mutating func paintContents(of index: Int, opacity: Double, clip: PixelRect, on buffer: PixelBuffer)
    /// Whether contents that are drawn hide all that is behind them.
    func isOpaque(_ index: Int) -> Bool
}

/// Paints looks in order, back to front, but nothing that something in front of it hides. Groups (an opacity or a round clip that several
/// things share) are painted apart and laid over.
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

    /// One thing to paint, and how much of it is to be seen.
    private struct Step {
        let index: Int
        let isGroup: Bool
        /// For a group all of it, otherwise the background.
        var background: PixelRect
        var contents: PixelRect
    }

    /// Paints all looks within `clip`. `ground` paints what lies behind them, as far as it shows.
    mutating func paint(clip: PixelRect, on buffer: PixelBuffer, ground: (PixelRect) -> Void = { _ in }) {
        paint(0..<looks.count, clip: clip, on: buffer, ground: ground)
    }

    private mutating func paint(
        _ range: Range<Int>, clip: PixelRect, on buffer: PixelBuffer, ground: (PixelRect) -> Void
    ) {
        var steps = steps(range, clip: clip)
        let rest = cutHidden(&steps, clip: clip)
        if !rest.isEmpty { ground(rest) }
        for step in steps {
            if step.isGroup {
                if !step.background.isEmpty { paintGroup(step.index, clip: step.background, on: buffer) }
            } else {
                paintOwn(step, opacity: looks[step.index].opacity, isCut: false, on: buffer)
            }
        }
    }

    /// What is inside the clips, back to front.
    private func steps(_ range: Range<Int>, clip: PixelRect) -> [Step] {
        var steps: [Step] = []
        steps.reserveCapacity(range.count)
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
            if look.isInvisible || (look.clips && !look.rect.overlaps(clip)) {
                index = end
                continue
            }
            if isGroup(index) {
                let bounds = look.clips ? look.rect : looks.extent(index)
                steps.append(
                    Step(index: index, isGroup: true, background: bounds.intersection(clip), contents: .empty))
                index = end
                continue
            }
            if let step = step(index, clip: clip) { steps.append(step) }
            index += 1
            if look.clips && end > index {
                clips.append((end, clip))
                clip = clip.intersection(look.rect)
            }
        }
        return steps
    }

    private func step(_ index: Int, clip: PixelRect) -> Step? {
        let look = looks[index]
        let background = look.background.alpha > 0 ? look.rect.intersection(clip) : .empty
        var contents = look.hasContents ? look.ink.intersection(clip) : .empty
        if look.clips { contents = contents.intersection(look.rect) }
        if background.isEmpty && contents.isEmpty { return nil }
        return Step(index: index, isGroup: false, background: background, contents: contents)
    }

    /// Takes from each step what those in front of it hide; returns where the ground shows.
    private func cutHidden(_ steps: inout [Step], clip: PixelRect) -> PixelRect {
        var cover = OpaqueCover()
        for number in steps.indices.reversed() {
            let step = steps[number]
            if step.isGroup {
                steps[number].background = cover.rest(of: step.background)
                continue
            }
            let look = looks[step.index]
            if !step.contents.isEmpty {
                steps[number].contents = cover.rest(of: step.contents)
                if look.opacity >= 1 && contents.isOpaque(step.index) { cover.add(step.contents) }
            }
            if !step.background.isEmpty {
                steps[number].background = cover.rest(of: step.background)
                if look.opacity >= 1 && look.background.alpha >= 1 {
                    cover.add(look.cornerRadius > 0 ? step.background.intersection(look.straight) : step.background)
                }
            }
        }
        return cover.rest(of: clip)
    }

    /// Whether opacity or a round clip applies to more than one drawing.
    private func isGroup(_ index: Int) -> Bool {
        if groupDepth >= Self.maximumGroupDepth { return false }
        let look = looks[index]
        let hasChildren = look.hasChildren || Int(look.end) > index + 1
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
            if let step = step(index, clip: inner) {
                paintOwn(step, opacity: 1, isCut: look.clipsRound, on: buffer)
            }
            paint(index + 1..<Int(look.end), clip: inner, on: buffer, ground: { _ in })
        }
    }

    private mutating func paintOwn(_ step: Step, opacity: Double, isCut: Bool, on buffer: PixelBuffer) {
        let look = looks[step.index]
        if !step.background.isEmpty {
            var color = look.background
            color.alpha *= Float(opacity)
            if look.cornerRadius > 0 && !isCut {
                painter.fillRounded(look.rect, radius: look.cornerRadius, color, clip: step.background, on: buffer)
            } else {
                painter.fill(look.rect, color, clip: step.background, on: buffer)
            }
        }
        if !step.contents.isEmpty {
            contents.paintContents(of: step.index, opacity: opacity, clip: step.contents, on: buffer)
        }
    }
}

extension Look {
    /// The rows without corners.
    fileprivate var straight: PixelRect {
        let reach = Int(min(cornerRadius, Double(rect.height)).rounded(.up))
        return PixelRect(x: rect.x, y: rect.y + reach, width: rect.width, height: max(0, rect.height - 2 * reach))
    }
}

/// What is hidden by what stands in front: a few rectangles, joined where they make one. It may know of less than there is, never of more.
struct OpaqueCover {
    private var rectangles: [PixelRect] = []
    private static let limit = 8

    /// Adds an opaque rectangle.
    mutating func add(_ rect: PixelRect) {
        if rect.isEmpty { return }
        var rect = rect
        var index = 0
        while index < rectangles.count {
            let other = rectangles[index]
            if other.contains(rect) { return }
            if let joined = rect.joined(other) {
                rect = joined
                rectangles.remove(at: index)
                index = 0  // the larger one may join others
            } else {
                index += 1
            }
        }
        rectangles.append(rect)
        if rectangles.count > Self.limit,
            let smallest = rectangles.indices.min(by: { a, b in
                rectangles[a].area < rectangles[b].area
            })
        {
            rectangles.remove(at: smallest)
        }
    }

    /// What of a rectangle is not hidden, as one rectangle.
    func rest(of rect: PixelRect) -> PixelRect {
        var rect = rect
        var changed = true
        while changed && !rect.isEmpty {
            changed = false
            for cover in rectangles where cover.overlaps(rect) {
                let cut = rect.cut(by: cover)
                changed = changed || cut != rect
                rect = cut
                if rect.isEmpty { return .empty }
            }
        }
        return rect
    }
}

extension PixelRect {
    /// Both as one, when that is a rectangle.
    fileprivate func joined(_ other: PixelRect) -> PixelRect? {
        if contains(other) { return self }
        let sameColumns = x == other.x && width == other.width
        let sameRows = y == other.y && height == other.height
        if sameColumns && y <= other.maxY && other.y <= maxY { return union(other) }
        if sameRows && x <= other.maxX && other.x <= maxX { return union(other) }
        return nil
    }

    /// The rectangle without an overlapping one; as it is when the rest is none.
    fileprivate func cut(by other: PixelRect) -> PixelRect {
        var (left, top, right, bottom) = (x, y, maxX, maxY)
        if other.x <= left && other.maxX >= right {
            if other.y <= top { top = other.maxY }
            if other.maxY >= bottom { bottom = other.y }
        } else if other.y <= top && other.maxY >= bottom {
            if other.x <= left { left = other.maxX }
            if other.maxX >= right { right = other.x }
        }
        return PixelRect(x: left, y: top, width: max(0, right - left), height: max(0, bottom - top))
    }
}
