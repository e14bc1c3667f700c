import LaminaGeometry

/// What happened to an element while its parent was arranged.
enum MeasureNote {
    case asked(MeasureKey)
    case answered(Size)
    /// Not asked before it is known what the others leave (Texture SK9).
    case postponed
    /// Its stack made it this long, to share out what was missing or too much (Texture SK5, SK6).
    case flexed(StackFlexing, to: Double)
    /// Its stack made it as wide as its line (Texture SK12).
    case stretched(to: Double)
}
