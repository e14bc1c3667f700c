public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText

// Text nodes: lamina_node_set_text (section "Node") and lamina_node_set_text_options (section "Text"), and conversions of text structs.

@implementation @_cdecl("lamina_node_set_text")
public func lamina_node_set_text(
    _ node: UnsafeMutablePointer<lamina_node>?, _ text: UnsafeMutablePointer<lamina_text>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let attributed = try unsafe optionalText(text, in: node.handle().context(.node, "node"))
        try unsafe changeText(of: node) { TextContent(text: attributed, options: $0.options) }
    }
}

@implementation @_cdecl("lamina_node_set_text_options")
public func lamina_node_set_text_options(
    _ node: UnsafeMutablePointer<lamina_node>?, _ options: UnsafePointer<lamina_text_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let options = try unsafe textOptions(options)
        try unsafe changeText(of: node) { TextContent(text: $0.text, options: options) }
    }
}

private func changeText(
    of node: UnsafeMutablePointer<lamina_node>?, _ change: (TextContent) -> TextContent
) throws(LaminaError) {
    try unsafe withNode(node) { (store, index, discarded) throws(LaminaError) in
        guard let content = store[index].content as? TextContent else {
            throw LaminaError(
                .unsupported, "node is a display node; only a node from lamina_node_create_text() has a text")
        }
        let changed = change(content)
        if changed.text === content.text && changed.options == content.options { return }
        store.setContent(changed, of: index, &discarded)
    }
}

/// The text that a handle names, of this context; nil for NULL.
func optionalText(
    _ text: UnsafeMutablePointer<lamina_text>?, in context: Context
) throws(LaminaError) -> AttributedText? {
    guard unsafe text != nil else { return nil }
    let (found, object) = try unsafe findObject(text, .text, "text", as: AttributedText.self)
    if found !== context { throw LaminaError(.foreignContext, "text belongs to another context") }
    return object
}

/// Text options from C; NULL means the defaults.
func textOptions(_ pointer: UnsafePointer<lamina_text_options>?) throws(LaminaError) -> TextLayoutOptions {
    let given = try unsafe readStruct(pointer, over: lamina_text_options(), "options")
    var options = TextLayoutOptions()
    options.maximumLines = Int(given.maximum_lines)
    switch given.truncation {
    case .LAMINA_TRUNCATION_END: options.truncation = .end
    case .LAMINA_TRUNCATION_CLIP: options.truncation = .clip
    case let other: throw Check.unknown(other.rawValue, "options->truncation")
    }
    switch given.alignment {
    case .LAMINA_TEXT_ALIGNMENT_NATURAL: options.alignment = .natural
    case .LAMINA_TEXT_ALIGNMENT_LEFT: options.alignment = .left
    case .LAMINA_TEXT_ALIGNMENT_CENTER: options.alignment = .center
    case .LAMINA_TEXT_ALIGNMENT_RIGHT: options.alignment = .right
    case let other: throw Check.unknown(other.rawValue, "options->alignment")
    }
    switch given.wrap {
    case .LAMINA_TEXT_WRAP_WORD_CHARACTER: options.wrap = .wordCharacter
    case .LAMINA_TEXT_WRAP_WORD: options.wrap = .word
    case .LAMINA_TEXT_WRAP_CHARACTER: options.wrap = .character
    case let other: throw Check.unknown(other.rawValue, "options->wrap")
    }
    guard given.line_spacing >= 0 && given.line_spacing <= 100 else {
        throw LaminaError(.invalidArgument, "options->line_spacing is \(given.line_spacing); 0 to 100 is needed")
    }
    options.lineSpacingFactor = given.line_spacing
    return options
}

/// Attributes from C; NULL inherits everything.
func characterAttributes(_ pointer: UnsafePointer<lamina_text_attributes>?) throws(LaminaError) -> CharacterAttributes {
    let given = try unsafe readStruct(pointer, over: lamina_text_attributes(), "attributes")
    var attributes = CharacterAttributes()
    attributes.family = try unsafe optionalString(given.family, "attributes->family")
    let size = unsafe given.size
    guard size >= 0 && size <= 2000 else {
        throw LaminaError(.invalidArgument, "attributes->size is \(size); 0 (inherit) to 2,000 is needed")
    }
    if size > 0 { attributes.size = size }
    let weight = unsafe given.weight
    guard weight == 0 || (weight >= 100 && weight <= 1000) else {
        throw LaminaError(.invalidArgument, "attributes->weight is \(weight); 0 (inherit) or 100 to 1000 is needed")
    }
    if weight > 0 { attributes.weight = Int(weight) }
    switch unsafe given.slant {
    case .LAMINA_FONT_SLANT_INHERIT: break
    case .LAMINA_FONT_SLANT_UPRIGHT: attributes.slant = .upright
    case .LAMINA_FONT_SLANT_ITALIC: attributes.slant = .italic
    case let other: throw Check.unknown(other.rawValue, "attributes->slant")
    }
    switch unsafe given.underline {
    case .LAMINA_UNDERLINE_INHERIT: break
    case .LAMINA_UNDERLINE_NONE: attributes.underline = Underline.none
    case .LAMINA_UNDERLINE_SINGLE: attributes.underline = .single
    case let other: throw Check.unknown(other.rawValue, "attributes->underline")
    }
    if let color = unsafe given.color { attributes.color = try Check.color(unsafe color.pointee, "*attributes->color") }
    return attributes
}
