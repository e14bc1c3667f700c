public import LaminaGeometry
public import LaminaLayout
public import LaminaNode

/// How large a picture is by itself: what layout knows of it.
public final class ImageExtent: LayoutLeaf {
    let size: Size

    /// Logical units.
    public init(_ size: Size) { self.size = size }

    public var isMeasurable: Bool { true }

    public func measure(within range: SizeRange, in environment: any LayoutEnvironment) -> LayoutMeasurement {
        LayoutMeasurement(size: fit(within: range.max))
    }

    /// No larger than the picture is (as in Texture), and in its proportions where there is less room (CSS Images 3,
    /// 5.2, for a picture with `max-width: 100%`).
    func fit(within room: Size) -> Size {
        let factor = min(1, room.width / size.width, room.height / size.height)
        return factor < 1 ? Size(width: size.width * factor, height: size.height * factor) : size
    }
}
