import LaminaFixtures
import LaminaGeometry
import LaminaList

/// ranges.json
enum RangeCase {
    static func problems(_ fixture: JSON) throws -> [String] {
        var problems = Problems(fixture)
        switch fixture["kind"].string {
        case "default": try standard(fixture, &problems)
        case "default_alias":
            problems.expect(
                RangeTuning().reach(.preload),
                RangeTuning().reach(.preload, try mode(fixture["expect"]["mode_when_none_named"])), "the mode of none")
        case "set_get": try setGet(fixture, &problems)
        case "rect": try rect(fixture, &problems)
        case "direction": try direction(fixture, &problems)
        case "rows": try rows(fixture, &problems)
        case "visible_rows": visibleRows(fixture, &problems)
        case "insert_in_range": try RangeUpdateCase.insertInRange(fixture, &problems)
        case "first_load": try RangeUpdateCase.firstLoad(fixture, &problems)
        case "delete_visible": RangeUpdateCase.deleteVisible(fixture, &problems)
        case "mode": try modeCase(fixture, &problems)
        case "mode_event": try modeEvent(fixture, &problems)
        case "app_event": try appEvent(fixture, &problems)
        case "depth":
            problems.expect(
                RangeMode.behind(depth: fixture["depth"].integer ?? -1), try mode(fixture["expect"]["mode"]), "the mode"
            )
        case "bits": try bits(fixture, &problems)
        case "order": RangeUpdateCase.order(fixture, &problems)
        case let kind: problems.unknown("kind \(kind ?? "none")")
        }
        return problems.found
    }

    // MARK: - Words

    static func mode(_ json: JSON) throws -> RangeMode {
        if !json.exists { return .full }
        guard let mode = RangeMode(rawValue: json.string ?? "") else {
            throw JSON.Missing(description: "unknown mode \(json.text)")
        }
        return mode
    }

    static func range(_ json: JSON) throws -> RangeKind {
        guard let kind = RangeKind(rawValue: json.string ?? "") else {
            throw JSON.Missing(description: "unknown range \(json.text)")
        }
        return kind
    }

    static func tuning(_ json: JSON) throws -> RangeTuning {
        guard let container = RangeTuning.Container(rawValue: json.string ?? "list") else {
            throw JSON.Missing(description: "unknown container \(json.text)")
        }
        return RangeTuning(container)
    }

    static func directions(_ json: JSON) throws -> ScrollDirections {
        let words: [String: ScrollDirections] = ["up": .up, "down": .down, "left": .left, "right": .right]
        return try (json.string.map { [$0] } ?? json.strings).reduce(into: []) { all, word in
            guard let direction = words[word] else { throw JSON.Missing(description: "unknown direction \(word)") }
            all.formUnion(direction)
        }
    }

    static func axes(_ json: JSON) throws -> ScrollDirections {
        let words: [String: ScrollDirections] = ["vertical": .vertical, "horizontal": .horizontal]
        return try json.strings.reduce(into: []) { all, word in
            guard let axis = words[word] else { throw JSON.Missing(description: "unknown axis \(word)") }
            all.formUnion(axis)
        }
    }

    // MARK: - Numbers

    private static func standard(_ fixture: JSON, _ problems: inout Problems) throws {
        let kind = try range(fixture["range"])
        let mode = fixture["mode"].string == "any" ? RangeMode.full : try mode(fixture["mode"])
        let reach = try tuning(fixture["container"]).reach(kind, mode)
        let expect = fixture["expect"]
        problems.expect(reach.leading, expect["leading"].number ?? -1, "leading")
        problems.expect(reach.trailing, expect["trailing"].number ?? -1, "trailing")
        if let empty = expect["empty_even_visible"].bool {
            problems.expect(RangeTuning.isEmpty(kind, mode), empty, "whether it is empty")
        }
        if expect["direction"].exists {
            problems.expect(ScrollDirections.initial, try directions(expect["direction"]), "the direction")
        }
    }

    private static func setGet(_ fixture: JSON, _ problems: inout Problems) throws {
        var tuning = try tuning(fixture["container"])
        for entry in fixture["set"].array.map(\.array) {
            tuning.set(
                RangeReach(entry[2].number ?? 0, entry[3].number ?? 0), try range(entry[1]), try mode(entry[0]))
        }
        for entry in fixture["expect"]["get"].array.map(\.array) {
            problems.expect(
                tuning.reach(try range(entry[1]), try mode(entry[0])),
                RangeReach(entry[2].number ?? 0, entry[3].number ?? 0), "\(entry[0].text) \(entry[1].text)")
        }
    }

    private static func rect(_ fixture: JSON, _ problems: inout Problems) throws {
        let kind = try range(fixture["range"])
        let mode = fixture["mode"].string == "any" ? RangeMode.full : try mode(fixture["mode"])
        let screens = fixture["screens"].numbers
        let view = fixture["view"].numbers
        let rect = RangeReach(screens[0], screens[1]).rect(
            view: Rect(x: view[0], y: view[1], width: view[2], height: view[3]),
            scrollable: try axes(fixture["scrollable"]), direction: try directions(fixture["direction"]))
        let got = RangeTuning.isEmpty(kind, mode) ? nil : rect
        guard fixture["expect"]["rect"].exists else {
            return problems.expect(got == nil, "it is \(String(describing: got))")
        }
        let want = fixture["expect"]["rect"].numbers
        let numbers = got.map { [$0.minX, $0.minY, $0.size.width, $0.size.height] } ?? []
        problems.expect(
            numbers.count == 4 && zip(numbers, want).allSatisfy { abs($0 - $1) < 1e-9 }, "it is \(numbers), not \(want)"
        )
    }

