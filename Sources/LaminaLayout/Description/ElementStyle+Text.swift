import LaminaGeometry

extension ElementStyle {
    /// The wishes of the style in words; "" when it has none.
    public var text: String {
        var wishes: [String] = []
        func add(_ name: String, _ length: Dimension) {
            if length != .auto { wishes.append("\(name) \(length.text)") }
        }
        func add(_ name: String, _ number: Double) {
            if number != 0 { wishes.append("\(name) \(number.shortText)") }
        }
        add("width", width)
        add("height", height)
        add("min width", minWidth)
        add("max width", maxWidth)
        add("min height", minHeight)
        add("max height", maxHeight)
        add("grow", flexGrow)
        add("shrink", flexShrink)
        add("basis", flexBasis)
        if alignSelf != .auto { wishes.append("align \(alignSelf)") }
        add("spacing before", spacingBefore)
        add("spacing after", spacingAfter)
        add("ascender", ascender)
        add("descender", descender)
        if layoutPosition != .zero { wishes.append("position (\(layoutPosition.text))") }
        switch layoutDirection {
        case .inherit: break
        case .leftToRight: wishes.append("left to right")
        case .rightToLeft: wishes.append("right to left")
        }
        return wishes.joined(separator: ", ")
    }
}
