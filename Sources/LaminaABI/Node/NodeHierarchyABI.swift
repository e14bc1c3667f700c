public import CLamina
import LaminaDisplay
import LaminaGeometry
import LaminaNode

@implementation @_cdecl("lamina_node_add_child")
public func lamina_node_add_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withHierarchy(NodeArgument(node, "node"), NodeArgument(child, "child")) {
            (_, store, nodes, discarded) throws(LaminaError) in
            try store.add(nodes.1, to: nodes.0, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_insert_child")
public func lamina_node_insert_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?, _ index: Int
) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withHierarchy(NodeArgument(node, "node"), NodeArgument(child, "child")) {
            (_, store, nodes, discarded) throws(LaminaError) in
            try store.insert(nodes.1, into: nodes.0, at: index, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_insert_child_above")
public func lamina_node_insert_child_above(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ sibling: UnsafeMutablePointer<lamina_node>?
) -> lamina_status { unsafe insert(child, into: node, above: true, sibling) }

@implementation @_cdecl("lamina_node_insert_child_below")
public func lamina_node_insert_child_below(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?,
    _ sibling: UnsafeMutablePointer<lamina_node>?
) -> lamina_status { unsafe insert(child, into: node, above: false, sibling) }

private func insert(
    _ child: UnsafeMutablePointer<lamina_node>?, into node: UnsafeMutablePointer<lamina_node>?, above: Bool,
    _ sibling: UnsafeMutablePointer<lamina_node>?
) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withHierarchy(
            NodeArgument(node, "node"), NodeArgument(child, "child"), NodeArgument(sibling, "sibling")
        ) { (_, store, nodes, discarded) throws(LaminaError) in
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
        try unsafe withHierarchy(
            NodeArgument(node, "node"), NodeArgument(child, "child"), NodeArgument(replacement, "replacement")
        ) {
            (_, store, nodes, discarded) throws(LaminaError) in
            try store.replace(nodes.1, of: nodes.0, with: nodes.2, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_move_child")
public func lamina_node_move_child(_ node: UnsafeMutablePointer<lamina_node>?, _ from: Int, _ to: Int) -> lamina_status
{
    status { () throws(LaminaError) in
        try unsafe withHierarchy(NodeArgument(node, "node")) { (_, store, nodes, _) throws(LaminaError) in
            try store.moveChild(of: nodes.0, from: from, to: to)
        }
    }
}

@implementation @_cdecl("lamina_node_remove_from_parent")
public func lamina_node_remove_from_parent(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withHierarchy(NodeArgument(node, "node")) { _, store, nodes, discarded in
            store.remove(nodes.0, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_remove_children")
public func lamina_node_remove_children(_ node: UnsafeMutablePointer<lamina_node>?) -> lamina_status {
    status { () throws(LaminaError) in
        try unsafe withHierarchy(NodeArgument(node, "node")) { _, store, nodes, discarded in
            store.removeChildren(of: nodes.0, &discarded)
        }
    }
}

@implementation @_cdecl("lamina_node_get_child_count")
public func lamina_node_get_child_count(_ node: UnsafeMutablePointer<lamina_node>?) -> Int {
    unsafe readNode(node, 0) { store, index in store[index].children.count }
}

@implementation @_cdecl("lamina_node_copy_child")
public func lamina_node_copy_child(
    _ node: UnsafeMutablePointer<lamina_node>?, _ index: Int,
    _ out_child: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_child, "out_child")
        let context = try unsafe node.handle().context(.node, "node")
        unsafe out.pointee = try withNode(node) { (store, node, _) throws(LaminaError) in
            let count = store[node].children.count
            guard index >= 0 && index < count else {
                throw LaminaError(
                    .outOfRange, "index is \(UInt(bitPattern: index)), but the node has \(count) children")
            }
            return unsafe copyNode(store[node].children[index], &store, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_copy_parent")
public func lamina_node_copy_parent(
    _ node: UnsafeMutablePointer<lamina_node>?, _ out_parent: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_parent, "out_parent")
        let context = try unsafe node.handle().context(.node, "node")
        unsafe out.pointee = try withNode(node) { (store, node, _) throws(LaminaError) in
            let parent = store[node].parent
            return parent < 0 ? nil : unsafe copyNode(parent, &store, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_find_named")
public func lamina_node_find_named(
    _ root: UnsafeMutablePointer<lamina_node>?, _ name: UnsafePointer<CChar>?, _ length: Int,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_node, "out_node")
        let context = try unsafe root.handle().context(.node, "root")
        let name = try unsafe utf8Bytes(name, length, "name")
        unsafe out.pointee = try withNode(root) { (store, root, _) throws(LaminaError) in
            guard let found = store.first(named: name, below: root) else { return nil }
            return unsafe copyNode(found, &store, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_find_matching")
public func lamina_node_find_matching(
    _ root: UnsafeMutablePointer<lamina_node>?, _ match: lamina_node_match_fn?, _ user_data: UnsafeMutableRawPointer?,
    _ out_node: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_node, "out_node")
        let context = try unsafe root.handle().context(.node, "root")
        guard let match = unsafe match else {
            throw LaminaError(.invalidArgument, "match is NULL; a function is needed")
        }
        let nodes = try unsafe withNode(root) { store, root, _ in store.identities(below: root) }
        unsafe out.pointee = unsafe firstMatch(nodes, in: context) { unsafe match($0, user_data) }
    }
}

/// A reference to the first node that matches and still exists afterwards. No lock is held during the callback.
private func firstMatch(
    _ nodes: [NodeID], in context: Context, _ matches: (UnsafeMutablePointer<lamina_node>?) -> Bool
) -> UnsafeMutablePointer<lamina_node>? {
    for node in nodes {
        let isAlive = context.withNodes { $0.find(node) != nil }
        guard isAlive, unsafe matches(Handle(node, in: context).pointer()) else { continue }
        let found = unsafe context.withNodes { store in
            unsafe store.find(node).flatMap { unsafe copyNode($0, &store, in: context) }
        }
        if let found = unsafe found { return unsafe found }
    }
    return nil
}

@implementation @_cdecl("lamina_node_copy_common_ancestor")
public func lamina_node_copy_common_ancestor(
    _ node: UnsafeMutablePointer<lamina_node>?, _ other: UnsafeMutablePointer<lamina_node>?,
    _ out_ancestor: UnsafeMutablePointer<UnsafeMutablePointer<lamina_node>?>?
) -> lamina_status {
    status { () throws(LaminaError) in
        let out = unsafe try Check.out(out_ancestor, "out_ancestor")
        let handle = unsafe other.handle()
        let context = try unsafe sameContext(NodeArgument(node, "node"), NodeArgument(other, "other"))
        unsafe out.pointee = try withNode(node) { (store, node, _) throws(LaminaError) in
            guard let other = store.find(handle.nodeID) else { throw handle.refusal(.node, "other") }
            guard let found = store.commonAncestor(node, other) else { return nil }
            return unsafe copyNode(found, &store, in: context)
        }
    }
}

@implementation @_cdecl("lamina_node_get_child_index")
public func lamina_node_get_child_index(
    _ node: UnsafeMutablePointer<lamina_node>?, _ child: UnsafeMutablePointer<lamina_node>?
) -> Int {
    value(-1) { () throws(LaminaError) in
        let handle = unsafe child.handle()
        _ = try unsafe sameContext(NodeArgument(node, "node"), NodeArgument(child, "child"))
        return try unsafe withNode(node) { (store, node, _) throws(LaminaError) in
            guard let child = store.find(handle.nodeID) else { throw handle.refusal(.node, "child") }
            return store.index(of: child, in: node) ?? -1
        }
    }
}
