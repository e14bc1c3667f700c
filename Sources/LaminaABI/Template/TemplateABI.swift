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
        let out = unsafe try Check.out(out_template, "out_template")
        let handle = try unsafe ContextHandle.open(context)
        let template = try Template(json: try unsafe utf8Bytes(json, length, "json"))
        try unsafe handle.handOut(ContextTemplate(template, handle), .template, to: out)
    }
}

@implementation @_cdecl("lamina_template_retain")
public func lamina_template_retain(
    _ template_: UnsafeMutablePointer<lamina_template>?
) -> UnsafeMutablePointer<lamina_template>? {
    unsafe retainObject(template_, .template)
}

@implementation @_cdecl("lamina_template_release")
public func lamina_template_release(_ template_: UnsafeMutablePointer<lamina_template>?) {
    unsafe releaseObject(template_, .template)
}

@implementation @_cdecl("lamina_template_get_slot_count")
public func lamina_template_get_slot_count(_ template_: UnsafeMutablePointer<lamina_template>?) -> Int {
    value(0) { () throws(LaminaError) in try unsafe template(template_).template.slots.count }
}

@implementation @_cdecl("lamina_template_read_slot_name")
public func lamina_template_read_slot_name(
    _ template_: UnsafeMutablePointer<lamina_template>?, _ index: Int, _ buffer: UnsafeMutablePointer<CChar>?,
    _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let slots = try unsafe template(template_).template.slots
        guard slots.indices.contains(index) else {
            throw LaminaError(
                .outOfRange, "index is \(UInt(bitPattern: index)); the template has \(slots.count) slots")
        }
        return unsafe copyOut(Array(slots[index].utf8), buffer, capacity)
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

func template(_ pointer: UnsafeMutablePointer<lamina_template>?) throws(LaminaError) -> ContextTemplate {
    try unsafe findObject(pointer, .template, "template_", as: ContextTemplate.self).object
}

// MARK: Values from C

/// The maximum number of values in a row: more than a template has slots.
private let valueLimit = 20_000

/// The values of a row. Those of kind NONE have none.
func slotValues(
    _ pointer: UnsafePointer<lamina_slot_value>?, _ count: Int, _ parts: EngineParts, _ context: Context
) throws(LaminaError) -> [(name: String, value: TemplateValue?)] {
    var initial = unsafe lamina_slot_value()
    unsafe initial.text_length = -1
    var values: [(name: String, value: TemplateValue?)] = []
    try unsafe forEachStruct(pointer, count, limit: valueLimit, over: initial, "values") {
        (given) throws(LaminaError) in
        guard let name = try unsafe optionalString(given.slot, "slot") else {
            throw LaminaError(.invalidArgument, "slot is NULL or empty; the name of a slot is needed")
        }
        values.append((name, try unsafe slotValue(given, parts, context)))
    }
    return values
}

private func slotValue(
    _ given: lamina_slot_value, _ parts: EngineParts, _ context: Context
) throws(LaminaError) -> TemplateValue? {
    switch unsafe given.kind {
    case .LAMINA_VALUE_KIND_NONE: return nil
    case .LAMINA_VALUE_KIND_TEXT:
        return .text(String(decoding: try unsafe utf8Bytes(given.text, given.text_length, "text"), as: UTF8.self))
    case .LAMINA_VALUE_KIND_NUMBER:
        guard unsafe given.number.isFinite else {
            throw unsafe LaminaError(.invalidArgument, "number is \(given.number); a finite number is needed")
        }
        return unsafe .number(given.number)
    case .LAMINA_VALUE_KIND_COLOR: return .color(try unsafe Check.color(given.color, "color"))
    case .LAMINA_VALUE_KIND_BOOLEAN: return unsafe .bool(given.boolean)
    case .LAMINA_VALUE_KIND_IMAGE: return .image(try unsafe sharedImage(given.image, "image", in: context))
    case .LAMINA_VALUE_KIND_DRAWING: return .drawing(try unsafe recordedDrawing(given.drawing, in: context))
    case let other: throw Check.unknown(other.rawValue, "kind")
    }
}

/// The texts of a row's first slots.
func slotTexts(
    _ texts: UnsafePointer<UnsafePointer<CChar>?>?, _ count: Int, of template: Template
) throws(LaminaError) -> [String?] {
    guard 0...template.slots.count ~= count else {
        throw LaminaError(
            .invalidArgument,
            "text_count is \(UInt(bitPattern: count)); the template has \(template.slots.count) slots")
    }
    if count == 0 { return [] }
    guard let texts = unsafe texts else {
        throw LaminaError(.invalidArgument, "texts is NULL, but text_count is \(count)")
    }
    var strings: [String?] = []
    strings.reserveCapacity(count)
    for slot in 0..<count {
        let string = unsafe texts[slot].map { unsafe String(validatingCString: $0) }
        if case .some(nil) = string {
            throw LaminaError(.invalidArgument, "texts[\(slot)], of slot \"\(template.slots[slot])\", is not UTF-8")
        }
        strings.append(string ?? nil)
    }
    return strings
}

/// The rows of a table of consecutive NUL-terminated texts.
func textRows(
    _ texts: UnsafePointer<CChar>?, _ length: Int, _ rowCount: Int, of template: Template
) throws(LaminaError) -> [[String?]] {
    guard 0...100_000 ~= rowCount else {
        throw LaminaError(
            .invalidArgument, "row_count is \(UInt(bitPattern: rowCount)); 0 to 100,000 rows at once are possible")
    }
    let needed = rowCount * template.slots.count
    // Each text has a byte at least, its NUL.
    guard needed...max(needed, Int(Int32.max)) ~= length, needed > 0 || length == 0 else {
        throw LaminaError(
            .invalidArgument,
            "length is \(UInt(bitPattern: length)); \(needed) texts (\(rowCount) rows of \(template.slots.count) slots), each with its NUL, and less than 2 GiB are needed"
        )
    }
    var rows = [[String?]](repeating: [], count: rowCount)
    if needed == 0 { return rows }
    guard let texts = unsafe texts else {
        throw LaminaError(.invalidArgument, "texts is NULL, but length is \(length)")
    }
    guard unsafe texts[length - 1] == 0 else {
        throw LaminaError(.invalidArgument, "texts does not end with a NUL; length counts that, too")
    }
    var offset = 0
    for row in 0..<rowCount {
        rows[row].reserveCapacity(template.slots.count)
        for slot in template.slots {
            guard offset < length else {
                throw LaminaError(
                    .invalidArgument, "texts ends in row \(row) before slot \"\(slot)\": length is \(length)")
            }
            guard let string = unsafe String(validatingCString: texts + offset) else {
                throw LaminaError(.invalidArgument, "the text of slot \"\(slot)\" in row \(row) is not UTF-8")
            }
            rows[row].append(string)
            offset += string.utf8.count + 1
        }
    }
    guard offset == length else {
        throw LaminaError(
            .invalidArgument, "texts has \(length - offset) bytes after the \(needed) texts of \(rowCount) rows")
    }
    return rows
}
