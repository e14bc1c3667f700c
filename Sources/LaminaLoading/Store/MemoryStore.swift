import LaminaLock

/// Responses in memory, the least recently used of which go first.
final class MemoryStore: ResponseStore {
    private struct Entry {
        var response: StoredResponse
        var bytes: LoadedBytes
        let url: String
        var used: UInt64
        /// With what it takes to find it.
        var size: Int { bytes.count + 1024 + url.utf8.count }
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var ids: [String: [Int]] = [:]
        var bytes = 0
        var nextID = 1
        var clock: UInt64 = 0

        mutating func remove(_ id: Int) {
            guard let entry = entries.removeValue(forKey: id) else { return }
            bytes -= entry.size
            ids[entry.url]?.removeAll { $0 == id }
            if ids[entry.url]?.isEmpty == true { ids[entry.url] = nil }
        }

        mutating func trim(to limit: Int) {
            if bytes <= limit { return }
            for (id, _) in entries.map({ ($0.key, $0.value.used) }).sorted(by: { $0.1 < $1.1 }) {
                remove(id)
                if bytes <= limit { return }
            }
        }
    }

    private let state = Locked<State>(.leaf, State())
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    func responses(_ url: String) -> [StoredResponse] {
        state.withLock { state in (state.ids[url] ?? []).compactMap { state.entries[$0]?.response } }
    }

    func bytes(_ id: Int) -> LoadedBytes? {
        state.withLock { state in
            state.clock += 1
            state.entries[id]?.used = state.clock
            return state.entries[id]?.bytes
        }
    }

    func put(_ response: StoredResponse, _ bytes: LoadedBytes, url: String) {
        state.withLock { state in
            state.remove(response.id)
            var response = response
            response.id = state.nextID
            state.nextID += 1
            state.clock += 1
            let entry = Entry(response: response, bytes: bytes, url: url, used: state.clock)
            // One that would take the place of everything else is not kept.
            if entry.size > limit / 4 { return }
            state.entries[response.id] = entry
            state.ids[url, default: []].append(response.id)
            state.bytes += entry.size
            if state.bytes > limit { state.trim(to: limit / 10 * 9) }
        }
    }

    func apply(_ reception: Reception, url: String) {
        state.withLock { state in
            for url in reception.invalidated { for id in state.ids[url] ?? [] { state.remove(id) } }
            for response in reception.updated where state.entries[response.id] != nil {
                state.entries[response.id]?.response = response
            }
            for id in reception.removed { state.remove(id) }
        }
    }

    var usage: StoreUsage { state.withLock { StoreUsage(responses: $0.entries.count, bytes: $0.bytes) } }

    func trim(to bytes: Int) { state.withLock { $0.trim(to: bytes) } }

    func close() {}

    func list(_ count: Int) -> [(url: String, response: StoredResponse)] {
        let entries = state.withLock { Array($0.entries.values) }.sorted { $0.used > $1.used }
        return entries.prefix(count).map { ($0.url, $0.response) }
    }
}
