public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText

@implementation @_cdecl("lamina_text_create")
public func lamina_text_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ utf8: UnsafePointer<CChar>?, _ length: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?,
    _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_text, "out_text")
        let handle = try ContextHandle(context)
        try handle.handOut(plainText(utf8, length, attributes), .text, to: out)
    }
}

/// A text with the same attributes throughout.
@safe func plainText(
    _ utf8: UnsafePointer<CChar>?, _ length: Int, _ attributes: UnsafePointer<lamina_text_attributes>?
) throws(LaminaError) -> AttributedText {
    let bytes = try stringBytes(utf8, length, "utf8")
    return try AttributedTextBuilder(utf8: bytes, attributes: characterAttributes(attributes)).build()
}

@implementation @_cdecl("lamina_text_create_markup")
public func lamina_text_create_markup(
    _ context: UnsafeMutablePointer<lamina_context>?, _ markup: UnsafePointer<CChar>?, _ length: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?,
    _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_text, "out_text")
        let handle = try ContextHandle(context)
        var builder = AttributedTextBuilder(attributes: try characterAttributes(attributes))
        try builder.append(markup: try stringBytes(markup, length, "markup"))
        try handle.handOut(builder.build(), .text, to: out)
    }
}

@implementation @_cdecl("lamina_text_create_replaced")
public func lamina_text_create_replaced(
    _ text: UnsafeMutablePointer<lamina_text>?, _ begin: Int, _ end: Int, _ utf8: UnsafePointer<CChar>?,
    _ length: Int, _ attributes: UnsafePointer<lamina_text_attributes>?,
    _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_text, "out_text")
        let (context, found) = try findObject(text, .text, "text", as: AttributedText.self)
        let end = end == -1 ? found.utf8.count : end
        guard begin >= 0 && end >= begin else {
            throw LaminaError(
                .outOfRange,
                "the range from \(UInt(bitPattern: begin)) to \(UInt(bitPattern: end)) is not within 0 to \(found.utf8.count)"
            )
        }
        let look = isNull(attributes) ? nil : try characterAttributes(attributes)
        let made = try found.replacing(begin..<end, with: stringBytes(utf8, length, "utf8"), attributes: look)
        out.write(try newHandle(made, .text, in: context))
    }
}

@implementation @_cdecl("lamina_text_retain")
public func lamina_text_retain(_ text: UnsafeMutablePointer<lamina_text>?) -> UnsafeMutablePointer<lamina_text>! {
    retainObject(text, .text)
}

@implementation @_cdecl("lamina_text_release")
public func lamina_text_release(_ text: UnsafeMutablePointer<lamina_text>?) { releaseObject(text, .text) }

@implementation @_cdecl("lamina_text_get_length")
public func lamina_text_get_length(_ text: UnsafeMutablePointer<lamina_text>?) -> Int {
    value(0) { () throws(LaminaError) in
        try findObject(text, .text, "text", as: AttributedText.self).object.utf8.count
    }
}

@implementation @_cdecl("lamina_text_read_string")
public func lamina_text_read_string(
    _ text: UnsafeMutablePointer<lamina_text>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let found = try findObject(text, .text, "text", as: AttributedText.self).object
        return OutputBuffer(out_buffer, capacity).write(found.utf8)
    }
}

@implementation @_cdecl("lamina_text_is_equal")
public func lamina_text_is_equal(
    _ text: UnsafeMutablePointer<lamina_text>?, _ other: UnsafeMutablePointer<lamina_text>?
) -> Bool {
    value(false) { () throws(LaminaError) in
        let first = try findObject(text, .text, "text", as: AttributedText.self).object
        return try first == findObject(other, .text, "other", as: AttributedText.self).object
    }
}

@implementation @_cdecl("lamina_text_get_hash")
public func lamina_text_get_hash(_ text: UnsafeMutablePointer<lamina_text>?) -> UInt64 {
    value(0) { () throws(LaminaError) in
        let found = try findObject(text, .text, "text", as: AttributedText.self).object
        return UInt64(truncatingIfNeeded: found.hashValue)
    }
}

@implementation @_cdecl("lamina_text_get_link")
public func lamina_text_get_link(
    _ text: UnsafeMutablePointer<lamina_text>?, _ from: Int, _ out_link: UnsafeMutablePointer<lamina_text_link>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let text = try findObject(text, .text, "text", as: AttributedText.self).object
        guard from >= 0, let found = text.link(from: from) else {
            throw LaminaError(.outOfRange, "from is \(UInt(bitPattern: from)); there is no link at or after that byte")
        }
        try writeStruct(
            lamina_text_link(
                struct_size: 0, link: found.link, begin: found.bytes.lowerBound, end: found.bytes.upperBound),
            to: out_link, "out_link")
    }
}

@implementation @_cdecl("lamina_text_convert_position")
public func lamina_text_convert_position(
    _ text: UnsafeMutablePointer<lamina_text>?, _ from: lamina_text_unit, _ position: Int, _ to: lamina_text_unit
) -> Int {
    value(-1) { () throws(LaminaError) in
        let found = try findObject(text, .text, "text", as: AttributedText.self).object
        let (from, to) = (try textUnit(from, "from"), try textUnit(to, "to"))
        guard let result = found.position(position, in: from, as: to) else {
            throw LaminaError(
                .outOfRange,
                "position is \(UInt(bitPattern: position)); the text ends at \(found.position(found.utf8.count, in: .byte, as: from) ?? 0)"
            )
        }
        return result
    }
}

@implementation @_cdecl("lamina_text_get_boundary")
public func lamina_text_get_boundary(
    _ text: UnsafeMutablePointer<lamina_text>?, _ index: Int, _ unit: lamina_text_unit, _ forward: Bool
) -> Int {
    value(-1) { () throws(LaminaError) in
        let found = try findObject(text, .text, "text", as: AttributedText.self).object
        return found.boundary(from: try textIndex(index, in: found), try textUnit(unit, "unit"), forward: forward)
    }
}

@implementation @_cdecl("lamina_text_measure")
public func lamina_text_measure(
    _ text: UnsafeMutablePointer<lamina_text>?, _ options: UnsafePointer<lamina_text_options>?,
    _ max_width: Double, _ metrics: UnsafeMutablePointer<lamina_text_metrics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (object, parts) = try findObjectAndParts(text, .text, "text", as: AttributedText.self)
        let options = try textOptions(options, in: text.handle().context(.text, "text"))
        let width = try Check.limit(max_width, "max_width")
        if let known = TextEngine.known(object, options, maximumWidth: width, fonts: parts.fonts) {
            return try writeStruct(textMetrics(known), to: metrics, "out_metrics")
        }
        let frame = parts.withWorker {
            $0.textEngine.fit(object, options, within: Size(width: width, height: .infinity))
        }
        try writeStruct(textMetrics(frame), to: metrics, "out_metrics")
    }
}

@implementation @_cdecl("lamina_text_get_content_widths")
public func lamina_text_get_content_widths(
    _ text: UnsafeMutablePointer<lamina_text>?, _ options: UnsafePointer<lamina_text_options>?,
    _ out_minimum: UnsafeMutablePointer<Double>?, _ out_maximum: UnsafeMutablePointer<Double>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(text, .text, "text", as: AttributedText.self)
        let options = try textOptions(options, in: context)
        let parts = try context.parts()
        let widths = parts.withWorker { $0.textEngine.contentWidths(object, options) }
        Output(optional: out_minimum)?.write(widths.minimum)
        Output(optional: out_maximum)?.write(widths.maximum)
    }
}
