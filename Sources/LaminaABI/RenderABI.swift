public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

// Section "Render" of lamina.h.

@implementation @_cdecl("lamina_node_render")
public func lamina_node_render(
    _ root: UnsafeMutablePointer<lamina_node>?, _ scale: Double, _ background: lamina_color,
    _ target: UnsafePointer<lamina_bitmap>?, _ done: lamina_render_done_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let scale = try Check.scale(scale)
        let color = try Check.color(background, "background")
        let pixels = try unsafe pixelBuffer(target, "target")
        let size = Size(width: Double(pixels.width) / scale, height: Double(pixels.height) / scale)
        let context = try unsafe root.handle().context(.node, "root")
        let parts = try context.parts()
        try LayoutCallbacks.checkNoneRuns()
        func capture() throws(LaminaError) -> RenderSnapshot {
            try unsafe withNode(root) { (store, index, _) throws(LaminaError) in
                if store[index].surface >= 0 {
                    throw LaminaError(
                        .invalidState, "root is shown on a surface: composite that, or take the node off it first")
                }
                return try RenderSnapshot(of: index, in: &store, size: size, scale: scale)
            }
        }
        var snapshot = try capture()
        // Nodes that a spec maker names have to be children to be drawn.
        if snapshot.hasProvidedSpecs {
            try unsafe adoptProvided(below: root, size: size, scale: scale, in: context)
            snapshot = try capture()
        }
        try parts.post(
            RenderOperation(
                snapshot, target: pixels, scale: scale, background: color, parts: parts, done: unsafe tell(done, data)))
    }
}

@implementation @_cdecl("lamina_node_render_snapshot")
public func lamina_node_render_snapshot(
    _ node: UnsafeMutablePointer<lamina_node>?, _ scale: Double, _ background: lamina_color,
    _ target: UnsafePointer<lamina_bitmap>?, _ done: lamina_render_done_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ destroy: lamina_destroy_fn?
) -> lamina_status {
    let data = unsafe HostData(user_data, destroy: destroy)
    return status { () throws(LaminaError) in
        let scale = try Check.scale(scale)
        let color = try Check.color(background, "background")
        let pixels = try unsafe pixelBuffer(target, "target")
        let context = try unsafe node.handle().context(.node, "node")
        let parts = try context.parts()
        try LayoutCallbacks.checkNoneRuns()
        let snapshot = try unsafe withNode(node) { store, index, _ in
            RenderSnapshot(standing: index, in: &store, scale: scale)
        }
        try parts.post(
            RenderOperation(
                snapshot, target: pixels, scale: scale, background: color, parts: parts, done: unsafe tell(done, data)))
    }
}

/// What hands a picture's outcome to the host, on the owner thread.
private func tell(
    _ done: lamina_render_done_fn?, _ data: HostData
) -> @Sendable (LaminaError?) -> Void {
    { failure in
        let status = failure.map { LastError.set($0) } ?? .LAMINA_OK
        unsafe done?(status, data.pointer)
    }
}

/// Lays the tree out and applies that, on the calling thread.
private func adoptProvided(
    below root: UnsafeMutablePointer<lamina_node>?, size: Size, scale: Double, in context: Context
) throws(LaminaError) {
    let layout = try unsafe findLayout(of: root, range: SizeRange(exactly: size), scale: scale, in: context).layout
    try unsafe withNode(root) { store, index, discarded in
        store.applyByHand(layout, root: index, isOwnerThread: false, &discarded)
    }
}

@implementation @_cdecl("lamina_bitmap_write_png")
public func lamina_bitmap_write_png(
    _ bitmap: UnsafePointer<lamina_bitmap>?, _ path: UnsafePointer<CChar>?, _ length: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let path = try unsafe LaminaABI.path(path, length)
        try unsafe withPicture(bitmap, "bitmap") { (pixels) throws(LaminaError) in try PNG.write(pixels, to: path) }
    }
}

/// The host's pixels in the library's own format, checked as far as that is possible: that they are there is the host's word.
func pixelBuffer(_ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString) throws(LaminaError) -> PixelBuffer {
    let target = try unsafe pixelTarget(bitmap, argument)
    guard target.format == .argb32, let buffer = target.buffer else {
        throw LaminaError(
            .invalidArgument,
            "\(argument)->format is \(target.format.rawValue); only LAMINA_PIXEL_FORMAT_ARGB32 is taken here")
    }
    return buffer
}

/// As much of a lamina_bitmap as there always was.
private let bitmapBeginning = 32

/// The host's pixels in any format.
func pixelTarget(_ bitmap: UnsafePointer<lamina_bitmap>?, _ argument: StaticString) throws(LaminaError) -> PixelTarget {
    guard unsafe bitmap != nil else {
        throw LaminaError(.invalidArgument, "\(argument) is NULL; a lamina_bitmap is needed")
    }
    let given = try unsafe readStruct(bitmap, over: lamina_bitmap(), argument)
    guard unsafe given.struct_size >= bitmapBeginning else {
        throw unsafe LaminaError(
            .invalidArgument,
            "\(argument)->struct_size is \(given.struct_size); initialise the struct with LAMINA_BITMAP_INIT, which sets"
                + " \(MemoryLayout<lamina_bitmap>.size)")
    }
    let sides: ClosedRange<Int32> = 1...Int32(PixelBuffer.maximumSide)
    guard unsafe sides ~= given.width, unsafe sides ~= given.height else {
        throw unsafe LaminaError(
            .invalidArgument,
            "\(argument) is \(given.width) x \(given.height) pixels; each side must be 1 to \(PixelBuffer.maximumSide)")
    }
    guard let format = unsafe PixelFormat(rawValue: Int32(bitPattern: given.format.rawValue)) else {
        throw unsafe Check.unknown(given.format.rawValue, "format")
    }
    let (bytes, row) = unsafe (format.bytesPerPixel, Int(given.width) * format.bytesPerPixel)
    guard unsafe Int(given.stride) >= row, unsafe Int(given.stride) % bytes == 0 else {
        throw unsafe LaminaError(
            .invalidArgument,
            "\(argument)->stride is \(given.stride); a multiple of \(bytes) and at least \(row), the width in bytes, is needed"
        )
    }
    guard unsafe given.data != nil, unsafe Int(bitPattern: given.data) % bytes == 0 else {
        let what = unsafe given.data == nil ? "NULL" : "0x\(String(UInt(bitPattern: given.data), radix: 16))"
        throw LaminaError(
            .invalidArgument, "\(argument)->data is \(what); the address of pixels, a multiple of \(bytes), is needed")
    }
    return try unsafe PixelTarget(
        format, baseAddress: given.data, width: Int(given.width), height: Int(given.height),
        stride: Int(given.stride))
}
