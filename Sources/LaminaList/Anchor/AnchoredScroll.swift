/// Where a list is scrolled to, and what keeps it there: the row that the reader looks at stays in its place whatever
/// changes around it.
///
/// The anchor is the first row that ends below the fold line and begins above the end of the view. Whatever happens to
/// the rows, the anchor keeps its distance to the offset. Rules and their reasons stand at what obeys them.
public struct AnchoredScroll: Sendable {
    public struct Settings: Equatable, Sendable {
        /// Stays at the end once it is there, as chats do.
        public var endAnchor = false
        /// Goes along with rows that are appended, when it is at the end.
        public var follow = false
        /// As far from the end still counts as at the end.
        public var threshold = 0.5
        /// At offset 0 new rows above the first stay out of view; else they come into view.
        public var keepsAtZero = false
        /// What covers the top of the view; the fold line lies below it.
        public var inset = 0.0
        /// A change stays with a row that was seen, until the rows are measured that come into view above it; when
        /// none in view keeps its order, with the first one that is moved. Beyond an end it stays, as it comes back by
        /// itself.
        public var staysWithSeen = false
        /// Off: nothing is compensated.
        public var isAnchoring = true

        public init() {}
    }

    public var settings = Settings()
    public internal(set) var extents: Extents
    /// The extent of the view along the axis.
    public internal(set) var view: Double
    /// How far the view is from the beginning of the content.
    public internal(set) var offset = 0.0
    /// Compensation that is not in the offset while something holds the list.
    public internal(set) var pending = 0.0
    public internal(set) var isHeld = false
    /// The row that an animation is on its way to.
    public internal(set) var target: Int?
    /// A row that is the anchor as long as it overlaps the view.
    public var focus: Int?
    /// The row that kept its place in the last change.
    var kept: Int?

    public init(extents: Extents, view: Double, offset: Double = 0) {
        self.extents = extents
        self.view = view
        self.offset = clamped(offset)
    }

    // MARK: - Where it is

    public var maxOffset: Double { max(0, extents.total - view) }
    /// What pending compensation will have made of it.
    public var distanceFromEnd: Double { maxOffset - (offset + pending) }
    /// Somewhat scrolled, and as far as there are rows.
    public var isAtEnd: Bool { extents.count > 0 && offset > 0 && offset >= maxOffset }
    public var isPinned: Bool { settings.endAnchor && distanceFromEnd <= settings.threshold }

    public func clamped(_ offset: Double) -> Double { min(max(0, offset), maxOffset) }

    /// How far it is scrolled beyond an end: below 0 at the beginning.
    var excess: Double { offset - clamped(offset) }

    /// The same for what was scrolled so far beyond an end and may stay so, as it comes back by itself.
    func clamped(_ offset: Double, excess: Double) -> Double {
        min(max(min(0, excess), offset), maxOffset + max(0, excess))
    }

    /// The anchor and where it begins; nil where nothing is compensated.
    public var anchor: (index: Int, top: Double)? { anchor(at: offset) }

    func anchor(at offset: Double) -> (index: Int, top: Double)? {
        // At the very top, or pulled beyond it, new rows come into view, unless the list is to keep what is there.
        let isAtTop = settings.staysWithSeen ? offset <= 0 : offset == 0
        if !settings.isAnchoring || (!settings.keepsAtZero && isAtTop) { return nil }
        let end = offset + view
        if let focus, focus < extents.count {
            let top = extents.top(focus)
            if top + extents.length(focus) > offset && top < end { return (focus, top) }
        }
        let fold = offset + settings.inset
        guard var (index, top) = extents.firstRow(endingAfter: fold) else { return nil }
        if settings.staysWithSeen, let kept, kept > index, kept < extents.count {
            let top = extents.top(kept)
            if top < end && !(index..<kept).allSatisfy(extents.isMeasured) { return (kept, top) }
        }
        while index < extents.count && top < end {
            let length = extents.length(index)
            if length > 0 && extents.mayBeAnchor(index) && top + length > fold { return (index, top) }
            index += 1
            top = extents.top(index)
        }
        return nil
    }
}

// MARK: - Commands

extension AnchoredScroll {
    public enum Alignment: Sendable {
        case start, center, end
    }

    public mutating func scroll(by delta: Double) {
        kept = nil
        offset = clamped(offset + delta)
    }

    /// As are the next two, a command that says where to be: compensation that is pending is dropped.
    public mutating func scroll(to offset: Double) {
        kept = nil
        self.offset = clamped(offset)
        pending = 0
    }

    public mutating func scrollToEnd() { scroll(to: maxOffset) }

    public mutating func scroll(toRow index: Int, _ alignment: Alignment = .start) {
        let top = extents.top(index)
        let length = extents.length(index)
        switch alignment {
        case .start: scroll(to: top)
        case .center: scroll(to: top + length / 2 - view / 2)
        case .end: scroll(to: top + length - view)
        }
    }

    /// Takes an offset that something else has arrived at, which may lie beyond the content.
    public mutating func overscroll(to offset: Double) {
        kept = nil
        self.offset = offset
    }

    /// Another extent of the view: at the end it stays at the end.
    public mutating func resize(view: Double) {
        let (pinned, excess) = (isPinned, excess)
        self.view = view
        offset = pinned ? maxOffset + excess : clamped(offset, excess: excess)
    }

    /// Another layout of the rows, or another size of the view, of which pages are as long as it is.
    public mutating func setLayout(_ layout: RowLayout, breadth: Double, length: Double) {
        keepingAnchor(view: length) { $0.setLayout(layout, breadth: breadth, length: length) }
    }

    /// From here to `release` the offset is not touched, for a finger is on the list; what would have been compensated
    /// is added up.
    public mutating func hold() { isHeld = true }

    public mutating func release() {
        isHeld = false
        offset = clamped(offset + pending)
        pending = 0
    }

    /// An animation sets out for a row. Nothing is compensated until it ends, exactly at where the row is then.
    public mutating func beginAnimation(toRow index: Int) { target = index }

    public mutating func endAnimation() {
        guard let index = target else { return }
        target = nil
        offset = clamped(extents.top(index))
    }

    public mutating func setMayBeAnchor(_ index: Int, _ may: Bool) { extents.setMayBeAnchor(index, may) }
}
