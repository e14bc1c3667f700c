public import LaminaGeometry

/// A copy of the text beneath it.
public struct TextShadow: Hashable, Sendable {
    public var color: Color
    /// Logical units, to the right and down.
    public var x: Double
    public var y: Double
    /// How far the edge is smeared, logical units; twice the standard deviation, as in CSS.
    public var blur: Double

    public init(color: Color, x: Double, y: Double, blur: Double) {
        self.color = color
        self.x = x
        self.y = y
        self.blur = blur
    }
}

/// The outline of letters.
public struct TextStroke: Hashable, Sendable {
    public var color: Color
    /// Logical units; half of it lies outside the letter.
    public var width: Double

    public init(color: Color, width: Double) {
        self.color = color
        self.width = width
    }
}

/// A box around a stretch of text, one for each line. Lengths are logical units.
public struct TextBorder: Hashable, Sendable {
    /// nil draws no line.
    public var color: Color?
    public var width: Double
    public var radius: Double
    public var padding: EdgeInsets

    public init(color: Color?, width: Double, radius: Double, padding: EdgeInsets) {
        self.color = color
        self.width = width
        self.radius = radius
        self.padding = padding
    }
}
