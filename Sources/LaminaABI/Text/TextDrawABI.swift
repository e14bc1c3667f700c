public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode
import LaminaText

@implementation @_cdecl("lamina_text_draw")
public func lamina_text_draw(
    _ text: UnsafeMutablePointer<lamina_text>?, _ options: UnsafePointer<lamina_text_options>?, _ frame: lamina_rect,
    _ color: lamina_color, _ scale: Double, _ target: UnsafePointer<lamina_bitmap>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(text, .text, "text", as: AttributedText.self)
        let options = try textOptions(options, in: context)
        let rect = try Check.rect(frame, "frame")
        let color = try Check.color(color, "color")
        let scale = try Check.scale(scale)
        let pixels = try pixelBuffer(target, "target")
        let parts = try context.parts()
        parts.withWorker { worker in
            worker.painter.draw(
                worker.textEngine.place(object, options, in: rect.size), at: rect.origin, color: color, scale: scale,
                clip: pixels.bounds, on: pixels)
        }
    }
}

@implementation @_cdecl("lamina_text_draw_cairo")
public func lamina_text_draw_cairo(
    _ text: UnsafeMutablePointer<lamina_text>?, _ options: UnsafePointer<lamina_text_options>?, _ frame: lamina_rect,
    _ color: lamina_color, _ cairo: OpaquePointer?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (context, object) = try findObject(text, .text, "text", as: AttributedText.self)
        let options = try textOptions(options, in: context)
        let rect = try Check.rect(frame, "frame")
        let color = try Check.color(color, "color")
        guard let cairo = unsafe cairo else {
            throw LaminaError(.invalidArgument, "cairo is NULL; a drawing context of cairo is needed")
        }
        let parts = try context.parts()
        let failure = parts.withWorker { worker -> LaminaError? in
            let frame = worker.textEngine.place(object, options, in: rect.size)
            do throws(LaminaError) {
                try unsafe worker.painter.draw(frame, at: rect.origin, color: color, cairo: cairo)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }
}
