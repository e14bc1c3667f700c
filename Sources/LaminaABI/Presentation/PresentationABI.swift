public import CLamina
import LaminaAnimation
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_set_presented")
public func lamina_node_set_presented(
    _ node: UnsafeMutablePointer<lamina_node>?, _ values: UnsafePointer<lamina_presented_values>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        let given = try presentedValues(values)
        try engine.setPresented(given, of: id)
        engine.driver(Animator.self)?.giveWay(given.fields, of: id, in: engine)
    }
}

@implementation @_cdecl("lamina_context_apply_presented")
public func lamina_context_apply_presented(
    _ context: UnsafeMutablePointer<lamina_context>?, _ changes: UnsafePointer<lamina_presented_change>?,
    _ change_count: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        let handle = try ContextHandle(context)
        let engine = try handle.engine()
        let number = handle.context.number
        var read: [PresentedChange] = []
        read.reserveCapacity(max(0, min(change_count, 4096)))
        let initial = lamina_presented_change()
        try forEachStruct(changes, change_count, limit: Int(NodeStore.capacity), over: initial, "changes") {
            (given) throws(LaminaError) in
            let node = given.node.handle()
            if !node.isNode(ofContext: number), try node.context(.node, "node") !== handle.context {
                throw LaminaError(.foreignContext, "node belongs to another context")
            }
            read.append(PresentedChange(node.nodeID, PresentedValues()))
            try readPresentedValues(given.values, into: &read[read.count - 1].values)
        }
        if let missing = engine.firstMissing(read) {
            throw LaminaError(.invalidHandle, "changes[\(missing)]: node no longer exists: it was released")
        }
        engine.setPresented(read)
        guard let animator = engine.driver(Animator.self) else { return }
        for index in read.indices { animator.giveWay(read[index].values.fields, of: read[index].node, in: engine) }
    }
}

@implementation @_cdecl("lamina_node_clear_presented")
public func lamina_node_clear_presented(
    _ node: UnsafeMutablePointer<lamina_node>?, _ fields: lamina_presented_fields
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        let ended = try presentedFields(fields, "fields")
        try engine.clearPresented(ended, of: id)
        engine.driver(Animator.self)?.giveWay(ended, of: id, in: engine)
    }
}

@implementation @_cdecl("lamina_node_get_presented")
public func lamina_node_get_presented(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_values: UnsafeMutablePointer<lamina_presented_values>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let (engine, id) = try ownedNode(node)
        let values = try engine.presented(of: id)
        try writeStruct(lamina_presented_values(values), to: out_values, "out_values")
    }
}

@implementation @_cdecl("lamina_node_begin_exit")
public func lamina_node_begin_exit(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_exit: UnsafeMutablePointer<UInt64>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try Output(out_exit, "out_exit")
        let (engine, id) = try ownedNode(node)
        out.write(try engine.beginExit(of: id))
    }
}

@implementation @_cdecl("lamina_context_end_exit")
public func lamina_context_end_exit(
    _ context: UnsafeMutablePointer<lamina_context>?, _ exit: UInt64
) -> lamina_status {
    status { () throws(LaminaError) in
        if try !ContextHandle(context).engine().endExit(exit) { throw noExit(exit) }
    }
}

@implementation @_cdecl("lamina_context_set_exit_presented")
public func lamina_context_set_exit_presented(
    _ context: UnsafeMutablePointer<lamina_context>?, _ exit: UInt64,
    _ values: UnsafePointer<lamina_presented_values>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let engine = try ContextHandle(context).engine()
        if try !engine.setPresented(presentedValues(values), ofExit: exit) { throw noExit(exit) }
    }
}

private func noExit(_ exit: UInt64) -> LaminaError {
    LaminaError(.invalidState, "there is no exit \(exit): it was ended or never begun")
}

// MARK: Conversions

/// The owner thread's side of a node's context.
@safe func ownedNode(_ node: UnsafeMutablePointer<lamina_node>?) throws(LaminaError) -> (Engine, NodeID) {
    let handle = node.handle()
    let context = try handle.context(.node, "node")
    // A node that has ended is refused as such, also after its context.
    try withNode(node) { _, _, _ in }
    return (try context.engine(context.generation), handle.nodeID)
}

