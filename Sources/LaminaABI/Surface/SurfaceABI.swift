public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaLock
import LaminaNode

@implementation @_cdecl("lamina_surface_create")
public func lamina_surface_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ size: lamina_size, _ scale: Double,
    _ out_surface: UnsafeMutablePointer<UnsafeMutablePointer<lamina_surface>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_surface, "out_surface")
        let handle = try ContextHandle(context)
        let engine = try handle.engine()
        let surface = try engine.makeSurface(size: Size(width: size.width, height: size.height), scale: scale)
        try handle.handOut(surface, .surface, to: out)
    }
}

@implementation @_cdecl("lamina_surface_retain")
public func lamina_surface_retain(_ surface: UnsafeMutablePointer<lamina_surface>?) -> UnsafeMutablePointer<
    lamina_surface
>! {
    retainObject(surface, .surface)
}

@implementation @_cdecl("lamina_surface_release")
public func lamina_surface_release(_ surface: UnsafeMutablePointer<lamina_surface>?) {
    releaseObject(surface, .surface)
}

@implementation @_cdecl("lamina_surface_set_root")
public func lamina_surface_set_root(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ root: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        var id: NodeID?
        let (engine, object) = try findSurface(surface)
        if !isNull(root) {
            let handle = root.handle()
            if try handle.context(.node, "root") !== engine.context {
                throw LaminaError(.foreignContext, "root belongs to another context than surface")
            }
            id = handle.nodeID
        }
        try engine.setRoot(id, of: object)
    }
}

@implementation @_cdecl("lamina_surface_set_size")
public func lamina_surface_set_size(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ size: lamina_size, _ scale: Double
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        try engine.resize(object, size: Size(width: size.width, height: size.height), scale: scale)
    }
}

@implementation @_cdecl("lamina_surface_get_bounds_px")
public func lamina_surface_get_bounds_px(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_rect_px {
    value(lamina_rect_px()) { () throws(LaminaError) in
        lamina_rect_px(try findObject(surface, .surface, "surface", as: Surface.self).object.bounds)
    }
}

@implementation @_cdecl("lamina_surface_get_size")
public func lamina_surface_get_size(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let size = try findObject(surface, .surface, "surface", as: Surface.self).object.extent.size
        return lamina_size(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("lamina_surface_get_scale")
public func lamina_surface_get_scale(_ surface: UnsafeMutablePointer<lamina_surface>?) -> Double {
    value(0) { () throws(LaminaError) in
        try findObject(surface, .surface, "surface", as: Surface.self).object.extent.scale
    }
}

@implementation @_cdecl("lamina_surface_copy_root")
public func lamina_surface_copy_root(
    _ surface: UnsafeMutablePointer<lamina_surface>?,
    _ out_root: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_root, "out_root")
        let (context, object) = try findObject(surface, .surface, "surface", as: Surface.self)
        let found: Handle? = context.nodes.withLock { store in
            let root = object.lastRoot(store)
            return root < 0 ? nil : copyNode(root, &store, in: context)
        }
        out.write(found)
    }
}

@implementation @_cdecl("lamina_surface_set_displayed_together")
public func lamina_surface_set_displayed_together(_ surface: UnsafeMutablePointer<lamina_surface>?, _ together: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        engine.setDisplaysTogether(together, of: object)
    }
}

@implementation @_cdecl("lamina_surface_is_displayed_together")
public func lamina_surface_is_displayed_together(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_together: UnsafeMutablePointer<Bool>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_together, "out_together")
        let (engine, object) = try findSurface(surface)
        out.write(engine.displaysTogether(object))
    }
}

@implementation @_cdecl("lamina_surface_set_grouping_limit_us")
public func lamina_surface_set_grouping_limit_us(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ limit_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        engine.setGroupingLimit(limit_us, of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_grouping_limit_us")
public func lamina_surface_get_grouping_limit_us(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_limit_us: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_limit_us, "out_limit_us")
        let (engine, object) = try findSurface(surface)
        out.write(engine.groupingLimit(of: object))
    }
}

@implementation @_cdecl("lamina_surface_set_replacement_limit_us")
public func lamina_surface_set_replacement_limit_us(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ limit_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        engine.setReplacementLimit(limit_us, of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_replacement_limit_us")
public func lamina_surface_get_replacement_limit_us(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_limit_us: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_limit_us, "out_limit_us")
        let (engine, object) = try findSurface(surface)
        out.write(engine.replacementLimit(of: object))
    }
}

@implementation @_cdecl("lamina_surface_set_background")
public func lamina_surface_set_background(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ color: lamina_color
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        engine.setBackground(try Check.color(color, "color"), of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_background")
public func lamina_surface_get_background(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_color: UnsafeMutablePointer<lamina_color>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_color, "out_color")
        let (engine, object) = try findSurface(surface)
        out.write(lamina_color(engine.background(of: object)))
    }
}

