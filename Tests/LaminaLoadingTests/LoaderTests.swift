import Glibc
import LaminaGeometry
import LaminaLock
import Testing

@testable import LaminaLoading

/// A loader with an owner: the thread of the test.
final class LoaderBench: @unchecked Sendable {  // calls are under their lock; results are the test thread's
    private let calls = Locked<[@Sendable () -> Void]>(.leaf, [])
    private(set) var loader: Loader!
    var results: [UInt64: [LoadResult]] = [:]
    var progress: [UInt64: [LoadProgress]] = [:]

    init(_ change: (inout LoaderSettings) -> Void = { _ in }) {
        loader = Loader(post: { [unowned self] call in calls.withLock { $0.append(call) } })
        var settings = LoaderSettings()
        change(&settings)
        try! loader.setSettings(settings)
    }

    deinit { loader.close() }

    func start(_ url: String, watches: Bool = false, _ change: (inout LoadRequest) -> Void = { _ in }) throws -> UInt64
    {
        var request = LoadRequest(url: url)
        change(&request)
        let slot = Slot()
        let watch: Loader.Progress = { [unowned self] in progress[slot.number, default: []].append($0) }
        let number = try loader.start(request, priority: .normal, progress: watches ? watch : nil) {
            [unowned self] result in results[slot.number, default: []].append(result)
        }
        slot.number = number
        return number
    }

    private final class Slot: @unchecked Sendable {  // the test's thread alone
        var number: UInt64 = 0
    }

    func turn() {
        let found = calls.withLock { calls in
            defer { calls = [] }
            return calls
        }
        for call in found { call() }
    }

    /// Waits for the end of loads.
    func wait(_ numbers: UInt64..., seconds: Int = 20) -> LoadResult {
        let end = monotonicMicroseconds() + UInt64(seconds) * 1_000_000
        while !numbers.allSatisfy({ results[$0] != nil }) {
            if monotonicMicroseconds() > end { return LoadResult(url: "", failure: LaminaError(.timedOut, "no end")) }
            usleep(500)
            turn()
        }
        return results[numbers[numbers.count - 1]]![0]
    }

    func load(_ url: String, _ change: (inout LoadRequest) -> Void = { _ in }) throws -> LoadResult {
        wait(try start(url, change))
    }
}

extension LoadResult {
    var text: String { String(decoding: bytes.array, as: UTF8.self) }
}

@Suite struct LoaderTests {
    @Test func dataURLs() throws {
        let bench = LoaderBench()
        #expect(try bench.load("data:,a%20b").text == "a b")
        let picture = try bench.load("data:image/png;base64,iVBORw0KGgo=")
        #expect(picture.contentType == "image/png")
        #expect(picture.bytes.array == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(try bench.load("DATA:;base64,QQ").text == "A")
        for odd in [
            "data:", "data:;base64", "data:,%", "data:,%4", "data:;base64,A", "data:;base64,QQ=", "data:;base64,Q!==",
        ] {
            #expect(try bench.load(odd).failure?.code == .invalidArgument, "\(odd)")
        }
    }

    @Test func files() throws {
        let bench = LoaderBench { $0.maximumBytes = 1000 }
        let path = "/tmp/lamina-loader-\(getpid()) a.txt"
        let file = fopen(path, "w")
        fputs("content", file)
        fclose(file)
        defer { unlink(path) }
        let url = "file://" + path.split(separator: " ").joined(separator: "%20")
        #expect(try bench.load(url).text == "content")
        #expect(try bench.load("file://localhost" + url.dropFirst(7)).source == .file)
        #expect(try bench.load("file:///nonexistent").failure?.code == .io)
        #expect(try bench.load("file:///tmp").failure?.code == .io)
        #expect(try bench.load("file:///dev/zero").failure?.code == .io)
        #expect(try bench.load("file:///etc/passwd%00.png").failure?.code == .invalidArgument)
        #expect(try bench.load("file://other/etc/passwd").failure?.code == .invalidArgument)
        #expect(try bench.load("file:///usr/lib/os-release/../../bin/bash").failure != nil)
        #expect(try bench.load("file:///bin/bash").failure?.code == .outOfRange)
    }

