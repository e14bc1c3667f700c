public import CLamina
import Glibc
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaTemplate
import LaminaText

@implementation @_cdecl("lamina_template_create")
public func lamina_template_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ json: UnsafePointer<CChar>?, _ length: Int,
    _ out_template: UnsafeMutablePointer<UnsafeMutablePointer<lamina_template>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_template, "out_template")
        let handle = try ContextHandle.open(context)
        let limits = try handle.context.parts(handle.generation).limits
        let template = try Template(json: try utf8Bytes(json, length, "json"), limits: limits)
        try handle.handOut(ContextTemplate(template, handle), .template, to: out)
    }
}

@implementation @_cdecl("lamina_template_retain")
public func lamina_template_retain(
    _ template_: UnsafeMutablePointer<lamina_template>?
) -> UnsafeMutablePointer<lamina_template>? {
    retainObject(template_, .template)
}

@implementation @_cdecl("lamina_template_release")
public func lamina_template_release(_ template_: UnsafeMutablePointer<lamina_template>?) {
    releaseObject(template_, .template)
}

@implementation @_cdecl("lamina_template_get_slot_count")
public func lamina_template_get_slot_count(_ template_: UnsafeMutablePointer<lamina_template>?) -> Int {
    value(0) { () throws(LaminaError) in try template(template_).template.slots.count }
}

@implementation @_cdecl("lamina_template_read_slot_name")
public func lamina_template_read_slot_name(
    _ template_: UnsafeMutablePointer<lamina_template>?, _ index: Int, _ out_buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let slots = try template(template_).template.slots
        guard slots.indices.contains(index) else {
            throw LaminaError(
                .outOfRange, "index is \(UInt(bitPattern: index)); the template has \(slots.count) slots")
        }
        return OutputBuffer(out_buffer, capacity).write(Array(slots[index].utf8))
    }
}

/// A template with the context of its handle.
final class ContextTemplate: Sendable {
    let template: Template
    let context: Context
    let generation: UInt32

    init(_ template: Template, _ handle: ContextHandle) {
        self.template = template
        context = handle.context
        generation = handle.generation
    }
}

@safe func template(_ pointer: UnsafeMutablePointer<lamina_template>?) throws(LaminaError) -> ContextTemplate {
    try findObject(pointer, .template, "template_", as: ContextTemplate.self).object
}

// MARK: Values from C

/// The maximum number of values in a row: more than a template has slots.
private let valueLimit = 20_000

/// The values of a row. Those of kind NONE have none. `inAnyState`: of images also those that are loading or failed.
@safe func slotValues(
    _ pointer: UnsafePointer<lamina_slot_value>?, _ count: Int, _ parts: EngineParts, _ context: Context,
    inAnyState: Bool = false
) throws(LaminaError) -> [(name: String, value: TemplateValue?)] {
    var initial = lamina_slot_value()
    initial.text_length = -1
    var values: [(name: String, value: TemplateValue?)] = []
    try forEachStruct(pointer, count, limit: valueLimit, over: initial, "values") {
        (given) throws(LaminaError) in
        guard let name = try optionalString(given.slot, "slot") else {
            throw LaminaError(.invalidArgument, "slot is NULL or empty; the name of a slot is needed")
        }
        values.append((name, try slotValue(given, name, parts, context, inAnyState)))
    }
    return values
}

@safe private func slotValue(
    _ given: lamina_slot_value, _ slot: String, _ parts: EngineParts, _ context: Context, _ inAnyState: Bool
) throws(LaminaError) -> TemplateValue? {
    switch given.kind {
    case .LAMINA_VALUE_KIND_NONE: return nil
    case .LAMINA_VALUE_KIND_TEXT:
        if isNull(given.text) {
            throw LaminaError(
                .invalidArgument,
                "text is NULL, of the slot \"\(slot.prefix(60))\"; a text is needed, or the kind NONE for the default")
        }
        return .text(String(decoding: try utf8Bytes(given.text, given.text_length, "text"), as: UTF8.self))
    case .LAMINA_VALUE_KIND_NUMBER:
        guard given.number.isFinite else {
            throw LaminaError(.invalidArgument, "number is \(given.number); a finite number is needed")
        }
        return .number(given.number)
    case .LAMINA_VALUE_KIND_COLOR: return .color(try Check.color(given.color, "color"))
    case .LAMINA_VALUE_KIND_BOOLEAN: return .bool(given.boolean)
    case .LAMINA_VALUE_KIND_IMAGE:
        return .image(try sharedImage(given.image, "image", in: context, inAnyState: inAnyState))
    case .LAMINA_VALUE_KIND_DRAWING: return .drawing(try recordedDrawing(given.drawing, in: context))
    case let other: throw Check.unknown(other, "kind")
    }
}
