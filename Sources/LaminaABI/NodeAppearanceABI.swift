public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

// Section "Node" of lamina.h: what few nodes have of a look, and where points are.

@implementation @_cdecl("lamina_node_set_corner_radii")
public func lamina_node_set_corner_radii(
    _ node: UnsafeMutablePointer<lamina_node>?, _ radii: lamina_corner_radii
) -> lamina_status {
    status { () throws(LaminaError) in
        let radii = try cornerRadii(radii)
        try unsafe withNode(node) { store, index, discarded in store.setCornerRadii(radii, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_corner_radii")
public func lamina_node_get_corner_radii(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_corner_radii {
    unsafe readNode(node, lamina_corner_radii()) { store, index in lamina_corner_radii(store.cornerRadii(of: index)) }
}

@implementation @_cdecl("lamina_node_set_border")
public func lamina_node_set_border(_ node: UnsafeMutablePointer<lamina_node>?, _ border: lamina_border) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try boxBorder(border)
        try unsafe changeAppearance(node, ending: .border) { $0.border = given }
    }
}

@implementation @_cdecl("lamina_node_get_border")
public func lamina_node_get_border(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_border {
    unsafe readAppearance(node, lamina_border()) { $0.border.map { lamina_border($0) } ?? lamina_border() }
}

@implementation @_cdecl("lamina_node_set_shadow")
public func lamina_node_set_shadow(_ node: UnsafeMutablePointer<lamina_node>?, _ shadow: lamina_shadow) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try boxShadow(shadow)
        try unsafe changeAppearance(node, ending: .shadow) { $0.shadow = given }
    }
}

@implementation @_cdecl("lamina_node_get_shadow")
public func lamina_node_get_shadow(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_shadow {
    unsafe readAppearance(node, lamina_shadow()) { $0.shadow.map { lamina_shadow($0) } ?? lamina_shadow() }
}

@implementation @_cdecl("lamina_node_set_gradient")
public func lamina_node_set_gradient(
    _ node: UnsafeMutablePointer<lamina_node>?, _ gradient: UnsafePointer<lamina_gradient>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = unsafe gradient == nil ? nil : try unsafe linearGradient(gradient)
        try unsafe changeAppearance(node) { $0.gradient = given }
    }
}

@implementation @_cdecl("lamina_node_set_transform")
public func lamina_node_set_transform(
    _ node: UnsafeMutablePointer<lamina_node>?, _ transform: lamina_matrix
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = try affineTransform(transform)
        try unsafe changeAppearance(node) { $0.transform = given }
    }
}

@implementation @_cdecl("lamina_node_get_transform")
public func lamina_node_get_transform(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_matrix {
    unsafe readAppearance(node, lamina_matrix()) { lamina_matrix($0.transform) }
}

@implementation @_cdecl("lamina_node_set_anchor")
public func lamina_node_set_anchor(_ node: UnsafeMutablePointer<lamina_node>?, _ anchor: lamina_point) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try anchorPoint(anchor)
        try unsafe changeAppearance(node) { $0.anchor = given }
    }
}

@implementation @_cdecl("lamina_node_get_anchor")
public func lamina_node_get_anchor(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_point {
    unsafe readAppearance(node, lamina_point()) { lamina_point($0.anchor) }
}

@implementation @_cdecl("lamina_node_set_z_position")
public func lamina_node_set_z_position(_ node: UnsafeMutablePointer<lamina_node>?, _ z_position: Double)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try Check.finite(z_position, "z_position")
        try unsafe changeAppearance(node) { $0.zPosition = given }
    }
}

@implementation @_cdecl("lamina_node_get_z_position")
public func lamina_node_get_z_position(_ node: UnsafeMutablePointer<lamina_node>?) -> Double {
    unsafe readAppearance(node, 0) { $0.zPosition }
}

