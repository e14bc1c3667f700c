import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText

// Conversions of the text structs.

extension Check {
    /// A finite number in a range.
    static func within(
        _ value: Double, _ range: ClosedRange<Double>, _ argument: StaticString
    ) throws(LaminaError) -> Double {
        guard range.contains(value) else {
            throw LaminaError(
                .invalidArgument,
                "\(argument) is \(value); a number from \(range.sentenceText) is needed")
        }
        return value
    }

    /// A maximum length; INFINITY is no limit.
    static func limit(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
        guard value >= 0 && (value <= Pixels.coordinateLimit || value == .infinity) else {
            throw LaminaError(.invalidArgument, "\(argument) is \(value); 0 to 10,000,000 or INFINITY is needed")
        }
        return value
    }
}

/// The text that a handle names, of this context; nil for NULL.
@safe func optionalText(
    _ text: UnsafeMutablePointer<lamina_text>?, in context: Context, _ argument: StaticString = "text"
) throws(LaminaError) -> AttributedText? {
    guard !isNull(text) else { return nil }
    let (found, object) = try findObject(text, .text, argument, as: AttributedText.self)
    if found !== context { throw LaminaError(.foreignContext, "\(argument) belongs to another context") }
    return object
}

/// A byte of a text from C, which is a character's first or the end.
func textIndex(_ index: Int, in text: AttributedText) throws(LaminaError) -> Int {
    guard index >= 0 && index <= text.utf8.count else {
        throw LaminaError(
            .outOfRange, "byte \(UInt(bitPattern: index)) is beyond the text, which has \(text.utf8.count) bytes")
    }
    if index < text.utf8.count && text.utf8[index] & 0xC0 == 0x80 {
        throw LaminaError(.invalidArgument, "byte \(index) is inside a UTF-8 sequence")
    }
    return index
}

/// A unit from C.
func textUnit(_ unit: lamina_text_unit, _ argument: StaticString) throws(LaminaError) -> TextUnit {
    guard let known = TextUnit(rawValue: Int32(bitPattern: unit.rawValue)) else {
        throw Check.unknown(unit.rawValue, argument)
    }
    return known
}

/// A measurement as C metrics.
func textMetrics(_ frame: TextFrame) -> lamina_text_metrics {
    var metrics = textMetrics(frame.measured)
    metrics.size = lamina_size(width: frame.size.width, height: frame.size.height)
    metrics.first_baseline += frame.origin.y
    metrics.last_baseline += frame.origin.y
    metrics.scale_factor = frame.scale
    return metrics
}

/// A measurement as C receives it.
func textMetrics(_ measured: MeasuredText) -> lamina_text_metrics {
    lamina_text_metrics(
        struct_size: 0, size: lamina_size(width: measured.size.width, height: measured.size.height),
        first_baseline: measured.firstBaseline, last_baseline: measured.lastBaseline,
        line_count: measured.lineCount, is_truncated: measured.isTruncated, hidden_begin: measured.hidden.lowerBound,
        hidden_end: measured.hidden.upperBound, missing_glyphs: measured.missingGlyphs,
        first_ascent: measured.lines.first?.ascent ?? 0, last_descent: measured.lines.last?.descent ?? 0,
        scale_factor: 1)
}

private func alignment(
    _ value: lamina_text_alignment, _ argument: StaticString
) throws(LaminaError) -> TextAlignment {
    guard let known = TextAlignment(rawValue: Int32(bitPattern: value.rawValue)) else {
        throw Check.unknown(value.rawValue, argument)
    }
    return known
}

/// Text options from C; NULL means the defaults. The context is looked for only where there are some.
@safe func textOptions(
    _ pointer: UnsafePointer<lamina_text_options>?, in context: @autoclosure () throws(LaminaError) -> Context
) throws(LaminaError) -> TextLayoutOptions {
    // What most calls pass, also those that ask for what is known.
    if isNull(pointer) { return TextLayoutOptions() }
    let given = try readStruct(pointer, over: lamina_text_options(), "options")
    var options = TextLayoutOptions()
    options.maximumLines = Int(given.max_lines)
    guard let truncation = TextTruncation(rawValue: Int32(bitPattern: given.truncation.rawValue)) else {
        throw Check.unknown(given.truncation.rawValue, "options->truncation")
    }
    guard let wrap = TextWrap(rawValue: Int32(bitPattern: given.wrap.rawValue)) else {
        throw Check.unknown(given.wrap.rawValue, "options->wrap")
    }
    options.truncation = truncation
    options.wrap = wrap
    options.alignment = try alignment(given.alignment, "options->alignment")
    guard Limits.lineSpacing.contains(Double(given.line_spacing)) else {
        throw LaminaError(.invalidArgument, "options->line_spacing is \(given.line_spacing); 0 to 100 is needed")
    }
    options.lineSpacingFactor = given.line_spacing
    if isZero(given, from: firstRareByte) { return options }
    let rare = try rareOptions(given, in: context())
    if rare != RareTextOptions() { options.rare = rare }
    return options
}

private let firstRareByte = MemoryLayout<lamina_text_options>.offset(of: \.truncates_at_words) ?? 0

