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

/// The rows of a list in its ranges.
public struct RangeRows: Equatable, Sendable {
    public var visible: Range<Int>?
    public var display: Range<Int>?
    public var preload: Range<Int>?

    public init(visible: Range<Int>? = nil, display: Range<Int>? = nil, preload: Range<Int>? = nil) {
        self.visible = visible
        self.display = display
        self.preload = preload
    }

    public init(
        extents: Extents, offset: Double, view: Double, mode: RangeMode, tuning: RangeTuning, isForward: Bool
    ) {
        let rows = { (kind: RangeKind) -> Range<Int>? in
            if RangeTuning.isEmpty(kind, mode) { return nil }
            let span = tuning.reach(kind, mode).span(offset: offset, view: view, isForward: isForward)
            return extents.rows(from: span.begin, to: span.end)
        }
        visible = extents.rows(from: offset, to: offset + view)
        display = rows(.display)
        preload = rows(.preload)
    }

    public func state(of row: Int, listIsVisible: Bool, mode: RangeMode) -> RowState {
        .of(
            isVisible: visible?.contains(row) ?? false, isInDisplay: display?.contains(row) ?? false,
            isInPreload: preload?.contains(row) ?? false, listIsVisible: listIsVisible, mode: mode)
    }

    /// In which order rows hear of a change: what is visible, then the rest of display and of preload, then what was
    /// in a range before; after a change of data everything else, too.
    public static func visitOrder(
        visible: [Int], display: [Int], preload: [Int], previous: [Int], allRows: Range<Int>? = nil
    ) -> [[Int]] {
        var seen: Set<Int> = []
        let groups = [visible, display, preload, previous, allRows.map(Array.init) ?? []]
        return groups.map { group in group.filter { seen.insert($0).inserted } }.filter { !$0.isEmpty }
    }
}
