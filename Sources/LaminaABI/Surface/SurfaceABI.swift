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
        let out = unsafe try Check.out(out_surface, "out_surface")
        let handle = try unsafe ContextHandle(context)
        let engine = try handle.engine()
        let surface = try engine.makeSurface(size: try Check.size(size, "size"), scale: try Check.scale(scale))
        try unsafe handle.handOut(surface, .surface, to: out)
    }
}

@implementation @_cdecl("lamina_surface_retain")
public func lamina_surface_retain(_ surface: UnsafeMutablePointer<lamina_surface>?) -> UnsafeMutablePointer<
    lamina_surface
>! {
    unsafe retainObject(surface, .surface)
}

@implementation @_cdecl("lamina_surface_release")
public func lamina_surface_release(_ surface: UnsafeMutablePointer<lamina_surface>?) {
    unsafe releaseObject(surface, .surface)
}

@implementation @_cdecl("lamina_surface_set_root")
public func lamina_surface_set_root(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ root: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        var id: NodeID?
        let (engine, object) = try unsafe findSurface(surface)
        if unsafe root != nil {
            let handle = unsafe root.handle()
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
        let (engine, object) = try unsafe findSurface(surface)
        try engine.resize(object, size: try Check.size(size, "size"), scale: try Check.scale(scale))
    }
}

@implementation @_cdecl("lamina_surface_get_bounds_px")
public func lamina_surface_get_bounds_px(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_rect_px {
    value(lamina_rect_px()) { () throws(LaminaError) in
        lamina_rect_px(try unsafe findObject(surface, .surface, "surface", as: Surface.self).object.bounds)
    }
}

@implementation @_cdecl("lamina_surface_get_size")
public func lamina_surface_get_size(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let size = try unsafe findObject(surface, .surface, "surface", as: Surface.self).object.extent.size
        return lamina_size(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("lamina_surface_get_scale")
public func lamina_surface_get_scale(_ surface: UnsafeMutablePointer<lamina_surface>?) -> Double {
    value(0) { () throws(LaminaError) in
        try unsafe findObject(surface, .surface, "surface", as: Surface.self).object.extent.scale
    }
}

@implementation @_cdecl("lamina_surface_copy_root")
public func lamina_surface_copy_root(
    _ surface: UnsafeMutablePointer<lamina_surface>?,
    _ out_root: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_root, "out_root")
        let (context, object) = try unsafe findObject(surface, .surface, "surface", as: Surface.self)
        unsafe out.pointee = context.nodes.withLock { store in
            let root = object.root(store)
            return root < 0 ? nil : unsafe copyNode(root, &store, in: context)
        }
    }
}

@implementation @_cdecl("lamina_surface_set_displayed_together")
public func lamina_surface_set_displayed_together(_ surface: UnsafeMutablePointer<lamina_surface>?, _ together: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        engine.setDisplaysTogether(together, of: object)
    }
}

@implementation @_cdecl("lamina_surface_is_displayed_together")
public func lamina_surface_is_displayed_together(_ surface: UnsafeMutablePointer<lamina_surface>?) -> Bool {
    value(false) { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        return engine.displaysTogether(object)
    }
}

@implementation @_cdecl("lamina_surface_set_grouping_limit_us")
public func lamina_surface_set_grouping_limit_us(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ limit_us: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        engine.setGroupingLimit(limit_us, of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_grouping_limit_us")
public func lamina_surface_get_grouping_limit_us(_ surface: UnsafeMutablePointer<lamina_surface>?) -> UInt64 {
    value(0) { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        return engine.groupingLimit(of: object)
    }
}

@implementation @_cdecl("lamina_surface_set_background")
public func lamina_surface_set_background(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ color: lamina_color
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        engine.setBackground(try Check.color(color, "color"), of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_background")
public func lamina_surface_get_background(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_color {
    value(lamina_color()) { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        return lamina_color(engine.background(of: object))
    }
}

@implementation @_cdecl("lamina_surface_composite")
public func lamina_surface_composite(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ target: UnsafePointer<lamina_bitmap>?,
    _ out_damage: UnsafeMutablePointer<lamina_rect_px>?, _ capacity: Int, _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        let damage = try engine.composite(object, into: try unsafe pixelTarget(target, "target"))
        unsafe out_count?.pointee = damage.count
        guard let out = unsafe out_damage, capacity != 0 else { return }
        let room = capacity < 0 ? damage.count : min(capacity, damage.count)
        for (number, rectangle) in damage.prefix(room).enumerated() { unsafe out[number] = lamina_rect_px(rectangle) }
        if room < damage.count {
            // If there is no space for all, the last one covers the rest.
            unsafe out[room - 1] = lamina_rect_px(damage[(room - 1)...].reduce(.empty) { $0.union($1) })
            unsafe out_count?.pointee = room
        }
    }
}

@implementation @_cdecl("lamina_surface_set_composited_in_bands")
public func lamina_surface_set_composited_in_bands(_ surface: UnsafeMutablePointer<lamina_surface>?, _ in_bands: Bool)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        engine.setCompositesInBands(in_bands, of: object)
    }
}

@implementation @_cdecl("lamina_surface_is_composited_in_bands")
public func lamina_surface_is_composited_in_bands(_ surface: UnsafeMutablePointer<lamina_surface>?) -> Bool {
    value(false) { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        return engine.compositesInBands(object)
    }
}

@implementation @_cdecl("lamina_surface_set_debug_overlay")
public func lamina_surface_set_debug_overlay(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ overlay: lamina_debug_overlay
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        try engine.setDebugOverlay(DebugOverlay(rawValue: UInt32(truncatingIfNeeded: overlay.rawValue)), of: object)
    }
}

@implementation @_cdecl("lamina_surface_get_debug_overlay")
public func lamina_surface_get_debug_overlay(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_debug_overlay {
    value([]) { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        return lamina_debug_overlay(rawValue: numericCast(engine.debugOverlay(of: object).rawValue))
    }
}

@implementation @_cdecl("lamina_surface_has_damage")
public func lamina_surface_has_damage(_ surface: UnsafeMutablePointer<lamina_surface>?) -> Bool {
    value(false) { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        return engine.hasDamage(object)
    }
}

@implementation @_cdecl("lamina_surface_set_needs_composite")
public func lamina_surface_set_needs_composite(_ surface: UnsafeMutablePointer<lamina_surface>?) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, object) = try unsafe findSurface(surface)
        engine.setNeedsComposite(object)
    }
}

private func findSurface(
    _ surface: UnsafeMutablePointer<lamina_surface>?
) throws(LaminaError) -> (engine: Engine, object: Surface) {
    let (context, object) = try unsafe findObject(surface, .surface, "surface", as: Surface.self)
    return (try context.engine(context.generation), object)
}

extension lamina_rect_px {
    init(_ rect: PixelRect) {
        self.init(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
}
