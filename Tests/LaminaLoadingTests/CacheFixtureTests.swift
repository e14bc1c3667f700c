import Foundation
import LaminaCacheFixtures
import Testing

/// Cases of RFC 9111 and its relatives, run in a private and in a shared cache.
@Suite struct CacheFixtureTests {
    /// What a good cache does and ours does not, and why.
    private let missed = [
        // It wants 304 for If-Modified-Since with a date before the response's own, where there is no Last-Modified. By
        // RFC 9110 13.1.3 the condition is ignored then, by RFC 9111 4.3.2 the response's date counts: 200 in both.
        "conditional-lm-fresh-no-lm"
    ]

    @Test func casesHold() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Fixtures/http-cache/tests.json")
        let outcomes = try #require(try CacheFixtures.outcomes(in: file))
        #expect(outcomes.count == 229)
        let required = outcomes.filter(\.isRequired)
        #expect(required.count == 100)
        for outcome in required { #expect(outcome.problems == []) }
        let optimal = outcomes.filter(\.isOptimal)
        #expect(optimal.count == 63)
        #expect(optimal.filter { !$0.problems.isEmpty }.map(\.name) == missed)
    }
}
