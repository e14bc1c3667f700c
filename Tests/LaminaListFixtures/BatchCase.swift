import LaminaFixtures
import LaminaList

/// batch-updates.json
enum BatchCase {
    static func problems(_ fixture: JSON) throws -> [String] {
        var problems = Problems(fixture)
        switch fixture["kind"].string {
        case "map": map(fixture, &problems)
        case "map_equality": mapEquality(fixture, &problems)
        case "update":
            for _ in 0..<(fixture["repeat"].integer ?? 1) { try update(fixture, &problems) }
        case "thrash": try thrash(fixture, &problems)
        case "sequence": try sequence(fixture, &problems)
        case "accepted": try accepted(fixture, &problems)
        case "completion_order": completionOrder(fixture, &problems)
        case let kind: problems.unknown("kind \(kind ?? "none")")
        }
        return problems.found
    }

    // MARK: - One list

    private static func map(_ fixture: JSON, _ problems: inout Problems) {
        let map = IndexMap(
            oldCount: fixture["count"].integer ?? 0, deleted: fixture["deleted"].integers.sorted(),
            inserted: fixture["inserted"].integers.sorted())
        let expect = fixture["expect"]
        problems.expect((0..<map.oldCount).map(map.newIndex), expect["old_to_new"].optionalIntegers, "old to new")
        problems.expect((0..<map.newCount).map(map.oldIndex), expect["new_to_old"].optionalIntegers, "new to old")
        problems.expect(map.newCount, expect["new_count"].integer ?? -1, "the new count")
        problems.expect(map.newIndex(map.oldCount), expect["past_end"].integer, "past the old end")
        problems.expect(map.oldIndex(map.newCount), expect["past_end"].integer, "past the new end")
    }

    /// Maps as {old: new}: equal when they map the same.
    private static func mapEquality(_ fixture: JSON, _ problems: inout Problems) {
        let maps = fixture["maps"].array.map { json -> IndexMap in
            let pairs = json.keys.compactMap { key in Int(key).map { ($0, json[key].integer ?? -1) } }
            let olds = Set(pairs.map(\.0))
            let news = Set(pairs.map(\.1))
            let oldCount = (olds.max() ?? -1) + 1
            let newCount = (news.max() ?? -1) + 1
            return IndexMap(
                oldCount: oldCount, deleted: (0..<oldCount).filter { !olds.contains($0) },
                inserted: (0..<newCount).filter { !news.contains($0) })
        }
        for pair in fixture["expect"]["equal"].array.map(\.integers) {
            problems.expect(maps[pair[0]] == maps[pair[1]], "maps \(pair) are not equal")
        }
        for pair in fixture["expect"]["unequal"].array.map(\.integers) {
            problems.expect(maps[pair[0]] != maps[pair[1]], "maps \(pair) are equal")
        }
    }

    // MARK: - Batches

    static func batch(_ ops: JSON) throws -> Batch {
        var batch = Batch()
        for op in ops.array {
            let at = op["at"]
            switch op["op"].string {
            case "delete_sections": batch.deleteSections.formUnion(at.integers)
            case "insert_sections": batch.insertSections.formUnion(at.integers)
            case "reload_sections": batch.reloadSections.formUnion(at.integers)
            case "delete_rows": batch.deleteRows.formUnion(at.array.map(\.path))
            case "insert_rows": batch.insertRows.formUnion(at.array.map(\.path))
            case "reload_rows": batch.reloadRows.formUnion(at.array.map(\.path))
            case "move_row": batch.moveRows.insert(Move(from: op["from"].path, to: op["to"].path))
            case "move_section":
                batch.moveSections.insert(Move(from: op["from"].integer ?? -1, to: op["to"].integer ?? -1))
            case let name: throw JSON.Missing(description: "unknown operation \(name ?? "none")")
            }
        }
        return batch
    }

    private static func update(_ fixture: JSON, _ problems: inout Problems) throws {
        let old = fixture["old"].integers
        let new = fixture["new"].integers
        let batch = try batch(fixture["ops"])
        let expect = fixture["expect"]
        guard let result = resolve(batch, old, new, expect, &problems) else { return }
        mapping(result, old, new, expect, &problems)
        if fixture["watch"].exists {
            let to = fixture["watch"]["new"]
            problems.expect(
                result.newRow(fixture["watch"]["old"].path), to.exists ? to.path : nil, "the row that is watched")
        }
        for (section, generation) in fixture["section_generation"].integers.enumerated() {
            problems.expect(
                result.reloadedSections.contains(section) ? 2 : 1, generation, "how often section \(section) was made")
        }
        for path in fixture["node_kept"].array.map(\.path) {
            problems.expect(result.newRow(path) != nil, "the node of \(path) is not kept")
        }
    }

