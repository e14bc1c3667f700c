import LaminaGeometry
import LaminaText

// Texts, with the names of lamina_text_attributes and lamina_text_options.

extension TemplateReader {
    /// "text", "markup" or "runs", "attributes" and "options" of a text node.
    mutating func text(_ node: JSONReader) throws(LaminaError) -> TemplateText {
        let given = ["text", "markup", "runs"].filter { node[$0] != nil }
        guard given.count == 1 else {
            throw LaminaError(
                .invalidArgument,
                "\(node.path) has \(given.count) of \"text\", \"markup\" and \"runs\"; a text node has one of them")
        }
        var runs: [TemplateText.Run] = []
        for name in ["text", "markup"] {
            guard let string = try node.string(name) else { continue }
            let slotted = try SlottedString(string, node.place(name), &slots)
            if name == "markup" { try MarkupSlots.check(slotted, node.place(name), slots) }
            runs = [.init(string: slotted, attributes: nil)]
        }
        for (number, json) in (try node.array("runs") ?? []).enumerated() {
            let run = try JSONReader(json, "\(node.place("runs"))[\(number)]", allowing: ["text", "attributes"])
            let string = try SlottedString(try run.string("text") ?? "", run.place("text"), &slots)
            runs.append(.init(string: string, attributes: try attributes(run)))
        }
        return TemplateText(
            runs: runs, isMarkup: node["markup"] != nil, attributes: try attributes(node) ?? CharacterAttributes(),
            options: try options(node))
    }

    /// "attributes" of a text or a run.
    func attributes(_ owner: JSONReader) throws(LaminaError) -> CharacterAttributes? {
        guard let json = owner["attributes"] else { return nil }
        let given = try JSONReader(json, owner.place("attributes"), allowing: Self.attributeNames)
        var attributes = CharacterAttributes()
        attributes.family = try given.string("family").flatMap { $0.isEmpty ? nil : $0 }
        attributes.size = try given.number("size", 0.25...2000)
        attributes.weight = try given.integer("weight", Limits.fontWeight)
        attributes.slant = try given.keyword("slant", ["upright": .upright, "italic": .italic, "oblique": .oblique])
        attributes.underline = try given.keyword(
            "underline", ["none": .none, "single": .single, "double": .double, "low": .low, "wavy": .wavy])
        attributes.color = try given.color("color")
        attributes.strikethrough = try given.bool("strikethrough")
        let rare = try rareAttributes(given)
        if rare != RareAttributes() { attributes.rare = rare }
        return attributes
    }

    private static let attributeNames = [
        "family", "size", "weight", "slant", "underline", "color", "size_factor", "stretch", "caps", "features",
        "variations", "language", "letter_spacing", "word_spacing", "rise", "background", "underline_color",
        "strikethrough", "strikethrough_color", "overline", "overline_color", "shadows", "stroke_color", "stroke_width",
        "gradient", "border_color", "border_width", "border_radius", "border_padding", "inner_shadows",
    ]

    private func rareAttributes(_ given: JSONReader) throws(LaminaError) -> RareAttributes {
        var rare = RareAttributes()
        rare.sizeFactor = try given.number("size_factor", Limits.fontSizeFactor)
        rare.stretch = try given.integer("stretch", Limits.fontStretch)
        rare.caps = try given.keyword("caps", ["normal": .normal, "small": .small, "all_small": .allSmall])
        rare.features = try checked(given, "features", "a list such as \"tnum, ss01=1\"", FontSyntax.isFeatures)
        rare.variations = try checked(
            given, "variations", "a list such as \"wght=350, wdth=90\"", FontSyntax.isVariations)
        rare.language = try checked(given, "language", "a language tag such as \"pt-BR\"", FontSyntax.isLanguage)
        rare.letterSpacing = try given.number("letter_spacing", Limits.textOffset)
        rare.wordSpacing = try given.number("word_spacing", Limits.textOffset)
        rare.rise = try given.number("rise", Limits.textOffset)
        rare.background = try given.color("background")
        rare.underlineColor = try given.color("underline_color")
        rare.strikethroughColor = try given.color("strikethrough_color")
        rare.overline = try given.bool("overline")
        rare.overlineColor = try given.color("overline_color")
        rare.shadows = try shadows(given, "shadows")
        rare.innerShadows = try shadows(given, "inner_shadows")
        rare.border = try border(given)
        rare.gradient = try Self.plainGradient(given)
        if let color = try given.color("stroke_color"),
            let width = try given.number("stroke_width", Limits.textStroke), width > 0
        {
            rare.stroke = TextStroke(color: color, width: width)
        }
        return rare
    }

    private func checked(
        _ given: JSONReader, _ name: String, _ needed: String, _ isRight: (String) -> Bool
    ) throws(LaminaError) -> String? {
        guard let string = try given.string(name) else { return nil }
        guard isRight(string) else { throw given.failure(name, "\(needed) is needed") }
        return string
    }

    private func border(_ given: JSONReader) throws(LaminaError) -> TextBorder? {
        let border = TextBorder(
            color: try given.color("border_color"), width: try given.number("border_width", Limits.textStroke) ?? 0,
            radius: try given.number("border_radius", Limits.textBorderRadius) ?? 0,
            padding: try given.insets("border_padding") ?? .zero)
        return border == TextBorder(color: nil, width: 0, radius: 0, padding: .zero) ? nil : border
    }

