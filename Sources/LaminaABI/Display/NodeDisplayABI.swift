public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

// When and how a node is drawn.

@implementation @_cdecl("lamina_node_set_needs_display")
public func lamina_node_set_needs_display(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in try withNode(node) { store, index, _ in store.setNeedsDisplay(index) } }
}

@implementation @_cdecl("lamina_node_set_displayed_together")
public func lamina_node_set_displayed_together(_ node: UnsafeMutablePointer<lamina_node>?, _ together: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.set(.displaysTogether, to: together, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_displayed_together")
public func lamina_node_is_displayed_together(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store[index].flags.contains(.displaysTogether) }
}

@implementation @_cdecl("lamina_node_set_display_suspended")
public func lamina_node_set_display_suspended(_ node: UnsafeMutablePointer<lamina_node>?, _ suspended: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.set(.displaySuspended, to: suspended, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_display_suspended")
public func lamina_node_is_display_suspended(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store[index].flags.contains(.displaySuspended) }
}

@implementation @_cdecl("lamina_node_set_displayed_asynchronously")
public func lamina_node_set_displayed_asynchronously(_ node: UnsafeMutablePointer<lamina_node>?, _ asynchronously: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.set(.drawsAtOnce, to: !asynchronously, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_displayed_asynchronously")
public func lamina_node_is_displayed_asynchronously(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in !store[index].flags.contains(.drawsAtOnce) }
}

@implementation @_cdecl("lamina_node_set_redrawn_on_resize")
public func lamina_node_set_redrawn_on_resize(_ node: UnsafeMutablePointer<lamina_node>?, _ needs: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.set(.keepsDrawing, to: !needs, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_redrawn_on_resize")
public func lamina_node_is_redrawn_on_resize(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in !store[index].flags.contains(.keepsDrawing) }
}

@implementation @_cdecl("lamina_node_set_rasterized")
public func lamina_node_set_rasterized(_ node: UnsafeMutablePointer<lamina_node>?, _ rasterized: Bool) -> lamina_status
{
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.setRasterizes(rasterized, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_rasterized")
public func lamina_node_is_rasterized(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store[index].flags.contains(.rasterizes) }
}
