public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

/// What a lamina_text_layout names.
final class TextLayoutObject: Sendable {
    let frame: TextFrame

    init(_ frame: TextFrame) { self.frame = frame }
}

/// A text in a frame, infinite where it decides itself.
func textLayout(
    _ text: AttributedText, _ options: TextLayoutOptions, _ size: Size, in context: Context, _ generation: UInt32
) throws(LaminaError) -> TextLayoutObject {
    let parts = try context.parts(generation)
    return parts.withWorker { worker in
        var size = size
        if !(size.width.isFinite && size.height.isFinite) {
            let wanted = worker.textEngine.fit(text, options, within: size).size
            if !size.width.isFinite { size.width = wanted.width }
            if !size.height.isFinite { size.height = wanted.height }
        }
        let frame = worker.textEngine.place(text, options, in: size)
        return TextLayoutObject(worker.textEngine.withCharacters(frame))
    }
}

@implementation @_cdecl("lamina_text_layout_create")
public func lamina_text_layout_create(
    _ text: UnsafeMutablePointer<lamina_text>?, _ options: UnsafePointer<lamina_text_options>?, _ size: lamina_size,
    _ out_layout: UnsafeMutablePointer<UnsafeMutablePointer<lamina_text_layout>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_layout, "out_layout")
        let (context, object) = try findObject(text, .text, "text", as: AttributedText.self)
        let options = try textOptions(options, in: context)
        let limit = Size(
            width: try Check.limit(size.width, "size.width"), height: try Check.limit(size.height, "size.height"))
        let made = try textLayout(object, options, limit, in: context, context.generation)
        out.write(try newHandle(made, .textLayout, in: context))
    }
}

@implementation @_cdecl("lamina_text_layout_retain")
public func lamina_text_layout_retain(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?
) -> UnsafeMutablePointer<lamina_text_layout>! { retainObject(layout, .textLayout) }

@implementation @_cdecl("lamina_text_layout_release")
public func lamina_text_layout_release(_ layout: UnsafeMutablePointer<lamina_text_layout>?) {
    releaseObject(layout, .textLayout)
}

@safe private func frame(_ layout: UnsafeMutablePointer<lamina_text_layout>?) throws(LaminaError) -> TextFrame {
    try findObject(layout, .textLayout, "layout", as: TextLayoutObject.self).object.frame
}

@implementation @_cdecl("lamina_text_layout_get_metrics")
public func lamina_text_layout_get_metrics(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ metrics: UnsafeMutablePointer<lamina_text_metrics>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try writeStruct(textMetrics(frame(layout)), to: metrics, "out_metrics")
    }
}

@implementation @_cdecl("lamina_text_layout_get_line")
public func lamina_text_layout_get_line(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ index: Int, _ line: UnsafeMutablePointer<lamina_text_line>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try frame(layout)
        guard frame.measured.lines.indices.contains(index) else {
            throw LaminaError(
                .outOfRange, "index is \(UInt(bitPattern: index)), but the layout has \(frame.measured.lineCount) lines"
            )
        }
        let found = frame.measured.lines[index]
        let rect = Rect(
            x: frame.lineStart(index), y: frame.origin.y + found.top, width: found.width,
            height: found.bottom - found.top)
        try writeStruct(
            lamina_text_line(
                struct_size: 0, rect: lamina_rect(rect), baseline: frame.origin.y + found.baseline,
                ascent: found.ascent,
                descent: found.descent, begin: found.bytes.lowerBound, end: found.bytes.upperBound,
                is_right_to_left: found.isRightToLeft, cap_height: found.capHeight, x_height: found.xHeight), to: line,
            "line")
    }
}

