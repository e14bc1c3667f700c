public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_render")
public func lamina_node_render(
    _ root: UnsafeMutablePointer<lamina_node>?, _ scale: Double, _ background: lamina_color,
    _ target: UnsafePointer<lamina_bitmap>?, _ done: lamina_node_render_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?, _ out_call: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let request = try RenderRequest(of: root, "root", scale, background, target)
        let size = Size(
            width: Double(request.target.width) / scale, height: Double(request.target.height) / scale)
        let candidates = request.parts.picturesLacking
        func capture() throws(LaminaError) -> (RenderSnapshot, AwaitedPictures?) {
            try withNode(root) { (store, index, _) throws(LaminaError) in
                if store[index].surface >= 0 {
                    throw LaminaError(
                        .invalidState, "root is on a surface: composite that, or remove the node from it first")
                }
                let snapshot = try RenderSnapshot(of: index, in: &store, size: size, scale: scale)
                return (
                    snapshot, AwaitedPictures(snapshot, below: index, in: store, of: candidates, request.parts)
                )
            }
        }
        var (snapshot, awaited) = try capture()
        // Nodes from a layout spec callback must be children to be drawn.
        if snapshot.hasProvidedSpecs {
            try adoptProvided(below: root, size: size, scale: scale, in: request.context)
            (snapshot, awaited) = try capture()
        }
        let number = try request.start(snapshot, awaited, tell(done, data))
        Output(optional: out_call)?.write(number)
    }
}

@implementation @_cdecl("lamina_node_render_snapshot")
public func lamina_node_render_snapshot(
    _ node: UnsafeMutablePointer<lamina_node>?, _ scale: Double, _ background: lamina_color,
    _ target: UnsafePointer<lamina_bitmap>?, _ done: lamina_node_render_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?, _ out_call: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    let data = HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let request = try RenderRequest(of: node, "node", scale, background, target)
        let snapshot = try withNode(node) { store, index, _ in
            RenderSnapshot(standing: index, in: &store, scale: scale)
        }
        let number = try request.start(snapshot, nil, tell(done, data))
        Output(optional: out_call)?.write(number)
    }
}

/// The arguments common to both ways of rendering.
private struct RenderRequest {
    let scale: Double
    let background: Color
    let target: PixelBuffer
    let context: Context
    let parts: EngineParts

    @safe init(
        of node: UnsafeMutablePointer<lamina_node>?, _ argument: StaticString, _ scale: Double,
        _ background: lamina_color, _ target: UnsafePointer<lamina_bitmap>?
    ) throws(LaminaError) {
        self.scale = try Check.scale(scale)
        self.background = try Check.color(background, "background")
        self.target = try pixelBuffer(target, "target")
        context = try node.handle().context(.node, argument)
        parts = try context.parts()
        try LayoutCallbacks.checkNoneRuns()
    }

    /// Returns the number by which the picture can be cancelled.
    func start(
        _ snapshot: RenderSnapshot, _ awaited: AwaitedPictures?, _ done: @escaping @Sendable (LaminaError?) -> Void
    ) throws(LaminaError) -> UInt64 {
        try parts.run(
            RenderOperation(
                snapshot, awaited, target: target, scale: scale, background: background, parts: parts, done: done),
            after: awaited?.load)
    }
}

/// What hands a picture's outcome to the host, on the owner thread.
@safe private func tell(
    _ done: lamina_node_render_fn?, _ data: HostData
) -> @Sendable (LaminaError?) -> Void {
    let done = hostCall(done, data)
    return { failure in
        let status = failure.map { LastError.set($0) } ?? .LAMINA_OK
        // Without a function, the data goes when the picture is done.
        withExtendedLifetime(data) { done?(status) }
    }
}

/// Lays the tree out and applies that, on the calling thread.
@safe private func adoptProvided(
    below root: UnsafeMutablePointer<lamina_node>?, size: Size, scale: Double, in context: Context
) throws(LaminaError) {
    let layout = try findLayout(of: root, range: SizeRange(exactly: size), scale: scale, in: context).layout
    try withNode(root) { store, index, discarded in
        store.applyByHand(layout, root: index, isOwnerThread: false, &discarded)
    }
}
