/// What was last asked of a cache: comparing a few keys is less work than hashing one. A list's cells and a template's
/// rows ask for the same few things again and again.
struct RecentEntries<Key: Equatable, Value> {
    static var capacity: Int { 8 }
    private var keys: [Key] = []
    private var values: [Value] = []
    private var oldest = 0

    func find(_ key: Key) -> Value? {
        for index in keys.indices where keys[index] == key { return values[index] }
        return nil
    }

    /// Adds what `find` did not know.
    mutating func insert(_ key: Key, _ value: Value) {
        if keys.count < Self.capacity {
            keys.append(key)
            values.append(value)
            return
        }
        keys[oldest] = key
        values[oldest] = value
        oldest = (oldest + 1) % Self.capacity
    }
}