@implementation @_cdecl("lamina_surface_composite")
public func lamina_surface_composite(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ target: UnsafePointer<lamina_bitmap>?,
    _ out_damage: UnsafeMutablePointer<lamina_rect_px>?, _ capacity: Int, _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        let damage = try engine.composite(object, into: try pixelTarget(target, "target"))
        write(damage, to: out_damage, capacity, out_count)
    }
}

@implementation @_cdecl("lamina_surface_composite_buffer")
public func lamina_surface_composite_buffer(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ target: UnsafePointer<lamina_bitmap>?, _ age: UInt32,
    _ out_damage: UnsafeMutablePointer<lamina_rect_px>?, _ capacity: Int, _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        let damage = try engine.composite(object, into: try pixelTarget(target, "target"), age: Int(age))
        write(damage, to: out_damage, capacity, out_count)
    }
}

/// Writes as many rectangles as there is room for; the last one takes in what does not fit.
@safe private func write(
    _ damage: [PixelRect], to out_damage: UnsafeMutablePointer<lamina_rect_px>?, _ capacity: Int,
    _ out_count: UnsafeMutablePointer<Int>?
) {
    let buffer = OutputBuffer(out_damage, capacity)
    let room = buffer.room(for: damage.count)
    // Never more than there are in the array, for hosts walk it up to this number.
    Output(optional: out_count)?.write(room == 0 ? damage.count : room)
    if room == damage.count || room == 0 { return buffer.write(damage) { lamina_rect_px($0) } }
    let rest = damage[(room - 1)...].reduce(PixelRect.empty) { $0.union($1) }
    buffer.write(damage[..<(room - 1)] + [rest]) { lamina_rect_px($0) }
}

@implementation @_cdecl("lamina_surface_set_composited_in_bands")
public func lamina_surface_set_composited_in_bands(_ surface: UnsafeMutablePointer<lamina_surface>?, _ in_bands: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        engine.setCompositesInBands(in_bands, of: object)
    }
}

@implementation @_cdecl("lamina_surface_is_composited_in_bands")
public func lamina_surface_is_composited_in_bands(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_in_bands: UnsafeMutablePointer<Bool>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_in_bands, "out_in_bands")
        let (engine, object) = try findSurface(surface)
        out.write(engine.compositesInBands(object))
    }
}

@implementation @_cdecl("lamina_surface_set_debug_overlay")
public func lamina_surface_set_debug_overlay(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ overlay: lamina_debug_overlay
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        try engine.setDebugOverlay(DebugOverlay(rawValue: UInt32(truncatingIfNeeded: overlay.rawValue)), of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_debug_overlay")
public func lamina_surface_get_debug_overlay(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_overlay: UnsafeMutablePointer<lamina_debug_overlay>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_overlay, "out_overlay")
        let (engine, object) = try findSurface(surface)
        out.write(lamina_debug_overlay(rawValue: numericCast(engine.debugOverlay(of: object).rawValue)))
    }
}

@implementation @_cdecl("lamina_surface_has_damage")
public func lamina_surface_has_damage(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_has_damage: UnsafeMutablePointer<Bool>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_has_damage, "out_has_damage")
        let (engine, object) = try findSurface(surface)
        out.write(engine.hasDamage(object))
    }
}

@implementation @_cdecl("lamina_surface_is_complete")
public func lamina_surface_is_complete(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ out_complete: UnsafeMutablePointer<Bool>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_complete, "out_complete")
        let (engine, object) = try findSurface(surface)
        out.write(engine.isComplete(object))
    }
}

@implementation @_cdecl("lamina_surface_add_complete_observer")
public func lamina_surface_add_complete_observer(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ observer: lamina_surface_complete_fn?,
    _ user_data: UnsafeMutableRawPointer?, _ destroy: lamina_destroy_fn?, _ out_observer: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        let sender = surface.handle()
        try addObserver(hostCall(observer, data), to: out_observer) { call in
            engine.addCompleteObserver(of: object) { call(sender) }
        }
    }
}

@implementation @_cdecl("lamina_surface_remove_complete_observer")
public func lamina_surface_remove_complete_observer(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ observer: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        try checkRemoved(engine.removeCompleteObserver(observer, of: object), observer)
    }
}

@implementation @_cdecl("lamina_surface_set_needs_composite")
public func lamina_surface_set_needs_composite(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try findSurface(surface)
        engine.setNeedsComposite(object)
    }
}

@safe private func findSurface(
    _ surface: UnsafeMutablePointer<lamina_surface>?
) throws(LaminaError) -> (engine: Engine, object: Surface) {
    let (context, object) = try findObject(surface, .surface, "surface", as: Surface.self)
    return (try context.engine(context.generation), object)
}

extension lamina_rect_px {
    init(_ rect: PixelRect) {
        self.init(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
}
