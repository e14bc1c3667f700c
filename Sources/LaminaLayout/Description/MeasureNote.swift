import LaminaGeometry

/// What happened to an element while its parent was arranged.
enum MeasureNote {
    case constrained(LayoutConstraints)
    case measured(Size)
    /// Not measured before it is known what the others leave (as in Texture).
    case postponed
    /// Its stack made it this long, to share out what was missing or too much (as in Texture).
    case flexed(StackFlexing, to: Double)
    /// Its stack made it as wide as its line (as in Texture).
    case stretched(to: Double)
}
