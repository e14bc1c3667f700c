import Glibc

/// The tables of a cache folder.
///
/// One for each process that uses the folder; write-ahead logging lets them read while one writes, and a process that
/// is killed leaves what it had committed.
final class CacheDatabase {
    private let database: SQLiteDatabase
    /// Responses put by this process.
    private(set) var puts = 0

    // An id is never given again: who reads a response that another process replaces meanwhile would take, or remove,
    // the new one for it.
    private static let tables = """
        CREATE TABLE IF NOT EXISTS response(
            id INTEGER PRIMARY KEY AUTOINCREMENT, url TEXT NOT NULL, status INTEGER NOT NULL, headers TEXT NOT NULL,
            selecting TEXT NOT NULL, asked INTEGER NOT NULL, came INTEGER NOT NULL, first INTEGER NOT NULL,
            count INTEGER NOT NULL, length INTEGER, suspect INTEGER NOT NULL, sum INTEGER NOT NULL,
            size INTEGER NOT NULL, used INTEGER NOT NULL, file TEXT);
        CREATE TABLE IF NOT EXISTS content(id INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE IF NOT EXISTS session(process INTEGER PRIMARY KEY);
        CREATE INDEX IF NOT EXISTS response_url ON response(url);
        CREATE INDEX IF NOT EXISTS response_used ON response(used, size);
        PRAGMA user_version = 1;
        """

    init(_ sqlite: SQLiteLibrary, path: String) throws(SQLiteError) {
        database = try SQLiteDatabase(sqlite, path: path)
    }

    /// Makes the tables, and looks through the whole file when a process ended without closing it.
    func prepare() throws(SQLiteError) {
        try database.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
        var version = 0
        try database.run("PRAGMA user_version") { version = $0.number(0) }
        if version > 1 {
            throw SQLiteError(code: 1, message: "it is of a newer version of the library")
        }
        if version == 0 { try database.execute("BEGIN IMMEDIATE; \(Self.tables) COMMIT") }
        var ended: [Int] = []
        try database.run("SELECT process FROM session") { row in
            let process = pid_t(truncatingIfNeeded: row.number(0))
            if process == getpid() || (kill(process, 0) != 0 && errno == ESRCH) { ended.append(row.number(0)) }
        }
        if !ended.isEmpty {
            var finding = ""
            try database.run("PRAGMA quick_check(1)") { finding = $0.text(0) }
            if finding != "ok" { throw SQLiteError(code: 11, message: finding) }
            for process in ended { try database.run("DELETE FROM session WHERE process = ?", [.number(process)]) }
        }
        try database.run("INSERT OR REPLACE INTO session(process) VALUES(?)", [.number(Int(getpid()))])
    }

    func close() {
        try? database.run("DELETE FROM session WHERE process = ?", [.number(Int(getpid()))])
        database.close()
    }

    func begin() throws(SQLiteError) { try database.execute("BEGIN IMMEDIATE") }
    func commit() throws(SQLiteError) { try database.execute("COMMIT") }
    /// Fails where nothing was begun.
    func rollBack() { try? database.execute("ROLLBACK") }

    private static let columns = "id, status, headers, selecting, asked, came, first, count, length, suspect, url"

    func responses(_ url: String) throws(SQLiteError) -> [StoredResponse] {
        var found: [StoredResponse] = []
        try database.run("SELECT \(Self.columns) FROM response WHERE url = ? ORDER BY id", [.text(url)]) { row in
            found.append(Self.response(row))
        }
        return found
    }

    /// Those used last first.
    func list(_ count: Int) throws(SQLiteError) -> [(url: String, response: StoredResponse)] {
        var found: [(url: String, response: StoredResponse)] = []
        try database.run(
            "SELECT \(Self.columns) FROM response ORDER BY used DESC, id DESC LIMIT ?", [.number(count)]
        ) { row in found.append((row.text(10), Self.response(row))) }
        return found
    }

    private static func response(_ row: SQLiteStatement) -> StoredResponse {
        let first = max(0, min(row.number(6), 1 << 40))
        var response = StoredResponse(
            id: row.number(0), status: row.number(1), headers: headers(row.text(2)), selecting: headers(row.text(3)),
            requestTime: row.number(4), responseTime: row.number(5),
            bytes: first..<first + max(0, min(row.number(7), 1 << 40)),
            completeLength: row.isNull(8) ? nil : row.number(8))
        response.isSuspect = row.number(9) != 0
        return response
    }

    struct Content {
        var bytes: LoadedBytes?
        var file: String?
        var count: Int
        var sum: UInt64
        var used: Int
    }

