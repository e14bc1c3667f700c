/// Which fonts a `FontSystem` has and how their glyphs are rendered; everything is explicit, so that the host's locale
/// and desktop settings change nothing.
public struct FontConfiguration: Sendable, Equatable {
    /// How glyph edges are drawn.
    public enum Antialias: Sendable { case gray, none }

    /// How far outlines are moved to the pixel grid; more than slight also changes shapes sideways.
    public enum HintStyle: Sendable { case none, slight, medium, full }

    /// Where glyphs stand sideways: on quarters of a pixel, or on whole ones.
    public enum GlyphPositions: Sendable { case subpixel, wholePixels }

    /// Whether the fonts that fontconfig finds on this machine are available, beside `fontFiles`.
    public var usesSystemFonts = true
    /// Paths of font files to load.
    public var fontFiles: [String] = []
    /// Applies to all fonts, whatever the desktop's settings are.
    public var antialias = Antialias.gray
    /// Applies to all fonts, whatever the desktop's settings are.
    public var hintStyle = HintStyle.slight
    /// See `drawsBetweenPixels`, which decides.
    public var glyphPositions = GlyphPositions.subpixel
    /// The family of text that names none; "Sans" resolves differently per machine and language.
    public var defaultFamily = "Sans"
    /// Logical units.
    public var defaultSize = 14.0
    /// An RFC 3066 tag; decides between the regional forms of Chinese, Japanese and Korean glyphs, among other things.
    public var language = "en"

    /// Whether glyphs stand on quarters of a pixel. What was moved to the grid sideways, or has no gray, would look
    /// different on each.
    public var drawsBetweenPixels: Bool {
        glyphPositions == .subpixel && antialias == .gray && (hintStyle == .none || hintStyle == .slight)
    }

    /// The system's fonts, rendered gray and slightly hinted.
    public init() {}
}
