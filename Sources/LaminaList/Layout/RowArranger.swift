/// Places rows one after the other: where a row stands depends on those before it alone.
struct RowArranger {
    private let layout: RowLayout
    private let room: Double
    private let laneCount: Int
    private let laneBreadth: Double
    /// Where the next row of each lane begins; in layouts by lines that of the line.
    private var lanes: [Double]
    /// Rows of the line under way.
    private var line: Range<Int> = 0..<0
    private var lineLength = 0.0
    private var side = 0.0

    init(_ layout: RowLayout, breadth: Double) {
        self.layout = layout
        room = max(0, breadth - layout.near - layout.far)
        let (count, width) = layout.lanes(room)
        laneCount = layout.form == .masonry || layout.form == .grid || layout.form == .gallery ? count : 1
        laneBreadth = width
        lanes = [Double](repeating: layout.lead, count: laneCount)
    }

    /// The frame of the next row. Frames of earlier rows are final.
    mutating func place(length: Double, breadth: Double, isWide: Bool) -> RowFrame {
        if isWide || layout.form == .column || layout.form == .pages { return placeWide(length) }
        switch layout.form {
        case .masonry:
            let lane = lanes.indices.min { lanes[$0] < lanes[$1] } ?? 0
            let top = lanes[lane]
            lanes[lane] = top + length + layout.lineSpacing
            return frame(top, Double(lane) * (laneBreadth + layout.laneSpacing), length, laneBreadth)
        case .grid, .gallery:
            if line.count == laneCount { endLine() }
            let place = Double(line.count) * (laneBreadth + layout.laneSpacing)
            return placeInLine(place, length, laneBreadth)
        default:
            let breadth = min(breadth, room)
            if !line.isEmpty && side + breadth > room + 0.01 { endLine() }
            let place = side
            side += breadth + layout.laneSpacing
            return placeInLine(place, length, breadth)
        }
    }

    /// Where the content ends.
    var end: Double {
        var copy = self
        copy.endLine()
        let end = copy.lanes.max() ?? 0
        return max(layout.lead, end - (end > layout.lead ? layout.lineSpacing : 0)) + layout.trail
    }

    private func frame(_ top: Double, _ side: Double, _ length: Double, _ breadth: Double) -> RowFrame {
        RowFrame(top: top, side: layout.near + side, length: length, breadth: breadth)
    }

    private mutating func placeInLine(_ side: Double, _ length: Double, _ breadth: Double) -> RowFrame {
        line = line.lowerBound..<line.upperBound + 1
        lineLength = max(lineLength, length)
        return frame(lanes[0], side, length, breadth)
    }

    private mutating func placeWide(_ length: Double) -> RowFrame {
        endLine()
        let top = lanes.max() ?? 0
        for lane in lanes.indices { lanes[lane] = top + length + layout.lineSpacing }
        return frame(top, 0, length, room)
    }

    private mutating func endLine() {
        if !line.isEmpty {
            let next = lanes[0] + lineLength + layout.lineSpacing
            for lane in lanes.indices { lanes[lane] = next }
        }
        line = 0..<0
        lineLength = 0
        side = 0
    }
}

extension RowLayout {
    /// Where rows of known sizes stand in it.
    public func frames(
        of sizes: [(length: Double, breadth: Double, isWide: Bool)], breadth: Double
    ) -> RowFrames {
        var arranger = RowArranger(self, breadth: breadth)
        let frames = sizes.map { arranger.place(length: $0.length, breadth: $0.breadth, isWide: $0.isWide) }
        return RowFrames(frames, total: frames.isEmpty ? 0 : arranger.end)
    }
}

/// The frames of all rows, and which lie in a span.
public struct Arrangement: Equatable, Sendable {
    public private(set) var frames: [RowFrame] = []
    private(set) var total = 0.0
    /// The greatest end of the rows up to each, and the least beginning of the rows from each on.
    private var ends: [Double] = []
    private var tops: [Double] = []
    /// Rows that have an area.
    private(set) var placedCount = 0

    public init(_ frames: [RowFrame], total: Double) {
        self.frames = frames
        self.total = total
        ends = frames.map(\.end)
        tops = frames.map(\.top)
        placedCount = frames.count { $0.length > 0 && $0.breadth > 0 }
        for row in frames.indices.dropFirst() { ends[row] = max(ends[row], ends[row - 1]) }
        for row in frames.indices.dropLast().reversed() { tops[row] = min(tops[row], tops[row + 1]) }
    }

    /// The first row that ends beyond an offset.
    func firstRow(endingAfter offset: Double) -> Int? {
        let row = Self.first(in: ends) { $0 > offset }
        return row < frames.count ? row : nil
    }

    /// All rows from the first to the last that overlap a span.
    public func rows(from begin: Double, to end: Double) -> Range<Int>? {
        guard begin < end, let first = firstRow(endingAfter: begin) else { return nil }
        let last = Self.first(in: tops) { $0 >= end }
        return first < last ? first..<last : nil
    }

    private static func first(in sorted: [Double], where holds: (Double) -> Bool) -> Int {
        var low = 0
        var high = sorted.count
        while low < high {
            let middle = (low + high) / 2
            if holds(sorted[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
