/// Numbers of values that are kept in the order in which they came, found by their hashes.
struct HashIndex {
    private var places: [Int32] = []
    private var hashes: [UInt64] = []

    mutating func removeAll() {
        places.removeAll()
        hashes.removeAll()
    }

    /// The number of the value with that hash that is meant.
    @inline(__always)
    func first(_ hash: UInt64, where isMeant: (Int) -> Bool) -> Int? {
        if places.isEmpty { return nil }
        var place = Int(truncatingIfNeeded: hash) & (places.count - 1)
        while places[place] >= 0 {
            let number = Int(places[place])
            if hashes[number] == hash && isMeant(number) { return number }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    /// Takes in one more value.
    mutating func append(_ hash: UInt64) {
        hashes.append(hash)
        if hashes.count * 2 > places.count {
            places = [Int32](repeating: -1, count: max(256, places.count * 2))
            for number in hashes.indices { place(number) }
        } else {
            place(hashes.count - 1)
        }
    }

    private mutating func place(_ number: Int) {
        var place = Int(truncatingIfNeeded: hashes[number]) & (places.count - 1)
        while places[place] >= 0 { place = (place + 1) & (places.count - 1) }
        places[place] = Int32(truncatingIfNeeded: number)
    }
}

/// Hashes of what was met once: most of it does not come again, so that only what comes twice is worth keeping.
struct MetOnce {
    private var hashes = [UInt64](repeating: 0, count: 4096)

    /// Whether this one comes for the second time.
    mutating func hasMet(_ hash: UInt64) -> Bool {
        let place = Int(truncatingIfNeeded: hash >> 32) & (hashes.count - 1)
        if hashes[place] == hash { return true }
        hashes[place] = hash
        return false
    }
}
