public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaScroll

@implementation @_cdecl("lamina_node_set_scroll")
public func lamina_node_set_scroll(
    _ node: UnsafeMutablePointer<lamina_node>?, _ options: UnsafePointer<lamina_scroll_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        if isNull(options) { return try Scrolling.of(engine).end(id) }
        try Scrolling.of(engine).setOptions(scrollOptions(options), of: id)
    }
}

@implementation @_cdecl("lamina_node_get_scroll_state")
public func lamina_node_get_scroll_state(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_state: UnsafeMutablePointer<lamina_scroll_state>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        try writeStruct(lamina_scroll_state(Scrolling.of(engine).state(of: id)), to: out_state, "out_state")
    }
}

@implementation @_cdecl("lamina_node_scroll_to")
public func lamina_node_scroll_to(
    _ node: UnsafeMutablePointer<lamina_node>?, _ offset: lamina_point,
    _ animation: UnsafePointer<lamina_animation_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let timing = try scrollTiming(animation)
        let (engine, id) = try ownedNode(node)
        try Scrolling.of(engine).scroll(id, to: offsetPoint(offset, "offset"), timing)
    }
}

@implementation @_cdecl("lamina_node_scroll_by")
public func lamina_node_scroll_by(
    _ node: UnsafeMutablePointer<lamina_node>?, _ distance: lamina_point,
    _ animation: UnsafePointer<lamina_animation_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let timing = try scrollTiming(animation)
        let (engine, id) = try ownedNode(node)
        try Scrolling.of(engine).scroll(id, by: offsetPoint(distance, "distance"), timing)
    }
}

@implementation @_cdecl("lamina_node_scroll_into_view")
public func lamina_node_scroll_into_view(
    _ node: UnsafeMutablePointer<lamina_node>?, _ rect: UnsafePointer<lamina_rect>?,
    _ alignment: lamina_scroll_alignment, _ animation: UnsafePointer<lamina_animation_options>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let timing = try scrollTiming(animation)
        let (engine, id) = try ownedNode(node)
        try Scrolling.of(engine).reveal(optionalRect(rect, "rect"), of: id, revealAlignment(alignment), timing)
    }
}

@implementation @_cdecl("lamina_node_add_scroll_observer")
public func lamina_node_add_scroll_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: lamina_node_scroll_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        let sender = node.handle()
        try addObserver(hostCall(observer, data), to: out_observer) { (call) throws(LaminaError) in
            try Scrolling.of(engine).addObserver(of: id) { call(sender, lamina_scroll_state($0)) }
        }
    }
}

@implementation @_cdecl("lamina_node_remove_scroll_observer")
public func lamina_node_remove_scroll_observer(
    _ node: UnsafeMutablePointer<lamina_node>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        try checkRemoved(try Scrolling.of(engine).removeObserver(observer, of: id), observer)
    }
}
