public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

// The common parts of an appearance.

@implementation @_cdecl("lamina_node_set_background")
public func lamina_node_set_background(_ node: UnsafeMutablePointer<lamina_node>?, _ color: lamina_color)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let color = try Check.color(color, "color")
        try withNode(node) { store, index, _ in store.setBackground(color, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_background")
public func lamina_node_get_background(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_color {
    readNode(node, lamina_color()) { store, index in
        let color = store[index].background
        return lamina_color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}

@implementation @_cdecl("lamina_node_set_opacity")
public func lamina_node_set_opacity(_ node: UnsafeMutablePointer<lamina_node>?, _ opacity: Double) -> lamina_status {
    status { () throws(LaminaError) in
        let opacity = try Check.unit(opacity, "opacity")
        try withNode(node) { store, index, _ in store.setOpacity(opacity, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_opacity")
public func lamina_node_get_opacity(_ node: UnsafeMutablePointer<lamina_node>?) -> Double {
    readNode(node, 0) { store, index in store[index].opacity }
}

@implementation @_cdecl("lamina_node_set_hidden")
public func lamina_node_set_hidden(_ node: UnsafeMutablePointer<lamina_node>?, _ hidden: Bool) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.set(.hidden, to: hidden, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_hidden")
public func lamina_node_is_hidden(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store[index].flags.contains(.hidden) }
}

@implementation @_cdecl("lamina_node_set_corner_radius")
public func lamina_node_set_corner_radius(_ node: UnsafeMutablePointer<lamina_node>?, _ radius: Double) -> lamina_status
{
    status { () throws(LaminaError) in
        let radius = try Check.length(radius, "radius")
        try withNode(node) { store, index, discarded in
            store.setCornerRadius(radius, of: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_corner_radius")
public func lamina_node_get_corner_radius(_ node: UnsafeMutablePointer<lamina_node>?) -> Double {
    readNode(node, 0) { store, index in store[index].cornerRadius }
}

@implementation @_cdecl("lamina_node_set_clipping")
public func lamina_node_set_clipping(_ node: UnsafeMutablePointer<lamina_node>?, _ clips: Bool) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.set(.clips, to: clips, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_clipping")
public func lamina_node_is_clipping(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store[index].flags.contains(.clips) }
}
