/// Rows that stand otherwise than one below the other.
extension Extents {
    /// Another layout, or room for it; `arrange` is to follow.
    mutating func setLayout(_ layout: RowLayout, breadth: Double, length: Double) {
        noted = nil
        self.layout = layout
        room = (breadth, length)
        gap = layout.lineSpacing
        lead = layout.lead
        trail = layout.trail
        if isOneColumn { arrangement = nil }
        let fixed = layout.fixedLength(length)
        if fixed == estimates.fixed { return }
        estimates.fixed = fixed
        if fixed != nil { goByKind() } else { reestimate() }
    }

    /// Whether rows stand one behind the other, as broad as there is room.
    public var isOneColumn: Bool { layout.form == .column || layout.form == .pages }

    /// Places rows where the layout has them now. Costs the number of rows, and nothing where they stand one below the
    /// other.
    mutating func arrange() {
        if isOneColumn { return }
        if isOwn { return fillFrames() }
        var arranger = RowArranger(layout, breadth: room.breadth)
        var frames: [RowFrame] = []
        frames.reserveCapacity(count)
        for group in groups {
            for block in group.blocks {
                for row in 0..<block.count {
                    frames.append(
                        arranger.place(
                            length: block.length(row, estimates), breadth: breadth(of: block.extents[row]),
                            isWide: !wideRows.isEmpty && wideRows.contains(frames.count)))
                }
            }
        }
        arrangement = Arrangement(frames, total: count == 0 ? 0 : arranger.end)
    }

    /// Of a row that was not measured: what the host expects, or a square.
    private func breadth(of extent: PackedExtent) -> Double {
        if extent.breadth > 0 { return extent.breadth }
        return layout.itemBreadth > 0 ? layout.itemBreadth : estimates[0]
    }

    /// Where a row stands.
    public func frame(_ index: Int) -> RowFrame {
        if let arrangement { return arrangement.frames[index] }
        return RowFrame(top: top(index), side: column.side, length: length(index), breadth: column.breadth)
    }

    /// Where rows stand across the axis, in one column.
    public var column: (side: Double, breadth: Double) {
        (layout.near, max(0, room.breadth - layout.near - layout.far))
    }

    public func constraints(_ rows: [Int]) -> [RowLayout.Constraint] { rows.map(constraint) }

    /// What a row may measure.
    public func constraint(_ index: Int) -> RowLayout.Constraint {
        if isOwn {
            let frame = frame(index)
            return layout.measuresRows
                ? .breadth(frame.breadth) : .size(breadth: frame.breadth, length: frame.length)
        }
        return layout.constraint(
            isWide: !wideRows.isEmpty && wideRows.contains(index), breadth: room.breadth, length: room.length)
    }
}
