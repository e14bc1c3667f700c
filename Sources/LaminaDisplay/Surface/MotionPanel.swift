import LaminaDraw
import LaminaGeometry
import LaminaText

/// A table of what moves, over the lower left of a surface: for each its curve with the place where it is, how far its
/// time is over, and what it is.
struct MotionPanel {
    /// As many rows.
    static let most = 12

    private struct Row {
        let motion: ShownMotion?
        let text: OverlayText
    }

    private let rows: [Row]
    private let scale: Double
    private let place: PixelRect

    // Logical units.
    private static let margin = 6.0
    private static let rowHeight = 16.0
    private static let curveWidth = 28.0
    private static let barWidth = 60.0
    private static let textStart = margin + curveWidth + margin + barWidth + margin

    private static let ground = Color(red: 0, green: 0, blue: 0, alpha: 0.75)
    private static let empty = Color(red: 1, green: 1, blue: 1, alpha: 0.25)
    private static let full = Color(red: 1, green: 0.6, blue: 0.1, alpha: 1)

    /// Nil when nothing moves.
    init?(_ motions: ShownMotions, scale: Double, in bounds: PixelRect, _ engine: TextEngine) {
        if motions.count == 0 { return nil }
        var rows = motions.first.map { Row(motion: $0, text: OverlayText($0.label, engine)) }
        if motions.count > rows.count {
            rows.append(Row(motion: nil, text: OverlayText("and \(motions.count - rows.count) more", engine)))
        }
        let width = Self.textStart + (rows.map(\.text.size.width).max() ?? 0) + Self.margin
        let height = Double(rows.count) * Self.rowHeight + Self.margin
        let size = (width: Int((width * scale).rounded(.up)), height: Int((height * scale).rounded(.up)))
        place = PixelRect(
            x: bounds.x, y: max(bounds.y, bounds.maxY - size.height), width: size.width, height: size.height
        ).intersection(bounds)
        (self.rows, self.scale) = (rows, scale)
    }

    func paint(clip: PixelRect, on buffer: PixelBuffer, _ painter: Painter) {
        let clip = clip.intersection(place)
        if clip.isEmpty { return }
        painter.fill(place, Self.ground, clip: clip, on: buffer)
        for (number, row) in rows.enumerated() {
            let top = Double(place.y) / scale + Self.margin / 2 + Double(number) * Self.rowHeight
            let left = Double(place.x) / scale
            func fill(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: Color) {
                let edges = Rect(
                    origin: Point(x: left + x, y: top + y), size: Size(width: width, height: height))
                painter.fill(Pixels.snap(edges, scale: scale), color, clip: clip, on: buffer)
            }
            if let motion = row.motion {
                paint(motion, fill)
                let bar = Self.margin + Self.curveWidth + Self.margin
                fill(bar, 6, Self.barWidth, 4, Self.empty)
                fill(bar, 6, Self.barWidth * motion.time, 4, Self.full)
            }
            let origin = Point(x: left + Self.textStart, y: top + (Self.rowHeight - row.text.size.height) / 2)
            row.text.paint(at: origin, scale: scale, clip: clip, on: buffer, painter)
        }
    }

    /// The curve, of which a third of the height is left for what goes beyond its ends.
    private func paint(
        _ motion: ShownMotion, _ fill: (_ x: Double, _ y: Double, _ width: Double, _ height: Double, Color) -> Void
    ) {
        func height(_ way: Double) -> Double { min(max(11 - way * 7, 1), 14) }
        fill(Self.margin, height(0) + 1, Self.curveWidth, 1, Self.empty)
        fill(Self.margin, height(1), Self.curveWidth, 1, Self.empty)
        if motion.curve.count < 2 { return }
        let step = Self.curveWidth / Double(motion.curve.count - 1)
        for place in 1..<motion.curve.count {
            let (a, b) = (height(motion.curve[place - 1]), height(motion.curve[place]))
            fill(Self.margin + Double(place - 1) * step, min(a, b), step, max(abs(b - a), 1), .white)
        }
        let along = min(max(motion.time, 0), 1) * Double(motion.curve.count - 1)
        let before = min(Int(along), motion.curve.count - 2)
        let share = along - Double(before)
        let way = motion.curve[before] + (motion.curve[before + 1] - motion.curve[before]) * share
        fill(Self.margin + along * step - 1.5, height(way) - 1.5, 3, 3, Self.full)
    }
}
