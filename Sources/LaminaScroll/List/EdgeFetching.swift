public import LaminaDisplay
import LaminaGeometry
import LaminaList

/// Whether a host that loads its rows piece by piece is to load more at one end of them.
public struct EdgeFetch: Sendable {
    public enum State: Int32, Sendable {
        /// The host loads nothing there.
        case off = 0
        /// More is asked for when the end comes near.
        case idle
        /// It was asked for.
        case loading
        /// Loading failed: nothing is asked for until the host is ready to try again.
        case failed
        case noMore
    }

    public private(set) var state = State.off
    /// Rows and offset when more was asked for last: without another it is not asked for again.
    private var asked: (count: Int, offset: Double)?

    mutating func set(_ state: State) {
        // Another try is to be made, though nothing else has changed.
        if self.state == .failed || state == .off { asked = nil }
        self.state = state
    }

    /// Whether more is to be asked for now.
    mutating func ask(_ query: FetchQuery, count: Int, offset: Double) -> Bool {
        guard state == .idle, query.shouldFetch else { return false }
        if let asked, asked == (count, offset) { return false }
        asked = (count, offset)
        state = .loading
        return true
    }
}

public enum ListEdge: Int32, Sendable {
    case head = 0
    case tail
}

extension List {
    public func setFetchState(_ state: EdgeFetch.State, at edge: ListEdge, in engine: Engine) {
        settleRows()
        switch edge {
        case .head: headFetch.set(state)
        case .tail: tailFetch.set(state)
        }
        if !isAsking { update(in: engine) }
    }

    public func fetchState(at edge: ListEdge) -> EdgeFetch.State { edge == .head ? headFetch.state : tailFetch.state }

    /// Asks for more rows where an end is near.
    func checkFetching() {
        if headFetch.state != .idle && tailFetch.state != .idle { return }
        var query = FetchQuery()
        query.scrollable = .vertical
        query.isVisible = true
        query.view = Size(width: 1, height: scroll.view)
        query.content = Size(width: 1, height: scroll.extents.total)
        query.leadingScreens = fetchScreens
        let (offset, rest) = (scroll.offset, scroll.extents.total - scroll.view - scroll.offset)
        if wasScrolled { query.direction = isForward ? .down : .up }
        query.target = Point(x: 0, y: offset)
        if tailFetch.ask(query, count: rows.count, offset: offset) { events.add(ListEvent(.fetchTail), from: self) }
        if wasScrolled { query.direction = isForward ? .up : .down }
        query.target = Point(x: 0, y: rest)
        if headFetch.ask(query, count: rows.count, offset: offset) { events.add(ListEvent(.fetchHead), from: self) }
    }
}
