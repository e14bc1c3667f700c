public import LaminaGeometry

extension FlexTree {
    /// The frame of `element` on a grid of `scale` lines to a logical unit, by Yoga's rule: the size is the difference
    /// of rounded absolute edges, so that neighbours share theirs; if `outwards`, a measured leaf is rounded outwards,
    /// so that a text keeps its last letter.
    ///
    /// `parentOrigin` is the parent's absolute position, not rounded; the element's own is its sum with the origin of
    /// `frame(element)`.
    public func roundedFrame(_ element: Int32, parentOrigin: Point, scale: Double, outwards: Bool = true) -> Rect {
        let record = records[element]
        let isText = outwards && record.flags.contains(.measured)
        let left = parentOrigin.x + record.x
        let top = parentOrigin.y + record.y
        let wide = isText && FlexTree.hasFraction(record.width * scale)
        let high = isText && FlexTree.hasFraction(record.height * scale)
        func round(_ value: Double, up: Bool = false, down: Bool = false) -> Double {
            FlexTree.round(value, scale, up: up, down: down)
        }
        let right = round(left + record.width, up: wide, down: isText && !wide)
        let bottom = round(top + record.height, up: high, down: isText && !high)
        return Rect(
            x: round(record.x, down: isText), y: round(record.y, down: isText),
            width: right - round(left, down: isText), height: bottom - round(top, down: isText))
    }

    private static func hasFraction(_ value: Double) -> Bool {
        let fraction = value - value.rounded(.down)
        return fraction > 0.0001 && fraction < 0.9999
    }

    /// Halves go up, negative ones too; what is nearly whole is whole.
    private static func round(_ value: Double, _ scale: Double, up: Bool, down: Bool) -> Double {
        let scaled = value * scale
        let floor = scaled.rounded(.down)
        let fraction = scaled - floor
        if fraction < 0.0001 { return floor / scale }
        if fraction > 0.9999 { return (floor + 1) / scale }
        if up { return (floor + 1) / scale }
        if down { return floor / scale }
        return (fraction >= 0.4999 ? floor + 1 : floor) / scale
    }
}
