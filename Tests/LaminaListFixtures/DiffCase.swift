import LaminaFixtures
import LaminaList

/// diff.json
enum DiffCase {
    static func problems(_ fixture: JSON) throws -> [String] {
        var problems = Problems(fixture)
        switch fixture["kind"].string {
        case "linear", "lookup", "batch_form", "no_moves", "lcs", "staged": try linear(fixture, &problems)
        case "sectioned": try SectionedDiffCase.run(fixture, &problems)
        case "move_set": moveSet(fixture, &problems)
        case "normalise": normalise(fixture, &problems)
        case "range": try range(fixture, &problems)
        case let kind: problems.unknown("kind \(kind ?? "none")")
        }
        return problems.found
    }

    // MARK: - One list

    private static func linear(_ fixture: JSON, _ problems: inout Problems) throws {
        var names = Names()
        let old = names.rows(fixture["old"])
        let new = names.rows(fixture["new"])
        let diff = Diff(old: old, new: new)
        problems.expect(diff.made(of: old, new), new.map(\.identity), "what the diff makes")
        derived(diff, fixture["derived"], &problems)
        let expect = fixture["expect"]
        switch fixture["kind"].string {
        case "staged": stages(diff, fixture, old, new, &names, &problems)
        case "lcs": problems.expect(diff.stayed, expect["kept_old"].integers, "what stays")
        case "no_moves": lists(diff.withoutMoves(), expect, &problems)
        case "lookup": lookup(expect, old, new, &names, &problems)
        default:
            var form = diff
            // Where the rows that move are asserted, they are those of the source's rule; see the notes of the cases.
            if fixture["from"].string == "iglistkit" { form = Diff(old: old, new: new, moves: .displaced) }
            if fixture["moves_rule"].string == "index_changed" { form = Diff(old: old, new: new, moves: .indexChanged) }
            if fixture["kind"].string == "batch_form" { form = form.withoutUpdates() }
            problems.expect(form.made(of: old, new), new.map(\.identity), "what the source's rule makes")
            // A source that makes more moves than it must by a rule of its own: the fewest are asserted above.
            let movesDiffer = fixture["moves_over_minimum"].exists && form == diff
            lists(form, expect, withoutMoves: movesDiffer, &problems)
        }
    }

    private static func derived(_ diff: Diff, _ derived: JSON, _ problems: inout Problems) {
        guard derived.exists else { return }
        problems.expect(diff.inserts, derived["inserts"].integers, "inserts")
        problems.expect(diff.deletes, derived["deletes"].integers, "deletes")
        problems.expect(diff.updates, derived["updates"].integers, "updates")
        problems.expect(diff.moves.count, derived["min_moves"].integer ?? -1, "the number of moves")
    }

    private static func lists(
        _ diff: Diff, _ expect: JSON, withoutMoves: Bool = false, _ problems: inout Problems
    ) {
        let moves = Set(diff.moves.map { [$0.from, $0.to] })
        for key in expect.keys where !withoutMoves || !key.hasPrefix("move") {
            let want = expect[key]
            let pairs = Set(want.array.map(\.integers))
            switch key {
            case "inserts": problems.expect(diff.inserts, want.integers, key)
            case "deletes": problems.expect(diff.deletes, want.integers, key)
            case "updates": problems.expect(diff.updates, want.integers, key)
            case "inserts_include": problems.expect(Set(diff.inserts).isSuperset(of: want.integers), "\(diff.inserts)")
            case "deletes_include": problems.expect(Set(diff.deletes).isSuperset(of: want.integers), "\(diff.deletes)")
            case "updates_include": problems.expect(Set(diff.updates).isSuperset(of: want.integers), "\(diff.updates)")
            case "moves": problems.expect(moves, pairs, key)
            case "moves_include": problems.expect(moves.isSuperset(of: pairs), "\(moves) lack some of \(pairs)")
            case "moves_some": problems.expect(moves.isEmpty, want.bool == false, "whether there are no moves")
            case "net_count": problems.expect(diff.inserts.count - diff.deletes.count, want.integer ?? 0, key)
            case "matched": problems.expect(diff.matched, want.integer ?? -1, key)
            case "move_count": problems.expect(diff.moves.count, want.integer ?? -1, key)
            case "insert_count": problems.expect(diff.inserts.count, want.integer ?? -1, key)
            case "delete_count": problems.expect(diff.deletes.count, want.integer ?? -1, key)
            case "update_count": problems.expect(diff.updates.count, want.integer ?? -1, key)
            case "move_count_at_least": problems.expect(diff.moves.count >= want.integer ?? 0, "moves: \(moves)")
            case "move_count_at_most": problems.expect(diff.moves.count <= want.integer ?? 0, "moves: \(moves)")
            case "move_origins_distinct":
                problems.expect(Set(diff.moves.map(\.from)).count == diff.moves.count, "origins of \(moves)")
            case "move_targets_distinct":
                problems.expect(Set(diff.moves.map(\.to)).count == diff.moves.count, "targets of \(moves)")
            case "empty", "no_changes": problems.expect(diff.isEmpty, want.bool ?? true, key)
            case "has_changes": problems.expect(!diff.isEmpty, want.bool ?? true, key)
            default: problems.unknown("expectation \(key)")
            }
        }
    }

