public import LaminaGeometry

/// A retained tree of elements arranged by CSS flexbox; a change costs what it touches, not the whole tree.
///
/// A value that belongs to one thread at a time and may move between threads. Elements are numbers, which a removed
/// element gives back for new ones.
public struct FlexTree: ~Copyable, Sendable {
    /// The default values that styles start from.
    public let profile: FlexProfile

    var records: FlexSlab<FlexRecord>
    var styles = FlexStylePool()
    private var freeElement = FlexRecord.none
    /// How many elements there are.
    public private(set) var count = 0

    /// Elements whose frames changed in the last layout, each once, in no particular order.
    public internal(set) var changed: [Int32] = []
    /// Hands `changed` over.
    public mutating func takeChanged() -> [Int32] {
        let taken = changed
        changed = []
        return taken
    }

    /// What the last layout cost.
    public internal(set) var statistics = FlexStatistics()

    var scratch = FlexScratch()
    var lastRoot = FlexRootConstraints()
    /// The element whose layout is noted to be explained, -1 in every other layout.
    var watched = FlexRecord.none
    /// What is noted of it, one at most.
    var notes: [FlexNotes] = []
    /// Padding and border of the measured leaves that have some, as of the last layout.
    var leafInsets: [Int32: EdgeInsets] = [:]
    /// The leaves whose content insets changed in the last layout; one that was placed several times may stand there as
    /// often.
    public internal(set) var insetsChanged: [Int32] = []

    /// An empty tree with room for `capacity` elements.
    public init(profile: FlexProfile, capacity: Int = 16) {
        self.profile = profile
        records = FlexSlab(capacity: max(1, capacity))
    }

    /// Makes room for `total` elements in all, so that adding them does not copy the others.
    public mutating func reserve(_ total: Int) {
        records.reserve(total)
        styles.expectedCount = total
    }

    /// Adds an element, which is not yet in any other. `identifier` is what the measure callback knows it by; a
    /// measured element's children take no part.
    public mutating func add(_ style: FlexStyle = FlexStyle(), isMeasured: Bool = false, identifier: Int32 = 0) -> Int32
    {
        var record = FlexRecord(identifier: identifier, isMeasured: isMeasured)
        record.flags.insert(.marked)
        if !style.isDefault { record.style = styles.replace(0, with: style) }
        count += 1
        if freeElement >= 0 {
            let element = freeElement
            freeElement = records[element].nextSibling
            records[element] = record
            return element
        }
        records.append(record)
        return Int32(truncatingIfNeeded: records.count - 1)
    }

    /// Takes `element` out of its parent and gives back its number and those of all below it.
    public mutating func remove(_ element: Int32) {
        detach(element)
        var current = element
        while true {
            let child = records[current].firstChild
            if child >= 0 {
                current = child
                continue
            }
            let parent = current == element ? FlexRecord.none : records[current].parent
            let next = records[current].nextSibling
            free(current)
            if parent < 0 { return }
            if next >= 0 {
                current = next
            } else {
                records[parent].firstChild = FlexRecord.none
                current = parent
            }
        }
    }

    private mutating func free(_ element: Int32) {
        styles.release(records[element].style)
        forgetInsets(of: element)
        records[element].style = 0
        records[element].flags = [.free]
        records[element].nextSibling = freeElement
        freeElement = element
        count -= 1
    }

    /// Gives `element` another style; one that is equal to the present style changes nothing.
    public mutating func setStyle(_ element: Int32, _ style: FlexStyle) {
        if styles.holds(records[element].style, style) { return }
        records[element].style = styles.replace(records[element].style, with: style)
        records[element].invalidate()
        let parent = records[element].parent
        if parent >= 0 { markDirty(parent) }
    }

    /// The style of `element`.
    public func style(_ element: Int32) -> FlexStyle { styles.style(records[element].style) }

    /// Makes `element` a measured leaf or an ordinary one.
    public mutating func setMeasured(_ element: Int32, _ isMeasured: Bool) {
        if records[element].flags.contains(.measured) == isMeasured { return }
        if isMeasured { records[element].flags.insert(.measured) } else { records[element].flags.remove(.measured) }
        markDirty(element)
    }

    /// Says whether the size of a measured leaf is monotonic: in some room it follows from what the leaf wants without
    /// limits, as that of a text. Then the leaf is measured less often. One that takes what there is has to be measured
    /// for each room, since its size in another one says nothing.
    public mutating func setMonotonic(_ element: Int32, _ isMonotonic: Bool) {
        if records[element].flags.contains(.notMonotonic) != isMonotonic { return }
        if isMonotonic {
            records[element].flags.remove(.notMonotonic)
        } else {
            records[element].flags.insert(.notMonotonic)
        }
        markDirty(element)
    }

    /// Says that the content of `element` changed: what the measure callback knows of it, or its children.
    public mutating func markDirty(_ element: Int32) {
        var current = element
        while current >= 0 && !records[current].flags.contains(.marked) {
            records[current].invalidate()
            current = records[current].parent
        }
    }

    /// The frame of `element` relative to its parent as of the last layout: its border box, not rounded.
    public func frame(_ element: Int32) -> Rect { records[element].frame }

    /// What the measure callback knows `element` by.
    public func identifier(_ element: Int32) -> Int32 { records[element].identifier }

    /// Whether the measure callback knows the content of `element`.
    public func isMeasured(_ element: Int32) -> Bool { records[element].flags.contains(.measured) }

    /// Bytes held for the elements without their styles, and bytes held for the styles.
    public var memory: (elements: Int, styles: Int) { (records.bytes, styles.bytes) }
}

/// What a layout cost, in counts that do not depend on the machine.
public struct FlexStatistics: Equatable, Sendable {
    /// How often the measure callback was called.
    public var measures = 0
    /// How often an element was looked at as somebody's child.
    public var visits = 0
}
