import LaminaGeometry
import LaminaMotion

struct SnapCase {
    let fields: Fields
    /// Browsers' step of an arrow key.
    private let lineStep = 40.0

    init(fields: Fields) { self.fields = fields }

    func problems() throws -> [String] {
        var found = Differences()
        switch fields["kind"].string {
        case "scroll": try scroll(&found)
        case "reveal":
            let position = try container().reveal(
                target(fields["target"]), x: asked("x"), y: asked("y"), from: point(fields["at"]),
                isFocus: fields["by"].string == "focus")
            expect(position.offset, fields, &found)
        case "reveal_nested": try nested(&found)
        case "arrow_key": try arrowKey(&found)
        case "wheel":
            let (from, delta) = (point(fields["at"]), point(fields["delta"]))
            // A wheel scrolls as it says, and what it leaves snaps when it ends.
            let end = from + delta
            expect(try container().snap(to: end.x, end.y, from: from).offset, fields, &found)
        case "relayout_focus": try focus(&found)
        default: throw fields.unknown("kind of snap case")
        }
        return found.list
    }

    // MARK: reading

    private func point(_ json: Fields) -> Point {
        let numbers = json.numbers
        return numbers.count == 2 ? Point(x: numbers[0], y: numbers[1]) : .zero
    }

    private func insets(_ json: Fields) -> EdgeInsets {
        let n = json.numbers
        return n.count == 4
            ? EdgeInsets(top: n[0], left: n[3], bottom: n[2], right: n[1])
            : EdgeInsets(top: 0, left: 0, bottom: 0, right: 0)
    }

    /// `ids`: the numbers of areas that have names.
    private struct Names {
        private(set) var list: [String] = []

        mutating func number(_ name: String) -> Int {
            if let index = list.firstIndex(of: name) { return index }
            list.append(name)
            return list.count - 1
        }
    }

    private func area(_ json: Fields, id: Int) throws -> SnapArea {
        var area = SnapArea(id: id, rect: .zero)
        try update(&area, json)
        return area
    }

    private func update(_ area: inout SnapArea, _ json: Fields) throws {
        let rect = json["rect"].numbers
        if rect.count == 4 { area.rect = Rect(x: rect[0], y: rect[1], width: rect[2], height: rect[3]) }
        if json["align"].exists {
            area.alignX = try alignment(json["align"]["x"])
            area.alignY = try alignment(json["align"]["y"])
        }
        if json["margin"].exists { area.margin = insets(json["margin"]) }
        if let stop = json["stop"].string { area.stopsAlways = stop == "always" }
    }

    private func alignment(_ json: Fields) throws -> SnapAlignment? {
        guard let word = json.string, word != "none" else { return nil }
        guard let alignment = SnapAlignment(rawValue: word) else { throw fields.unknown("alignment \(word)") }
        return alignment
    }

    private func asked(_ axis: String) -> RevealAlignment? {
        fields["ask"][axis].string.flatMap(RevealAlignment.init(rawValue:))
    }

    /// The target with the alignment that it has of its own.
    private func target(_ json: Fields) throws -> SnapArea {
        var area = try area(json, id: -1)
        let own = fields["snap_align_of_target"]
        if own.exists {
            area.alignX = try alignment(own["x"])
            area.alignY = try alignment(own["y"])
        }
        return area
    }

    private func setSnap(_ container: inout SnapContainer, _ snap: Fields) {
        let axis = snap["axis"].string ?? "none"
        container.snapsX = axis == "x" || axis == "both"
        container.snapsY = axis == "y" || axis == "both"
        if let word = snap["strictness"].string { container.strictness = word == "proximity" ? .proximity : .mandatory }
    }

    private func container(_ json: Fields? = nil) throws -> SnapContainer {
        let json = json ?? fields
        let (viewport, content) = (point(json["viewport"]), point(json["content"]))
        var container = SnapContainer(
            viewport: Size(width: viewport.x, height: viewport.y), content: Size(width: content.x, height: content.y),
            origin: point(json["scroll_min"]), padding: insets(json["padding"]))
        setSnap(&container, json["snap"])
        container.areas = try json["areas"].array.enumerated().map { try area($1, id: 1000 + $0) }
        return container
    }

    private func expect(_ offset: Point, _ json: Fields, _ found: inout Differences, _ what: String = "") {
        let goals = json["expect_one_of"].array
        if !goals.isEmpty {
            let meets = goals.contains { $0["x"].number == offset.x && $0["y"].number == offset.y }
            found.check(meets, "\(what)offset is \(offset)")
        }
        for (value, axis) in [(offset.x, "x"), (offset.y, "y")] {
            if let goal = json["expect"][axis].number { found.near(value, goal, 0.5, "\(what)\(axis)") }
            if let least = json["expect_min"][axis].number { found.check(value >= least, "\(what)\(axis) is \(value)") }
            let range = json["expect_range"][axis].numbers
            if range.count == 2 { found.check(value >= range[0] && value <= range[1], "\(what)\(axis) is \(value)") }
            let between = json["expect_between"][axis].numbers
            if between.count == 2 {
                found.check(value > between[0] && value < between[1], "\(what)\(axis) is \(value)")
            }
        }
    }

