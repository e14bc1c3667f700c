public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_context_set_traits")
public func lamina_context_set_traits(
    _ context: UnsafeMutablePointer<lamina_context>?, _ traits: UnsafePointer<lamina_traits>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = try nodeTraits(traits)
        let open = try ContextHandle.open(context).context
        var discarded = Discarded()
        open.withNodes { $0.setContextTraits(given, &discarded) }
        _ = consume discarded
    }
}

@implementation @_cdecl("lamina_node_set_traits")
public func lamina_node_set_traits(
    _ node: UnsafeMutablePointer<lamina_node>?, _ traits: UnsafePointer<lamina_traits>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = try nodeTraits(traits)
        try withNode(node) { store, index, discarded in store.setTraits(given, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_traits")
public func lamina_node_get_traits(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_traits: UnsafeMutablePointer<lamina_traits>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try withNode(node) { store, index, _ in
            let held = store.traits(of: index)
            let surface = store[index].surface
            return lamina_traits(
                struct_size: MemoryLayout<lamina_traits>.size,
                color_scheme: held.isDark ? .LAMINA_COLOR_SCHEME_DARK : .LAMINA_COLOR_SCHEME_LIGHT,
                layout_direction: store.showsRightToLeft(index)
                    ? .LAMINA_LAYOUT_DIRECTION_RIGHT_TO_LEFT : .LAMINA_LAYOUT_DIRECTION_LEFT_TO_RIGHT,
                text_size_factor: held.textSize, tint: lamina_color(held.tint),
                scale: surface < 0 ? 0 : store.surfaces[surface].scale)
        }
        try writeStruct(found, to: out_traits, "out_traits")
    }
}

@implementation @_cdecl("lamina_node_set_dynamic_color")
public func lamina_node_set_dynamic_color(
    _ node: UnsafeMutablePointer<lamina_node>?, _ role: lamina_color_role, _ light: lamina_color,
    _ dark: lamina_color
) -> lamina_status {
    status { () throws(LaminaError) in
        guard let known = ColorRole(rawValue: Int32(bitPattern: role.rawValue)) else {
            throw Check.unknown(role, "role")
        }
        let color = DynamicColor(light: try Check.color(light, "light"), dark: try Check.color(dark, "dark"))
        try withNode(node) { (store, index, discarded) throws(LaminaError) in
            try store.setDynamicColor(color, known, of: index, &discarded)
        }
    }
}

@safe private func nodeTraits(_ pointer: UnsafePointer<lamina_traits>?) throws(LaminaError) -> NodeTraits {
    let given = try readStruct(pointer, over: lamina_traits(), "traits")
    var result = NodeTraits()
    guard let scheme = ColorScheme(rawValue: Int32(bitPattern: given.color_scheme.rawValue)) else {
        throw Check.unknown(given.color_scheme, "traits->color_scheme")
    }
    result.scheme = scheme
    if given.text_size_factor != 0 {
        result.textSize = try Check.within(given.text_size_factor, 0.1...10, "traits->text_size_factor")
    }
    let tint = try Check.color(given.tint, "traits->tint")
    if tint.alpha > 0 { result.tint = tint }
    return result
}
