extension MeasuredText {
    /// The lines whose baselines lie between two heights, logical units from the top of the text, or more than those. A
    /// search, so that part of a long text costs what that part has.
    public func lines(from top: Double, to bottom: Double) -> Range<Int> {
        if tallestLine == nil { return lines.indices }
        let first = lines.firstIndex(inOrder: { $0.baseline >= top })
        return first..<max(first, lines.firstIndex(inOrder: { $0.baseline > bottom }))
    }

    /// The height of the tallest line; nil for texts of a few lines and for those whose lines do not stand below one
    /// another.
    static func tallest(_ lines: [TextLine]) -> Double? {
        if lines.count < 64 { return nil }
        var (tallest, before) = (0.0, -Double.infinity)
        for line in lines {
            if line.baseline < before { return nil }
            before = line.baseline
            tallest = max(tallest, line.bottom - line.top)
        }
        return tallest
    }
}
