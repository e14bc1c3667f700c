import LaminaDraw
import LaminaGeometry

/// Pixels that are right already, but stand elsewhere.
struct ScrollCopy: Equatable {
    /// Where they stand, and where they are moved within.
    var rect: PixelRect
    var distance: PixelOffset
}

/// What of the surface changed since the last composite.
struct LayerDamage {
    /// More copies waiting than this, and painting is simpler.
    static var scrollLimit: Int { 4 }

    /// What has to be painted.
    let region = Region(maximumRectangles: 32)
    /// Nothing of the last picture counts: it is another surface, or another target.
    private(set) var isWhole = false
    /// What moved as a whole, to be copied before the damage is painted; in order.
    private(set) var scrolls: [ScrollCopy] = []
    /// Where damage is gathered while much changes at once.
    private var grid: DamageGrid?

    var isEmpty: Bool { region.isEmpty && scrolls.isEmpty }

    mutating func add(_ rect: PixelRect) {
        if grid != nil { grid?.add(rect) } else { region.add(rect) }
    }

    var isGathering: Bool { grid != nil }

    /// Much is going to change at once, all of it within `bounds`.
    mutating func beginGathering(in bounds: PixelRect) { grid = DamageGrid(bounds) }

    /// It has changed.
    mutating func endGathering() {
        guard let gathered = grid.take() else { return }
        gathered.forEach { region.add($0) }
    }

    /// All has to be painted.
    mutating func addAll(of bounds: PixelRect) {
        scrolls = []
        region.removeAll()
        region.add(bounds)
        isWhole = true
    }

    /// What changed is in the picture.
    mutating func noteComposited() {
        region.removeAll()
        scrolls = []
        isWhole = false
    }

    /// Whether what moved within `rect` can be copied, as far as copies go that wait.
    func canScroll(_ rect: PixelRect) -> Bool { scrolls.count < Self.scrollLimit || scrolls.last?.rect == rect }

    /// Notes that `rect` shows the same as before, `distance` further, but for what that leaves to be painted, and for
    /// what stands in front.
    mutating func scroll(_ rect: PixelRect, by distance: PixelOffset, behind covers: [PixelRect]) {
        endGathering()
        let kept = rect.intersection(rect.offset(by: distance))
        // What was to be painted is wrong where it is copied to as well.
        for stale in region.rectangles { add(stale.intersection(rect).offset(by: distance).intersection(rect)) }
        let vertical =
            distance.y > 0 ? rect.y..<kept.y : distance.y < 0 ? kept.maxY..<rect.maxY : rect.y..<rect.y
        let horizontal =
            distance.x > 0 ? rect.x..<kept.x : distance.x < 0 ? kept.maxX..<rect.maxX : rect.x..<rect.x
        add(PixelRect(x: rect.x, y: vertical.lowerBound, width: rect.width, height: vertical.count))
        add(PixelRect(x: horizontal.lowerBound, y: rect.y, width: horizontal.count, height: rect.height))
        for cover in covers {
            add(cover.intersection(rect))
            add(cover.offset(by: distance).intersection(rect))
        }
        if let last = scrolls.last, last.rect == rect {
            let sum = ScrollCopy(rect: rect, distance: last.distance + distance)
            scrolls[scrolls.count - 1] = sum
            let isLost = rect.intersection(rect.offset(by: sum.distance)).isEmpty
            if sum.distance == .zero || isLost { scrolls.removeLast() }
        } else {
            scrolls.append(ScrollCopy(rect: rect, distance: distance))
        }
    }
}
