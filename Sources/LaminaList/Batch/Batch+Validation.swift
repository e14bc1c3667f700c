extension Batch {
    /// Checks the batch against the numbers of rows per section before it and after it, in Texture's order, and says
    /// where everything goes. Nothing has happened when it throws.
    public func resolve(old: [Int], new: [Int]) throws(BatchError) -> BatchResult {
        if let both = deleteSections.intersection(reloadSections).min() {
            var error = BatchError(.deleteAndReloadSameSection)
            error.section = both
            throw error
        }
        let sections = BatchSections(self, oldCount: old.count)
        try checkSectionCounts(sections, old, new)
        // What happens within sections that go, come or are made anew is of no interest.
        let taken = deleteRows.union(reloadRows).union(moveRows.map(\.from)).filter {
            !sections.gone.contains($0.section)
        }
        let put = insertRows.union(moveRows.map(\.to)).filter { !sections.made.contains($0.section) }
        try Self.checkTaken(taken, old)
        try Self.checkPut(put, new)
        if let section = insertSections.union(moveSections.map(\.to)).filter({ !new.indices.contains($0) }).min() {
            var error = BatchError(.insertSectionOutOfRange)
            error.section = section
            error.limit = new.count
            throw error
        }
        try checkTakenTwice(sections)
        return try resolveRows(sections, old, new)
    }

    private func checkSectionCounts(_ sections: BatchSections, _ old: [Int], _ new: [Int]) throws(BatchError) {
        if new.count != old.count + sections.insertedCount - sections.deletedCount {
            var error = BatchError(.sectionCountMismatch)
            error.before = old.count
            error.inserted = sections.insertedCount
            error.deleted = sections.deletedCount
            error.got = new.count
            throw error
        }
        let taken = deleteSections.union(reloadSections).union(moveSections.map(\.from))
        if let section = taken.filter({ !old.indices.contains($0) }).min() {
            var error = BatchError(.deleteSectionOutOfRange)
            error.section = section
            error.limit = old.count
            throw error
        }
    }

    private static func checkTaken(_ paths: Set<RowPath>, _ old: [Int]) throws(BatchError) {
        guard
            let path = paths.filter({ !old.indices.contains($0.section) || !(0..<old[$0.section]).contains($0.row) })
                .min()
        else { return }
        let hasSection = old.indices.contains(path.section)
        var error = BatchError(hasSection ? .deleteRowOutOfRange : .deleteRowBadSection)
        (error.section, error.row) = (path.section, path.row)
        error.limit = hasSection ? old[path.section] : old.count
        throw error
    }

    private static func checkPut(_ paths: Set<RowPath>, _ new: [Int]) throws(BatchError) {
        guard
            let path = paths.filter({ !new.indices.contains($0.section) || !(0..<new[$0.section]).contains($0.row) })
                .min()
        else { return }
        let hasSection = new.indices.contains(path.section)
        var error = BatchError(hasSection ? .insertRowOutOfRange : .insertRowBadSection)
        (error.section, error.row) = (path.section, path.row)
        error.limit = hasSection ? new[path.section] : new.count
        throw error
    }

    private func checkTakenTwice(_ sections: BatchSections) throws(BatchError) {
        let live = { (path: RowPath) in !sections.gone.contains(path.section) }
        if let both = deleteRows.intersection(reloadRows).filter(live).min() {
            var error = BatchError(.deleteAndReloadSameRow)
            (error.section, error.row) = (both.section, both.row)
            throw error
        }
        if let both = deleteRows.intersection(moveRows.map(\.from)).filter(live).min() {
            var error = BatchError(.deleteAndMoveSameRow)
            (error.section, error.row) = (both.section, both.row)
            throw error
        }
    }

    private func resolveRows(_ sections: BatchSections, _ old: [Int], _ new: [Int]) throws(BatchError) -> BatchResult {
        let deletes = Dictionary(grouping: deleteRows.union(moveRows.map(\.from)), by: \.section)
        let inserts = Dictionary(grouping: insertRows.union(moveRows.map(\.to)), by: \.section)
        var maps = [IndexMap?](repeating: nil, count: old.count)
        for section in old.indices where !sections.gone.contains(section) {
            guard let to = sections.newSection(section) else { continue }
            let out = (deletes[section] ?? []).map(\.row).sorted()
            let into = (inserts[to] ?? []).map(\.row).sorted()
            if old[section] + into.count - out.count != new[to] {
                var error = BatchError(.rowCountMismatch)
                error.section = section
                error.before = old[section]
                error.inserted = into.count
                error.deleted = out.count
                error.got = new[to]
                throw error
            }
            maps[section] = IndexMap(oldCount: old[section], deleted: out, inserted: into)
        }
        // A row that moves out of a section that goes, or into a new one, is gone: the section is made anew.
        let moves = moveRows.filter {
            !sections.gone.contains($0.from.section) && !sections.made.contains($0.to.section)
        }
        let reloaded = reloadRows.filter { !sections.gone.contains($0.section) }
        return BatchResult(sections: sections, rows: maps, moves: Array(moves), reloadedRows: reloaded)
    }
}
