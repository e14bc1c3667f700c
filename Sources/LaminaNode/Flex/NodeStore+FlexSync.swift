import LaminaGeometry
import LaminaLayout

/// Takes changes of nodes over into the flex tree that is their twin.
extension NodeStore {
    /// The flex layout of `root`, made when there is none yet.
    mutating func flexLayout(rootedAt root: Int32, profile: FlexProfile) -> FlexLayout {
        if let present = flex[self[root].flexTree], present.root == root { return present }
        return flex.add(root: root, profile: profile)
    }

    /// Brings `tree`, taken from `layout`, up to date with the nodes.
    mutating func synchronize(
        _ tree: inout FlexTree, of layout: FlexLayout, _ discarded: inout Discarded
    ) {
        if tree.count == 0 {
            let total = countNodes(below: layout.root)
            tree.reserve(total)
            layout.reserve(total)
            addElements(below: layout.root, &tree, layout, &discarded)
            layout.stale.removeAll()
            return
        }
        // Taking one node over may list others: those of subtrees that were replaced.
        var next = 0
        while next < layout.stale.count {
            let node = layout.stale[next]
            next += 1
            guard self[node].flexTree == layout.number, self[node].flexElement >= 0 else { continue }
            update(node, &tree, layout, &discarded)
        }
        layout.stale.removeAll(keepingCapacity: true)
    }

    /// What the size of the node comes from when it is a leaf: nothing of what is below takes part then.
    private func flexContent(of node: Int32) -> (any NodeContent)? {
        switch self[node].layout?.method {
        case .measured(let measuring): return HostLeaf(id(node), measuring)
        case .spec, .provided, .custom: return FlexNodeLeaf(id(node), showsContent: false)
        case .content: return FlexNodeLeaf(id(node), showsContent: true)
        case .flex, nil: return measuredContent(of: node)?.forLayout
        }
    }

    func isFlexLeaf(_ node: Int32) -> Bool {
        switch self[node].layout?.method {
        case .measured, .spec, .provided, .custom, .content: true
        case .flex, nil: measuredContent(of: node) != nil
        }
    }

    private mutating func update(
        _ node: Int32, _ tree: inout FlexTree, _ layout: FlexLayout, _ discarded: inout Discarded
    ) {
        let stale = self[node].flags
        self[node].flags.subtract([.flexStale, .flexLeafStale, .flexChildrenStale])
        let element = self[node].flexElement
        let isLeaf = isFlexLeaf(node)
        if tree.isMeasured(element) != isLeaf {
            replaceElement(of: node, &tree, layout, &discarded)
            return
        }
        if node != layout.root { tree.setStyle(element, effectiveFlexStyle(node, in: layout)) }
        if stale.contains(.flexLeafStale), let content = flexContent(of: node) {
            layout.leaves.replace(tree.identifier(element), content, &discarded)
            tree.setMonotonic(element, content.isMonotonic)
            tree.markDirty(element)
            discarded.append(layout.results[Int(element)])
            layout.results[Int(element)] = nil
            if let parent = tree.parent(element) { layout.results.forget(parent, in: tree) }
        }
        if !isLeaf && stale.contains(.flexChildrenStale) {
            updateChildren(of: node, &tree, layout, &discarded)
        }
    }

    /// A leaf became a container or the other way round.
    private mutating func replaceElement(
        of node: Int32, _ tree: inout FlexTree, _ layout: FlexLayout, _ discarded: inout Discarded
    ) {
        let element = self[node].flexElement
        let parent = tree.parent(element)
        let sibling = tree.nextSibling(element)
        removeElements(from: element, &tree, layout, &discarded)
        let replacement = addElements(below: node, &tree, layout, &discarded)
        if let parent { insert(replacement, into: parent, before: sibling, &tree, layout) }
    }

