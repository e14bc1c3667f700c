public import LaminaGeometry

/// The appearance that few nodes have. All lengths are logical units.
public struct NodeAppearance: Equatable, Sendable {
    /// Drawn above the contents and the children.
    public var border: BoxBorder?
    /// Corners that are not alike; those that are stand in the record.
    public var radii: CornerRadii?
    public var shadow: BoxShadow?
    /// Drawn above the background colour.
    public var gradient: Gradient?
    /// Applied to the node and all below it, about `anchor`. Layout knows nothing of it.
    public var transform = AffineTransform.identity
    /// A share of the node's size.
    public var anchor = NodeAppearance.center
    /// Children are painted in the order of theirs, and among equals in their own order.
    public var zPosition = 0.0

    public static let center = Point(x: 0.5, y: 0.5)

    public init() {}

    /// Whether a picture of the node differs for it.
    public var isSeen: Bool {
        let hasBorder = border.map { $0.width > 0 && $0.color.alpha > 0 } ?? false
        let hasShadow = shadow.map { $0.color.alpha > 0 } ?? false
        return hasBorder || hasShadow || radii != nil || gradient != nil || transform != .identity
    }

    /// Only what moves, turns or scales the node.
    public var transformAlone: NodeAppearance {
        var rest = NodeAppearance()
        (rest.transform, rest.anchor) = (transform, anchor)
        return rest
    }
}

/// An appearance with an identity, by which a change is known.
public final class AppearanceBox: Sendable {
    public let value: NodeAppearance
    /// Whether a picture of the node differs for it. A transparent shadow or a z position makes no difference: painted
    /// as a group, the node would be rounded differently.
    public let isSeen: Bool

    public init(_ value: NodeAppearance) {
        self.value = value
        isSeen = value.isSeen
    }

    /// The appearance of the node itself, without its place among others; nil for the default.
    public var withoutTransform: AppearanceBox? {
        var rest = value
        (rest.transform, rest.anchor, rest.zPosition) = (.identity, NodeAppearance.center, 0)
        return rest == NodeAppearance() ? nil : AppearanceBox(rest)
    }

    /// Only what moves, turns or scales the node; nil when nothing does.
    public var transformOnly: AppearanceBox? {
        value.transform == .identity ? nil : AppearanceBox(value.transformAlone)
    }
}

extension NodeRecord {
    /// What the node has beyond background, opacity and corners; nil for most.
    @inline(__always)
    public var appearance: AppearanceBox? { flags.contains(.decorated) ? extras?.appearance : nil }

    /// The same, as far as it is seen.
    @inline(__always)
    public var seenAppearance: AppearanceBox? { appearance.flatMap { $0.isSeen ? $0 : nil } }
}

extension NodeStore {
    /// Changes the rare parts of a node's appearance.
    public mutating func changeAppearance(
        of node: Int32, _ discarded: inout Discarded, _ change: (inout NodeAppearance) -> Void
    ) {
        let old = self[node].appearance?.value ?? NodeAppearance()
        var new = old
        change(&new)
        if new == old { return }
        let isPlain = new == NodeAppearance()
        setExtras(of: node, appearance: .some(isPlain ? nil : AppearanceBox(new)), &discarded)
        if isPlain { self[node].flags.remove(.decorated) } else { self[node].flags.insert(.decorated) }
        noteChange(node)
        if old.zPosition != new.zPosition {
            if new.zPosition == 0 { self[node].flags.remove(.raised) } else { self[node].flags.insert(.raised) }
            if self[node].parent >= 0 { noteChildren(self[node].parent) }
        }
    }

    /// Rounds the corners, each by itself.
    public mutating func setCornerRadii(_ radii: CornerRadii, of node: Int32, _ discarded: inout Discarded) {
        let uniform = radii.isUniform
        changeAppearance(of: node, &discarded) { $0.radii = uniform ? nil : radii }
        setCornerRadius(radii.largest, of: node)
    }

    /// Rounds all corners alike, also those that differed.
    public mutating func setCornerRadius(_ radius: Double, of node: Int32, _ discarded: inout Discarded) {
        if self[node].flags.contains(.decorated) {
            setCornerRadii(CornerRadii(radius), of: node, &discarded)
        } else {
            setCornerRadius(radius, of: node)
        }
    }

    /// The corners as they were set.
    public func cornerRadii(of node: Int32) -> CornerRadii {
        self[node].appearance?.value.radii ?? CornerRadii(self[node].cornerRadius)
    }

    /// The children in the order in which they are painted.
    public func painted(_ node: Int32) -> ContiguousArray<Int32> {
        let children = self[node].children
        return children.contains { self[$0].flags.contains(.raised) } ? sorted(children) : children
    }

    private func sorted(_ children: ContiguousArray<Int32>) -> ContiguousArray<Int32> {
        // Few of many children stand higher or lower than the others: only those are sorted.
        var places: [(height: Double, place: Int)] = []
        for place in children.indices where self[children[place]].flags.contains(.raised) {
            places.append((self[children[place]].appearance?.value.zPosition ?? 0, place))
        }
        var sorted: ContiguousArray<Int32> = []
        sorted.reserveCapacity(children.count)
        let others = places.map { $0.place }
        places.sort { $0 < $1 }
        let above = places.firstIndex { $0.height > 0 } ?? places.count
        for (_, place) in places[..<above] { sorted.append(children[place]) }
        var start = 0
        for place in others {
            sorted.append(contentsOf: children[start..<place])
            start = place + 1
        }
        sorted.append(contentsOf: children[start...])
        for (_, place) in places[above...] { sorted.append(children[place]) }
        return sorted
    }
}
