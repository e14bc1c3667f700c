import LaminaFixtures
import LaminaList

/// diff.json, kind `sectioned`
enum SectionedDiffCase {
    static func run(_ fixture: JSON, _ problems: inout Problems) throws {
        var names = Names()
        let old = sections(fixture["old"], &names)
        let new = sections(fixture["new"], &names)
        var marks = SectionedDiff.Marks()
        let marked = fixture["marked"]
        marks.reloadSections = Set(marked["reload_sections"].array.map { names[$0.text] })
        marks.reloadRows = Set(marked["reload_rows"].array.map { names[$0.text] })
        marks.updateRows = Set(marked["reconfigure_rows"].array.map { names[$0.text] })
        let diff = SectionedDiff(old: old, new: new, marks: marks)
        let derived = fixture["derived"]
        problems.expect(diff.sections.inserts, derived["section_inserts"].integers, "section inserts")
        problems.expect(diff.sections.deletes, derived["section_deletes"].integers, "section deletes")
        problems.expect(diff.sections.updates, derived["section_updates"].integers, "section updates")
        problems.expect(diff.sections.moves.count, derived["section_min_moves"].integer ?? -1, "section moves")
        let stages = diff.stages(old: old, new: new)
        applies(diff, stages, old, new, &problems)
        if fixture["stages"].exists && fixture["strict"].string == "exact" && !fixture["moves_over_minimum"].exists {
            compare(stages, fixture["stages"].array, &names, &problems)
        }
        expectations(diff, fixture["expect"], old, new, fixture["moves_over_minimum"].exists, &problems)
    }

    private static func sections(_ json: JSON, _ names: inout Names) -> [Section] {
        json.array.map {
            Section(
                identity: names[$0["id"].text], version: UInt64($0["ver"].integer ?? 0), rows: names.rows($0["rows"]))
        }
    }

