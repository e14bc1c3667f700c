public import LaminaGeometry

/// Which values of a node are presented otherwise than the node has them.
public struct PresentedFields: OptionSet, Sendable {
    public let rawValue: UInt32
    @inline(__always)
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let position = PresentedFields(rawValue: 1 << 0)
    public static let size = PresentedFields(rawValue: 1 << 1)
    public static let boundsOrigin = PresentedFields(rawValue: 1 << 2)
    public static let opacity = PresentedFields(rawValue: 1 << 3)
    public static let transform = PresentedFields(rawValue: 1 << 4)
    public static let cornerRadii = PresentedFields(rawValue: 1 << 5)
    public static let background = PresentedFields(rawValue: 1 << 6)
    public static let borderColor = PresentedFields(rawValue: 1 << 7)
    public static let shadow = PresentedFields(rawValue: 1 << 8)
    public static let zPosition = PresentedFields(rawValue: 1 << 9)
    public static let gradient = PresentedFields(rawValue: 1 << 10)

    public static let all = PresentedFields(rawValue: 1 << 11 - 1)
    /// Where a node stands, and how large.
    public static let geometry: PresentedFields = [.position, .size]
    /// Which part of its space is seen within a node.
    static let bounds: PresentedFields = [.size, .boundsOrigin]
    /// What is kept apart for the few nodes that have it.
    public static let effects: PresentedFields = [.transform, .cornerRadii, .borderColor, .shadow, .gradient]
    static let rare: PresentedFields = effects.union(.zPosition)
}

/// What is shown of a node in place of what it has: the fields that are named. Lengths are logical units.
public struct PresentedValues: Sendable, Equatable {
    public var fields: PresentedFields = []
    /// Of the anchor, in the space of the node above.
    public var position = Point.zero
    public var size = Size.zero
    /// The point of the size, 0...1, at which contents and children stay when the node has another one; named with it.
    public var contentsAnchor = Point.zero
    public var boundsOrigin = Point.zero
    public var opacity = 1.0
    public var zPosition = 0.0
    public var transform = AffineTransform.identity
    public var cornerRadii = CornerRadii.zero
    public var background = Color.clear
    public var borderColor = Color.clear
    public var shadow = PresentedValues.noShadow
    /// Nil for none.
    public var gradient: Gradient?

    public static let noShadow = BoxShadow(color: .clear, x: 0, y: 0, blur: 0, spread: 0)

    @inline(__always)
    public init() {}

    public init(position: Point) {
        fields = .position
        self.position = position
    }

    public init(zPosition: Double) {
        fields = .zPosition
        self.zPosition = zPosition
    }

    public init(boundsOrigin: Point) {
        fields = .boundsOrigin
        self.boundsOrigin = boundsOrigin
    }

    public init(opacity: Double) {
        fields = .opacity
        self.opacity = opacity
    }

    public init(transform: AffineTransform) {
        fields = .transform
        self.transform = transform
    }

    /// Takes over the fields that `other` names; returns those that were others, or not named, before.
    @inline(__always)
    @discardableResult
    public mutating func merge(_ other: borrowing PresentedValues) -> PresentedFields {
        let named = other.fields
        var changed = named.subtracting(fields)
        func take<Value: Equatable>(_ field: PresentedFields, _ value: inout Value, _ given: Value) {
            if !named.contains(field) { return }
            if value != given { changed.insert(field) }
            value = given
        }
        fields.formUnion(named)
        take(.position, &position, other.position)
        take(.size, &size, other.size)
        take(.size, &contentsAnchor, other.contentsAnchor)
        take(.boundsOrigin, &boundsOrigin, other.boundsOrigin)
        take(.opacity, &opacity, other.opacity)
        take(.zPosition, &zPosition, other.zPosition)
        take(.transform, &transform, other.transform)
        take(.cornerRadii, &cornerRadii, other.cornerRadii)
        take(.background, &background, other.background)
        take(.borderColor, &borderColor, other.borderColor)
        take(.shadow, &shadow, other.shadow)
        if named.contains(.gradient) { take(.gradient, &gradient, other.gradient) }
        return changed
    }
}