    // MARK: running

    private func scroll(_ found: inout Differences) throws {
        var container = try container()
        var names = Names()
        for (index, json) in fields["areas"].array.enumerated() {
            if let id = json["id"].string { container.areas[index].id = names.number(id) }
        }
        var position = SnapPosition(offset: container.clamp(point(fields["at"])))
        for (index, step) in fields["steps"].array.enumerated() {
            try run(step, &container, &position, &names)
            expect(position.offset, step, &found, "step \(index): ")
        }
    }

    private func run(
        _ step: Fields, _ container: inout SnapContainer, _ position: inout SnapPosition, _ names: inout Names
    ) throws {
        let (x, y) = (step["x"].number, step["y"].number)
        switch step["op"].string {
        case "to": position = container.snap(to: x, y, from: position.offset)
        case "by": position = container.snap(by: Point(x: x ?? 0, y: y ?? 0), from: position.offset)
        case "set_each":
            if let x { position = container.snap(to: x, nil, from: position.offset) }
            if let y { position = container.snap(to: nil, y, from: position.offset) }
        case "layout": position = container.snapAfterLayout(position)
        case "set", "follow":
            for name in step["areas"].keys {
                let number = names.number(name)
                guard let index = container.areas.firstIndex(where: { $0.id == number }) else {
                    throw fields.unknown(name)
                }
                try update(&container.areas[index], step["areas"][name])
            }
            let changes = step["container"]
            if changes["snap"].exists { setSnap(&container, changes["snap"]) }
            if changes["padding"].exists { container.padding = insets(changes["padding"]) }
            if changes["viewport"].exists || changes["content"].exists {
                var json = fields.raw as? [String: Any] ?? [:]
                for key in ["viewport", "content"] where changes[key].exists { json[key] = changes[key].raw }
                let resized = try self.container(Fields(json))
                (container.viewport, container.upper) = (resized.viewport, resized.upper)
            }
            position = container.snapAfterLayout(position)
        case "insert":
            let json = step["area"]
            let number = names.number(json["id"].string ?? "inserted \(container.areas.count)")
            container.areas.append(try area(json, id: number))
            position = container.snapAfterLayout(position)
        case "drop":
            let number = names.number(step["area"].string ?? "")
            container.areas.removeAll { $0.id == number }
            position = container.snapAfterLayout(position)
        default: throw fields.unknown("op")
        }
    }

    private func nested(_ found: inout Differences) throws {
        var target = try target(fields["target"])
        for level in fields["containers"].array {
            let position = try container(level).reveal(target, x: asked("x"), y: asked("y"), from: .zero)
            expect(position.offset, level, &found, "\(level["id"].string ?? ""): ")
            // Its own alignment is for the scroller that it is in; beyond that only what was asked counts.
            let origin = point(level["at_in_parent"]) - position.offset
            target = SnapArea(id: -1, rect: target.rect.offset(by: origin))
        }
    }

    private func arrowKey(_ found: inout Differences) throws {
        let steps = [
            "left": Point(x: -lineStep, y: 0), "right": Point(x: lineStep, y: 0), "up": Point(x: 0, y: -lineStep),
            "down": Point(x: 0, y: lineStep),
        ]
        guard let step = steps[fields["key"].string ?? ""] else { throw fields.unknown("key") }
        expect(try container().snap(step: step, from: point(fields["at"])).offset, fields, &found)
    }

    /// Boxes that flow in rows, of which some snap; the container's width changes.
    private func focus(_ found: inout Differences) throws {
        let (count, box) = (Int(try fields.double("boxes")), point(fields["box"]))
        var container = try container()
        var position = SnapPosition(offset: .zero)
        var focused: Int?
        for step in fields["steps"].array {
            let width = try step.double("width")
            let columns = max(1, Int(width / box.x))
            container.areas = try (1...count).map { number in
                let (row, column) = ((number - 1) / columns, (number - 1) % columns)
                return SnapArea(
                    id: number,
                    rect: Rect(
                        origin: Point(x: Double(column) * box.x, y: Double(row) * box.y),
                        size: Size(width: box.x, height: box.y)),
                    alignY: try alignment(fields["snap_boxes"]["\(number)"]))
            }
            container.viewport.width = width
            let rows = Double((count + columns - 1) / columns)
            container.upper = Point(x: 0, y: max(0, rows * box.y - container.viewport.height))
            focused = step["focus"].number.map { Int($0) } ?? focused
            position = container.snapAfterLayout(position, focused: focused)
            if let goal = step["offset_y"].number { found.near(position.offset.y, goal, 0.5, "offset") }
        }
    }
}
