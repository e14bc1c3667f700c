import LaminaDisplay
import LaminaGeometry
import LaminaMotion
import LaminaNode

/// What a scroller moves: the content of a node, or the rows of a list. Owner thread.
protocol ScrollContent: AnyObject {
    /// What is seen of it is this node.
    var node: NodeID { get }
    var scroller: Scroller { get }
    /// The axes along which it scrolls.
    var axes: Axes { get }
    /// It is asking the host for something, and may not be changed.
    var isBusy: Bool { get }
    func place(_ axis: Axis) -> ScrollPlace
    /// Shows it at an offset, which may lie beyond its ends.
    func show(_ offset: Point, in engine: Engine)
    /// What it comes to rest at, beside its ends: all around an offset.
    func snapAreas(near offset: Point) -> [SnapArea]
    /// One of them, by its number, where it is now; nil when it is gone.
    func area(_ id: Int) -> SnapArea?
    /// Changes were taken over: a layout may have given it another size.
    func changed(in engine: Engine)
    /// Its owner let go of it meanwhile: it ends with the next frame.
    var isReleased: Bool { get }
    func end(in engine: Engine)
}

/// Where content stands along an axis.
struct ScrollPlace: Equatable {
    var offset: Double
    /// The offsets that show no more than there is.
    var extent: ScrollExtent
    /// How much of it is seen.
    var viewport: Double
}

extension ScrollPlace {
    /// The page so many pages behind the one that is nearest to an offset.
    func page(behind offset: Double, _ count: Double) -> Double {
        if viewport <= 0 { return extent.clamp(offset) }
        return extent.clamp((offset / viewport + count).rounded() * viewport)
    }
}

extension ScrollContent {
    var offset: Point { Point(x: place(.x).offset, y: place(.y).offset) }

    /// Something else stands in the place of its bars.
    var hidesBars: Bool { (self as? List)?.indexBar.isShown ?? false }

    /// The axes in a fixed order.
    var ownAxes: [Axis] { axes.contained }
}
