/// One of the two axes of a plane.
public enum Axis: CaseIterable, Sendable {
    case x, y

    public var other: Axis { self == .x ? .y : .x }
}

/// A set of axes.
public struct Axes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let x = Axes(rawValue: 1 << 0)
    public static let y = Axes(rawValue: 1 << 1)
    public static let both: Axes = [.x, .y]

    public init(_ axis: Axis) { self = axis == .x ? .x : .y }

    public func contains(_ axis: Axis) -> Bool { contains(Axes(axis)) }
}

extension Point {
    public subscript(axis: Axis) -> Double {
        get { axis == .x ? x : y }
        set { if axis == .x { x = newValue } else { y = newValue } }
    }
}

extension Size {
    public subscript(axis: Axis) -> Double {
        get { axis == .x ? width : height }
        set { if axis == .x { width = newValue } else { height = newValue } }
    }
}
