public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode
import LaminaText
import LaminaLock

// Section "Text" of lamina.h.

@implementation @_cdecl("lamina_text_create")
public func lamina_text_create(
    _ context: UnsafeMutablePointer<lamina_context>?, _ utf8: UnsafePointer<CChar>?, _ length: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?,
    _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_text, "out_text")
        let handle = try unsafe ContextHandle(context)
        let bytes = try unsafe stringBytes(utf8, length, "utf8")
        let builder = try AttributedTextBuilder(utf8: bytes, attributes: try unsafe characterAttributes(attributes))
        unsafe out.pointee = try newHandle(
            builder.build(), .text, in: handle.context, generation: handle.generation
        ).pointer()
    }
}

@implementation @_cdecl("lamina_text_retain")
public func lamina_text_retain(_ text: UnsafeMutablePointer<lamina_text>?) -> UnsafeMutablePointer<lamina_text>! {
    unsafe retainObject(text, .text)
}

@implementation @_cdecl("lamina_text_release")
public func lamina_text_release(_ text: UnsafeMutablePointer<lamina_text>?) { unsafe releaseObject(text, .text) }

@implementation @_cdecl("lamina_text_get_length")
public func lamina_text_get_length(_ text: UnsafeMutablePointer<lamina_text>?) -> Int {
    value(0) { () throws(LaminaError) in
        try unsafe findObject(text, .text, "text", as: AttributedText.self).object.utf8.count
    }
}

@implementation @_cdecl("lamina_text_copy_string")
public func lamina_text_copy_string(
    _ text: UnsafeMutablePointer<lamina_text>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let found = try unsafe findObject(text, .text, "text", as: AttributedText.self).object
        return unsafe copyOut(found.utf8, buffer, capacity)
    }
}

@implementation @_cdecl("lamina_text_measure")
public func lamina_text_measure(
    _ text: UnsafeMutablePointer<lamina_text>?, _ options: UnsafePointer<lamina_text_options>?,
    _ maximum_width: Double, _ metrics: UnsafeMutablePointer<lamina_text_metrics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try unsafe findObject(text, .text, "text", as: AttributedText.self)
        let options = try unsafe textOptions(options)
        guard maximum_width >= 0 && (maximum_width <= Pixels.coordinateLimit || maximum_width == .infinity) else {
            throw LaminaError(
                .invalidArgument, "maximum_width is \(maximum_width); 0 to 10,000,000 or INFINITY is needed")
        }
        let parts = try context.parts(context.generation)
        let measured = parts.withWorker { $0.textEngine.measure(object, options, maximumWidth: maximum_width) }
        try unsafe writeStruct(
            lamina_text_metrics(
                struct_size: 0, size: lamina_size(width: measured.size.width, height: measured.size.height),
                first_baseline: measured.firstBaseline, last_baseline: measured.lastBaseline,
                line_count: measured.lineCount, is_truncated: measured.isTruncated), to: metrics, "metrics")
    }
}

// MARK: Builders

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

    /// `end` nil means the end of the text.
    func set(_ attributes: CharacterAttributes, begin: Int, end: Int?) throws(LaminaError) {
        try builder.withLock { (builder) throws(LaminaError) in
            let end = end ?? builder.count
            guard begin >= 0 && end >= begin else {
                throw LaminaError(
                    .outOfRange,
                    "the range from \(UInt(bitPattern: begin)) to \(UInt(bitPattern: end)) does not lie in 0 to \(builder.count)"
                )
            }
            try builder.set(attributes, bytes: begin..<end)
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
        let out = unsafe try Check.out(out_builder, "out_builder")
        let handle = try unsafe ContextHandle(context)
        let builder = TextBuilderObject(try unsafe characterAttributes(attributes))
        unsafe out.pointee = try newHandle(
            builder, .textBuilder, in: handle.context, generation: handle.generation
        ).pointer()
    }
}

@implementation @_cdecl("lamina_text_builder_retain")
public func lamina_text_builder_retain(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?
) -> UnsafeMutablePointer<lamina_text_builder>! { unsafe retainObject(builder, .textBuilder) }

@implementation @_cdecl("lamina_text_builder_release")
public func lamina_text_builder_release(_ builder: UnsafeMutablePointer<lamina_text_builder>?) {
    unsafe releaseObject(builder, .textBuilder)
}

@implementation @_cdecl("lamina_text_builder_append")
public func lamina_text_builder_append(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ utf8: UnsafePointer<CChar>?, _ length: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try unsafe findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        let own = unsafe attributes == nil ? nil : try characterAttributes(attributes)
        try object.append(try unsafe stringBytes(utf8, length, "utf8"), own)
    }
}

@implementation @_cdecl("lamina_text_builder_set_attributes")
public func lamina_text_builder_set_attributes(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?, _ begin: Int, _ end: Int,
    _ attributes: UnsafePointer<lamina_text_attributes>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let object = try unsafe findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self).object
        guard unsafe attributes != nil else {
            throw LaminaError(.invalidArgument, "attributes is NULL; a lamina_text_attributes is needed")
        }
        try object.set(try unsafe characterAttributes(attributes), begin: begin, end: end == -1 ? nil : end)
    }
}

@implementation @_cdecl("lamina_text_builder_copy_text")
public func lamina_text_builder_copy_text(
    _ builder: UnsafeMutablePointer<lamina_text_builder>?,
    _ out_text: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_text, "out_text")
        let (context, object) = try unsafe findObject(builder, .textBuilder, "builder", as: TextBuilderObject.self)
        unsafe out.pointee = try newHandle(object.build(), .text, in: context).pointer()
    }
}
