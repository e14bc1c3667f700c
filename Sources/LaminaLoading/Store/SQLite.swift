import CSQLite

/// SQLite, loaded when it is first needed.
@safe struct SQLiteLibrary: @unchecked Sendable {  // functions; handles are their users' matter
    let functions: lamina_sqlite

    static let packageMissing =
        "a cache folder needs SQLite, which is not installed: on Debian it is the package libsqlite3-0"

    /// nil when the system has none.
    static let shared: SQLiteLibrary? = load("libsqlite3.so.0")

    static func load(_ name: String) -> SQLiteLibrary? {
        var functions = lamina_sqlite()
        return unsafe lamina_sqlite_open(&functions, name) ? SQLiteLibrary(functions: functions) : nil
    }

    private init(functions: lamina_sqlite) { self.functions = functions }
}

/// What SQLite reports: one of its codes, the lower eight bits of which say the kind.
struct SQLiteError: Error {
    let code: Int32
    let message: String

    /// The file is not what SQLite wrote.
    var isDamage: Bool { [LAMINA_SQLITE_CORRUPT, LAMINA_SQLITE_NOT_A_DATABASE].contains { Int32($0) == code & 0xFF } }
}

/// A database file, for one thread at a time.
@safe final class SQLiteDatabase {
    private let sqlite: SQLiteLibrary
    private let handle: OpaquePointer
    /// Statements that were made once and are used again.
    private var statements: [String: SQLiteStatement] = [:]

    init(_ sqlite: SQLiteLibrary, path: String) throws(SQLiteError) {
        var found: OpaquePointer?
        let code = unsafe sqlite.functions.open_v2(path, &found, Int32(LAMINA_SQLITE_OPEN_FLAGS), nil)
        guard code == 0, let opened = unsafe found else {
            if let refused = unsafe found { _ = unsafe sqlite.functions.close_v2(refused) }
            throw SQLiteError(code: code, message: "it cannot be opened")
        }
        self.sqlite = sqlite
        unsafe handle = opened
        _ = unsafe sqlite.functions.busy_timeout(opened, 5000)
    }

    func close() {
        for statement in statements.values { statement.end() }
        statements = [:]
        _ = unsafe sqlite.functions.close_v2(handle)
    }

    /// Runs statements that return nothing.
    func execute(_ sql: String) throws(SQLiteError) {
        let code = unsafe sqlite.functions.exec(handle, sql, nil, nil, nil)
        if code != 0 { throw error(code) }
    }

    /// Runs a statement with values in the places of its question marks; `row` reads each row.
    func run(
        _ sql: String, _ values: [SQLiteValue] = [], row: (SQLiteStatement) -> Void = { _ in }
    ) throws(SQLiteError) {
        let statement = try statement(sql)
        defer { statement.reset() }
        for (index, value) in values.enumerated() { statement.bind(value, at: Int32(index + 1)) }
        while true {
            let code = statement.step()
            if code == LAMINA_SQLITE_DONE { return }
            if code != LAMINA_SQLITE_ROW { throw error(code) }
            row(statement)
        }
    }

    private func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let known = statements[sql] { return known }
        var made: OpaquePointer?
        let code = unsafe sqlite.functions.prepare_v2(handle, sql, -1, &made, nil)
        guard code == 0, let handle = unsafe made else { throw error(code) }
        let statement = unsafe SQLiteStatement(sqlite, handle)
        statements[sql] = statement
        return statement
    }

    var lastRow: Int { unsafe Int(sqlite.functions.last_insert_rowid(handle)) }

    private func error(_ code: Int32) -> SQLiteError {
        SQLiteError(
            code: code, message: unsafe sqlite.functions.errmsg(handle).map { unsafe String(cString: $0) } ?? "")
    }
}

enum SQLiteValue {
    case null
    case number(Int)
    case text(String)
    case bytes(LoadedBytes)
}

/// A statement of a database, with the row that it is at.
@safe final class SQLiteStatement {
    private let sqlite: SQLiteLibrary
    private let handle: OpaquePointer
    /// SQLite copies what is bound.
    private static var copies: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: -1) }

    fileprivate init(_ sqlite: SQLiteLibrary, _ handle: OpaquePointer) {
        self.sqlite = sqlite
        unsafe self.handle = handle
    }

    fileprivate func bind(_ value: SQLiteValue, at place: Int32) {
        switch value {
        case .null: _ = unsafe sqlite.functions.bind_null(handle, place)
        case .number(let number): _ = unsafe sqlite.functions.bind_int64(handle, place, Int64(number))
        case .text(let text):
            let count = Int32(clamping: text.utf8.count)
            _ = unsafe sqlite.functions.bind_text(handle, place, text, count, Self.copies)
        case .bytes(let bytes):
            unsafe bytes.withUnsafeBytes {
                _ = unsafe sqlite.functions.bind_blob(
                    handle, place, $0.baseAddress, Int32(clamping: $0.count), Self.copies)
            }
        }
    }

    fileprivate func step() -> Int32 { unsafe sqlite.functions.step(handle) }
    fileprivate func reset() { _ = unsafe sqlite.functions.reset(handle) }
    fileprivate func end() { _ = unsafe sqlite.functions.finalize(handle) }

    func isNull(_ column: Int32) -> Bool { unsafe sqlite.functions.column_type(handle, column) == LAMINA_SQLITE_NULL }
    func number(_ column: Int32) -> Int { unsafe Int(sqlite.functions.column_int64(handle, column)) }

    func text(_ column: Int32) -> String {
        unsafe sqlite.functions.column_text(handle, column).map { unsafe String(cString: $0) } ?? ""
    }

    func bytes(_ column: Int32) -> LoadedBytes {
        let start = unsafe sqlite.functions.column_blob(handle, column)
        let count = unsafe Int(sqlite.functions.column_bytes(handle, column))
        return unsafe LoadedBytes(copying: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count))
    }
}
