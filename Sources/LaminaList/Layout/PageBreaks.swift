/// Where content is cut into pages.
public enum PageBreaks {
    /// The spans of content that each page shows, of frames in the order of their tops. A page ends before what would
    /// be cut, unless that would leave more than half of it empty.
    public static func spans(_ frames: [RowFrame], total: Double, page: Double) -> [Range<Double>] {
        let sorted = frames.sorted { $0.top < $1.top }
        var spans: [Range<Double>] = []
        var begin = 0.0
        var first = 0
        while begin < total {
            var end = min(begin + page, total)
            if end < total {
                while first < sorted.count && sorted[first].end <= begin { first += 1 }
                var row = first
                // What begins earlier may be cut by an end that is farther up.
                var cut = end
                while row < sorted.count && sorted[row].top < end {
                    if sorted[row].end > end && sorted[row].top > begin { cut = min(cut, sorted[row].top) }
                    row += 1
                }
                if cut > begin + page / 2 { end = cut }
            }
            spans.append(begin..<end)
            begin = end
        }
        return spans
    }
}
