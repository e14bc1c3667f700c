import LaminaFixtures
import LaminaList

/// anchoring.json and anchor-random.jsonl
enum AnchorCase {
    static func problems(_ fixture: JSON) throws -> [String] {
        switch fixture["kind"].string {
        case "extent", "extent_formula", "extent_gap": return try ExtentCase.problems(fixture)
        case "list", "nested", "deferred", "animated", "query", nil: break
        case let kind?: throw JSON.Missing(description: "unknown kind \(kind)")
        }
        var problems = Problems(fixture)
        let lists = fixture["lists"].exists ? fixture["lists"] : fixture
        let names = lists.keys.filter { lists[$0]["rows"].exists }
        if !names.isEmpty {
            try nested(fixture, names.map { ($0, NamedList(lists[$0])) }, &problems)
            return problems.found
        }
        var list = NamedList(fixture)
        if fixture["expect"].exists { list.compare(fixture["expect"], "at the beginning", &problems) }
        var distances: [Double] = []
        let watched = fixture["watch"]["id"].string
        if let watched { distances.append(list.distance(watched)) }
        for (index, step) in fixture["steps"].array.enumerated() {
            try list.perform(step)
            list.compare(step["expect"], "step \(index) (\(step["op"].string ?? "?"))", &problems)
            if let watched { distances.append(list.distance(watched)) }
            if !problems.found.isEmpty { break }
        }
        if fixture["watch"]["distance"].exists {
            // With the beginning, or without it.
            let want = fixture["watch"]["distance"].numbers
            problems.expect(Array(distances.suffix(want.count)), want, "where \(watched ?? "?") is")
        }
        return problems.found
    }
}

extension AnchorCase {
    /// Lists within lists are lists of their own: each step names one, and what is expected names them, too.
    private static func nested(
        _ fixture: JSON, _ lists: [(name: String, list: NamedList)], _ problems: inout Problems
    ) throws {
        var lists = Dictionary(uniqueKeysWithValues: lists.map { ($0.name, $0.list) })
        for (index, step) in fixture["steps"].array.enumerated() {
            guard let name = step["list"].string, lists[name] != nil else {
                throw JSON.Missing(description: "step \(index) names no list")
            }
            try lists[name]?.perform(step)
            let expect = step["expect"]
            for other in expect.keys where lists[other] != nil {
                lists[other]?.compare(expect[other], "step \(index) (\(other))", &problems)
            }
            if expect["offset"].exists { lists[name]?.compare(expect, "step \(index) (\(name))", &problems) }
        }
    }
}

/// A list whose rows have names, as the cases give them.
struct NamedList {
    private var scroll: AnchoredScroll
    private var ids: [String]

    init(_ fixture: JSON) {
        let rows = fixture["rows"].array.map(NamedRow.init)
        ids = rows.map(\.id)
        var extents = Extents()
        extents.insert(rows.map(\.extent), kinds: [UInt16](repeating: 0, count: rows.count), at: 0)
        for (index, row) in rows.enumerated() where !row.mayBeAnchor { extents.setMayBeAnchor(index, false) }
        scroll = AnchoredScroll(extents: extents, view: fixture["view"].number ?? 0)
        let config = fixture["config"]
        scroll.settings.endAnchor = config["end_anchor"].bool ?? false
        scroll.settings.follow = config["follow"].bool ?? false
        scroll.settings.threshold = config["threshold"].number ?? 0.5
        scroll.settings.keepsAtZero = config["at_zero"].string == "keep"
        scroll.settings.inset = config["inset"].number ?? 0
        scroll.settings.isAnchoring = config["anchoring"].bool ?? true
        scroll.scroll(to: fixture["offset"].number ?? 0)
    }

    func distance(_ id: String) -> Double {
        ids.firstIndex(of: id).map { scroll.extents.top($0) - scroll.offset } ?? .nan
    }

    // MARK: - What is expected

    func compare(_ expect: JSON, _ when: String, _ problems: inout Problems) {
        for key in expect.keys {
            let want = expect[key]
            switch key {
            case "offset": problems.expect(scroll.offset, want.number ?? .nan, "\(when): the offset")
            case "total": problems.expect(scroll.extents.total, want.number ?? .nan, "\(when): the total")
            case "pending": problems.expect(scroll.pending, want.number ?? .nan, "\(when): what is pending")
            case "anchor":
                let got = scroll.anchor
                problems.expect(got.map { ids[$0.index] }, want.array.first?.string, "\(when): the anchor")
                problems.expect(
                    got.map { $0.top - scroll.offset }, want.array.last?.number, "\(when): the anchor's distance")
            case "tops":
                problems.expect(
                    ids.indices.map(scroll.extents.top), want.numbers, "\(when): where rows begin")
            case "ids": problems.expect(ids, want.strings, "\(when): the rows")
            case "distance_from_end":
                problems.expect(scroll.distanceFromEnd, want.number ?? .nan, "\(when): the distance from the end")
            case "at_end":
                problems.expect(
                    scroll.distanceFromEnd <= scroll.settings.threshold, want.bool ?? false, "\(when): at the end")
            default: problems.unknown("expectation \(key)")
            }
        }
    }

    // MARK: - Operations

