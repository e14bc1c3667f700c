internal import LaminaGeometry

/// A picture that shrinks while its rows come, from the top: of the rows themselves none is kept. The same pixels as of
/// a picture that is there as a whole (`Painter.drawPart`).
@safe final class ShrinkingStage {
    /// A row of the smaller picture that is being summed up.
    private final class Sum {
        let line: ShrinkingLine

        init(width: Int) throws(LaminaError) { line = try ShrinkingLine(width: width) }
    }

    /// Rows that touch each other's windows: a window has at most two rows more than a smaller row is high, which is
    /// at least one, so that a row of the picture is in five windows at most.
    private static let openRows = 6

    let width: Int
    let height: Int
    private let down: ShrinkingAxis
    private let across: ShrinkingColumns
    private var sums: [Sum] = []
    private var done = 0
    private var taken = 0

    /// From one size to another that is no larger, within what shrinks in one step.
    init(width: Int, height: Int, toWidth: Int, toHeight: Int) throws(LaminaError) {
        self.width = toWidth
        self.height = toHeight
        down = ShrinkingAxis(height, to: toHeight)
        across = try ShrinkingColumns(ShrinkingAxis(width, to: toWidth), 0..<toWidth)
        for _ in 0..<Self.openRows { sums.append(try Sum(width: width)) }
    }

    /// The sizes that a picture goes through on its way.
    static func sizes(_ width: Int, _ height: Int, toWidth: Int, toHeight: Int) -> [(width: Int, height: Int)] {
        let nextWidth = ShrinkingAxis.step(width, to: toWidth)
        let nextHeight = ShrinkingAxis.step(height, to: toHeight)
        if nextWidth == toWidth && nextHeight == toHeight { return [(toWidth, toHeight)] }
        return sizes(width, height, toWidth: nextWidth, toHeight: nextHeight)
            + sizes(nextWidth, nextHeight, toWidth: toWidth, toHeight: toHeight)
    }

    /// Takes the next row. Writes each row that it completes where `room` says (an even number of pixels) and calls
    /// `written`.
    func take(
        _ row: UnsafePointer<UInt32>, room: (Int) -> UnsafeMutablePointer<UInt32>,
        written: (Int) throws(LaminaError) -> Void
    ) throws(LaminaError) {
        var index = done
        while index < height, down.start(index) <= taken {
            let tap = taken - down.start(index)
            let share = down.share(index, tap: tap)
            let sum = sums[index % Self.openRows]
            if tap == 0 || share != 0 { unsafe sum.line.add(row, share: share, isFirst: tap == 0) }
            if tap == down.taps - 1 {
                unsafe across.shrink(sum.line, to: room(index))
                try written(index)
                done = index + 1
            }
            index += 1
        }
        taken += 1
    }
}
