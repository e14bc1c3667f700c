/// Gives some bytes of a text the attributes that are not nil.
struct AttributeChange: Sendable {
    var bytes: Range<Int>
    var attributes: CharacterAttributes
}

/// Cuts a text at every end of a change and resolves each piece; later changes win.
struct SpanResolver {
    /// So many changes over one another are resolved anew for each piece; beyond that the tree of `AttributeLayers`
    /// costs less.
    private static let fewLayers = 16

    private let changes: [AttributeChange]
    private let base: CharacterAttributes
    /// How often attributes were laid over others.
    private(set) var steps = 0

    private struct Event {
        var offset: Int
        var change: Int
        var begins: Bool
    }

    init(changes: [AttributeChange], base: CharacterAttributes) {
        self.changes = changes
        self.base = base
    }

    /// In order, without gaps, of a text of `length` bytes.
    mutating func spans(of length: Int) -> [TextSpan] {
        if length == 0 { return [] }
        if changes.isEmpty { return [TextSpan(bytes: 0..<length, attributes: base)] }
        let events = sortedEvents()
        var layers = deepest(events) > Self.fewLayers ? AttributeLayers(count: changes.count) : nil
        var active: [Int] = []
        var spans: [TextSpan] = []
        var start = 0
        func close(_ end: Int, _ steps: inout Int) {
            if end == start { return }
            steps += layers == nil ? active.count : 1
            let attributes =
                layers?.attributes(over: base) ?? active.reduce(base) { changes[$1].attributes.inheriting($0) }
            if let last = spans.last, last.attributes == attributes {
                spans[spans.count - 1] = TextSpan(bytes: last.bytes.lowerBound..<end, attributes: attributes)
            } else {
                spans.append(TextSpan(bytes: start..<end, attributes: attributes))
            }
            start = end
        }
        for event in events {
            close(event.offset, &steps)
            if layers != nil {
                layers?.set(event.begins ? changes[event.change].attributes : nil, at: event.change)
            } else if event.begins {
                active.insert(event.change, at: active.firstIndex { $0 > event.change } ?? active.count)
            } else {
                active.removeAll { $0 == event.change }
            }
        }
        close(length, &steps)
        steps += layers?.steps ?? 0
        return spans
    }

    private func sortedEvents() -> [Event] {
        var events: [Event] = []
        events.reserveCapacity(2 * changes.count)
        for (number, change) in changes.enumerated() {
            events.append(Event(offset: change.bytes.lowerBound, change: number, begins: true))
            events.append(Event(offset: change.bytes.upperBound, change: number, begins: false))
        }
        events.sort { ($0.offset, $0.change) < ($1.offset, $1.change) }
        return events
    }

    /// How many changes lie over one another at most.
    private func deepest(_ events: [Event]) -> Int {
        var (depth, deepest) = (0, 0)
        for event in events {
            depth += event.begins ? 1 : -1
            deepest = max(deepest, depth)
        }
        return deepest
    }
}

/// Attributes over one another, of which any may come and go: a tree whose leaves are the changes in their order, and
/// whose inner nodes are what lies below them, the right one over the left one. A change costs the logarithm of their
/// number.
struct AttributeLayers {
    private struct Layer {
        var attributes: CharacterAttributes
        /// Whether one of the changes lets nothing through of what is below; the attributes tell that of the last one
        /// only.
        var replaces: Bool
    }

    /// The node at n stands over those at 2n and 2n + 1; the first is unused.
    private var nodes: [Layer?]
    private(set) var steps = 0

    init(count: Int) {
        var leaves = 1
        while leaves < count { leaves *= 2 }
        nodes = Array(repeating: nil, count: 2 * leaves)
    }

    /// Lays attributes where they belong by their number, or with nil takes them away.
    mutating func set(_ attributes: CharacterAttributes?, at number: Int) {
        var node = nodes.count / 2 + number
        nodes[node] = attributes.map { Layer(attributes: $0, replaces: $0.replaces) }
        while node > 1 {
            node /= 2
            steps += 1
            guard let upper = nodes[2 * node + 1], let lower = nodes[2 * node] else {
                nodes[node] = nodes[2 * node + 1] ?? nodes[2 * node]
                continue
            }
            nodes[node] = Layer(
                attributes: upper.attributes.inheriting(lower.attributes, unless: upper.replaces),
                replaces: upper.replaces || lower.replaces)
        }
    }

    /// All of them over `base`.
    func attributes(over base: CharacterAttributes) -> CharacterAttributes {
        nodes[1].map { $0.attributes.inheriting(base, unless: $0.replaces) } ?? base
    }
}