    /// Makes the children of the node's element those of the node, keeping what is there already.
    private mutating func updateChildren(
        of node: Int32, _ tree: inout FlexTree, _ layout: FlexLayout, _ discarded: inout Discarded
    ) {
        let parent = self[node].flexElement
        var next = tree.firstChild(parent)
        for place in self[node].children.indices {
            let child = self[node].children[place]
            let isKnown = self[child].flexTree == layout.number && self[child].flexElement >= 0
            if isKnown && self[child].flexElement == next {
                next = tree.nextSibling(self[child].flexElement)
                continue
            }
            let element =
                isKnown ? self[child].flexElement : addElements(below: child, &tree, layout, &discarded)
            insert(element, into: parent, before: next, &tree, layout)
        }
        layout.results.forget(parent, in: tree)
        while let rest = next {
            next = tree.nextSibling(rest)
            removeElements(from: rest, &tree, layout, &discarded)
        }
    }

    private func insert(
        _ element: Int32, into parent: Int32, before sibling: Int32?, _ tree: inout FlexTree,
        _ layout: FlexLayout
    ) {
        if let old = tree.parent(element) { layout.results.forget(old, in: tree) }
        tree.insert(element, into: parent, before: sibling)
        layout.noteLevel(element, in: parent, tree)
        layout.results.forget(parent, in: tree)
    }

    /// Takes an element and all below it out of the tree, and the claims of their nodes back.
    private mutating func removeElements(
        from element: Int32, _ tree: inout FlexTree, _ layout: FlexLayout, _ discarded: inout Discarded
    ) {
        var pending = [element]
        while let next = pending.popLast() {
            let identifier = tree.identifier(next)
            let node = tree.isMeasured(next) ? layout.leaves[identifier].node : identifier
            discarded.append(layout.results[Int(next)])
            layout.results[Int(next)] = nil
            if tree.isMeasured(next) { layout.leaves.remove(identifier, &discarded) }
            if self[node].flexTree == layout.number && self[node].flexElement == next { releaseFlexClaim(node) }
            var child = tree.firstChild(next)
            while let present = child {
                pending.append(present)
                child = tree.nextSibling(present)
            }
        }
        tree.remove(element)
    }

    /// The nodes below `root`, itself included: no fewer than there will be elements.
    private func countNodes(below root: Int32) -> Int {
        var count = 1
        var pending = [root]
        while let node = pending.popLast() {
            count += self[node].children.count
            for child in self[node].children where !self[child].children.isEmpty { pending.append(child) }
        }
        return count
    }

    /// Adds elements for `node` and all below it that takes part; returns that of `node`. Without recursion: trees may
    /// be deeper than the stack.
    @discardableResult
    private mutating func addElements(
        below node: Int32, _ tree: inout FlexTree, _ layout: FlexLayout, _ discarded: inout Discarded
    ) -> Int32 {
        let top = addElement(node, &tree, layout, &discarded)
        var pending: [(node: Int32, element: Int32)] = []
        if !tree.isMeasured(top) { pending.append((node, top)) }
        while let next = pending.popLast() {
            for place in self[next.node].children.indices {
                let child = self[next.node].children[place]
                let element = addElement(child, &tree, layout, &discarded)
                tree.append(element, to: next.element)
                layout.noteLevel(element, in: next.element, tree)
                if !tree.isMeasured(element) && !self[child].children.isEmpty { pending.append((child, element)) }
            }
        }
        return top
    }

    private mutating func addElement(
        _ node: Int32, _ tree: inout FlexTree, _ layout: FlexLayout, _ discarded: inout Discarded
    ) -> Int32 {
        let element: Int32
        if let content = flexContent(of: node) {
            let slot = layout.leaves.add(node, content)
            element = tree.add(effectiveFlexStyle(node, in: layout), isMeasured: true, identifier: slot)
            tree.setMonotonic(element, content.isMonotonic)
            layout.leaves.setElement(slot, element)
        } else {
            element = tree.add(effectiveFlexStyle(node, in: layout), identifier: node)
        }
        layout.note(id(node), element)
        if layout.number < 0 { return element }
        // A layout of its own ends where the node becomes part of another one.
        if self[node].flexTree != layout.number { dropFlex(rootedAt: node, &discarded) }
        if self[node].frame != .zero { layout.framedBefore.append(element) }
        self[node].flexTree = layout.number
        self[node].flexElement = element
        if node != layout.root { setArranged(true, node) }
        self[node].flags.subtract([.flexStale, .flexLeafStale, .flexChildrenStale])
        return element
    }
}
