/// What rows are kept ready for.
public enum RangeKind: String, Sendable, CaseIterable {
    /// Pictures are drawn.
    case display
    /// The host loads what rows need.
    case preload
    /// Rows have a size.
    case measure
}

/// How far a range reaches beyond the view, in screenfuls: ahead, where the scroll goes, and behind.
public struct RangeReach: Equatable, Sendable {
    public var leading: Double
    public var trailing: Double

    public init(_ leading: Double, _ trailing: Double) {
        self.leading = leading
        self.trailing = trailing
    }
}

/// The reach of each range in each mode. Texture's numbers, until the host tunes them.
public struct RangeTuning: Sendable {
    public enum Container: String, Sendable {
        case list
        case pager
        /// A layout that is computed on workers (Texture's async collection layout).
        case asyncLayout = "async_layout"
    }

    private let container: Container
    private var tuned: [RangeMode: [RangeKind: RangeReach]] = [:]

    public init(_ container: Container = .list) { self.container = container }

    /// Without a mode it is the full mode's.
    public func reach(_ kind: RangeKind, _ mode: RangeMode = .full) -> RangeReach {
        tuned[mode]?[kind] ?? Self.standard(container, kind, mode)
    }

    public mutating func set(_ reach: RangeReach, _ kind: RangeKind, _ mode: RangeMode = .full) {
        tuned[mode, default: [:]][kind] = reach
    }

    /// Whether the range is empty in this mode, without even what is visible.
    public static func isEmpty(_ kind: RangeKind, _ mode: RangeMode) -> Bool { kind == .display && mode == .lowMemory }

    private static func standard(_ container: Container, _ kind: RangeKind, _ mode: RangeMode) -> RangeReach {
        if kind == .measure { return RangeReach(2, 2) }
        switch (container, mode, kind) {
        case (_, .visibleOnly, _), (_, .lowMemory, _): return RangeReach(0, 0)
        case (.pager, .full, .display): return RangeReach(1, 1)
        case (.pager, .full, _): return RangeReach(2, 2)
        case (.pager, _, .display): return RangeReach(0, 0)
        case (.pager, _, _): return RangeReach(1, 1)
        case (_, .full, .display): return RangeReach(1, 0.5)
        case (_, .full, _): return RangeReach(2.5, 1.5)
        case (_, _, .display): return RangeReach(0.25, 0.25)
        case (_, _, _): return RangeReach(0.5, 0.25)
        }
    }
}
