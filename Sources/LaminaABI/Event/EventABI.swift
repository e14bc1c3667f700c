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
    case .LAMINA_EVENT_KIND_WHEEL: kind = .wheel(delta: try point(given.delta, "event->delta"))
    case .LAMINA_EVENT_KIND_KEY_DOWN:
        guard let key = InputEvent.Key(rawValue: Int32(bitPattern: given.key.rawValue)) else {
            throw Check.unknown(given.key.rawValue, "event->key")
        }
        kind = .key(key)
    case let other: throw Check.unknown(other.rawValue, "event->kind")
    }
    return InputEvent(
        kind, time: given.time_us, position: try point(given.position, "event->position"), pointer: given.pointer)
}

private func point(_ point: lamina_point, _ argument: StaticString) throws(LaminaError) -> Point {
    Point(x: try Check.finite(point.x, argument, ".x"), y: try Check.finite(point.y, argument, ".y"))
}