    /// What has come is not asked for again before all who wait for it were told.
    @Test func whatNobodyWasToldOfIsJoined() throws {
        let bench = LoaderBench()
        func ended() throws -> UInt64 {
            let number = try bench.start("data:,abc")
            while bench.loader.state.withLock({ $0.ended.isEmpty }) { usleep(500) }
            return number
        }
        let first = try ended()
        let second = try bench.start("data:,abc")
        #expect(bench.wait(first, second).text == "abc")
        #expect(bench.results[first]![0].bytes.isSame(as: bench.results[second]![0].bytes))
        #expect(bench.results[first]!.count == 1 && bench.results[second]!.count == 1)
        #expect(bench.loader.statistics.joined == 1)
        let third = try bench.load("data:,abc")
        #expect(!third.bytes.isSame(as: bench.results[first]![0].bytes))
        #expect(bench.loader.statistics.joined == 1)
        // What failed is.
        let failing = try bench.start("data:nothing")
        while bench.loader.state.withLock({ $0.ended.isEmpty }) { usleep(500) }
        #expect(bench.wait(failing, try bench.start("data:nothing")).failure != nil)
        #expect(bench.loader.statistics.joined == 1)
        // The end of the context tells all.
        _ = try ended()
        let last = try bench.start("data:,abc")
        bench.loader.close()
        #expect(bench.results[last]?.count == 1)
        #expect(bench.loader.pendingCount == 0)
    }

    @Test(arguments: [
        "", "x", ":", "http:", "http://", "http:///a", "http://a b/", "http://h:70000/", "/etc/passwd", "http://\u{7}/",
    ])
    func whatIsNoURL(_ url: String) {
        let bench = LoaderBench()
        #expect(throws: LaminaError.self) { try bench.start(url) }
    }

    @Test func schemesCanBeRefused() {
        let bench = LoaderBench {
            $0.allowsFiles = false
            $0.allowsPlainHTTP = false
        }
        for url in ["file:///etc/passwd", "http://127.0.0.1/", "ftp://h/", "javascript:alert(1)"] {
            #expect(throws: LaminaError.self) { try bench.start(url) }
        }
    }

    @Test func equalLoadsAreOne() throws {
        let server = FaultServer { _ in
            [.pause(milliseconds: 100)] + FaultServer.answer("200 OK", ["Cache-Control: no-store"], "abc")
        }
        defer { server.close() }
        let bench = LoaderBench()
        let numbers = try (0..<20).map { _ in try bench.start(server.base + "/a") }
        #expect(bench.loader.cancel(numbers[3]))
        #expect(!bench.loader.cancel(numbers[3]))
        for number in numbers { _ = bench.wait(number) }
        #expect(server.requests("/a").count == 1)
        for number in numbers {
            #expect(bench.results[number]?.count == 1)
            if number == numbers[3] {
                #expect(bench.results[number]?[0].failure?.code == .cancelled)
            } else {
                #expect(bench.results[number]?[0].text == "abc")
            }
        }
        #expect(bench.loader.statistics.joined == 19)
        #expect(bench.loader.pendingCount == 0)
    }

    @Test func theCacheAnswers() throws {
        let server = FaultServer { request in
            if request.headers["if-none-match"] == "\"v1\"" {
                return [.text("HTTP/1.1 304 Not Modified\r\nETag: \"v1\"\r\nConnection: close\r\n\r\n")]
            }
            return FaultServer.answer(
                "200 OK",
                [
                    request.path == "/fresh" ? "Cache-Control: max-age=100" : "Cache-Control: no-cache", "ETag: \"v1\"",
                    "Content-Type: image/png",
                ], "abc")
        }
        defer { server.close() }
        let bench = LoaderBench()
        #expect(try bench.load(server.base + "/fresh").source == .network)
        let second = try bench.load(server.base + "/fresh")
        #expect(second.source == .cache)
        #expect(second.text == "abc")
        #expect(second.contentType == "image/png")
        #expect(try bench.load(server.base + "/fresh") { $0.reloads = true }.source == .validated)
        #expect(server.requests("/fresh").count == 2)
        #expect(try bench.load(server.base + "/checked").source == .network)
        #expect(try bench.load(server.base + "/checked").source == .validated)
        #expect(try bench.load(server.base + "/checked") { $0.isOnlyCached = true }.failure?.code == .io)
        #expect(try bench.load(server.base + "/kept-not") { $0.keepsNothing = true }.text == "abc")
        #expect(try bench.load(server.base + "/kept-not") { $0.isOnlyCached = true }.failure?.code == .io)
        let statistics = bench.loader.statistics
        #expect(statistics.hits == 1)
        #expect(statistics.validated == 2)
        #expect(statistics.misses == 3)
        #expect(statistics.cachedResponses == 2)
        bench.loader.trimCache(to: 0)
        #expect(bench.loader.statistics.cachedResponses == 0)
    }

