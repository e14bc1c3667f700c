/// Whether a fetch is under way. It begins as completed.
public struct FetchState: Equatable, Sendable {
    public private(set) var isFetching = false
    public private(set) var wasCancelled = false
    /// The host has nothing more: nothing is fetched until its data changes.
    public private(set) var isAtEnd = false

    public init() {}

    public mutating func begin() {
        isFetching = true
        wasCancelled = false
    }

    /// Ends the fetch if it is complete, so that another may begin.
    public mutating func complete(_ isComplete: Bool = true) {
        if isComplete { isFetching = false }
    }

    public mutating func cancel() {
        isFetching = false
        wasCancelled = true
    }

    public mutating func noMore() {
        isFetching = false
        isAtEnd = true
    }

    public mutating func dataChanged() { isAtEnd = false }
}
