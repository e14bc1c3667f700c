public import LaminaGeometry

/// Numbers for people, to three places.
extension Double {
    /// The number to three places, without zeros behind; "inf" for infinity and "unknown" for NaN.
    public var shortText: String {
        if isNaN { return "unknown" }
        let rounded = (self * 1000).rounded() / 1000
        return (rounded.isFinite ? rounded : self).plainText
    }
}

extension Point {
    /// "12, 4".
    public var text: String { "\(x.shortText), \(y.shortText)" }
}

extension Size {
    /// "320 x 40".
    public var text: String { "\(width.shortText) x \(height.shortText)" }
}

extension Rect {
    /// "320 x 40 at (12, 4)".
    public var text: String { "\(size.text) at (\(origin.text))" }
}

extension EdgeInsets {
    /// Top, left (or start), bottom, right (or end).
    var text: String { "\(top.shortText), \(left.shortText), \(bottom.shortText), \(right.shortText)" }
}

extension SizeRange {
    /// "width 0 to 320, height 40".
    public var text: String {
        func span(_ name: String, _ min: Double, _ max: Double) -> String {
            min == max ? "\(name) \(min.shortText)" : "\(name) \(min.shortText) to \(max.shortText)"
        }
        return span("width", min.width, max.width) + ", " + span("height", min.height, max.height)
    }
}
