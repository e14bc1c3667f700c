/// Values that can be made again, such as decoded pictures, up to a number of bytes: the least recently used go first.
///
/// Keys are small plain values, not strings: a lookup hashes a few words and allocates nothing. What a key is made of
/// must be known before layout has happened, so that the same picture is not made twice.
public struct BoundedCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private struct Entry {
        var key: Key
        var value: Value
        var bytes: Int
        /// Neighbours in the order of use; -1 at the ends.
        var newer: Int
        var older: Int
    }

    public struct Statistics: Equatable, Sendable {
        public var hits: UInt64 = 0
        public var misses: UInt64 = 0
        public var evictions: UInt64 = 0
    }

    private var places: [Key: Int] = [:]
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var newest = -1
    private var oldest = -1
    public private(set) var bytes = 0
    public private(set) var statistics = Statistics()
    /// Beyond it, values go; a smaller one takes effect with the next change, or with `trim`.
    public var limit: Int

    public init(limit: Int) { self.limit = limit }

    public var count: Int { places.count }

    /// The value of a key, which counts as used now.
    public mutating func find(_ key: Key) -> Value? {
        guard let place = places[key] else {
            statistics.misses += 1
            return nil
        }
        statistics.hits += 1
        if newest != place {
            unlink(place)
            link(place)
        }
        return entries[place]?.value
    }

    /// Whether there is a value, without using it.
    public func has(_ key: Key) -> Bool { places[key] != nil }

    /// Keeps a value in place of the one with its key, and returns those that had to go, for the caller to drop where
    /// that may take long. One that is larger than the limit is not kept, and goes back at once.
    public mutating func insert(_ value: Value, bytes size: Int, for key: Key) -> [Value] {
        var dropped = remove(key).map { [$0] } ?? []
        if size > limit { return dropped + [value] }
        let place = free.popLast() ?? entries.count
        if place == entries.count { entries.append(nil) }
        entries[place] = Entry(key: key, value: value, bytes: size, newer: -1, older: -1)
        places[key] = place
        bytes += size
        link(place)
        dropped += trim(to: limit)
        return dropped
    }

    @discardableResult
    public mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key), let entry = entries[place] else { return nil }
        unlink(place)
        entries[place] = nil
        free.append(place)
        bytes -= entry.bytes
        return entry.value
    }

    /// Drops the least recently used beyond so many bytes, and returns them.
    public mutating func trim(to limit: Int) -> [Value] {
        var dropped: [Value] = []
        while bytes > limit, oldest >= 0, let key = entries[oldest]?.key {
            if let value = remove(key) { dropped.append(value) }
            statistics.evictions += 1
        }
        return dropped
    }

    private mutating func link(_ place: Int) {
        entries[place]?.older = newest
        entries[place]?.newer = -1
        if newest >= 0 { entries[newest]?.newer = place }
        newest = place
        if oldest < 0 { oldest = place }
    }

    private mutating func unlink(_ place: Int) {
        guard let entry = entries[place] else { return }
        if entry.newer >= 0 { entries[entry.newer]?.older = entry.older } else { newest = entry.older }
        if entry.older >= 0 { entries[entry.older]?.newer = entry.newer } else { oldest = entry.newer }
    }
}
