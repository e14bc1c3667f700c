import Glibc
import LaminaGeometry
import Testing

@testable import LaminaLoading

/// Servers that fail, lie or lead in circles.
@Suite struct LoaderFaultTests {
    private func load(
        _ change: (inout LoaderSettings) -> Void = { _ in },
        _ handler: @escaping @Sendable (FaultServer.Request) -> [FaultServer.Piece]
    ) throws -> (result: LoadResult, requests: Int) {
        let server = FaultServer(handler)
        defer { server.close() }
        let bench = LoaderBench {
            $0.timeout = 10_000_000
            change(&$0)
        }
        let result = try bench.load(server.base + "/a")
        return (result, server.requests("/a").count)
    }

    private static func head(_ fields: String...) -> String {
        (["HTTP/1.1 200 OK", "Connection: close"] + fields + ["", ""]).joined(separator: "\r\n")
    }

    @Test func whatPassesIsTriedAgain() throws {
        let (result, requests) = try load { request in
            request.count < 3 ? [.reset] : FaultServer.answer("200 OK", [], "abc")
        }
        #expect(result.text == "abc")
        #expect(requests == 3)
        let (second, count) = try load { request in
            request.count < 2
                ? FaultServer.answer("503 Busy", ["Retry-After: 0"]) : FaultServer.answer("200 OK", [], "abc")
        }
        #expect(second.text == "abc")
        #expect(count == 2)
    }

    @Test func triesEnd() throws {
        let (reset, requests) = try load { _ in [.reset] }
        #expect(reset.failure?.code == .io)
        #expect(requests == 3)
        let (busy, count) = try load { _ in FaultServer.answer("503 Busy", ["Retry-After: 3600"], "later") }
        #expect(busy.failure?.code == .io)
        #expect(busy.httpStatus == 503)
        #expect(busy.text == "later")
        #expect(count == 1)
        let (none, once) = try load { _ in FaultServer.answer("404 Not Found", [], "no") }
        #expect(none.failure?.message.contains("404") == true)
        #expect(once == 1)
    }

    @Test func nothingListens() throws {
        let server = FaultServer { _ in [] }
        let base = server.base
        server.close()
        #expect(try LoaderBench { $0.retries = 0 }.load(base + "/a").failure?.code == .io)
    }

    @Test(arguments: [
        // Less than promised; chunks that are none, or do not end; no head; a head without an end; not HTTP.
        head("Content-Length: 10") + "01234", head("Transfer-Encoding: chunked") + "zz\r\nabc\r\n0\r\n\r\n",
        head("Transfer-Encoding: chunked") + "5\r\nabcde\r\n", "", "HTTP/1.1 200 OK\r\nA: b", "garbage\r\n\r\n",
        head("Content-Length: -5") + "abc", head("Content-Length: 5", "Content-Length: 3") + "abcde",
        head("Content-Length: 99999999999999999999999") + "abc",
    ])
    func brokenAnswersFail(_ text: String) throws {
        let (result, _) = try load({ $0.retries = 1 }) { _ in [.text(text)] }
        #expect(result.failure != nil)
    }

    /// RFC 9112 5.2: a value may go on in the next line, which is no field of its own.
    @Test func foldedFieldsAreOne() throws {
        let server = FaultServer { _ in
            [
                .text(
                    Self.head(
                        "Content-Length: 3", "Content-Type: image/png;", " a=b", "X: 1", "\tCache-Control: max-age=90")
                        + "abc")
            ]
        }
        defer { server.close() }
        let bench = LoaderBench()
        let first = try bench.load(server.base + "/a")
        #expect(first.text == "abc")
        #expect(first.contentType.split(separator: " ") == ["image/png;", "a=b"])
        _ = try bench.load(server.base + "/a")
        #expect(server.requests("/a").count == 2)
    }

    @Test func moreThanPromisedIsNotTaken() throws {
        let (result, _) = try load { _ in [.text(Self.head("Content-Length: 3") + "abcdef")] }
        #expect(result.text == "abc")
    }