func presentedFields(
    _ fields: lamina_presented_fields, _ argument: StaticString
) throws(LaminaError) -> PresentedFields {
    let known = PresentedFields(rawValue: fields.rawValue)
    if known.isSubset(of: .all) { return known }
    throw LaminaError(
        .invalidArgument,
        "\(argument) is \(fields.rawValue), which has flags that are not in lamina_presented_fields;"
            + " \(PresentedFields.all.rawValue) has all there are")
}

/// Reads the fields that are named; the others are not looked at. `named`: nor are these, only which they are.
@safe func presentedValues(
    _ pointer: UnsafePointer<lamina_presented_values>?, named: Bool = false
) throws(LaminaError) -> PresentedValues {
    var values = PresentedValues()
    try readPresentedValues(pointer, into: &values, named: named)
    return values
}

/// The same into values of which nothing is named: they are large, and many are read at once.
@safe private func readPresentedValues(
    _ pointer: UnsafePointer<lamina_presented_values>?, into values: inout PresentedValues, named: Bool = false
) throws(LaminaError) {
    // Only what `fields` names counts.
    let given = try readStruct(pointer, over: lamina_presented_values(), "values")
    values.fields = try presentedFields(given.fields, "values->fields")
    let fields = values.fields
    if named { return }
    try Check.named("values->") { () throws(LaminaError) in
        if fields.contains(.position) { values.position = try Check.point(given.position, "position") }
        if fields.contains(.size) {
            values.size = try Check.size(given.size, "size")
            values.contentsAnchor = try contentsAnchor(given.contents_anchor)
        }
        if fields.contains(.boundsOrigin) {
            values.boundsOrigin = try Check.point(given.bounds_origin, "bounds_origin")
        }
        if fields.contains(.opacity) { values.opacity = try Check.unit(given.opacity, "opacity") }
        if fields.contains(.transform) { values.transform = try affineTransform(given.transform) }
        if fields.contains(.background) { values.background = try Check.color(given.background, "background") }
        if fields.contains(.borderColor) { values.borderColor = try Check.color(given.border_color, "border_color") }
        if fields.contains(.shadow) { values.shadow = try boxShadow(given.shadow) ?? PresentedValues.noShadow }
        if fields.contains(.gradient), !isNull(given.gradient) {
            values.gradient = try readGradient(given.gradient)
        }
        if fields.contains(.zPosition) { values.zPosition = try Check.finite(given.z_position, "z_position") }
    }
    if fields.contains(.cornerRadii) {
        values.cornerRadii = try Check.named("values->corner_") { () throws(LaminaError) in
            try cornerRadii(given.corner_radii)
        }
    }
}

/// A point of a size, by shares of it.
func contentsAnchor(_ point: lamina_point) throws(LaminaError) -> Point {
    if point.x >= 0 && point.x <= 1 && point.y >= 0 && point.y <= 1 { return Point(x: point.x, y: point.y) }
    throw LaminaError(
        .invalidArgument, "contents_anchor is (\(point.x), \(point.y)); both must lie within 0...1")
}

private let shownGradient = LentGradient()

extension lamina_presented_values {
    /// Its gradient is the thread's.
    init(_ values: PresentedValues) {
        self.init()
        gradient = shownGradient.lend(values.gradient)
        struct_size = MemoryLayout<lamina_presented_values>.size
        fields = lamina_presented_fields(rawValue: values.fields.rawValue)
        position = lamina_point(x: values.position.x, y: values.position.y)
        size = lamina_size(width: values.size.width, height: values.size.height)
        bounds_origin = lamina_point(x: values.boundsOrigin.x, y: values.boundsOrigin.y)
        opacity = values.opacity
        transform = lamina_matrix(values.transform)
        corner_radii = lamina_corner_radii(values.cornerRadii)
        background = lamina_color(values.background)
        border_color = lamina_color(values.borderColor)
        shadow = lamina_shadow(values.shadow)
        z_position = values.zPosition
        contents_anchor = lamina_point(x: values.contentsAnchor.x, y: values.contentsAnchor.y)
    }
}
