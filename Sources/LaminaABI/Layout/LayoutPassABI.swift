public import CLamina
import Glibc
import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaNode

// What a layout callback may use while it runs.

/// What a lamina_layout_pass names while the callback runs.
// Unchecked: only the thread that runs the callback reaches the pass.
final class LayoutPassObject: @unchecked Sendable {
    private let arranger: any ChildLayout
    private let thread = pthread_self()

    init(_ arranger: any ChildLayout) { self.arranger = arranger }

    func use() throws(LaminaError) -> any ChildLayout {
        if thread == pthread_self() { return arranger }
        throw LaminaError(.wrongThread, "pass belongs to the thread on which the callback runs")
    }
}

@implementation @_cdecl("lamina_layout_pass_get_child_count")
public func lamina_layout_pass_get_child_count(_ pass: UnsafeMutablePointer<lamina_layout_pass>?) -> Int {
    value(0) { () throws(LaminaError) in try findPass(pass).arranger.children.count }
}

@implementation @_cdecl("lamina_layout_pass_copy_child")
public func lamina_layout_pass_copy_child(
    _ pass: UnsafeMutablePointer<lamina_layout_pass>?, _ index: Int,
    _ out_child: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_child, "out_child")
        let (context, arranger) = try findPass(pass)
        guard index >= 0 && index < arranger.children.count else {
            throw LaminaError(
                .outOfRange,
                "index is \(UInt(bitPattern: index)); the pass has \(arranger.children.count) children")
        }
        out.write(try copyNode(arranger.children[index], "the child", in: context))
    }
}

@implementation @_cdecl("lamina_layout_pass_measure_child")
public func lamina_layout_pass_measure_child(
    _ pass: UnsafeMutablePointer<lamina_layout_pass>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ range: lamina_size_range, _ out_size: UnsafeMutablePointer<lamina_size>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_size, "out_size")
        let range = try Check.range(range, "range")
        let (context, arranger) = try findPass(pass)
        let size = try arranger.measure(try childID(child, in: context), range: range)
        out.write(lamina_size(width: size.width, height: size.height))
    }
}

@implementation @_cdecl("lamina_layout_pass_set_child_frame")
public func lamina_layout_pass_set_child_frame(
    _ pass: UnsafeMutablePointer<lamina_layout_pass>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ frame: lamina_rect
) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try Check.rect(frame, "frame")
        let (context, arranger) = try findPass(pass)
        try arranger.place(try childID(child, in: context), frame: frame)
    }
}

@implementation @_cdecl("lamina_layout_pass_set_size")
public func lamina_layout_pass_set_size(
    _ pass: UnsafeMutablePointer<lamina_layout_pass>?, _ size: lamina_size
) -> lamina_status {
    status { () throws(LaminaError) in
        let size = try Check.size(size, "size")
        try findPass(pass).arranger.setSize(size)
    }
}

@safe private func findPass(
    _ pass: UnsafeMutablePointer<lamina_layout_pass>?
) throws(LaminaError) -> (context: Context, arranger: any ChildLayout) {
    let (context, object) = try findObject(pass, .layoutPass, "pass", as: LayoutPassObject.self)
    return (context, try object.use())
}

@safe private func childID(_ child: UnsafeMutablePointer<lamina_node>?, in context: Context) throws(LaminaError)
    -> NodeID
{
    let handle = child.handle()
    if try handle.context(.node, "child") !== context {
        throw LaminaError(.foreignContext, "child belongs to another context than pass")
    }
    return handle.nodeID
}

/// Hands out a reference to a node that may have gone.
func copyNode(
    _ node: NodeID, _ name: StaticString, in context: Context
) throws(LaminaError) -> Handle {
    let found = context.nodes.withLock { store -> Bool in
        guard let index = store.find(node) else { return false }
        store.retain(index)
        return true
    }
    let handle = Handle(node, in: context)
    if !found { throw handle.refusal(.node, name) }
    return handle
}