    func content(_ id: Int) throws(SQLiteError) -> Content? {
        var found: Content?
        try database.run(
            """
            SELECT bytes, file, count, sum, used FROM response LEFT JOIN content ON content.id = response.id
            WHERE response.id = ?
            """, [.number(id)]
        ) { row in
            found = Content(
                bytes: row.isNull(0) ? nil : row.bytes(0), file: row.isNull(1) ? nil : row.text(1),
                count: row.number(2),
                sum: UInt64(bitPattern: Int64(row.number(3))), used: row.number(4))
        }
        return found
    }

    func noteUse(_ id: Int, _ now: Int) throws(SQLiteError) {
        try database.run("UPDATE response SET used = ? WHERE id = ?", [.number(now), .number(id)])
    }

    /// Keeps a response in place of the one with its id and of those that the same requests select. Returns files that
    /// are not needed any more.
    func put(
        _ response: StoredResponse, _ bytes: LoadedBytes, file: String?, url: String, now: Int
    ) throws(SQLiteError) -> [String] {
        let selecting = Self.text(response.selecting)
        var old: [Int] = []
        try database.run(
            "SELECT id FROM response WHERE id = ? OR (url = ? AND selecting = ?)",
            [.number(response.id), .text(url), .text(selecting)]
        ) { old.append($0.number(0)) }
        var files: [String] = []
        for id in old { files += try remove(id) }
        let headers = Self.text(response.headers)
        try database.run(
            """
            INSERT INTO response(url, status, headers, selecting, asked, came, first, count, length, suspect, sum, size,
                used, file) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(url), .number(response.status), .text(headers), .text(selecting), .number(response.requestTime),
                .number(response.responseTime), .number(response.bytes.lowerBound), .number(bytes.count),
                response.completeLength.map { .number($0) } ?? .null, .number(response.isSuspect ? 1 : 0),
                .number(Int(bitPattern: UInt(bytes.checksum))),
                .number(bytes.count + headers.utf8.count + url.utf8.count + 200), .number(now),
                file.map { .text($0) } ?? .null,
            ])
        let id = database.lastRow
        if file == nil {
            try database.run("INSERT INTO content(id, bytes) VALUES(?, ?)", [.number(id), .bytes(bytes)])
        }
        puts += 1
        return files
    }

    func update(_ response: StoredResponse) throws(SQLiteError) {
        try database.run(
            "UPDATE response SET headers = ?, selecting = ?, asked = ?, came = ?, suspect = ? WHERE id = ?",
            [
                .text(Self.text(response.headers)), .text(Self.text(response.selecting)), .number(response.requestTime),
                .number(response.responseTime), .number(response.isSuspect ? 1 : 0), .number(response.id),
            ])
    }

    /// Returns its file, if it had one.
    func remove(_ id: Int) throws(SQLiteError) -> [String] {
        var files: [String] = []
        try database.run("SELECT file FROM response WHERE id = ?", [.number(id)]) { row in
            if !row.isNull(0) { files.append(row.text(0)) }
        }
        try database.run("DELETE FROM response WHERE id = ?", [.number(id)])
        try database.run("DELETE FROM content WHERE id = ?", [.number(id)])
        return files
    }

    /// The least recently used that come to so many bytes, or a thousand of them.
    func oldest(_ bytes: Int) throws(SQLiteError) -> [Int] {
        var found: [Int] = []
        var sum = 0
        try database.run("SELECT id, size FROM response ORDER BY used, id LIMIT 1000") { row in
            if sum < bytes { found.append(row.number(0)) }
            sum += row.number(1)
        }
        return found
    }

    func usage() throws(SQLiteError) -> StoreUsage {
        var usage = StoreUsage()
        try database.run("SELECT COUNT(*), COALESCE(SUM(size), 0) FROM response") { row in
            usage = StoreUsage(responses: row.number(0), bytes: row.number(1))
        }
        return usage
    }

    func files() throws(SQLiteError) -> Set<String> {
        var found: Set<String> = []
        try database.run("SELECT file FROM response WHERE file IS NOT NULL") { found.insert($0.text(0)) }
        return found
    }

    /// Fields as lines; neither names nor values have a newline in them.
    private static func text(_ headers: HTTPHeaders) -> String {
        headers.fields.map { "\($0.name):\($0.value)" }.joined(separator: "\n")
    }

    private static func headers(_ text: String) -> HTTPHeaders {
        HTTPHeaders(
            text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { line in
                guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
                return HTTPHeaders.Field(
                    String(decoding: line[..<colon], as: UTF8.self),
                    String(decoding: line[line.index(after: colon)...], as: UTF8.self))
            })
    }
}