    /// The result, or nil when the batch is refused or something is wrong.
    private static func resolve(
        _ batch: Batch, _ old: [Int], _ new: [Int], _ expect: JSON, _ problems: inout Problems
    ) -> BatchResult? {
        do throws(BatchError) {
            let result = try batch.resolve(old: old, new: new)
            problems.expect(expect["ok"].bool == true, "accepted, which should be refused as \(expect["error"].text)")
            return expect["ok"].bool == true ? result : nil
        } catch {
            let kinds = [expect["error"].string].compactMap { $0 } + expect["also_broken"].strings
            problems.expect(kinds.contains(error.kind.rawValue), "refused: \(error.message); expected \(kinds)")
            if error.kind.rawValue == expect["error"].string { details(error, expect["detail"], &problems) }
            return nil
        }
    }

    private static func details(_ error: BatchError, _ detail: JSON, _ problems: inout Problems) {
        let numbers = [
            "section": error.section, "row": error.row, "before": error.before, "inserted": error.inserted,
            "deleted": error.deleted, "expected": error.expected, "got": error.got, "sections_before": error.limit,
            "sections_after": error.limit, "rows_before": error.limit, "rows_after": error.limit,
        ]
        for key in detail.keys {
            problems.expect(numbers[key], detail[key].integer, "\(key) of \(error.kind)")
            if let number = detail[key].integer {
                problems.expect(error.message.contains("\(number)"), "\(error.message): \(key) is not named")
            }
        }
    }

    private static func mapping(
        _ result: BatchResult, _ old: [Int], _ new: [Int], _ expect: JSON, _ problems: inout Problems
    ) {
        let oldRows = old.indices.map { section in (0..<old[section]).map { RowPath(section, $0) } }
        let newRows = new.indices.map { section in (0..<new[section]).map { RowPath(section, $0) } }
        let paths = { (key: String) in expect[key].array.map { $0.array.map { $0.exists ? $0.path : nil } } }
        if expect["sections_old_to_new"].exists {
            problems.expect(
                old.indices.map(result.newSection), expect["sections_old_to_new"].optionalIntegers, "sections")
        }
        if expect["sections_new_to_old"].exists {
            problems.expect(
                new.indices.map(result.oldSection), expect["sections_new_to_old"].optionalIntegers, "old sections")
        }
        if expect["rows_old_to_new"].exists {
            problems.expect(oldRows.map { $0.map(result.newRow) }, paths("rows_old_to_new"), "rows")
        }
        if expect["rows_new_to_old"].exists {
            problems.expect(newRows.map { $0.map(result.oldRow) }, paths("rows_new_to_old"), "old rows")
        }
    }

    /// Rows with identities: one that is kept is the same, unless it was reloaded.
    private static func thrash(_ fixture: JSON, _ problems: inout Problems) throws {
        let old = fixture["old_rows"].array.map { $0.array[1].integers }
        let new = fixture["new_rows"].array.map { $0.array[1].integers }
        let batch = try batch(fixture["ops"])
        let (oldCounts, newCounts) = (old.map(\.count), new.map(\.count))
        guard let result = resolve(batch, oldCounts, newCounts, fixture["expect"], &problems) else { return }
        mapping(result, oldCounts, newCounts, fixture["expect"], &problems)
        for (section, rows) in old.enumerated() {
            for (row, identity) in rows.enumerated() where !result.reloadedRows.contains(RowPath(section, row)) {
                guard let to = result.newRow(RowPath(section, row)) else { continue }
                problems.expect(new[to.section][to.row], identity, "row \(to)")
            }
        }
    }

    /// Batches one after another; one that is refused leaves the counts as they were.
    private static func sequence(_ fixture: JSON, _ problems: inout Problems) throws {
        var counts = fixture["old"].integers
        for step in fixture["batches"].array {
            let new = step["new"].integers
            if resolve(try batch(step["ops"]), counts, new, step["expect"], &problems) != nil { counts = new }
        }
        problems.expect(counts, fixture["expect"]["final"].integers, "what is there at the end")
    }

    private static func accepted(_ fixture: JSON, _ problems: inout Problems) throws {
        var nesting = BatchNesting<Int>()
        nesting.begin()
        nesting.add(fixture["batch"].exists ? try batch(fixture["batch"]) : nil)
        let old = fixture["old"].integers
        let ended = nesting.end(nil)
        problems.expect(ended?.batch.isEmpty, !(fixture["expect"]["changed"].bool ?? false), "whether nothing changes")
        _ = ended.flatMap { resolve($0.batch, old, old, fixture["expect"], &problems) }
    }

    private static func completionOrder(_ fixture: JSON, _ problems: inout Problems) {
        var nesting = BatchNesting<String>()
        let order = run(fixture["batch"], &nesting)
        problems.expect(order, fixture["expect"]["order"].strings, "the order of completions")
    }

    private static func run(_ json: JSON, _ nesting: inout BatchNesting<String>) -> [String] {
        nesting.begin()
        for inner in json["inner"].array { _ = run(inner, &nesting) }
        return nesting.end(json["id"].string)?.completions ?? []
    }
}
