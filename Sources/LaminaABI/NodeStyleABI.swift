public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaLock
import LaminaNode

// Sections "Geometry" and "Node" of lamina.h: lengths as text, and single fields of a node's style.

@implementation @_cdecl("lamina_dimension_parse")
public func lamina_dimension_parse(
    _ text: UnsafePointer<CChar>?, _ length: Int, _ out_dimension: UnsafeMutablePointer<lamina_dimension>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_dimension, "out_dimension")
        let string = String(decoding: try unsafe utf8Bytes(text, length, "text"), as: UTF8.self)
        guard let dimension = Dimension(text: string) else {
            throw LaminaError(
                .invalidArgument,
                "text is \"\(string.prefix(40))\", which is no length; \"12\", \"12pt\", \"50%\" and \"auto\" are")
        }
        unsafe out.pointee = lamina_dimension(dimension)
    }
}

@implementation @_cdecl("lamina_dimension_read_text")
public func lamina_dimension_read_text(
    _ dimension: lamina_dimension, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        unsafe copyOut(Array(try LaminaABI.dimension(dimension, "dimension").text.utf8), buffer, capacity)
    }
}

@implementation @_cdecl("lamina_node_get_preferred_size")
public func lamina_node_get_preferred_size(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_size {
    value(lamina_size()) { () throws(LaminaError) in
        let style = try unsafe withNode(node) { store, index, _ in store[index].style?.style ?? ElementStyle() }
        guard let size = style.preferredSize else {
            throw LaminaError(
                .invalidArgument,
                "the width or height of node's style is a fraction; lamina_node_get_style() tells more")
        }
        return lamina_size(width: size.width, height: size.height)
    }
}

@implementation @_cdecl("lamina_node_set_min_size")
public func lamina_node_set_min_size(_ node: UnsafeMutablePointer<lamina_node>?, _ size: lamina_size) -> lamina_status {
    status { () throws(LaminaError) in
        let size = try Check.size(size, "size")
        try unsafe changeStyle(node) { $0.setMinSize(size) }
    }
}

@implementation @_cdecl("lamina_node_set_max_size")
public func lamina_node_set_max_size(_ node: UnsafeMutablePointer<lamina_node>?, _ size: lamina_size) -> lamina_status {
    status { () throws(LaminaError) in
        func length(_ value: Double) throws(LaminaError) -> Double {
            value == .infinity ? value : try Check.length(value, "a side of size")
        }
        let size = Size(width: try length(size.width), height: try length(size.height))
        try unsafe changeStyle(node) { $0.setMaxSize(size) }
    }
}

@implementation @_cdecl("lamina_node_set_size")
public func lamina_node_set_size(
    _ node: UnsafeMutablePointer<lamina_node>?, _ width: lamina_dimension, _ height: lamina_dimension
) -> lamina_status {
    status { () throws(LaminaError) in
        let (across, down) = (try givenDimension(width, "width"), try givenDimension(height, "height"))
        try unsafe changeStyle(node) { style in
            style.width = across
            style.height = down
        }
    }
}

@implementation @_cdecl("lamina_node_set_spacing")
public func lamina_node_set_spacing(
    _ node: UnsafeMutablePointer<lamina_node>?, _ before: Double, _ after: Double
) -> lamina_status {
    status { () throws(LaminaError) in
        let (before, after) = (try Check.finite(before, "before"), try Check.finite(after, "after"))
        try unsafe changeStyle(node) { style in
            style.spacingBefore = before
            style.spacingAfter = after
        }
    }
}

@implementation @_cdecl("lamina_node_set_align_self")
public func lamina_node_set_align_self(
    _ node: UnsafeMutablePointer<lamina_node>?, _ align: lamina_align
) -> lamina_status {
    status { () throws(LaminaError) in
        let align = try alignSelf(align, "align")
        try unsafe changeStyle(node) { $0.alignSelf = align }
    }
}

@implementation @_cdecl("lamina_node_set_layout_position")
public func lamina_node_set_layout_position(
    _ node: UnsafeMutablePointer<lamina_node>?, _ position: lamina_point
) -> lamina_status {
    status { () throws(LaminaError) in
        let point = Point(
            x: try Check.finite(position.x, "position.x"), y: try Check.finite(position.y, "position.y"))
        try unsafe changeStyle(node) { $0.layoutPosition = point }
    }
}

@implementation @_cdecl("lamina_node_set_flex")
public func lamina_node_set_flex(
    _ node: UnsafeMutablePointer<lamina_node>?, _ grow: Double, _ shrink: Double, _ basis: lamina_dimension
) -> lamina_status {
    status { () throws(LaminaError) in
        let (grow, shrink) = (try Check.length(grow, "grow"), try Check.length(shrink, "shrink"))
        let basis = try givenDimension(basis, "basis")
        try unsafe changeStyle(node) { style in
            style.flexGrow = grow
            style.flexShrink = shrink
            style.flexBasis = basis
        }
    }
}

@implementation @_cdecl("lamina_node_set_layout_direction")
public func lamina_node_set_layout_direction(
    _ node: UnsafeMutablePointer<lamina_node>?, _ direction: lamina_layout_direction
) -> lamina_status {
    status { () throws(LaminaError) in
        let direction = try layoutDirection(direction, "direction")
        try unsafe changeStyle(node) { $0.layoutDirection = direction }
    }
}

@implementation @_cdecl("lamina_node_is_right_to_left")
public func lamina_node_is_right_to_left(_ node: UnsafeMutablePointer<lamina_node>?) -> Bool {
    unsafe readNode(node, false) { store, index in store.showsRightToLeft(index) }
}

/// A length as an argument of its own: its value is a number, also where it is ignored.
private func givenDimension(_ given: lamina_dimension, _ argument: StaticString) throws(LaminaError) -> Dimension {
    _ = try Check.finite(given.value, argument)
    return try dimension(given, argument)
}

private func changeStyle(
    _ node: UnsafeMutablePointer<lamina_node>?, _ change: (inout ElementStyle) -> Void
) throws(LaminaError) {
    try unsafe withNode(node) { store, index, discarded in store.changeStyle(of: index, &discarded, change) }
}
