/// Where responses are kept, with their contents. Any thread.
protocol ResponseStore: Sendable {
    /// The responses under a URL.
    func responses(_ url: String) -> [StoredResponse]
    /// The stored bytes of one; nil when they are gone or damaged.
    func bytes(_ id: Int) -> LoadedBytes?
    /// Keeps a response, in place of the one with its id.
    func put(_ response: StoredResponse, _ bytes: LoadedBytes, url: String)
    /// Changes what is stored as an answer says.
    func apply(_ reception: Reception, url: String)
    var usage: StoreUsage { get }
    /// Drops the oldest until no more than so many bytes are left.
    func trim(to bytes: Int)
    func close()
    /// At most so many responses with their URLs, those used last first.
    func list(_ count: Int) -> [(url: String, response: StoredResponse)]
}

/// What a store holds.
struct StoreUsage: Sendable {
    var responses = 0
    var bytes = 0
}
