public import LaminaGeometry
import LaminaLayout

/// Property writes: a write that changes nothing dirties nothing.
///
/// The common ones are inlined: setting a background through C takes 247 instructions instead of 277, an opacity 209
/// instead of 224.
extension NodeStore {
    @inline(__always)
    public mutating func setBackground(_ color: Color, of node: Int32) {
        if self[node].flags.contains(.dynamic) { endDynamicColor(.background, of: node) }
        applyBackground(color, of: node)
    }

    @inline(__always)
    mutating func applyBackground(_ color: Color, of node: Int32) {
        if self[node].background == color { return }
        self[node].background = color
        noteChange(node)
    }

    @inline(__always)
    public mutating func setOpacity(_ opacity: Double, of node: Int32) {
        if self[node].opacity == opacity { return }
        self[node].opacity = opacity
        noteChange(node)
    }

    public mutating func setCornerRadius(_ radius: Double, of node: Int32) {
        if self[node].cornerRadius == radius { return }
        self[node].cornerRadius = radius
        noteChange(node)
    }

    /// Sets or clears one of `hidden`, `clips`, `displaysTogether`, `displaySuspended`, `keepsDrawing` and
    /// `drawsAtOnce`.
    public mutating func set(_ flag: NodeFlags, to value: Bool, of node: Int32) {
        if self[node].flags.contains(flag) == value { return }
        if value { self[node].flags.insert(flag) } else { self[node].flags.remove(flag) }
        noteChange(node)
        if flag == .hidden { settleInterface(below: node) }
        // Resuming always draws (as in Texture), and so does what was stretched when it is not to be any more.
        if !value && (flag == .displaySuspended || flag == .keepsDrawing) { setNeedsDisplay(node) }
    }

    /// Places the node; one that a spec arranges gets its frame back at the next layout.
    public mutating func setFrame(_ frame: Rect, of node: Int32) {
        let old = self[node].frame
        if old == frame { return }
        self[node].frame = frame
        noteManagedFrame(node, before: old)
        if old.size != frame.size { noteLayoutEvent([], of: node) }
        noteFrameSetByHand(node)
        guard self[node].surface >= 0 else { return }
        noteFrame(node)
        if old.size != frame.size && !(self[node].children.isEmpty && self[node].layout == nil) {
            setNeedsLayout(self[node].surface)
        }
    }

    /// Moves what stands below the node, by as much the other way, and none of the frames.
    public mutating func setBoundsOrigin(_ origin: Point, of node: Int32, _ discarded: inout Discarded) {
        if origin == self[node].boundsOrigin { return }
        setExtras(of: node, boundsOrigin: origin, &discarded)
        if origin == .zero { self[node].flags.remove(.boundsOrigin) } else { self[node].flags.insert(.boundsOrigin) }
        noteChange(node)
        noteManagedBounds(node)
    }

    /// Where the anchor of a node stands in its parent.
    public func position(of node: Int32) -> Point {
        let (frame, anchor) = (self[node].frame, anchor(of: node))
        return frame.origin + Point(x: anchor.x * frame.size.width, y: anchor.y * frame.size.height)
    }

    /// Moves a node so that its anchor stands there. Fails with `invalidArgument` where no frame can be.
    public mutating func setPosition(_ position: Point, of node: Int32) throws(LaminaError) {
        let origin = try origin(at: position, of: node)
        setFrame(Rect(origin: origin, size: self[node].frame.size), of: node)
    }

    /// Where its corner is then, for the size and anchor that it has or is about to get.
    @discardableResult
    public func origin(
        at position: Point, of node: Int32, size: Size? = nil, anchor: Point? = nil
    ) throws(LaminaError) -> Point {
        let (size, anchor) = (size ?? self[node].frame.size, anchor ?? self.anchor(of: node))
        let origin = Point(x: position.x - anchor.x * size.width, y: position.y - anchor.y * size.height)
        if max(origin.x.magnitude, origin.y.magnitude) <= Pixels.coordinateLimit { return origin }
        throw LaminaError(
            .invalidArgument,
            "position puts the node's corner at (\(origin.x), \(origin.y)); both must be finite, up to 10,000,000")
    }

    public func anchor(of node: Int32) -> Point { self[node].appearance?.value.anchor ?? NodeAppearance.center }

