import Foundation
import Testing

@testable import LaminaLoading

/// Dates, lists, directives and URLs as text.
@Suite struct HTTPTextTests {
    private let now = 1_790_000_000

    @Test func datesInAllThreeForms() {
        let example = 784_111_777
        #expect(HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT", now: now) == example)
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == example)
        #expect(HTTPDate.parse("Sun Nov  6 08:49:37 1994", now: now) == example)
        #expect(HTTPDate.parse("sun, 06 NOV 1994 08:49:37 gmt", now: now) == example)
        #expect(HTTPDate.parse("Thu, 01 Jan 1970 00:00:00 GMT", now: now) == 0)
        #expect(HTTPDate.parse("Wed, 31 Dec 1969 23:59:59 GMT", now: now) == -1)
        #expect(HTTPDate.format(example) == "Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(HTTPDate.format(-1) == "Wed, 31 Dec 1969 23:59:59 GMT")
    }

    @Test(arguments: [
        "", " ", ",", "0", "-1", "Sun", "Sun,", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 UTC",
        "Sun, 06 Nov 1994 8:49:37 GMT", "Sun, 06 Nov 1994 08.49.37 GMT", "Sun, 06-Nov-1994 08:49:37 GMT",
        "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06  Nov 1994 08:49:37 GMT", "Sun 06 Nov 1994 08:49:37 GMT",
        "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
        "Sun, 06 Nov 94 08:49:37 GMT", "Sun Nov 6 08:49:37 94", "\u{0}", "Sün, 06 Nov 1994 08:49:37 GMT",
    ])
    func whatIsNoDate(_ text: String) { #expect(HTTPDate.parse(text, now: now) == nil) }

    /// Days of six centuries, by the calendar of the system.
    @Test func daysAreThoseOfTheCalendar() throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(identifier: "GMT")
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        for day in stride(from: -100_000, to: 119_000, by: 37) {
            let seconds = day * 86400 + 3723
            let text = formatter.string(from: Date(timeIntervalSince1970: Double(seconds)))
            #expect(HTTPDate.format(seconds) == text)
            #expect(HTTPDate.parse(text, now: now) == seconds)
        }
    }

    @Test func twoDigitsOfAYearAreAtMostFiftyYearsAhead() {
        let in2050 = HTTPDate.parse("Thu, 18 Aug 2050 02:01:18 GMT", now: now)
        #expect(HTTPDate.parse("Thursday, 18-Aug-50 02:01:18 GMT", now: now) == in2050)
        let in1994 = HTTPDate.parse("Sun, 06 Nov 1994 08:49:37 GMT", now: now)
        #expect(HTTPDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", now: now) == in1994)
        // Late in a century, small years are those of the next.
        let in2090 = HTTPDate.parse("Sun, 01 Jan 2090 00:00:00 GMT", now: now) ?? 0
        let in2110 = HTTPDate.parse("Wed, 01 Jan 2110 00:00:00 GMT", now: now)
        #expect(HTTPDate.parse("Wednesday, 01-Jan-10 00:00:00 GMT", now: in2090) == in2110)
    }

    @Test func listsAreCutOutsideOfQuotes() {
        #expect(listElements(" a, b=\"1, 2\\\", 3\" ,, c") == ["a", "b=\"1, 2\\\", 3\"", "c"])
        #expect(listElements("") == [])
        #expect(listElements("\"never closed, a") == ["\"never closed, a"])
        #expect(unquoted("\"a\\\"b\"") == "a\"b")
        #expect(unquoted("\"a\"b\"") == nil)
        #expect(unquoted("\"a\\\"") == nil)
        #expect(digits("00017") == 17)
        #expect(digits("99999999999999999999999") == HTTPCacheRules.endlessSeconds)
        #expect(digits("-1") == nil)
        #expect(digits("1.0") == nil)
    }

    @Test func directivesAreRead() {
        let control = CacheControl(
            HTTPHeaders([
                .init("cache-control", "MAX-age=\"10\", no-cache=\"a, b\", private"),
                .init("Cache-Control", "max-age=7"),
            ]))
        #expect(control.seconds("max-age") == 10)
        #expect(control.fields("no-cache") == ["a", "b"])
        #expect(!control.hasUnqualified("no-cache"))
        #expect(control.hasUnqualified("private"))
        let odd = CacheControl(HTTPHeaders([.init("Cache-Control", "max-age =10, s-maxage, =3, foo=\"no-store")]))
        #expect(odd.seconds("max-age") == 0)
        #expect(odd.seconds("s-maxage") == 0)
        #expect(!odd.has("no-store"))
    }

    @Test func urlsAreCut() throws {
        let url = try #require(HTTPURL("HTTP://me:pw@Example.ORG:80/a/./b/../c?x=/../y#top"))
        #expect(url.text == "http://example.org/a/c?x=/../y")
        #expect(url.userInfo == "me:pw")
        #expect(HTTPURL("https://[::1]:8443")?.text == "https://[::1]:8443/")
        #expect(HTTPURL("https://h:443/")?.port == nil)
        for odd in [
            "", "http:", "http://", "http:///x", "ftp://h/", "//h/", "/x", "http://h:99999/", "http://h:x/", ":",
        ] {
            #expect(HTTPURL(odd) == nil, "\(odd)")
        }
    }

    /// Examples of RFC 3986 5.4.
    @Test(arguments: [
        ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
        ("//g", "http://g/"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("", "http://a/b/c/d;p?q"),
        ("#s", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("..", "http://a/b/"), ("../..", "http://a/"),
        ("../../../g", "http://a/g"), ("g;x=1/../y", "http://a/b/c/y"), ("https://o/x", "https://o/x"),
    ])
    func referencesAreResolved(_ reference: String, _ expected: String) throws {
        #expect(try #require(HTTPURL("http://a/b/c/d;p?q")).resolve(reference)?.text == expected)
    }

    @Test(arguments: ["mailto:x", "javascript:alert(1)", "http://", "file:///etc/passwd"])
    func referencesOutOfTheWebAreNone(_ reference: String) throws {
        #expect(try #require(HTTPURL("http://a/b")).resolve(reference) == nil)
    }
}
