/// What a row is in, as its nodes know it (Texture's interface state).
public struct RowState: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    public static let measure = RowState(rawValue: 1)
    public static let preload = RowState(rawValue: 2)
    public static let display = RowState(rawValue: 4)
    public static let visible = RowState(rawValue: 8)

    /// Of a row in a list that is on screen: visible rows have everything, whatever the mode. In a hidden list nothing
    /// is visible, and rows get ready one step less.
    public static func of(
        isVisible: Bool, isInDisplay: Bool, isInPreload: Bool, listIsVisible: Bool, mode: RangeMode
    ) -> RowState {
        if listIsVisible {
            if isVisible { return [.measure, .preload, .display, .visible] }
            var state: RowState = .measure
            if isInPreload { state.insert(.preload) }
            if isInDisplay { state.insert(.display) }
            return state
        }
        if isVisible { return mode == .lowMemory ? [.measure, .preload] : [.measure, .preload, .display] }
        return isInDisplay ? [.measure, .preload] : .measure
    }
}

/// The rows of a list in its ranges: each from the first to the last that lie there. Where the host places rows, some
/// between them may lie elsewhere.
public struct RangeRows: Sendable {
    public var visible: Range<Int>?
    public var display: Range<Int>?
    public var preload: Range<Int>?
    /// Where rows stand in no order.
    private var places: Places?

    private struct Places {
        let extents: Extents
        let visible: (begin: Double, end: Double)
        let display: (begin: Double, end: Double)
        let preload: (begin: Double, end: Double)
    }

    public init(visible: Range<Int>? = nil, display: Range<Int>? = nil, preload: Range<Int>? = nil) {
        self.visible = visible
        self.display = display
        self.preload = preload
    }

    public init(
        extents: Extents, offset: Double, view: Double, mode: RangeMode, tuning: RangeTuning, isForward: Bool
    ) {
        func span(_ kind: RangeKind) -> (begin: Double, end: Double) {
            let span = tuning.reach(kind, mode).span(offset: offset, view: view, isForward: isForward)
            return (span.begin, span.end)
        }
        func rows(_ kind: RangeKind) -> Range<Int>? {
            if RangeTuning.isEmpty(kind, mode) { return nil }
            let span = span(kind)
            return extents.rows(from: span.begin, to: span.end)
        }
        visible = extents.rows(from: offset, to: offset + view)
        display = rows(.display)
        preload = rows(.preload)
        if extents.isOwn {
            places = Places(
                extents: extents, visible: (offset, offset + view), display: span(.display), preload: span(.preload))
        }
    }

    public func isVisible(_ row: Int) -> Bool {
        guard let visible, visible.contains(row) else { return false }
        return places.map { $0.extents.isWithin(row, from: $0.visible.begin, to: $0.visible.end) } ?? true
    }

    public func isInDisplay(_ row: Int) -> Bool {
        guard let display, display.contains(row) else { return false }
        return places.map { $0.extents.isWithin(row, from: $0.display.begin, to: $0.display.end) } ?? true
    }

    public func isInPreload(_ row: Int) -> Bool {
        guard let preload, preload.contains(row) else { return false }
        return places.map { $0.extents.isWithin(row, from: $0.preload.begin, to: $0.preload.end) } ?? true
    }

    public var visibleRows: [Int] { rows(visible, isVisible) }
    public var displayRows: [Int] { rows(display, isInDisplay) }
    public var preloadRows: [Int] { rows(preload, isInPreload) }

    private func rows(_ range: Range<Int>?, _ isIn: (Int) -> Bool) -> [Int] {
        guard let range else { return [] }
        return places == nil ? Array(range) : range.filter(isIn)
    }

    /// Whether a row is in the farthest range that there is.
    public func isInReach(_ row: Int) -> Bool { preload == nil ? isVisible(row) : isInPreload(row) }

    public func state(of row: Int, listIsVisible: Bool, mode: RangeMode) -> RowState {
        .of(
            isVisible: isVisible(row), isInDisplay: isInDisplay(row), isInPreload: isInPreload(row),
            listIsVisible: listIsVisible, mode: mode)
    }

    /// In which order rows hear of a change: what is visible, then the rest of display and of preload, then what was
    /// in a range before; after a change of data everything else, too.
    public static func visitOrder(
        visible: [Int], display: [Int], preload: [Int], previous: [Int], allRows: Range<Int>? = nil
    ) -> [[Int]] {
        let groups = [visible, display, preload, previous, allRows.map(Array.init) ?? []]
        let rows = groups.joined()
        guard let first = rows.min(), let last = rows.max() else { return [] }
        var isSeen = [Bool](repeating: false, count: last - first + 1)
        return groups.map { group in
            group.filter { row in
                defer { isSeen[row - first] = true }
                return !isSeen[row - first]
            }
        }.filter { !$0.isEmpty }
    }
}
