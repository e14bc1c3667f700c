public import LaminaGeometry

extension FlexTree {
    /// Padding and border of a measured leaf, as of the last layout: its content stands within these. Zero for other
    /// elements.
    @inline(__always)
    public func contentInsets(_ element: Int32) -> EdgeInsets {
        records[element].flags.contains(.inset) ? leafInsets[element] ?? .zero : .zero
    }

    /// Keeps the padding and border of a leaf that is placed; percentages relate to `percentWidth`.
    mutating func noteInsets(of element: Int32, _ percentWidth: Double) {
        let style = styles.view(records[element].style)
        let flags = records[element].flags
        let hasNone = style.edges(FlexNumber.padding) == 0 && style.edges(FlexNumber.border) == 0
        if hasNone && !flags.contains(.inset) { return }
        let box = box(style, percentWidth, rightToLeft: flags.contains(.rightToLeft))
        let insets = EdgeInsets(top: box.top, left: box.left, bottom: box.bottom, right: box.right)
        if contentInsets(element) == insets { return }
        insetsChanged.append(element)
        if insets == .zero { return forgetInsets(of: element) }
        leafInsets[element] = insets
        records[element].flags.insert(.inset)
    }

    /// A new layout begins.
    mutating func forgetInsetChanges() {
        insetsChanged.removeAll(keepingCapacity: true)
    }

    /// The element has none any more, or is given back.
    mutating func forgetInsets(of element: Int32) {
        if !records[element].flags.contains(.inset) { return }
        leafInsets[element] = nil
        records[element].flags.remove(.inset)
    }
}
