public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaScroll

@implementation @_cdecl("lamina_surface_process_event")
public func lamina_surface_process_event(
    _ surface: UnsafeMutablePointer<lamina_surface>?, _ event: UnsafePointer<lamina_event>?,
    _ out_use: UnsafeMutablePointer<lamina_event_use>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(surface, .surface, "surface", as: Surface.self)
        let engine = try context.engine(context.generation)
        let isUsed = Scrolling.of(engine).handle(try inputEvent(event), on: object, in: engine)
        Output(optional: out_use)?.write(isUsed ? .LAMINA_EVENT_USE_USED : .LAMINA_EVENT_USE_NONE)
    }
}

@safe private func inputEvent(_ pointer: UnsafePointer<lamina_event>?) throws(LaminaError) -> InputEvent {
    if isNull(pointer) { throw LaminaError(.invalidArgument, "event is NULL; an event is needed") }
    let given = try readStruct(pointer, over: lamina_event(), "event")
    let kind: InputEvent.Kind
    switch given.kind {
    case .LAMINA_EVENT_KIND_POINTER_DOWN: kind = .pointerDown
    case .LAMINA_EVENT_KIND_POINTER_MOVE: kind = .pointerMove
    case .LAMINA_EVENT_KIND_POINTER_UP: kind = .pointerUp
    case .LAMINA_EVENT_KIND_POINTER_CANCEL: kind = .pointerCancel
    case .LAMINA_EVENT_KIND_WHEEL:
        // With control held it makes things larger, where a host has that.
        let isZoom = given.modifiers.contains(.LAMINA_EVENT_MODIFIERS_CONTROL)
        kind = isZoom ? .other : .wheel(delta: try wheelDelta(given))
    case .LAMINA_EVENT_KIND_KEY_DOWN:
        guard let key = InputEvent.Key(rawValue: Int32(bitPattern: given.key.rawValue)) else {
            throw Check.unknown(given.key, "event->key")
        }
        kind = .key(key)
    case let other: throw Check.unknown(other, "event->kind")
    }
    var read = InputEvent(
        kind, time: given.time_us, position: try point(given.position, "event->position"), pointer: given.pointer)
    read.hasControl = given.modifiers.contains(.LAMINA_EVENT_MODIFIERS_CONTROL)
    read.hasShift = given.modifiers.contains(.LAMINA_EVENT_MODIFIERS_SHIFT)
    if given.modifiers.rawValue & ~7 != 0 {
        throw LaminaError(.invalidArgument, "event->modifiers is \(given.modifiers.rawValue), which has unknown flags")
    }
    return read
}

/// In logical units.
private func wheelDelta(_ event: lamina_event) throws(LaminaError) -> Point {
    let delta = try point(event.delta, "event->delta")
    let unit: Double
    switch event.wheel_unit {
    case .LAMINA_WHEEL_UNIT_LOGICAL: unit = 1
    case .LAMINA_WHEEL_UNIT_LINE: unit = InputEvent.line
    case .LAMINA_WHEEL_UNIT_NOTCH: unit = InputEvent.line * InputEvent.linesOfNotch
    default: throw Check.unknown(event.wheel_unit, "event->wheel_unit")
    }
    return Point(x: delta.x * unit, y: delta.y * unit)
}

private func point(_ point: lamina_point, _ argument: StaticString) throws(LaminaError) -> Point {
    Point(x: try Check.finite(point.x, argument, ".x"), y: try Check.finite(point.y, argument, ".y"))
}