    /// Takes the frame from a layout pass: no new pass follows.
    public mutating func applyFrame(_ frame: Rect, of node: Int32) {
        let old = self[node].frame
        if old == frame { return }
        self[node].frame = frame
        noteManagedFrame(node, before: old)
        noteLayoutEvent(.laidOut, of: node)
        noteFrame(node)
    }

    public mutating func setStyle(_ style: StyleBox?, of node: Int32, _ discarded: inout Discarded) {
        if self[node].style?.style ?? ElementStyle() == style?.style ?? ElementStyle() { return }
        let direction = self[node].style?.style.layoutDirection
        discarded.append(self[node].style)
        self[node].style = style
        noteFlexStyle(node)
        noteDirection(style?.style)
        if direction ?? .inherit != style?.style.layoutDirection ?? .inherit { noteDirectionChange(below: node) }
        noteStyleChange(of: node)
    }

    /// Replaces what the node shows; its drawing, and its size where the content has one, are out of date then.
    public mutating func setContent(_ content: (any NodeContent)?, of node: Int32, _ discarded: inout Discarded) {
        let old = self[node].content
        discarded.append(old)
        self[node].content = content
        noteHostData(content, of: node)
        adaptContent(of: node, &discarded)
        setNeedsDisplay(node)
        arrangeByContent(node, &discarded)
        if let old, let content, content.isMeasured(like: old) { return }
        if (old?.isMeasurable ?? false) || (content?.isMeasurable ?? false) {
            noteFlexLeaf(node)
            noteContentChange(of: node)
        }
    }

    /// The same for contents that are drawn in another way but measured alike.
    public mutating func replaceAppearance(_ content: any NodeContent, of node: Int32, _ discarded: inout Discarded) {
        discarded.append(self[node].content)
        self[node].content = content
        noteHostData(content, of: node)
        adaptContent(of: node, &discarded)
        setNeedsDisplay(node)
    }

    /// Makes every drawing made so far out of date.
    public mutating func setNeedsDisplay(_ node: Int32) {
        self[node].displayVersion &+= 1
        noteChange(node)
    }

    /// Sets which drawings go first; one that waits already moves.
    public mutating func setDrawingPriority(_ priority: Int32, of node: Int32, _ discarded: inout Discarded) {
        if self[node].extras?.drawingPriority ?? 0 == priority { return }
        setExtras(of: node, drawingPriority: priority, &discarded)
        noteChange(node)
    }

    /// Shows the contents together with something else, or by themselves again.
    public mutating func setDecorator(
        _ decorator: (any ContentDecorator)?, of node: Int32, _ discarded: inout Discarded
    ) {
        setExtras(of: node, decorator: .some(decorator), &discarded)
        setNeedsDisplay(node)
    }

    /// Replaces the parts of the extras that are given; the old ones are handed to `discarded`.
    public mutating func setExtras(
        of node: Int32, name: [UInt8]? = nil, userData: HostData?? = nil,
        displayObserver: (any AnyObject & Sendable)?? = nil, decorator: (any ContentDecorator)?? = nil,
        drawingPriority: Int32? = nil,
        appearance: AppearanceBox?? = nil, placeholder: PlaceholderBox?? = nil, hitSlop: EdgeInsets? = nil,
        boundsOrigin: Point? = nil, contentInsets: EdgeInsets? = nil, _ discarded: inout Discarded
    ) {
        let old = self[node].extras
        discarded.append(old)
        if userData != nil || displayObserver != nil || decorator != nil || placeholder != nil {
            self[node].flags.insert(.hostData)
        }
        self[node].extras = NodeExtras(
            name: name ?? old?.name ?? [], userData: userData ?? old?.userData,
            displayObserver: displayObserver ?? old?.displayObserver, decorator: decorator ?? old?.decorator,
            drawingPriority: drawingPriority ?? old?.drawingPriority ?? 0,
            appearance: appearance ?? old?.appearance, placeholder: placeholder ?? old?.placeholder,
            hitSlop: hitSlop ?? old?.hitSlop ?? .zero, boundsOrigin: boundsOrigin ?? old?.boundsOrigin ?? .zero,
            contentInsets: contentInsets ?? old?.contentInsets ?? .zero)
    }
}
