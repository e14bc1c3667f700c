public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaLock
import LaminaNode

// Sections "Node" and "Layout" of lamina.h: texts that show people what there is, and why.

@implementation @_cdecl("lamina_node_read_description")
public func lamina_node_read_description(
    _ node: UnsafeMutablePointer<lamina_node>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let description = try unsafe withNode(node) { store, index, _ in NodeDescription(of: index, in: store) }
        return unsafe copyOut(Array(description.text().utf8), buffer, capacity)
    }
}

@implementation @_cdecl("lamina_spec_read_description")
public func lamina_spec_read_description(
    _ spec: UnsafeMutablePointer<lamina_spec>?, _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let (context, object) = try unsafe findObject(spec, .spec, "spec", as: LayoutSpec.self)
        let description = context.nodes.withLock { store in SpecDescription(of: object, in: store) }
        return unsafe copyOut(Array(description.text().utf8), buffer, capacity)
    }
}

@implementation @_cdecl("lamina_node_read_explanation")
public func lamina_node_read_explanation(
    _ root: UnsafeMutablePointer<lamina_node>?, _ range: lamina_size_range, _ element: UnsafeMutableRawPointer?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ capacity: Int
) -> Int {
    value(0) { () throws(LaminaError) in
        let range = try Check.range(range, "range")
        try LayoutCallbacks.checkNoneRuns()
        let context = try unsafe root.handle().context(.node, "root")
        let parts = try context.parts()
        let handle = Handle(bits: UInt(bitPattern: element))
        let target = handle.bits == 0 ? nil : try specChild(handle, "element", in: context)
        let explained = try unsafe withNode(root) { (store, index, _) throws(LaminaError) in
            if case .node(let node) = target, store.find(node) == nil { throw handle.refusal(.node, "element") }
            return ExplainedSnapshot(of: index, target: target, in: &store, range: range)
        }
        guard let explained else {
            throw LaminaError(.outOfRange, "element is not part of the layout of root: no spec of it names it")
        }
        return unsafe copyOut(Array(try parts.explain(explained).utf8), buffer, capacity)
    }
}
