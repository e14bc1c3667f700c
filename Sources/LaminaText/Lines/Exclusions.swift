internal import LaminaGeometry

/// What lines go around, and how much room there is between; logical units.
struct Exclusions {
    let rectangles: [Rect]
    let polygons: [[Point]]
    /// How far lines may go.
    let rightEdge: Double
    /// How wide the frame is, where lines are narrower to be balanced.
    let frameWidth: Double?
    /// Of the text.
    let largestEm: Double

    /// Nil where there is nothing to go around.
    init?(_ options: RareTextOptions, width: Int32, largestUnits: Int32) {
        if !options.hasExclusions { return nil }
        (rectangles, polygons) = (options.exclusions, options.exclusionPolygons)
        rightEdge = width == .max ? .infinity : Double(pangoUnits: width)
        frameWidth = options.frameWidth
        largestEm = Double(pangoUnits: largestUnits)
    }

    /// How high a line is taken to be before it is laid out.
    var likelyHeight: Double { largestEm * 1.2 }

    /// Where a line of this height stands that may not begin above `top`: below exclusions that leave too little room.
    func place(below top: Double, height: Double) -> (top: Double, slot: ClosedRange<Double>) {
        let narrowest = min(max(3 * largestEm, 1), rightEdge)
        var top = top
        while true {
            let room = slot(top, top + height)
            if room.upperBound - room.lowerBound >= narrowest || rightEdge.isInfinite { break }
            guard let below = nextTop(top, height), below > top, below.isFinite else { break }
            top = below
        }
        return (top, slot(top, top + height))
    }

    /// Up to where a line may be aligned: the end of its slot, or, where that is only as narrow as it is to be
    /// balanced, the frame's or the next exclusion; where nothing ends the slot, the end of the line.
    func end(of slot: ClosedRange<Double>, _ line: TextLine) -> Double {
        if slot.upperBound.isInfinite { return slot.lowerBound + Double(pangoUnits: line.reach) }
        guard let frameWidth, slot.upperBound == rightEdge else { return slot.upperBound }
        let next = obstacles(line.top, line.bottom).filter { $0.lowerBound >= slot.upperBound }
        return next.reduce(max(frameWidth, slot.upperBound)) { min($0, $1.lowerBound) }
    }

    /// Where there may be more room for a line that is too wide at `top`: below a rectangle, or somewhat lower beside
    /// another shape. Nil where nothing is beside it.
    private func nextTop(_ top: Double, _ height: Double) -> Double? {
        func isBeside(_ box: Rect) -> Bool { box.minY < top + height && box.maxY > top }
        let below = rectangles.filter(isBeside).map(\.maxY)
        // Quarters of a line are close enough, and a hundred steps from end to end.
        let lower = polygons.map(Self.box).filter(isBeside).map {
            min($0.maxY, top + max(height / 4, $0.size.height / 100))
        }
        return (below + lower).min()
    }

    private static func box(_ polygon: [Point]) -> Rect {
        let (xs, ys) = (polygon.map(\.x), polygon.map(\.y))
        let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
        return Rect(x: left, y: top, width: (xs.max() ?? 0) - left, height: (ys.max() ?? 0) - top)
    }

    /// What exclusions take of a line between two heights, from left to right by their beginnings.
    private func obstacles(_ top: Double, _ bottom: Double) -> [ClosedRange<Double>] {
        let beside = rectangles.filter { $0.minY < bottom && $0.maxY > top && !$0.isEmpty }
        let shapes = polygons.flatMap { Self.widths(of: $0, top, bottom) }
        return (beside.map { $0.minX...$0.maxX } + shapes).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// What a polygon takes between two heights. Between two of its points' heights it is made of trapezoids.
    private static func widths(of polygon: [Point], _ top: Double, _ bottom: Double) -> [ClosedRange<Double>] {
        guard let last = polygon.last else { return [] }
        let edges = zip([last] + polygon.dropLast(), polygon).map { $0.0.y < $0.1.y ? $0 : ($0.1, $0.0) }
            .filter { $0.0.y < bottom && $0.1.y > top && $0.0.y < $0.1.y }
        let heights = edges.flatMap { [$0.0.y, $0.1.y] }.filter { $0 > top && $0 < bottom } + [top, bottom]
        let levels = Set(heights).sorted()
        var result: [ClosedRange<Double>] = []
        for (upper, lower) in zip(levels, levels.dropFirst()) {
            func x(_ edge: (Point, Point), _ y: Double) -> Double {
                edge.0.x + (edge.1.x - edge.0.x) * (y - edge.0.y) / (edge.1.y - edge.0.y)
            }
            let middle = (upper + lower) / 2
            let crossing = edges.filter { $0.0.y < middle && $0.1.y > middle }
                .sorted { x($0, middle) < x($1, middle) }
            for index in stride(from: 0, to: crossing.count - 1, by: 2) {
                let corners = [crossing[index], crossing[index + 1]].flatMap { [x($0, upper), x($0, lower)] }
                result.append((corners.min() ?? 0)...(corners.max() ?? 0))
            }
        }
        return result
    }

    /// The widest stretch between the exclusions that lie beside a line.
    func slot(_ top: Double, _ bottom: Double) -> ClosedRange<Double> {
        var best = 0.0...0.0
        var start = 0.0
        for exclusion in obstacles(top, bottom) {
            let end = min(exclusion.lowerBound, rightEdge)
            if end - start > best.upperBound - best.lowerBound { best = start...end }
            start = max(start, exclusion.upperBound)
        }
        if rightEdge > start && rightEdge - start > best.upperBound - best.lowerBound { best = start...rightEdge }
        return best
    }
}
