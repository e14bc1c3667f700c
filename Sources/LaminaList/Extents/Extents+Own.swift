/// Where all rows stand, as a host says.
public struct RowFrames: Equatable, Sendable {
    public var frames: [RowFrame]
    /// How far the content reaches.
    public var total: Double

    /// `total`: where it is more than the frames reach.
    public init(_ frames: [RowFrame], total: Double = 0) {
        self.frames = frames
        self.total = frames.reduce(total) { max($0, $1.end) }
    }
}

/// Rows that stand where the host says. One without an area has no place yet, and does not show.
extension Extents {
    public var isOwn: Bool { layout.form == .own }
    /// Whether rows are as long as the host says, rather than as they measure.
    var hasOwnLengths: Bool { isOwn && !layout.measuresRows }

    mutating func setFrames(_ given: RowFrames) {
        precondition(given.frames.count == count, "a frame for each row is needed")
        noted = nil
        arrangement = Arrangement(given.frames, total: given.total)
    }

    /// Whether a row has a place.
    public func hasPlace(_ index: Int) -> Bool {
        guard isOwn else { return true }
        let frame = frame(index)
        return frame.breadth > 0 && (frame.length > 0 || layout.measuresRows)
    }

    /// Whether a row lies in a span, of those from the first to the last that do: hosts place rows in any order.
    public func isWithin(_ index: Int, from begin: Double, to end: Double) -> Bool {
        guard isOwn else { return true }
        let frame = frame(index)
        return frame.top < end && frame.end > begin && hasPlace(index)
    }

    /// How long each row is, as measured or estimated: for who places them.
    public var lengths: [Double] {
        groups.flatMap { group in
            group.blocks.flatMap { block in (0..<block.count).map { block.length($0, estimates) } }
        }
    }

    /// Rows that stay keep their frames; those that came have none yet.
    mutating func moveFrames(_ change: RowChange) {
        guard let old = arrangement?.frames else { return }
        let origins = Dictionary(change.moves.map { ($0.to, $0.from) }, uniquingKeysWith: { first, _ in first })
        var frames: [RowFrame] = []
        frames.reserveCapacity(change.map.newCount)
        for to in 0..<change.map.newCount {
            if let from = origins[to] ?? change.map.oldIndex(to), from < old.count {
                frames.append(old[from])
            } else {
                frames.append(RowFrame(top: frames.last?.top ?? lead, side: 0, length: 0, breadth: 0))
            }
        }
        arrangement = Arrangement(frames, total: frames.isEmpty ? 0 : total)
    }

    /// Gives rows of which nobody has said where they stand no place.
    mutating func fillFrames() {
        var frames = arrangement?.frames ?? []
        if frames.count == count && arrangement != nil { return }
        let last = frames.last?.top ?? lead
        frames = Array(frames.prefix(count))
        while frames.count < count { frames.append(RowFrame(top: last, side: 0, length: 0, breadth: 0)) }
        arrangement = Arrangement(frames, total: count == 0 ? 0 : arrangement?.total ?? 0)
    }
}
