import LaminaGeometry
import LaminaLayout

/// Takes changes of nodes over into the flex tree that is their twin.
extension NodeStore {
    /// The flex arrangement of `root`, made when there is none yet.
    mutating func flexArrangement(rootedAt root: Int32, profile: FlexProfile) -> FlexArrangement {
        if let present = flexArrangement(self[root].flexTree), present.root == root { return present }
        let number = flexArrangements.firstIndex { $0 == nil } ?? flexArrangements.count
        if number == flexArrangements.count { flexArrangements.append(nil) }
        let arrangement = FlexArrangement(root: root, number: Int32(number), profile: profile)
        flexArrangements[number] = arrangement
        return arrangement
    }

    /// Brings `tree`, taken from `arrangement`, up to date with the nodes.
    mutating func synchronize(
        _ tree: inout FlexTree, of arrangement: FlexArrangement, _ discarded: inout Discarded
    ) {
        if tree.count == 0 {
            addElements(below: arrangement.root, &tree, arrangement, &discarded)
            arrangement.stale.removeAll()
            return
        }
        // Taking one node over may list others: those of subtrees that were replaced.
        var next = 0
        while next < arrangement.stale.count {
            let node = arrangement.stale[next]
            next += 1
            guard self[node].flexTree == arrangement.number, self[node].flexElement >= 0 else { continue }
            update(node, &tree, arrangement, &discarded)
        }
        arrangement.stale.removeAll(keepingCapacity: true)
    }

    /// Whether the node's size comes from its content, and nothing of what is below takes part.
    private func flexContent(of node: Int32) -> (any NodeContent)? {
        if let content = self[node].content, content.isMeasurable { return content }
        return nil
    }

    private mutating func update(
        _ node: Int32, _ tree: inout FlexTree, _ arrangement: FlexArrangement, _ discarded: inout Discarded
    ) {
        let stale = self[node].flags
        self[node].flags.subtract([.flexStale, .flexLeafStale, .flexChildrenStale])
        let element = self[node].flexElement
        let content = flexContent(of: node)
        if tree.isMeasured(element) != (content != nil) {
            replaceElement(of: node, &tree, arrangement, &discarded)
            return
        }
        tree.setStyle(element, effectiveFlexStyle(node))
        if let content, stale.contains(.flexLeafStale) {
            _ = arrangement.leaves.replace(tree.identifier(element), content, &discarded)
            tree.markDirty(element)
        }
        if content == nil && stale.contains(.flexChildrenStale) {
            updateChildren(of: node, &tree, arrangement, &discarded)
        }
    }

    /// A leaf became a container or the other way round.
    private mutating func replaceElement(
        of node: Int32, _ tree: inout FlexTree, _ arrangement: FlexArrangement, _ discarded: inout Discarded
    ) {
        let element = self[node].flexElement
        let parent = tree.parent(element)
        let sibling = tree.nextSibling(element)
        removeElements(from: element, &tree, arrangement, &discarded)
        let replacement = addElements(below: node, &tree, arrangement, &discarded)
        if let parent { tree.insert(replacement, into: parent, before: sibling) }
    }

    /// Makes the children of the node's element those of the node, keeping what is there already.
    private mutating func updateChildren(
        of node: Int32, _ tree: inout FlexTree, _ arrangement: FlexArrangement, _ discarded: inout Discarded
    ) {
        let parent = self[node].flexElement
        var next = tree.firstChild(parent)
        for place in self[node].children.indices {
            let child = self[node].children[place]
            let isKnown = self[child].flexTree == arrangement.number && self[child].flexElement >= 0
            if isKnown && self[child].flexElement == next {
                next = tree.nextSibling(self[child].flexElement)
                continue
            }
            let element =
                isKnown ? self[child].flexElement : addElements(below: child, &tree, arrangement, &discarded)
            tree.insert(element, into: parent, before: next)
        }
        while let rest = next {
            next = tree.nextSibling(rest)
            removeElements(from: rest, &tree, arrangement, &discarded)
        }
    }

    /// Takes an element and all below it out of the tree, and the claims of their nodes back.
    private mutating func removeElements(
        from element: Int32, _ tree: inout FlexTree, _ arrangement: FlexArrangement, _ discarded: inout Discarded
    ) {
        var pending = [element]
        while let next = pending.popLast() {
            let identifier = tree.identifier(next)
            let node = tree.isMeasured(next) ? arrangement.leaves[identifier].node : identifier
            if tree.isMeasured(next) { arrangement.leaves.remove(identifier, &discarded) }
            if self[node].flexTree == arrangement.number && self[node].flexElement == next { releaseFlexClaim(node) }
            var child = tree.firstChild(next)
            while let present = child {
                pending.append(present)
                child = tree.nextSibling(present)
            }
        }
        tree.remove(element)
    }

    /// Adds elements for `node` and all below it that takes part; returns that of `node`. Without recursion: trees may be deeper than the stack.
    @discardableResult
    private mutating func addElements(
        below node: Int32, _ tree: inout FlexTree, _ arrangement: FlexArrangement, _ discarded: inout Discarded
    ) -> Int32 {
        let top = addElement(node, &tree, arrangement, &discarded)
        var pending: [(node: Int32, element: Int32)] = []
        if !tree.isMeasured(top) { pending.append((node, top)) }
        while let next = pending.popLast() {
            for place in self[next.node].children.indices {
                let child = self[next.node].children[place]
                let element = addElement(child, &tree, arrangement, &discarded)
                tree.append(element, to: next.element)
                if !tree.isMeasured(element) && !self[child].children.isEmpty { pending.append((child, element)) }
            }
        }
        return top
    }

    private mutating func addElement(
        _ node: Int32, _ tree: inout FlexTree, _ arrangement: FlexArrangement, _ discarded: inout Discarded
    ) -> Int32 {
        let element: Int32
        if let content = flexContent(of: node) {
            let slot = arrangement.leaves.add(node, content)
            element = tree.add(effectiveFlexStyle(node), isMeasured: true, identifier: slot)
        } else {
            element = tree.add(effectiveFlexStyle(node), identifier: node)
        }
        // A layout of its own ends where the node becomes part of another one.
        if self[node].flexTree != arrangement.number { dropFlex(rootedAt: node, &discarded) }
        if self[node].frame != .zero { arrangement.framedBefore.append(element) }
        self[node].flexTree = arrangement.number
        self[node].flexElement = element
        self[node].flags.subtract([.flexStale, .flexLeafStale, .flexChildrenStale])
        return element
    }
}
