public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaLock

// Section "Layout" of lamina.h: specs.

@implementation @_cdecl("lamina_spec_create_stack")
public func lamina_spec_create_stack(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_stack_options>?,
    _ style: UnsafePointer<lamina_style>?, _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ child_count: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let parameters = try unsafe stackParameters(options)
        var elements: [UnsafeMutableRawPointer?] = unsafe []
        if child_count != 0 {
            guard let children = unsafe children, child_count > 0, child_count <= ObjectTable.capacity else {
                throw LaminaError(
                    .invalidArgument,
                    "children is NULL or child_count is \(UInt(bitPattern: child_count)), which is more than there can be"
                )
            }
            unsafe elements = Array(UnsafeBufferPointer(start: children, count: child_count))
        }
        try unsafe makeSpec(context, .stack(parameters), style, elements, out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_inset")
public func lamina_spec_create_inset(
    _ context: UnsafeMutablePointer<lamina_context>?, _ insets: lamina_insets, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let edges = EdgeInsets(
            top: try inset(insets.top, "insets.top"), left: try inset(insets.left, "insets.left"),
            bottom: try inset(insets.bottom, "insets.bottom"), right: try inset(insets.right, "insets.right"))
        try unsafe makeSpec(context, .inset(edges), style, [child], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_overlay")
public func lamina_spec_create_overlay(
    _ context: UnsafeMutablePointer<lamina_context>?, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ overlay: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in try unsafe makeSpec(context, .overlay, style, [child, overlay], out_spec) }
}

@implementation @_cdecl("lamina_spec_create_background")
public func lamina_spec_create_background(
    _ context: UnsafeMutablePointer<lamina_context>?, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ background: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in try unsafe makeSpec(context, .background, style, [child, background], out_spec) }
}

@implementation @_cdecl("lamina_spec_create_center")
public func lamina_spec_create_center(
    _ context: UnsafeMutablePointer<lamina_context>?, _ centering: lamina_centering, _ sizing: lamina_center_sizing,
    _ style: UnsafePointer<lamina_style>?, _ child: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let parameters = CenterParameters(centering: try axes(centering), sizing: try minimumSizing(sizing))
        try unsafe makeSpec(context, .center(parameters), style, [child], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_ratio")
public func lamina_spec_create_ratio(
    _ context: UnsafeMutablePointer<lamina_context>?, _ ratio: Double, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        guard ratio > 0 && ratio <= Pixels.coordinateLimit else {
            throw LaminaError(
                .invalidArgument, "ratio is \(ratio); a number above 0 is needed, height divided by width")
        }
        try unsafe makeSpec(context, .ratio(ratio), style, [child], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_retain")
public func lamina_spec_retain(_ spec: UnsafeMutablePointer<lamina_spec>?) -> UnsafeMutablePointer<lamina_spec>! {
    unsafe retainObject(spec, .spec)
}

@implementation @_cdecl("lamina_spec_release")
public func lamina_spec_release(_ spec: UnsafeMutablePointer<lamina_spec>?) {
    unsafe releaseObject(spec, .spec) { object, context in
        guard let spec = object as? LayoutSpec else { return }
        var discarded = Discarded()
        context.nodes.withLock { $0.unhold(spec, &discarded) }
    }
}

@implementation @_cdecl("lamina_node_set_spec")
public func lamina_node_set_spec(
    _ node: UnsafeMutablePointer<lamina_node>?, _ spec: UnsafeMutablePointer<lamina_spec>?
) -> lamina_status {
    status { () throws(LaminaError) in
        var layoutSpec: LayoutSpec?
        if unsafe spec != nil {
            let (context, object) = try unsafe findObject(spec, .spec, "spec", as: LayoutSpec.self)
            if try unsafe node.handle().context(.node, "node") !== context {
                throw LaminaError(.foreignContext, "spec belongs to another context than node")
            }
            layoutSpec = object
        }
        try unsafe withHierarchy(NodeArgument(node, "node")) { (isOwner, store, nodes, discarded) throws(LaminaError) in
            try store.setSpec(layoutSpec, of: nodes.0, isOwnerThread: isOwner, &discarded)
        }
    }
}

// MARK: Making specs

/// Specs nested deeper than this in one another are refused: values are taken apart recursively.
private let maximumSpecDepth = 1000

private func makeSpec(
    _ context: UnsafeMutablePointer<lamina_context>?, _ spec: Spec, _ style: UnsafePointer<lamina_style>?,
    _ elements: [UnsafeMutableRawPointer?], _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) throws(LaminaError) {
    let out = unsafe try Check.out(out_spec, "out_spec")
    let handle = try unsafe ContextHandle.open(context)
    let style = try unsafe elementStyle(style)
    var children: [SpecChild] = []
    children.reserveCapacity(unsafe elements.count)
    for number in unsafe elements.indices {
        children.append(try unsafe child(Handle(bits: UInt(bitPattern: elements[number])), number, in: handle.context))
    }
    let layoutSpec = LayoutSpec(spec, style: style, children: children)
    if layoutSpec.depth > maximumSpecDepth {
        throw LaminaError(
            .outOfRange, "specs stand in one another \(layoutSpec.depth) deep; \(maximumSpecDepth) is the limit")
    }
    let nodes = children.compactMap { child -> NodeID? in if case .node(let node) = child { node } else { nil } }
    if nodes.hasRepetition {
        throw LaminaError(.invalidArgument, "a node stands in the spec twice; each node has one place")
    }
    try handle.context.nodes.withLock { (store) throws(LaminaError) in
        for node in nodes where store.find(node) == nil {
            throw LaminaError(.invalidHandle, "a child is a lamina_node that is gone: it was released")
        }
        store.hold(layoutSpec)
    }
    do throws(LaminaError) {
        unsafe out.pointee = try newHandle(
            layoutSpec, .spec, in: handle.context, generation: handle.generation
        ).pointer()
    } catch {
        var discarded = Discarded()
        handle.context.nodes.withLock { $0.unhold(layoutSpec, &discarded) }
        throw error
    }
}

/// A lamina_element: a node or a spec of the context.
private func child(_ handle: Handle, _ number: Int, in context: Context) throws(LaminaError) -> SpecChild {
    guard handle.isTagged, let kind = handle.kind, kind == .node || kind == .spec,
        let found = ContextTable.shared.place(handle.contextNumber)
    else {
        throw LaminaError(
            .invalidHandle,
            handle.bits == 0
                ? "child \(number) is NULL; a lamina_node or lamina_spec is needed"
                : "child \(number) is neither a lamina_node nor a lamina_spec")
    }
    if found !== context {
        throw LaminaError(.foreignContext, "child \(number) belongs to another context")
    }
    if kind == .node { return .node(handle.nodeID) }
    let object = context.objects.withLock { $0.find(handle.index, handle.generation, .spec) }
    guard let spec = object as? LayoutSpec else {
        throw LaminaError(.invalidHandle, "child \(number) is a lamina_spec that is gone: it was released")
    }
    return .spec(spec)
}

private func stackParameters(_ pointer: UnsafePointer<lamina_stack_options>?) throws(LaminaError) -> StackParameters {
    let given = try unsafe readStruct(pointer, over: lamina_stack_options(), "options")
    var parameters = StackParameters()
    switch given.direction {
    case .LAMINA_DIRECTION_HORIZONTAL: parameters.direction = .horizontal
    case .LAMINA_DIRECTION_VERTICAL: parameters.direction = .vertical
    case let other: throw Check.unknown(other.rawValue, "options->direction")
    }
    switch given.justify {
    case .LAMINA_JUSTIFY_START: parameters.justify = .start
    case .LAMINA_JUSTIFY_CENTER: parameters.justify = .center
    case .LAMINA_JUSTIFY_END: parameters.justify = .end
    case .LAMINA_JUSTIFY_SPACE_BETWEEN: parameters.justify = .spaceBetween
    case .LAMINA_JUSTIFY_SPACE_AROUND: parameters.justify = .spaceAround
    case let other: throw Check.unknown(other.rawValue, "options->justify")
    }
    switch given.align_items {
    case .LAMINA_ALIGN_AUTO, .LAMINA_ALIGN_STRETCH: parameters.alignItems = .stretch
    case .LAMINA_ALIGN_START: parameters.alignItems = .start
    case .LAMINA_ALIGN_END: parameters.alignItems = .end
    case .LAMINA_ALIGN_CENTER: parameters.alignItems = .center
    case .LAMINA_ALIGN_BASELINE_FIRST: parameters.alignItems = .baselineFirst
    case .LAMINA_ALIGN_BASELINE_LAST: parameters.alignItems = .baselineLast
    case let other: throw Check.unknown(other.rawValue, "options->align_items")
    }
    parameters.spacing = try Check.finite(given.spacing, "options->spacing")
    return parameters
}

private func inset(_ value: Double, _ argument: StaticString) throws(LaminaError) -> Double {
    value == .infinity ? value : try Check.finite(value, argument)
}

private func axes(_ given: lamina_centering) throws(LaminaError) -> Centering {
    switch given {
    case .LAMINA_CENTERING_XY: return .xy
    case .LAMINA_CENTERING_X: return .x
    case .LAMINA_CENTERING_Y: return .y
    case .LAMINA_CENTERING_NONE: return .none
    case let other: throw Check.unknown(other.rawValue, "centering")
    }
}

private func minimumSizing(_ given: lamina_center_sizing) throws(LaminaError) -> MinimumSizing {
    switch given {
    case .LAMINA_CENTER_SIZING_DEFAULT: return .default
    case .LAMINA_CENTER_SIZING_MINIMUM_X: return .minimumX
    case .LAMINA_CENTER_SIZING_MINIMUM_Y: return .minimumY
    case .LAMINA_CENTER_SIZING_MINIMUM_XY: return .minimumXY
    case let other: throw Check.unknown(other.rawValue, "sizing")
    }
}
