/// How much a list keeps ready around what is visible (Texture RG1 to RG5).
public enum RangeMode: String, Sendable, CaseIterable {
    /// Before the first update.
    case unspecified
    /// When it opens, and while it is hidden.
    case minimum
    /// Once it was scrolled while it is visible.
    case full
    /// When memory is short, or behind another screen.
    case visibleOnly = "visible_only"
    /// Deep behind other screens: pictures of nothing, not even of visible rows.
    case lowMemory = "low_memory"

    /// What an update uses. A mode that was asked for holds for one update; else it changes only once content was
    /// scrolled, or the first time.
    public static func next(
        current: RangeMode, isVisible: Bool, contentWasScrolled: Bool, asked: RangeMode?
    ) -> RangeMode {
        if let asked { return asked }
        let isFirst = current == .unspecified
        guard isFirst || (contentWasScrolled && isVisible) else { return current }
        return isFirst || !isVisible ? .minimum : .full
    }

    /// A screen behind `depth` others.
    public static func behind(depth: Int) -> RangeMode {
        switch depth {
        case ...0: .full
        case 1: .minimum
        case 2: .visibleOnly
        default: .lowMemory
        }
    }

    /// Whether another update is due once everything scheduled so far is drawn: only then does a list reach further.
    public var growsOnceDrawn: Bool { self != .full }
}

/// What happens to a list from outside and changes its range mode.
public enum RangeEvent: Sendable {
    /// A drag begins; content counts as scrolled from then on.
    case beginDrag
    case memoryWarning(isInDisplay: Bool)
    case background(isVisible: Bool)
    case foreground(isVisible: Bool)

    public var mode: RangeMode {
        switch self {
        case .beginDrag: .full
        case .memoryWarning(let isInDisplay): isInDisplay ? .visibleOnly : .lowMemory
        case .background(let isVisible): isVisible ? .visibleOnly : .lowMemory
        case .foreground(let isVisible): isVisible ? .minimum : .visibleOnly
        }
    }

    /// Whether ranges follow now rather than with the next frame.
    public var isImmediate: Bool {
        if case .beginDrag = self { return false }
        return true
    }

    public var countsAsScrolled: Bool {
        if case .beginDrag = self { return true }
        return false
    }
}
