public import CLamina
import Glibc
import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaNode

// Section "Layout" of lamina.h: what an arranger may use while it runs.

/// What a lamina_layout_pass names while the callback runs.
// Unchecked: only the thread that runs the callback gets at the arranger.
final class ArrangementObject: @unchecked Sendable {
    private let arranger: any ChildArranging
    private let thread = pthread_self()

    init(_ arranger: any ChildArranging) { self.arranger = arranger }

    func use() throws(LaminaError) -> any ChildArranging {
        if thread == pthread_self() { return arranger }
        throw LaminaError(.wrongThread, "arrangement belongs to the thread on which the callback runs")
    }
}

@implementation @_cdecl("lamina_layout_pass_get_child_count")
public func lamina_layout_pass_get_child_count(_ arrangement: UnsafeMutablePointer<lamina_layout_pass>?) -> Int {
    value(0) { () throws(LaminaError) in try unsafe findArranger(arrangement).arranger.children.count }
}

@implementation @_cdecl("lamina_layout_pass_copy_child")
public func lamina_layout_pass_copy_child(
    _ arrangement: UnsafeMutablePointer<lamina_layout_pass>?, _ index: Int,
    _ out_child: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_child, "out_child")
        let (context, arranger) = try unsafe findArranger(arrangement)
        guard index >= 0 && index < arranger.children.count else {
            throw LaminaError(
                .outOfRange,
                "index is \(UInt(bitPattern: index)); the arrangement has \(arranger.children.count) children")
        }
        unsafe out.pointee = try unsafe copyNode(arranger.children[index], "the child", in: context)
    }
}

@implementation @_cdecl("lamina_layout_pass_measure_child")
public func lamina_layout_pass_measure_child(
    _ arrangement: UnsafeMutablePointer<lamina_layout_pass>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ range: lamina_size_range, _ out_size: UnsafeMutablePointer<lamina_size>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_size, "out_size")
        let range = try Check.range(range, "range")
        let (context, arranger) = try unsafe findArranger(arrangement)
        let size = try arranger.measure(try unsafe childID(child, in: context), range: range)
        unsafe out.pointee = lamina_size(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("lamina_layout_pass_set_child_frame")
public func lamina_layout_pass_set_child_frame(
    _ arrangement: UnsafeMutablePointer<lamina_layout_pass>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ frame: lamina_rect
) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try Check.rect(frame, "frame")
        let (context, arranger) = try unsafe findArranger(arrangement)
        try arranger.place(try unsafe childID(child, in: context), frame: frame)
    }
}

@implementation @_cdecl("lamina_layout_pass_set_size")
public func lamina_layout_pass_set_size(
    _ arrangement: UnsafeMutablePointer<lamina_layout_pass>?, _ size: lamina_size
) -> lamina_status {
    status { () throws(LaminaError) in
        let size = try Check.size(size, "size")
        try unsafe findArranger(arrangement).arranger.setSize(size)
    }
}

private func findArranger(
    _ arrangement: UnsafeMutablePointer<lamina_layout_pass>?
) throws(LaminaError) -> (context: Context, arranger: any ChildArranging) {
    let (context, object) = try unsafe findObject(arrangement, .arrangement, "arrangement", as: ArrangementObject.self)
    return (context, try object.use())
}

private func childID(_ child: UnsafeMutablePointer<lamina_node>?, in context: Context) throws(LaminaError) -> NodeID {
    let handle = unsafe child.handle()
    if try handle.context(.node, "child") !== context {
        throw LaminaError(.foreignContext, "child belongs to another context than arrangement")
    }
    return handle.nodeID
}

/// Hands out a reference to a node that may have gone.
func copyNode(
    _ node: NodeID, _ name: StaticString, in context: Context
) throws(LaminaError) -> UnsafeMutablePointer<lamina_node>? {
    let found = context.nodes.withLock { store -> Bool in
        guard let index = store.find(node) else { return false }
        store.retain(index)
        return true
    }
    let handle = Handle(node, in: context)
    if !found { throw handle.refusal(.node, name) }
    return unsafe handle.pointer()
}
