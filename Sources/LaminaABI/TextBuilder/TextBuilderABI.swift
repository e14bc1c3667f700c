public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaNode
import LaminaText

/// What a lamina_text_builder names.
final class TextBuilderObject: Sendable {
    private let builder: Locked<AttributedTextBuilder>

    init(_ attributes: CharacterAttributes) {
        builder = Locked(.leaf, AttributedTextBuilder(attributes: attributes))
    }

    func append(_ bytes: [UInt8], _ attributes: CharacterAttributes?) throws(LaminaError) {
        try builder.withLock { (builder) throws(LaminaError) in try builder.append(utf8: bytes, attributes: attributes)
        }
    }

    func change(_ body: (inout AttributedTextBuilder) throws(LaminaError) -> Void) throws(LaminaError) {
        try builder.withLock(body)
    }

    var count: Int { builder.withLock { $0.count } }

    /// Works on a range; -1 (SIZE_MAX) as `end` means the end of the text.
    func change(
        _ begin: Int, _ end: Int, _ body: (inout AttributedTextBuilder, Range<Int>) throws(LaminaError) -> Void
    ) throws(LaminaError) {
        try builder.withLock { (builder) throws(LaminaError) in
            let end = end == -1 ? builder.count : end
            guard begin >= 0 && end >= begin else {
                throw LaminaError(
                    .outOfRange,
                    "the range from \(UInt(bitPattern: begin)) to \(UInt(bitPattern: end)) is not within 0 to \(builder.count)"
                )
            }
            try body(&builder, begin..<end)
        }
    }

    func append(_ attachment: TextAttachment, _ look: CharacterAttributes) {
        builder.withLock { $0.append(attachment, attributes: look) }
    }

    func appendChild(rise: Double, _ look: CharacterAttributes) {
        builder.withLock { $0.appendChild(rise: rise, attributes: look) }
    }

    func append(
        _ bytes: [UInt8], _ direction: TextDirection, _ look: CharacterAttributes?
    ) throws(LaminaError) {
        try builder.withLock { (builder) throws(LaminaError) in
            try builder.append(utf8: bytes, running: direction, attributes: look)
        }
    }

    func build() -> AttributedText { builder.withLock { $0.build() } }
}

@implementation @_cdecl("lamina_text_builder_create")
public func lamina_text_builder_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ attributes: UnsafePointer<lamina_text_attributes>?,
    _ out_builder: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text_builder>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_builder, "out_builder")
        let handle = try ContextHandle(context)
        let builder = TextBuilderObject(try characterAttributes(attributes))
        try handle.handOut(builder, .textBuilder, to: out)
    }
}

@implementation @_cdecl("lamina_text_builder_retain")
public func lamina_text_builder_retain(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?
) -> UnsafeMutablePointer<lamina_text_builder>! { retainObject(builder, .textBuilder) }

@implementation @_cdecl("lamina_text_builder_release")
public func lamina_text_builder_release(_ builder: UnsafeMutablePointer<lamina_text_builder>?) {
    releaseObject(builder, .textBuilder)
}

@implementation @_cdecl("lamina_text_builder_append")
public func lamina_text_builder_append(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ utf8: UnsafePointer<CChar>?, _ length: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        let own = isNull(attributes) ? nil : try characterAttributes(attributes)
        try object.append(try stringBytes(utf8, length, "utf8"), own)
    }
}

@implementation @_cdecl("lamina_text_builder_get_length")
public func lamina_text_builder_get_length(_ builder: UnsafeMutablePointer<lamina_text_builder>?) -> Int {
    value(0) { () throws(LaminaError) in
        try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object.count
    }
}

@implementation @_cdecl("lamina_text_builder_append_markup")
public func lamina_text_builder_append_markup(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ markup: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        let bytes = try stringBytes(markup, length, "markup")
        try object.change { (builder) throws(LaminaError) in try builder.append(markup: bytes) }
    }
}

@implementation @_cdecl("lamina_text_builder_append_attachment")
public func lamina_text_builder_append_attachment(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ size: lamina_size, _ rise: Double,
    _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        let look = try characterAttributes(attributes)
        let attachment = TextAttachment(
            width: try Check.within(size.width, 0...10_000, "size.width"),
            height: try Check.within(size.height, 0...10_000, "size.height"),
            rise: try Check.within(rise, -10_000...10_000, "rise"))
        object.append(attachment, look)
    }
}

@implementation @_cdecl("lamina_text_builder_append_child")
public func lamina_text_builder_append_child(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ rise: Double,
    _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        let look = try characterAttributes(attributes)
        object.appendChild(rise: try Check.within(rise, -10_000...10_000, "rise"), look)
    }
}

@implementation @_cdecl("lamina_text_builder_append_directed")
public func lamina_text_builder_append_directed(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ utf8: UnsafePointer<CChar>?, _ length: Int,
    _ direction: lamina_text_direction, _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        let own = isNull(attributes) ? nil : try characterAttributes(attributes)
        let bytes = try stringBytes(utf8, length, "utf8")
        try object.append(bytes, try textDirection(direction, "direction"), own)
    }
}

@implementation @_cdecl("lamina_text_builder_set_attributes")
public func lamina_text_builder_set_attributes(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ begin: Int, _ end: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        guard !isNull(attributes) else {
            throw LaminaError(.invalidArgument, "attributes is NULL; a lamina_text_attributes is needed")
        }
        let look = try characterAttributes(attributes)
        try object.change(begin, end) { (builder, bytes) throws(LaminaError) in try builder.set(look, bytes: bytes) }
    }
}

@implementation @_cdecl("lamina_text_builder_set_paragraph")
public func lamina_text_builder_set_paragraph(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ begin: Int, _ end: Int,
    _ paragraph: UnsafePointer<lamina_text_paragraph>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        guard !isNull(paragraph) else {
            throw LaminaError(.invalidArgument, "paragraph is NULL; a lamina_text_paragraph is needed")
        }
        let style = try paragraphStyle(paragraph, "paragraph")
        try object.change(begin, end) { (builder, bytes) throws(LaminaError) in try builder.set(style, bytes: bytes) }
    }
}

@implementation @_cdecl("lamina_text_builder_copy_text")
public func lamina_text_builder_copy_text(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?,
    _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_text, "out_text")
        let (context, object) = try findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self)
        out.write(try newHandle(object.build(), .text, in: context))
    }
}
