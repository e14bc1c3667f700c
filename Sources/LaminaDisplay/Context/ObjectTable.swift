/// The kinds of things that handles name. The numbers are part of the handles' bits.
public enum HandleKind: UInt8, Sendable {
    case context = 1
    case node, spec, layout, text, textBuilder, canvas, surface, transaction, layoutPass, textLayout
    case template, job, drawing, image
    /// Pictures of jobs belong to no context and stand in no table.
    case picture
    case list
}

/// What handles other than contexts' and nodes' refer to, with the host's references. Lives behind the objects lock.
public struct ObjectTable: ~Copyable {
    private struct Entry {
        var generation: UInt32
        var kind: HandleKind?
        var references: Int32 = 0
        var object: (any AnyObject & Sendable)?
    }

    /// As many as a handle has bits for.
    public static let capacity = 1 << 24
    public static let generationLimit: UInt32 = 1 << 22

    private var entries: [Entry] = []
    private var free: [Int] = []
    private let firstGeneration: UInt32
    public private(set) var lastGeneration: UInt32
    public private(set) var count = 0
    /// Which opening of its context the table belongs to; 0 from the beginning of its end.
    public var contextGeneration: UInt32 = 0
    /// What any thread may use of the context, here so that a call finds it together with its object; nil from the
    /// beginning of its end.
    public internal(set) var parts: EngineParts?

    public init(firstGeneration: UInt32) {
        self.firstGeneration = firstGeneration
        lastGeneration = firstGeneration
    }

    /// Gives `object` a place and one reference; nil when the table is full.
    public mutating func insert(
        _ object: any AnyObject & Sendable, _ kind: HandleKind
    ) -> (index: Int, generation: UInt32)? {
        let index: Int
        if let reused = free.popLast() {
            index = reused
        } else {
            guard entries.count < Self.capacity else { return nil }
            index = entries.count
            entries.append(Entry(generation: firstGeneration))
        }
        entries[index].kind = kind
        entries[index].references = 1
        entries[index].object = object
        count += 1
        return (index, entries[index].generation)
    }

    /// The object at a place, if it is still the one that the generation names.
    public func find(
        _ index: Int, _ generation: UInt32, _ kind: HandleKind
    ) -> (any AnyObject & Sendable)? {
        guard index < entries.count, entries[index].generation == generation, entries[index].kind == kind
        else { return nil }
        return entries[index].object
    }

    /// Adds a reference; false when the handle is stale.
    public mutating func retain(_ index: Int, _ generation: UInt32, _ kind: HandleKind) -> Bool {
        guard find(index, generation, kind) != nil else { return false }
        entries[index].references += 1
        return true
    }

    /// Drops a reference and hands the object back when that was the last one. `isStale` when there was none to drop.
    public mutating func release(
        _ index: Int, _ generation: UInt32, _ kind: HandleKind
    ) -> (isStale: Bool, last: (any AnyObject & Sendable)?) {
        guard let object = find(index, generation, kind) else { return (true, nil) }
        entries[index].references -= 1
        if entries[index].references > 0 { return (false, nil) }
        let next = generation + 1
        entries[index] = Entry(generation: next)
        lastGeneration = max(lastGeneration, next)
        count -= 1
        // A place whose generations are used up is given up: a stale handle must never come to life again.
        if next < Self.generationLimit { free.append(index) }
        return (false, object)
    }

    /// All objects of a kind; takes time in the size of the table.
    public func objects(of kind: HandleKind) -> [any AnyObject & Sendable] {
        entries.compactMap { $0.kind == kind ? $0.object : nil }
    }

    /// Empties the table and hands back what was in it.
    public mutating func removeAll() -> [any AnyObject & Sendable] {
        let objects = entries.compactMap { $0.object }
        entries = []
        free = []
        count = 0
        return objects
    }
}
