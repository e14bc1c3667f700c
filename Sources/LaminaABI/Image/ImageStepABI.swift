public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_image_begin_modified")
public func lamina_image_begin_modified(
    _ image: UnsafeMutablePointer<lamina_image>?, _ steps: UnsafePointer<lamina_image_step>?, _ step_count: Int,
    _ priority: Int32, _ loaded: lamina_image_loaded_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?, _ out_image: UnsafeMutablePointer<UnsafeMutablePointer<lamina_image>?>?
) -> lamina_status {
    let kept = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let out = try HandleOutput(out_image, "out_image")
        let (context, source) = try findObject(image, .image, "image", as: SharedImage.self)
        let parts = try context.parts()
        if step_count == 0 { throw LaminaError(.invalidArgument, "step_count is 0; 1 to 64 are needed") }
        let steps = try imageSteps(steps, step_count, "steps", keeping: nil)
        if source.state != .loading { _ = try source.loaded("image") }
        let made = try parts.modifiedImage(source, steps)
        try handOutLoading(made, in: context, nil, hostCall(loaded, kept), kept, out) { (done) throws(LaminaError) in
            try parts.modify(source, steps, into: made, priority: priority, done: done)
        }
    }
}

/// Steps from one picture to another. `kept` lives as long as a step of the host's may be called.
@safe func imageSteps(
    _ pointer: UnsafePointer<lamina_image_step>?, _ count: Int, _ argument: StaticString, keeping kept: HostData?
) throws(LaminaError) -> [ImageStep] {
    if count == 0 { return [] }
    var steps: [ImageStep] = []
    var defaults = lamina_image_step()
    defaults.source = lamina_rect(Rect(x: 0, y: 0, width: 1, height: 1))
    try forEachStruct(pointer, count, limit: 64, over: defaults, argument) { (given) throws(LaminaError) in
        steps.append(try imageStep(given, keeping: kept))
    }
    return steps
}

@safe private func imageStep(
    _ given: lamina_image_step, keeping kept: HostData?
) throws(LaminaError) -> ImageStep {
    switch given.kind {
    case .LAMINA_IMAGE_STEP_KIND_CROP: return .picture(.crop(try shownPart(given.source, "source")))
    case .LAMINA_IMAGE_STEP_KIND_RESIZE:
        guard
            let room = try pictureRoom(given.width_px, given.height_px, given.fit, "width_px, height_px", "fit")
        else {
            throw LaminaError(.invalidArgument, "width_px, height_px are 0 x 0; both must be at least 1")
        }
        return .picture(.resize(room))
    case .LAMINA_IMAGE_STEP_KIND_ROUND:
        return .picture(
            .round(
                radius: try Check.length(given.radius, "radius"), border: try Check.length(given.border, "border"),
                color: try Check.color(given.color, "color")))
    case .LAMINA_IMAGE_STEP_KIND_TINT: return .picture(.tint(try Check.color(given.color, "color")))
    case .LAMINA_IMAGE_STEP_KIND_BLUR:
        return .picture(.blur(try Check.within(given.radius, 0...500, "radius")))
    case .LAMINA_IMAGE_STEP_KIND_CALL:
        return .host(try hostStep(given.modify, HostData(given.user_data, destroy: nil), keeping: kept, "modify"))
    default: throw Check.unknown(given.kind, "kind")
    }
}