    private func shadows(_ given: JSONReader, _ name: String) throws(LaminaError) -> [TextShadow]? {
        guard let list = try given.array(name) else { return nil }
        if list.count > Limits.textShadows {
            throw given.failure(name, "at most \(Limits.textShadows) are allowed")
        }
        var shadows: [TextShadow] = []
        for (number, json) in list.enumerated() {
            let shadow = try JSONReader(
                json, "\(given.place(name))[\(number)]", allowing: ["color", "x", "y", "blur"])
            shadows.append(
                TextShadow(
                    color: try shadow.color("color") ?? .black,
                    x: try shadow.number("x", Limits.textOffset) ?? 0,
                    y: try shadow.number("y", Limits.textOffset) ?? 0,
                    blur: try shadow.number("blur", Limits.textBlur) ?? 0))
        }
        return shadows.isEmpty ? nil : shadows
    }

    /// "options" of a text.
    func options(_ node: JSONReader) throws(LaminaError) -> TextLayoutOptions {
        var options = TextLayoutOptions()
        guard let json = node["options"] else { return options }
        let given = try JSONReader(json, node.place("options"), allowing: Self.optionNames)
        options.maximumLines = try given.integer("max_lines", 0...1_000_000) ?? 0
        options.truncation =
            try given.keyword("truncation", ["end": .end, "clip": .clip, "start": .start, "middle": .middle]) ?? .end
        options.alignment = try given.keyword("alignment", Self.alignments) ?? .natural
        options.wrap = try given.keyword("wrap", Self.wraps) ?? .wordCharacter
        options.lineSpacingFactor = try given.number("line_spacing", Limits.lineSpacing) ?? 0
        var rare = RareTextOptions()
        rare.truncatesAtWords = try given.bool("truncates_at_words") ?? false
        rare.isBalanced = try given.bool("balances") ?? false
        rare.fitsHeight = try given.bool("fits_height") ?? false
        rare.includesShadows = try given.bool("includes_shadows") ?? false
        rare.placement = try given.keyword("placement", ["top": .top, "center": .center, "bottom": .bottom]) ?? .top
        rare.insets = try given.insets("insets") ?? .zero
        rare.token = try plainText(given, "token")
        rare.message = try plainText(given, "message")
        rare.scaleFactors =
            try given.numbers("scale_factors", 0...Limits.textScaleFactors, Limits.textScaleFactor) ?? []
        if let index = rare.risingScaleFactor {
            let (factor, before) = (rare.scaleFactors[index], rare.scaleFactors[index - 1])
            throw given.failure(
                "scale_factors",
                "number \(index) is \(factor), more than the \(before) before it; they must be in descending order")
        }
        rare.tint = try given.color("tint")
        rare.placeholder = try given.color("placeholder")
        if let paragraph = given["paragraph"] {
            rare.paragraph = try paragraphStyle(paragraph, given.place("paragraph"))
        }
        if rare != RareTextOptions() { options.rare = rare }
        return options
    }

    private static let optionNames = [
        "max_lines", "truncation", "alignment", "wrap", "line_spacing", "truncates_at_words", "balances",
        "fits_height", "includes_shadows", "placement", "insets", "token", "message", "scale_factors", "tint",
        "placeholder", "paragraph",
    ]
    private static let alignments: KeyValuePairs<String, TextAlignment> = [
        "natural": .natural, "left": .left, "center": .center, "right": .right, "justify": .justify,
        "opposite": .opposite,
    ]
    private static let wraps: KeyValuePairs<String, TextWrap> = [
        "word_character": .wordCharacter, "word": .word, "character": .character, "none": .none,
    ]

    private func plainText(_ given: JSONReader, _ name: String) throws(LaminaError) -> AttributedText? {
        guard let string = try given.string(name), !string.isEmpty else { return nil }
        return try AttributedTextBuilder(utf8: Array(string.utf8)).build()
    }

    private func paragraphStyle(_ json: JSON, _ path: String) throws(LaminaError) -> ParagraphStyle {
        let given = try JSONReader(
            json, path,
            allowing: [
                "alignment", "direction", "line_height", "line_height_factor", "line_gap", "space_before",
                "space_after",
                "first_line_indent", "indent", "tail_indent", "hyphens", "justify_limit",
            ])
        let longest = Limits.paragraphLength
        var style = ParagraphStyle()
        style.alignment = try given.keyword("alignment", Self.alignments).flatMap { $0 == .natural ? nil : $0 }
        style.direction = try given.keyword(
            "direction", ["left_to_right": TextDirection.leftToRight, "right_to_left": .rightToLeft])
        style.lineHeight = try given.number("line_height", 0...longest) ?? 0
        style.lineHeightFactor = try given.number("line_height_factor", Limits.lineHeightFactor) ?? 0
        style.lineGap = try given.number("line_gap", -longest...longest) ?? 0
        style.spaceBefore = try given.number("space_before", -longest...longest) ?? 0
        style.spaceAfter = try given.number("space_after", -longest...longest) ?? 0
        style.firstLineIndent = try given.number("first_line_indent", 0...longest) ?? 0
        style.indent = try given.number("indent", 0...longest) ?? 0
        style.tailIndent = try given.number("tail_indent", 0...longest) ?? 0
        style.hyphens = try given.keyword("hyphens", ["manual": TextHyphens.manual, "none": .none])
        style.justifyLimit = try given.number("justify_limit", Limits.justifyLimit) ?? 0
        return style
    }
}
