extension FlexTree {
    /// Whether the lines of text of `element` run from right to left, as of the last layout.
    public func isRightToLeft(_ element: Int32) -> Bool { records[element].flags.contains(.rightToLeft) }

    /// Whether `element` has children.
    public func hasChildren(_ element: Int32) -> Bool { records[element].firstChild >= 0 }
}