@safe private func rareOptions(
    _ given: lamina_text_options, in context: Context
) throws(LaminaError) -> RareTextOptions {
    var rare = RareTextOptions()
    rare.truncatesAtWords = given.truncates_at_words
    rare.isBalanced = given.balances
    rare.fitsHeight = given.fits_height
    rare.includesShadows = given.includes_shadows
    guard let placement = TextPlacement(rawValue: Int32(bitPattern: given.placement.rawValue)) else {
        throw Check.unknown(given.placement.rawValue, "options->placement")
    }
    rare.placement = placement
    let insets = given.insets
    rare.insets = EdgeInsets(
        top: try Check.finite(insets.top, "options->insets.top"),
        left: try Check.finite(insets.left, "options->insets.left"),
        bottom: try Check.finite(insets.bottom, "options->insets.bottom"),
        right: try Check.finite(insets.right, "options->insets.right"))
    rare.token = try optionalText(given.token, in: context, "options->token")
    rare.message = try optionalText(given.message, in: context, "options->message")
    let factors = try elements(
        given.scale_factors, given.scale_factor_count, limit: Limits.textScaleFactors, "options->scale_factors")
    for factor in factors {
        rare.scaleFactors.append(try Check.within(factor, Limits.textScaleFactor, "options->scale_factors"))
    }
    if let index = rare.risingScaleFactor {
        let (factor, before) = (rare.scaleFactors[index], rare.scaleFactors[index - 1])
        throw LaminaError(
            .invalidArgument,
            "options->scale_factors[\(index)] is \(factor), more than the \(before) before it; they must be in descending order"
        )
    }
    let exclusions = try elements(given.exclusions, given.exclusion_count, limit: 64, "options->exclusions")
    for exclusion in exclusions { rare.exclusions.append(try Check.rect(exclusion, "options->exclusions")) }
    let polygons = try elements(
        given.exclusion_polygons, given.exclusion_polygon_count, limit: 64, "options->exclusion_polygons")
    for (number, polygon) in polygons.enumerated() {
        rare.exclusionPolygons.append(try points(of: polygon, "options->exclusion_polygons[\(number)]"))
    }
    rare.tint = try optionalColor(given.tint, "options->tint")
    rare.placeholder = try optionalColor(given.placeholder, "options->placeholder")
    if !isNull(given.paragraph) {
        rare.paragraph = try paragraphStyle(given.paragraph, "options->paragraph")
    }
    return rare
}

@safe private func points(of polygon: lamina_text_polygon, _ argument: String) throws(LaminaError) -> [Point] {
    let given = try elements(
        polygon.points, polygon.point_count, limit: Limits.textPolygonPoints, "options->exclusion_polygons[].points")
    if given.count < 3 {
        throw LaminaError(.invalidArgument, "\(argument).point_count is \(given.count); 3 to 1,024 are needed")
    }
    for (number, point) in given.enumerated() where !point.x.isFinite || !point.y.isFinite {
        let place = "\(argument).points[\(number)]"
        throw LaminaError(.invalidArgument, "\(place) is (\(point.x), \(point.y)); finite numbers are needed")
    }
    return given.map { Point(x: $0.x, y: $0.y) }
}

/// A paragraph style from C.
@safe func paragraphStyle(
    _ pointer: UnsafePointer<lamina_text_paragraph>?, _ argument: StaticString
) throws(LaminaError) -> ParagraphStyle {
    let given = try readStruct(pointer, over: lamina_text_paragraph(), argument)
    var style = ParagraphStyle()
    let wanted = try alignment(given.alignment, "paragraph->alignment")
    style.alignment = wanted == .natural ? nil : wanted
    let direction = try textDirection(given.direction, "paragraph->direction")
    style.direction = direction == .natural ? nil : direction
    let longest = Limits.paragraphLength
    style.lineHeight = try Check.within(given.line_height, 0...longest, "paragraph->line_height")
    style.lineHeightFactor = try Check.within(
        given.line_height_factor, Limits.lineHeightFactor, "paragraph->line_height_factor")
    style.lineGap = try Check.within(given.line_gap, -longest...longest, "paragraph->line_gap")
    style.spaceBefore = try Check.within(given.space_before, -longest...longest, "paragraph->space_before")
    style.spaceAfter = try Check.within(given.space_after, -longest...longest, "paragraph->space_after")
    style.firstLineIndent = try Check.within(
        given.first_line_indent, 0...longest, "paragraph->first_line_indent")
    style.indent = try Check.within(given.indent, 0...longest, "paragraph->indent")
    style.tailIndent = try Check.within(given.tail_indent, 0...longest, "paragraph->tail_indent")
    guard given.hyphens.rawValue <= 2 else { throw Check.unknown(given.hyphens.rawValue, "paragraph->hyphens") }
    style.hyphens = TextHyphens(rawValue: Int32(bitPattern: given.hyphens.rawValue))
    if given.justify_limit != 0 {
        style.justifyLimit = try Check.within(given.justify_limit, Limits.justifyLimit, "paragraph->justify_limit")
    }
    let point = given.decimal_point == 0 ? "." : Unicode.Scalar(given.decimal_point)
    guard let point else {
        throw LaminaError(
            .invalidArgument,
            "paragraph->decimal_point is \(given.decimal_point), which is not a character; a code point such as ',' is needed, or 0 for '.'"
        )
    }
    var before = 0.0
    let stops = try elements(given.tab_stops, given.tab_stop_count, limit: 64, "paragraph->tab_stops")
    for (number, stop) in stops.enumerated() {
        before = try Check.named("paragraph->tab_stops[\(number)].") { () throws(LaminaError) in
            guard let kind = TabStop.Alignment(rawValue: Int32(bitPattern: stop.alignment.rawValue)) else {
                throw Check.unknown(stop.alignment.rawValue, "alignment")
            }
            let position = try Check.within(stop.position, before...longest, "position")
            style.tabStops.append(TabStop(position: position, alignment: kind, decimalPoint: point))
            return position
        }
    }
    return style
}

func textDirection(_ given: lamina_text_direction, _ argument: StaticString) throws(LaminaError) -> TextDirection {
    if let direction = TextDirection(rawValue: Int32(bitPattern: given.rawValue)) { return direction }
    throw Check.unknown(given.rawValue, argument)
}
