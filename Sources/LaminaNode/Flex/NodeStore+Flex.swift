import LaminaGeometry
public import LaminaLayout

/// Flex properties: each write is noted once with the flex layout that the node belongs to.
extension NodeStore {
    /// Makes `node` the root of a flex layout of its own, or with nil no more.
    public mutating func setFlexProfile(_ profile: FlexProfile?, of node: Int32, _ discarded: inout Discarded) {
        if self[node].flexProfile == profile { return }
        self[node].flexProfile = profile
        dropFlex(rootedAt: node, &discarded)
        switch self[node].layout?.method {
        case .flex, nil:
            replaceLayout(of: node, nil, &discarded)
            arrangeChildrenAnew(node)
        default: break
        }
        noteLayoutNeeded(inside: node)
    }

    public mutating func setFlexLength(_ property: FlexLengthProperty, _ length: FlexLength, of node: Int32) {
        self[node].flex.setLength(property, length)
        noteFlexStyle(node)
    }

    public mutating func setFlexNumber(_ property: FlexNumberProperty, _ value: Double?, of node: Int32) {
        self[node].flex.setNumber(property, value)
        noteFlexStyle(node)
    }

    public mutating func setFlexKeyword(_ property: FlexKeywordProperty, _ value: UInt8, of node: Int32) {
        let direction = self[node].flex.keyword(.direction)
        self[node].flex.setKeyword(property, value)
        noteFlexStyle(node)
        noteFlexDirection(node, before: direction)
    }

    public mutating func setFlexStyle(_ style: FlexStyle, of node: Int32) {
        let direction = self[node].flex.keyword(.direction)
        self[node].flex = style
        noteFlexStyle(node)
        noteFlexDirection(node, before: direction)
    }

    private mutating func noteFlexDirection(_ node: Int32, before: UInt8) {
        if self[node].flex.keyword(.direction) == before { return }
        directions.noteOwn()
        noteDirectionChange(below: node)
    }

    /// The style with which the node stands in a flex tree: its flex properties, and for what they leave open its
    /// element style.
    func effectiveFlexStyle(_ node: Int32, in layout: FlexLayout) -> FlexStyle {
        // The root's style is part of its constraints.
        guard let style = self[node].style?.style, node != layout.root else { return self[node].flex }
        return self[node].flex.filled(from: style)
    }

    /// The style of the node's element is out of date.
    @inline(__always)
    mutating func noteFlexStyle(_ node: Int32) {
        if self[node].flexTree >= 0 { noteFlex(node, []) }
    }

    /// What the node's element holds besides its style may be out of date: its content, or whether it is a leaf.
    mutating func noteFlexLeaf(_ node: Int32) {
        if self[node].flexTree >= 0 { noteFlex(node, .flexLeafStale) }
    }

    /// The list of the node's children changed.
    mutating func noteFlexChildren(_ node: Int32) {
        if self[node].flexTree < 0 { return }
        // Those that host code names stand in no flex layout: it is their parent that does, as a leaf.
        if case .provided = self[node].layout?.method, layouts.adopting != nil { return }
        noteFlex(node, .flexChildrenStale)
    }

    private mutating func noteFlex(_ node: Int32, _ what: NodeFlags) {
        self[node].flags.formUnion(what)
        guard let layout = flex[self[node].flexTree] else { return }
        if !self[node].flags.contains(.flexStale) {
            self[node].flags.insert(.flexStale)
            layout.stale.append(node)
            layout.solved = nil
            setNeedsLayout(self[node].surface)
        }
        // A pass that captured the tree before must notice this change, too.
        noteLayoutChange(inside: layout.root)
    }

    /// The root of the flex layout that the node is a part of; -1 when it is none, or the root itself.
    @inline(__always)
    func flexRoot(above node: Int32) -> Int32 {
        guard self[node].flexTree >= 0, let layout = flex[self[node].flexTree] else { return -1 }
        return layout.root == node ? -1 : layout.root
    }

    /// The content that gives the node its size in a flex layout; nil where its children do.
    func measuredContent(of node: Int32) -> (any NodeContent)? {
        guard let content = self[node].content, content.isMeasurable else { return nil }
        if content.yieldsToChildren && (self[node].flexProfile != nil || !self[node].children.isEmpty) { return nil }
        return content
    }

    /// Whether a flex layout places the children of the node.
    func isInFlex(_ node: Int32) -> Bool {
        if measuredContent(of: node) != nil { return false }
        return self[node].flexTree >= 0 || self[node].flexProfile != nil
    }

