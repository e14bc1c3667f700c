extension FlexTree {
    /// The parent of `element`, or nil.
    public func parent(_ element: Int32) -> Int32? { optional(records[element].parent) }
    /// The first child of `element`, or nil.
    public func firstChild(_ element: Int32) -> Int32? { optional(records[element].firstChild) }
    /// The sibling after `element`, or nil.
    public func nextSibling(_ element: Int32) -> Int32? { optional(records[element].nextSibling) }

    private func optional(_ element: Int32) -> Int32? { element < 0 ? nil : element }

    /// Puts `child` behind the last child of `parent`. Takes it from its present parent first.
    public mutating func append(_ child: Int32, to parent: Int32) { insert(child, into: parent, before: nil) }

    /// Puts `child` among the children of `parent`, before `sibling` or, without one, at the end. Takes it from its
    /// present parent first; `parent` must not be `child` or below it, and `sibling` must be a child of `parent` other
    /// than `child`.
    public mutating func insert(_ child: Int32, into parent: Int32, before sibling: Int32?) {
        detach(child)
        let first = records[parent].firstChild
        records[child].parent = parent
        if first < 0 {
            records[parent].firstChild = child
            records[child].previousSibling = child
        } else if let sibling {
            records[child].nextSibling = sibling
            records[child].previousSibling = records[sibling].previousSibling
            if sibling == first {
                records[parent].firstChild = child
            } else {
                records[records[sibling].previousSibling].nextSibling = child
            }
            records[sibling].previousSibling = child
        } else {
            let last = records[first].previousSibling
            records[last].nextSibling = child
            records[child].previousSibling = last
            records[first].previousSibling = child
        }
        markDirty(parent)
    }

    /// Puts `child` at `index` among the children of `parent`; beyond the last means at the end. Costs time linear in
    /// `index`.
    public mutating func insert(_ child: Int32, into parent: Int32, at index: Int) {
        detach(child)
        var sibling = records[parent].firstChild
        var place = 0
        while sibling >= 0 && place < index {
            sibling = records[sibling].nextSibling
            place += 1
        }
        insert(child, into: parent, before: sibling < 0 ? nil : sibling)
    }

    /// Takes `child` out of its parent, if it has one, and keeps it for use elsewhere.
    public mutating func detach(_ child: Int32) {
        let parent = records[child].parent
        if parent < 0 { return }
        let first = records[parent].firstChild
        let next = records[child].nextSibling
        let previous = records[child].previousSibling
        if child == first {
            records[parent].firstChild = next
            if next >= 0 { records[next].previousSibling = previous }
        } else {
            records[previous].nextSibling = next
            records[next >= 0 ? next : first].previousSibling = previous
        }
        records[child].parent = FlexRecord.none
        records[child].nextSibling = FlexRecord.none
        records[child].previousSibling = FlexRecord.none
        markDirty(parent)
    }
}