    @Test func aCutAnswerIsResumed() throws {
        let server = FaultServer { request in
            let fields = "ETag: \"v1\"\r\nCache-Control: max-age=100\r\nConnection: close\r\n"
            if request.count == 1 { return [.text("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 10\r\n\r\n01234")] }
            guard request.headers["range"] == "bytes=5-", request.headers["if-range"] == "\"v1\"" else {
                return [.reset]
            }
            return [
                .text(
                    "HTTP/1.1 206 Partial Content\r\n\(fields)Content-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789"
                )
            ]
        }
        defer { server.close() }
        let bench = LoaderBench()
        let result = try bench.load(server.base + "/a")
        #expect(result.text == "0123456789")
        #expect(result.httpStatus == 200)
        #expect(try bench.load(server.base + "/a").source == .cache)
        #expect(server.requests("/a").count == 2)
    }

    /// What came before it was cancelled is not fetched again.
    @Test func aCancelledLoadIsResumed() throws {
        let server = FaultServer { request in
            let fields = "ETag: \"v1\"\r\nCache-Control: max-age=100\r\nConnection: close\r\n"
            if request.count == 1 {
                return [
                    .text("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 10\r\n\r\n01234"), .pause(milliseconds: 3000),
                ]
            }
            guard request.headers["range"] == "bytes=5-", request.headers["if-range"] == "\"v1\"" else {
                return [.reset]
            }
            return [
                .text(
                    "HTTP/1.1 206 Partial Content\r\n\(fields)Content-Range: bytes 5-9/10\r\nContent-Length: 5\r\n\r\n56789"
                )
            ]
        }
        defer { server.close() }
        let bench = LoaderBench()
        let first = try bench.start(server.base + "/a", watches: true)
        while bench.progress[first]?.last?.bytes.count ?? 0 < 5 {
            usleep(500)
            bench.turn()
        }
        #expect(bench.loader.cancel(first))
        #expect(bench.wait(first).failure?.code == .cancelled)
        // It is kept a little later.
        for _ in 0..<20_000 where bench.loader.statistics.cachedResponses == 0 { usleep(500) }
        let result = try bench.load(server.base + "/a")
        #expect(result.text == "0123456789")
        #expect(bench.results[first]?.count == 1)
        #expect(server.requests("/a").count == 2)
    }

    @Test func progressIsTold() throws {
        let server = FaultServer { _ in
            [
                .text("HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nabc"),
                .pause(milliseconds: 300), .text("def"),
            ]
        }
        defer { server.close() }
        let bench = LoaderBench()
        let number = try bench.start(server.base + "/a", watches: true)
        #expect(bench.wait(number).text == "abcdef")
        let told = try #require(bench.progress[number])
        #expect(told.first.map { String(decoding: $0.bytes.array, as: UTF8.self) } == "abc")
        #expect(told.first?.total == 6)
        #expect(bench.results[number]?.count == 1)
    }

    @Test func closingEndsAll() throws {
        let server = FaultServer { _ in [.pause(milliseconds: 500)] }
        let bench = LoaderBench()
        let numbers = try (0..<5).map { try bench.start(server.base + "/\($0)") }
        usleep(100_000)
        bench.loader.close()
        for number in numbers { #expect(bench.results[number]?.map(\.failure?.code) == [.cancelled]) }
        server.close()
    }
}
