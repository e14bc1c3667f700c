public import LaminaGeometry

/// What of a node may have a colour for light surroundings and another for dark ones.
public enum ColorRole: Int32, Sendable {
    case background = 0
    case border = 1
    case shadow = 2
    /// Of a text node, for text without a colour of its own.
    case text = 3
}

/// Two colours, of which one holds.
public struct DynamicColor: Equatable, Sendable {
    public let light: Color
    public let dark: Color

    public init(light: Color, dark: Color) {
        self.light = light
        self.dark = dark
    }

    func color(isDark: Bool) -> Color { isDark ? dark : light }
}

extension NodeStore {
    /// Gives a part of a node two colours, until one is set for it alone. Fails with `invalidState` for a border or a
    /// shadow that is not there.
    public mutating func setDynamicColor(
        _ color: DynamicColor, _ role: ColorRole, of node: Int32, _ discarded: inout Discarded
    ) throws(LaminaError) {
        let appearance = self[node].appearance?.value
        if role == .border && appearance?.border == nil || role == .shadow && appearance?.shadow == nil {
            throw LaminaError(.invalidState, "node has no \(role): set that first, then its colours")
        }
        if role == .text && !self[node].flags.contains(.text) {
            throw LaminaError(.unsupported, "node is a display node; only a text node has text to colour")
        }
        traits.setColor(color, role, of: node)
        self[node].flags.insert(.dynamic)
        adaptContent(of: node, &discarded)
    }

    /// A colour was set for a part alone.
    public mutating func endDynamicColor(_ role: ColorRole, of node: Int32) {
        if self[node].flags.contains(.dynamic) { traits.setColor(nil, role, of: node) }
    }

    mutating func apply(
        _ colors: [ColorRole: DynamicColor], isDark: Bool, to node: Int32, _ discarded: inout Discarded
    ) {
        if let color = colors[.background]?.color(isDark: isDark) { applyBackground(color, of: node) }
        let border = colors[.border]?.color(isDark: isDark)
        let shadow = colors[.shadow]?.color(isDark: isDark)
        if border == nil && shadow == nil { return }
        changeAppearance(of: node, &discarded) { appearance in
            if let border { appearance.border?.color = border }
            if let shadow { appearance.shadow?.color = shadow }
        }
    }
}