    mutating func perform(_ step: JSON) throws {
        if let threshold = step["threshold"].number { scroll.settings.threshold = threshold }
        switch step["op"].string {
        case "insert": insert(step["rows"].array.map(NamedRow.init), at: step["at"].integer ?? 0)
        case "delete":
            let gone = Set(step["ids"].strings)
            let deleted = ids.indices.filter { gone.contains(ids[$0]) }
            let map = IndexMap(oldCount: ids.count, deleted: deleted, inserted: [])
            ids.removeAll { gone.contains($0) }
            scroll.change(RowChange(map: map)) { extents in
                for index in deleted.reversed() { extents.remove(index..<index + 1) }
            }
        case "move": try move(step.required("id").string ?? "", to: step["to"].integer ?? 0)
        case "resize", "reload": measure([try index(step["id"]): step["h"].number ?? 0])
        case "resize_many":
            var lengths: [Int: Double] = [:]
            for id in step["heights"].keys { lengths[try index(JSON(id))] = step["heights"][id].number ?? 0 }
            measure(lengths)
        case "set": set(step["rows"].array, moved: Set(step["moved"].strings))
        case "scroll_by": scroll.scroll(by: step["dy"].number ?? 0)
        case "scroll_to": scroll.scroll(to: step["offset"].number ?? 0)
        case "scroll_to_end": scroll.scrollToEnd()
        case "scroll_to_row":
            let alignments: [String: AnchoredScroll.Alignment] = ["start": .start, "center": .center, "end": .end]
            scroll.scroll(toRow: try index(step["id"]), alignments[step["align"].string ?? "start"] ?? .start)
        case "view": scroll.resize(view: step["h"].number ?? 0)
        case "hold": scroll.hold()
        case "release": scroll.release()
        case "animate_to_row": scroll.beginAnimation(toRow: try index(step["id"]))
        case "animation_end": scroll.endAnimation()
        case "anchorable":
            for id in step["ids"].array { scroll.setMayBeAnchor(try index(id), step["value"].bool ?? true) }
        case "anchoring": scroll.settings.isAnchoring = step["on"].bool ?? true
        case "focus": scroll.focus = step["id"].string.flatMap { ids.firstIndex(of: $0) }
        case "overscroll": scroll.overscroll(to: step["offset"].number ?? 0)
        case let op: throw JSON.Missing(description: "unknown operation \(op ?? "none")")
        }
    }

    private func index(_ id: JSON) throws -> Int {
        guard let index = ids.firstIndex(of: id.string ?? "") else {
            throw JSON.Missing(description: "no row \(id.text)")
        }
        return index
    }

    private mutating func insert(_ rows: [NamedRow], at index: Int) {
        let map = IndexMap(oldCount: ids.count, deleted: [], inserted: Array(index..<index + rows.count))
        ids.insert(contentsOf: rows.map(\.id), at: index)
        scroll.change(RowChange(map: map)) { Self.put(rows, into: &$0, at: index) }
    }

    private static func put(_ rows: [NamedRow], into extents: inout Extents, at index: Int) {
        extents.insert(rows.map(\.extent), kinds: [UInt16](repeating: 0, count: rows.count), at: index)
        for (offset, row) in rows.enumerated() where !row.mayBeAnchor { extents.setMayBeAnchor(index + offset, false) }
    }

    private mutating func move(_ id: String, to: Int) throws {
        let from = try index(JSON(id))
        let map = IndexMap(oldCount: ids.count, deleted: [from], inserted: [to])
        ids.remove(at: from)
        ids.insert(id, at: to)
        scroll.change(RowChange(map: map, moves: [Move(from: from, to: to)])) { $0.move(from: from, to: to) }
    }

    private mutating func measure(_ lengths: [Int: Double]) {
        scroll.measure(lengths.sorted { $0.key < $1.key }.map { (index: $0.key, length: $0.value) })
    }

    /// Another list of rows: names of rows that stay, and new rows.
    private mutating func set(_ rows: [JSON], moved: Set<String>) {
        let known = Dictionary(ids.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        let new = rows.map { $0.string ?? NamedRow($0).id }
        let kept = Set(new).intersection(ids).subtracting(moved)
        let map = IndexMap(
            oldCount: ids.count, deleted: ids.indices.filter { !kept.contains(ids[$0]) },
            inserted: new.indices.filter { !kept.contains(new[$0]) })
        let moves = new.enumerated().compactMap { to, id in
            moved.contains(id) ? known[id].map { Move(from: $0, to: to) } : nil
        }
        ids = new
        scroll.change(RowChange(map: map, moves: moves)) { extents in
            let old = extents
            extents.remove(0..<old.count)
            let made = rows.map { json -> NamedRow in
                guard let id = json.string, let index = known[id] else { return NamedRow(json) }
                return NamedRow(id: id, extent: old.extent(index), mayBeAnchor: old.mayBeAnchor(index))
            }
            Self.put(made, into: &extents, at: 0)
        }
    }
}

/// [id, estimate, measured or null], or {id, est, h, anchorable}
struct NamedRow {
    let id: String
    let extent: Extent
    let mayBeAnchor: Bool

    init(id: String, extent: Extent, mayBeAnchor: Bool) {
        self.id = id
        self.extent = extent
        self.mayBeAnchor = mayBeAnchor
    }

    init(_ json: JSON) {
        let fields = json.array
        let isArray = !fields.isEmpty
        let measured = isArray ? fields[2].number : json["h"].number
        let estimate = isArray ? fields[1].number : json["est"].number
        self.init(
            id: (isArray ? fields[0].string : json["id"].string) ?? "?",
            extent: measured.map { .measured($0) } ?? .estimated(estimate ?? 0),
            mayBeAnchor: json["anchorable"].bool ?? true)
    }
}
