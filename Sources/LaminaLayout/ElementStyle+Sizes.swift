public import LaminaGeometry

/// Both lengths of a size at once (as in Texture).
extension ElementStyle {
    /// Width and height in points, 0 where there is no wish; nil where one of them is a share of the parent, which is
    /// no number of points.
    public var preferredSize: Size? {
        func points(_ length: Dimension) -> Double? {
            switch length {
            case .auto: 0
            case .points(let points): points
            case .fraction: nil
            }
        }
        guard let width = points(width), let height = points(height) else { return nil }
        return Size(width: width, height: height)
    }

    /// Sets width and height.
    public mutating func setPreferredSize(_ size: Size) {
        width = .points(size.width)
        height = .points(size.height)
    }

    /// Sets the least width and height.
    public mutating func setMinSize(_ size: Size) {
        minWidth = .points(size.width)
        minHeight = .points(size.height)
    }

    /// Sets the greatest width and height; infinity is no limit.
    public mutating func setMaxSize(_ size: Size) {
        maxWidth = size.width < .infinity ? .points(size.width) : .auto
        maxHeight = size.height < .infinity ? .points(size.height) : .auto
    }
}