    /// Forgets the flex tree of a root, and takes the claims of its nodes back.
    mutating func dropFlex(rootedAt node: Int32, _ discarded: inout Discarded) {
        guard let layout = takeFlex(rootedAt: node) else { return }
        discarded.append(layout)
        // Who arranges the root itself has nothing to do with its tree.
        let isArranged = self[node].flags.contains(.arranged)
        releaseFlexClaims(below: node, of: layout.number)
        setArranged(isArranged, node)
    }

    /// Hands out the flex tree of a root; the claims of its nodes are void, and to be taken back from those that live
    /// on.
    mutating func takeFlex(rootedAt node: Int32) -> FlexLayout? {
        guard let layout = flex[self[node].flexTree], layout.root == node else { return nil }
        flex.remove(layout.number)
        return layout
    }

    /// Takes the claims of a subtree back, so that a later tree with the same number is not taken for theirs.
    mutating func releaseFlexClaims(below root: Int32) {
        if self[root].flexTree < 0 || flex[self[root].flexTree]?.root == root { return }
        releaseFlexClaims(below: root, of: self[root].flexTree)
    }

    /// A node is a leaf from now on: what stands below is no longer part of the flex layout.
    mutating func releaseFlexClaims(ofChildrenOf node: Int32) {
        if self[node].flexTree < 0 { return }
        for child in self[node].children { releaseFlexClaims(below: child) }
    }

    private mutating func releaseFlexClaims(below root: Int32, of number: Int32) {
        var pending = [root]
        while let node = pending.popLast() {
            guard self[node].flexTree == number else { continue }
            releaseFlexClaim(node)
            let parent = self[node].parent
            if parent >= 0 { setArranged(isNamed(node, by: parent), node) }
            pending.append(contentsOf: self[node].children)
        }
    }

    mutating func releaseFlexClaim(_ node: Int32) {
        self[node].flexTree = -1
        self[node].flexElement = -1
        self[node].flags.subtract([.flexStale, .flexLeafStale, .flexChildrenStale])
        setContentInsets(.zero, of: node)
    }

    /// Says how far inside of its edges a leaf shows its content.
    mutating func setContentInsets(_ insets: EdgeInsets, of node: Int32) {
        if self[node].extras?.contentInsets ?? .zero != insets { changeContentInsets(insets, of: node) }
    }

    private mutating func changeContentInsets(_ insets: EdgeInsets, of node: Int32) {
        // The new extras hold all that the old ones held: nothing of the host's ends here.
        var discarded = Discarded()
        setExtras(of: node, contentInsets: insets, &discarded)
        if self[node].content != nil { setNeedsDisplay(node) }
    }
}

extension FlexStyle {
    /// The style with an element style for what is not set here.
    func filled(from style: ElementStyle) -> FlexStyle {
        var filled = self
        func fill(_ property: FlexLengthProperty, _ dimension: Dimension) {
            if filled.length(property) != .undefined { return }
            switch dimension {
            case .auto: break
            case .points(let points): filled.setLength(property, .points(points))
            case .fraction(let share): filled.setLength(property, .percent(share * 100))
            }
        }
        fill(.width, style.width)
        fill(.height, style.height)
        fill(.minWidth, style.minWidth)
        fill(.minHeight, style.minHeight)
        fill(.maxWidth, style.maxWidth)
        fill(.maxHeight, style.maxHeight)
        fill(.flexBasis, style.flexBasis)
        if style.flexGrow > 0 && number(.flexGrow) == nil { filled.setNumber(.flexGrow, style.flexGrow) }
        if style.flexShrink > 0 && number(.flexShrink) == nil { filled.setNumber(.flexShrink, style.flexShrink) }
        if keyword(.direction) == 0 {
            switch style.layoutDirection {
            case .inherit: break
            case .leftToRight: filled.setKeyword(.direction, FlexWritingDirection.leftToRight.rawValue)
            case .rightToLeft: filled.setKeyword(.direction, FlexWritingDirection.rightToLeft.rawValue)
            }
        }
        if keyword(.alignSelf) == 0 { filled.setKeyword(.alignSelf, style.alignSelf.flexAlignment.rawValue) }
        return filled
    }
}

extension AlignSelf {
    fileprivate var flexAlignment: FlexAlignment {
        switch self {
        case .auto: .auto
        case .start: .flexStart
        case .end: .flexEnd
        case .center: .center
        case .stretch: .stretch
        }
    }
}