    private static func stages(
        _ diff: Diff, _ fixture: JSON, _ old: [Row], _ new: [Row], _ names: inout Names, _ problems: inout Problems
    ) {
        let got = diff.stages(old: old, new: new)
        problems.expect(got.last?.after ?? old, new, "the last stage")
        if fixture["moves_over_minimum"].exists || fixture["strict"].string != "exact" { return }
        let want = fixture["stages"].array
        problems.expect(got.count, want.count, "the number of stages")
        for (got, want) in zip(got, want) {
            problems.expect(got.updated, want["updated"].integers, "updated")
            problems.expect(got.deleted, want["deleted"].integers, "deleted")
            problems.expect(got.inserted, want["inserted"].integers, "inserted")
            problems.expect(
                Set(got.moved.map { [$0.from, $0.to] }), Set(want["moved"].array.map(\.integers)), "moved")
            problems.expect(got.after, names.rows(want["after"]), "what is there after a stage")
        }
    }

    /// Where an identity lies; of equal ones the last, as in IGListKit's maps.
    private static func lookup(
        _ expect: JSON, _ old: [Row], _ new: [Row], _ names: inout Names, _ problems: inout Problems
    ) {
        for (key, rows) in [("old_index", old), ("new_index", new)] {
            for name in expect[key].keys {
                let identity = names[JSON(name).text]
                let index = rows.lastIndex { $0.identity == identity }
                problems.expect(index, expect[key][name].integer, "\(key) of \(name)")
            }
        }
    }

    private static func range(_ fixture: JSON, _ problems: inout Problems) throws {
        let rows = { (range: JSON) -> [Row] in
            let numbers = range.integers
            return stride(from: numbers[0], to: numbers[1], by: numbers[2]).map { Row(identity: UInt64($0)) }
        }
        let old = rows(try fixture.required("old_range"))
        let new = rows(try fixture.required("new_range"))
        let diff = Diff(old: old, new: new)
        problems.expect(diff.made(of: old, new) == new.map(\.identity), "the diff makes something else")
        let expect = fixture["expect_counts"]
        let counts = [
            "deletes": diff.deletes.count, "inserts": diff.inserts.count, "matched": diff.matched,
            "min_moves": diff.moves.count, "updates": diff.updates.count,
        ]
        for key in expect.keys { problems.expect(counts[key], expect[key].integer, key) }
    }

    // MARK: - Operations by hand

    private static func moveSet(_ fixture: JSON, _ problems: inout Problems) {
        let moves = fixture["moves"].array.map { Move(from: $0.array[0].path, to: $0.array[1].path) }
        let expect = fixture["expect"]
        for key in expect.keys {
            switch key {
            case "distinct": problems.expect(Set(moves).count, expect[key].integer ?? -1, key)
            case "sorted_by_origin":
                problems.expect(moves.sortedByOrigin(), expect[key].integers.map { moves[$0] }, key)
            default: problems.unknown("expectation \(key)")
            }
        }
    }

    private static func normalise(_ fixture: JSON, _ problems: inout Problems) {
        let ops = fixture["ops"]
        var loose = LooseOperations()
        loose.insertSections = Set(ops["insert_sections"].integers)
        loose.deleteSections = Set(ops["delete_sections"].integers)
        loose.moveSections = Set(ops["move_sections"].array.map { Move(from: $0.integers[0], to: $0.integers[1]) })
        loose.insertRows = ops["insert_rows"].array.map(\.path)
        loose.deleteRows = ops["delete_rows"].array.map(\.path)
        loose.updateRows = ops["update_rows"].array.map(\.path)
        loose.moveRows = ops["move_rows"].array.map { Move(from: $0.array[0].path, to: $0.array[1].path) }
        let got = loose.normalised()
        let expect = fixture["expect"]
        for key in expect.keys {
            let want = expect[key]
            switch key {
            case "insert_sections": problems.expect(got.insertSections.sorted(), want.integers.sorted(), key)
            case "delete_sections": problems.expect(got.deleteSections.sorted(), want.integers.sorted(), key)
            case "move_sections":
                problems.expect(
                    Set(got.moveSections.map { [$0.from, $0.to] }), Set(want.array.map(\.integers)), key)
            case "insert_rows": problems.expect(got.insertRows.sorted(), want.array.map(\.path).sorted(), key)
            case "delete_rows": problems.expect(got.deleteRows.sorted(), want.array.map(\.path).sorted(), key)
            case "update_rows": problems.expect(got.updateRows.sorted(), want.array.map(\.path).sorted(), key)
            case "move_rows":
                problems.expect(
                    Set(got.moveRows), Set(want.array.map { Move(from: $0.array[0].path, to: $0.array[1].path) }), key)
            default: problems.unknown("expectation \(key)")
            }
        }
    }
}

/// Numbers for the names of rows.
struct Names {
    private var numbers: [String: UInt64] = [:]

    subscript(name: String) -> UInt64 {
        mutating get {
            if let number = numbers[name] { return number }
            numbers[name] = UInt64(numbers.count)
            return UInt64(numbers.count - 1)
        }
    }

    /// [[identity, version], ...]
    mutating func rows(_ json: JSON) -> [Row] {
        json.array.map { Row(identity: self[$0.array[0].text], version: UInt64($0.array[1].integer ?? 0)) }
    }
}

extension Diff {
    /// The identities that come out when the diff is applied.
    func made(of old: [Row], _ new: [Row]) -> [UInt64] {
        apply(to: old, inserting: { new[$0] }).map(\.identity)
    }
}

extension JSON {
    /// [section, row], or a row of the only section.
    var path: RowPath { number.map { RowPath(0, Int($0)) } ?? RowPath(integers[0], integers[1]) }
}
