import LaminaFixtures
import LaminaGeometry
import LaminaList

/// batch-fetching.json
enum FetchCase {
    static func problems(_ fixture: JSON) throws -> [String] {
        var problems = Problems(fixture)
        let expect = fixture["expect"]
        switch fixture["kind"].string {
        case "decide":
            problems.expect(try query(fixture["input"]).shouldFetch, try expect.required("fetch").bool, "fetch")
        case "time_override":
            let query = try query(fixture["input"])
            problems.expect(query.shouldFetch, expect["hint"].bool ?? false, "the hint")
            problems.expect(query.remainingSeconds, expect["remaining_seconds"].number, "the time that remains")
        case "context": context(fixture, &problems)
        case "fill": fill(fixture, &problems)
        case "fill_once": fillOnce(fixture, &problems)
        case "default":
            problems.expect(FetchQuery().leadingScreens, expect["leading_screens"].number ?? -1, "leading screens")
        case let kind: problems.unknown("kind \(kind ?? "none")")
        }
        return problems.found
    }

    static func query(_ input: JSON) throws -> FetchQuery {
        var query = FetchQuery()
        query.direction = try RangeCase.directions(input["direction"])
        query.scrollable = try RangeCase.axes(input["scrollable"])
        query.view = try input["view"].pair.size
        query.content = try input["content"].pair.size
        query.target = try input["target"].pair.point
        query.velocity = try input["velocity"].pair.point
        query.leadingScreens = try input.required("leading_screens").number ?? 0
        query.isFetching = try input.required("already_fetching").bool ?? false
        query.isVisible = try input.required("visible").bool ?? false
        query.isRightToLeft = input["rtl"].bool ?? false
        query.layoutFlips = input["layout_flips"].bool ?? false
        return query
    }

    private static func context(_ fixture: JSON, _ problems: inout Problems) {
        var state = FetchState()
        for (index, step) in fixture["steps"].array.enumerated() {
            switch step["do"].string {
            case nil: break
            case "begin": state.begin()
            case "cancel": state.cancel()
            case let name? where name.hasPrefix("complete"):
                // With an argument: false leaves the fetch open.
                let refuses =
                    name.hasSuffix("no") || name.hasSuffix("false")
                    || step.keys.contains { !["do", "fetching", "cancelled"].contains($0) && step[$0].bool == false }
                state.complete(!refuses)
            case let name?: problems.unknown("step \(name)")
            }
            if let fetching = step["fetching"].bool { problems.expect(state.isFetching, fetching, "step \(index)") }
            if let cancelled = step["cancelled"].bool {
                problems.expect(state.wasCancelled, cancelled, "whether step \(index) is cancelled")
            }
        }
    }

    /// A vertical list that asks for more until it need not; each fetch appends one row and completes.
    private static func fill(_ fixture: JSON, _ problems: inout Problems) {
        let height = fixture["row_height"].number ?? 0
        var content = fixture["start_content"].number ?? 0
        var fetches = 0
        while query(fixture, content: content, isFetching: false).shouldFetch && fetches < 10_000 {
            content += height
            fetches += 1
        }
        let expect = fixture["expect"]
        problems.expect(fetches, expect["fetches"].integer ?? -1, "fetches")
        problems.expect(content, expect["content"].number ?? -1, "content")
        if let least = expect["content_at_least"].number { problems.expect(content >= least, "content \(content)") }
        if let most = expect["content_at_most"].number { problems.expect(content <= most, "content \(content)") }
    }

    private static func fillOnce(_ fixture: JSON, _ problems: inout Problems) {
        let height = fixture["row_height"].number ?? 44
        var rows = fixture["start_rows"].integer ?? 0
        var state = FetchState()
        var fetches = 0
        // Asked again and again, as frames do.
        for _ in 0..<20 {
            let content = Double(rows) * height
            guard query(fixture, content: content, isFetching: state.isFetching).shouldFetch else { continue }
            state.begin()
            fetches += 1
            guard fixture["fetch_completes"].bool == true else { continue }
            rows = fixture["fetch_appends_to"].integer ?? rows + 1
            state.complete()
        }
        problems.expect(fetches, fixture["expect"]["fetches"].integer ?? -1, "fetches")
    }

    private static func query(_ fixture: JSON, content: Double, isFetching: Bool) -> FetchQuery {
        var query = FetchQuery()
        let view = fixture["view"].number ?? 0
        query.view = Size(width: view, height: view)
        query.content = Size(width: view, height: content)
        query.leadingScreens = fixture["leading_screens"].number ?? 0
        query.isVisible = fixture["visible"].bool ?? true
        query.isFetching = isFetching
        return query
    }
}

/// [x, y]
struct Pair {
    let point: Point
    var size: Size { Size(width: point.x, height: point.y) }
}

extension JSON {
    var pair: Pair {
        get throws {
            guard numbers.count == 2 else { throw Missing(description: "not a pair: \(text)") }
            return Pair(point: Point(x: numbers[0], y: numbers[1]))
        }
    }
}
