/// Layers whose drawing may be out of date, and drawings that nobody wants any more: what the engine has to start and
/// to stop.
struct DueDrawings {
    private var touched: [Int32] = []
    /// Those before this one have been handed out.
    private var first = 0
    /// Drawings of layers that ended.
    private var ended: [DisplayOperation] = []
    /// Layers that a drawing is on its way for.
    private(set) var underWay = 0
    /// Layers that ask for all below them to change in the same frame.
    private var groupCount = 0

    /// Whether there are layers whose drawing may be out of date.
    var hasTouched: Bool { !touched.isEmpty }
    var isEmpty: Bool { touched.isEmpty && ended.isEmpty }
    /// Whether some layers change in the same frame.
    var hasGroups: Bool { groupCount > 0 }

    /// The drawing of a layer may be out of date.
    mutating func touch(_ index: Int) { touched.append(Int32(index)) }

    /// Nobody wants a drawing any more.
    mutating func end(_ drawing: DisplayOperation?) {
        if let drawing { ended.append(drawing) }
    }

    /// A drawing of a layer begins or is over.
    mutating func noteUnderWay(_ change: Int) { underWay += change }

    /// A layer begins or ceases to ask for all below it to change in the same frame.
    mutating func noteGroup(begins: Bool) { groupCount += begins ? 1 : -1 }

    /// Hands out what has to be done. The layers that were touched first come first; all of them come at once when some
    /// belong together.
    mutating func take(atMost limit: Int) -> (touched: [Int32], ended: [DisplayOperation]) {
        let operations = ended
        ended = []
        if groupCount > 0 || touched.count - first <= limit {
            let rest = Array(touched[first...])
            touched = []
            first = 0
            return (rest, operations)
        }
        first += limit
        return (Array(touched[(first - limit)..<first]), operations)
    }

    /// Forgets the places from `count` on.
    mutating func trim(to count: Int) {
        touched = touched[first...].filter { $0 < count }
        first = 0
    }
}
