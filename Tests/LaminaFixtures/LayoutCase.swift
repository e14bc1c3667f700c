import LaminaGeometry
import LaminaLayout

/// One fixture of kind `layout`: a tree, a constraint, and what is known of the result.
struct LayoutCase {
    let json: JSON
    let name: String
    let scale: Double

    init(_ json: JSON) {
        self.json = json
        name = json["name"].string ?? "?"
        scale = json["scale"].number ?? 1
    }

    /// Laid out as Texture rounds, every measured box must match exactly. Without rounding whole boxes may be off by
    /// one device pixel at most, since Texture rounds up (to the nearest would be half a pixel), and visible parts are
    /// not compared, since several roundings add up in them; what the frames must be exactly then, the model's raw
    /// frames say.
    func problems() throws -> [String] {
        let exact = try problems(.everySizeUp(scale: scale), tolerance: 1e-6)
        return try exact + problems(.none, tolerance: 1 / scale - 1e-6) + rawProblems()
    }

    private func problems(_ rounding: LayoutRounding, tolerance: Double) throws -> [String] {
        let expected = json["expected"]
        var fixture = try FixtureTree(json["root"], recording: Set(expected["measured_with"].keys))
        let result = solveLayout(
            fixture.tree, range: try json["constrained"].range(), measurer: &fixture.measurer, rounding: rounding)
        let frames = fixture.named(result.frames)

        // A debug build of Texture stops here; a release build takes a size of zero.
        if expected["refused"].bool == true {
            return result.size == .zero ? [] : ["\(name): expected a size of zero, got \(result.size)"]
        }
        var problems: [String] = []
        if expected["size"].exists {
            problems += Fixtures.difference(
                name, "size", expected: try expected["size"].size(), result.size, tolerance)
        }
        for id in expected["frames"].keys {
            problems += Fixtures.difference(
                name, id, expected: try expected["frames"][id].rect(), frames[id] ?? .infinite, tolerance)
        }
        for id in expected["sizes"].keys {
            problems += Fixtures.difference(
                name, id, expected: try expected["sizes"][id].size(), frames[id]?.size ?? .infinite, tolerance)
        }
        if rounding != .none { problems += try visibilityProblems(result, frames, tolerance) }
        problems += try orderProblems(fixture)
        problems += try questionProblems(fixture)
        return problems
    }

    /// The model's frames before rounding, which hold for specs too.
    private func rawProblems() throws -> [String] {
        let raw = json["model"]["raw"]
        var fixture = try FixtureTree(json["root"])
        let result = solveLayout(
            fixture.tree, range: try json["constrained"].range(), measurer: &fixture.measurer)
        let frames = fixture.named(result.frames)
        return try raw["frames"].keys.flatMap { id in
            Fixtures.difference(
                name, "raw \(id)", expected: try raw["frames"][id].rect(), frames[id] ?? .infinite, 1e-6)
        }
    }

    /// Paints the frames over each other and compares what can be seen of partly hidden nodes.
    private func visibilityProblems(
        _ result: LayoutResult, _ frames: [String: Rect], _ tolerance: Double
    ) throws -> [String] {
        let expected = json["expected"]
        let order = json["paint_order"].array.compactMap(\.string)
        let host = Rect(origin: .zero, size: result.size)
        func visible(_ id: String) -> Rect? {
            guard let position = order.firstIndex(of: id), let frame = frames[id] else { return nil }
            let above = order[(position + 1)...].compactMap { frames[$0] }
            // Slivers below the tolerance are no pixels.
            return Visibility.boundingBox(of: frame, in: host, below: above, ignoring: tolerance)
        }
        var problems: [String] = []
        for id in expected["visible"].keys {
            problems += Fixtures.difference(
                name, "visible \(id)", expected: try expected["visible"][id].rect(), visible(id) ?? .infinite, tolerance
            )
        }
        for id in expected["hidden"].array.compactMap(\.string) {
            if let box = visible(id) { problems.append("\(name): \(id) should be hidden, shows \(box)") }
        }
        return problems
    }

    private func orderProblems(_ fixture: FixtureTree) throws -> [String] {
        guard json["expected"]["order"].exists else { return [] }
        let expected = json["expected"]["order"].array.compactMap(\.string)
        let actual = fixture.tree.nodesInPaintOrder(under: 0).map { fixture.ids[Int($0)] }
        return expected == actual ? [] : ["\(name): order expected \(expected), got \(actual)"]
    }

    /// The questions that leaves were asked, in order.
    private func questionProblems(_ fixture: FixtureTree) throws -> [String] {
        let expected = json["expected"]["measured_with"]
        return try expected.keys.compactMap { id in
            let wanted = try expected[id].array.map { try $0.range() }
            let actual = fixture.measurer.leaves.first { $0.id == id }?.ranges ?? []
            return wanted == actual ? nil : "\(name): \(id) expected to be asked \(wanted), was asked \(actual)"
        }
    }
}

extension Rect {
    static let infinite = Rect(origin: Point(x: .infinity, y: .infinity), size: .infinite)
}

/// What can be seen of a rectangle below others.
enum Visibility {
    /// The bounding box of the parts of `frame` inside `host` that no rectangle of `above` covers; nil if there is
    /// none.
    static func boundingBox(of frame: Rect, in host: Rect, below above: [Rect], ignoring sliver: Double) -> Rect? {
        func cuts(_ edges: (Rect) -> [Double]) -> [Double] {
            let low = max(edges(frame)[0], edges(host)[0])
            let high = min(edges(frame)[1], edges(host)[1])
            return Set(above.flatMap(edges) + [low, high]).filter { $0 >= low && $0 <= high }.sorted()
        }
        let columns = cuts { [$0.minX, $0.maxX] }
        let rows = cuts { [$0.minY, $0.maxY] }
        var box: Rect?
        for (left, right) in zip(columns, columns.dropFirst()) where right - left > sliver {
            for (top, bottom) in zip(rows, rows.dropFirst()) where bottom - top > sliver {
                let x = (left + right) / 2
                let y = (top + bottom) / 2
                if above.contains(where: { $0.minX < x && x < $0.maxX && $0.minY < y && y < $0.maxY }) { continue }
                let cell = Rect(x: left, y: top, width: right - left, height: bottom - top)
                box = box.map { $0.union(cell) } ?? cell
            }
        }
        return box
    }
}

extension Rect {
    fileprivate func union(_ other: Rect) -> Rect {
        let left = min(minX, other.minX)
        let top = min(minY, other.minY)
        return Rect(
            x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }
}
