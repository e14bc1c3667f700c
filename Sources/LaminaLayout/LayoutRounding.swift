import LaminaGeometry

/// Whether a layout pass rounds to device pixels on its way.
public enum LayoutRounding: Equatable, Sendable {
    /// No rounding: frames are rounded later, edge by edge, so that neighbours neither overlap nor gap.
    case none
    /// As Texture does it, frame for frame: every size is rounded up the moment it is known and parents add up rounded
    /// sizes. Line breaks and shrinking then depend on the scale, and neighbours may overlap by a pixel. `scale` =
    /// device pixels per unit, 0.01...1000; beyond that nothing is rounded.
    case everySizeUp(scale: Double)
}

/// The grid that lengths snap to during a pass.
struct PixelGrid {
    /// Device pixels per unit; 0 = no grid.
    private let scale: Double

    init(_ rounding: LayoutRounding) {
        if case .everySizeUp(let scale) = rounding, scale >= 0.01, scale <= 1000 {
            self.scale = scale
        } else {
            scale = 0
        }
    }

    var isActive: Bool { scale > 0 }

    func up(_ length: Double) -> Double { isActive ? Pixels.ceil(length, scale: scale) : length }

    func down(_ length: Double) -> Double {
        isActive ? ((length + Pixels.epsilon) * scale).rounded(.down) / scale : length
    }

    func nearest(_ length: Double) -> Double {
        isActive ? (length * scale).rounded(.toNearestOrAwayFromZero) / scale : length
    }

    func up(_ size: Size) -> Size { Size(width: up(size.width), height: up(size.height)) }
    func up(_ point: Point) -> Point { Point(x: up(point.x), y: up(point.y)) }
}
