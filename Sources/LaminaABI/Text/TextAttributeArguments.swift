import CLamina
import LaminaGeometry
import LaminaText

// Conversion of lamina_text_attributes.

/// Attributes from C; NULL inherits everything.
@safe func characterAttributes(_ pointer: UnsafePointer<lamina_text_attributes>?) throws(LaminaError)
    -> CharacterAttributes
{
    if isNull(pointer) { return CharacterAttributes() }
    let given = try readStruct(pointer, over: lamina_text_attributes(), "attributes")
    var attributes = CharacterAttributes()
    attributes.family = try optionalString(given.family, "attributes->family")
    let size = given.size
    guard size >= 0 && size <= 2000 else {
        throw LaminaError(.invalidArgument, "attributes->size is \(size); 0 (inherit) to 2,000 is needed")
    }
    if size > 0 { attributes.size = size }
    let weight = given.weight
    guard weight == 0 || Limits.fontWeight.contains(Int(weight)) else {
        throw LaminaError(.invalidArgument, "attributes->weight is \(weight); 0 (inherit) or 100 to 1000 is needed")
    }
    if weight > 0 { attributes.weight = Int(weight) }
    attributes.slant = try inherited(given.slant, "attributes->slant", FontSlant.init)
    attributes.underline = try inherited(given.underline, "attributes->underline", Underline.init)
    attributes.color = try optionalColor(given.color, "attributes->color")
    // Nothing of the rest is set in most texts, and looking at each field takes longer than all the above.
    if isZero(given, from: firstRareByte) { return attributes }
    attributes.strikethrough = try rule(given.strikethrough, "attributes->strikethrough")
    let rare = try rareAttributes(given)
    if rare != RareAttributes() { attributes.rare = rare }
    return attributes
}

private let firstRareByte = MemoryLayout<lamina_text_attributes>.offset(of: \.replaces) ?? 0

/// An enum whose 0 means to inherit.
private func inherited<T>(
    _ given: some RawRepresentable<UInt32>, _ argument: StaticString, _ make: (Int32) -> T?
) throws(LaminaError) -> T? {
    if given.rawValue == 0 { return nil }
    guard let known = make(Int32(bitPattern: given.rawValue)) else { throw Check.unknown(given, argument) }
    return known
}

private func rule(_ rule: lamina_text_rule, _ argument: StaticString) throws(LaminaError) -> Bool? {
    switch rule {
    case .LAMINA_TEXT_RULE_INHERIT: return nil
    case .LAMINA_TEXT_RULE_NONE: return false
    case .LAMINA_TEXT_RULE_SINGLE: return true
    case let other: throw Check.unknown(other, argument)
    }
}

/// A length that 0 inherits.
private func length(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double? {
    let checked = try Check.within(value, Limits.textOffset, argument)
    return checked == 0 ? nil : checked
}

/// A string that is handed to font libraries; `isRight` says whether they would understand it.
@safe private func checkedString(
    _ pointer: UnsafePointer<CChar>?, _ argument: StaticString, _ right: StaticString, _ isRight: (String) -> Bool
) throws(LaminaError) -> String? {
    guard let string = try optionalString(pointer, argument) else { return nil }
    if isRight(string) { return string }
    throw LaminaError(.invalidArgument, "\(argument) is \"\(string.prefix(100))\"; \(right) is needed")
}

@safe private func rareAttributes(_ given: lamina_text_attributes) throws(LaminaError) -> RareAttributes {
    var rare = RareAttributes()
    rare.replaces = given.replaces
    if given.size_factor != 0 {
        rare.sizeFactor = try Check.within(given.size_factor, Limits.fontSizeFactor, "attributes->size_factor")
    }
    let stretch = given.stretch
    guard stretch == 0 || Limits.fontStretch.contains(Int(stretch)) else {
        throw LaminaError(.invalidArgument, "attributes->stretch is \(stretch); 0 (inherit) or 1 to 9 is needed")
    }
    if stretch > 0 { rare.stretch = Int(stretch) }
    rare.caps = try inherited(given.caps, "attributes->caps", FontCaps.init)
    rare.features = try checkedString(
        given.features, "attributes->features", "a list such as \"tnum, ss01=1\"", FontSyntax.isFeatures)
    rare.variations = try checkedString(
        given.variations, "attributes->variations", "a list such as \"wght=350, wdth=90\"", FontSyntax.isVariations)
    rare.language = try checkedString(
        given.language, "attributes->language", "a language tag such as \"pt-BR\"", FontSyntax.isLanguage)
    rare.letterSpacing = try length(given.letter_spacing, "attributes->letter_spacing")
    rare.wordSpacing = try length(given.word_spacing, "attributes->word_spacing")
    rare.rise = try length(given.rise, "attributes->rise")
    rare.background = try optionalColor(given.background, "attributes->background")
    rare.underlineColor = try optionalColor(given.underline_color, "attributes->underline_color")
    rare.strikethroughColor = try optionalColor(given.strikethrough_color, "attributes->strikethrough_color")
    rare.overline = try rule(given.overline, "attributes->overline")
    rare.overlineColor = try optionalColor(given.overline_color, "attributes->overline_color")
    if given.link != 0 { rare.link = given.link }
    rare.shadows = try shadows(given.shadows, given.shadow_count, "attributes->shadows")
    rare.innerShadows = try shadows(given.inner_shadows, given.inner_shadow_count, "attributes->inner_shadows")
    rare.border = try border(given)
    let width = try Check.within(given.stroke_width, Limits.textStroke, "attributes->stroke_width")
    if let color = try optionalColor(given.stroke_color, "attributes->stroke_color"), width > 0 {
        rare.stroke = TextStroke(color: color, width: width)
    }
    if !isNull(given.gradient) {
        rare.gradient = try readGradient(given.gradient, "attributes->gradient")
    }
    return rare
}

/// nil where there are none, which inherits.
@safe private func shadows(
    _ pointer: UnsafePointer<lamina_text_shadow>?, _ count: Int, _ argument: StaticString
) throws(LaminaError) -> [TextShadow]? {
    var shadows: [TextShadow] = []
    for shadow in try elements(pointer, count, limit: Limits.textShadows, argument) {
        shadows.append(
            try Check.named("\(argument)[].") { () throws(LaminaError) in
                TextShadow(
                    color: try Check.color(shadow.color, "color"),
                    x: try Check.within(shadow.x, Limits.textOffset, "x"),
                    y: try Check.within(shadow.y, Limits.textOffset, "y"),
                    blur: try Check.within(shadow.blur, Limits.textBlur, "blur"))
            })
    }
    return shadows.isEmpty ? nil : shadows
}

private func border(_ given: lamina_text_attributes) throws(LaminaError) -> TextBorder? {
    let (range, padding) = (Limits.textBorderPadding, given.border_padding)
    let border = TextBorder(
        color: try optionalColor(given.border_color, "attributes->border_color"),
        width: try Check.within(given.border_width, Limits.textStroke, "attributes->border_width"),
        radius: try Check.within(given.border_radius, Limits.textBorderRadius, "attributes->border_radius"),
        padding: EdgeInsets(
            top: try Check.within(padding.top, range, "attributes->border_padding.top"),
            left: try Check.within(padding.left, range, "attributes->border_padding.left"),
            bottom: try Check.within(padding.bottom, range, "attributes->border_padding.bottom"),
            right: try Check.within(padding.right, range, "attributes->border_padding.right")))
    return border == TextBorder(color: nil, width: 0, radius: 0, padding: .zero) ? nil : border
}