@implementation @_cdecl("lamina_text_layout_read_rects")
public func lamina_text_layout_read_rects(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ begin: Int, _ end: Int,
    _ out_rects: UnsafeMutablePointer<lamina_rect>?, _ capacity: Int, _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let count = try Output(out_count, "out_count")
        let frame = try frame(layout)
        let last = end == -1 ? frame.text.utf8.count : try textIndex(end, in: frame.text)
        let first = try textIndex(begin, in: frame.text)
        guard first <= last else {
            throw LaminaError(.outOfRange, "the range from \(first) to \(last) ends before it begins")
        }
        let found = frame.rects(of: first..<last)
        OutputBuffer(out_rects, capacity).write(found) { lamina_rect($0) }
        count.write(found.count)
    }
}

@implementation @_cdecl("lamina_text_layout_get_caret")
public func lamina_text_layout_get_caret(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ index: Int, _ caret: UnsafeMutablePointer<lamina_text_caret>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try frame(layout)
        let found = frame.caret(at: try textIndex(index, in: frame.text))
        try writeStruct(
            lamina_text_caret(
                struct_size: 0, strong: lamina_rect(found.strong), weak: lamina_rect(found.weak), line: found.line,
                is_right_to_left: found.isRightToLeft), to: caret, "caret")
    }
}

@implementation @_cdecl("lamina_text_layout_move_caret")
public func lamina_text_layout_move_caret(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ index: Int, _ movement: lamina_caret_movement
) -> Int {
    value(-1) { () throws(LaminaError) in
        let frame = try frame(layout)
        guard let movement = TextMovement(rawValue: Int32(bitPattern: movement.rawValue)) else {
            throw Check.unknown(movement, "movement")
        }
        return frame.move(try textIndex(index, in: frame.text), movement)
    }
}

@implementation @_cdecl("lamina_text_layout_hit_test")
public func lamina_text_layout_hit_test(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ point: lamina_point,
    _ hit: UnsafeMutablePointer<lamina_text_hit>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try frame(layout)
        let place = Point(x: try Check.finite(point.x, "point.x"), y: try Check.finite(point.y, "point.y"))
        let (found, link) = (frame.hit(place), frame.link(at: place))
        try writeStruct(
            lamina_text_hit(
                struct_size: 0, part: lamina_text_part(rawValue: UInt32(found.part.rawValue)) ?? .LAMINA_TEXT_PART_TEXT,
                begin: found.character.lowerBound, end: found.character.upperBound, is_trailing: found.isTrailing,
                is_inside: found.isInside, link: link?.link ?? 0, link_begin: link?.bytes.lowerBound ?? 0,
                link_end: link?.bytes.upperBound ?? 0), to: hit, "hit")
    }
}

@implementation @_cdecl("lamina_text_layout_get_attachment")
public func lamina_text_layout_get_attachment(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ index: Int, _ out_rect: UnsafeMutablePointer<lamina_rect>?,
    _ out_byte: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try frame(layout)
        let all = frame.measured.attachments
        guard all.indices.contains(index) else {
            throw LaminaError(
                .outOfRange, "index is \(UInt(bitPattern: index)), but the layout shows \(all.count) attachments")
        }
        let found = all[index]
        let baseline = frame.origin.y + frame.measured.lines[found.line].baseline
        let rect = Rect(
            x: frame.lineStart(found.line) + found.x, y: baseline + found.y, width: found.width, height: found.height)
        Output(optional: out_rect)?.write(lamina_rect(rect))
        Output(optional: out_byte)?.write(found.byte)
    }
}

@implementation @_cdecl("lamina_text_layout_draw")
public func lamina_text_layout_draw(
    _ layout: UnsafeMutablePointer<lamina_text_layout>?, _ origin: lamina_point, _ color: lamina_color,
    _ scale: Double, _ target: UnsafePointer<lamina_bitmap>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(layout, .textLayout, "layout", as: TextLayoutObject.self)
        let place = Point(x: try Check.finite(origin.x, "origin.x"), y: try Check.finite(origin.y, "origin.y"))
        let color = try Check.color(color, "color")
        let scale = try Check.scale(scale)
        let pixels = try pixelBuffer(target, "target")
        let parts = try context.parts()
        parts.withWorker { worker in
            worker.painter.draw(
                object.frame, at: place, color: color, scale: scale, clip: pixels.bounds, on: pixels)
        }
    }
}
