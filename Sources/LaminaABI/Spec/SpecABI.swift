public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLayout
import LaminaNode
import LaminaLock

@implementation @_cdecl("lamina_spec_create_stack")
public func lamina_spec_create_stack(
    _ context: UnsafeMutablePointer<lamina_context>?, _ options: UnsafePointer<lamina_stack_options>?,
    _ style: UnsafePointer<lamina_style>?, _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ child_count: Int,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let stack = try SpecPlaces.of(.LAMINA_TREE_KIND_STACK).spec(options: options)
        try makeSpec(context, stack, style, elements(children, child_count), out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_inset")
public func lamina_spec_create_inset(
    _ context: UnsafeMutablePointer<lamina_context>?, _ insets: lamina_insets, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let inset = try SpecPlaces.of(.LAMINA_TREE_KIND_INSET).spec([.insets(EdgeInsets(insets))])
        try makeSpec(context, inset, style, [child.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_overlay")
public func lamina_spec_create_overlay(
    _ context: UnsafeMutablePointer<lamina_context>?, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ overlay: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try makeSpec(context, .overlay, style, [child.handle(), overlay.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_background")
public func lamina_spec_create_background(
    _ context: UnsafeMutablePointer<lamina_context>?, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ background: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try makeSpec(context, .background, style, [child.handle(), background.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_center")
public func lamina_spec_create_center(
    _ context: UnsafeMutablePointer<lamina_context>?, _ centering: lamina_centering, _ sizing: lamina_center_sizing,
    _ style: UnsafePointer<lamina_style>?, _ child: UnsafeMutableRawPointer?,
    _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let center = try SpecPlaces.of(.LAMINA_TREE_KIND_CENTER).spec([keyword(centering), keyword(sizing)])
        try makeSpec(context, center, style, [child.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_create_ratio")
public func lamina_spec_create_ratio(
    _ context: UnsafeMutablePointer<lamina_context>?, _ ratio: Double, _ style: UnsafePointer<lamina_style>?,
    _ child: UnsafeMutableRawPointer?, _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let spec = try SpecPlaces.of(.LAMINA_TREE_KIND_RATIO).spec([.number(ratio)])
        try makeSpec(context, spec, style, [child.handle()], out_spec)
    }
}

@implementation @_cdecl("lamina_spec_retain")
public func lamina_spec_retain(_ spec: UnsafeMutablePointer<lamina_spec>?) -> UnsafeMutablePointer<lamina_spec>! {
    retainObject(spec, .spec)
}

@implementation @_cdecl("lamina_spec_release")
public func lamina_spec_release(_ spec: UnsafeMutablePointer<lamina_spec>?) {
    releaseObject(spec, .spec) { object, context in
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
        if !isNull(spec) {
            let (context, object) = try findObject(spec, .spec, "spec", as: LayoutSpec.self)
            if try node.handle().context(.node, "node") !== context {
                throw LaminaError(.foreignContext, "spec belongs to another context than node")
            }
            layoutSpec = object
        }
        try withHierarchy(NodeArgument(node, "node")) { (isOwner, store, nodes, discarded) throws(LaminaError) in
            if layoutSpec != nil && store[nodes.0].flags.contains(.text) {
                throw LaminaError(
                    .unsupported, "node is a text node, which is measured by its text: put it into a node with the spec"
                )
            }
            if layoutSpec != nil { try store.checkChildrenAreHosts(of: nodes.0) }
            try store.setSpec(layoutSpec, of: nodes.0, isOwnerThread: isOwner, &discarded)
        }
    }
}

// MARK: Making specs

extension LayoutSpec {
    func checkSize() throws(LaminaError) {
        if depth > Self.depthLimit {
            throw LaminaError(
                .outOfRange, "specs are nested \(depth) levels deep; the limit is \(Self.depthLimit)")
        }
        if elementCount >= Self.elementLimit {
            throw LaminaError(
                .outOfRange,
                "the spec holds \(Self.elementLimit) elements or more, including nested ones; fewer are needed")
        }
    }
}

/// The elements that C handed over as an array.
@safe func elements(
    _ children: UnsafePointer<UnsafeMutableRawPointer?>?, _ count: Int
) throws(LaminaError) -> [Handle] {
    try elementHandles(children, count, limit: ObjectTable.capacity)
}

@safe func makeSpec(
    _ context: UnsafeMutablePointer<lamina_context>?, _ spec: Spec, _ style: UnsafePointer<lamina_style>?,
    _ elements: [Handle], _ out_spec: UnsafeMutablePointer<UnsafeMutablePointer<lamina_spec>?>?
) throws(LaminaError) {
    let out = try HandleOutput(out_spec, "out_spec")
    let handle = try ContextHandle.open(context)
    try makeSpec(handle, spec, elementStyle(style), elements, out)
}

/// The same for a style of the library's own.
@safe func makeSpec(
    _ handle: ContextHandle, _ spec: Spec, _ style: ElementStyle, _ elements: [Handle],
    _ out: HandleOutput<lamina_spec>
) throws(LaminaError) {
    var children: [SpecChild] = []
    children.reserveCapacity(elements.count)
    for (number, element) in elements.enumerated() {
        children.append(try specChild(element, childName(number, of: spec), in: handle.context))
    }
    let layoutSpec = LayoutSpec(spec, style: style, children: children)
    try layoutSpec.checkSize()
    if children.count > 1 {
        let nodes = children.compactMap { child -> NodeID? in if case .node(let node) = child { node } else { nil } }
        if nodes.hasRepetition { throw repetition(children, spec) }
    }
    try handle.context.nodes.withLock { (store) throws(LaminaError) in
        for (number, child) in children.enumerated() {
            guard case .node(let node) = child, store.find(node) == nil else { continue }
            throw LaminaError(
                .invalidHandle,
                "\(childName(number, of: spec)) is a lamina_node that no longer exists: it was released")
        }
        store.hold(layoutSpec)
    }
    out.write(try heldHandle(layoutSpec, handle))
}

/// The argument that a child came in.
private func childName(_ number: Int, of spec: Spec) -> String {
    if spec.childCount == nil { return "children[\(number)]" }
    if number == 0 { return "child" }
    return switch spec {
    case .background: "background"
    case .corner: "corner"
    default: "overlay"
    }
}

/// Which children are the same node.
private func repetition(_ children: [SpecChild], _ spec: Spec) -> LaminaError {
    var seen: [NodeID: Int] = [:]
    for (second, child) in children.enumerated() {
        guard case .node(let node) = child, let first = seen.updateValue(second, forKey: node) else { continue }
        return LaminaError(
            .invalidArgument,
            "\(childName(first, of: spec)) and \(childName(second, of: spec)) are the same node; each node has one place"
        )
    }
    return LaminaError(.invalidArgument, "a node is in the spec twice; each node has one place")
}

/// A handle of a spec that holds its nodes; on failure they are released.
func heldHandle(_ spec: LayoutSpec, _ context: ContextHandle) throws(LaminaError) -> Handle {
    do throws(LaminaError) {
        return try newHandle(spec, .spec, in: context.context, generation: context.generation)
    } catch {
        var discarded = Discarded()
        context.context.nodes.withLock { $0.unhold(spec, &discarded) }
        throw error
    }
}

/// A lamina_element: a node or a spec of the context.
func specChild(
    _ handle: Handle, _ name: @autoclosure () -> String, in context: Context
) throws(LaminaError) -> SpecChild {
    guard handle.isTagged, let kind = handle.kind, kind == .node || kind == .spec,
        let found = ContextTable.shared.place(handle.contextNumber)
    else {
        throw LaminaError(
            .invalidHandle,
            handle.bits == 0
                ? "\(name()) is NULL; a lamina_node or lamina_spec is needed"
                : "\(name()) is neither a lamina_node nor a lamina_spec")
    }
    if found !== context {
        throw LaminaError(.foreignContext, "\(name()) belongs to another context")
    }
    if kind == .node { return .node(handle.nodeID) }
    let object = context.objects.withLock { $0.find(handle.index, handle.generation, .spec) }
    guard let spec = object as? LayoutSpec else {
        throw LaminaError(.invalidHandle, "\(name()) is a lamina_spec that no longer exists: it was released")
    }
    return .spec(spec)
}

@implementation @_cdecl("lamina_spec_read_description")
public func lamina_spec_read_description(
    _ spec: UnsafeMutablePointer<lamina_spec>?, _ out_buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let (context, object) = try findObject(spec, .spec, "spec", as: LayoutSpec.self)
        let description = context.nodes.withLock { store in SpecDescription(of: object, in: store) }
        return OutputBuffer(out_buffer, capacity).write(Array(description.text().utf8))
    }
}