    @Test func limitsOfSizeHold() throws {
        let (told, _) = try load({ $0.maximumBytes = 100 }) { _ in
            FaultServer.answer("200 OK", [], String(repeating: "a", count: 101))
        }
        #expect(told.failure?.code == .outOfRange)
        let (untold, _) = try load({ $0.maximumBytes = 100 }) { _ in
            [.text(Self.head() + String(repeating: "a", count: 101))]
        }
        #expect(untold.failure?.code == .outOfRange)
        let (fits, _) = try load({ $0.maximumBytes = 100 }) { _ in
            [.text(Self.head() + String(repeating: "a", count: 100))]
        }
        #expect(fits.bytes.count == 100)
        let (endless, _) = try load { _ in [.text("HTTP/1.1 200 OK\r\nA: " + String(repeating: "a", count: 1 << 20))] }
        #expect(endless.failure != nil)
    }

    @Test func slowServersTimeOut() throws {
        let (result, _) = try load({ $0.timeout = 300_000 }) { _ in
            [.text(Self.head("Content-Length: 5") + "a"), .pause(milliseconds: 900)]
        }
        #expect(result.failure?.code == .timedOut)
    }

    @Test func aCancelledLoadEndsAtOnce() throws {
        let server = FaultServer { _ in [.pause(milliseconds: 1500)] }
        let bench = LoaderBench()
        let number = try bench.start(server.base + "/a")
        usleep(100_000)
        #expect(bench.loader.cancel(number))
        #expect(bench.wait(number, seconds: 1).failure?.code == .cancelled)
        server.close()
    }

    @Test func redirectsHaveALimit() throws {
        let (result, requests) = try load({ $0.maximumRedirects = 4 }) { _ in
            FaultServer.answer("302 Found", ["Location: /a"])
        }
        #expect(result.failure?.code == .outOfRange)
        #expect(requests == 5)
    }

    @Test(arguments: ["file:///etc/passwd", "ftp://h/", "data:,x", "javascript:1", "http://", "http://h:99999/"])
    func redirectsStayOnTheWeb(_ target: String) throws {
        let (result, _) = try load { _ in FaultServer.answer("302 Found", ["Location: \(target)"]) }
        #expect(result.failure?.code == .unsupported)
    }

    @Test func redirectsAreFollowed() throws {
        let server = FaultServer { request in
            request.path == "/b/c"
                ? FaultServer.answer("200 OK", ["Cache-Control: max-age=100"], "abc")
                : FaultServer.answer("301 Moved", ["Location: b/c", "Cache-Control: max-age=100"], "there")
        }
        defer { server.close() }
        let bench = LoaderBench()
        let result = try bench.load(server.base + "/a")
        #expect(result.text == "abc")
        #expect(result.url == server.base + "/b/c")
        // The redirect is in the cache, too.
        #expect(try bench.load(server.base + "/a").source == .cache)
        #expect(server.requests("/a").count == 1)
    }

    @Test func credentialsStayAtTheirOrigin() throws {
        let other = FaultServer { _ in FaultServer.answer("200 OK", [], "abc") }
        defer { other.close() }
        let there = other.base
        let server = FaultServer { request in
            FaultServer.answer("302 Found", ["Location: " + (request.path == "/a" ? "/b" : there + "/c")])
        }
        defer { server.close() }
        let bench = LoaderBench()
        let url = server.base.split(separator: "//").joined(separator: "//me:pass%20word@") + "/a"
        let result = try bench.load(url) { $0.headers = [.init("Cookie", "a=b"), .init("X-Other", "c")] }
        #expect(result.text == "abc")
        #expect(!result.url.contains("me"))
        let basic = "Basic bWU6cGFzcyB3b3Jk"
        #expect(server.requests("/a")[0].headers["authorization"] == basic)
        #expect(server.requests("/b")[0].headers["authorization"] == basic)
        #expect(server.requests("/b")[0].headers["cookie"] == "a=b")
        #expect(other.requests("/c")[0].headers["authorization"] == nil)
        #expect(other.requests("/c")[0].headers["cookie"] == nil)
        #expect(other.requests("/c")[0].headers["x-other"] == "c")
    }

