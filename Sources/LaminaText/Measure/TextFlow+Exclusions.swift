internal import LaminaGeometry

// Lines that go around rectangles and other shapes: laid out one by one, each as wide as the room at its height.
extension TextFlow {
    /// Lays out one paragraph around the exclusions; returns whether there is room for another one.
    mutating func layAround(_ paragraph: Range<Int>) -> Bool {
        isExact = true
        let limit = options.maximumLines
        let full = format
        defer { format = full }
        var start = paragraph.lowerBound
        repeat {
            if limit > 0 && capture.lines.count >= limit {
                if unsafe !TextCut.isBlank(text, start) { cutAround(paragraph) }
                return false
            }
            let first = start == paragraph.lowerBound
            guard let end = layLine(start..<paragraph.upperBound, full, isFirst: first), end > start else {
                return true
            }
            start = end
        } while start < paragraph.upperBound
        if limit > 0 && capture.lines.count >= limit {
            let (_, next) = self.paragraph(at: paragraph.lowerBound)
            if let next, unsafe !TextCut.isBlank(text, next) { cutAround(paragraph) }
            return false
        }
        return true
    }

    /// Marks that text is left out after the last line, in the room that the line has.
    private mutating func cutAround(_ paragraph: Range<Int>) {
        guard options.truncation != .clip, let last = capture.lines.last, let slot = last.slot else {
            hidden = unsafe min(capture.lines.last?.bytes.upperBound ?? 0, text.count)..<text.count
            return
        }
        let full = format
        defer { format = full }
        truncateLastLine(paragraph, in: slot.upperBound - slot.lowerBound, top: last.top)
        guard let cut = capture.lines.last, cut.slot == nil else { return }
        capture.lines[capture.lines.count - 1].slot = slot
        capture.widen(to: slot.lowerBound + Double(pangoUnits: cut.reach))
    }

    /// Lays out the first line of `bytes` where there is room for it; returns where the next one starts.
    private mutating func layLine(_ bytes: Range<Int>, _ full: LineFormat, isFirst: Bool) -> Int? {
        let mark = capture.mark
        let count = capture.lines.count
        // The line's height is only known when it is laid out; the largest font's is the first guess.
        var height = Double(pangoUnits: largestUnits) * 1.2
        // A line that moves may show more, or less, and be of another height again.
        for attempt in 1...8 {
            let place = place(of: height)
            capture.skip(to: Int(place.top * 1024))
            let appended = layLine(bytes, full, isFirst: isFirst, in: place.slot)
            guard capture.lines.count > count else { return nil }
            let line = capture.lines[count]
            let isClear = line.bottom - line.top <= height || slot(line.top, line.bottom) == place.slot
            if !isClear && attempt < 8 {
                height = line.bottom - line.top
                capture.rewind(mark)
                continue
            }
            let start = place.slot.lowerBound
            let lineEnd = start + Double(pangoUnits: line.reach)
            let end = place.slot.upperBound.isFinite ? reach(of: place.slot, line) : lineEnd
            capture.lines[count].slot = start...max(start, end)
            capture.widen(to: lineEnd)
            return appended.hasMore ? capture.nextLineStart : bytes.upperBound
        }
        return nil
    }

    /// Where the next line of this height stands: below exclusions that leave too little room.
    private func place(of height: Double) -> (top: Double, slot: ClosedRange<Double>) {
        let narrowest = min(max(3 * Double(pangoUnits: largestUnits), 1), rightEdge)
        var top = Double(pangoUnits: capture.bottom)
        while true {
            let room = slot(top, top + height)
            if room.upperBound - room.lowerBound >= narrowest || rightEdge.isInfinite { break }
            guard let below = nextTop(top, height), below > top, below.isFinite else { break }
            top = below
        }
        return (top, slot(top, top + height))
    }

    private mutating func layLine(
        _ bytes: Range<Int>, _ full: LineFormat, isFirst: Bool, in slot: ClosedRange<Double>
    ) -> LineCapture.Appended {
        defer { format = full }
        format = full
        let available = slot.upperBound - slot.lowerBound
        let inset = format.paragraph?.smallestInset ?? 0
        format.width = available.isFinite ? Int32(clamping: max(0, Int(lengthUnits(available)) - inset)) : -1
        return layPiece(bytes, 1, begins: isFirst)
    }

    private var rightEdge: Double { width == .max ? .infinity : Double(pangoUnits: width) }

    /// Up to where a line may be aligned: the end of its slot, or, where that is only as narrow as it is to be
    /// balanced, the frame's or the next exclusion.
    private func reach(of slot: ClosedRange<Double>, _ line: TextLine) -> Double {
        guard let frame = rare.frameWidth, slot.upperBound == rightEdge else { return slot.upperBound }
        let next = obstacles(line.top, line.bottom).filter { $0.lowerBound >= slot.upperBound }
        return next.reduce(max(frame, slot.upperBound)) { min($0, $1.lowerBound) }
    }

    /// Where there may be more room for a line that is too wide at `top`: below a rectangle, or somewhat lower beside
    /// another shape. Nil where nothing is beside it.
    private func nextTop(_ top: Double, _ height: Double) -> Double? {
        func isBeside(_ box: Rect) -> Bool { box.minY < top + height && box.maxY > top }
        let below = rare.exclusions.filter(isBeside).map(\.maxY)
        // Quarters of a line are close enough, and a hundred steps from end to end.
        let lower = rare.exclusionPolygons.map(Self.box).filter(isBeside).map {
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
        let beside = rare.exclusions.filter { $0.minY < bottom && $0.maxY > top && !$0.isEmpty }
        let shapes = rare.exclusionPolygons.flatMap { Self.widths(of: $0, top, bottom) }
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
    private func slot(_ top: Double, _ bottom: Double) -> ClosedRange<Double> {
        let right = rightEdge
        var best = 0.0...0.0
        var start = 0.0
        for exclusion in obstacles(top, bottom) {
            let end = min(exclusion.lowerBound, right)
            if end - start > best.upperBound - best.lowerBound { best = start...end }
            start = max(start, exclusion.upperBound)
        }
        if right > start && right - start > best.upperBound - best.lowerBound { best = start...right }
        return best
    }
}