@implementation @_cdecl("lamina_node_convert_point")
public func lamina_node_convert_point(
    _ node: UnsafeMutablePointer<lamina_node>?, _ point: lamina_point, _ to: UnsafeMutablePointer<lamina_node>?,
    _ out_point: UnsafeMutablePointer<lamina_point>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_point, "out_point")
        let given = try Check.point(point, "point")
        let target = unsafe to == nil ? nil : unsafe NodeArgument(to, "to")
        let context = try sameContext(unsafe NodeArgument(node, "node"), target)
        let id = unsafe node.handle().nodeID
        let found = try context.withNodes { (store) throws(LaminaError) -> Point in
            guard let from = store.find(id) else { throw unsafe node.handle().refusal(.node, "node") }
            let other = try target.map { (target) throws(LaminaError) in try target.find(in: &store, isOwner: true) }
            return try store.convert(given, from: from, to: other ?? -1)
        }
        unsafe out.pointee = lamina_point(x: found.x, y: found.y)
    }
}

@implementation @_cdecl("lamina_node_hit_test")
public func lamina_node_hit_test(
    _ root: UnsafeMutablePointer<lamina_node>?, _ point: lamina_point,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?,
    _ out_point: UnsafeMutablePointer<lamina_point>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_node, "out_node")
        let given = try Check.point(point, "point")
        let context = try unsafe root.handle().context(.node, "root")
        try unsafe withNode(root) { (store, index, _) throws(LaminaError) in
            let hit = store.hit(index, at: given)
            unsafe out.pointee = unsafe hit.flatMap { unsafe copyNode($0.node, &store, in: context) }
            if let hit { unsafe out_point?.pointee = lamina_point(x: hit.point.x, y: hit.point.y) }
        }
    }
}

@implementation @_cdecl("lamina_node_set_hit_slop")
public func lamina_node_set_hit_slop(_ node: UnsafeMutablePointer<lamina_node>?, _ slop: lamina_insets) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = EdgeInsets(
            top: try Check.finite(slop.top, "slop.top"), left: try Check.finite(slop.left, "slop.left"),
            bottom: try Check.finite(slop.bottom, "slop.bottom"), right: try Check.finite(slop.right, "slop.right"))
        try unsafe withNode(node) { store, index, discarded in store.setHitSlop(given, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_hit_slop")
public func lamina_node_get_hit_slop(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_insets {
    unsafe readNode(node, lamina_insets()) { store, index in
        let slop = store.hitSlop(of: index)
        return lamina_insets(top: slop.top, left: slop.left, bottom: slop.bottom, right: slop.right)
    }
}

// MARK: Conversions

private func changeAppearance(
    _ node: UnsafeMutablePointer<lamina_node>?, ending role: ColorRole? = nil, _ change: (inout NodeAppearance) -> Void
) throws(LaminaError) {
    try unsafe withNode(node) { store, index, discarded in
        if let role { store.endDynamicColor(role, of: index) }
        store.changeAppearance(of: index, &discarded, change)
    }
}

private func readAppearance<R>(
    _ node: UnsafeMutablePointer<lamina_node>?, _ fallback: R, _ body: (NodeAppearance) -> R
) -> R {
    unsafe readNode(node, fallback) { store, index in body(store[index].appearance?.value ?? NodeAppearance()) }
}

extension lamina_point {
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}

extension lamina_color {
    init(_ color: Color) { self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha) }
}

extension lamina_matrix {
    init(_ transform: AffineTransform) {
        self.init(
            xx: transform.xx, yx: transform.yx, xy: transform.xy, yy: transform.yy, x0: transform.x0, y0: transform.y0)
    }
}

extension lamina_corner_radii {
    init(_ radii: CornerRadii) {
        self.init(
            top_left: radii.topLeft, top_right: radii.topRight, bottom_right: radii.bottomRight,
            bottom_left: radii.bottomLeft)
    }
}

extension lamina_border {
    init(_ border: BoxBorder) { self.init(width: border.width, color: lamina_color(border.color)) }
}

extension lamina_shadow {
    init(_ shadow: BoxShadow) {
        self.init(
            color: lamina_color(shadow.color), x: shadow.x, y: shadow.y, blur: shadow.blur, spread: shadow.spread)
    }
}
