import LaminaFixtures
import LaminaList

/// anchoring.json: extents without a scroll.
enum ExtentCase {
    static func problems(_ fixture: JSON) throws -> [String] {
        var problems = Problems(fixture)
        switch fixture["kind"].string {
        case "extent":
            var extents = Extents()
            let rows = fixture["rows"].array.map(NamedRow.init)
            extents.insert(rows.map(\.extent), kinds: [UInt16](repeating: 0, count: rows.count), at: 0)
            compare(extents, fixture["expect"], &problems)
            // The same one by one, by way of other heights.
            var grown = Extents()
            for row in rows {
                grown.append(.measured(0.1))
                grown.set(grown.count - 1, row.extent)
            }
            compare(grown, fixture["expect"], &problems)
        case "extent_formula": try formula(fixture, &problems)
        case "extent_gap": gaps(fixture, &problems)
        case let kind: problems.unknown("kind \(kind ?? "none")")
        }
        return problems.found
    }

    private static func compare(_ extents: Extents, _ expect: JSON, _ problems: inout Problems) {
        for key in expect.keys {
            let want = expect[key]
            switch key {
            case "total": problems.expect(extents.total, want.number ?? .nan, key)
            case "unmeasured": problems.expect(extents.count - extents.measuredCount, want.integer ?? -1, key)
            case "top": tops(extents, want, &problems)
            case "index_at":
                for pair in want.array.map(\.array) {
                    let offset = pair[0].number ?? .nan
                    problems.expect(extents.row(at: offset), pair[1].integer, "the row at \(offset)")
                }
            default: problems.unknown("expectation \(key)")
            }
        }
    }

    private static func tops(_ extents: Extents, _ pairs: JSON, _ problems: inout Problems) {
        for pair in pairs.array.map(\.numbers) {
            problems.expect(extents.top(Int(pair[0])), pair[1], "where row \(Int(pair[0])) begins")
        }
    }

    /// Rows by the million, each as high as its index or as a number.
    private static func formula(_ fixture: JSON, _ problems: inout Problems) throws {
        let count = fixture["count"].integer ?? 0
        let same = fixture["height"].number
        guard same != nil || fixture["height"].string == "index" else {
            return problems.unknown("height \(fixture["height"].text)")
        }
        var extents = Extents()
        let part = 100_000
        for first in stride(from: 0, to: count, by: part) {
            let rows = first..<min(first + part, count)
            extents.insert(
                rows.map { .measured(same ?? Double($0)) }, kinds: [UInt16](repeating: 0, count: rows.count), at: first)
        }
        tops(extents, fixture["queries"], &problems)
        let then = fixture["then"]
        if let set = then["set"].array.first?.integer {
            extents.set(set, .measured(then["set"].array[1].number ?? 0))
            tops(extents, then["queries"], &problems)
        }
    }

    private static func gaps(_ fixture: JSON, _ problems: inout Problems) {
        let count = fixture["count"].integer ?? 0
        var extents = Extents()
        extents.insert(
            [Extent](repeating: .measured(fixture["each"].number ?? 0), count: count),
            kinds: [UInt16](repeating: 0, count: count), at: 0)
        extents.lead = fixture["lead"].number ?? 0
        for (gap, expect) in zip(fixture["gaps"].numbers, fixture["expect"].array) {
            extents.gap = gap
            compare(extents, expect, &problems)
        }
    }
}
