public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

@implementation @_cdecl("lamina_node_set_style")
public func lamina_node_set_style(
    _ node: UnsafeMutablePointer<lamina_node>?, _ style: UnsafePointer<lamina_style>?
) -> lamina_status {
    status { () throws(LaminaError) in
        guard !isNull(style) else {
            return try withNode(node) { store, index, discarded in store.setStyle(nil, of: index, &discarded) }
        }
        let given = try StyleChange(style)
        if given.isWhole {
            let box = StyleBox(try given.applied(to: ElementStyle()))
            try withNode(node) { store, index, discarded in store.setStyle(box, of: index, &discarded) }
        } else {
            try withNode(node) { (store, index, discarded) throws(LaminaError) in
                let style = try given.applied(to: store[index].style?.style ?? ElementStyle())
                store.setStyle(StyleBox(style), of: index, &discarded)
            }
        }
    }
}

@implementation @_cdecl("lamina_node_get_style")
public func lamina_node_get_style(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_style: UnsafeMutablePointer<lamina_style>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let found = try withNode(node) { store, index, _ in store[index].style?.style ?? ElementStyle() }
        try writeStruct(lamina_style(found), to: out_style, "out_style")
    }
}

@implementation @_cdecl("lamina_node_is_right_to_left")
public func lamina_node_is_right_to_left(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    readNode(node, false) { store, index in store.showsRightToLeft(index) }
}
