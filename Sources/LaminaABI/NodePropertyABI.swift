public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode

// Section "Node" of lamina.h: properties.

@implementation @_cdecl("lamina_node_set_frame")
public func lamina_node_set_frame(_ node: UnsafeMutablePointer<lamina_node>?, _ frame: lamina_rect) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try Check.rect(frame, "frame")
        try unsafe withNode(node) { store, index, _ in store.setFrame(frame, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_frame")
public func lamina_node_get_frame(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_rect {
    unsafe readNode(node, lamina_rect()) { store, index in lamina_rect(store[index].frame) }
}

@implementation @_cdecl("lamina_node_set_position")
public func lamina_node_set_position(_ node: UnsafeMutablePointer<lamina_node>?, _ position: lamina_point)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try Check.point(position, "position")
        try unsafe withNode(node) { (store, index, _) throws(LaminaError) in
            try store.setPosition(given, of: index)
        }
    }
}

@implementation @_cdecl("lamina_node_get_position")
public func lamina_node_get_position(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_point {
    unsafe readNode(node, lamina_point()) { store, index in lamina_point(store.position(of: index)) }
}

@implementation @_cdecl("lamina_node_set_bounds_origin")
public func lamina_node_set_bounds_origin(_ node: UnsafeMutablePointer<lamina_node>?, _ origin: lamina_point)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try Check.point(origin, "origin")
        try unsafe withNode(node) { store, index, discarded in store.setBoundsOrigin(given, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_bounds_origin")
public func lamina_node_get_bounds_origin(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_point {
    unsafe readNode(node, lamina_point()) { store, index in lamina_point(store[index].boundsOrigin) }
}

@implementation @_cdecl("lamina_node_set_background")
public func lamina_node_set_background(_ node: UnsafeMutablePointer<lamina_node>?, _ color: lamina_color)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let color = try Check.color(color, "color")
        try unsafe withNode(node) { store, index, _ in store.setBackground(color, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_background")
public func lamina_node_get_background(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_color {
    unsafe readNode(node, lamina_color()) { store, index in
        let color = store[index].background
        return lamina_color(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
}

@implementation @_cdecl("lamina_node_set_opacity")
public func lamina_node_set_opacity(_ node: UnsafeMutablePointer<lamina_node>?, _ opacity: Double) -> lamina_status {
    status { () throws(LaminaError) in
        let opacity = try Check.unit(opacity, "opacity")
        try unsafe withNode(node) { store, index, _ in store.setOpacity(opacity, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_opacity")
public func lamina_node_get_opacity(_ node: UnsafeMutablePointer<lamina_node>?) -> Double {
    unsafe readNode(node, 0) { store, index in store[index].opacity }
}

@implementation @_cdecl("lamina_node_set_hidden")
public func lamina_node_set_hidden(_ node: UnsafeMutablePointer<lamina_node>?, _ hidden: Bool) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, _ in store.set(.hidden, to: hidden, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_hidden")
public func lamina_node_is_hidden(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    unsafe readNode(node, false) { store, index in store[index].flags.contains(.hidden) }
}

@implementation @_cdecl("lamina_node_set_corner_radius")
public func lamina_node_set_corner_radius(_ node: UnsafeMutablePointer<lamina_node>?, _ radius: Double) -> lamina_status
{
    status { () throws(LaminaError) in
        let radius = try Check.length(radius, "radius")
        try unsafe withNode(node) { store, index, discarded in
            store.setCornerRadius(radius, of: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_corner_radius")
public func lamina_node_get_corner_radius(_ node: UnsafeMutablePointer<lamina_node>?) -> Double {
    unsafe readNode(node, 0) { store, index in store[index].cornerRadius }
}

@implementation @_cdecl("lamina_node_set_clipping")
public func lamina_node_set_clipping(_ node: UnsafeMutablePointer<lamina_node>?, _ clips: Bool) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withNode(node) { store, index, _ in store.set(.clips, to: clips, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_clipping")
public func lamina_node_is_clipping(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    unsafe readNode(node, false) { store, index in store[index].flags.contains(.clips) }
}

@implementation @_cdecl("lamina_node_set_style")
public func lamina_node_set_style(
    _ node: UnsafeMutablePointer<lamina_node>?, _ style: UnsafePointer<lamina_style>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let box = unsafe style == nil ? nil : StyleBox(try elementStyle(style))
        try unsafe withNode(node) { store, index, discarded in store.setStyle(box, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_style")
public func lamina_node_get_style(
    _ node: UnsafeMutablePointer<lamina_node>?, _ style: UnsafeMutablePointer<lamina_style>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try unsafe withNode(node) { store, index, _ in store[index].style?.style ?? ElementStyle() }
        try unsafe writeStruct(lamina_style(found), to: style, "style")
    }
}

@implementation @_cdecl("lamina_node_set_preferred_size")
public func lamina_node_set_preferred_size(_ node: UnsafeMutablePointer<lamina_node>?, _ size: lamina_size)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let size = try Check.size(size, "size")
        try unsafe withNode(node) { store, index, discarded in
            store.changeStyle(of: index, &discarded) { $0.setPreferredSize(size) }
        }
    }
}

extension lamina_rect {
    init(_ rect: Rect) {
        self.init(
            origin: lamina_point(x: rect.minX, y: rect.minY),
            size: lamina_size(width: rect.size.width, height: rect.size.height))
    }
}
