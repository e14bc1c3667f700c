public import LaminaGeometry
import LaminaMotion

/// What a node shows while its contents are missing (as in Texture). All lengths are logical units.
public struct NodePlaceholder: Sendable {
    /// Fills the node's box; of a text, a bar for each line (as in Texture).
    public var color = Color.clear
    /// How long the contents take to come in, microseconds.
    public var fade: UInt64 = 0
    /// How they do so.
    public var fadeCurve: FadeCurve?
    /// Other contents come in so as well, over those before.
    public var fadesChanges = false
    /// It shows also while there are no contents (as in Texture, while a picture is loaded).
    public var persists = false
    /// Taken from each bar of a text.
    public var insets = NodePlaceholder.barInsets
    /// A drawing of its own, above the colour.
    public var drawing: (any NodeContent)?

    public static let barInsets = EdgeInsets(top: 1, left: 0, bottom: 1, right: 0)

    public init() {}

    /// How much of the contents there is at a share of the fade.
    public func share(at time: Double) -> Double { min(max(fadeCurve?.curve.value(at: time) ?? time, 0), 1) }

    static func == (a: NodePlaceholder, b: NodePlaceholder) -> Bool {
        a.color == b.color && a.fade == b.fade && a.fadeCurve == b.fadeCurve && a.fadesChanges == b.fadesChanges
            && a.persists == b.persists && a.insets == b.insets && a.drawing === b.drawing
    }
}

/// An easing function, and how it was written.
public struct FadeCurve: Equatable, Sendable {
    public let text: String
    let curve: Curve

    /// Fails as that of the curve does.
    public init(text: String) throws(LaminaError) {
        self.text = text
        curve = try Curve(text: text)
    }
}

/// A placeholder with an identity, by which a change is known.
public final class PlaceholderBox: Sendable {
    public let value: NodePlaceholder
    /// The same picture as another one; that and this differ in when they are shown only.
    public func hasSameAppearance(_ other: PlaceholderBox) -> Bool {
        value.color == other.value.color && value.insets == other.value.insets
            && value.drawing === other.value.drawing
    }

    init(_ value: NodePlaceholder) { self.value = value }
}

extension NodeRecord {
    /// The node's placeholder; nil for most.
    @inline(__always)
    public var placeholder: PlaceholderBox? { flags.contains(.placeholder) ? extras?.placeholder : nil }
}

extension NodeStore {
    /// Gives the node a placeholder, changes it, or takes it away.
    public mutating func changePlaceholder(
        of node: Int32, _ discarded: inout Discarded, _ change: (inout NodePlaceholder?) -> Void
    ) {
        let old = self[node].placeholder?.value
        var new = old
        change(&new)
        switch (old, new) {
        case (nil, nil): return
        case (let old?, let new?) where old == new: return
        default: break
        }
        setExtras(of: node, placeholder: .some(new.map { PlaceholderBox($0) }), &discarded)
        if new == nil { self[node].flags.remove(.placeholder) } else { self[node].flags.insert(.placeholder) }
        noteChange(node)
    }
}
