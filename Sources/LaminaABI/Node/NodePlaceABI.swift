public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode

// Geometry of nodes, and hit testing.

@implementation @_cdecl("lamina_node_set_frame")
public func lamina_node_set_frame(_ node: UnsafeMutablePointer<lamina_node>?, _ frame: lamina_rect) -> lamina_status {
    status { () throws(LaminaError) in
        let frame = try Check.rect(frame, "frame")
        try withNode(node) { store, index, _ in store.setFrame(frame, of: index) }
    }
}

@implementation @_cdecl("lamina_node_get_frame")
public func lamina_node_get_frame(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_rect {
    readNode(node, lamina_rect()) { store, index in lamina_rect(store[index].frame) }
}

@implementation @_cdecl("lamina_node_set_position")
public func lamina_node_set_position(_ node: UnsafeMutablePointer<lamina_node>?, _ position: lamina_point)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try Check.point(position, "position")
        try withNode(node) { (store, index, _) throws(LaminaError) in
            try store.setPosition(given, of: index)
        }
    }
}

@implementation @_cdecl("lamina_node_get_position")
public func lamina_node_get_position(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_point {
    readNode(node, lamina_point()) { store, index in lamina_point(store.position(of: index)) }
}

@implementation @_cdecl("lamina_node_set_bounds_origin")
public func lamina_node_set_bounds_origin(_ node: UnsafeMutablePointer<lamina_node>?, _ origin: lamina_point)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try Check.point(origin, "origin")
        try withNode(node) { store, index, discarded in store.setBoundsOrigin(given, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_bounds_origin")
public func lamina_node_get_bounds_origin(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_point {
    readNode(node, lamina_point()) { store, index in lamina_point(store[index].boundsOrigin) }
}

@implementation @_cdecl("lamina_node_convert_point")
public func lamina_node_convert_point(
    _ node: UnsafeMutablePointer<lamina_node>?, _ point: lamina_point, _ to: UnsafeMutablePointer<lamina_node>?,
    _ out_point: UnsafeMutablePointer<lamina_point>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_point, "out_point")
        let given = try Check.point(point, "point")
        let target = isNull(to) ? nil : NodeArgument(to, "to")
        let context = try sameContext(NodeArgument(node, "node"), target)
        let id = node.handle().nodeID
        let found = try context.withNodes { (store) throws(LaminaError) -> Point in
            guard let from = store.find(id) else { throw node.handle().refusal(.node, "node") }
            let other = try target.map { (target) throws(LaminaError) in try target.find(in: &store, isOwner: true) }
            return try store.convert(given, from: from, to: other ?? -1)
        }
        out.write(lamina_point(x: found.x, y: found.y))
    }
}

@implementation @_cdecl("lamina_node_hit_test")
public func lamina_node_hit_test(
    _ root: UnsafeMutablePointer<lamina_node>?, _ point: lamina_point,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?,
    _ out_point: UnsafeMutablePointer<lamina_point>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let given = try Check.point(point, "point")
        let context = try root.handle().context(.node, "root")
        try withNode(root) { (store, index, _) throws(LaminaError) in
            let hit = store.hit(index, at: given)
            out.write(hit.flatMap { copyNode($0.node, &store, in: context) })
            if let hit { Output(optional: out_point)?.write(lamina_point(x: hit.point.x, y: hit.point.y)) }
        }
    }
}

@implementation @_cdecl("lamina_node_hit_test_path")
public func lamina_node_hit_test_path(
    _ root: UnsafeMutablePointer<lamina_node>?, _ point: lamina_point,
    _ out_nodes: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?, _ capacity: Int,
    _ out_count: UnsafeMutablePointer<Int>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = try Check.point(point, "point")
        let context = try root.handle().context(.node, "root")
        let count = try withNode(root) { store, index, _ in
            let path = store.hitPath(index, at: given)
            let room = room(in: out_nodes, capacity, for: path.count)
            let found = path.prefix(room).map { copyNode($0.node, &store, in: context) }
            for handle in found { ReferenceScope.note(handle) }
            write(found, to: out_nodes, capacity)
            return path.count
        }
        Output(optional: out_count)?.write(count)
    }
}

@implementation @_cdecl("lamina_node_set_interactive")
public func lamina_node_set_interactive(
    _ node: UnsafeMutablePointer<lamina_node>?, _ interactive: Bool
) -> lamina_status {
    status { () throws(LaminaError) in
        try withNode(node) { store, index, _ in store.setInteractive(interactive, of: index) }
    }
}

@implementation @_cdecl("lamina_node_is_interactive")
public func lamina_node_is_interactive(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store.isInteractive(index) }
}

@implementation @_cdecl("lamina_node_set_hit_slop")
public func lamina_node_set_hit_slop(_ node: UnsafeMutablePointer<lamina_node>?, _ slop: lamina_insets) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = EdgeInsets(
            top: try Check.finite(slop.top, "slop.top"), left: try Check.finite(slop.left, "slop.left"),
            bottom: try Check.finite(slop.bottom, "slop.bottom"), right: try Check.finite(slop.right, "slop.right"))
        try withNode(node) { store, index, discarded in store.setHitSlop(given, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_hit_slop")
public func lamina_node_get_hit_slop(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_insets {
    readNode(node, lamina_insets()) { store, index in
        let slop = store.hitSlop(of: index)
        return lamina_insets(top: slop.top, left: slop.left, bottom: slop.bottom, right: slop.right)
    }
}
