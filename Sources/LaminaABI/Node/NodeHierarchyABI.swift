public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_add_child")
public func lamina_node_add_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try withHierarchy(NodeArgument(node, "node"), NodeArgument(child, "child")) {
            (_, store, nodes, discarded) throws(LaminaError) in
            try store.checkChildrenAreHosts(of: nodes.0)
            try store.add(nodes.1, to: nodes.0, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_insert_child")
public func lamina_node_insert_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?, _ index: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        try withHierarchy(NodeArgument(node, "node"), NodeArgument(child, "child")) {
            (_, store, nodes, discarded) throws(LaminaError) in
            try store.checkChildrenAreHosts(of: nodes.0)
            try store.insert(nodes.1, into: nodes.0, at: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_insert_child_above")
public func lamina_node_insert_child_above(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ sibling: UnsafeMutablePointer<lamina_node>?
) -> lamina_status { insert(child, into: node, above: true, sibling) }

@implementation @_cdecl("lamina_node_insert_child_below")
public func lamina_node_insert_child_below(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ sibling: UnsafeMutablePointer<lamina_node>?
) -> lamina_status { insert(child, into: node, above: false, sibling) }

@safe private func insert(
    _ child: UnsafeMutablePointer<lamina_node>?, into node: UnsafeMutablePointer<lamina_node>?, above: Bool,
    _ sibling: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try withHierarchy(
            NodeArgument(node, "node"), NodeArgument(child, "child"), NodeArgument(sibling, "sibling")
        ) { (_, store, nodes, discarded) throws(LaminaError) in
            try store.checkChildrenAreHosts(of: nodes.0)
            try store.insert(nodes.1, into: nodes.0, above: above, sibling: nodes.2, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_replace_child")
public func lamina_node_replace_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ replacement: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try withHierarchy(
            NodeArgument(node, "node"), NodeArgument(child, "child"), NodeArgument(replacement, "replacement")
        ) {
            (_, store, nodes, discarded) throws(LaminaError) in
            try store.checkChildrenAreHosts(of: nodes.0)
            try store.replace(nodes.1, of: nodes.0, with: nodes.2, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_move_child")
public func lamina_node_move_child(_ node: UnsafeMutablePointer<lamina_node>?, _ from: Int, _ to: Int) -> lamina_status
{
    status { () throws(LaminaError) in
        try withHierarchy(NodeArgument(node, "node")) { (_, store, nodes, _) throws(LaminaError) in
            try store.checkChildrenAreHosts(of: nodes.0)
            try store.moveChild(of: nodes.0, from: from, to: to)
        }
    }
}

@implementation @_cdecl("lamina_node_remove_from_parent")
public func lamina_node_remove_from_parent(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try withHierarchy(NodeArgument(node, "node")) { (_, store, nodes, discarded) throws(LaminaError) in
            let parent = store[nodes.0].parent
            if parent >= 0 { try store.checkChildrenAreHosts(of: parent) }
            store.remove(nodes.0, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_remove_children")
public func lamina_node_remove_children(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try withHierarchy(NodeArgument(node, "node")) { (_, store, nodes, discarded) throws(LaminaError) in
            try store.checkChildrenAreHosts(of: nodes.0)
            store.removeChildren(of: nodes.0, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_child_count")
public func lamina_node_get_child_count(_ node: UnsafeMutablePointer<lamina_node>?) -> Int {
    readNode(node, 0) { store, index in store[index].children.count }
}

@implementation @_cdecl("lamina_node_copy_child")
public func lamina_node_copy_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ index: Int,
    _ out_child: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_child, "out_child")
        let context = try node.handle().context(.node, "node")
        let found: Handle? = try withNode(node) { (store, node, _) throws(LaminaError) in
            let count = store[node].children.count
            guard index >= 0 && index < count else {
                throw LaminaError(
                    .outOfRange, "index is \(UInt(bitPattern: index)), but the node has \(count) children")
            }
            return copyNode(store[node].children[index], &store, in: context)
        }
        out.write(found)
    }
}

@implementation @_cdecl("lamina_node_copy_parent")
public func lamina_node_copy_parent(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_parent: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_parent, "out_parent")
        let context = try node.handle().context(.node, "node")
        let found: Handle? = try withNode(node) { (store, node, _) throws(LaminaError) in
            let parent = store[node].parent
            return parent < 0 ? nil : copyNode(parent, &store, in: context)
        }
        out.write(found)
    }
}

@implementation @_cdecl("lamina_node_find_named")
public func lamina_node_find_named(
    _ root: UnsafeMutablePointer<lamina_node>?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let context = try root.handle().context(.node, "root")
        let name = try utf8Bytes(name, length, "name")
        let found: Handle? = try withNode(root) { (store, root, _) throws(LaminaError) in
            store.first(named: name, below: root).map { copyNode($0, &store, in: context) }
        }
        out.write(found)
    }
}

@implementation @_cdecl("lamina_node_find_matching")
public func lamina_node_find_matching(
    _ root: UnsafeMutablePointer<lamina_node>?, _ match: lamina_node_match_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_node, "out_node")
        let context = try root.handle().context(.node, "root")
        let match = try needed(hostCall(match, HostData(user_data, destroy: nil)), "match")
        let nodes = try withNode(root) { store, root, _ in store.identities(below: root) }
        out.write(firstMatch(nodes, in: context, match))
    }
}

/// A reference to the first node that matches and still exists afterwards. No lock is held during the callback.
private func firstMatch(
    _ nodes: [NodeID], in context: Context, _ matches: (Handle) -> Bool
) -> Handle? {
    for node in nodes {
        let isAlive = context.withNodes { $0.find(node) != nil }
        guard isAlive, matches(Handle(node, in: context)) else { continue }
        let found = context.withNodes { store in
            store.find(node).flatMap { copyNode($0, &store, in: context) }
        }
        if let found { return found }
    }
    return nil
}

@implementation @_cdecl("lamina_node_copy_common_ancestor")
public func lamina_node_copy_common_ancestor(
    _ node: UnsafeMutablePointer<lamina_node>?, _ other: UnsafeMutablePointer<lamina_node>?,
    _ out_ancestor: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = try HandleOutput(out_ancestor, "out_ancestor")
        let handle = other.handle()
        let context = try sameContext(NodeArgument(node, "node"), NodeArgument(other, "other"))
        let found: Handle? = try withNode(node) { (store, node, _) throws(LaminaError) in
            guard let other = store.find(handle.nodeID) else { throw handle.refusal(.node, "other") }
            return store.commonAncestor(node, other).map { copyNode($0, &store, in: context) }
        }
        out.write(found)
    }
}

@implementation @_cdecl("lamina_node_get_child_index")
public func lamina_node_get_child_index(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?
) -> Int {
    value(-1) { () throws(LaminaError) in
        let handle = child.handle()
        _ = try sameContext(NodeArgument(node, "node"), NodeArgument(child, "child"))
        return try withNode(node) { (store, node, _) throws(LaminaError) in
            guard let child = store.find(handle.nodeID) else { throw handle.refusal(.node, "child") }
            return store.index(of: child, in: node) ?? -1
        }
    }
}
