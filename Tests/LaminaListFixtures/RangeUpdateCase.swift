import LaminaFixtures
import LaminaList

/// ranges.json: what happens to rows when ranges and data change.
enum RangeUpdateCase {
    private static let view = 500.0

    /// A hundred rows of which a screen is visible; one is replaced by a new one.
    static func insertInRange(_ fixture: JSON, _ problems: inout Problems) throws {
        let view = fixture["view_height"].number ?? Self.view
        let mode = try RangeCase.mode(fixture["mode"])
        let screens = fixture["preload"].numbers
        var tuning = RangeTuning()
        tuning.set(RangeReach(screens[0], screens[1]), .preload, mode)
        var extents = Extents()
        extents.insert(
            [Extent](repeating: .measured(50), count: 100), kinds: [UInt16](repeating: 0, count: 100), at: 0)
        let before = RangeRows(
            extents: extents, offset: 0, view: view, mode: mode, tuning: tuning, isForward: true)
        let watched = before.visible?.upperBound ?? 0
        var entered = 0
        var wasIn = false
        if fixture["replace"].exists {
            extents.remove(watched..<watched + 1)
            extents.insert(.measured(50), at: watched)
        } else {
            // Nothing is replaced, so the node that was there counts, too.
            wasIn = before.state(of: watched, listIsVisible: true, mode: mode).contains(.preload)
            if wasIn { entered += 1 }
        }
        let after = RangeRows(extents: extents, offset: 0, view: view, mode: mode, tuning: tuning, isForward: true)
        if !wasIn && after.state(of: watched, listIsVisible: true, mode: mode).contains(.preload) { entered += 1 }
        problems.expect(entered, fixture["expect"]["enters_preload"].integer ?? -1, "how often it enters preload")
        if let same = fixture["expect"]["same_node"].bool {
            let map = IndexMap(oldCount: 100, deleted: [], inserted: [])
            problems.expect(map.newIndex(watched) == watched, same, "whether the node is the same")
        }
    }

    /// What the first update preloads, in views.
    static func firstLoad(_ fixture: JSON, _ problems: inout Problems) throws {
        let expect = fixture["expect"]
        let mode = RangeMode.next(
            current: .unspecified, isVisible: true, contentWasScrolled: fixture["scrolled"].bool ?? false, asked: nil)
        problems.expect(mode, try RangeCase.mode(expect["mode"]), "the mode")
        let screens = fixture["preload_minimum"].numbers
        var tuning = RangeTuning()
        tuning.set(RangeReach(screens[0], screens[1]), .preload, .minimum)
        var extents = Extents()
        extents.insert(
            [Extent](repeating: .measured(10), count: 1000), kinds: [UInt16](repeating: 0, count: 1000), at: 0)
        let isForward = ScrollDirections.initial.contains(.down)
        let rows = RangeRows(
            extents: extents, offset: 0, view: view, mode: mode, tuning: tuning, isForward: isForward)
        let heights = Double(rows.preload?.count ?? 0) * 10 / view
        let want = expect["preloaded_view_heights"].number ?? -1
        problems.expect(abs(heights - want) <= expect["tolerance"].number ?? 0, "\(heights) views, not \(want)")
    }

    /// A row that is deleted is in no range any more.
    static func deleteVisible(_ fixture: JSON, _ problems: inout Problems) {
        let count = fixture["rows"].integer ?? 0
        let deleted = fixture["delete"].integers
        var extents = Extents()
        extents.insert(
            [Extent](repeating: .measured(50), count: count), kinds: [UInt16](repeating: 0, count: count), at: 0)
        for index in deleted.sorted(by: >) { extents.remove(index..<index + 1) }
        let rows = RangeRows(
            extents: extents, offset: 0, view: view, mode: .full, tuning: RangeTuning(), isForward: true)
        let map = IndexMap(oldCount: count, deleted: deleted.sorted(), inserted: [])
        for index in deleted {
            let isVisible = map.newIndex(index).map { rows.visible?.contains($0) ?? false } ?? false
            problems.expect(
                isVisible, fixture["expect"]["visible_after"].bool ?? true, "whether row \(index) is visible")
        }
    }

    static func order(_ fixture: JSON, _ problems: inout Problems) {
        let all = fixture["data_changed"].bool == true ? 0..<(fixture["row_count"].integer ?? 0) : nil
        let groups = RangeRows.visitOrder(
            visible: fixture["visible"].integers, display: fixture["display"].integers,
            preload: fixture["preload"].integers, previous: fixture["previous"].integers, allRows: all)
        problems.expect(groups.map(Set.init), fixture["expect"]["groups"].array.map { Set($0.integers) }, "the groups")
    }
}
