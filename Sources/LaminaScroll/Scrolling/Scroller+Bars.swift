import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// Bars that say where content stands. They come when it scrolls, and fade by the clock of frames.
public struct ScrollBars {
    public enum Mode: Int32, Sendable { case automatic = 0, always, none }

    /// When it was scrolled last, on the clock of frames; 0 before the next frame, nil when bars have faded.
    fileprivate(set) var scrolled: UInt64?
    fileprivate var opacity = 0.0
    /// Microseconds that bars stay, and that they fade in.
    fileprivate static let stay: UInt64 = 800_000
    fileprivate static let fade: UInt64 = 250_000
    fileprivate static let width = 6.0
    fileprivate static let margin = 2.0
    fileprivate static let leastLength = 24.0
    /// How near the edge a pointer takes a bar.
    fileprivate static let reach = 14.0
}

extension Scroller {
    /// When bars have to be looked at next; nil when they stay as they are.
    var nextBarFrame: UInt64? {
        guard options.bars == .automatic, let scrolled = bars.scrolled else { return nil }
        return scrolled == 0 || bars.opacity < 1 ? 0 : scrolled + ScrollBars.stay
    }

    /// It was scrolled.
    func noteScrolled(in engine: Engine) {
        noteChanged(in: engine)
        if options.bars == .automatic {
            bars.scrolled = 0
            bars.opacity = 1
        }
        showBars(in: engine)
    }

    func advanceBars(to time: UInt64, in engine: Engine) {
        guard let scrolled = bars.scrolled else { return }
        if scrolled == 0 || isDragged || isMoving { bars.scrolled = max(time, 1) }
        let since = time - min(time, bars.scrolled ?? time)
        let left = since <= ScrollBars.stay ? 1 : 1 - Double(since - ScrollBars.stay) / Double(ScrollBars.fade)
        if bars.opacity == max(0, left) { return }
        bars.opacity = max(0, left)
        if bars.opacity == 0 { bars.scrolled = nil }
        showBars(in: engine)
    }

    func showBars(in engine: Engine) {
        guard let content else { return }
        let opacity = options.bars == .always ? 1 : options.bars == .none ? 0 : bars.opacity
        var color = options.barColor
        color.alpha *= Float(opacity)
        let shown = content.ownAxes.compactMap { axis in thumb(axis).map { ShownBar(rect: $0, color: color) } }
        let wanted = color.alpha > 0 && !content.hidesBars ? shown : []
        if wanted.isEmpty && !hasShownBars { return }
        hasShownBars = engine.setBars(wanted, of: content.node) && !wanted.isEmpty
    }

    /// Where a bar stands, from the corner of the node; nil when all is seen.
    private func thumb(_ axis: Axis) -> Rect? {
        guard let content else { return nil }
        let (place, across) = (content.place(axis), content.place(axis.other).viewport)
        let way = place.extent.upper - place.extent.lower
        let track = place.viewport - 2 * ScrollBars.margin
        guard way > 0, track > 2 * ScrollBars.leastLength, across > 4 * ScrollBars.width else { return nil }
        let share = place.viewport / (place.viewport + way)
        // What is pulled past its end makes the bar shorter.
        let past = place.extent.excess(place.offset)
        let length = max(ScrollBars.leastLength, track * share - past)
        let start = (track - length) * (place.extent.clamp(place.offset) - place.extent.lower) / way
        var rect = Rect.zero
        rect.origin[axis] = ScrollBars.margin + start
        rect.origin[axis.other] = across - ScrollBars.margin - ScrollBars.width
        rect.size[axis] = length
        rect.size[axis.other] = ScrollBars.width
        return rect
    }

    /// The axis whose bar shows at a point, counted from the corner of the node; nil beside all bars.
    func bar(at point: Point) -> Axis? {
        guard let content, hasShownBars else { return nil }
        return content.ownAxes.first { axis in
            guard let thumb = thumb(axis) else { return false }
            let along = point[axis] - thumb.origin[axis]
            return along >= 0 && along <= thumb.size[axis]
                && point[axis.other] >= thumb.origin[axis.other] + ScrollBars.width - ScrollBars.reach
        }
    }

    /// A pointer moves a bar.
    func dragBar(by distance: Double, _ axis: Axis, in engine: Engine) {
        guard let content, let thumb = thumb(axis) else { return }
        let place = content.place(axis)
        let room = place.viewport - 2 * ScrollBars.margin - thumb.size[axis]
        guard room > 0 else { return }
        var offset = content.offset
        offset[axis] += distance * (place.extent.upper - place.extent.lower) / room
        stop()
        content.show(within(offset), in: engine)
    }
}
