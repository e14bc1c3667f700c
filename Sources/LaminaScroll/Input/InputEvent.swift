public import LaminaGeometry

/// What a host tells a surface of pointers, wheels and keys. Positions are logical units of the surface, times
/// microseconds of the context's clock.
public struct InputEvent: Equatable, Sendable {
    public enum Kind: Equatable, Sendable {
        case pointerDown, pointerMove, pointerUp
        /// The system took the pointer away.
        case pointerCancel
        /// `delta`: logical units that the content is to move by, positive towards its end.
        case wheel(delta: Point)
        case key(Key)
        /// Something that nothing here uses.
        case other
    }

    /// Keys that scroll, and select.
    public enum Key: Int32, Sendable, CaseIterable {
        case up = 1
        case down, left, right, pageUp, pageDown, home, end, space, a
    }

    public var kind: Kind
    public var time: UInt64
    public var position: Point
    /// Tells fingers apart.
    public var pointer: Int32
    /// Turns a wheel to the other axis, and the space bar round.
    public var hasShift = false
    public var hasControl = false

    public init(_ kind: Kind, time: UInt64, position: Point = .zero, pointer: Int32 = 0) {
        self.kind = kind
        self.time = time
        self.position = position
        self.pointer = pointer
    }

    /// Logical units that an arrow key moves by, and a line of a wheel.
    public static let line = 40.0
    /// Lines that a notch of a wheel moves by.
    public static let linesOfNotch = 3.0
}