    @Test func privateAddressesCanBeRefused() throws {
        let (result, requests) = try load({ $0.allowsPrivateAddresses = false }) { _ in
            FaultServer.answer("200 OK", [], "abc")
        }
        #expect(result.failure?.code == .unsupported)
        #expect(requests == 0)
        for (address, isPrivate) in [
            ([127, 0, 0, 1], true), ([10, 1, 2, 3], true), ([172, 16, 0, 1], true), ([172, 32, 0, 1], false),
            ([192, 168, 1, 1], true), ([169, 254, 169, 254], true), ([100, 64, 0, 1], true), ([0, 0, 0, 0], true),
            ([255, 255, 255, 255], true), ([1, 1, 1, 1], false), ([192, 0, 32, 8], false),
        ] as [([UInt8], Bool)] {
            #expect(
                AddressRules.isPrivate([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 255, 255] + address) == isPrivate, "\(address)")
            #expect(
                AddressRules.isPrivate([0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0] + address) == isPrivate,
                "\(address)")
        }
        #expect(AddressRules.isPrivate([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]))
        #expect(AddressRules.isPrivate([0xFE, 0x80] + [UInt8](repeating: 1, count: 14)))
        #expect(AddressRules.isPrivate([0xFD, 0] + [UInt8](repeating: 1, count: 14)))
        #expect(!AddressRules.isPrivate([0x2A, 0] + [UInt8](repeating: 1, count: 14)))
        #expect(AddressRules.isPrivate([]))
    }

    @Test func a304ThatNothingAskedForFails() throws {
        let (result, requests) = try load { _ in [.text("HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n")] }
        #expect(result.failure?.code == .io)
        #expect(requests == 2)
    }

    @Test func staleAnswersStandIn() throws {
        let server = FaultServer { request in
            request.count == 1
                ? FaultServer.answer("200 OK", ["Cache-Control: max-age=0", "ETag: \"1\""], "old") : [.reset]
        }
        defer { server.close() }
        let bench = LoaderBench()
        #expect(try bench.load(server.base + "/a").text == "old")
        let second = try bench.load(server.base + "/a")
        #expect(second.text == "old")
        #expect(second.isStale)
        #expect(second.failure == nil)
    }

    @Test func staleIsShownWhileTheServerIsAsked() throws {
        let server = FaultServer { request in
            FaultServer.answer(
                "200 OK",
                [
                    "Cache-Control: max-age=\(request.count == 1 ? 0 : 100), stale-while-revalidate=100",
                    "ETag: \"\(request.count)\"",
                ],
                "\(request.count)")
        }
        defer { server.close() }
        let bench = LoaderBench()
        #expect(try bench.load(server.base + "/a").text == "1")
        #expect(try bench.load(server.base + "/a").text == "1")
        for _ in 0..<200 where server.requests("/a").count < 2 { usleep(10_000) }
        usleep(200_000)
        let third = try bench.load(server.base + "/a")
        #expect(third.text == "2")
        #expect(third.source == .cache)
        #expect(server.requests("/a").count == 2)
    }

    @Test func tlsIsNotSpokenWithAServerThatDoesNot() throws {
        let server = FaultServer { _ in FaultServer.answer("200 OK", [], "abc") }
        defer { server.close() }
        let bench = LoaderBench { $0.retries = 0 }
        let failure = try bench.load("https" + server.base.dropFirst(4) + "/a").failure
        #expect(failure?.code == .io)
        #expect(failure?.message.contains("/a") == true)
    }

    @Test func withoutLibcurlThePackageIsNamed() {
        #expect(CurlLibrary.load("liblamina-is-not-there.so.4") == nil)
        #expect(CurlLibrary.packageMissing.contains("libcurl4"))
    }
}
