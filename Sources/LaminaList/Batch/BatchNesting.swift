/// Batches within batches: they become one, which takes effect when the outermost ends. Completions come in the order
/// in which batches end, inner ones first.
public struct BatchNesting<Completion> {
    private var depth = 0
    private var batch = Batch()
    private var completions: [Completion] = []

    public init() {}

    public var isOpen: Bool { depth > 0 }

    public mutating func begin() { depth += 1 }

    /// Adds to what the outermost batch will do; nil is a batch that changes nothing.
    public mutating func add(_ changes: Batch?) {
        if let changes { batch.merge(changes) }
    }

    /// Ends the innermost batch. The outermost gives what all of them do, and their completions; the others nil, as
    /// does an end without a beginning.
    public mutating func end(_ completion: Completion?) -> (batch: Batch, completions: [Completion])? {
        guard depth > 0 else { return nil }
        if let completion { completions.append(completion) }
        depth -= 1
        if depth > 0 { return nil }
        defer { self = BatchNesting() }
        return (batch, completions)
    }
}
