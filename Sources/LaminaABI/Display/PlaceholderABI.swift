public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_set_placeholder")
public func lamina_node_set_placeholder(
    _ node: UnsafeMutablePointer<lamina_node>?, _ placeholder: UnsafePointer<lamina_placeholder>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = isNull(placeholder) ? nil : try nodePlaceholder(placeholder)
        try withNode(node) { store, index, discarded in
            store.changePlaceholder(of: index, &discarded) { stored in
                let drawing = stored?.drawing
                stored = given
                stored?.drawing = drawing
            }
        }
    }
}

@implementation @_cdecl("lamina_node_get_placeholder")
public func lamina_node_get_placeholder(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_placeholder: UnsafeMutablePointer<lamina_placeholder>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try withNode(node) { store, index, _ in store[index].placeholder?.value }
        try writeStruct(
            lamina_placeholder(found ?? NodePlaceholder()), to: out_placeholder, "out_placeholder")
    }
}

@implementation @_cdecl("lamina_node_set_placeholder_draw_callback")
public func lamina_node_set_placeholder_draw_callback(
    _ node: UnsafeMutablePointer<lamina_node>?, _ draw: lamina_node_draw_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let context = try node.handle().context(.node, "node")
        let drawing = hostDrawing(draw, data, in: context).map { DrawnContent($0) }
        try withNode(node) { store, index, discarded in
            store.changePlaceholder(of: index, &discarded) { stored in
                if drawing != nil && stored == nil { stored = NodePlaceholder() }
                stored?.drawing = drawing
            }
        }
    }
}

@safe func nodePlaceholder(_ pointer: UnsafePointer<lamina_placeholder>?) throws(LaminaError) -> NodePlaceholder {
    let defaults = lamina_placeholder(NodePlaceholder())
    let given = try readStruct(pointer, over: defaults, "placeholder")
    var result = NodePlaceholder()
    result.color = try Check.color(given.color, "placeholder->color")
    result.fade = given.fade_us
    result.fadesChanges = given.fades_changes
    if isGiven(given.fade_curve) {
        let curve = try optionalString(given.fade_curve, "placeholder->fade_curve") ?? ""
        result.fadeCurve = try Check.named("placeholder->fade_curve: ") { () throws(LaminaError) in
            try FadeCurve(text: curve)
        }
    }
    result.persists = given.persists
    result.insets = EdgeInsets(
        top: try Check.finite(given.insets.top, "placeholder->insets.top"),
        left: try Check.finite(given.insets.left, "placeholder->insets.left"),
        bottom: try Check.finite(given.insets.bottom, "placeholder->insets.bottom"),
        right: try Check.finite(given.insets.right, "placeholder->insets.right"))
    return result
}

private let shownCurve = LentString()

extension lamina_placeholder {
    /// Its curve is the thread's.
    fileprivate init(_ placeholder: NodePlaceholder) {
        let insets = placeholder.insets
        self.init()
        struct_size = MemoryLayout<lamina_placeholder>.size
        color = lamina_color(placeholder.color)
        (fade_us, persists, fades_changes) = (placeholder.fade, placeholder.persists, placeholder.fadesChanges)
        self.insets = lamina_insets(
            top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right)
        fade_curve = shownCurve.lend(placeholder.fadeCurve?.text)
    }
}
