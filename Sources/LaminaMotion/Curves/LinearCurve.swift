public import LaminaGeometry

/// linear() of CSS: straight lines between stops.
public struct LinearCurve: Equatable, Sendable {
    /// A value and, if given, the share of the time at which it is reached; a second share keeps it until then.
    public struct Stop: Equatable, Sendable {
        public var y: Double
        public var x: Double?
        public var xEnd: Double?

        public init(y: Double, x: Double? = nil, xEnd: Double? = nil) {
            (self.y, self.x, self.xEnd) = (y, x, xEnd)
        }
    }

    /// As they were given.
    public let stops: [Stop]
    /// With their places worked out: never falling in x.
    private let points: [Point]

    /// Between 1 and 4096 stops, all numbers finite and within plus or minus a million.
    public init(stops: [Stop]) throws(LaminaError) {
        guard !stops.isEmpty, stops.count <= 4096 else {
            throw LaminaError(.invalidArgument, "linear() has \(stops.count) stops; it takes 1 to 4096")
        }
        for number in stops.flatMap({ stop -> [Double] in [stop.y, stop.x ?? 0, stop.xEnd ?? 0] })
        where !(abs(number) <= 1e6) {
            throw LaminaError(.invalidArgument, "linear() has the number \(number); numbers lie within +-1,000,000")
        }
        self.stops = stops
        points = Self.points(of: stops)
    }

    /// CSS Easing 2: the first stop without a place stands at 0, the last at 1, one that lies before an earlier one
    /// moves up to it, and those between spread evenly.
    private static func points(of stops: [Stop]) -> [Point] {
        var places: [(x: Double?, y: Double)] = []
        var largest = -Double.infinity
        for (index, stop) in stops.enumerated() {
            if let x = stop.x {
                largest = max(largest, x)
                places.append((largest, stop.y))
                if let end = stop.xEnd {
                    largest = max(largest, end)
                    places.append((largest, stop.y))
                }
            } else if index == 0 {
                largest = 0
                places.append((0, stop.y))
            } else if index == stops.count - 1 {
                largest = max(largest, 1)
                places.append((largest, stop.y))
            } else {
                places.append((nil, stop.y))
            }
        }
        var index = 0
        while index < places.count {
            guard places[index].x == nil else {
                index += 1
                continue
            }
            let end = places[index...].firstIndex { $0.x != nil } ?? places.count - 1
            let (from, to) = (places[index - 1].x ?? 0, places[end].x ?? 1)
            let count = Double(end - index + 1)
            for i in index..<end { places[i].x = from + (to - from) * Double(i - index + 1) / count }
            index = end
        }
        return places.map { Point(x: $0.x ?? 0, y: $0.y) }
    }

    /// Beyond the first and the last stop the nearest line continues.
    public func value(at x: Double) -> Double {
        guard points.count > 1, !x.isNaN else { return points[0].y }
        let (a, b) = segment(at: x)
        if points[b].x == points[a].x { return x < points[a].x ? points[a].y : points[b].y }
        return points[a].y + (points[b].y - points[a].y) * (x - points[a].x) / (points[b].x - points[a].x)
    }

    /// dy/dx of the line that x lies on; 0 at a jump.
    public func slope(at x: Double) -> Double {
        guard points.count > 1, !x.isNaN else { return 0 }
        let (a, b) = segment(at: x)
        return points[b].x == points[a].x ? 0 : (points[b].y - points[a].y) / (points[b].x - points[a].x)
    }

    /// The two points between which x lies, found by halving; at a jump the later ones.
    private func segment(at x: Double) -> (Int, Int) {
        var (low, high) = (0, points.count)
        while low < high {
            let middle = (low + high) / 2
            if points[middle].x <= x { low = middle + 1 } else { high = middle }
        }
        let a = min(max(low - 1, 0), points.count - 2)
        return (a, a + 1)
    }
}
