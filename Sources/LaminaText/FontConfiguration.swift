/// Which fonts a `FontSystem` has and how their glyphs are rendered; everything is explicit, so that the host's locale and desktop settings change nothing.
public struct FontConfiguration: Sendable, Equatable {
    /// How glyph edges are drawn.
    public enum Antialias: Sendable { case gray, none }

    /// How far outlines are moved to the pixel grid; more than slight also changes shapes sideways.
    public enum HintStyle: Sendable { case none, slight, medium, full }

    /// Whether the fonts that fontconfig finds on this machine are available, beside `fontFiles`.
    public var usesSystemFonts = true
    /// Paths of font files to load.
    public var fontFiles: [String] = []
    /// Applies to all fonts, whatever the desktop's settings are.
    public var antialias = Antialias.gray
    /// Applies to all fonts, whatever the desktop's settings are.
    public var hintStyle = HintStyle.slight
    /// The family of text that names none; "Sans" resolves differently per machine and language.
    public var defaultFamily = "Sans"
    /// Logical units.
    public var defaultSize = 14.0
    /// An RFC 3066 tag; decides between the regional forms of Chinese, Japanese and Korean glyphs, among other things.
    public var language = "en"

    /// The system's fonts, rendered gray and slightly hinted.
    public init() {}
}
