public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText

@implementation @_cdecl("lamina_node_create_text")
public func lamina_node_create_text(
    _ context: UnsafeMutablePointer<lamina_context>?, _ text: UnsafeMutablePointer<lamina_text>?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let attributed = try optionalText(text, in: ContextHandle.open(context).context)
        let content = TextContent(text: attributed, options: TextLayoutOptions())
        try createNode(context, isText: true, content: content, out_node)
    }
}

@implementation @_cdecl("lamina_node_create_label")
public func lamina_node_create_label(
    _ context: UnsafeMutablePointer<lamina_context>?, _ utf8: UnsafePointer<CChar>?, _ length: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        _ = try ContextHandle.open(context)
        let content = try TextContent(text: plainText(utf8, length, attributes), options: TextLayoutOptions())
        try createNode(context, isText: true, content: content, out_node)
    }
}

@implementation @_cdecl("lamina_node_set_text")
public func lamina_node_set_text(
    _ node: UnsafeMutablePointer<lamina_node>?, _ text: UnsafeMutablePointer<lamina_text>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let attributed = try optionalText(text, in: node.handle().context(.node, "node"))
        try changeText(of: node) { $0.with(text: attributed) }
    }
}

@implementation @_cdecl("lamina_node_set_string")
public func lamina_node_set_string(
    _ node: UnsafeMutablePointer<lamina_node>?, _ utf8: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let bytes = try stringBytes(utf8, length, "utf8")
        let before = try text(of: node)
        // A label that is set to what it shows is not laid out again.
        if let before, before.utf8 == bytes, before.spans.allSatisfy({ $0.attributes == before.baseAttributes }) {
            return
        }
        let known = before ?? AttributedTextBuilder().build()
        let made = try known.with(string: bytes)
        try changeText(of: node) { $0.with(text: made) }
    }
}

@implementation @_cdecl("lamina_node_copy_text")
public func lamina_node_copy_text(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_text, "out_text")
        let context = try node.handle().context(.node, "node")
        guard let text = try text(of: node) else { return out.write(nil) }
        out.write(try newHandle(text, .text, in: context))
    }
}

@implementation @_cdecl("lamina_node_set_text_options")
public func lamina_node_set_text_options(
    _ node: UnsafeMutablePointer<lamina_node>?, _ options: UnsafePointer<lamina_text_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let options = try textOptions(options, in: context)
        try changeText(of: node) { $0.with(options: options) }
    }
}

@implementation @_cdecl("lamina_node_set_text_highlight")
public func lamina_node_set_text_highlight(
    _ node: UnsafeMutablePointer<lamina_node>?, _ begin: Int, _ end: Int, _ color: UnsafePointer<lamina_color>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let color = try optionalColor(color, "*color")
        let (first, last) = (begin < 0 ? Int.max : begin, end < 0 ? Int.max : end)
        guard first <= last else {
            throw LaminaError(.outOfRange, "the range from \(begin) to \(end) ends before it begins")
        }
        try withNode(node) { (store, index, discarded) throws(LaminaError) in
            let content = try textContent(store, index)
            let highlight = color.map { (bytes: first..<last, color: $0) }
            store.replaceAppearance(content.with(highlight: highlight), of: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_copy_text_layout")
public func lamina_node_copy_text_layout(
    _ node: UnsafeMutablePointer<lamina_node>?,
    _ out_layout: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text_layout>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_layout, "out_layout")
        let context = try node.handle().context(.node, "node")
        let (content, size) = try withNode(node) { (store, index, _) throws(LaminaError) in
            _ = try textContent(store, index)
            guard let shown = store.shownContent(index).content as? TextContent else {
                throw LaminaError(.unsupported, "node has no text")
            }
            return (shown, store[index].frame.size)
        }
        guard let text = content.text else {
            throw LaminaError(.invalidState, "node has no text: give it one with lamina_node_set_text()")
        }
        let made = try textLayout(text, content.options, size, in: context, context.generation)
        out.write(try newHandle(made, .textLayout, in: context))
    }
}

private func textContent(_ store: borrowing NodeStore, _ index: Int32) throws(LaminaError) -> TextContent {
    if let content = store[index].content as? TextContent { return content }
    throw LaminaError(
        .unsupported, "node is a display node; only a node from lamina_node_create_text() has a text")
}

/// What a text node was given to show.
@safe private func text(of node: UnsafeMutablePointer<lamina_node>?) throws(LaminaError) -> AttributedText? {
    try withNode(node) { (store, index, _) throws(LaminaError) in try textContent(store, index).text }
}

@safe private func changeText(
    of node: UnsafeMutablePointer<lamina_node>?, _ change: (TextContent) -> TextContent
) throws(LaminaError) {
    try withNode(node) { (store, index, discarded) throws(LaminaError) in
        let content = try textContent(store, index)
        let changed = change(content)
        if changed.text === content.text && changed.options == content.options { return }
        store.setContent(changed, of: index, &discarded)
    }
}
