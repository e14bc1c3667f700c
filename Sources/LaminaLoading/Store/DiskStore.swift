import LaminaLock

/// Responses in a folder, which several processes may share: SQLite has what they are found by and small contents,
/// large contents are files beside it. Contents are checked when they are read. The least recently used go first.
///
/// A process may be killed at any time: what was not written to its end is not there.
final class DiskStore: ResponseStore {
    /// Contents above this are files. SQLite reads smaller ones faster than the file system does.
    private static let largestInside = 64 << 10
    /// A use is noted this many seconds after the last: reading does not write each time.
    private static let useSeconds = 10

    private struct State {
        var database: CacheDatabase?
        var isOpened = false
        var hasComplained = false
    }

    private let state = Monitor(State())
    private let known = Locked<StoreUsage>(.leaf, StoreUsage())
    private let folder: String
    private let limit: Int
    private let report: @Sendable (String) -> Void

    /// The folder is opened when it is first needed, on a thread that may wait. `report` gets what went wrong.
    init(folder: String, limit: Int, report: @escaping @Sendable (String) -> Void) {
        self.folder = folder
        self.limit = limit
        self.report = report
    }

    func responses(_ url: String) -> [StoredResponse] {
        read([]) { (database) throws(SQLiteError) in try database.responses(url) }
    }

    func bytes(_ id: Int) -> LoadedBytes? {
        read(nil) { (database) throws(SQLiteError) -> LoadedBytes? in
            guard let entry = try database.content(id) else { return nil }
            let bytes = entry.file.map { ContentFile.read(folder + "/" + $0, count: entry.count) } ?? entry.bytes
            guard let bytes, bytes.count == entry.count, bytes.checksum == entry.sum else {
                try remove([id], database)
                return nil
            }
            let now = systemSeconds()
            if now - entry.used >= Self.useSeconds { try database.noteUse(id, now) }
            return bytes
        }
    }

    func put(_ response: StoredResponse, _ bytes: LoadedBytes, url: String) {
        if bytes.count > limit / 4 || bytes.count > 1 << 30 { return }
        // Before the row that names it, so that no row is without its file; the folder has to be there.
        read(()) { _ in }
        let file = bytes.count > Self.largestInside ? ContentFile.write(bytes, in: folder) : nil
        if bytes.count > Self.largestInside && file == nil { return }
        let isKept = read(false) { (database) throws(SQLiteError) in
            try database.begin()
            let old = try database.put(response, bytes, file: file, url: url, now: systemSeconds())
            try database.commit()
            for name in old { ContentFile.remove(name, in: folder) }
            // Other processes put some, too: now and then all are counted.
            if database.puts % 64 == 0 {
                try count(database)
            } else {
                known.withLock { usage in
                    usage.bytes += bytes.count
                    usage.responses += 1
                }
            }
            try trim(database, to: limit)
            return true
        }
        if !isKept, let file { ContentFile.remove(file, in: folder) }
    }

    func apply(_ reception: Reception, url: String) {
        if reception.invalidated.isEmpty && reception.updated.isEmpty && reception.removed.isEmpty { return }
        read(()) { (database) throws(SQLiteError) in
            try database.begin()
            for response in reception.updated { try database.update(response) }
            try database.commit()
            for url in reception.invalidated { try remove(database.responses(url).map(\.id), database) }
            try remove(reception.removed, database)
        }
    }

    var usage: StoreUsage { known.withLock { $0 } }

    func trim(to bytes: Int) {
        read(()) { (database) throws(SQLiteError) in
            try count(database)
            try trim(database, to: bytes)
        }
    }

    func list(_ count: Int) -> [(url: String, response: StoredResponse)] {
        read([]) { (database) throws(SQLiteError) in try database.list(count) }
    }

    /// Says that this process is done with the folder.
    func close() {
        state.withLock { state in
            state.database?.close()
            state.database = nil
            state.isOpened = true
        }
    }

    // MARK: Under the lock

    private func remove(_ ids: [Int], _ database: CacheDatabase) throws(SQLiteError) {
        if ids.isEmpty { return }
        try database.begin()
        var files: [String] = []
        for id in ids { files += try database.remove(id) }
        try database.commit()
        for name in files { ContentFile.remove(name, in: folder) }
        try count(database)
    }

    private func count(_ database: CacheDatabase) throws(SQLiteError) {
        let usage = try database.usage()
        known.withLock { $0 = usage }
    }

    /// Drops the least recently used beyond `limit`, and some more, so that not every response that comes has to.
    private func trim(_ database: CacheDatabase, to limit: Int) throws(SQLiteError) {
        if known.withLock({ $0.bytes <= limit }) { return }
        while case let excess = known.withLock({ $0.bytes - limit / 10 * 9 }), excess > 0 {
            let oldest = try database.oldest(excess)
            if oldest.isEmpty { return }
            try remove(oldest, database)
        }
    }

    /// Works on the database; `fallback` when there is none, or something is wrong with it.
    private func read<R>(_ fallback: R, _ body: (CacheDatabase) throws(SQLiteError) -> R) -> R {
        state.withLock { state in
            if !state.isOpened {
                state.isOpened = true
                state.database = open()
            }
            guard let database = state.database else { return fallback }
            do throws(SQLiteError) {
                return try body(database)
            } catch {
                database.rollBack()
                if error.isDamage {
                    database.close()
                    state.database = replaceDamaged(error)
                } else if !state.hasComplained {
                    state.hasComplained = true
                    complain(error)
                }
                return fallback
            }
        }
    }

    /// Opens the folder; nil when it is of no use, which is said.
    private func open() -> CacheDatabase? {
        guard let sqlite = SQLiteLibrary.shared else {
            report(SQLiteLibrary.packageMissing)
            return nil
        }
        if let reason = ContentFile.makeFolder(folder) {
            report("the cache folder '\(folder)' cannot be made: \(reason)")
            return nil
        }
        do throws(SQLiteError) {
            return try openDatabase(sqlite)
        } catch {
            if error.isDamage { return replaceDamaged(error) }
            complain(error)
            return nil
        }
    }

    private func openDatabase(_ sqlite: SQLiteLibrary) throws(SQLiteError) -> CacheDatabase {
        let database = try CacheDatabase(sqlite, path: folder + "/" + Self.name)
        do throws(SQLiteError) {
            try database.prepare()
            let files = try database.files()
            ContentFile.removeOthers(than: files, in: folder)
            try count(database)
        } catch {
            database.close()
            throw error
        }
        return database
    }

    private func complain(_ error: SQLiteError) {
        report("the cache in '\(folder)' takes no part: \(error.message) (SQLite's error \(error.code))")
    }

    private static let name = "responses.sqlite"

    /// Puts a damaged database aside, under a name with the time, and begins a new one.
    private func replaceDamaged(_ error: SQLiteError) -> CacheDatabase? {
        let aside = "\(Self.name).damaged-\(systemSeconds())"
        report("the cache in '\(folder)' is damaged (\(error.message)) and was set aside there as '\(aside)'")
        ContentFile.rename(Self.name, to: aside, in: folder)
        for suffix in ["-wal", "-shm"] { ContentFile.remove(Self.name + suffix, in: folder) }
        guard let sqlite = SQLiteLibrary.shared else { return nil }
        do throws(SQLiteError) {
            return try openDatabase(sqlite)
        } catch {
            complain(error)
            return nil
        }
    }
}
