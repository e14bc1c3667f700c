/// What a batch does to sections: a reload is a delete and an insert in the same place, and a move is one elsewhere.
struct BatchSections {
    let map: IndexMap
    /// Old and new places of sections that stay the same though the map has no partner for them.
    private(set) var targets: [Int: Int]
    private(set) var origins: [Int: Int]
    let reloaded: Set<Int>
    /// In old numbering: sections that go or are made anew; in new numbering: sections that are new or made anew.
    let gone: Set<Int>
    private(set) var made: Set<Int>
    /// How often the counts of Texture's messages would count a delete and an insert.
    let deletedCount: Int
    let insertedCount: Int

    init(_ batch: Batch, oldCount: Int) {
        let deletes = batch.deleteSections.union(batch.moveSections.map(\.from))
        let inserts = batch.insertSections.union(batch.moveSections.map(\.to))
        map = IndexMap(oldCount: oldCount, deleted: deletes.sorted(), inserted: inserts.sorted())
        reloaded = batch.reloadSections
        gone = batch.deleteSections.union(reloaded)
        targets = Dictionary(batch.moveSections.map { ($0.from, $0.to) }, uniquingKeysWith: { first, _ in first })
        origins = Dictionary(batch.moveSections.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        for section in batch.deleteSections { targets[section] = nil }
        made = batch.insertSections
        for section in reloaded { if let to = targets[section] ?? map.newIndex(section) { made.insert(to) } }
        deletedCount = deletes.union(reloaded).count
        insertedCount = inserts.count + deletedCount - deletes.count
    }

    func newSection(_ old: Int) -> Int? { targets[old] ?? map.newIndex(old) }
}
