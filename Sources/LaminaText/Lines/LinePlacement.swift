/// Puts the lines of a piece below each other; lengths are 1/1024 units.
struct LinePlacement {
    private let format: LineFormat
    private var shift = 0
    /// From the top of the piece.
    private var baseline = 0
    private var descent = 0
    private var isFirst = true

    init(_ format: LineFormat) { self.format = format }

    /// Where the next line lies. Line spacing counts from baseline to baseline, as with
    /// `pango_layout_set_line_spacing`.
    mutating func next(_ line: LineParts, isFirst begins: Bool, _ capture: inout LineCapture) -> LineCapture.Place {
        let spacing = format.paragraph == nil ? format.spacing : 0
        let (ascent, below) = (Int(line.ascent), Int(line.descent))
        if isFirst {
            baseline = ascent
            shift = capture.bottom
            if spacing != 0 && capture.hasLines {
                shift = capture.lastBaseline + Int(spacing * Float(line.height)) - baseline
            }
        } else {
            baseline = spacing == 0 ? baseline + descent + ascent : baseline + Int(spacing * Float(line.height))
        }
        isFirst = false
        descent = below
        let top = baseline - ascent + shift
        var place = LineCapture.Place(
            top: top, baseline: baseline + shift, bottom: top + ascent + below, width: Int32(clamping: line.width),
            ascent: ascent, descent: below, isFirst: begins)
        if let paragraph = format.paragraph { capture.move(&place, paragraph, format.spacing, height: line.height) }
        return place
    }
}
