import Foundation
import LaminaLock
import Testing

@testable import LaminaLoading

/// The cache in a folder: kept, bounded, checked, shared.
@Suite struct DiskStoreTests {
    /// A folder that goes with the test.
    private final class Folder {
        let path = NSTemporaryDirectory() + "/lamina-cache-\(UUID().uuidString)"
        let reports = Locked<[String]>(.leaf, [])

        func open(limit: Int = 10 << 20) -> DiskStore {
            DiskStore(folder: path, limit: limit) { [reports] text in reports.withLock { $0.append(text) } }
        }

        var files: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path))?.sorted() ?? [] }
        deinit { try? FileManager.default.removeItem(atPath: path) }
    }

    private func response(_ count: Int, _ fields: [(String, String)] = [("ETag", "\"1\"")]) -> StoredResponse {
        StoredResponse(
            status: 200, headers: HTTPHeaders(fields.map { HTTPHeaders.Field($0.0, $0.1) }), requestTime: 5,
            responseTime: 7,
            bytes: 0..<count, completeLength: count)
    }

    private func bytes(_ count: Int, _ seed: UInt8 = 1) -> LoadedBytes {
        LoadedBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) &+ seed })
    }

    @Test(arguments: [0, 1, 10_000, 65_536, 65_537, 1_000_000])
    func whatIsPutIsThereAgain(_ count: Int) throws {
        let folder = Folder()
        let store = folder.open()
        var given = response(count, [("ETag", "\"1\""), ("A", "b: c"), ("A", ""), ("Ü", "ä")])
        given.selecting = HTTPHeaders([.init("accept", "x")])
        given.isSuspect = true
        store.put(given, bytes(count), url: "http://h/a")
        store.close()
        let again = folder.open()
        var found = try #require(again.responses("http://h/a").first)
        #expect(again.bytes(found.id)?.array == bytes(count).array)
        found.id = 0
        #expect(found == given)
        #expect(again.responses("http://h/b") == [])
        #expect(again.bytes(999) == nil)
        #expect(folder.files.filter { $0.hasSuffix(".content") }.count == (count > 65536 ? 1 : 0))
        again.close()
        #expect(folder.reports.withLock { $0 } == [])
    }

    @Test func equalVariantsReplaceEachOther() throws {
        let folder = Folder()
        let store = folder.open()
        store.put(response(100_000), bytes(100_000), url: "http://h/a")
        store.put(response(200_000), bytes(200_000, 2), url: "http://h/a")
        let found = store.responses("http://h/a")
        try #require(found.map(\.bytes.count) == [200_000], "\(folder.reports.withLock { $0 })")
        #expect(folder.files.filter { $0.hasSuffix(".content") }.count == 1)
        var other = response(3)
        other.selecting = HTTPHeaders([.init("accept", "x")])
        store.put(other, bytes(3), url: "http://h/a")
        #expect(store.responses("http://h/a").count == 2)
        // What an answer says about them.
        var reception = Reception(answer: .received)
        var newer = found[0]
        newer.headers.set("ETag", "\"2\"")
        newer.responseTime = 99
        reception.updated = [newer]
        store.apply(reception, url: "http://h/a")
        #expect(store.responses("http://h/a")[0] == newer)
        reception = Reception(answer: .received)
        reception.removed = [found[0].id]
        store.apply(reception, url: "http://h/a")
        #expect(store.responses("http://h/a").map(\.bytes.count) == [3])
        reception = Reception(answer: .received)
        reception.invalidated = ["http://h/a"]
        store.apply(reception, url: "http://h/a")
        #expect(store.responses("http://h/a") == [])
        #expect(store.usage.responses == 0)
        #expect(folder.files.filter { $0.hasSuffix(".content") } == [])
        store.close()
    }

    @Test func theSizeIsBounded() {
        let folder = Folder()
        let store = folder.open(limit: 1_000_000)
        for number in 0..<300 { store.put(response(10_000), bytes(10_000), url: "http://h/\(number)") }
        #expect(store.usage.bytes <= 1_000_000)
        #expect(store.usage.responses > 50)
        // The oldest went.
        #expect(store.responses("http://h/0") == [])
        #expect(store.responses("http://h/299").count == 1)
        store.put(response(300_000), bytes(300_000), url: "http://h/large")
        #expect(store.responses("http://h/large") == [])
        store.trim(to: 0)
        #expect(store.usage.responses == 0)
        store.close()
    }

    /// What a process has read of a response says nothing of one that another process puts in its place.
    @Test(arguments: [1000, 100_000]) func whatReplacesAnotherIsNotTakenForIt(_ count: Int) throws {
        let folder = Folder()
        let (store, other) = (folder.open(), folder.open())
        store.put(response(count), bytes(count), url: "http://h/a")
        let before = try #require(store.responses("http://h/a").first)
        other.put(response(count), bytes(count, 2), url: "http://h/a")
        #expect(store.bytes(before.id) == nil)
        let after = try #require(store.responses("http://h/a").first)
        #expect(store.bytes(after.id)?.array == bytes(count, 2).array)
        store.close()
        other.close()
    }

    @Test func severalUseOneFolder() throws {
        let folder = Folder()
        let stores = (0..<3).map { _ in folder.open() }
        DispatchQueue.concurrentPerform(iterations: 3) { index in
            for number in 0..<60 {
                stores[index].put(response(1000), bytes(1000, UInt8(number)), url: "http://h/\(number)")
                if let found = stores[index].responses("http://h/\(number)").last,
                    let content = stores[index].bytes(found.id)
                {
                    #expect(content.array == bytes(1000, UInt8(number)).array)
                }
            }
        }
        for number in 0..<60 { #expect(stores[0].responses("http://h/\(number)").count == 1) }
        for store in stores { store.close() }
        #expect(folder.reports.withLock { $0 } == [])
    }

    @Test func aDamagedDatabaseIsSetAside() throws {
        let folder = Folder()
        let store = folder.open()
        for number in 0..<50 { store.put(response(5000), bytes(5000), url: "http://h/\(number)") }
        store.close()
        let path = folder.path + "/responses.sqlite"
        try Data("this is no database, whatever its name says, and longer than a header of one".utf8).write(
            to: URL(fileURLWithPath: path))
        let again = folder.open()
        #expect(again.responses("http://h/1") == [])
        again.put(response(3), bytes(3), url: "http://h/1")
        #expect(again.responses("http://h/1").count == 1)
        again.close()
        #expect(folder.files.contains { $0.hasPrefix("responses.sqlite.damaged-") })
        let reports = folder.reports.withLock { $0 }
        #expect(reports.count == 1)
        #expect(reports.first?.contains("set aside") == true)
    }

    /// A process that was killed leaves its mark; the pages are looked through then, and a page of zeros is found.
    @Test func damageInsideIsFoundAfterACrash() throws {
        let folder = Folder()
        let store = folder.open()
        for number in 0..<200 { store.put(response(3000), bytes(3000), url: "http://h/\(number)") }
        store.close()
        let path = folder.path + "/responses.sqlite"
        let database = try SQLiteDatabase(try #require(SQLiteLibrary.shared), path: path)
        // No process has the highest number there is.
        try database.run("INSERT INTO session(process) VALUES(4194304)")
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        for page in stride(from: 20, to: 60, by: 2) {
            try file.seek(toOffset: UInt64(page * 4096))
            try file.write(contentsOf: Data(repeating: 0, count: 4096))
        }
        try file.close()
        let again = folder.open()
        _ = again.responses("http://h/1")
        again.close()
        #expect(folder.reports.withLock { $0.contains { $0.contains("damaged") } })
        #expect(folder.files.contains { $0.hasPrefix("responses.sqlite.damaged-") })
    }

    @Test(arguments: [1000, 100_000])
    func damagedContentsAreNotHandedOut(_ count: Int) throws {
        let folder = Folder()
        let store = folder.open()
        store.put(response(count), bytes(count), url: "http://h/a")
        let found = try #require(store.responses("http://h/a").first)
        store.close()
        if let name = folder.files.first(where: { $0.hasSuffix(".content") }) {
            let path = folder.path + "/" + name
            var content = try Data(contentsOf: URL(fileURLWithPath: path))
            content[77_777] ^= 1
            try content.write(to: URL(fileURLWithPath: path))
        } else {
            let database = try SQLiteDatabase(
                try #require(SQLiteLibrary.shared), path: folder.path + "/responses.sqlite")
            try database.run("UPDATE content SET bytes = ?", [.bytes(bytes(count, 2))])
            database.close()
        }
        let again = folder.open()
        #expect(again.bytes(found.id) == nil)
        #expect(again.responses("http://h/a") == [])
        again.close()
    }

    @Test func aFolderThatCannotBeUsedIsSaid() {
        let reports = Locked<[String]>(.leaf, [])
        let store = DiskStore(folder: "/proc/nowhere/cache", limit: 1000) { text in reports.withLock { $0.append(text) }
        }
        store.put(response(3), bytes(3), url: "http://h/a")
        #expect(store.responses("http://h/a") == [])
        store.close()
        #expect(reports.withLock { $0.count } == 1)
        #expect(SQLiteLibrary.load("liblamina-is-not-there.so.0") == nil)
    }

    @Test func loadsAreAnsweredByTheNextProcess() throws {
        let folder = Folder()
        let server = FaultServer { _ in FaultServer.answer("200 OK", ["Cache-Control: max-age=100"], "abc") }
        defer { server.close() }
        do {
            let bench = LoaderBench { $0.cacheFolder = folder.path }
            #expect(try bench.load(server.base + "/a").source == .network)
        }
        let bench = LoaderBench { $0.cacheFolder = folder.path }
        let second = try bench.load(server.base + "/a")
        #expect(second.source == .cache)
        #expect(second.text == "abc")
        #expect(server.requests("/a").count == 1)
    }
}
