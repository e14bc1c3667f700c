import LaminaGeometry
import LaminaMotion

/// A thing that a scroller stands at, or is on its way to, wherever layouts and measurements put it meanwhile: a row of
/// a list, or a child of a node.
struct ScrollAim: Equatable {
    /// The number of its area to rest at.
    var id: Int
    var alignment: RevealAlignment
}

extension Scroller {
    /// The offset at which what is aimed at is aligned; nil when it is gone.
    func offset(of aim: ScrollAim) -> Point? {
        guard let content, var area = content.area(aim.id) else { return nil }
        (area.alignX, area.alignY) = (nil, nil)
        return offset(revealing: area, aim.alignment)
    }

    /// The offset that brings an area into view, which then snaps as after a scroll to there.
    func offset(revealing area: SnapArea, _ alignment: RevealAlignment) -> Point {
        guard let content else { return .zero }
        let (x, y) = (content.place(.x), content.place(.y))
        var container = snapContainer(near: area.rect.origin) ?? SnapContainer(viewport: .zero, content: .zero)
        container.viewport = Size(width: x.viewport, height: y.viewport)
        container.lower = Point(x: x.extent.lower, y: y.extent.lower)
        container.upper = Point(x: x.extent.upper, y: y.extent.upper)
        container.padding = options.insets
        return container.reveal(
            area, x: content.axes.contains(.x) ? alignment : nil,
            y: content.axes.contains(.y) ? alignment : nil, from: content.offset
        ).offset
    }

    // MARK: - Places to rest

    /// With what may be rested at around an offset; nil for content that may rest anywhere.
    func snapContainer(near offset: Point) -> SnapContainer? {
        guard let content, let strictness = options.snap else { return nil }
        let (x, y) = (content.place(.x), content.place(.y))
        let axes = content.axes
        var container = SnapContainer(
            viewport: Size(width: x.viewport, height: y.viewport), content: .zero, padding: options.insets,
            snapsX: axes.contains(.x), snapsY: axes.contains(.y), strictness: strictness,
            areas: content.snapAreas(near: offset))
        container.lower = Point(x: x.extent.lower, y: y.extent.lower)
        container.upper = Point(x: x.extent.upper, y: y.extent.upper)
        return container
    }

    /// What a place to rest that was found is aligned to.
    func aim(_ position: SnapPosition) -> ScrollAim? {
        guard let content, content.ownAxes.count == 1 else { return nil }
        let targets = content.ownAxes[0] == .x ? position.targetsX : position.targetsY
        return targets.first.map { ScrollAim(id: $0, alignment: options.snapAlignment.revealing) }
    }

    /// Where it is to stand after a layout, when nothing moves it: at what it stood at, else at a place to rest.
    var restingOffset: Point? {
        guard let content, !needsFrames, !isDragged else { return nil }
        if let aim, let goal = offset(of: aim) { return goal }
        return options.snap == nil ? nil : restingPlace(content.offset)
    }

    /// The place to rest that is nearest to an offset; nil for content that may rest anywhere.
    func restingPlace(_ offset: Point) -> Point? {
        guard let content else { return nil }
        if options.isPaging {
            var page = offset
            for axis in content.ownAxes { page[axis] = content.place(axis).page(behind: offset[axis], 0) }
            return page
        }
        guard let snap = snapContainer(near: offset) else { return nil }
        return within(snap.snap(to: offset.x, offset.y, from: offset).offset)
    }
}

extension SnapAlignment {
    var revealing: RevealAlignment {
        switch self {
        case .start: .start
        case .center: .center
        case .end: .end
        }
    }
}