    /// Whether the stages lead to the new data, and what the diff says of rows to the new rows.
    private static func applies(
        _ diff: SectionedDiff, _ stages: [SectionedDiff.Stage], _ old: [Section], _ new: [Section],
        _ problems: inout Problems
    ) {
        problems.expect(stages.last?.after ?? old, new, "the last stage")
        let into = Dictionary(diff.rowMoves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        let inserts = Set(diff.rowInserts)
        let gone = Set(diff.rowDeletes + diff.rowMoves.map(\.from))
        let inserted = Set(diff.sections.inserts)
        let origins = Dictionary(diff.sections.moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        for (index, section) in new.enumerated() where !inserted.contains(index) {
            guard let from = origins[index] ?? diff.sections.map.oldIndex(index) else {
                problems.expect(false, "section \(index) comes from nowhere")
                continue
            }
            var left = old[from].rows.indices.filter { !gone.contains(RowPath(from, $0)) }.map { old[from].rows[$0] }[
                ...]
            let made = section.rows.indices.map { row -> UInt64? in
                if let origin = into[RowPath(index, row)] { return old[origin.section].rows[origin.row].identity }
                if inserts.contains(RowPath(index, row)) { return section.rows[row].identity }
                return left.popFirst()?.identity
            }
            problems.expect(made, section.rows.map(\.identity), "rows of section \(index)")
            problems.expect(left.isEmpty, "section \(index) has rows left over")
        }
    }

    private static func compare(
        _ got: [SectionedDiff.Stage], _ want: [JSON], _ names: inout Names, _ problems: inout Problems
    ) {
        problems.expect(got.count, want.count, "the number of stages")
        for (got, want) in zip(got, want) {
            let paths = { (key: String) in want[key].array.map(\.path).sorted() }
            problems.expect(got.rowsUpdated.sorted(), paths("rows_updated"), "rows_updated")
            problems.expect(got.rowsDeleted.sorted(), paths("rows_deleted"), "rows_deleted")
            problems.expect(got.rowsInserted.sorted(), paths("rows_inserted"), "rows_inserted")
            problems.expect(got.sectionsUpdated, want["sections_updated"].integers.sorted(), "sections_updated")
            problems.expect(got.sectionsDeleted, want["sections_deleted"].integers.sorted(), "sections_deleted")
            problems.expect(got.sectionsInserted, want["sections_inserted"].integers.sorted(), "sections_inserted")
            problems.expect(
                Set(got.sectionsMoved.map { [$0.from, $0.to] }), Set(want["sections_moved"].array.map(\.integers)),
                "sections_moved")
            problems.expect(
                Set(got.rowsMoved),
                Set(want["rows_moved"].array.map { Move(from: $0.array[0].path, to: $0.array[1].path) }), "rows_moved")
            problems.expect(got.after, sections(want["after"], &names), "what is there after a stage")
        }
    }

    private static func expectations(
        _ diff: SectionedDiff, _ expect: JSON, _ old: [Section], _ new: [Section], _ movesDiffer: Bool,
        _ problems: inout Problems
    ) {
        let numbers: [String: [Int]] = [
            "section_inserts": diff.sections.inserts, "section_deletes": diff.sections.deletes,
            "section_updates": diff.sections.updates, "section_reloads": diff.sectionReloads,
        ]
        let paths: [String: [RowPath]] = [
            "row_deletes": diff.rowDeletes, "row_inserts": diff.rowInserts, "row_updates": diff.rowUpdates,
            "row_reloads": diff.markedRowReloads, "row_reconfigures": diff.markedRowUpdates,
        ]
        for key in expect.keys {
            let want = expect[key]
            if movesDiffer && key.contains("moves") { continue }
            let (name, suffix) = split(key)
            if let list = numbers[name] {
                check(list, want.integers, suffix, want, key, &problems)
            } else if let list = paths[name] {
                if suffix == "not_in_sections" {
                    problems.expect(list.allSatisfy { !want.integers.contains($0.section) }, "\(key): \(list)")
                } else {
                    check(list, want.array.map(\.path), suffix, want, key, &problems)
                }
            } else if name == "section_moves" {
                check(
                    diff.sections.moves, want.array.map { Move(from: $0.integers[0], to: $0.integers[1]) }, suffix,
                    want, key, &problems)
            } else if name == "row_moves" {
                check(
                    diff.rowMoves, want.array.map { Move(from: $0.array[0].path, to: $0.array[1].path) }, suffix, want,
                    key, &problems)
            } else if key == "empty" {
                problems.expect(diff.isEmpty, want.bool ?? true, key)
            } else if key == "structural" {
                problems.expect(diff.isStructural, want.bool ?? true, key)
            } else if key == "net_rows" {
                let net = new.reduce(0) { $0 + $1.rows.count } - old.reduce(0) { $0 + $1.rows.count }
                problems.expect(net, want.integer ?? 0, key)
                if diff.sections.inserts.isEmpty && diff.sections.deletes.isEmpty {
                    problems.expect(diff.rowInserts.count - diff.rowDeletes.count, net, "rows that come and go")
                }
            } else {
                problems.unknown("expectation \(key)")
            }
        }
    }

    /// "row_moves_include": the list and what is said of it.
    private static func split(_ key: String) -> (String, String) {
        for suffix in ["include", "some", "set", "count", "count_at_least", "not_in_sections"]
        where key.hasSuffix("_\(suffix)") {
            let name = String(key.dropLast(suffix.count + 1))
            if !name.hasSuffix("_count") { return (name, suffix) }
        }
        return (key, "")
    }

    private static func check<T: Hashable>(
        _ got: [T], _ want: [T], _ suffix: String, _ json: JSON, _ key: String, _ problems: inout Problems
    ) {
        switch suffix {
        // Moves have no order that means anything, and indexes of one kind ascend in both.
        case "", "set": problems.expect(Set(got), Set(want), key)
        case "include": problems.expect(Set(got).isSuperset(of: want), "\(key): \(got) lacks some of \(want)")
        case "some": problems.expect(!got.isEmpty, json.bool ?? true, key)
        case "count": problems.expect(got.count, json.integer ?? -1, key)
        case "count_at_least": problems.expect(got.count >= json.integer ?? 0, "\(key): \(got)")
        default: problems.unknown("expectation \(key)")
        }
        problems.expect(Set(got).count == got.count, "\(key): something is named twice in \(got)")
    }
}
