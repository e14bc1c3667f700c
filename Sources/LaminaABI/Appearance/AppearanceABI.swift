public import CLamina
import LaminaDisplay
import LaminaDraw
import LaminaGeometry
import LaminaNode

// The rare parts of an appearance; the common ones are in NodeBoxABI.swift.

@implementation @_cdecl("lamina_node_set_corner_radii")
public func lamina_node_set_corner_radii(
    _ node: UnsafeMutablePointer<lamina_node>?, _ radii: lamina_corner_radii
) -> lamina_status {
    status { () throws(LaminaError) in
        let radii = try cornerRadii(radii)
        try withNode(node) { store, index, discarded in store.setCornerRadii(radii, of: index, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_get_corner_radii")
public func lamina_node_get_corner_radii(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_corner_radii {
    readNode(node, lamina_corner_radii()) { store, index in lamina_corner_radii(store.cornerRadii(of: index)) }
}

@implementation @_cdecl("lamina_node_set_border")
public func lamina_node_set_border(_ node: UnsafeMutablePointer<lamina_node>?, _ border: lamina_border) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try boxBorder(border)
        try changeAppearance(node, ending: .border) { $0.border = given }
    }
}

@implementation @_cdecl("lamina_node_get_border")
public func lamina_node_get_border(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_border {
    readAppearance(node, lamina_border()) { $0.border.map { lamina_border($0) } ?? lamina_border() }
}

@implementation @_cdecl("lamina_node_set_shadow")
public func lamina_node_set_shadow(_ node: UnsafeMutablePointer<lamina_node>?, _ shadow: lamina_shadow) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try boxShadow(shadow)
        try changeAppearance(node, ending: .shadow) { $0.shadow = given }
    }
}

@implementation @_cdecl("lamina_node_get_shadow")
public func lamina_node_get_shadow(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_shadow {
    readAppearance(node, lamina_shadow()) { $0.shadow.map { lamina_shadow($0) } ?? lamina_shadow() }
}

@implementation @_cdecl("lamina_node_set_gradient")
public func lamina_node_set_gradient(
    _ node: UnsafeMutablePointer<lamina_node>?, _ gradient: UnsafePointer<lamina_gradient>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = isNull(gradient) ? nil : try readGradient(gradient)
        try changeAppearance(node) { $0.gradient = given }
    }
}

@implementation @_cdecl("lamina_node_set_transform")
public func lamina_node_set_transform(
    _ node: UnsafeMutablePointer<lamina_node>?, _ transform: lamina_matrix
) -> lamina_status {
    status { () throws(LaminaError) in
        let given = try affineTransform(transform)
        try changeAppearance(node) { $0.transform = given }
    }
}

@implementation @_cdecl("lamina_node_get_transform")
public func lamina_node_get_transform(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_matrix {
    readAppearance(node, lamina_matrix()) { lamina_matrix($0.transform) }
}

@implementation @_cdecl("lamina_node_set_anchor")
public func lamina_node_set_anchor(_ node: UnsafeMutablePointer<lamina_node>?, _ anchor: lamina_point) -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try anchorPoint(anchor)
        try changeAppearance(node) { $0.anchor = given }
    }
}

@implementation @_cdecl("lamina_node_get_anchor")
public func lamina_node_get_anchor(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_point {
    readAppearance(node, lamina_point()) { lamina_point($0.anchor) }
}

@implementation @_cdecl("lamina_node_set_z_position")
public func lamina_node_set_z_position(_ node: UnsafeMutablePointer<lamina_node>?, _ z_position: Double)
    -> lamina_status
{
    status { () throws(LaminaError) in
        let given = try Check.finite(z_position, "z_position")
        try changeAppearance(node) { $0.zPosition = given }
    }
}

@implementation @_cdecl("lamina_node_get_z_position")
public func lamina_node_get_z_position(_ node: UnsafeMutablePointer<lamina_node>?) -> Double {
    readAppearance(node, 0) { $0.zPosition }
}

// MARK: Conversions

@safe private func changeAppearance(
    _ node: UnsafeMutablePointer<lamina_node>?, ending role: ColorRole? = nil, _ change: (inout NodeAppearance) -> Void
) throws(LaminaError) {
    try withNode(node) { store, index, discarded in
        if let role { store.endDynamicColor(role, of: index) }
        store.changeAppearance(of: index, &discarded, change)
    }
}

@safe private func readAppearance<R>(
    _ node: UnsafeMutablePointer<lamina_node>?, _ fallback: R, _ body: (NodeAppearance) -> R
) -> R {
    readNode(node, fallback) { store, index in body(store[index].appearance?.value ?? NodeAppearance()) }
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
