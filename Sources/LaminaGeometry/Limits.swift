/// Ranges that C and JSON are both held to. Where include/lamina.h documents each stands beside it; what only one place
/// checks is there, and what all numbers are held to is `Pixels.coordinateLimit`.
public enum Limits {
    /// Logical units, 0 to 10,000,000 (the beginning of the header).
    public static let lengths = 0...Pixels.coordinateLimit
    /// Shares of a box's size: lamina_gradient, and lamina_node_set_anchor().
    public static let shares = -1000.0...1000.0
    // lamina_gradient
    public static let gradientStops = 1...64
    public static let radiusShares = 0.0...1000.0
    /// lamina_context_create_surface(), lamina_image_options, and whatever else has a scale.
    public static let scale = 0.1...16.0

    // lamina_text_attributes, lamina_text_shadow
    public static let fontWeight = 100...1000
    public static let fontStretch = 1...9
    public static let fontSizeFactor = 0.01...100.0
    /// Spacing of letters and words, their rise, and where a shadow lies.
    public static let textOffset = -1000.0...1000.0
    public static let textBlur = 0.0...250.0
    public static let textStroke = 0.0...250.0
    public static let textShadows = 16
    public static let textBorderRadius = 0.0...1000.0
    public static let textBorderPadding = 0.0...1000.0

    // lamina_text_options, lamina_text_paragraph
    public static let lineSpacing = 0.0...100.0
    public static let textScaleFactor = 0.01...1.0
    public static let textScaleFactors = 64
    public static let textPolygonPoints = 1024
    public static let lineHeightFactor = 0.0...100.0
    /// Times the width of a space.
    public static let justifyLimit = 1.0...100.0
    public static let paragraphLength = 100_000.0

    // lamina_drawing_step
    public static let lineWidth = 0.0...10_000.0
    public static let miter = 1.0...1000.0
    public static let dashes = 64
}