    private static func direction(_ fixture: JSON, _ problems: inout Problems) throws {
        var used = ScrollDirections.initial
        let got = try fixture["reports"].array.map { report -> ScrollDirections in
            used = try directions(report).following(used)
            return used
        }
        problems.expect(got, try fixture["expect"]["used"].array.map(directions), "the directions")
    }

    // MARK: - Rows

    static func extents(_ json: JSON) -> Extents {
        var extents = Extents()
        let heights =
            json["count"].integer.map { [Double](repeating: json["each"].number ?? 0, count: $0) } ?? json.numbers
        extents.insert(
            heights.map { .measured($0) }, kinds: [UInt16](repeating: 0, count: heights.count), at: 0)
        return extents
    }

    private static func rows(_ fixture: JSON, _ problems: inout Problems) throws {
        let rows = RangeRows(
            extents: extents(fixture["heights"]), offset: fixture["offset"].number ?? 0,
            view: fixture["view_height"].number ?? 0, mode: try mode(fixture["mode"]),
            tuning: try tuning(fixture["container"]), isForward: try directions(fixture["direction"]).contains(.down))
        for (key, got) in [("visible", rows.visible), ("display", rows.display), ("preload", rows.preload)] {
            problems.expect(got, fixture["expect"][key].rowRange, key)
        }
    }

    /// Rows below a header that scrolls with them, or stays and covers them.
    private static func visibleRows(_ fixture: JSON, _ problems: inout Problems) {
        var extents = extents(fixture["heights"])
        let header = fixture["header"].number ?? 0
        let covered = fixture["header_pinned"].bool == true ? header : 0
        extents.lead = header
        let offset = fixture["offset"].number ?? 0
        let end = offset + (fixture["view_height"].number ?? 0)
        problems.expect(extents.rows(from: offset, to: end), fixture["expect"]["visible"].rowRange, "visible")
        problems.expect(
            extents.rows(from: offset + covered, to: end), fixture["expect"]["uncovered"].rowRange, "uncovered")
    }

    // MARK: - Modes

    private static func modeCase(_ fixture: JSON, _ problems: inout Problems) throws {
        let asked = fixture["explicit"]
        let next = RangeMode.next(
            current: try mode(fixture["current"]), isVisible: fixture["container_visible"].bool ?? false,
            contentWasScrolled: fixture["content_scrolled"].bool ?? false, asked: asked.exists ? try mode(asked) : nil)
        problems.expect(next, try mode(fixture["expect"]["mode"]), "the mode")
    }

    private static func modeEvent(_ fixture: JSON, _ problems: inout Problems) throws {
        let expect = fixture["expect"]
        switch fixture["event"].string {
        case "begin_drag":
            problems.expect(RangeEvent.beginDrag.mode, try mode(expect["mode"]), "the mode")
            problems.expect(RangeEvent.beginDrag.countsAsScrolled, expect["content_scrolled"].bool ?? true, "scrolled")
        case "all_scheduled_nodes_displayed":
            problems.expect(
                try mode(fixture["current"]).growsOnceDrawn, expect["new_update_scheduled"].bool ?? false,
                "whether another update follows")
        case let event: problems.unknown("event \(event ?? "none")")
        }
    }

    private static func appEvent(_ fixture: JSON, _ problems: inout Problems) throws {
        let isVisible = fixture["visible"].bool ?? false
        let event: RangeEvent
        switch fixture["event"].string {
        case "memory_warning": event = .memoryWarning(isInDisplay: fixture["in_display"].bool ?? false)
        case "background": event = .background(isVisible: isVisible)
        case "foreground": event = .foreground(isVisible: isVisible)
        case let name: return problems.unknown("event \(name ?? "none")")
        }
        problems.expect(event.mode, try mode(fixture["expect"]["mode"]), "the mode")
        problems.expect(event.isImmediate, fixture["expect"]["updated_at_once"].bool ?? false, "whether it is at once")
    }

    private static func bits(_ fixture: JSON, _ problems: inout Problems) throws {
        let state = RowState.of(
            isVisible: fixture["in_visible"].bool ?? false, isInDisplay: fixture["in_display"].bool ?? false,
            isInPreload: fixture["in_preload"].bool ?? false,
            listIsVisible: fixture["container_visible"].bool ?? false, mode: try mode(fixture["mode"]))
        let words: [String: RowState] = [
            "measure": .measure, "preload": .preload, "display": .display, "visible": .visible,
        ]
        let want = fixture["expect"]["bits"].strings.reduce(into: RowState()) { $0.formUnion(words[$1] ?? []) }
        problems.expect(state, want, "the bits")
    }
}

extension JSON {
    /// [first, last], or null.
    var rowRange: Range<Int>? { integers.count == 2 ? integers[0]..<integers[1] + 1 : nil }
}
